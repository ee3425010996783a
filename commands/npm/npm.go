package npm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// run is one run of npm.
type run struct {
	c     *config
	p     *kernel.Process
	words []string
	after []string // behind --
	wsDir string   // the workspace of -w
}

// subcommands by name; the other spellings are in aliases.
var subcommands = map[string]func(context.Context, *run) error{
	"init": initCommand, "install": installCommand, "ci": ciCommand, "uninstall": uninstallCommand, "run": runCommand,
	"test": lifecycleCommand, "start": lifecycleCommand, "stop": lifecycleCommand, "restart": lifecycleCommand, "install-test": installTestCommand,
	"exec": execCommand, "ls": lsCommand, "view": viewCommand, "pack": packCommand, "root": pathCommand, "prefix": pathCommand,
	"config": configCommand, "pkg": pkgCommand, "prune": pruneCommand, "update": updateCommand, "version": versionCommand,
}

var aliases = map[string]string{
	"i": "install", "in": "install", "ins": "install", "inst": "install", "isnt": "install", "add": "install", "clean-install": "ci", "ic": "ci", "install-clean": "ci",
	"un": "uninstall", "unlink": "uninstall", "remove": "uninstall", "rm": "uninstall", "r": "uninstall", "run-script": "run", "rum": "run", "urn": "run",
	"t": "test", "tst": "test", "it": "install-test", "x": "exec", "list": "ls", "la": "ls", "ll": "ls", "v": "view", "info": "view", "show": "view",
	"create": "init", "innit": "init", "c": "config", "get": "config", "set": "config", "up": "update", "upgrade": "update",
}

// notDone are npm's commands that are not here: they need an account at a registry, or nobody has asked for them.
var notDone = []string{"publish", "login", "logout", "adduser", "audit", "fund", "doctor", "owner", "team", "token", "profile", "star", "stars", "unstar", "unpublish", "deprecate", "dist-tag", "access", "hook", "org", "search", "whoami", "diff", "edit", "docs", "repo", "bugs", "cache", "completion", "rebuild", "shrinkwrap", "sbom", "query", "find-dupes", "explore", "ping", "explain", "outdated", "link", "dedupe"}

const usage = `npm <command>

Usage:

npm install        install all the dependencies in your project
npm install <foo>  add the <foo> dependency to your project
npm test           run this project's tests
npm run <foo>      run the script named <foo>

All commands:

`

func npmCommand(ctx context.Context, p *kernel.Process) int {
	flags, words, after := parseArgs(p.Args()[1:], false)
	if flags["version"] == "true" && len(words) == 0 {
		fmt.Fprintln(p.Stdout(), version)
		return 0
	}
	if len(words) == 0 || words[0] == "help" || flags["help"] == "true" {
		names := append(slices.Collect(maps.Keys(subcommands)), "help")
		slices.Sort(names)
		fmt.Fprint(p.Stdout(), usage+"    "+strings.Join(names, ", ")+"\n\nnpm@"+version+" (sandpit)\n")
		return b2i(len(words) == 0 && flags["help"] != "true")
	}
	name := words[0]
	if full, ok := aliases[name]; ok {
		name = full
	}
	f := subcommands[name]
	if f == nil {
		if slices.Contains(notDone, words[0]) {
			return report(p.Stderr(), errorf("ENOTSUP", "npm %s is not supported in this box", words[0]))
		}
		fmt.Fprintf(p.Stdout(), "Unknown command: %q\n\nTo see a list of supported npm commands, run:\n  npm help\n", words[0])
		return 1
	}
	return finish(p, f(ctx, newRun(p, flags, words, after)))
}

// newRun settles where the project is: the nearest folder upwards with a package.json or node_modules.
func newRun(p *kernel.Process, flags map[string]string, words, after []string) *run {
	c := newConfig(p, flags)
	if flags["prefix"] == "" {
		for dir := c.dir; ; dir = path.Dir(dir) {
			if exists(p, path.Join(dir, "package.json")) || exists(p, path.Join(dir, "node_modules")) && path.Base(dir) != "node_modules" {
				c.dir = dir
				break
			}
			if dir == "/" {
				break
			}
		}
	}
	if flags["global"] == "true" {
		c.dir = "/usr/local/lib"
	}
	c.load()
	return &run{c: c, p: p, words: words, after: after}
}

func exists(p *kernel.Process, name string) bool {
	_, err := p.FS().Stat(name)
	return err == nil
}

// finish reports an error and gives the exit status.
func finish(p *kernel.Process, err error) int {
	var se *scriptError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &se):
		return failed(p.Stderr(), se)
	case errors.Is(err, context.Canceled):
		return 130
	}
	return report(p.Stderr(), err)
}

// manifest reads the project's package.json.
func (r *run) manifest() (*manifest, error) {
	m, err := readManifest(r.p, r.c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &npmError{code: "ENOENT", lines: []string{
			"syscall open", "path " + path.Join(r.c.dir, "package.json"), "errno -2",
			"enoent Could not read package.json: Error: ENOENT: no such file or directory, open '" + path.Join(r.c.dir, "package.json") + "'",
			"enoent This is related to npm not being able to find a file.", "enoent"}}
	}
	return m, err
}

func (r *run) printf(format string, args ...any) { fmt.Fprintf(r.p.Stdout(), format, args...) }

func (r *run) warn(text string) {
	if r.c.silent() {
		return
	}
	for _, l := range strings.Split(text, "\n") {
		fmt.Fprintln(r.p.Stderr(), strings.TrimRight("npm warn "+l, " "))
	}
}
