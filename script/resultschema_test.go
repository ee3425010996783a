package script

import (
	"context"
	"encoding/json"
	"math/big"
	"testing"
	"time"
)

// TestResultSchema: what a binding returns is held to a result schema that the host has declared; the script gets RESULT.
func TestResultSchema(t *testing.T) {
	schema := func(text string) *Schema {
		s, err := ParseSchema(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	type row struct {
		ID   int      `json:"id"`
		Tags []string `json:"tags"`
		Note *string  `json:"note,omitempty"`
	}
	rowSchema := `{"type":"object","properties":{"id":{"type":"integer","minimum":1},"tags":{"type":"array","items":{"type":"string"},"maxItems":2},"note":{"type":"string"}},"required":["id","tags"]}`
	note := "n"
	for _, c := range []struct {
		schema string
		value  any
		want   string // empty: it passes
	}{
		{`{"type":"string","maxLength":3}`, "abc", ""},
		{`{"type":"string","maxLength":3}`, "abcd", "f: result: must have at most 3 characters"},
		{`{"type":"string"}`, 5, "f: result: must be a string, not a number"},
		{`{"type":"string"}`, nil, "f: result: must be a string, not null"},
		{`{"type":"string","nullable":true}`, nil, ""},
		{`{"type":"string"}`, Undefined{}, "f: result: is missing"},
		{`{}`, Undefined{}, ""},
		{`{"type":"integer","maximum":9}`, uint8(10), "f: result: must be at most 9"},
		{`{"type":"integer"}`, 1.5, "f: result: must be an integer"},
		{`{"enum":["a","b"]}`, "c", `f: result: must be one of "a", "b"`},
		{rowSchema, row{ID: 1, Tags: []string{"x"}, Note: &note}, ""},
		{rowSchema, &row{ID: 1}, ""},
		{rowSchema, row{ID: 0}, "f: result.id: must be at least 1"},
		{rowSchema, row{ID: 1, Tags: []string{"x", "y", "z"}}, "f: result.tags: must have at most 2 elements"},
		{rowSchema, map[string]any{"id": 1, "tags": []any{"x", 2}}, "f: result.tags[1]: must be a string, not a number"},
		{rowSchema, map[string]any{"id": 1}, "f: result.tags: is missing"},
		{rowSchema, map[string]any{"id": 1, "tags": []any{}, "more": 1}, "f: result.more: is not known (known: id, note, tags)"},
		{rowSchema, json.RawMessage(`{"id":1,"tags":["x"]}`), ""},
		{rowSchema, json.RawMessage(`{"id":"1","tags":["x"]}`), "f: result.id: must be a number, not a string"},
		{`{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}`, []any{"x", nil}, ""},
		{`{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}`, []any{"x", true}, "f: result[1]: must be null, not a boolean"},
		{`{"type":"bytes"}`, []byte("x"), ""},
		{`{"type":"bytes"}`, ArrayBuffer("x"), ""},
		{`{"type":"date"}`, time.Unix(0, 0), ""},
		{`{"type":"bigint"}`, big.NewInt(1), ""},
		{`{"type":"bigint"}`, 1, "f: result: must be a bigint, not a number"},
		{`{"type":"object","additionalProperties":{"type":"number"}}`, map[string]int{"a": 1}, ""},
	} {
		var verdict string
		e := testEngine(t, Options{
			Bindings: []Binding{{Name: "f", Result: schema(c.schema), Func: func(context.Context, []any) (any, error) { return c.value, nil }}},
			Audit: func(ev Event) {
				if ev.Kind == EventCall {
					verdict = ev.Verdict
				}
			},
		})
		res, err := e.Eval(context.Background(), "try { await host.f(); '' } catch (e) { e.code + ' ' + e.binding + ' ' + e.message }", nil)
		want, wantVerdict := "", "ok"
		if c.want != "" {
			want, wantVerdict = "RESULT f "+c.want, "RESULT"
		}
		if err != nil || res.Text() != want || verdict != wantVerdict {
			t.Errorf("%s %v: got %q (%s) %v, want %q", c.schema, c.value, res.Text(), verdict, err, want)
		}
	}
	// A schema that was read off the function's type needs no check, and an unchecked function none either.
	e := testEngine(t, Options{Bindings: []Binding{{Name: "g", Func: func() []string { return nil }}, {Name: "h", Result: schema(`{"type":"string"}`), Func: func() (int, error) { return 1, nil }}}})
	if res, err := e.Eval(context.Background(), "await host.g()", nil); err != nil || res.Text() != "[]" {
		t.Error(res.Text(), err)
	}
	if _, err := e.Eval(context.Background(), "await host.h()", nil); CodeOf(err) != BadResult {
		t.Error(err)
	}
}
