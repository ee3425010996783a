package git

import (
	"bytes"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var applyUsage = optparse.Define("apply", "[<options>] [<patch>...]", "", `
    --check
    --stat
    --numstat
    --summary
    --index
    --cached
-R, --reverse
-p=<num>
-v, --verbose
-3, --3way
    --reject
    --whitespace=<action>
    --directory=<root>
    --allow-empty
    --recount
`)

// patched is one file of a patch.
type patched struct {
	from, to         string // empty: none
	oldMode, newMode filemode.FileMode
	hunks            []hunk
	binary           bool
}

type hunk struct {
	at       int // line of the old file, from 1
	old, new [][]byte
	lead     int // lines of context before the first change
	trail    int
}

func (g *run) apply(args []string) error {
	if _, err := g.open(); err != nil {
		g.repo = &repository{fs: g.p.FS(), work: g.p.Dir()}
	}
	o, err := g.options(applyUsage, args)
	if err != nil {
		return err
	}
	for _, k := range []string{"3", "reject", "directory"} {
		if o.Has(k) {
			return fatal("apply --%s is not supported in this git", k)
		}
	}
	strip := 1
	if v, ok := o.Value("p"); ok {
		if _, err := sscan(v, &strip); err != nil {
			return fatal("option -p expects \"<n>\"")
		}
	}
	files := o.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		var data []byte
		if f == "-" {
			data, err = cmd.ReadAll(g.p.Stdin())
		} else {
			data, err = g.p.FS().ReadFile(f)
		}
		if err != nil {
			return &failure{"error: can't open patch '" + f + "': " + kernel.Strerror(err), 128}
		}
		list, err := parsePatch(data, strip)
		if err != nil {
			return err
		}
		if len(list) == 0 && !o.Has("allow-empty") {
			return &failure{"error: No valid patches in input (allow with \"--allow-empty\")", 128}
		}
		if err := g.applyPatch(o, list); err != nil {
			return err
		}
	}
	return nil
}

// applyPatch applies all files of a patch or none.
func (g *run) applyPatch(o *optparse.Result, list []*patched) error {
	type result struct {
		p    *patched
		data []byte
	}
	var results []result
	var s *staging
	if g.repo.st != nil {
		var err error
		if s, err = g.readIndex(); err != nil {
			return err
		}
	}
	useIndex := o.Has("cached") || o.Has("index")
	if useIndex && s == nil {
		return &failure{"error: '--index' outside a repository", 128}
	}
	failed := ""
	for _, p := range list {
		if o.Has("R") {
			p.from, p.to, p.oldMode, p.newMode = p.to, p.from, p.newMode, p.oldMode
			for i := range p.hunks {
				p.hunks[i].old, p.hunks[i].new = p.hunks[i].new, p.hunks[i].old
			}
		}
		name := p.from
		if name == "" {
			name = p.to
		}
		if !safePath(name) || p.to != "" && !safePath(p.to) {
			return &failure{"error: invalid path '" + name + "'", 1}
		}
		if o.Has("v") {
			g.warn("Checking patch %s...", name)
		}
		var data []byte
		if p.from != "" {
			var err error
			if o.Has("cached") {
				e := s.get(p.from)
				if e == nil {
					failed += "error: " + p.from + ": does not exist in index\n"
					continue
				}
				data, err = g.readBlob(e.Hash)
			} else {
				data, err = g.repo.fs.ReadFile(g.repo.abs(g.repo.prefix + p.from))
				if err != nil {
					failed += "error: " + p.from + ": " + kernel.Strerror(err) + "\n"
					continue
				}
				if o.Has("index") && (s.get(p.from) == nil || g.dirty(s, p.from)) {
					failed += "error: " + p.from + ": does not match index\n"
					continue
				}
			}
			if err != nil {
				return err
			}
		} else if g.repo.exists(g.repo.prefix+p.to) && !o.Has("cached") {
			failed += "error: " + p.to + ": already exists in working directory\n"
			continue
		}
		if p.binary {
			failed += "error: cannot apply binary patch to '" + name + "' without full index line\nerror: " + name + ": patch does not apply\n"
			continue
		}
		out, line, ok := applyHunks(data, p.hunks)
		if !ok {
			failed += "error: patch failed: " + name + ":" + itoa(line) + "\nerror: " + name + ": patch does not apply\n"
			continue
		}
		results = append(results, result{p, out})
	}
	if failed != "" {
		return &failure{strings.TrimSuffix(failed, "\n"), 1}
	}
	if o.Has("stat") || o.Has("numstat") || o.Has("summary") {
		return g.patchStat(o, list)
	}
	if o.Has("check") {
		return nil
	}
	for _, r := range results {
		mode := r.p.newMode
		if mode == 0 {
			mode = filemode.Regular
			if r.p.from != "" && g.repo.st != nil {
				if info, err := g.repo.lstat(r.p.from); err == nil {
					mode = modeOf(info)
				}
			}
		}
		if r.p.from != "" && r.p.from != r.p.to {
			if !o.Has("cached") {
				if err := g.removeFile(g.repo.prefix + r.p.from); err != nil {
					return err
				}
			}
			if useIndex {
				s.remove(r.p.from)
			}
		}
		if r.p.to == "" {
			continue
		}
		if !o.Has("cached") {
			if err := g.writeFile(g.repo.prefix+r.p.to, r.data, mode); err != nil {
				return &failure{"error: unable to write file '" + r.p.to + "': " + kernel.Strerror(err), 1}
			}
		}
		if useIndex {
			h, err := g.storeBlob(r.data)
			if err != nil {
				return err
			}
			s.set(r.p.to, file{mode, h}, nil)
		}
		if o.Has("v") {
			g.warn("Applied patch %s cleanly.", r.p.to)
		}
	}
	if useIndex {
		return g.writeIndex(s)
	}
	return nil
}

