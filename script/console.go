package script

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// Line is one line of a script's console.
type Line struct {
	Level string // log, info, debug, warn, error
	Text  string
	Time  time.Time
}

// String is the text with the level's prefix: "[warn] ", "[error] ".
func (l Line) String() string {
	if l.Level == "warn" || l.Level == "error" {
		return "[" + l.Level + "] " + l.Text
	}
	return l.Text
}

// ConsoleText is all console lines as text.
func (r *Result) ConsoleText() string {
	var b strings.Builder
	for _, l := range r.Console {
		b.WriteString(l.String())
		b.WriteByte('\n')
	}
	return b.String()
}

type console struct {
	lines   []Line
	bytes   int64
	max     int64
	dropped int
}

func (c *console) add(x *run, level, text string) {
	if c.bytes+int64(len(text))+16 > c.max {
		c.dropped++
		return
	}
	c.bytes += int64(len(text)) + 16
	c.lines = append(c.lines, Line{Level: level, Text: text, Time: x.e.now()})
}

// consoleLevels are the functions of console that write a line, and its level.
var consoleLevels = map[string]string{
	"log": "log", "info": "info", "debug": "debug", "warn": "warn", "error": "error", "trace": "error", "dir": "log", "table": "log", "group": "log",
}

// consoleObject has its functions made when they are first asked for.
type consoleObject struct {
	r      *realm
	own    map[string]goja.Value
	indent int
	counts map[string]int
	times  map[string]time.Time
}

func (c *consoleObject) Get(key string) goja.Value {
	if v, ok := c.own[key]; ok {
		return v
	}
	fn := c.function(key)
	if fn == nil {
		return nil
	}
	v := c.r.fn(key, 0, fn)
	c.own[key] = v
	return v
}

func (c *consoleObject) write(level, text string) {
	c.r.run.console.add(c.r.run, level, strings.Repeat("  ", min(c.indent, 20))+text)
}

func (c *consoleObject) function(key string) func(goja.FunctionCall) goja.Value {
	label := func(f goja.FunctionCall) string {
		if v := f.Argument(0); !goja.IsUndefined(v) {
			return bounded(v.String(), 100)
		}
		return "default"
	}
	if level, ok := consoleLevels[key]; ok {
		return func(f goja.FunctionCall) goja.Value {
			text := c.r.format(f.Arguments)
			if key == "trace" {
				text = "Trace: " + text
			}
			if key != "group" || text != "" {
				c.write(level, text)
			}
			if key == "group" {
				c.indent++
			}
			return goja.Undefined()
		}
	}
	switch key {
	case "groupEnd":
		return func(goja.FunctionCall) goja.Value { c.indent = max(c.indent-1, 0); return goja.Undefined() }
	case "groupCollapsed":
		return c.function("group")
	case "assert":
		return func(f goja.FunctionCall) goja.Value {
			if !f.Argument(0).ToBoolean() {
				text := "Assertion failed"
				if len(f.Arguments) > 1 {
					text += ": " + c.r.format(f.Arguments[1:])
				}
				c.write("error", text)
			}
			return goja.Undefined()
		}
	case "count":
		return func(f goja.FunctionCall) goja.Value {
			l := label(f)
			if c.counts == nil {
				c.counts = map[string]int{}
			}
			if len(c.counts) < 1000 {
				c.counts[l]++
			}
			c.write("log", l+": "+strconv.Itoa(c.counts[l]))
			return goja.Undefined()
		}
	case "countReset":
		return func(f goja.FunctionCall) goja.Value { delete(c.counts, label(f)); return goja.Undefined() }
	case "time":
		return func(f goja.FunctionCall) goja.Value {
			if c.times == nil {
				c.times = map[string]time.Time{}
			}
			if len(c.times) < 1000 {
				c.times[label(f)] = c.r.e.now()
			}
			return goja.Undefined()
		}
	case "timeEnd", "timeLog":
		return func(f goja.FunctionCall) goja.Value {
			l := label(f)
			if t, ok := c.times[l]; ok {
				c.write("log", l+": "+strconv.FormatFloat(float64(c.r.e.now().Sub(t))/1e6, 'f', 3, 64)+"ms")
				if key == "timeEnd" {
					delete(c.times, l)
				}
			}
			return goja.Undefined()
		}
	}
	return nil
}

