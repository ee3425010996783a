package script

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Schema is the part of JSON Schema (2020-12) that bindings are described by. The zero value allows anything.
type Schema struct {
	Type        string             `json:"type,omitempty"` // string, number, integer, boolean, object, array, null; "" = any
	Format      string             `json:"format,omitempty"`
	Description string             `json:"description,omitempty"`
	Title       string             `json:"title,omitempty"` // the name of an argument
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	// AdditionalProperties describes the properties that Properties does not name; nil = none is allowed where Properties
	// names any.
	AdditionalProperties *Schema   `json:"additionalProperties,omitempty"`
	Items                *Schema   `json:"items,omitempty"`
	Enum                 []any     `json:"enum,omitempty"`
	AnyOf                []*Schema `json:"anyOf,omitempty"`
	Minimum              *float64  `json:"minimum,omitempty"`
	Maximum              *float64  `json:"maximum,omitempty"`
	MinLength            int       `json:"minLength,omitempty"`
	MaxLength            int       `json:"maxLength,omitempty"` // 0 = no bound
	MaxItems             int       `json:"maxItems,omitempty"`  // 0 = no bound
	Pattern              string    `json:"pattern,omitempty"`
	Nullable             bool      `json:"nullable,omitempty"` // null is allowed too
	Optional             bool      `json:"-"`                  // an argument that may be left out
}

// ParseSchema reads a schema from JSON text.
func ParseSchema(text string) (*Schema, error) {
	var s Schema
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return &s, s.check(0)
}

func (s *Schema) check(depth int) error {
	if s == nil {
		return nil
	}
	if depth > 50 {
		return fmt.Errorf("schema: nested too deeply")
	}
	switch s.Type {
	case "", "string", "number", "integer", "boolean", "object", "array", "null", "bytes", "date", "bigint":
	default:
		return fmt.Errorf("schema: unknown type %q", s.Type)
	}
	if s.Pattern != "" {
		if _, err := pattern(s.Pattern); err != nil {
			return fmt.Errorf("schema: %w", err)
		}
	}
	for name, p := range s.Properties {
		if err := p.check(depth + 1); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, sub := range append([]*Schema{s.Items, s.AdditionalProperties}, s.AnyOf...) {
		if err := sub.check(depth + 1); err != nil {
			return err
		}
	}
	return nil
}

var patterns sync.Map // text -> *regexp.Regexp: compiled schemas are immutable

func pattern(text string) (*regexp.Regexp, error) {
	if re, ok := patterns.Load(text); ok {
		return re.(*regexp.Regexp), nil
	}
	re, err := regexp.Compile(text)
	if err == nil {
		patterns.Store(text, re)
	}
	return re, err
}

func typeName(v any) string {
	switch v.(type) {
	case Undefined:
		return "undefined"
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case float64:
		return "a number"
	case string:
		return "a string"
	case *big.Int:
		return "a bigint"
	case []byte:
		return "bytes"
	case time.Time:
		return "a Date"
	case []any:
		return "an array"
	}
	return "an object"
}

// validate checks a copied value. The error says where and what, never the value itself.
func (s *Schema) validate(v any, path string) error {
	if s == nil {
		return nil
	}
	if v == nil && (s.Nullable || s.Type == "null") {
		return nil
	}
	if len(s.AnyOf) > 0 {
		var err error
		for _, alt := range s.AnyOf {
			if err = alt.validate(v, path); err == nil {
				return nil
			}
		}
		return err
	}
	bad := func(want string) error {
		return refuse(path, "must be %s, not %s", want, typeName(v))
	}
	switch s.Type {
	case "string":
		t, ok := v.(string)
		if !ok {
			return bad("a string")
		}
		if err := s.validateString(t, path); err != nil {
			return err
		}
	case "number", "integer":
		f, ok := v.(float64)
		if !ok || math.IsNaN(f) {
			return bad("a number")
		}
		if s.Type == "integer" && (f != math.Trunc(f) || math.Abs(f) > 1<<53) {
			return refuse(path, "must be an integer")
		}
		if s.Minimum != nil && f < *s.Minimum {
			return refuse(path, "must be at least %v", *s.Minimum)
		}
		if s.Maximum != nil && f > *s.Maximum {
			return refuse(path, "must be at most %v", *s.Maximum)
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return bad("a boolean")
		}
	case "null":
		return bad("null")
	case "bytes":
		if _, ok := v.([]byte); !ok {
			return bad("an ArrayBuffer or typed array")
		}
	case "date":
		if _, ok := v.(time.Time); !ok {
			return bad("a Date")
		}
	case "bigint":
		if _, ok := v.(*big.Int); !ok {
			return bad("a bigint")
		}
	case "array":
		list, ok := v.([]any)
		if !ok {
			return bad("an array")
		}
		if s.MaxItems > 0 && len(list) > s.MaxItems {
			return refuse(path, "must have at most %d elements", s.MaxItems)
		}
		for i, e := range list {
			if err := s.Items.validate(e, path+"["+strconv.Itoa(i)+"]"); err != nil {
				return err
			}
		}
	case "object":
		m, ok := v.(map[string]any)
		if !ok {
			return bad("a plain object")
		}
		if err := s.validateObject(m, path); err != nil {
			return err
		}
	}
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e any) bool { return reflect.DeepEqual(e, v) }) {
		return refuse(path, "must be one of %s", enumText(s.Enum))
	}
	return nil
}

