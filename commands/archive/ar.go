package archive

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

const arMagic = "!<arch>\n"

// arMember is a member of an ar archive, its contents held where they are in the file.
type arMember struct {
	name   string
	header string // the numbers of the header, 44 bytes: date, uid, gid, mode, size
	offset int64
	size   int64
}

// long is the line of ar tv.
func (m *arMember) long() string {
	number := func(from, to, base int) int64 {
		n, _ := strconv.ParseInt(strings.TrimSpace(m.header[from:min(to, len(m.header))]), base, 64)
		return n
	}
	mode := cmd.ModeString(fs.FileMode(number(24, 32, 8)) & 0o777)
	return fmt.Sprintf("%s %d/%d %6d %s %s", mode[1:], number(12, 18, 10), number(18, 24, 10), m.size, time.Unix(number(0, 12, 10), 0).UTC().Format("Jan _2 15:04 2006"), m.name)
}

// ar keeps archives as binutils does in its deterministic mode: no times, owners or modes of members.
func ar(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	if len(args) < 2 {
		cmd.Raw(p, "Usage: ar [-]{dmpqrstx}[abcDfilMNoOPsSTuvV] archive-file file...\n")
		return 1
	}
	keys, archive, files := strings.TrimPrefix(args[0], "-"), args[1], args[2:]
	op, verbose, create := byte(0), false, false
	for i := range len(keys) {
		switch c := keys[i]; c {
		case 't', 'x', 'r', 'd', 'p', 'q':
			if op != 0 {
				cmd.Raw(p, "ar: two different operation options specified\n")
				return 1
			}
			op = c
		case 'v':
			verbose = true
		case 'c':
			create = true
		case 's', 'S', 'D', 'U', 'u', 'o', 'f', 'T':
		default:
			cmd.Raw(p, "ar: invalid option -- '"+string(c)+"'\n")
			return 1
		}
	}
	in, members, err := openAr(p, archive)
	if err != nil && (op == 'r' || op == 'q') {
		if _, serr := p.FS().Stat(archive); serr != nil {
			if !create {
				cmd.Raw(p, "ar: creating "+archive+"\n")
			}
			err = nil
		}
	}
	if err == errFormat {
		cmd.Raw(p, "ar: "+archive+": file format not recognized\n")
		return 1
	}
	if err != nil {
		cmd.Raw(p, "ar: "+archive+": "+kernel.Strerror(err)+"\n")
		return 9
	}
	if in != nil {
		defer in.Close()
	}
	a := &arRun{p: p, out: cmd.NewWriter(p), in: in, archive: archive, verbose: verbose}
	switch op {
	case 't', 'p', 'x':
		a.each(op, members, files)
	case 'r', 'q':
		a.replace(members, files, op == 'q')
	case 'd':
		a.remove(members, files)
	default:
		cmd.Raw(p, "ar: no operation specified\n")
		return 1
	}
	return a.out.Finish(a.status)
}

type arRun struct {
	p       *kernel.Process
	out     *cmd.Writer
	in      *kernel.File
	archive string
	verbose bool
	status  int
}

func openAr(p *kernel.Process, name string) (*kernel.File, []arMember, error) {
	f, err := p.Open(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, nil, err
	}
	members, err := readAr(f)
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, members, nil
}

// readAr reads the headers. Long names are in the member "//".
func readAr(f io.ReaderAt) (members []arMember, err error) {
	head := make([]byte, len(arMagic))
	if n, _ := f.ReadAt(head, 0); n != len(head) || string(head) != arMagic {
		return nil, errFormat
	}
	long := ""
	for at := int64(len(arMagic)); ; {
		h := make([]byte, 60)
		if n, _ := f.ReadAt(h, at); n == 0 {
			return members, nil
		} else if n < 60 || string(h[58:]) != "`\n" {
			return nil, errFormat
		}
		size, perr := strconv.ParseInt(strings.TrimSpace(string(h[48:58])), 10, 64)
		if perr != nil || size < 0 {
			return nil, errFormat
		}
		name := strings.TrimRight(string(h[:16]), " ")
		m := arMember{header: string(h[16:60]), offset: at + 60, size: size}
		at += 60 + size + size%2
		switch {
		case name == "//":
			b := make([]byte, min(size, 1<<20))
			n, _ := f.ReadAt(b, m.offset)
			long = string(b[:n])
			continue
		case name == "/" || name == "/SYM64/":
			continue
		case strings.HasPrefix(name, "/"):
			off, perr := strconv.Atoi(name[1:])
			if perr != nil || off < 0 || off >= len(long) {
				return nil, errFormat
			}
			name, _, _ = strings.Cut(long[off:], "/\n")
		default:
			name = strings.TrimSuffix(name, "/")
		}
		m.name = name
		members = append(members, m)
	}
}

