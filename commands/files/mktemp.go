package files

import (
	"context"
	"os"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var mktempUsage = optparse.Define("mktemp", "[OPTION]... [TEMPLATE]",
	"Create a temporary file or directory, safely, and print its name.\nTEMPLATE must contain at least 3 consecutive 'X's in last component.\nIf TEMPLATE is not specified, use tmp.XXXXXXXXXX, and --tmpdir is implied.", `
-d, --directory     create a directory, not a file
-u, --dry-run       do not create anything; merely print a name (unsafe)
-q, --quiet         suppress diagnostics about file/dir-creation failure
    --suffix=SUFF   append SUFF to TEMPLATE
-p DIR              interpret TEMPLATE relative to DIR
    --tmpdir[=DIR]  likewise; without DIR, use $TMPDIR if set, else /tmp
-t                  interpret TEMPLATE as a single file name component,\nrelative to a directory
`)

func mktemp(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, mktempUsage)
	if done {
		return status
	}
	dir, hasDir, suffix, hasSuffix := "", false, "", false
	mkdir, dry, quiet, single := false, false, false, false
	for _, m := range o.Options {
		switch m.Key {
		case "d":
			mkdir = true
		case "u":
			dry = true
		case "q":
			quiet = true
		case "suffix":
			suffix, hasSuffix = m.Value, true
		case "p", "tmpdir":
			dir, hasDir = m.Value, true
		case "t":
			single = true
		}
	}
	template := "tmp.XXXXXXXXXX"
	switch len(o.Args) {
	case 0:
		hasDir = true
	case 1:
		template = o.Args[0]
	default:
		return cmd.UsageError(p, mktempUsage, "too many templates")
	}
	if hasSuffix {
		if !strings.HasSuffix(template, "X") {
			cmd.Errorf(p, "with --suffix, template %s must end in X", cmd.QuoteC(template))
			return 1
		}
	} else if i := strings.LastIndexByte(template, 'X'); i >= 0 {
		template, suffix = template[:i+1], template[i+1:]
	}
	if strings.ContainsRune(suffix, '/') {
		cmd.Errorf(p, "invalid suffix %s, contains directory separator", cmd.QuoteC(suffix))
		return 1
	}
	stem := strings.TrimRight(template, "X")
	count := len(template) - len(stem)
	if count < 3 {
		cmd.Errorf(p, "too few X's in template %s", cmd.QuoteC(template+suffix))
		return 1
	}
	if single || hasDir {
		if single && strings.ContainsRune(template, '/') {
			cmd.Errorf(p, "invalid template, %s, contains directory separator", cmd.QuoteC(template+suffix))
			return 1
		}
		if hasDir && strings.HasPrefix(template, "/") {
			cmd.Errorf(p, "invalid template, %s; with --tmpdir, it may not be absolute", cmd.QuoteC(template+suffix))
			return 1
		}
		if env := p.Getenv("TMPDIR"); env != "" && (single || dir == "") {
			dir = env
		}
		if dir == "" {
			dir = "/tmp"
		}
		stem = join(dir, stem)
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	var err error
	for range 200 {
		name := []byte(stem)
		for range count {
			name = append(name, letters[p.Kernel().Rand().Uint64()%uint64(len(letters))])
		}
		full := string(name) + suffix
		switch {
		case dry:
			_, lerr := p.FS().Lstat(full)
			if isNotExist(lerr) {
				err = nil
			} else {
				err = errExists
			}
		case mkdir:
			err = p.FS().Mkdir(full, 0o700)
		default:
			f, oerr := p.FS().OpenFile(full, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
			if err = oerr; err == nil {
				_ = f.Close()
			}
		}
		if err == nil {
			w := cmd.NewWriter(p)
			_, _ = w.WriteString(full + "\n")
			return w.Finish(0)
		}
		if !isErr(err, errExists) {
			break
		}
	}
	if !quiet {
		what := "file"
		if mkdir {
			what = "directory"
		}
		cmd.Errorf(p, "failed to create %s via template %s: %s", what, cmd.Quote(stem+strings.Repeat("X", count)+suffix), kernel.Strerror(err))
	}
	return 1
}