func (c *consoleObject) Set(key string, v goja.Value) bool {
	if len(c.own) < 100 {
		c.own[key] = v
	}
	return true
}
func (c *consoleObject) Has(key string) bool { return c.Get(key) != nil }
func (c *consoleObject) Delete(key string) bool {
	delete(c.own, key)
	return true
}
func (c *consoleObject) Keys() []string { return sortedKeys(consoleLevels) }

// format joins what console functions are given: %s %d %i %f %j %o %O %c of a leading string are filled in, the rest follows.
func (r *realm) format(args []goja.Value) string {
	f := formatter{r: r, max: int(min(r.run.limits.Console, 64<<10))}
	i := 0
	if len(args) > 0 {
		if s, ok := args[0].(goja.String); ok {
			i = 1
			text := s.String()
			if len(args) > 1 && strings.Contains(text, "%") {
				i = f.template(text, args)
			} else {
				f.add(text)
			}
		}
	}
	for ; i < len(args); i++ {
		if f.b.Len() > 0 || i > 0 {
			f.add(" ")
		}
		if s, ok := args[i].(goja.String); ok {
			f.add(s.String())
			continue
		}
		f.value(args[i], 0)
	}
	return f.String()
}

// formatter writes values for people, much as Node's console does, in bounded space.
type formatter struct {
	r     *realm
	b     strings.Builder
	max   int
	full  bool
	stack []*goja.Object
}

func (f *formatter) String() string {
	if f.full {
		return f.b.String() + "..."
	}
	return f.b.String()
}

func (f *formatter) add(s string) {
	if f.full {
		return
	}
	if f.b.Len()+len(s) > f.max {
		s = strings.ToValidUTF8(s[:max(f.max-f.b.Len(), 0)], "")
		f.full = true
	}
	f.b.WriteString(s)
}

// template fills in a format and says how many arguments it took.
func (f *formatter) template(text string, args []goja.Value) int {
	n := 1
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) {
			f.add(text[i : i+1])
			continue
		}
		verb := text[i+1]
		if verb == '%' {
			f.add("%")
			i++
			continue
		}
		if n >= len(args) || !strings.ContainsRune("sdifjoOc", rune(verb)) {
			f.add("%")
			continue
		}
		i++
		v := args[n]
		n++
		switch verb {
		case 's':
			if s, ok := v.(goja.String); ok {
				f.add(s.String())
			} else {
				f.value(v, 1)
			}
		case 'd':
			f.add(number(v.ToFloat()))
		case 'i':
			f.add(number(math.Trunc(v.ToFloat())))
		case 'f':
			f.add(number(v.ToFloat()))
		case 'j':
			w := jsonWriter{r: f.r, max: int64(f.max)}
			if w.value(v) == nil {
				f.add(string(w.b))
			}
		case 'o', 'O':
			f.value(v, 0)
		}
	}
	return n
}

func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 1):
		return "Infinity"
	case math.IsInf(x, -1):
		return "-Infinity"
	}
	return string(appendNumber(nil, x))
}

func (f *formatter) value(v goja.Value, depth int) {
	if f.full {
		return
	}
	switch x := v.(type) {
	case nil:
		f.add("undefined")
		return
	case goja.String:
		s := x.String()
		if depth == 0 {
			f.add(s)
			return
		}
		q := "'"
		if strings.Contains(s, "'") {
			if q = `"`; strings.Contains(s, `"`) {
				q = "`"
			}
		}
		f.add(q + strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(bounded(s, 10000)) + q)
		return
	case *goja.Symbol:
		f.add(x.String())
		return
	case *goja.Object:
		f.object(x, depth)
		return
	}
	if b, ok := v.Export().(*big.Int); ok {
		f.add(b.String() + "n")
		return
	}
	f.add(v.String())
}