func (s *Schema) validateString(t, path string) error {
	n := utf8.RuneCountInString(t)
	if n < s.MinLength {
		return refuse(path, "must have at least %d characters", s.MinLength)
	}
	if s.MaxLength > 0 && n > s.MaxLength {
		return refuse(path, "must have at most %d characters", s.MaxLength)
	}
	if s.Pattern != "" {
		if re, err := pattern(s.Pattern); err != nil || !re.MatchString(t) {
			return refuse(path, "must match %s", s.Pattern)
		}
	}
	return nil
}

func (s *Schema) validateObject(m map[string]any, path string) error {
	for _, k := range s.Required {
		if _, ok := m[k]; !ok {
			return refuse(join(path, k), "is missing")
		}
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		sub, ok := s.Properties[k]
		if !ok {
			if sub = s.AdditionalProperties; sub == nil && len(s.Properties) > 0 {
				return refuse(join(path, k), "is not known (known: %s)", strings.Join(sortedKeys(s.Properties), ", "))
			}
		}
		if err := sub.validate(m[k], join(path, k)); err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func enumText(list []any) string {
	var out []string
	for _, e := range list {
		b, _ := json.Marshal(e)
		out = append(out, string(b))
	}
	return strings.Join(out, ", ")
}

// TypeScript writes the schema as a TypeScript type.
func (s *Schema) TypeScript() string {
	if s == nil {
		return "unknown"
	}
	t := s.typeScript()
	if s.Nullable && t != "null" {
		t += " | null"
	}
	return t
}

func (s *Schema) typeScript() string {
	if len(s.Enum) > 0 {
		return strings.ReplaceAll(enumText(s.Enum), ", ", " | ")
	}
	if len(s.AnyOf) > 0 {
		var out []string
		for _, alt := range s.AnyOf {
			out = append(out, alt.TypeScript())
		}
		return strings.Join(out, " | ")
	}
	switch s.Type {
	case "string", "boolean", "null", "bigint":
		return s.Type
	case "number", "integer":
		return "number"
	case "bytes":
		if s.Format == "ArrayBuffer" {
			return "ArrayBuffer"
		}
		if s.Format == "Uint8Array" {
			return "Uint8Array"
		}
		return "ArrayBuffer | ArrayBufferView"
	case "date":
		return "Date"
	case "array":
		t := s.Items.TypeScript()
		if i := s.Items; i != nil && (i.Nullable || len(i.Enum) > 0 || len(i.AnyOf) > 0 || i.Type == "bytes") {
			t = "(" + t + ")"
		}
		return t + "[]"
	case "object":
		if len(s.Properties) == 0 {
			return "Record<string, " + s.AdditionalProperties.TypeScript() + ">"
		}
		var b strings.Builder
		b.WriteString("{ ")
		for _, k := range sortedKeys(s.Properties) {
			b.WriteString(propertyName(k))
			if !slices.Contains(s.Required, k) {
				b.WriteByte('?')
			}
			b.WriteString(": " + s.Properties[k].TypeScript() + "; ")
		}
		if s.AdditionalProperties != nil {
			b.WriteString("[key: string]: " + s.AdditionalProperties.TypeScript() + "; ")
		}
		b.WriteByte('}')
		return b.String()
	}
	return "unknown"
}

var plainName = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)

func propertyName(k string) string {
	if plainName.MatchString(k) {
		return k
	}
	return quote(k)
}

// structField is a field of a struct as JSON and scripts see it.
type structField struct {
	name      string
	index     []int
	omitEmpty bool
	doc       string
	typ       reflect.Type
}

var structCache sync.Map // reflect.Type -> []structField: facts of types

func structFields(t reflect.Type) []structField {
	if f, ok := structCache.Load(t); ok {
		return f.([]structField)
	}
	var out []structField
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() || f.Anonymous && f.Tag.Get("json") == "" && f.Type.Kind() == reflect.Struct {
			continue
		}
		if len(f.Index) > 1 && viaPointer(t, f.Index) {
			continue
		}
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		out = append(out, structField{name: name, index: f.Index, omitEmpty: strings.Contains(opts, "omit"), doc: f.Tag.Get("doc"), typ: f.Type})
	}
	structCache.Store(t, out)
	return out
}

func viaPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		f := t.Field(i)
		if f.Type.Kind() == reflect.Pointer {
			return true
		}
		t = f.Type
	}
	return false
}

var (
	timeType        = reflect.TypeFor[time.Time]()
	bigType         = reflect.TypeFor[*big.Int]()
	arrayBufferType = reflect.TypeFor[ArrayBuffer]()
	rawType         = reflect.TypeFor[json.RawMessage]()
)

// schemaOf describes a Go type.
func schemaOf(t reflect.Type, depth int) *Schema {
	if depth > 20 {
		return &Schema{}
	}
	switch t {
	case timeType:
		return &Schema{Type: "date"}
	case bigType:
		return &Schema{Type: "bigint"}
	case arrayBufferType:
		return &Schema{Type: "bytes", Format: "ArrayBuffer"}
	case bytesType:
		return &Schema{Type: "bytes", Format: "Uint8Array"}
	case rawType:
		return &Schema{}
	}
	switch t.Kind() {
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		s := &Schema{Type: "integer"}
		if k := t.Kind(); k >= reflect.Uint && k <= reflect.Uint64 {
			zero := 0.0
			s.Minimum = &zero
		}
		return s
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Slice, reflect.Array:
		return &Schema{Type: "array", Items: schemaOf(t.Elem(), depth+1)}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: schemaOf(t.Elem(), depth+1)}
	case reflect.Pointer:
		s := schemaOf(t.Elem(), depth+1)
		s.Nullable, s.Optional = true, true
		return s
	case reflect.Struct:
		s := &Schema{Type: "object", Properties: map[string]*Schema{}}
		for _, f := range structFields(t) {
			p := schemaOf(f.typ, depth+1)
			p.Description = f.doc
			s.Properties[f.name] = p
			if !f.omitEmpty && f.typ.Kind() != reflect.Pointer {
				s.Required = append(s.Required, f.name)
			}
		}
		sort.Strings(s.Required)
		return s
	}
	return &Schema{}
}

// optional describes an argument that may be left out by a Go value of its type.
func optional(title string, v any) *Schema {
	s := schemaOf(reflect.TypeOf(v), 0)
	s.Title, s.Optional, s.Nullable = title, true, true
	return s
}
