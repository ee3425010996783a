package npm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/vfs"
)

// packed is the time that every file of an archive has, so that equal packages are equal bytes; it is npm's own choice.
var packed = time.Date(1985, time.October, 26, 8, 15, 0, 0, time.UTC)

// packCommand makes the archive that would be published: what package.json's files names, or everything but what
// .npmignore or .gitignore names; node_modules and archives of npm never.
func packCommand(ctx context.Context, r *run) error {
	dir := r.c.dir
	if len(r.words) > 1 {
		dir = r.p.FS().Abs(r.words[1])
	}
	pkg, err := readManifest(r.p, dir)
	if err != nil {
		return err
	}
	if pkg.name() == "" || pkg.version() == "" {
		return errorf("", "Invalid package, must have name and version")
	}
	if !r.c.bool("ignore-scripts") {
		for _, event := range []string{"prepack", "prepare"} {
			if pkg.obj("scripts").str(event) != "" {
				if err := runScript(ctx, r.c, script{pkg: pkg, dir: dir, event: event, command: "pack", header: true}); err != nil {
					return err
				}
			}
		}
	}
	files, err := packList(r.p.FS(), dir, pkg)
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	w := tar.NewWriter(z)
	var unpacked int64
	var listing strings.Builder
	for _, name := range files {
		text, err := r.p.FS().ReadFile(path.Join(dir, name))
		if err != nil {
			return err
		}
		info, err := r.p.FS().Stat(path.Join(dir, name))
		if err != nil {
			return err
		}
		unpacked += int64(len(text))
		fmt.Fprintf(&listing, "npm notice %s %s\n", bytesText(int64(len(text))), name)
		h := &tar.Header{Name: "package/" + name, Mode: 0o644 | int64(info.Mode().Perm()&0o111), Size: int64(len(text)), ModTime: packed, Typeflag: tar.TypeReg}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	file := strings.ReplaceAll(strings.TrimPrefix(pkg.name(), "@"), "/", "-") + "-" + pkg.version() + ".tgz"
	if !r.c.bool("dry-run") {
		to := r.p.Dir()
		if d := r.c.get("pack-destination"); d != "" {
			to = r.p.FS().Abs(d)
		}
		if err := writeFile(r.p, path.Join(to, file), buf.String()); err != nil {
			return err
		}
	}
	if !r.c.silent() {
		integrity := integrityOf(buf.Bytes())
		fmt.Fprintf(r.p.Stderr(), "npm notice\nnpm notice 📦  %s\nnpm notice Tarball Contents\n%snpm notice Tarball Details\n"+
			"npm notice name: %s\nnpm notice version: %s\nnpm notice filename: %s\nnpm notice package size: %s\nnpm notice unpacked size: %s\nnpm notice shasum: %s\nnpm notice integrity: %s[...]%s\nnpm notice total files: %d\nnpm notice\n",
			pkg.id(), listing.String(), pkg.name(), pkg.version(), file, bytesSpaced(int64(buf.Len())), bytesSpaced(unpacked), shasum(buf.Bytes()), integrity[:20], integrity[len(integrity)-15:], len(files))
	}
	r.printf("%s\n", file)
	return nil
}

func bytesText(n int64) string { return strings.ReplaceAll(bytesSpaced(n), " ", "") }

// bytesSpaced is a size in decimal units, as npm shows it.
func bytesSpaced(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// always are the names that no list leaves out or takes in.
func always(name string) bool {
	base := strings.ToLower(name)
	stem, _, _ := strings.Cut(base, ".")
	return base == "package.json" || slices.Contains([]string{"readme", "license", "licence", "copying"}, stem) && !strings.Contains(name, "/")
}

func packList(disk *vfs.FS, dir string, pkg *manifest) ([]string, error) {
	wanted := pkg.list("files")
	_, hasFiles := pkg.get("files").([]any)
	var ignore []string
	if !hasFiles {
		for _, f := range []string{".npmignore", ".gitignore"} {
			if text, err := disk.ReadFile(path.Join(dir, f)); err == nil {
				ignore = strings.Split(string(text), "\n")
				break
			}
		}
	}
	must := map[string]bool{path.Clean(pkg.str("main")): true}
	for _, b := range pkg.bins() {
		must[path.Clean(b)] = true
	}
	var out []string
	var walk func(sub string, depth int) error
	walk = func(sub string, depth int) error {
		entries, err := disk.ReadDir(path.Join(dir, sub))
		if err != nil || depth > maxDepth {
			return err
		}
		for _, e := range entries {
			name := path.Join(sub, e.Name())
			switch {
			case e.Name() == "node_modules" || e.Name() == ".git" || e.Name() == ".npmrc" || e.Name() == ".DS_Store" || e.Name() == lockName && sub == "" || e.Name() == ".npmignore" || e.Name() == ".gitignore":
			case e.IsDir():
				if err := walk(name, depth+1); err != nil {
					return err
				}
			case e.Type()&fs.ModeType != 0: // links are not packed
			case always(name) || must[name]:
				out = append(out, name)
			case hasFiles && listed(wanted, name), !hasFiles && !listed(ignore, name) && !strings.HasSuffix(name, ".tgz"):
				out = append(out, name)
			}
		}
		return nil
	}
	if err := walk("", 0); err != nil {
		return nil, err
	}
	slices.SortFunc(out, compareNames)
	return out, nil
}

// listed says whether a list of patterns, as in .gitignore, names a file or a folder above it; the last word counts.
func listed(patterns []string, name string) bool {
	in := false
	for _, p := range patterns {
		p = strings.TrimSpace(p)
		if p == "" || p[0] == '#' {
			continue
		}
		no := p[0] == '!'
		p = strings.TrimPrefix(strings.TrimPrefix(p, "!"), "./")
		rooted := strings.Contains(strings.TrimSuffix(p, "/"), "/")
		p = strings.Trim(p, "/")
		p = strings.TrimSuffix(strings.TrimSuffix(p, "/**"), "/*")
		segs := strings.Split(name, "/")
		for i := range segs {
			sub := segs[i]
			if rooted {
				sub = strings.Join(segs[:i+1], "/")
			}
			if ok, err := path.Match(strings.TrimPrefix(p, "**/"), sub); err == nil && ok || p == "*" || p == "." {
				in = !no
				break
			}
		}
	}
	return in
}