func (f *formatter) object(o *goja.Object, depth int) {
	for _, p := range f.stack {
		if p == o {
			f.add("[Circular *1]")
			return
		}
	}
	f.stack = append(f.stack, o)
	defer func() { f.stack = f.stack[:len(f.stack)-1] }()
	class := classOf(o)
	if o.ExportType() == proxyType {
		f.add("[Proxy]")
		return
	}
	switch class {
	case "Function":
		name := stringProp(o, "name")
		if name == "" {
			name = "(anonymous)"
		} else {
			name = ": " + name
		}
		f.add("[Function" + strings.Replace(name, "(", " (", 1) + "]")
		return
	case "Date":
		if t, ok := o.Export().(time.Time); ok {
			f.add(t.UTC().Format("2006-01-02T15:04:05.000Z"))
		} else {
			f.add("Invalid Date")
		}
		return
	case "RegExp":
		f.add(o.String())
		return
	case "Error":
		e := f.r.thrown(o, nil)
		text := e.Message
		if e.Name != "" {
			text = e.Name + ": " + text
		}
		if e.Code == Threw || e.Name == "" {
			if e.Name == "" {
				text = "Error: " + e.Message
			}
		}
		f.add(text)
		if e.Stack != "" {
			f.add("\n" + e.Stack)
		}
		return
	case "Promise":
		f.add("Promise {}")
		return
	case "String", "Number", "Boolean":
		f.add("[" + class + ": " + o.String() + "]")
		return
	}
	if depth > 2 {
		if class == "Array" {
			f.add("[Array]")
		} else {
			f.add("[Object]")
		}
		return
	}
	switch class {
	case "Array":
		n := int(o.Get("length").ToInteger())
		f.list(n, func(i int) { f.value(o.Get(strconv.Itoa(i)), depth+1) })
		return
	case "Map", "Set":
		type pair struct{ k, v goja.Value }
		var list []pair
		f.r.each(o, class, func(k, v goja.Value) bool { list = append(list, pair{k, v}); return len(list) < 101 })
		f.add(class + "(" + strconv.Itoa(len(list)) + ") {")
		for i, p := range list {
			if i > 0 {
				f.add(",")
			}
			f.add(" ")
			f.value(p.k, depth+1)
			if class == "Map" {
				f.add(" => ")
				f.value(p.v, depth+1)
			}
		}
		if len(list) > 0 {
			f.add(" ")
		}
		f.add("}")
		return
	}
	keys := o.Keys()
	name := ""
	if p := o.Prototype(); p == nil {
		name = "[Object: null prototype] "
	} else if p != f.r.objectProto {
		if c, ok := p.Get("constructor").(*goja.Object); ok {
			if name = stringProp(c, "name"); name != "" {
				name += " "
			}
		}
	}
	if len(keys) == 0 {
		f.add(name + "{}")
		return
	}
	f.add(name + "{")
	for i, k := range keys {
		if i == 100 || f.full {
			f.add(", ... " + strconv.Itoa(len(keys)-i) + " more")
			break
		}
		if i > 0 {
			f.add(",")
		}
		if plainName.MatchString(k) {
			f.add(" " + k + ": ")
		} else {
			f.add(" '" + k + "': ")
		}
		f.value(o.Get(k), depth+1)
	}
	f.add(" }")
}

func (f *formatter) list(n int, element func(i int)) {
	if n == 0 {
		f.add("[]")
		return
	}
	f.add("[")
	for i := 0; i < n; i++ {
		if i == 100 || f.full {
			f.add(", ... " + strconv.Itoa(n-i) + " more items")
			break
		}
		if i > 0 {
			f.add(",")
		}
		f.add(" ")
		element(i)
	}
	f.add(" ]")
}
