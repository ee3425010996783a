package shell

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/vfs"
)

// globField replaces the current field, which holds an unquoted special character, by the pathnames that match it.
func (e *expander) globField() {
	sh := e.sh
	pat := e.pattern()
	if !pattern.HasMeta(pat, sh.globFlags()) { // a lone [: nullglob must not take it away
		e.fields = append(e.fields, string(e.cur))
		return
	}
	matches, err := sh.glob(pat)
	if err != nil {
		e.globErr = err
		return
	}
	if len(matches) == 0 {
		switch {
		case sh.opts.failglob:
			e.globErr = &expandError{msg: "no match: " + string(e.cur), status: 1, fatal: sh.opts.errexit, exitOne: true}
		case !sh.opts.nullglob:
			e.fields = append(e.fields, string(e.cur))
		}
		return
	}
	for _, m := range matches {
		e.total += int64(len(m)) + elemCost
	}
	e.fields = append(e.fields, matches...)
}

func (e *expander) globError() error {
	err := e.globErr
	if err == nil {
		err = e.check()
	}
	return err
}

// globber expands one pattern.
type globber struct {
	sh     *Shell
	fs     *vfs.FS
	flags  pattern.Flags
	out    []string
	count  int
	err    error
	budget int
}

// globBudget bounds the directory entries that one pattern looks at.
const globBudget = 2_000_000

// maxGlobDepth bounds how deep ** descends.
const maxGlobDepth = 200

