package script

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// jsonWriter writes a script's value as JSON. Beside what JSON.stringify knows: a bigint is an integer with all its digits,
// bytes are base64, a Map with string keys is an object, any other Map an array of pairs, a Set an array, an Error an object
// with name and message (and code), a RegExp its source text. undefined, functions and symbols are null, and are left out of
// objects; NaN and the infinities are null; a Date is its ISO text.
type jsonWriter struct {
	r     *realm
	b     []byte
	max   int64
	stack []*goja.Object
}

func (w *jsonWriter) value(v goja.Value) error {
	if int64(len(w.b)) > w.max {
		return &Error{Code: Output, Message: "the result is larger than " + strconv.FormatInt(w.max, 10) + " bytes"}
	}
	switch x := v.(type) {
	case nil, *goja.Symbol:
		w.b = append(w.b, "null"...)
		return nil
	case goja.String:
		if int64(len(w.b))+int64(x.Length()) > w.max {
			w.b = append(w.b, make([]byte, 0)...)
			return &Error{Code: Output, Message: "the result is larger than " + strconv.FormatInt(w.max, 10) + " bytes"}
		}
		w.b = appendString(w.b, x.String())
		return nil
	case *goja.Object:
		return w.object(x)
	}
	if goja.IsUndefined(v) || goja.IsNull(v) {
		w.b = append(w.b, "null"...)
		return nil
	}
	switch x := v.Export().(type) {
	case bool:
		w.b = strconv.AppendBool(w.b, x)
	case int64:
		w.b = strconv.AppendInt(w.b, x, 10)
	case float64:
		w.b = appendNumber(w.b, x)
	case *big.Int:
		w.b = x.Append(w.b, 10)
	default:
		w.b = append(w.b, "null"...)
	}
	return nil
}

// skipped tells that a property with this value is left out.
func skipped(v goja.Value) bool {
	if v == nil || goja.IsUndefined(v) {
		return true
	}
	if _, ok := v.(*goja.Symbol); ok {
		return true
	}
	o, ok := v.(*goja.Object)
	return ok && o.ClassName() == "Function"
}

func (w *jsonWriter) object(o *goja.Object) error {
	if len(w.stack) > maxValueDepth {
		return &Error{Code: BadResult, Message: "the result nests too deeply"}
	}
	for _, p := range w.stack {
		if p == o {
			return &Error{Code: BadResult, Message: "the result holds itself (a circular structure)"}
		}
	}
	w.stack = append(w.stack, o)
	defer func() { w.stack = w.stack[:len(w.stack)-1] }()
	class := classOf(o)
	switch class {
	case "Date":
		t, ok := o.Export().(time.Time)
		if !ok {
			w.b = append(w.b, "null"...)
			return nil
		}
		w.b = appendString(w.b, t.UTC().Format("2006-01-02T15:04:05.000Z"))
		return nil
	case "Array":
		return w.array(o)
	case "ArrayBuffer":
		b, _ := o.Export().(goja.ArrayBuffer)
		return w.bytes(b.Bytes())
	case "Function":
		w.b = append(w.b, "null"...)
		return nil
	case "String":
		w.b = appendString(w.b, o.String())
		return nil
	case "Number":
		w.b = appendNumber(w.b, o.ToFloat())
		return nil
	case "Boolean":
		b, _ := o.Export().(bool)
		w.b = strconv.AppendBool(w.b, b)
		return nil
	case "Map", "Set":
		return w.collection(o, class)
	case "RegExp":
		w.b = appendString(w.b, o.String())
		return nil
	case "Error":
		return w.error(o)
	case "Promise":
		return &Error{Code: BadResult, Message: "the result holds a promise: await it"}
	}
	if o.ExportType() != proxyType && o.ExportType().Kind() == reflect.Slice {
		b, err := typedBytes(o)
		if err != nil {
			return &Error{Code: BadResult, Message: "the result holds " + err.Error()}
		}
		return w.bytes(b)
	}
	if fn, ok := goja.AssertFunction(o.Get("toJSON")); ok {
		v, err := fn(o, w.r.vm.ToValue(""))
		if err != nil {
			return err
		}
		if v != o {
			return w.value(v)
		}
	}
	w.b = append(w.b, '{')
	first := true
	for _, k := range o.Keys() {
		v := o.Get(k)
		if skipped(v) {
			continue
		}
		if !first {
			w.b = append(w.b, ',')
		}
		first = false
		w.b = appendString(w.b, k)
		w.b = append(w.b, ':')
		if err := w.value(v); err != nil {
			return err
		}
	}
	w.b = append(w.b, '}')
	return nil
}

