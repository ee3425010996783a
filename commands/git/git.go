package git

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// Version is the git whose text and behaviour this follows.
const Version = "2.39.5"

// run is one call of git.
type run struct {
	ctx    context.Context
	p      *kernel.Process
	w      *cmd.Writer
	name   string            // the command
	over   map[string]string // -c name=value, keys normalised
	gitDir string            // --git-dir or GIT_DIR
	work   string            // --work-tree or GIT_WORK_TREE
	repo   *repository       // set by open
}

// failure ends a command with a message on standard error. An empty text says nothing.
type failure struct {
	text   string
	status int
}

func (f *failure) Error() string { return f.text }

func fatal(format string, args ...any) error {
	return &failure{"fatal: " + fmt.Sprintf(format, args...), 128}
}

// status ends a command without a message.
func status(code int) error { return &failure{"", code} }

// Program runs git; see the package's comment for how a box gets it.
func Program(ctx context.Context, p *kernel.Process) (code int) {
	g := &run{ctx: ctx, p: p, w: cmd.NewWriter(p), over: map[string]string{}, gitDir: p.Getenv("GIT_DIR"), work: p.Getenv("GIT_WORK_TREE")}
	err := g.main(p.Args()[1:])
	code = 0
	if err != nil {
		code = g.report(err)
	}
	return g.w.FinishAs(code, 128)
}

func (g *run) report(err error) int {
	_ = g.w.Flush()
	var f *failure
	if errors.As(err, &f) {
		if f.text != "" {
			cmd.Raw(g.p, f.text+"\n")
		}
		return f.status
	}
	if g.p.Safepoint() != nil {
		return 128
	}
	text := err.Error()
	switch {
	case errors.Is(err, plumbing.ErrObjectNotFound):
		text = "bad object"
	default:
		if _, ok := kernel.Errno(err); ok {
			text = kernel.Strerror(err)
		}
	}
	cmd.Raw(g.p, "fatal: "+text+"\n")
	return 128
}

// warn writes a line on standard error, after what standard output has so far.
func (g *run) warn(format string, args ...any) {
	_ = g.w.Flush()
	cmd.Raw(g.p, fmt.Sprintf(format, args...)+"\n")
}

func (g *run) printf(format string, args ...any) { g.w.Printf(format, args...) }

// alive returns the error that ends the command when it is killed; long loops ask.
func (g *run) alive() error {
	if err := g.p.Safepoint(); err != nil {
		return err
	}
	return g.ctx.Err()
}

const usageText = `usage: git [--version] [--help] [-C <path>] [-c <name>=<value>]
           [--git-dir=<path>] [--work-tree=<path>] [--bare] [--no-pager]
           <command> [<args>]

Commands: `

func (g *run) main(args []string) error {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		a := args[0]
		value := func() (string, error) {
			if _, v, ok := strings.Cut(a, "="); ok && strings.HasPrefix(a, "--") {
				return v, nil
			}
			if len(args) < 2 {
				return "", &failure{"no value given for " + a, 129}
			}
			args = args[1:]
			return args[0], nil
		}
		var err error
		switch name, _, _ := strings.Cut(a, "="); name {
		case "--version", "-v":
			g.printf("git version %s\n", Version)
			return nil
		case "--help", "-h":
			return g.help()
		case "-C":
			var dir string
			if dir, err = value(); err == nil && dir != "" {
				if e := g.p.Chdir(dir); e != nil {
					return fatal("cannot change to '%s': %s", dir, kernel.Strerror(e))
				}
			}
		case "-c":
			var kv string
			if kv, err = value(); err == nil {
				k, v, ok := strings.Cut(kv, "=")
				if !ok {
					v = "true"
				}
				g.over[normalKey(k)] = v
			}
		case "--git-dir":
			g.gitDir, err = value()
		case "--work-tree":
			g.work, err = value()
		case "--no-pager", "-P", "-p", "--paginate", "--no-optional-locks", "--literal-pathspecs", "--bare", "--no-replace-objects":
		case "--exec-path":
			g.printf("/usr/lib/git-core\n")
			return nil
		default:
			return &failure{"unknown option: " + a + "\n" + strings.TrimSuffix(usageText, "\n\nCommands: "), 129}
		}
		if err != nil {
			return err
		}
		args = args[1:]
	}
	if len(args) == 0 {
		_ = g.help()
		return status(1)
	}
	g.name = args[0]
	if args = args[1:]; g.name == "help" {
		return g.help()
	}
	command, ok := commands()[g.name]
	if !ok {
		if done, err := g.alias(args); done {
			return err
		}
		if why, known := refused[g.name]; known {
			return fatal("%s", why)
		}
		return &failure{fmt.Sprintf("git: '%s' is not a git command. See 'git --help'.", g.name) + g.similar(), 1}
	}
	if g.name != "init" && g.name != "clone" && g.name != "version" {
		if len(args) == 1 && args[0] == "-h" {
			return &failure{"usage: git " + g.name + " [<options>]", 129}
		}
	}
	return command(g, args)
}

