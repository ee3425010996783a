package jsrt_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/sandpit-dev/sandpit"
)

// TestPackages runs the programs of testdata/packages with the npm packages of a folder in a box and with the host's node,
// and compares what they print. SANDPIT_NODE_MODULES names the node_modules folder, which the box sees mounted read-only:
//
//	cp jsrt/testdata/packages/package.json DIR && npm install --ignore-scripts --prefix DIR && SANDPIT_NODE_MODULES=DIR/node_modules go test ./jsrt -run TestPackages
//
// No package is part of this repository; without the variable there is nothing to run. With -update the results are written
// to docs/packages.md.
func TestPackages(t *testing.T) {
	modules := os.Getenv("SANDPIT_NODE_MODULES")
	if modules == "" {
		t.Log("SANDPIT_NODE_MODULES names no folder of installed packages: no package was run")
		return
	}
	modules, err := filepath.Abs(modules)
	if err != nil {
		t.Fatal(err)
	}
	host := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(host, "node_modules")); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/packages/*js")
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		programs[filepath.Base(file)] = string(text)
		if err := os.WriteFile(filepath.Join(host, filepath.Base(file)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if len(programs) < 60 {
		t.Fatalf("only %d programs", len(programs))
	}
	// One box after another; each program has its own, as each has its own node on the host.
	var results []packageResult
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		if name == "show.cjs" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			r := packageResult{file: name, name: packageOf(name), version: packageVersion(modules, packageOf(name))}
			want, took, err := hostNode(host, name)
			if err != nil {
				t.Fatal("the host's node: ", err)
			}
			r.node = took
			r.cold, r.warm, r.diff = boxNode(t, modules, programs, name, want)
			results = append(results, r)
			if r.diff != "" {
				t.Error(r.diff)
			}
		})
	}
	if u := flag.Lookup("update"); u != nil && u.Value.String() == "true" { // defined by modules_doc_test.go
		writePackages(t, results)
	}
}

// packageResult is how one program went.
type packageResult struct {
	file, name, version string
	node, cold, warm    time.Duration
	diff                string // empty when the outputs are equal
}

// packageOf is the package that a program of testdata/packages is about.
func packageOf(file string) string {
	name := strings.TrimSuffix(file, path.Ext(file))
	switch name {
	case "babel-core":
		return "@babel/core"
	case "babel-standalone":
		return "@babel/standalone"
	case "express4", "express5":
		return map[string]string{"express4": "express4", "express5": "express"}[name]
	case "hono":
		return "hono"
	case "jsyaml":
		return "js-yaml"
	case "koa-router":
		return "@koa/router"
	case "mocha-cli":
		return "mocha"
	case "node-test":
		return ""
	case "prettier-node":
		return "prettier"
	case "trpc":
		return "@trpc/server"
	}
	return name
}

func packageVersion(modules, name string) string {
	if name == "" {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(modules, name, "package.json"))
	if err != nil {
		return ""
	}
	var pkg struct{ Version string }
	json.Unmarshal(text, &pkg)
	return pkg.Version
}

func hostNode(dir, name string) (string, time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", name)
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	began := time.Now()
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, errs.String())
	}
	return string(out), time.Since(began), err
}

// boxNode runs a program twice, each time in a box of its own: what the first has compiled, the second finds.
func boxNode(t *testing.T, modules string, programs map[string]string, name, want string) (cold, warm time.Duration, diff string) {
	t.Helper()
	for i := range 2 {
		files := map[string]string{"/home/user/show.cjs": programs["show.cjs"], "/home/user/" + name: programs[name]}
		sb, err := sandpit.Create(context.Background(), sandpit.Options{
			Files:  files,
			Mounts: []sandpit.Mount{{Path: "/home/user/node_modules", FS: sandpit.HostDir(modules), ReadOnly: true}},
		})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		res, err := sb.Run(context.Background(), "node "+name, sandpit.WithTimeout(time.Minute))
		took := time.Since(began)
		sb.Close()
		if err != nil && res == nil {
			t.Fatal(err)
		}
		if i == 0 {
			cold = took
		} else {
			warm = took
		}
		if d := gocmp.Diff(want, res.Stdout); d != "" || res.ExitCode != 0 || err != nil {
			return cold, warm, strings.TrimSpace(fmt.Sprintf("status %d, error %v\n%s\n%s", res.ExitCode, err, d, res.Stderr))
		}
	}
	return cold, warm, ""
}

// packageNotes tells why a program prints something else than node; each is a known fault, not an excuse.
var packageNotes = map[string]string{}

func writePackages(t *testing.T, results []packageResult) {
	t.Helper()
	slices.SortFunc(results, func(a, b packageResult) int { return cmp.Compare(a.file, b.file) })
	equal := 0
	for _, r := range results {
		if r.diff == "" {
			equal++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# npm packages in a box

Generated by `+"`go test ./jsrt -run TestPackages -update`"+` from the programs in jsrt/testdata/packages: each does a real task with
one package, unchanged from npm, in a box (the packages mounted read-only from the host) and under the host's node, and the
outputs are compared byte by byte. **%d of %d are equal.** Times are wall clock of the whole program: node's; a box's the first
time; and a second box's, which finds the modules compiled.

| program | package | version | result | node ms | cold ms | warm ms |
|---|---|---|---|---|---|---|
`, equal, len(results))
	for _, r := range results {
		name, version, result := r.name, r.version, "equal"
		if name == "" {
			name, version = "node:test", "-"
		}
		if r.diff != "" {
			result = "differs"
			if note := packageNotes[r.file]; note != "" {
				result += ": " + note
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %d | %d | %d |\n", r.file, name, version, result, r.node.Milliseconds(), r.cold.Milliseconds(), r.warm.Milliseconds())
	}
	if err := os.MkdirAll("../docs", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("../docs/packages.md", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