// glob returns the pathnames that match pat, sorted bytewise, nil when none does.
func (sh *Shell) glob(pat string) ([]string, error) {
	flags := pattern.Flags(0)
	if sh.opts.extglob {
		flags |= pattern.ExtGlob
	}
	if sh.opts.nocaseglob {
		flags |= pattern.IgnoreCase
	}
	if !pattern.HasMeta(pat, flags) {
		return nil, nil
	}
	g := &globber{sh: sh, fs: sh.p.FS(), flags: flags, budget: globBudget}
	parts := splitPattern(pat, flags)
	prefix := ""
	if strings.HasPrefix(pat, "/") {
		prefix = "/"
		for len(parts) > 0 && parts[0] == "" {
			parts = parts[1:]
		}
	}
	g.walk(prefix, parts)
	if g.err != nil {
		return nil, g.err
	}
	out := g.out
	if ignore, ok := sh.getVar("GLOBIGNORE"); ok && ignore != "" {
		out = sh.ignoreGlobs(out, ignore)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// splitPattern cuts a pattern at its slashes. A slash inside an extended group or a bracket does not count.
func splitPattern(pat string, flags pattern.Flags) []string {
	var parts []string
	start, depth := 0, 0
	for i := 0; i < len(pat); i++ {
		switch pat[i] {
		case '\\':
			i++
		case '(':
			if depth > 0 || flags&pattern.ExtGlob != 0 && i > 0 && strings.IndexByte("?*+@!", pat[i-1]) >= 0 {
				depth++
			}
		case ')':
			if depth > 0 {
				depth--
			}
		case '/':
			if depth == 0 {
				parts = append(parts, pat[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, pat[start:])
}

// walk matches the components parts under the pathname prefix, which is "" or ends in a slash.
func (g *globber) walk(prefix string, parts []string) {
	for len(parts) > 0 && parts[0] == "" && len(parts) > 1 {
		prefix += "/" // a doubled slash is kept
		parts = parts[1:]
	}
	if g.err != nil {
		return
	}
	if len(parts) == 0 || len(parts) == 1 && parts[0] == "" {
		// the pattern ended in a slash: only directories
		if prefix != "" && g.sh.isDir(prefix) {
			g.found(prefix)
		}
		return
	}
	part, last := parts[0], len(parts) == 1
	if g.sh.opts.globstar && part == "**" {
		g.globstar(prefix, parts[1:], 0)
		return
	}
	if !pattern.HasMeta(part, g.flags) {
		name := prefix + pattern.Unescape(part)
		if last {
			if _, err := g.fs.Lstat(name); err == nil {
				g.found(name)
			}
			return
		}
		if fi, err := g.fs.Stat(name); err == nil && fi.IsDir() {
			g.walk(name+"/", parts[1:])
		}
		return
	}
	m := g.sh.vars.cache().Glob(part, g.flags)
	dots := strings.HasPrefix(part, ".") || strings.HasPrefix(part, `\.`)
	for _, de := range g.list(prefix) {
		name := de.Name()
		if name[0] == '.' && !dots && !g.dotglob(part) {
			continue
		}
		if !m.Match(name) {
			continue
		}
		if last {
			g.found(prefix + name)
			continue
		}
		if g.dir(prefix+name, de) {
			g.walk(prefix+name+"/", parts[1:])
		}
	}
	if dots && !g.sh.opts.globskipdots {
		for _, name := range []string{".", ".."} {
			if !m.Match(name) {
				continue
			}
			if last {
				g.found(prefix + name)
			} else {
				g.walk(prefix+name+"/", parts[1:])
			}
		}
	}
}

// dotglob reports whether names with a leading dot match without being asked for.
func (g *globber) dotglob(part string) bool {
	if g.sh.opts.dotglob {
		return true
	}
	ignore, ok := g.sh.getVar("GLOBIGNORE")
	if ok && ignore != "" {
		return true
	}
	// an alternative of a group may name the dot: @(.x|y)
	return g.flags&pattern.ExtGlob != 0 && len(part) > 2 && part[1] == '(' && part[0] != '!' && (strings.Contains(part, "(.") || strings.Contains(part, "|."))
}

func (g *globber) found(name string) {
	g.count += len(name) + elemCost
	if max := g.sh.expansionMax(); max > 0 && int64(g.count) > max {
		g.err = g.sh.tooMuch()
		return
	}
	g.out = append(g.out, name)
}

// list reads the directory that prefix names.
func (g *globber) list(prefix string) []fs.DirEntry {
	if g.err != nil || g.budget < 0 {
		return nil
	}
	dir := prefix
	if dir == "" {
		dir = "."
	}
	entries, err := g.fs.ReadDir(dir)
	if err != nil {
		return nil
	}
	g.budget -= len(entries) + 1
	if err := g.sh.p.Safepoint(); err != nil {
		g.err = err
	}
	return entries
}

func (g *globber) dir(name string, de fs.DirEntry) bool {
	switch {
	case de.IsDir():
		return true
	case de.Type()&fs.ModeSymlink != 0:
		return g.sh.isDir(name)
	}
	return false
}

// globstar matches ** : no directory, or any depth of them. Symbolic links are not followed.
func (g *globber) globstar(prefix string, rest []string, depth int) {
	for len(rest) > 0 && rest[0] == "**" {
		rest = rest[1:]
	}
	g.descend(prefix, rest, depth)
}

func (g *globber) descend(prefix string, rest []string, depth int) {
	if len(rest) > 0 {
		g.walk(prefix, rest)
	} else if depth == 0 && prefix != "" {
		g.found(prefix)
	}
	if depth > maxGlobDepth {
		return
	}
	for _, de := range g.list(prefix) {
		name := de.Name()
		if name[0] == '.' && !g.sh.opts.dotglob {
			continue
		}
		if len(rest) == 0 {
			g.found(prefix + name)
		}
		if de.IsDir() {
			g.descend(prefix+name+"/", rest, depth+1)
		}
	}
}

// ignoreGlobs drops the names that GLOBIGNORE lists.
func (sh *Shell) ignoreGlobs(names []string, ignore string) []string {
	var out []string
next:
	for _, name := range names {
		base := name[strings.LastIndexByte(name, '/')+1:]
		if base == "." || base == ".." {
			continue
		}
		for _, pat := range splitIgnore(ignore) {
			if pat != "" && sh.vars.cache().Glob(pat, sh.globFlags()|pattern.PathName).Match(name) {
				continue next
			}
		}
		out = append(out, name)
	}
	return out
}

// splitIgnore cuts GLOBIGNORE at its colons, but for those inside of brackets.
func splitIgnore(s string) []string {
	var out []string
	start := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			if n := pattern.BracketLength(s[i:]); n > 0 {
				i += n - 1
			}
		case ':':
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[min(start, len(s)):])
}