func (w *jsonWriter) bytes(b []byte) error {
	if int64(len(w.b)+base64.StdEncoding.EncodedLen(len(b))) > w.max {
		return &Error{Code: Output, Message: "the result is larger than " + strconv.FormatInt(w.max, 10) + " bytes"}
	}
	w.b = append(w.b, '"')
	w.b = base64.StdEncoding.AppendEncode(w.b, b)
	w.b = append(w.b, '"')
	return nil
}

func (w *jsonWriter) array(o *goja.Object) error {
	n := o.Get("length").ToInteger()
	if n*2 > w.max {
		return &Error{Code: Output, Message: "the result is larger than " + strconv.FormatInt(w.max, 10) + " bytes"}
	}
	w.b = append(w.b, '[')
	for i := int64(0); i < n; i++ {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		if err := w.value(o.Get(strconv.FormatInt(i, 10))); err != nil {
			return err
		}
		if i&1023 == 1023 && w.r.run.stopped() {
			return w.r.run.reason()
		}
	}
	w.b = append(w.b, ']')
	return nil
}

func (w *jsonWriter) collection(o *goja.Object, class string) error {
	type pair struct{ k, v goja.Value }
	var list []pair
	names := true
	w.r.each(o, class, func(k, v goja.Value) bool {
		list = append(list, pair{k, v})
		_, ok := k.(goja.String)
		names = names && ok
		return true
	})
	opening, closing := byte('['), byte(']')
	if class == "Map" && names {
		opening, closing = '{', '}'
	}
	w.b = append(w.b, opening)
	first := true
	for _, p := range list {
		if class == "Map" && names && skipped(p.v) {
			continue
		}
		if !first {
			w.b = append(w.b, ',')
		}
		first = false
		switch {
		case class == "Set":
			if err := w.value(p.k); err != nil {
				return err
			}
			continue
		case names:
			w.b = append(appendString(w.b, p.k.String()), ':')
		default:
			w.b = append(w.b, '[')
			if err := w.value(p.k); err != nil {
				return err
			}
			w.b = append(w.b, ',')
		}
		if err := w.value(p.v); err != nil {
			return err
		}
		if !names {
			w.b = append(w.b, ']')
		}
	}
	w.b = append(w.b, closing)
	return nil
}

func (w *jsonWriter) error(o *goja.Object) error {
	w.b = append(w.b, `{"name":`...)
	w.b = appendString(w.b, stringProp(o, "name"))
	w.b = append(w.b, `,"message":`...)
	w.b = appendString(w.b, stringProp(o, "message"))
	if code := o.Get("code"); code != nil && !skipped(code) {
		w.b = append(w.b, `,"code":`...)
		if err := w.value(code); err != nil {
			return err
		}
	}
	w.b = append(w.b, '}')
	return nil
}

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string. Nothing in it can end the string or a line of a log.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= 0x20 && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			b = append(b, s[start:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, '\\', 'n')
			case '\r':
				b = append(b, '\\', 'r')
			case '\t':
				b = append(b, '\\', 't')
			default:
				b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			}
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			b = append(append(b, s[start:i]...), `\ufffd`...)
			i++
			start = i
			continue
		}
		if r == '\u2028' || r == '\u2029' {
			b = append(append(b, s[start:i]...), '\\', 'u', '2', '0', '2', hexDigits[r&15])
			i += n
			start = i
			continue
		}
		i += n
	}
	return append(append(b, s[start:]...), '"')
}

// parseJSON makes a JavaScript value of JSON text, without the realm's own JSON, which a script may have replaced.
func (r *realm) parseJSON(b []byte) (goja.Value, error) {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return nil, fmt.Errorf("a value that is no JSON: %w", err)
	}
	return r.toJS(v, 0)
}
