package jsrt

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func caseByID(t *testing.T, id string) nodeCase {
	t.Helper()
	var cases []nodeCase
	if err := json.Unmarshal(casesJSON, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no case %s", id)
	return nodeCase{}
}

func TestESModules(t *testing.T) {
	c := caseByID(t, "J10")
	b := newBox(t, c.Files)
	var got strings.Builder
	r := b.node("main.mjs")
	got.WriteString(r.out + "rc=" + strconv.Itoa(r.code) + "\n")
	errText := r.err
	for _, n := range []string{"never", "strict"} {
		r := b.node(n + ".mjs")
		got.WriteString(r.out + n + " rc=" + strconv.Itoa(r.code) + "\n")
	}
	got.WriteString(b.node("--input-type=module", "-e", "console.log(await 1, typeof require)").out)
	got.WriteString(b.nodeIn("console.log(typeof require, await 2)", "--input-type=module").out)
	if d := cmp.Diff(strings.Split(c.Stdout, "\n"), strings.Split(got.String(), "\n")); d != "" {
		t.Errorf("%s\nstderr: %s", d, errText)
	}
}

func TestExitCodes(t *testing.T) {
	c := caseByID(t, "J12")
	b := newBox(t, c.Files)
	var got strings.Builder
	for _, f := range []string{"a", "b", "c", "d", "e", "g", "h", "i", "j", "k"} {
		r := b.node(f + ".js")
		got.WriteString(r.out + f + " rc=" + strconv.Itoa(r.code) + "\n")
		if r.err != "" && f != "k" {
			t.Logf("%s: %s", f, r.err)
		}
	}
	got.WriteString(strconv.Itoa(len(b.node("f.js").out)) + "\n")
	if d := cmp.Diff(strings.Split(c.Stdout, "\n"), strings.Split(got.String(), "\n")); d != "" {
		t.Error(d)
	}
}
