package script

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// Description is what describe() tells a script of one binding.
type Description struct {
	Name       string    `json:"name"`
	Doc        string    `json:"doc,omitempty"`
	Permission string    `json:"permission,omitempty"`
	Restricted bool      `json:"restricted,omitempty"`
	Rate       int       `json:"rate,omitempty"`
	Signature  string    `json:"signature"`
	Args       []*Schema `json:"args"`
	Result     *Schema   `json:"result,omitempty"`
}

// Describe lists the bindings that are there, by name.
func (e *Engine) Describe() []Description {
	out := make([]Description, 0, len(e.enabled))
	for _, name := range e.enabled {
		out = append(out, e.bindings[name].describe())
	}
	return out
}

func (b *bound) describe() Description {
	d := Description{Name: b.Name, Doc: b.Doc, Permission: b.Permission, Restricted: b.Restricted, Rate: b.Rate, Args: b.Args, Result: b.Result}
	if d.Args == nil {
		d.Args = []*Schema{}
	}
	d.Signature = b.Name + b.signature()
	return d
}

// describe is host.describe(name?): everything that can be called, or one of them.
func (r *realm) describe(c goja.FunctionCall) goja.Value {
	var v any = r.e.Describe()
	if s, ok := c.Argument(0).(goja.String); ok {
		b := r.e.bindings[s.String()]
		if b == nil || b.Disabled {
			panic(r.errorObject(&Error{Code: NotFound, Message: r.e.notFound(s.String())}))
		}
		v = b.describe()
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(r.vm.NewTypeError("describe failed"))
	}
	w, err := r.parseJSON(text)
	if err != nil {
		panic(r.vm.NewTypeError("describe failed"))
	}
	return w
}

// signature is "(path: string, options?: {...}): Promise<string>".
func (b *bound) signature() string {
	var args []string
	for i := range max(len(b.Args), 0) {
		s := b.Args[i]
		name := fmt.Sprintf("arg%d", i+1)
		if s != nil && s.Title != "" && plainName.MatchString(s.Title) {
			name = s.Title
		}
		switch {
		case b.variadic && i == len(b.Args)-1:
			args = append(args, "..."+name+": "+arrayOf(s))
		case s != nil && s.Optional:
			args = append(args, name+"?: "+s.TypeScript())
		default:
			args = append(args, name+": "+s.TypeScript())
		}
	}
	if b.raw != nil && b.Args == nil {
		args = []string{"...args: unknown[]"}
	}
	result := "void"
	if b.result {
		result = b.Result.TypeScript()
	}
	return "(" + strings.Join(args, ", ") + "): Promise<" + result + ">"
}

func arrayOf(s *Schema) string {
	return (&Schema{Type: "array", Items: s}).TypeScript()
}

// Declarations are the bindings, and what else the engine adds to the language, as TypeScript declarations: for editors and
// for models.
func (e *Engine) Declarations() string {
	root := &declNode{}
	for _, name := range e.enabled {
		root.add(strings.Split(name, "."), e.bindings[name])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "/** What the host has bound. Every function gives a promise. */\ndeclare const %s: {\n", e.object)
	root.write(&b, "  ")
	b.WriteString("  /** Lists the functions with their documentation, permission and schema. */\n")
	b.WriteString("  describe(): { name: string; doc?: string; permission?: string; restricted?: boolean; rate?: number; signature: string; args: unknown[]; result?: unknown }[];\n")
	b.WriteString("  describe(name: string): { name: string; doc?: string; permission?: string; signature: string; args: unknown[]; result?: unknown };\n")
	b.WriteString("};\n/** What the host has given this script to work on. */\ndeclare const input: any;\n")
	if e.opts.Scripts != nil {
		b.WriteString("/** Calls an exported function of another script. */\ndeclare function call(path: string, name: string, args?: unknown[]): Promise<any>;\n")
	}
	for _, name := range sortedKeys(e.opts.Globals.Values) {
		fmt.Fprintf(&b, "declare const %s: any;\n", name)
	}
	return b.String()
}

// declNode is an object of functions and further objects.
type declNode struct {
	fn   *bound
	subs map[string]*declNode
}

func (n *declNode) add(path []string, b *bound) {
	if len(path) == 0 {
		n.fn = b
		return
	}
	if n.subs == nil {
		n.subs = map[string]*declNode{}
	}
	s := n.subs[path[0]]
	if s == nil {
		s = &declNode{}
		n.subs[path[0]] = s
	}
	s.add(path[1:], b)
}

func (n *declNode) write(b *strings.Builder, indent string) {
	for _, k := range sortedKeys(n.subs) {
		s := n.subs[k]
		if s.fn == nil {
			fmt.Fprintf(b, "%s%s: {\n", indent, k)
			s.write(b, indent+"  ")
			b.WriteString(indent + "};\n")
			continue
		}
		doc := s.fn.Doc
		if s.fn.Permission != "" {
			doc += " Permission: " + s.fn.Permission + "."
		}
		if s.fn.Restricted {
			doc += " For authorised code only."
		}
		if s.fn.Rate > 0 {
			doc += fmt.Sprintf(" At most %d calls a minute.", s.fn.Rate)
		}
		if doc = strings.TrimSpace(strings.ReplaceAll(doc, "*/", "* /")); doc != "" {
			b.WriteString(indent + "/** " + strings.ReplaceAll(doc, "\n", " ") + " */\n")
		}
		b.WriteString(indent + k + s.fn.signature() + ";\n")
	}
}
