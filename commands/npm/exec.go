package npm

import (
	"bufio"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

func npxCommand(ctx context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	flags, words, after := parseArgs(args, true)
	if flags["version"] == "true" {
		fmt.Fprintln(p.Stdout(), version)
		return 0
	}
	words = append(words, after...)
	r := newRun(p, flags, words, nil)
	if len(words) == 0 && flags["call"] == "" {
		return report(p.Stderr(), errorf("EUSAGE", "npx <package> [args...]"))
	}
	return finish(p, r.exec(ctx, words))
}

func execCommand(ctx context.Context, r *run) error {
	return r.exec(ctx, append(r.words[1:len(r.words):len(r.words)], r.after...))
}

// exec runs a program of a package: one that the project has, else of packages that are fetched into ~/.npm/_npx.
func (r *run) exec(ctx context.Context, words []string) error {
	packages := strings.FieldsFunc(r.c.get("package"), func(c rune) bool { return c == '\n' })
	call := r.c.get("call")
	if call == "" && len(words) == 0 {
		return errorf("EUSAGE", "npm exec <package> [args...]")
	}
	pkg, err := readManifest(r.p, r.c.dir)
	if err != nil {
		pkg = &manifest{object: newObject()}
	}
	bin := ""
	if len(words) > 0 {
		bin = words[0]
	}
	if len(packages) == 0 && call == "" {
		name, want := splitAt(bin)
		if want == "" && !strings.ContainsAny(strings.TrimPrefix(name, "@"), ":") {
			for dir := r.p.Dir(); ; dir = path.Dir(dir) {
				file := path.Join(dir, "node_modules", ".bin", name[strings.LastIndexByte(name, '/')+1:])
				if exists(r.p, file) {
					return r.spawn(ctx, pkg, file, words[1:])
				}
				if dir == "/" {
					break
				}
			}
			if file := path.Join("/usr/local/bin", name); !strings.Contains(name, "/") && exists(r.p, file) {
				return r.spawn(ctx, pkg, file, words[1:])
			}
		}
		packages = []string{bin}
		bin = ""
	}
	dir := r.c.dir
	if len(packages) > 0 {
		if dir, err = r.fetchPackages(ctx, packages); err != nil {
			return err
		}
	}
	env := path.Join(dir, "node_modules", ".bin")
	if call != "" {
		c := *r.c
		return runScript(ctx, &c, script{pkg: pkg, dir: r.p.Dir(), event: "npx", command: "exec", line: "PATH=" + shellQuote(env) + ":$PATH; " + call})
	}
	if bin == "" {
		name, err := r.mainBin(dir)
		if err != nil {
			return err
		}
		bin = name
	}
	return r.spawn(ctx, pkg, path.Join(env, bin), words[1:])
}

// fetchPackages installs packages for exec and returns the folder.
func (r *run) fetchPackages(ctx context.Context, packages []string) (string, error) {
	if r.c.off("yes") {
		return "", errorf("", "canceled")
	}
	if !r.c.bool("yes") && r.p.FD(0) != nil && r.p.FD(0).IsTerminal() {
		fmt.Fprintf(r.p.Stderr(), "Need to install the following packages:\n%s\nOk to proceed? (y) ", strings.Join(packages, "\n"))
		line, _ := bufio.NewReader(r.p.Stdin()).ReadString('\n')
		if a := strings.ToLower(strings.TrimSpace(line)); a != "" && a != "y" && a != "yes" {
			return "", errorf("", "canceled")
		}
	}
	sum := sha512.Sum512([]byte(strings.Join(packages, "\n")))
	dir := path.Join(r.p.Getenv("HOME"), ".npm", "_npx", hex.EncodeToString(sum[:8]))
	disk := r.p.FS()
	if err := disk.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if !exists(r.p, path.Join(dir, "package.json")) {
		if err := disk.WriteFile(path.Join(dir, "package.json"), []byte("{}\n"), 0o644); err != nil {
			return "", err
		}
	}
	c := *r.c
	c.dir = dir
	c.flag = map[string]string{"silent": "true", "save": "true"}
	for _, k := range []string{"registry", "ignore-scripts", "force", "legacy-peer-deps"} {
		if v := r.c.get(k); v != "" {
			c.flag[k] = v
		}
	}
	install := &run{c: &c, p: r.p, words: append([]string{"install"}, packages...)}
	return dir, install.apply(ctx, job{add: packages})
}

// mainBin is the program of the one package that exec was asked for.
func (r *run) mainBin(dir string) (string, error) {
	top, err := readManifest(r.p, dir)
	if err != nil {
		return "", err
	}
	for _, name := range top.obj("dependencies").keys {
		pkg, err := readManifest(r.p, path.Join(dir, "node_modules", name))
		if err != nil {
			return "", err
		}
		bins := pkg.bins()
		base := name[strings.LastIndexByte(name, '/')+1:]
		if _, ok := bins[base]; ok {
			return base, nil
		}
		if len(bins) == 1 {
			return sortedKeys(bins)[0], nil
		}
	}
	return "", errorf("", "could not determine executable to run")
}

// spawn runs a program in place of npm, with the environment of a script.
func (r *run) spawn(ctx context.Context, pkg *manifest, file string, args []string) error {
	s := script{pkg: pkg, dir: r.c.dir, event: "npx", command: "exec"}
	env := scriptEnv(r.c, s, path.Base(file))
	for i, kv := range env {
		if rest, ok := strings.CutPrefix(kv, "PATH="); ok {
			env[i] = "PATH=" + path.Dir(file) + ":" + rest
		}
	}
	st, err := cmd.Run(ctx, r.p, kernel.Spec{Path: file, Args: append([]string{path.Base(file)}, args...), Env: env})
	if err != nil {
		return err
	}
	if st.ExitCode() != 0 {
		return &scriptError{status: st.ExitCode()}
	}
	return nil
}

// initCommand is npm init -y, and npm init X (npm create X), which runs the package create-X.
func initCommand(ctx context.Context, r *run) error {
	if len(r.words) > 1 {
		return r.exec(ctx, append([]string{creator(r.words[1])}, append(r.words[2:len(r.words):len(r.words)], r.after...)...))
	}
	return r.writeInit()
}

// creator is the package that npm init X runs: create-X, @scope/create-X, @scope/create.
func creator(arg string) string {
	name, want := splitAt(arg)
	if want != "" {
		want = "@" + want
	}
	switch scope, base, ok := strings.Cut(name, "/"); {
	case strings.HasPrefix(name, "@") && ok:
		return scope + "/create-" + base + want
	case strings.HasPrefix(name, "@"):
		return name + "/create" + want
	}
	return "create-" + name + want
}

func (r *run) writeInit() error {
	dir := r.p.Dir()
	pkg, err := readManifest(r.p, dir)
	if err != nil {
		pkg = &manifest{object: newObject(), indent: "  ", newline: true}
	}
	set := func(key string, v any) {
		if pkg.get(key) == nil {
			pkg.set(key, v)
		}
	}
	name := strings.ToLower(strings.ReplaceAll(path.Base(dir), " ", "-"))
	if !goodName(name) {
		return errorf("EINVALIDPACKAGENAME", "Invalid name: %q", name)
	}
	main := "index.js"
	if !exists(r.p, path.Join(dir, main)) {
		for _, f := range []string{"server.js", "app.js", "main.js"} {
			if exists(r.p, path.Join(dir, f)) {
				main = f
				break
			}
		}
	}
	set("name", name)
	set("version", "1.0.0")
	set("description", "")
	set("main", main)
	if pkg.obj("scripts") == nil {
		s := newObject()
		if main == "server.js" {
			s.set("start", "node server.js")
		}
		s.set("test", `echo "Error: no test specified" && exit 1`)
		set("scripts", s)
	}
	set("keywords", []any{})
	set("author", "")
	set("license", "ISC")
	set("type", "commonjs")
	if err := pkg.write(r.p, dir); err != nil {
		return err
	}
	if !r.c.silent() {
		r.printf("Wrote to %s:\n\n%s\n\n\n\n", path.Join(dir, "package.json"), encode(pkg.object, "  "))
	}
	return nil
}
