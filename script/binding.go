package script

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// Binding is one function of the host that scripts may call: await host.name(...).
type Binding struct {
	Name       string // "readFile"; dots nest: "vault.read"
	Doc        string // one or two sentences, for people and models
	Permission string // what it needs, for audit and approval: "fs:read"

	// Func is the function. Any Go func will do: an optional leading context.Context, then the arguments, at most a value and
	// an error as results. Its types give the schemas. A last argument that is a pointer may be left out; a variadic one takes
	// any number. Func(ctx, []any) (any, error) gets the arguments as they were copied, and is described by Args and Result.
	Func any
	// Args and Result describe what Func's types do not; they win over them. A value of Func that does not match a Result that
	// is given is not handed to the script: the call fails with RESULT.
	Args   []*Schema
	Result *Schema

	Rate       int  // calls a minute; 0 = no bound
	Restricted bool // only for authorised code, or after approval
	Disabled   bool // as if it were not there
	// Inline runs Func on the script's own goroutine: for functions that return at once. Others may overlap with each other
	// and with the script.
	Inline bool
	// Secret keeps the arguments out of audit events altogether, digest included.
	Secret bool
}

// bound is a binding as an engine holds it.
type bound struct {
	Binding
	fn       reflect.Value
	ctx      bool
	params   []reflect.Type
	variadic bool
	raw      func(context.Context, []any) (any, error)
	result   bool
	declared bool // Result was given, not read off Func's type
	errs     bool
	rate     *rate
	min      int
}

var (
	bindingName = regexp.MustCompile(`^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$`)
	contextType = reflect.TypeFor[context.Context]()
	errorType   = reflect.TypeFor[error]()
)

func bind(b Binding) (*bound, error) {
	x := &bound{Binding: b, declared: b.Result != nil}
	fail := func(format string, args ...any) (*bound, error) {
		return nil, &Error{Code: BadOptions, Message: fmt.Sprintf("binding %q: ", b.Name) + fmt.Sprintf(format, args...), Binding: b.Name}
	}
	if !bindingName.MatchString(b.Name) {
		return fail("the name must be identifiers with dots between them")
	}
	for _, part := range strings.Split(b.Name, ".") {
		if part == "then" || part == "__proto__" || part == "constructor" || part == "prototype" || part == "describe" {
			return fail("%s cannot be a binding's name", part)
		}
	}
	if b.Rate > 0 {
		x.rate = &rate{perMinute: b.Rate}
	}
	for _, s := range append(append([]*Schema{}, b.Args...), b.Result) {
		if err := s.check(0); err != nil {
			return fail("%v", err)
		}
	}
	if raw, ok := b.Func.(func(context.Context, []any) (any, error)); ok {
		x.raw = raw
		x.result, x.errs = true, true
		for i, s := range b.Args {
			if s == nil || !s.Optional {
				x.min = i + 1
			}
		}
		return x, nil
	}
	x.fn = reflect.ValueOf(b.Func)
	if x.fn.Kind() != reflect.Func || x.fn.IsNil() {
		return fail("Func must be a function")
	}
	t := x.fn.Type()
	for i := 0; i < t.NumIn(); i++ {
		p := t.In(i)
		if i == 0 && p == contextType {
			x.ctx = true
			continue
		}
		switch p.Kind() {
		case reflect.Func, reflect.Chan, reflect.UnsafePointer:
			return fail("an argument of type %s cannot come from a script", p)
		}
		x.params = append(x.params, p)
	}
	x.variadic = t.IsVariadic()
	switch t.NumOut() {
	case 0:
	case 1:
		x.errs = t.Out(0) == errorType
		x.result = !x.errs
	case 2:
		x.result, x.errs = true, true
		if t.Out(1) != errorType {
			return fail("the second result must be an error")
		}
	default:
		return fail("at most a value and an error may be returned")
	}
	for i, p := range x.params {
		if x.variadic && i == len(x.params)-1 {
			p = p.Elem()
		}
		if i >= len(x.Args) {
			s := schemaOf(p, 0)
			s.Title = fmt.Sprintf("arg%d", i+1)
			x.Args = append(x.Args, s)
		}
		if !x.Args[i].Optional && !(x.variadic && i == len(x.params)-1) {
			x.min = i + 1
		}
	}
	if x.Result == nil && x.result {
		x.Result = schemaOf(t.Out(0), 0)
	}
	return x, nil
}

// check validates copied arguments.
func (b *bound) check(args []any) error {
	if len(args) < b.min {
		return refuse(b.argName(len(args)), "is missing")
	}
	for i, a := range args {
		var s *Schema
		switch {
		case i < len(b.Args):
			s = b.Args[i]
		case b.variadic && len(b.Args) > 0:
			s = b.Args[len(b.Args)-1]
		case b.raw != nil && b.Args == nil:
		default:
			return refuse(fmt.Sprintf("argument %d", i+1), "there is no such argument")
		}
		if _, undef := a.(Undefined); undef {
			if s == nil || s.Optional || s.Type == "" && len(s.AnyOf) == 0 {
				continue
			}
			return refuse(b.argName(i), "is missing")
		}
		if err := s.validate(a, b.argName(i)); err != nil {
			return err
		}
	}
	return nil
}

