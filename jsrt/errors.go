package jsrt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// wrapperName is the name of the function a module's source is wrapped in; it shows as "Object.<anonymous>" in stacks.
const wrapperName = "__nodeModule"

// errorClasses are the constructors whose instances get a stack in V8's form.
var errorClasses = []string{"Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError", "AggregateError"}

// installErrors replaces the error constructors by ones that write `stack` as V8 does: header fixed at construction, at
// most Error.stackTraceLimit frames, Error.prepareStackTrace honoured; and adds Error.captureStackTrace.
func (rt *runtime) installErrors() {
	vm := rt.vm
	rt.stackMark = goja.NewSymbol("stack")
	rt.stackSetter = vm.ToValue(func(c goja.FunctionCall) goja.Value {
		if o, ok := c.This.(*goja.Object); ok {
			o.DefineDataProperty("stack", c.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
		return goja.Undefined()
	})
	var base *goja.Object
	for _, name := range errorClasses {
		orig := vm.Get(name).(*goja.Object)
		ctor, _ := goja.AssertConstructor(orig)
		proto := orig.Get("prototype").(*goja.Object)
		var self *goja.Object
		v := vm.ToValue(func(c goja.ConstructorCall) *goja.Object {
			nt := c.NewTarget
			if nt == nil {
				nt = self
			}
			o, err := ctor(nt, c.Arguments...)
			if err != nil {
				panic(err)
			}
			rt.addStack(o, nt, nt != self, "")
			return o
		})
		self = v.(*goja.Object)
		self.DefineDataProperty("name", vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		self.DefineDataProperty("length", orig.Get("length"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		self.DefineDataProperty("prototype", proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		proto.DefineDataProperty("constructor", self, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		vm.GlobalObject().DefineDataProperty(name, self, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		if name == "Error" {
			base = self
			base.DefineDataProperty("isError", orig.Get("isError"), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		} else {
			self.SetPrototype(base)
		}
	}
	rt.errorCtor = base
	base.Set("stackTraceLimit", 10)
	base.DefineDataProperty("captureStackTrace", vm.ToValue(func(c goja.FunctionCall) goja.Value {
		o, ok := c.Argument(0).(*goja.Object)
		if !ok {
			panic(vm.NewTypeError("Invalid argument"))
		}
		upto := ""
		if f, ok := c.Argument(1).(*goja.Object); ok {
			if n := f.Get("name"); n != nil {
				upto = n.String()
			}
		}
		rt.addStack(o, nil, false, upto)
		return goja.Undefined()
	}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// frame is one line of a stack.
type frame struct {
	name      string
	file      string
	line, col int
}

func (f frame) String() string {
	loc := f.file + ":" + strconv.Itoa(f.line) + ":" + strconv.Itoa(f.col)
	if f.file == "" {
		loc = "<anonymous>"
	}
	if f.name == "" {
		return loc
	}
	return f.name + " (" + loc + ")"
}

func (rt *runtime) frameOf(f *goja.StackFrame) (frame, bool) {
	if f.SrcName() == "<native>" {
		return frame{}, false
	}
	pos := f.Position()
	name := f.FuncName()
	switch name {
	case "<anonymous>":
		name = ""
	case wrapperName:
		name = "Object.<anonymous>"
	}
	fr := frame{name: name, file: pos.Filename, line: pos.Line, col: pos.Column}
	return rt.unwrap(fr), true
}

// unwrap undoes the shift that the module wrapper's head causes on the first line.
func (rt *runtime) unwrap(fr frame) frame {
	if fr.line == 1 && rt.loader.rawWrapped[fr.file] && fr.col > len(wrapperHead) {
		fr.col -= len(wrapperHead)
	}
	return fr
}

// hidden frames are those of this package's own plumbing.
func hiddenFrame(fr frame) bool {
	switch fr.file {
	case "node:internal/bootstrap", "node:internal/errors", "node:internal/tick", "node:internal/main", "node:internal/guard":
		return true
	}
	return false
}

// addStack gives o its `stack`. nt is the constructor (new.target); frames up to it are left out when derived is set, those
// up to a function named upto when that is not empty.
func (rt *runtime) addStack(o, nt *goja.Object, derived bool, upto string) {
	vm := rt.vm
	limit := 10
	lv := rt.errorCtor.Get("stackTraceLimit")
	if lv == nil || !goja.IsNumber(lv) {
		return
	}
	if limit = int(lv.ToInteger()); limit < 0 {
		limit = 0
	} else if limit > 200 {
		limit = 200
	}
	depth := limit + 2
	if derived || upto != "" {
		depth += 12
	}
	raw := vm.CaptureCallStack(depth, nil)
	if derived {
		raw = skipConstructors(raw, nt, rt.errorCtor)
	}
	if upto != "" {
		for i := range raw {
			if raw[i].FuncName() == upto {
				raw = raw[i+1:]
				break
			}
		}
	}
	o.DefineDataPropertySymbol(rt.stackMark, vm.ToValue(true), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	// V8 writes the text when it is first asked for, with the name and message of that time.
	get := func(goja.FunctionCall) goja.Value {
		v := rt.formatStack(o, raw, limit)
		o.DefineDataProperty("stack", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		return v
	}
	o.DefineAccessorProperty("stack", vm.ToValue(get), rt.stackSetter, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// formatStack is the value of o.stack: text, or what Error.prepareStackTrace makes of the frames.
func (rt *runtime) formatStack(o *goja.Object, raw []goja.StackFrame, limit int) goja.Value {
	frames := make([]frame, 0, limit)
	for i := range raw {
		if len(frames) == limit {
			break
		}
		if fr, ok := rt.frameOf(&raw[i]); ok && !hiddenFrame(fr) {
			frames = append(frames, fr)
		}
	}
	if prep, ok := goja.AssertFunction(rt.errorCtor.Get("prepareStackTrace")); ok && !rt.preparing {
		rt.preparing = true
		v, err := prep(rt.errorCtor, o, rt.callSites(frames))
		rt.preparing = false
		if err != nil {
			panic(err)
		}
		return v
	}
	var b strings.Builder
	b.WriteString(rt.errorHeader(o))
	for _, fr := range frames {
		b.WriteString("\n    at ")
		b.WriteString(fr.String())
	}
	return rt.vm.ToValue(b.String())
}

// skipConstructors leaves out the frames of the classes that lie between the error's own and the built-in one: V8 does not
// show them.
func skipConstructors(raw []goja.StackFrame, nt, base *goja.Object) []goja.StackFrame {
	n := 0
	for c := nt; c != nil && c != base; c = c.Prototype() {
		if explicitConstructor.MatchString(c.String()) {
			n++
		}
	}
	for n > 0 && len(raw) > 0 {
		if raw[0].SrcName() != "<native>" {
			n--
		}
		raw = raw[1:]
	}
	return raw
}

var explicitConstructor = regexp.MustCompile(`^class\b[^{]*\{[\s\S]*?\bconstructor\s*\(`)

// errorHeader is Error.prototype.toString of o.
func (rt *runtime) errorHeader(o *goja.Object) string {
	name, msg := "Error", ""
	if v := o.Get("name"); v != nil && !goja.IsUndefined(v) {
		name = v.String()
	}
	if v := o.Get("message"); v != nil && !goja.IsUndefined(v) {
		msg = v.String()
	}
	switch {
	case name == "":
		return msg
	case msg == "":
		return name
	}
	return name + ": " + msg
}

// callSites makes what Error.prepareStackTrace receives: objects with V8's CallSite methods.
func (rt *runtime) callSites(frames []frame) goja.Value {
	mk, ok := goja.AssertFunction(rt.callSiteFn)
	if !ok {
		return rt.vm.NewArray()
	}
	list := make([]any, 0, len(frames))
	for _, fr := range frames {
		v, err := mk(goja.Undefined(), rt.vm.ToValue(fr.name), rt.vm.ToValue(fr.file), rt.vm.ToValue(fr.line), rt.vm.ToValue(fr.col))
		if err != nil {
			panic(err)
		}
		list = append(list, v)
	}
	return rt.vm.NewArray(list...)
}

// goja's own form of a stack line: "\tat name (file:line:col(pc))", "\tat file:line:col(pc)", "\tat name (native)".
var gojaFrame = regexp.MustCompile(`^\tat (?:(.*) \()?(?:(.*):(\d+):(\d+)\(\d+\)|native)\)?$`)

// fixError rewrites an error that the engine itself made: its message to V8's words, its stack to V8's form. Others are
// left as they are. It returns v.
func (rt *runtime) fixError(v goja.Value) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return v
	}
	if m := o.GetSymbol(rt.stackMark); m != nil && !goja.IsUndefined(m) {
		return v
	}
	sv := o.Get("stack")
	if sv == nil {
		return v
	}
	st := sv.String()
	i := strings.Index(st, "\n\tat ")
	if i < 0 || strings.Contains(st, "\n    at ") {
		if !strings.HasSuffix(st, "\n") || rt.fixDepth > 0 {
			return v
		}
		i = len(st) - 1
	}
	header := st[:i]
	if mv := o.Get("message"); mv != nil {
		msg := mv.String()
		better := v8Message(msg)
		if strings.HasSuffix(better, notFunction) {
			better = rt.calleeText(better, st[i+1:])
		}
		if better != msg {
			o.DefineDataProperty("message", rt.vm.ToValue(better), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
			header = rt.errorHeader(o)
		}
	}
	var b strings.Builder
	b.WriteString(header)
	n := 0
	for _, line := range strings.Split(strings.TrimSuffix(st[i+1:], "\n"), "\n") {
		m := gojaFrame.FindStringSubmatch(line)
		if m == nil || m[2] == "" {
			continue
		}
		fr := frame{name: m[1], file: m[2]}
		fr.line, _ = strconv.Atoi(m[3])
		fr.col, _ = strconv.Atoi(m[4])
		if fr.name == wrapperName {
			fr.name = "Object.<anonymous>"
		}
		fr = rt.unwrap(fr)
		if hiddenFrame(fr) {
			continue
		}
		if n++; n > 10 {
			break
		}
		b.WriteString("\n    at ")
		b.WriteString(fr.String())
	}
	o.DefineDataProperty("stack", rt.vm.ToValue(b.String()), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return v
}

const notFunction = " is not a function"

var (
	calleeChain = regexp.MustCompile(`[\w$]+(?:\??\.[\w$]+|\[[^\[\]]*\]|\([^()]*\))*\??\.$`)
	calleeCall  = regexp.MustCompile(`\([^()]+\)`)
	calleeName  = regexp.MustCompile(`^[\w$]+`)
)

// calleeText is the message with what was called as the source has it: "a.b is not a function", where the engine knows
// the last name or the value only.
func (rt *runtime) calleeText(msg, stack string) string {
	first, _, _ := strings.Cut(stack, "\n")
	m := gojaFrame.FindStringSubmatch(first)
	if m == nil || m[2] == "" || strings.HasPrefix(m[2], "node:") {
		return msg
	}
	fr := frame{file: m[2]}
	fr.line, _ = strconv.Atoi(m[3])
	fr.col, _ = strconv.Atoi(m[4])
	fr = rt.unwrap(fr)
	line, ok := rt.loader.sourceLine(fr.file, fr.line)
	if !ok || fr.col < 1 || fr.col > len(line) {
		return msg
	}
	name := calleeName.FindString(line[fr.col-1:])
	rest := strings.TrimLeft(line[fr.col-1+len(name):], " ?.")
	if name == "" || !strings.HasPrefix(rest, "(") {
		return msg
	}
	before := line[:fr.col-1]
	if strings.HasSuffix(strings.TrimRight(before, " "), "new") {
		return name + " is not a constructor"
	}
	return calleeCall.ReplaceAllString(calleeChain.FindString(before), "(...)") + name + notFunction
}

// messageRules turn goja's messages into V8's.
var messageRules = []struct {
	re *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`^Cannot read property '(.*)' of undefined or null$`), "Cannot read properties of undefined (reading '$1')"},
	{regexp.MustCompile(`^Cannot read property '(.*)' of (undefined|null)$`), "Cannot read properties of $2 (reading '$1')"},
	{regexp.MustCompile(`^Cannot read property '(.*)' of (.*)$`), "Cannot read properties of $2 (reading '$1')"},
	{regexp.MustCompile(`^Cannot set property '(.*)' of (undefined|null)$`), "Cannot set properties of $2 (setting '$1')"},
	{regexp.MustCompile(`^Object has no member '(.*)'$`), "$1 is not a function"},
	{regexp.MustCompile(`^Value is not callable: (.*)$`), "$1 is not a function"},
	{regexp.MustCompile(`^Value is not an object: (.*)$`), "$1 is not a function"},
	{regexp.MustCompile(`^Not a function: (.*)$`), "$1 is not a function"},
	{regexp.MustCompile(`^Not a constructor: (.*)$`), "$1 is not a constructor"},
	{regexp.MustCompile(`^Value is not a constructor: (.*)$`), "$1 is not a constructor"},
	{regexp.MustCompile(`^Cannot convert undefined or null to object$`), "Cannot convert undefined or null to object"},
	{regexp.MustCompile(`^__esm_(require|module|exports) is not defined$`), "$1 is not defined in ES module scope, you can use import instead"},
	{regexp.MustCompile(`^Assignment to constant variable\.?$`), "Assignment to constant variable."},
	{regexp.MustCompile(`^Cannot assign to read only property '(.*)'$`), "Cannot assign to read only property '$1' of object '#<Object>'"},
	{regexp.MustCompile(`^Cannot add property (.*), object is not extensible$`), "Cannot add property $1, object is not extensible"},
	{regexp.MustCompile(`^SyntaxError: \S*: Line \d+:\d+ (.*?)(?: \(and \d+ more errors\))?$`), "$1"},
	{regexp.MustCompile(`^object is not iterable.*$`), "object is not iterable"},
	{regexp.MustCompile(`(?s)^Could not convert .* to primitive$`), "Cannot convert object to primitive value"}, // it shows Go's pointers
}

func v8Message(msg string) string {
	for _, r := range messageRules {
		if r.re.MatchString(msg) {
			return r.re.ReplaceAllString(msg, r.to)
		}
	}
	return msg
}

// framesPosition is where the topmost frame outside the package's own modules stands, "file:line:col"; "" when none does.
func framesPosition(rt *runtime, frames []goja.StackFrame) string {
	for i := range frames {
		fr, ok := rt.frameOf(&frames[i])
		if ok && fr.file != "" && !strings.HasPrefix(fr.file, "node:") {
			return fmt.Sprintf("%s:%d:%d", fr.file, fr.line, fr.col)
		}
		if ok {
			return ""
		}
	}
	return ""
}

var stackLocation = regexp.MustCompile(`\n    at (?:.*? \()?((?:file://)?[^\n()]+):(\d+):(\d+)\)?`)

// sourceContext is what V8 prints above an uncaught error: the place, the source line, a caret; "" when it is not known.
func (rt *runtime) sourceContext(stack string) string {
	file, line, col := "", 0, 0
	if m := stackLocation.FindStringSubmatch(stack); m != nil {
		file = m[1]
		line, _ = strconv.Atoi(m[2])
		col, _ = strconv.Atoi(m[3])
	} else if rt.throwPos != "" {
		i := strings.LastIndexByte(rt.throwPos, ':')
		j := strings.LastIndexByte(rt.throwPos[:i], ':')
		file = rt.throwPos[:j]
		line, _ = strconv.Atoi(rt.throwPos[j+1 : i])
		col, _ = strconv.Atoi(rt.throwPos[i+1:])
	}
	if file == "" {
		return ""
	}
	if strings.HasPrefix(file, "node:") {
		return fmt.Sprintf("%s:%d\n", file, line)
	}
	text, ok := rt.loader.sourceLine(file, line)
	if !ok {
		return fmt.Sprintf("%s:%d\n", file, line)
	}
	return fmt.Sprintf("%s:%d\n%s\n%s\n", file, line, text, caret(text, col))
}

// caret places the mark under the statement that throws, as V8 does, else under the column.
func caret(text string, col int) string {
	at := col - 1
	if at > len(text) {
		at = len(text)
	}
	if at < 0 {
		at = 0
	}
	n := 1
	if before := strings.TrimRight(text[:at], " \t"); strings.HasSuffix(before, "throw") {
		at = len(before) - len("throw")
	}
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, text[:at])
	return pad + strings.Repeat("^", n)
}
