package sandpittest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandpit-dev/sandpit"
)

// Params says how RunDir makes the box of each script.
type Params struct {
	// Options are those of every box; the files of the archive are added to Options.Files.
	Options sandpit.Options
	// Setup is called with each box before its script runs; nil = nothing to do.
	Setup func(t testing.TB, sb *sandpit.Sandbox)
}

// RunDir runs every *.txtar file of a folder of the host as a subtest, named after the file, in parallel, each in a box
// of its own. The files of the archive are unpacked in the box's working directory, $WORK, and the script begins there.
// Run one of them with -run 'TestName/^file$'.
//
// A line of the script is a command with its words. 'Single quotes' hold a word together and keep $NAME and ${NAME}
// from being replaced (” in them is a quote); ${NAME@R} is the value with the special characters of a regular
// expression quoted; # begins a comment. A ! before a command says that it must fail; ? that it may. [cond] before it
// runs it only if cond holds: [short], [unix] and [linux] (a box is both), [exec:prog] (the box has prog), [net] (never),
// and their negation [!cond].
//
//	exec prog [arg...] [&|&name&]  run a program of the box; it must succeed; & = in the background, until the end
//	wait [name]                    wait for the background; stdout and stderr are theirs afterwards
//	kill [-SIGNAL] [name]          signal the background; default KILL
//	stdin file                     what the next exec reads (stdout, stderr: what the last one printed)
//	stdout|stderr [-count=N] re    what the last exec printed matches the regular expression (Go's syntax, with (?m))
//	grep [-count=N] re file        the file's content does
//	cmp a b                        the two are equal; cmpenv a b: $NAME in b is replaced before
//	cd dir, mkdir dir..., cp src... dst, mv a b, rm path..., chmod mode path..., symlink link -> target, unquote file...
//	exists [-readonly] path...     all are there
//	env [name=value...]            set variables, or show all
//	waitport N                     wait until something listens
//	fetch [-X method] [-d body] [-status N] url   an HTTP request into the box; its body is stdout, its headers stderr;
//	                               it fails for a status of 400 and above, or other than N
//	skip [text], stop [text]       end the test here: as skipped, as passed
//
// Unlike testscript, ? is known, a line that is not a command says so with its number, and [!exec:prog] asks the box.
func RunDir(t *testing.T, dir string, params ...Params) {
	t.Helper()
	var p Params
	switch len(params) {
	case 0:
	case 1:
		p = params[0]
	default:
		t.Fatal("sandpittest: more than one Params")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("sandpittest: no *.txtar in %s", dir)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive := readTxtar(t, file)
			opts := p.Options
			opts.Files = mergeFiles(opts.Files, txtarFiles(archive))
			sb := New(t, opts)
			if p.Setup != nil {
				p.Setup(t, sb)
			}
			s := newScript(t, sb, file)
			defer s.endBackground()
			s.run(string(archive.Comment))
		})
	}
}
