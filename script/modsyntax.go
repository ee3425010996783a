package script

import (
	"encoding/json"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/jsguard"
)

// importDecl is one static import: what of a module gets which name.
type importDecl struct {
	spec  string
	names []importName
	line  int // in the source text, from 1; 0 = not known
}

type importName struct{ imported, local string } // imported "*" is the namespace

// exportDecl is one name that a module offers. from is set when it passes on another module's.
type exportDecl struct {
	name, local string
	from        string
	live        bool // may be assigned later
	at          int  // where the declaration begins whose names are exported; name is empty then
}

// moduleSyntax is a lowered module text without its import and export statements, which stand in lists instead. Lines and
// columns of what is left are as they were.
type moduleSyntax struct {
	text     string
	imports  []importDecl
	exports  []exportDecl
	stars    []string // export * from
	fallback bool     // the module has a default export that is an expression or has no name
}

const (
	defaultName = "__default"   // holds the value of a default export without a name
	importFunc  = "__sp_import" // gives a loaded module
	starFunc    = "__sp_star"   // the same without its default export
)

// splitModule takes the import and export statements out of what esbuild has written: each of them begins a line.
func splitModule(code string) *moduleSyntax {
	m := &moduleSyntax{}
	if !strings.Contains(code, "import") && !strings.Contains(code, "export") {
		m.text = code
		return m
	}
	out := []byte(code)
	for _, at := range jsguard.TopLevelLines(code) {
		rest := code[at:]
		switch {
		case strings.HasPrefix(rest, "import ") || strings.HasPrefix(rest, "import\""):
			if end := m.importStatement(rest); end > 0 {
				blank(out[at : at+end])
			}
		case strings.HasPrefix(rest, "export "):
			m.exportStatement(rest, out[at:], at)
		}
	}
	m.text = string(out)
	return m
}

// blank overwrites a statement with spaces and keeps its line ends.
func blank(b []byte) {
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
}

// clause reads what esbuild writes between import or export and the end of the statement; n is where it ends.
func clause(s string) (head, spec string, n int) {
	end := strings.Index(s, ";\n")
	if end < 0 {
		if end = strings.LastIndexByte(s, ';'); end < 0 {
			return "", "", 0
		}
	}
	body := s[:end]
	q := strings.LastIndexByte(body, '"')
	if q >= 0 {
		// the module's name is the last string: "from" or nothing is before it
		start := strings.LastIndexByte(body[:q], '"')
		for start > 0 && body[start-1] == '\\' {
			start = strings.LastIndexByte(body[:start], '"')
		}
		if start >= 0 && json.Unmarshal([]byte(body[start:q+1]), &spec) == nil {
			head = strings.TrimSpace(body[:start])
		}
	}
	return head, spec, end + 1
}

func (m *moduleSyntax) importStatement(s string) int {
	head, spec, n := clause(s)
	if n == 0 || spec == "" {
		return 0
	}
	d := importDecl{spec: spec}
	head = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(head, "import"), "from"))
	if i := strings.IndexByte(head, '{'); i >= 0 {
		for _, p := range strings.Split(strings.TrimSuffix(strings.TrimSpace(head[i+1:]), "}"), ",") {
			if imported, local := asName(p); imported != "" {
				d.names = append(d.names, importName{imported, local})
			}
		}
		head = head[:i]
	}
	for _, p := range strings.Split(head, ",") {
		f := strings.Fields(p)
		switch {
		case len(f) == 3 && f[0] == "*":
			d.names = append(d.names, importName{"*", f[2]})
		case len(f) == 1:
			d.names = append(d.names, importName{"default", f[0]})
		}
	}
	m.imports = append(m.imports, d)
	return n
}

// asName splits "a as b" and "a".
func asName(p string) (first, second string) {
	f := strings.Fields(p)
	switch len(f) {
	case 1:
		return unquoteName(f[0]), unquoteName(f[0])
	case 3:
		return unquoteName(f[0]), unquoteName(f[2])
	}
	return "", ""
}

func unquoteName(s string) string {
	var out string
	if strings.HasPrefix(s, `"`) && json.Unmarshal([]byte(s), &out) == nil {
		return out
	}
	return s
}

func (m *moduleSyntax) exportStatement(s string, out []byte, at int) {
	rest := s[len("export "):]
	keyword := func(n int) { blank(out[:n]) }
	switch {
	case strings.HasPrefix(rest, "{"), strings.HasPrefix(rest, "*"):
		m.exportList(s, rest, out)
	case strings.HasPrefix(rest, "default "):
		body := rest[len("default "):]
		n := len("export default ")
		for _, kind := range []string{"async function*", "async function", "function*", "function", "class"} {
			after, ok := strings.CutPrefix(body, kind)
			if !ok || after != "" && jsguard.IsWordByte(after[0]) {
				continue
			}
			name := leadingName(strings.TrimLeft(after, " "))
			if name != "" && name != "extends" {
				keyword(n)
				m.exports = append(m.exports, exportDecl{name: "default", local: name})
				return
			}
			// the keyword moves left over "export default " and the name takes its place
			blank(out[:n+len(kind)])
			copy(out, kind+" "+defaultName)
			m.exports = append(m.exports, exportDecl{name: "default", local: defaultName})
			return
		}
		m.fallback = true
		keyword(n)
		copy(out, defaultName)
		out[n-2] = '='
		m.exports = append(m.exports, exportDecl{name: "default", local: defaultName})
	default:
		keyword(len("export "))
		for _, kind := range []string{"async function*", "async function", "function*", "function", "class"} {
			if after, ok := strings.CutPrefix(rest, kind+" "); ok {
				if name := leadingName(after); name != "" {
					m.exports = append(m.exports, exportDecl{name: name, local: name})
				}
				return
			}
		}
		for _, kind := range []string{"const ", "let ", "var "} {
			if strings.HasPrefix(rest, kind) {
				m.exports = append(m.exports, exportDecl{at: at + len("export "), live: kind != "const "})
				return
			}
		}
	}
}