// checkResult validates what the function returned against a schema that the host has declared. One that was read off the
// function's type holds by itself.
func (b *bound) checkResult(v any) error {
	if !b.declared {
		return nil
	}
	mismatch := func(err error) error {
		return &Error{Code: BadResult, Message: b.Name + ": " + err.Error()}
	}
	p, err := plain(v, 0)
	if err != nil {
		return mismatch(err)
	}
	if _, undef := p.(Undefined); undef {
		if s := b.Result; s.Optional || s.Type == "" && len(s.AnyOf) == 0 && len(s.Enum) == 0 {
			return nil
		}
		return mismatch(refuse("result", "is missing"))
	}
	if err := b.Result.validate(p, "result"); err != nil {
		return mismatch(err)
	}
	return nil
}

func (b *bound) argName(i int) string {
	if i < len(b.Args) && b.Args[i] != nil && b.Args[i].Title != "" && !strings.HasPrefix(b.Args[i].Title, "arg") {
		return b.Args[i].Title
	}
	return fmt.Sprintf("argument %d", i+1)
}

// call runs the function with checked arguments.
func (b *bound) call(ctx context.Context, args []any) (any, error) {
	if b.raw != nil {
		for i := range args {
			if _, undef := args[i].(Undefined); undef {
				args[i] = nil
			}
		}
		return b.raw(ctx, args)
	}
	in := make([]reflect.Value, 0, len(b.params)+1)
	if b.ctx {
		in = append(in, reflect.ValueOf(ctx))
	}
	for i, p := range b.params {
		if b.variadic && i == len(b.params)-1 {
			for j := i; j < len(args); j++ {
				v, err := convert(args[j], p.Elem(), b.argName(j))
				if err != nil {
					return nil, err
				}
				in = append(in, v)
			}
			break
		}
		var a any = Undefined{}
		if i < len(args) {
			a = args[i]
		}
		v, err := convert(a, p, b.argName(i))
		if err != nil {
			return nil, err
		}
		in = append(in, v)
	}
	out := b.fn.Call(in)
	if b.errs {
		if err, _ := out[len(out)-1].Interface().(error); err != nil {
			return nil, err
		}
	}
	if !b.result {
		return Undefined{}, nil
	}
	return out[0].Interface(), nil
}

// convert makes a copied value one of a Go type.
func convert(a any, t reflect.Type, path string) (reflect.Value, error) {
	if _, undef := a.(Undefined); undef || a == nil {
		return reflect.Zero(t), nil
	}
	v := reflect.ValueOf(a)
	if v.Type().AssignableTo(t) {
		return v, nil
	}
	bad := func() (reflect.Value, error) {
		return reflect.Value{}, refuse(path, "%s does not fit here", typeName(a))
	}
	switch x := a.(type) {
	case string:
		if t.Kind() == reflect.String {
			return v.Convert(t), nil
		}
	case bool:
		if t.Kind() == reflect.Bool {
			return v.Convert(t), nil
		}
	case float64:
		out := reflect.New(t).Elem()
		switch t.Kind() {
		case reflect.Float32, reflect.Float64:
			out.SetFloat(x)
			return out, nil
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			if out.OverflowInt(int64(x)) {
				return bad()
			}
			out.SetInt(int64(x))
			return out, nil
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			if x < 0 || out.OverflowUint(uint64(x)) {
				return bad()
			}
			out.SetUint(uint64(x))
			return out, nil
		}
	case []byte:
		if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
			return v.Convert(t), nil
		}
	case []any:
		if t.Kind() == reflect.Slice {
			out := reflect.MakeSlice(t, len(x), len(x))
			for i, e := range x {
				w, err := convert(e, t.Elem(), fmt.Sprintf("%s[%d]", path, i))
				if err != nil {
					return reflect.Value{}, err
				}
				out.Index(i).Set(w)
			}
			return out, nil
		}
	case map[string]any:
		switch {
		case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
			out := reflect.MakeMapWithSize(t, len(x))
			for k, e := range x {
				w, err := convert(e, t.Elem(), join(path, k))
				if err != nil {
					return reflect.Value{}, err
				}
				out.SetMapIndex(reflect.ValueOf(k).Convert(t.Key()), w)
			}
			return out, nil
		case t.Kind() == reflect.Struct && t != timeType:
			out := reflect.New(t).Elem()
			for _, f := range structFields(t) {
				e, ok := x[f.name]
				if !ok {
					continue
				}
				w, err := convert(e, f.typ, join(path, f.name))
				if err != nil {
					return reflect.Value{}, err
				}
				out.FieldByIndex(f.index).Set(w)
			}
			return out, nil
		}
	case time.Time, *big.Int:
	}
	if t.Kind() == reflect.Pointer {
		w, err := convert(a, t.Elem(), path)
		if err != nil {
			return reflect.Value{}, err
		}
		p := reflect.New(t.Elem())
		p.Elem().Set(w)
		return p, nil
	}
	if t == rawType {
		b, err := json.Marshal(a)
		return reflect.ValueOf(json.RawMessage(b)), err
	}
	return bad()
}