func (g *run) patchStat(o *optparse.Result, list []*patched) error {
	var stats []stat
	for _, p := range list {
		s := stat{name: p.to}
		if s.name == "" {
			s.name = p.from
		}
		for _, h := range p.hunks {
			s.added += len(h.new) - h.shared()
			s.gone += len(h.old) - h.shared()
		}
		stats = append(stats, s)
		if o.Has("numstat") {
			g.printf("%d\t%d\t%s\n", s.added, s.gone, s.name)
		}
	}
	if o.Has("stat") {
		width := 0
		for _, s := range stats {
			width = max(width, len(s.name))
		}
		for _, s := range stats {
			g.printf(" %-*s |%5d %s%s\n", width, s.name, s.added+s.gone, strings.Repeat("+", min(s.added, 60)), strings.Repeat("-", min(s.gone, 60)))
		}
		g.printf("%s", shortStat(stats))
	}
	return nil
}

// shared counts the lines of context.
func (h *hunk) shared() int { return h.lead + h.trail }

// parsePatch reads a unified diff with or without git's headers.
func parsePatch(data []byte, strip int) ([]*patched, error) {
	var out []*patched
	var p *patched
	lines := bytes.SplitAfter(data, []byte("\n"))
	corrupt := func(i int) error { return &failure{"error: corrupt patch at line " + itoa(i+1), 128} }
	cut := func(name string) string {
		name, _, _ = strings.Cut(strings.TrimRight(name, "\n"), "\t")
		if strings.HasPrefix(name, `"`) {
			name = unquote(name)
		}
		if name == "/dev/null" {
			return ""
		}
		for range strip {
			if _, rest, ok := strings.Cut(name, "/"); ok {
				name = rest
			}
		}
		return name
	}
	mode := func(s string) filemode.FileMode {
		m, err := filemode.New(strings.TrimSpace(s))
		if err != nil {
			return filemode.Regular
		}
		return m
	}
	for i := 0; i < len(lines); i++ {
		line := string(lines[i])
		switch {
		case strings.HasPrefix(line, "diff --git "):
			p = &patched{}
			out = append(out, p)
			rest := strings.TrimRight(strings.TrimPrefix(line, "diff --git "), "\n")
			if j := strings.Index(rest, " b/"); j >= 0 {
				p.from, p.to = cut(rest[:j]), cut(rest[j+1:])
			}
		case p != nil && strings.HasPrefix(line, "new file mode "):
			p.from, p.newMode = "", mode(line[14:])
		case p != nil && strings.HasPrefix(line, "deleted file mode "):
			p.to, p.oldMode = "", mode(line[18:])
		case p != nil && strings.HasPrefix(line, "old mode "):
			p.oldMode = mode(line[9:])
		case p != nil && strings.HasPrefix(line, "new mode "):
			p.newMode = mode(line[9:])
		case p != nil && strings.HasPrefix(line, "rename from "):
			p.from = strings.TrimRight(line[12:], "\n")
		case p != nil && strings.HasPrefix(line, "rename to "):
			p.to = strings.TrimRight(line[10:], "\n")
		case p != nil && (strings.HasPrefix(line, "Binary files ") || strings.HasPrefix(line, "GIT binary patch")):
			p.binary = true
		case strings.HasPrefix(line, "--- ") && i+1 < len(lines) && bytes.HasPrefix(lines[i+1], []byte("+++ ")):
			if p == nil || len(p.hunks) > 0 {
				p = &patched{}
				out = append(out, p)
			}
			from, to := cut(line[4:]), cut(string(lines[i+1][4:]))
			if from == "" {
				p.from, p.to = "", to
			} else if to == "" {
				p.from, p.to = from, ""
			} else if p.from == "" && p.to == "" || p.from == p.to {
				p.from, p.to = from, from
				if from != to {
					p.from, p.to = to, to
				}
			}
			i++
		case strings.HasPrefix(line, "@@ -") && p != nil:
			h, used, ok := parseHunk(lines[i:])
			if !ok {
				return nil, corrupt(i + used)
			}
			p.hunks = append(p.hunks, h)
			i += used - 1
		}
	}
	return out, nil
}

