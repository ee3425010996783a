package shell

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
	"mvdan.cc/sh/v3/syntax"
)

// savedFD remembers what a redirection replaced.
type savedFD struct {
	n       int
	file    *kernel.File // nil: the descriptor was closed
	cloexec bool
}

// redirect applies redirections in order to the descriptors of the shell. It returns what restore needs to undo
// them; when one fails those before it stay in effect until the caller restores them.
func (sh *Shell) redirect(redirs []*syntax.Redirect) (saved []savedFD, ok bool) {
	if len(redirs) == 0 {
		return nil, true
	}
	for _, r := range redirs {
		if !sh.redirectOne(r, &saved) {
			return saved, false
		}
	}
	return saved, true
}

// restore undoes redirections, last first.
func (sh *Shell) restore(saved []savedFD) {
	for i := len(saved) - 1; i >= 0; i-- {
		s := &saved[i]
		if s.file == nil {
			sh.p.CloseFD(s.n) // closed again by the command itself is no error
			continue
		}
		sh.p.SetFD(s.n, s.file, s.cloexec)
	}
}

// forget drops what restore would have needed: the redirections stay (exec without a command).
func forget(saved []savedFD) {
	for i := range saved {
		if saved[i].file != nil {
			saved[i].file.Close()
		}
	}
}

// install puts f at descriptor n, taking over the caller's reference, and remembers what was there.
func (sh *Shell) install(n int, f *kernel.File, saved *[]savedFD) error {
	s := savedFD{n: n, cloexec: sh.p.CloseOnExec(n)}
	s.file = sh.p.TakeFD(n)
	if err := sh.p.SetFD(n, f, false); err != nil {
		if limit := sh.p.Kernel().Limits().OpenFiles; limit > 0 && n >= limit {
			sh.p.LimitHit(kernel.LimitOpenFiles, int64(limit))
		}
		if s.file != nil {
			sh.p.SetFD(n, s.file, s.cloexec)
		}
		return err
	}
	*saved = append(*saved, s)
	return nil
}

func (sh *Shell) redirectOne(r *syntax.Redirect, saved *[]savedFD) bool {
	fd, varName := -1, ""
	if r.N != nil {
		if v, ok := strings.CutPrefix(r.N.Value, "{"); ok {
			varName = strings.TrimSuffix(v, "}")
		} else {
			n, err := strconv.Atoi(r.N.Value)
			if err != nil || n < 0 {
				sh.errf("%s: Bad file descriptor", r.N.Value)
				return false
			}
			fd = n
		}
	}
	if fd < 0 {
		switch r.Op {
		case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			fd = 0
		default:
			fd = 1
		}
	}
	place := func(f *kernel.File) bool {
		if varName != "" {
			n, err := sh.p.AddFD(f, 10, false)
			if err != nil {
				sh.errf("%s: %s", varName, errnoText(err))
				return false
			}
			if err := sh.setVar(varName, strconv.Itoa(n)); err != nil {
				sh.p.CloseFD(n)
				sh.expansionFailed(err)
				return false
			}
			if sh.opts.varredir_close {
				*saved = append(*saved, savedFD{n: n})
			}
			return true
		}
		if err := sh.install(fd, f, saved); err != nil {
			sh.errf("%d: %s", fd, errnoText(err))
			return false
		}
		return true
	}

	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		text := ""
		if r.Hdoc != nil {
			body := r.Hdoc
			if r.Op == syntax.DashHdoc {
				body = withoutTabs(body)
			}
			if quotedDelimiter(r.Word) {
				text = body.Lit()
			} else {
				var err error
				if text, err = sh.expandHeredoc(body); err != nil {
					sh.expansionFailed(err)
					return false
				}
			}
		}
		return place(kernel.NewHereDocument([]byte(text), "here-document"))
	case syntax.WordHdoc:
		text, err := sh.expandWord(r.Word)
		if err != nil {
			sh.expansionFailed(err)
			return false
		}
		return place(kernel.NewHereDocument([]byte(text+"\n"), "here-string"))
	case syntax.DplIn, syntax.DplOut:
		return sh.duplicate(r, fd, varName, place, saved)
	}

	name, err := sh.expandRedirect(r.Word)
	if err != nil {
		sh.redirectFailed(err)
		return false
	}
	if r.Op == syntax.RdrAll || r.Op == syntax.AppAll {
		return sh.redirectBoth(name, r.Op == syntax.AppAll, saved)
	}
	f, err := sh.openRedirect(name, r.Op)
	if err != nil {
		sh.openFailed(name, err)
		return false
	}
	return place(f)
}

// redirectFailed reports an expansion error in a redirection: an ambiguous redirect fails the command alone.
func (sh *Shell) redirectFailed(err error) {
	var ee *expandError
	if errors.As(err, &ee) && !ee.fatal && strings.HasSuffix(ee.msg, "ambiguous redirect") {
		sh.errf("%s", ee.msg)
		return
	}
	sh.expansionFailed(err)
}

func (sh *Shell) openFailed(name string, err error) {
	if errors.Is(err, errNoClobber) {
		sh.errf("%s: cannot overwrite existing file", name)
		return
	}
	sh.errf("%s: %s", name, errnoText(err))
}

