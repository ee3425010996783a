// Package guard holds two rules of the house as tests: which package may import which, and that no code of a box
// can reach the host.
package guard

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/sandpit-dev/sandpit"
	root   = "../.."
)

// arrows says what each package of the house may import of the others; a package's own sub-packages and those of
// internal/ are always allowed. It is the order of design: vfs, netstack <- kernel <- shell, commands, jsrt <- script <- root.
var arrows = map[string][]string{
	"vfs":         {},
	"netstack":    {},
	"kernel":      {"vfs", "netstack"},
	"shell":       {"kernel", "vfs"},
	"commands":    {"kernel", "vfs", "netstack"},
	"jsrt":        {"kernel", "vfs", "netstack"},
	"snapshot":    {"vfs"},
	"dockerfile":  {"vfs", "kernel", "snapshot"},
	"internal":    {"vfs", "kernel"},
	"egress":      {"kernel", "netstack"},
	"script":      {"vfs", "netstack", "kernel", "jsrt"},
	"":            {"vfs", "netstack", "egress", "kernel", "shell", "commands", "jsrt", "snapshot", "dockerfile", "script"},
	"examples":    {"", "script", "commands"},
	"sandpittest": {"", "kernel", "vfs"},
	"cmd":         {"", "kernel"},
}

func TestImportArrows(t *testing.T) {
	seen := 0
	eachFile(t, func(file, pkg string, f *ast.File) {
		allowed, ok := arrows[pkg]
		if !ok {
			t.Errorf("%s: package %q has no row in the table of arrows", file, pkg)
			return
		}
		for _, spec := range f.Imports {
			target, ok := strings.CutPrefix(unquote(t, spec.Path), module)
			if !ok {
				continue
			}
			seen++
			target, _, _ = strings.Cut(strings.TrimPrefix(target, "/"), "/")
			if target == pkg || target == "internal" || contains(allowed, target) {
				continue
			}
			t.Errorf("%s: package %q may not import %q", file, pkg, target)
		}
	})
	if seen < 20 {
		t.Fatalf("only %d imports seen: the walk has gone wrong", seen)
	}
}

// forbidden are packages that code of a box must not import at all.
var forbidden = map[string]bool{
	"os/exec": true, "os/user": true, "os/signal": true, "plugin": true, "unsafe": true, "C": true,
	"net/http/cgi": true, "net/http/fcgi": true, "io/ioutil": true, "log/syslog": true, "path/filepath": true,
	"golang.org/x/sys/unix": true, "golang.org/x/sys/windows": true,
	"mvdan.cc/sh/v3/interp": true, "mvdan.cc/sh/v3/expand": true,
}

// allowedNames are the names that may be used of packages that are half open; every other one reaches the host.
var allowedNames = map[string]*regexp.Regexp{
	"os":      regexp.MustCompile(`^(Err[A-Z]\w*|PathError|LinkError|SyscallError|NewSyscallError|File(Mode|Info)|DirEntry|SameFile|O_[A-Z]+|Mode[A-Z]\w*|Is(Exist|NotExist|Permission|Timeout|PathSeparator))$`),
	"syscall": regexp.MustCompile(`^(E[A-Z0-9]+|Errno|O_[A-Z]+)$`),
}

// forbiddenNames are names that may not be used of packages that are otherwise free.
var forbiddenNames = map[string]*regexp.Regexp{
	"net":                    regexp.MustCompile(`^(Dial\w*|Listen|Listen[A-Z]\w*|Lookup\w*|Resolve\w*|Interface\w*|InterfaceAddrs|File\w+|Resolver|DefaultResolver)$`),
	"net/http":               regexp.MustCompile(`^(Get|Head|Post|PostForm|Default\w+|ListenAndServe\w*|Handle|HandleFunc|FileServer|Dir|ServeFile|ProxyFromEnvironment)$`),
	"fmt":                    regexp.MustCompile(`^(Print\w*|Scan\w*)$`),
	"log":                    regexp.MustCompile(`^(Print\w*|Fatal\w*|Panic\w*|Default|Writer|Output|Set\w+)$`),
	"log/slog":               regexp.MustCompile(`^(Debug|Info|Warn|Error|Log|Default|SetDefault)(Context)?$`),
	"time":                   regexp.MustCompile(`^(Local|LoadLocation)$`),
	"runtime/debug":          regexp.MustCompile(`^(PrintStack|WriteHeapDump|SetCrashOutput|ReadBuildInfo)$`),
	"github.com/spf13/afero": regexp.MustCompile(`^(NewOsFs|OsFs|TempFile|TempDir)$`),
}

