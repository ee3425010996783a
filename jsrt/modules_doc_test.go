package jsrt

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write MODULES.md anew")

// exportsJSON is what every module of Node 20.20.2 exports, by Object.keys.
//
//go:embed testdata/exports.json
var exportsJSON []byte

const listExports = `
const want = JSON.parse(require('fs').readFileSync('exports.json', 'utf8'));
const out = {};
for (const name of Object.keys(want)) {
  let m;
  try { m = require('node:' + name); } catch { out[name] = null; continue; }
  out[name] = want[name].filter((k) => {
    let v;
    try { v = m[k]; } catch { return false; }
    return v !== undefined && !missing(v) || k in m && !missing(v);
  });
}
console.log(JSON.stringify(out));
`

// TestModuleTable holds MODULES.md to what the modules really export: go test -run ModuleTable -update writes it.
func TestModuleTable(t *testing.T) {
	var want, have map[string][]string
	if err := json.Unmarshal(exportsJSON, &want); err != nil {
		t.Fatal(err)
	}
	// what only throws ERR_METHOD_NOT_IMPLEMENTED has no parameters and says so in its text
	src := "const missing = (v) => typeof v === 'function' && ((s) => s.length < 200 && /ERR_METHOD_NOT_IMPLEMENTED|notImplemented/.test(s))(Function.prototype.toString.call(v));\n" + listExports
	b := newBox(t, map[string]string{"exports.json": string(exportsJSON), "a.js": src})
	r := b.node("a.js")
	if err := json.Unmarshal([]byte(r.out), &have); err != nil {
		t.Fatal(err, r.err)
	}
	var s strings.Builder
	s.WriteString("# The modules of Node here\n\nWhat `Object.keys` of every public module of Node 20.20.2 names, and what of it is missing in a box. Names that are missing are either not there or throw\n`ERR_METHOD_NOT_IMPLEMENTED`. Written by `go test ./jsrt -run ModuleTable -update`.\n\n| module | there | missing |\n|---|---|---|\n")
	total, there := 0, 0
	names := make([]string, 0, len(want))
	for n := range want {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		var gone []string
		for _, k := range want[n] {
			if !slices.Contains(have[n], k) {
				gone = append(gone, "`"+k+"`")
			}
		}
		total += len(want[n])
		there += len(have[n])
		text := strings.Join(gone, " ")
		if have[n] == nil {
			text = "the module"
		}
		fmt.Fprintf(&s, "| %s | %d of %d | %s |\n", n, len(have[n]), len(want[n]), text)
	}
	fmt.Fprintf(&s, "\n%d of %d names are there.\n", there, total)
	if *update {
		if err := os.WriteFile("MODULES.md", []byte(s.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile("MODULES.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != s.String() {
		t.Error("MODULES.md is out of date: go test ./jsrt -run ModuleTable -update")
	}
}