// alias runs what alias.NAME of the configuration stands for: a command of git's, or one of the shell's after a !.
func (g *run) alias(args []string) (done bool, err error) {
	met := map[string]bool{}
	for {
		text, ok := g.setting("alias." + g.name)
		if !ok {
			return false, nil
		}
		if met[g.name] {
			return true, fatal("recursive alias: %s", g.name)
		}
		met[g.name] = true
		if line, shell := strings.CutPrefix(text, "!"); shell {
			spec := kernel.Spec{Args: append([]string{"sh", "-c", line + ` "$@"`, line}, args...)}
			if repo, err := g.open(); err == nil && repo.work != "" {
				spec.Dir = repo.work
			}
			_ = g.w.Flush()
			st, err := cmd.Run(g.ctx, g.p, spec)
			if err != nil {
				return true, fatal("cannot run %s: %v", line, err)
			}
			if code := st.ExitCode(); code != 0 {
				return true, status(code)
			}
			return true, nil
		}
		words := quotedWords(text)
		if len(words) == 0 {
			return true, fatal("empty alias for %s", g.name)
		}
		g.name, args = words[0], append(words[1:], args...)
		if command, ok := commands()[g.name]; ok {
			return true, command(g, args)
		}
	}
}

// quotedWords splits an alias at blanks outside quotes.
func quotedWords(text string) (words []string) {
	var word strings.Builder
	quote, open := rune(0), false
	for _, c := range text {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, open = c, true
		case c == ' ' || c == '\t':
			if open || word.Len() > 0 {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteRune(c)
		}
	}
	if open || word.Len() > 0 {
		words = append(words, word.String())
	}
	return words
}

func (g *run) help() error {
	names := make([]string, 0, 64)
	for n := range commands() {
		names = append(names, n)
	}
	sort.Strings(names)
	g.printf("%s%s\n", usageText, strings.Join(names, " "))
	return nil
}

// similar proposes commands one or two letters away from the one that does not exist.
func (g *run) similar() string {
	var near []string
	for n := range commands() {
		if distance(n, g.name) <= 2 {
			near = append(near, n)
		}
	}
	sort.Strings(near)
	switch len(near) {
	case 0:
		return ""
	case 1:
		return "\n\nThe most similar command is\n\t" + near[0]
	}
	return "\n\nThe most similar commands are\n\t" + strings.Join(near, "\n\t")
}

// distance is the number of letters to change, add or drop between two short words; 3 stands for more.
func distance(a, b string) int {
	if len(a) > 32 || len(b) > 32 {
		return 3
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost++
			}
			last = row[j+1]
			row[j+1] = min(cost, row[j]+1, last+1)
		}
	}
	return row[len(b)]
}

// refused says why some well-known commands are not there.
var refused = map[string]string{
	"bisect":    "bisect is not supported in this git",
	"submodule": "submodules are not supported in this git",
	"worktree":  "worktrees are not supported in this git",
	"am":        "am is not supported in this git; use apply and commit",
	"lfs":       "large file storage is not supported in this git",
	"svn":       "svn is not supported in this git",
}

func commands() map[string]func(*run, []string) error {
	return map[string]func(*run, []string) error{
		"add":           (*run).add,
		"apply":         (*run).apply,
		"archive":       (*run).archive,
		"blame":         (*run).blame,
		"branch":        (*run).branch,
		"cat-file":      (*run).catFile,
		"checkout":      (*run).checkout,
		"check-ignore":  (*run).checkIgnore,
		"cherry-pick":   (*run).cherryPick,
		"clean":         (*run).clean,
		"clone":         (*run).clone,
		"commit":        (*run).commit,
		"config":        (*run).config,
		"count-objects": (*run).countObjects,
		"describe":      (*run).describe,
		"diff":          (*run).diff,
		"diff-files":    (*run).plumbingDiff,
		"diff-index":    (*run).plumbingDiff,
		"diff-tree":     (*run).plumbingDiff,
		"fetch":         (*run).fetch,
		"for-each-ref":  (*run).forEachRef,
		"gc":            (*run).gc,
		"grep":          (*run).grep,
		"hash-object":   (*run).hashObject,
		"init":          (*run).init,
		"log":           (*run).log,
		"ls-files":      (*run).lsFiles,
		"ls-remote":     (*run).lsRemote,
		"ls-tree":       (*run).lsTree,
		"merge":         (*run).merge,
		"merge-base":    (*run).mergeBase,
		"mv":            (*run).mv,
		"pull":          (*run).pull,
		"push":          (*run).push,
		"rebase":        (*run).rebase,
		"reflog":        (*run).reflog,
		"remote":        (*run).remote,
		"reset":         (*run).reset,
		"restore":       (*run).restore,
		"rev-list":      (*run).revList,
		"rev-parse":     (*run).revParse,
		"revert":        (*run).revert,
		"rm":            (*run).rm,
		"shortlog":      (*run).shortlog,
		"show":          (*run).show,
		"show-ref":      (*run).showRef,
		"stash":         (*run).stash,
		"status":        (*run).status,
		"switch":        (*run).switchBranch,
		"symbolic-ref":  (*run).symbolicRef,
		"tag":           (*run).tag,
		"update-ref":    (*run).updateRefCommand,
		"var":           (*run).variable,
		"version":       (*run).version,
		"write-tree":    (*run).writeTreeCommand,
	}
}

func (g *run) version([]string) error {
	g.printf("git version %s\n", Version)
	return nil
}
