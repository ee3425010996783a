package script

import (
	"strings"
	"testing"
)

// FuzzCompile: no text ends the process or makes the compiler panic, as a module, an expression or in a session.
func FuzzCompile(f *testing.F) {
	for _, c := range evalCases {
		f.Add(c.src)
	}
	for _, s := range []string{"import a, * as b from 'x'; export * from 'y'; export { a as default }", "export const {a, b: [c]} = d, e = 1", "export default class {}", "export default function* () {}", "import {\n\"x y\" as z\n} from 'q';", "return import.meta.url", "`${`${1}`}`\nimport 'x'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5000 {
			return
		}
		for _, s := range []source{{file: "a.ts", text: text}, {file: "a.js", text: text, session: true}, {file: "a.tsx", text: text, expression: true, rules: Rules{DynamicImport: true}}} {
			p, err := compileText(s)
			if (p == nil) == (err == nil) {
				t.Errorf("%q: %v %v", text, p, err)
			}
			if err != nil && CodeOf(err) == "" {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}

// FuzzFragment: the end that is found is an end.
func FuzzFragment(f *testing.F) {
	f.Add("1 }}")
	f.Add("`${'}}'}` }} x")
	f.Add("/[}]/ }} // }}")
	f.Fuzz(func(t *testing.T, s string) {
		if n := fragment(s); n >= 0 && !strings.HasPrefix(s[n:], "}}") {
			t.Errorf("%q: %d", s, n)
		}
	})
}