func unquote(s string) string {
	var b strings.Builder
	for i := 1; i < len(s) && s[i] != '"'; i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c >= '0' && c <= '3' && i+2 < len(s):
			b.WriteByte((c-'0')<<6 | (s[i+1]-'0')<<3 | (s[i+2] - '0'))
			i += 2
		case c == 'n':
			b.WriteByte('\n')
		case c == 't':
			b.WriteByte('\t')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func parseHunk(lines [][]byte) (h hunk, used int, ok bool) {
	head := string(lines[0])
	body, _, found := strings.Cut(strings.TrimPrefix(head, "@@ -"), " @@")
	a, b, found2 := strings.Cut(body, " +")
	if !found || !found2 {
		return h, 0, false
	}
	count := func(s string) (at, n int, ok bool) {
		x, y, has := strings.Cut(s, ",")
		n = 1
		if _, err := sscan(x, &at); err != nil {
			return 0, 0, false
		}
		if has {
			if _, err := sscan(y, &n); err != nil {
				return 0, 0, false
			}
		}
		return at, n, at >= 0 && n >= 0
	}
	at, oldN, ok1 := count(a)
	_, newN, ok2 := count(b)
	if !ok1 || !ok2 {
		return h, 0, false
	}
	h.at = at
	changed := false
	used = 1
	for ; used < len(lines) && (oldN > 0 || newN > 0); used++ {
		l := lines[used]
		if len(l) == 0 {
			return h, used, false
		}
		text := l[1:]
		switch l[0] {
		case ' ', '\n':
			if l[0] == '\n' {
				text = l
			}
			h.old, h.new = append(h.old, text), append(h.new, text)
			oldN--
			newN--
			if changed {
				h.trail++
			} else {
				h.lead++
			}
		case '-':
			h.old = append(h.old, text)
			oldN--
			changed = true
			h.lead, h.trail = h.lead+h.trail, 0
		case '+':
			h.new = append(h.new, text)
			newN--
			changed = true
			h.lead, h.trail = h.lead+h.trail, 0
		case '\\':
			chopLast(&h, lines[used-1])
		default:
			return h, used, false
		}
		if oldN < 0 || newN < 0 {
			return h, used, false
		}
	}
	if oldN > 0 || newN > 0 {
		return h, used, false
	}
	if used < len(lines) && len(lines[used]) > 0 && lines[used][0] == '\\' {
		chopLast(&h, lines[used-1])
		used++
	}
	return h, used, true
}

// chopLast takes the newline off the line that "\ No newline at end of file" follows.
func chopLast(h *hunk, before []byte) {
	chop := func(list [][]byte) {
		if n := len(list); n > 0 {
			list[n-1] = bytes.TrimSuffix(list[n-1], []byte("\n"))
		}
	}
	if len(before) == 0 || before[0] != '+' {
		chop(h.old)
	}
	if len(before) == 0 || before[0] != '-' {
		chop(h.new)
	}
}

// applyHunks applies hunks, each where it says or at the nearest place that its lines fit.
func applyHunks(data []byte, hunks []hunk) (out []byte, line int, ok bool) {
	var lines [][]byte
	for _, l := range bytes.SplitAfter(data, []byte("\n")) {
		if len(l) > 0 {
			lines = append(lines, l)
		}
	}
	var b bytes.Buffer
	at, offset := 0, 0
	for _, h := range hunks {
		want := h.at - 1 + offset
		if len(h.old) == 0 {
			want = h.at + offset
		}
		pos := -1
		for d := 0; d <= len(lines)+len(h.old); d++ {
			if fits(lines, h.old, want+d, at) {
				pos = want + d
				break
			}
			if d > 0 && fits(lines, h.old, want-d, at) {
				pos = want - d
				break
			}
		}
		if pos < 0 {
			return nil, h.at, false
		}
		offset += pos - want
		for _, l := range lines[at:pos] {
			b.Write(l)
		}
		for _, l := range h.new {
			b.Write(l)
		}
		at = pos + len(h.old)
	}
	for _, l := range lines[at:] {
		b.Write(l)
	}
	return b.Bytes(), 0, true
}

func fits(lines, old [][]byte, pos, from int) bool {
	if pos < from || pos+len(old) > len(lines) {
		return false
	}
	for i, l := range old {
		if !bytes.Equal(lines[pos+i], l) {
			return false
		}
	}
	return true
}