var errNoClobber = errors.New("cannot overwrite existing file")

// openRedirect opens the file of a redirection.
func (sh *Shell) openRedirect(name string, op syntax.RedirOperator) (*kernel.File, error) {
	switch op {
	case syntax.RdrIn:
		return sh.open(name, os.O_RDONLY)
	case syntax.RdrInOut:
		return sh.open(name, os.O_RDWR|os.O_CREATE)
	case syntax.AppOut, syntax.AppAll:
		return sh.open(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	case syntax.RdrOut, syntax.RdrAll, syntax.DplOut:
		if sh.opts.noclobber {
			if fi, err := sh.p.FS().Stat(name); err == nil {
				if fi.Mode().IsRegular() {
					return nil, errNoClobber
				}
				return sh.open(name, os.O_WRONLY|os.O_TRUNC)
			}
			f, err := sh.open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
			if errors.Is(err, os.ErrExist) {
				return nil, errNoClobber
			}
			return f, err
		}
	}
	return sh.open(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
}

func (sh *Shell) open(name string, flag int) (*kernel.File, error) {
	if name == "" {
		return nil, syscall.ENOENT
	}
	if strings.HasPrefix(name, "/dev/tcp/") || strings.HasPrefix(name, "/dev/udp/") {
		if f, err, ok := sh.openNetwork(name); ok {
			return f, err
		}
	}
	return sh.p.OpenContext(sh.ctx, name, flag, 0o666)
}

// redirectBoth is &>word and &>>word: standard output and standard error to one file.
func (sh *Shell) redirectBoth(name string, appendTo bool, saved *[]savedFD) bool {
	op := syntax.RdrAll
	if appendTo {
		op = syntax.AppAll
	}
	f, err := sh.openRedirect(name, op)
	if err != nil {
		sh.openFailed(name, err)
		return false
	}
	g := f.Ref()
	if err := sh.install(1, f, saved); err != nil {
		g.Close()
		sh.errf("1: %s", errnoText(err))
		return false
	}
	if err := sh.install(2, g, saved); err != nil {
		sh.errf("2: %s", errnoText(err))
		return false
	}
	return true
}

// duplicate is N>&word and N<&word: a copy of a descriptor, a move (N>&M-), a close (N>&-), or &> in its older
// spelling (>&word).
func (sh *Shell) duplicate(r *syntax.Redirect, fd int, varName string, place func(*kernel.File) bool, saved *[]savedFD) bool {
	word, err := sh.expandRedirect(r.Word)
	if err != nil {
		sh.redirectFailed(err)
		return false
	}
	if word == "-" {
		if varName != "" {
			v, _ := sh.getVar(varName)
			n, err := strconv.Atoi(v)
			if err != nil {
				sh.errf("%s: Bad file descriptor", varName)
				return false
			}
			fd = n
			sh.p.CloseFD(fd)
			return true
		}
		s := savedFD{n: fd, cloexec: sh.p.CloseOnExec(fd)}
		if s.file = sh.p.TakeFD(fd); s.file != nil {
			*saved = append(*saved, s)
		}
		return true
	}
	digits, move := strings.CutSuffix(word, "-")
	from, err := strconv.Atoi(digits)
	if err != nil || from < 0 || digits[0] == '+' {
		if r.Op == syntax.DplOut && (r.N == nil || r.N.Value == "1") && varName == "" {
			return sh.redirectBoth(word, false, saved)
		}
		sh.errf("%s: ambiguous redirect", wordText(r.Word))
		return false
	}
	src := sh.p.FD(from)
	if src == nil {
		sh.errf("%d: Bad file descriptor", from)
		return false
	}
	if from == fd && varName == "" {
		return true
	}
	if !place(src.File().Ref()) {
		return false
	}
	if move {
		s := savedFD{n: from, cloexec: sh.p.CloseOnExec(from)}
		s.file = sh.p.TakeFD(from)
		*saved = append(*saved, s)
	}
	return true
}

// wordText is the source text of a word.
func wordText(w *syntax.Word) string {
	var b strings.Builder
	syntax.NewPrinter().Print(&b, w)
	return b.String()
}

// quotedDelimiter reports whether any part of the delimiter of a here-document is quoted: then its body is taken as it is.
func quotedDelimiter(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		case *syntax.Lit:
			if strings.IndexByte(p.Value, '\\') >= 0 {
				return true
			}
		}
	}
	return false
}

// withoutTabs is the body of a <<- here-document without the tabs that begin its lines. Those that come out of
// expansions stay.
func withoutTabs(w *syntax.Word) *syntax.Word {
	out := &syntax.Word{Parts: make([]syntax.WordPart, len(w.Parts))}
	start := true
	for i, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok {
			out.Parts[i], start = p, false
			continue
		}
		var b strings.Builder
		for j := 0; j < len(lit.Value); j++ {
			c := lit.Value[j]
			if start && c == '\t' {
				continue
			}
			start = c == '\n'
			b.WriteByte(c)
		}
		c := *lit
		c.Value = b.String()
		out.Parts[i] = &c
	}
	return out
}
