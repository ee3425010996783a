package npm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxJSONDepth bounds the nesting of what is read.
const maxJSONDepth = 200

// object is a JSON object that keeps the order of its keys, so that an edited package.json differs in the edit alone.
type object struct {
	keys   []string
	values map[string]any // *object, []any, string, json.Number, bool, nil
}

func newObject() *object { return &object{values: map[string]any{}} }

func (o *object) get(key string) any {
	if o == nil {
		return nil
	}
	return o.values[key]
}

func (o *object) str(key string) string {
	s, _ := o.get(key).(string)
	return s
}

func (o *object) obj(key string) *object {
	sub, _ := o.get(key).(*object)
	return sub
}

func (o *object) set(key string, v any) {
	if _, ok := o.values[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.values[key] = v
}

func (o *object) del(key string) {
	delete(o.values, key)
	o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
}

// sortKeys puts the keys in order, as npm does with dependencies.
func (o *object) sortKeys() { slices.Sort(o.keys) }

// strings reads an object of strings, such as dependencies.
func (o *object) strings() map[string]string {
	m := map[string]string{}
	if o != nil {
		for _, k := range o.keys {
			if s, ok := o.values[k].(string); ok {
				m[k] = s
			}
		}
	}
	return m
}

// parseJSON reads one object; a byte order mark is skipped.
func parseJSON(text []byte) (*object, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	v, err := parseValue(dec, 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("text after the end of JSON")
	}
	o, ok := v.(*object)
	if !ok {
		return nil, errors.New("not an object")
	}
	return o, nil
}

func parseValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxJSONDepth {
		return nil, errors.New("JSON is nested too deeply")
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('{'):
		o := newObject()
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := parseValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			o.set(key.(string), v)
		}
		_, err := dec.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := parseValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, err
	}
	return tok, nil
}

// encode writes a value as JSON.stringify(value, null, indent) does.
func encode(v any, indent string) string {
	var b strings.Builder
	line := "\n"
	if indent == "" {
		line = ""
	}
	writeValue(&b, v, indent, line)
	return b.String()
}

func writeValue(b *strings.Builder, v any, indent, line string) {
	inner, colon := line+indent, ": "
	if indent == "" {
		colon = ":"
	}
	switch v := v.(type) {
	case *object:
		if len(v.keys) == 0 {
			b.WriteString("{}")
			return
		}
		for i, k := range v.keys {
			b.WriteString([]string{",", "{"}[b2i(i == 0)] + inner + quoteJSON(k) + colon)
			writeValue(b, v.values[k], indent, inner)
		}
		b.WriteString(line + "}")
	case []any:
		if len(v) == 0 {
			b.WriteString("[]")
			return
		}
		for i, e := range v {
			b.WriteString([]string{",", "["}[b2i(i == 0)] + inner)
			writeValue(b, e, indent, inner)
		}
		b.WriteString(line + "]")
	case string:
		b.WriteString(quoteJSON(v))
	case nil:
		b.WriteString("null")
	default:
		fmt.Fprint(b, v)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func quoteJSON(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string can be encoded
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(strings.TrimSuffix(b.String(), "\n"))
}

// nice puts an object's keys as npm's lock files have them: what is no object before what is, in each the preferred
// names first, then by name.
func (o *object) nice(preferred ...string) {
	rank := func(key string) int {
		if i := slices.Index(preferred, key); i >= 0 {
			return i
		}
		return len(preferred)
	}
	group := func(key string) int {
		_, is := o.values[key].(*object)
		return b2i(is)
	}
	slices.SortStableFunc(o.keys, func(a, b string) int {
		if d := group(a) - group(b); d != 0 {
			return d
		}
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return compareNames(a, b)
	})
}

// collation is the order of ASCII in the root collation of Unicode; letters count without case.
const collation = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

// compareNames orders names as localeCompare does in English: punctuation, digits, letters; small before capital.
func compareNames(a, b string) int {
	x, y := strings.ToLower(a), strings.ToLower(b)
	for i := 0; i < min(len(x), len(y)); i++ {
		if x[i] != y[i] {
			if d := strings.IndexByte(collation, x[i]) - strings.IndexByte(collation, y[i]); d != 0 {
				return d
			}
		}
	}
	if d := len(x) - len(y); d != 0 {
		return d
	}
	return strings.Compare(b, a)
}
