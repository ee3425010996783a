package files

import (
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

func (p *findParser) toFile(name, file string) findNode {
	f := p.f
	f.acts = true
	var format *findFormat
	if name == "-fprintf" {
		text, ok := p.arg(name)
		if !ok {
			return nil
		}
		format = compileFindFormat(text)
		f.warnFormat(format)
	}
	w := f.outputs[file]
	if w == nil {
		out, err := f.p.Open(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return p.fail("%s: %s", cmd.Quote(file), kernel.Strerror(err))
		}
		f.p.AtExit(func() { _ = out.Close() })
		w = cmd.NewFileWriter(f.p, fileWriter{f.ctx, out})
		if f.outputs == nil {
			f.outputs = map[string]*cmd.Writer{}
		}
		f.outputs[file] = w
	}
	switch name {
	case "-fprint":
		return func(_ *finder, v *visit) bool { _, _ = w.WriteString(v.path + "\n"); return true }
	case "-fls":
		return func(f *finder, v *visit) bool { return findLs(f, w, v) }
	case "-fprint0":
		return func(_ *finder, v *visit) bool { _, _ = w.WriteString(v.path + "\x00"); return true }
	}
	return func(f *finder, v *visit) bool { format.print(f, w, v); return true }
}

func (p *findParser) exec(name string) findNode {
	e := &findExec{dir: strings.HasSuffix(name, "dir"), ask: strings.HasPrefix(name, "-ok")}
	for {
		if p.pos >= len(p.args) {
			return p.fail("missing argument to `%s'", name)
		}
		a := p.args[p.pos]
		p.pos++
		if a == ";" {
			break
		}
		if a == "+" && len(e.args) > 0 && e.args[len(e.args)-1] == "{}" && !e.ask {
			e.batch = true
			e.args = e.args[:len(e.args)-1]
			break
		}
		e.args = append(e.args, a)
	}
	if len(e.args) == 0 {
		return p.fail("missing argument to `%s'", name)
	}
	p.f.acts = true
	if e.batch {
		p.f.batches = append(p.f.batches, e)
	}
	return e.test
}

func findDelete(f *finder, v *visit) bool {
	if v.path == "." {
		return true
	}
	if err := f.p.FS().Remove(v.path); err != nil {
		f.fail("cannot delete %s: %s", cmd.Quote(v.path), kernel.Strerror(err))
		return false
	}
	return true
}

// findLs is -ls: the line of ls -dils.
func findLs(f *finder, w *cmd.Writer, v *visit) bool {
	st := statOf(v.info)
	size := strconv.FormatInt(v.info.Size(), 10)
	t := v.info.ModTime().In(f.loc)
	when := t.Format("Jan _2  2006")
	if t.After(f.now.Add(-halfYear)) && !t.After(f.now) {
		when = t.Format("Jan _2 15:04")
	}
	w.Printf("%9d %6d %s %3d %-8s %-8s %8s %s %s", st.Ino, (st.Blocks+1)/2, cmd.ModeString(v.info.Mode()), st.Nlink,
		f.names.User(st.UID), f.names.Group(st.GID), size, when, v.path)
	if v.info.Mode()&fs.ModeSymlink != 0 {
		if target, err := f.p.FS().Readlink(v.path); err == nil {
			_, _ = w.WriteString(" -> " + target)
		}
	}
	_ = w.WriteByte('\n')
	return true
}
