package git

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var archiveUsage = optparse.Define("archive", "[<options>] <tree-ish> [<path>...]", "", `
    --format=<fmt>
    --prefix=<prefix>
-o, --output=<file>
-v, --verbose
-l, --list
`)

// archive writes the files of a commit as tar or tar.gz.
func (g *run) archive(args []string) error {
	if _, err := g.open(); err != nil {
		return err
	}
	o, err := g.options(archiveUsage, args)
	if err != nil {
		return err
	}
	if o.Has("l") {
		g.printf("tar\ntgz\ntar.gz\n")
		return nil
	}
	if len(o.Args) == 0 {
		return fatal("must specify tree-ish")
	}
	output, _ := o.Value("o")
	format, given := o.Value("format")
	if !given {
		format = "tar"
		if strings.HasSuffix(output, ".tgz") || strings.HasSuffix(output, ".tar.gz") {
			format = "tar.gz"
		}
	}
	if format != "tar" && format != "tgz" && format != "tar.gz" {
		return fatal("Unknown archive format '%s'", format)
	}
	h, ok := g.lookup(o.Args[0])
	var root plumbing.Hash
	if ok {
		root, ok = g.peel(h, plumbing.TreeObject)
	}
	if !ok {
		return fatal("not a valid object name: %s", o.Args[0])
	}
	when, comment := g.now(), ""
	if c, ok := g.peel(h, plumbing.CommitObject); ok {
		commit, err := g.commitOf(c)
		if err != nil {
			return err
		}
		when, comment = commit.Committer.When, c.String()
	}
	files, err := g.readTree(root)
	if err != nil {
		return err
	}
	names := sortedKeys(files)
	if len(o.Args) > 1 {
		kept := names[:0]
		for _, n := range names {
			if pathMatches(o.Args[1:], n) {
				kept = append(kept, n)
			}
		}
		if names = kept; len(names) == 0 {
			return fatal("pathspec '%s' did not match any files", o.Args[1])
		}
	}
	var w io.Writer = g.w
	if output != "" {
		f, err := g.p.Open(output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return fatal("could not create archive file '%s': %s", output, kernel.Strerror(err))
		}
		defer func() { _ = f.Close() }()
		w = boxFile{g, f}
	}
	if format != "tar" {
		z := gzip.NewWriter(w)
		defer func() { _ = z.Close() }()
		w = z
	}
	prefix, _ := o.Value("prefix")
	return g.writeArchive(w, files, names, prefix, comment, when)
}

func (g *run) writeArchive(w io.Writer, files tree, names []string, prefix, comment string, when time.Time) error {
	tw := tar.NewWriter(w)
	if comment != "" {
		if err := tw.WriteHeader(&tar.Header{Typeflag: tar.TypeXGlobalHeader, Name: "pax_global_header", PAXRecords: map[string]string{"comment": comment}}); err != nil {
			return err
		}
	}
	when = when.Truncate(time.Second)
	made := map[string]bool{}
	dir := func(name string) error {
		if made[name] {
			return nil
		}
		made[name] = true
		return tw.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o775, ModTime: when, Uname: "root", Gname: "root"})
	}
	if strings.HasSuffix(prefix, "/") {
		if err := dir(strings.TrimSuffix(prefix, "/")); err != nil {
			return err
		}
	}
	for _, n := range names {
		if err := g.alive(); err != nil {
			return err
		}
		for i, c := range n {
			if c == '/' {
				if err := dir(prefix + n[:i]); err != nil {
					return err
				}
			}
		}
		f := files[n]
		head := &tar.Header{Typeflag: tar.TypeReg, Name: prefix + n, Mode: 0o664, ModTime: when, Uname: "root", Gname: "root"}
		if f.mode == filemode.Submodule {
			if err := dir(prefix + n); err != nil {
				return err
			}
			continue
		}
		data, err := g.readBlob(f.hash)
		if err != nil {
			return err
		}
		switch f.mode {
		case filemode.Executable:
			head.Mode = 0o775
		case filemode.Symlink:
			head.Typeflag, head.Linkname, head.Mode, data = tar.TypeSymlink, string(data), 0o777, nil
		}
		head.Size = int64(len(data))
		if err := tw.WriteHeader(head); err != nil {
			return fatal("%s: %v", path.Join(prefix, n), err)
		}
		if _, err := io.Copy(tw, bytes.NewReader(data)); err != nil {
			return err
		}
	}
	return tw.Close()
}

// boxFile writes to a file of the box.
type boxFile struct {
	g *run
	f *kernel.File
}

func (b boxFile) Write(p []byte) (int, error) { return b.f.Write(b.g.p.Context(), p) }