func (a *arRun) each(op byte, members []arMember, files []string) {
	found := map[string]bool{}
	for _, m := range members {
		wanted := len(files) == 0
		for _, f := range files {
			if path.Base(f) == m.name || f == m.name {
				wanted, found[f] = true, true
			}
		}
		if !wanted {
			continue
		}
		body := io.NewSectionReader(a.in, m.offset, m.size)
		switch op {
		case 't':
			if a.verbose {
				a.out.Printf("%s\n", m.long())
			} else {
				a.out.Printf("%s\n", m.name)
			}
		case 'p':
			if a.verbose {
				a.out.Printf("\n<%s>\n\n", m.name)
			}
			_, _ = io.Copy(a.out, body)
		case 'x':
			name := path.Base(m.name) // never anywhere but here
			if name == "." || name == ".." || name == "/" {
				a.fail("illegal output pathname for archive member: %s", m.name)
				continue
			}
			if a.verbose {
				a.out.Printf("x - %s\n", name)
			}
			_ = a.p.FS().Unlink(name)
			f, err := a.p.Open(name, newFile, 0o644)
			if err != nil {
				a.fail("%s: %s", name, kernel.Strerror(err))
				continue
			}
			rerr, werr := cmd.Copy(&processWriter{ctx: a.p.Context(), f: f}, body)
			if rerr != nil || werr != nil {
				a.fail("%s: write error", name)
			}
			_ = f.Close()
		}
	}
	for _, f := range files {
		if !found[f] {
			_ = a.out.Flush()
			cmd.Raw(a.p, fmt.Sprintf("no entry %s in archive\n", f))
			a.status = 1
		}
	}
}

func (a *arRun) fail(format string, args ...any) {
	_ = a.out.Flush()
	cmd.Raw(a.p, "ar: "+fmt.Sprintf(format, args...)+"\n")
	a.status = 1
}

// arSource is a member of the archive to be written: an old one, or a file.
type arSource struct {
	name string
	old  *arMember
	file string
}

func (a *arRun) replace(members []arMember, files []string, quick bool) {
	var list []arSource
	at := map[string]int{}
	for i := range members {
		at[members[i].name] = len(list)
		list = append(list, arSource{name: members[i].name, old: &members[i]})
	}
	for _, f := range files {
		if _, err := a.p.FS().Stat(f); err != nil {
			a.fail("%s: %s", f, kernel.Strerror(err))
			return
		}
		name := path.Base(f)
		i, exists := at[name]
		if exists && !quick {
			list[i] = arSource{name: name, file: f}
		} else {
			at[name] = len(list)
			list = append(list, arSource{name: name, file: f})
		}
		if a.verbose {
			a.out.Printf("%s - %s\n", map[bool]string{true: "r", false: "a"}[exists], f)
		}
	}
	a.write(list)
}

func (a *arRun) remove(members []arMember, files []string) {
	var list []arSource
	for i := range members {
		drop := false
		for _, f := range files {
			drop = drop || path.Base(f) == members[i].name
		}
		if drop && a.verbose {
			a.out.Printf("d - %s\n", members[i].name)
		}
		if !drop {
			list = append(list, arSource{name: members[i].name, old: &members[i]})
		}
	}
	a.write(list)
}

// write makes the new archive beside the old one and renames it.
func (a *arRun) write(list []arSource) {
	f, temp, err := createTemp(a.p, path.Dir(a.archive), "st")
	if err != nil {
		a.fail("%s: %s", a.archive, kernel.Strerror(err))
		return
	}
	err = a.fill(&processWriter{ctx: a.p.Context(), f: f}, list)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		_ = a.p.FS().Chmod(temp, 0o666&^a.p.Umask())
		err = a.p.FS().Rename(temp, a.archive)
	}
	if err != nil {
		_ = a.p.FS().Unlink(temp)
		a.fail("%s: %s", a.archive, kernel.Strerror(err))
	}
}

func (a *arRun) fill(w io.Writer, list []arSource) error {
	out := &countingWriter{w: w}
	_, _ = io.WriteString(out, arMagic)
	var long strings.Builder
	names := make([]string, len(list))
	for i, s := range list {
		if names[i] = s.name + "/"; len(names[i]) > 16 {
			names[i] = "/" + strconv.Itoa(long.Len())
			long.WriteString(s.name + "/\n")
		}
	}
	if long.Len() > 0 {
		table := long.String()
		if len(table)%2 == 1 {
			table += "\n"
		}
		fmt.Fprintf(out, "%-48s%-10d`\n%s", "//", len(table), table)
	}
	for i, s := range list {
		var src io.Reader
		var size int64
		head := ""
		if s.old != nil {
			src, size = io.NewSectionReader(a.in, s.old.offset, s.old.size), s.old.size
			head = s.old.header
		} else {
			in, err := cmd.OpenFile(a.p, s.file)
			if err != nil {
				return err
			}
			defer in.Close()
			info, err := in.Stat()
			if err != nil {
				return err
			}
			src, size = in, info.Size()
			head = fmt.Sprintf("%-12d%-6d%-6d%-8o%-10d`\n", 0, 0, 0, 0o100644, size)
		}
		fmt.Fprintf(out, "%-16s%s", names[i], head)
		if n, err := io.CopyN(out, src, size); err != nil && n != size {
			return err
		}
		if size%2 == 1 {
			_, _ = io.WriteString(out, "\n")
		}
		if out.err != nil {
			return out.err
		}
	}
	return out.err
}
