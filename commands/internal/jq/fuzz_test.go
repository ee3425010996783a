package jq

import (
	"errors"
	"testing"
	"time"
)

type noWorld struct{}

func (noWorld) Input() (any, error) { return nil, NoInput() }
func (noWorld) Debug(any)           {}
func (noWorld) Stderr(string)       {}
func (noWorld) Env() any            { return NewObject() }
func (noWorld) Now() time.Time      { return time.Unix(0, 0).UTC() }
func (noWorld) Filename() any       { return nil }
func (noWorld) Line() int           { return 0 }

var errBudget = errors.New("budget")

// FuzzRun compiles and runs programs on documents under a step budget: neither may panic, and what comes out is JSON
// that reads back.
func FuzzRun(f *testing.F) {
	for _, s := range []string{".", ".a[0].b?", "reduce .[] as $x (0; . + $x)", "[paths] | tojson | fromjson", ".. |= .", "to_entries | map(.key)",
		"def f: if . == null then 1 else f end; f", `"\(1 + 1)" | test("a")`, "[limit(3; repeat(1))]", ". as [$a, {b: $c}] ?// $a | $a"} {
		f.Add(s, `{"a":[{"b":1}],"c":null}`)
	}
	f.Fuzz(func(t *testing.T, src, doc string) {
		v, err := Parse(doc)
		if err != nil {
			v = nil
		}
		p, err := Compile(src, nil)
		if err != nil {
			return
		}
		n := 0
		_ = p.Run(noWorld{}, func() error {
			if n++; n > 20 {
				return errBudget
			}
			return nil
		}, v, nil, func(v any) error {
			if n++; n > 20 {
				return errBudget
			}
			text := toJSON(v)
			if _, err := Parse(text); err != nil {
				t.Fatalf("%s gives %q: %v", src, text, err)
			}
			return nil
		})
	})
}