// doors are the files that may reach the host, each for a reason its own doc comment tells.
var doors = map[string]bool{
	"hostdir.go":        true, // HostDir: a host directory behind os.Root
	"expose.go":         true, // Expose: a host port
	"egress/dialer.go":  true, // Network.Allow: what the rules let out of a box
	"internal/tz/tz.go": true, // time zones by name: public data
}

func TestNoHostLeak(t *testing.T) {
	seen := 0
	eachFile(t, func(file, pkg string, f *ast.File) {
		if doors[file] || pkg == "cmd" || pkg == "bench" || pkg == "examples" || pkg == "sandpittest" || strings.HasPrefix(file, "commands/internal/cmdtest/") { // they run on the host
			return
		}
		names := map[string]string{} // local name -> import path
		for _, spec := range f.Imports {
			path := unquote(t, spec.Path)
			if forbidden[path] {
				t.Errorf("%s: import of %s", file, path)
			}
			name := path[strings.LastIndex(path, "/")+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if name == "." {
				t.Errorf("%s: dot import of %s", file, path)
			}
			names[name] = path
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				id, ok := n.X.(*ast.Ident)
				if !ok || id.Obj != nil { // a local variable, not a package
					return true
				}
				path, ok := names[id.Name]
				if !ok {
					return true
				}
				seen++
				if re := allowedNames[path]; re != nil && !re.MatchString(n.Sel.Name) {
					t.Errorf("%s: %s.%s reaches the host", file, path, n.Sel.Name)
				}
				if re := forbiddenNames[path]; re != nil && re.MatchString(n.Sel.Name) {
					t.Errorf("%s: %s.%s reaches the host", file, path, n.Sel.Name)
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && id.Obj == nil && (id.Name == "print" || id.Name == "println") {
					t.Errorf("%s: %s writes to the host's stderr", file, id.Name)
				}
			}
			return true
		})
		for _, group := range f.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname") || strings.HasPrefix(c.Text, "//go:cgo") {
					t.Errorf("%s: %s", file, c.Text)
				}
			}
		}
	})
	if seen < 1000 {
		t.Fatalf("only %d selectors seen: the walk has gone wrong", seen)
	}
}

// TestImportGraph holds what a program that imports sandpit links: neither mvdan's interpreter nor its expander
// (they reach the host), no plug-ins, no cgo, and none of the heavy libraries that only opt-in commands need.
func TestImportGraph(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,CgoFiles", module)
	cmd.Dir = root
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := 0
	for dec := json.NewDecoder(bytes.NewReader(out)); ; packages++ {
		var p struct {
			ImportPath string
			CgoFiles   []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch p.ImportPath {
		case "mvdan.cc/sh/v3/interp", "mvdan.cc/sh/v3/expand", "plugin", "runtime/cgo", "testing":
			t.Errorf("%s is in the import graph", p.ImportPath)
		}
		for _, heavy := range []string{"github.com/go-git/", "github.com/ncruces/go-sqlite3", "github.com/ProtonMail/"} {
			if strings.HasPrefix(p.ImportPath, heavy) {
				t.Errorf("%s is in the import graph: it belongs to a command that a user links by choice", p.ImportPath)
			}
		}
		if len(p.CgoFiles) > 0 {
			t.Errorf("%s uses cgo", p.ImportPath)
		}
	}
	if packages < 100 {
		t.Fatalf("only %d packages listed", packages)
	}
}

// eachFile calls fn for every Go file that is not a test: its name from the root, and the first folder of it.
func eachFile(t *testing.T, fn func(file, pkg string, f *ast.File)) {
	t.Helper()
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		file, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		pkg, _, nested := strings.Cut(file, "/")
		if !nested {
			pkg = ""
		}
		fn(file, pkg, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func unquote(t *testing.T, lit *ast.BasicLit) string {
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