func leadingName(s string) string {
	n := 0
	for n < len(s) && jsguard.IsWordByte(s[n]) {
		n++
	}
	return s[:n]
}

func (m *moduleSyntax) exportList(s, rest string, out []byte) {
	end := strings.Index(s, ";\n")
	if end < 0 {
		if end = strings.LastIndexByte(s, ';'); end < 0 {
			return
		}
	}
	spec := ""
	if i := strings.LastIndex(s[:end], " from "); i >= 0 {
		_, spec, _ = clause(s[:end+1])
	}
	blank(out[:end+1])
	if strings.HasPrefix(rest, "*") {
		if f := strings.Fields(strings.TrimSuffix(rest[:strings.Index(rest, "from")], "from")); len(f) == 3 {
			m.exports = append(m.exports, exportDecl{name: unquoteName(f[2]), local: "*", from: spec})
		} else {
			m.stars = append(m.stars, spec)
		}
		m.imports = append(m.imports, importDecl{spec: spec})
		return
	}
	list := rest[1:]
	if i := strings.IndexByte(list, '}'); i >= 0 {
		list = list[:i]
	}
	for _, p := range strings.Split(list, ",") {
		local, name := asName(p)
		if local != "" {
			m.exports = append(m.exports, exportDecl{name: name, local: local, from: spec, live: true})
		}
	}
	if spec != "" {
		m.imports = append(m.imports, importDecl{spec: spec})
	}
}

// head is what declares the imports, on one line.
func (m *moduleSyntax) head() string {
	var b strings.Builder
	if m.fallback {
		b.WriteString("let " + defaultName + ";")
	}
	for _, d := range m.imports {
		if len(d.names) == 0 {
			continue
		}
		var fields []string
		for _, n := range d.names {
			if n.imported == "*" {
				b.WriteString("const " + n.local + "=" + importCall(d.spec, "") + ";")
				continue
			}
			fields = append(fields, quote(n.imported)+":"+n.local)
		}
		if len(fields) > 0 {
			names := make([]string, 0, len(d.names))
			for _, n := range d.names {
				if n.imported != "*" {
					names = append(names, n.imported)
				}
			}
			list, _ := json.Marshal(names)
			b.WriteString("const {" + strings.Join(fields, ",") + "}=" + importCall(d.spec, string(list)) + ";")
		}
	}
	return b.String()
}

func importCall(spec, names string) string {
	if names != "" {
		names = "," + names
	}
	return importFunc + "(" + quote(spec) + names + ")"
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// tail returns the exports as an object; empty when there are none.
func (m *moduleSyntax) tail() string {
	if len(m.exports) == 0 && len(m.stars) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("return {")
	for _, s := range m.stars {
		b.WriteString("..." + starFunc + "(" + quote(s) + "),")
	}
	for _, e := range m.exports {
		switch {
		case e.at != 0: // its names are not known yet
		case e.from != "" && e.local == "*":
			b.WriteString(quote(e.name) + ":" + importCall(e.from, "") + ",")
		case e.from != "":
			list, _ := json.Marshal([]string{e.local})
			b.WriteString(quote(e.name) + ":" + importCall(e.from, string(list)) + "[" + quote(e.local) + "],")
		case e.live:
			b.WriteString("get " + quote(e.name) + "(){return " + e.local + "},")
		default:
			b.WriteString(quote(e.name) + ":" + e.local + ",")
		}
	}
	b.WriteString("};")
	return b.String()
}

// exportEntries exports the functions of the given names that the text declares at top level, as if it had said so.
func (m *moduleSyntax) exportEntries(names []string) {
	for _, name := range names {
		if name == "default" || name == "" || !strings.Contains(m.text, name) {
			continue
		}
		there := false
		for _, e := range m.exports {
			there = there || e.name == name
		}
		for _, at := range jsguard.TopLevelLines(m.text) {
			if there {
				break
			}
			rest := m.text[at:]
			for _, kind := range []string{"async function* ", "async function ", "function* ", "function ", "const ", "let ", "var "} {
				if after, ok := strings.CutPrefix(rest, kind); ok && leadingName(after) == name {
					m.exports = append(m.exports, exportDecl{name: name, local: name, live: true})
					there = true
					break
				}
			}
		}
	}
}
