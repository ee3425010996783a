package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var sortUsage = optparse.Define("sort", "[OPTION]... [FILE]...\n[OPTION]... --files0-from=F",
	"Write sorted concatenation of all FILE(s) to standard output.", `
-b, --ignore-leading-blanks  ignore leading blanks
-d, --dictionary-order      consider only blanks and alphanumeric characters
-f, --ignore-case           fold lower case to upper case characters
-g, --general-numeric-sort  compare according to general numerical value
-i, --ignore-nonprinting    consider only printable characters
-M, --month-sort            compare (unknown) < 'JAN' < ... < 'DEC'
-h, --human-numeric-sort    compare human readable numbers (e.g., 2K 1G)
-n, --numeric-sort          compare according to string numerical value
-R, --random-sort           shuffle, but group identical keys.  See shuf(1)
    --random-source=FILE    get random bytes from FILE
-r, --reverse               reverse the result of comparisons
    --sort=WORD             sort according to WORD:\ngeneral-numeric -g, human-numeric -h, month -M,\nnumeric -n, random -R, version -V
-V, --version-sort          natural sort of (version) numbers within text
    --batch-size=NMERGE     merge at most NMERGE inputs at once
-c, --check[=WORD]          check for sorted input; do not sort
-C                          like -c, but do not report first bad line
    --compress-program=PROG  accepted for compatibility
    --files0-from=F         read input from the files specified by\nNUL-terminated names in file F
-k, --key=KEYDEF            sort via a key; KEYDEF gives location and type
-m, --merge                 merge already sorted files; do not sort
-o, --output=FILE           write result to FILE instead of standard output
-s, --stable                stabilize sort by disabling last-resort comparison
-S, --buffer-size=SIZE      accepted for compatibility
-t, --field-separator=SEP   use SEP instead of non-blank to blank transition
-T, --temporary-directory=DIR  accepted for compatibility
    --parallel=N            accepted for compatibility
-u, --unique                with -c, check for strict ordering;\nwithout -c, output only the first of an equal run
!-y ARG                  obsolete
-z, --zero-terminated       line delimiter is NUL, not newline
`).Trailer(`KEYDEF is F[.C][OPTS][,F[.C][OPTS]] for start and stop position, where F is a
field number and C a character position in the field; both are origin 1, and
the stop position defaults to the line's end.`).Status(2)

func sortCommand(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.ParseArgs(p, sortUsage, sortObsolete(p.Args()[1:]))
	if done {
		return status
	}
	s := &sorter{p: p, delim: '\n', tab: -1}
	var global sortKey
	output, check, merge, from := "", byte(0), false, ""
	for _, m := range o.Options {
		switch m.Key {
		case "b", "d", "f", "g", "i", "M", "h", "n", "R", "r", "V":
			global.flag(m.Key[0], 3)
		case "sort":
			kinds := map[string]byte{"general-numeric": 'g', "human-numeric": 'h', "month": 'M', "numeric": 'n', "random": 'R', "version": 'V'}
			k, ok := kinds[m.Value]
			if !ok {
				cmd.BadChoice(p, "--sort", m.Value, "'general-numeric'", "'human-numeric'", "'month'", "'numeric'", "'random'", "'version'")
				return 1
			}
			global.flag(k, 3)
		case "c":
			check = 'c'
			if m.HasValue {
				word, ok := cmd.Choice(m.Value, "quiet", "silent", "diagnose-first")
				if !ok {
					cmd.BadChoice(p, "--check", m.Value, "'quiet', 'silent'", "'diagnose-first'")
					return 1
				}
				if word != "diagnose-first" {
					check = 'C'
				}
			}
		case "C":
			check = 'C'
		case "files0-from":
			from = m.Value
		case "k":
			k, problem := parseSortKey(m.Value)
			if problem != "" {
				cmd.Errorf(p, "%s", problem)
				return 2
			}
			s.keys = append(s.keys, k)
		case "m":
			merge = true
		case "o":
			output = m.Value
		case "s":
			s.stable = true
		case "t":
			switch {
			case m.Value == "":
				cmd.Errorf(p, "empty tab")
				return 2
			case m.Value == `\0`:
				s.tab = 0
			case len(m.Value) > 1:
				cmd.Errorf(p, "multi-character tab %s", cmd.Quote(m.Value))
				return 2
			default:
				if c := int(m.Value[0]); s.tab >= 0 && s.tab != c {
					cmd.Errorf(p, "incompatible tabs")
					return 2
				} else {
					s.tab = c
				}
			}
		case "parallel", "S", "batch-size":
			if !sortNumber(p, m.Key, m.Value) {
				return 2
			}
		case "u":
			s.unique = true
		case "z":
			s.delim = 0
		}
	}
	for i := range s.keys {
		if s.keys[i].plain() {
			s.keys[i].inherit(global)
		}
	}
	s.reverse = global.reverse
	if len(s.keys) == 0 && !global.plainButReverse() {
		global.eword = -1
		s.keys = append(s.keys, global)
	}
	for i := range s.keys {
		if bad := s.keys[i].conflict(); bad != "" {
			cmd.Errorf(p, "options '-%s' are incompatible", bad)
			return 2
		}
	}
	s.salt = p.Kernel().Rand().Uint64()
	files := o.Args
	if from != "" {
		if len(files) > 0 {
			cmd.Errorf(p, "extra operand %s", cmd.Quote(files[0]))
			cmd.Raw(p, "file operands cannot be combined with --files0-from\n")
			cmd.TryHelp(p)
			return 2
		}
		if _, err := p.FS().Stat(from); from != "-" && err != nil {
			cmd.Errorf(p, "open failed: %s: %s", cmd.Quotef(from), kernel.Strerror(err))
			return 2
		}
		names, _, st := wcNames(p, from)
		if st != 0 {
			return 2
		}
		if len(names) == 0 {
			cmd.Errorf(p, "no input from %s", cmd.Quote(from))
			return 2
		}
		files = names
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if check != 0 {
		if len(files) > 1 {
			cmd.Errorf(p, "extra operand %s not allowed with -%c", cmd.Quote(files[1]), check)
			return 2
		}
		return s.check(files[0], check == 'C')
	}
	if merge {
		return s.merge(files, output)
	}
	var items []item
	for _, name := range files {
		var st int
		if items, st = s.load(items, name); st != 0 {
			return st
		}
	}
	s.sort(items)
	return s.write(items, output)
}

// sortNumber checks the options that only tune GNU's sort.
func sortNumber(p *kernel.Process, key, value string) bool {
	name := "--" + key
	if key == "S" {
		name = "-S"
		value = strings.TrimSuffix(value, "%")
	}
	n, err := cmd.ParseSize(value)
	switch {
	case err != nil && err != cmd.ErrOverflow:
		cmd.Errorf(p, "invalid %s argument %s", name, cmd.QuoteC(value))
	case key == "parallel" && n == 0:
		cmd.Errorf(p, "number in parallel must be nonzero")
	case key == "batch-size" && n < 2:
		cmd.Errorf(p, "invalid --batch-size argument %s", cmd.QuoteC(value))
		cmd.Errorf(p, "minimum --batch-size argument is '2'")
	default:
		return true
	}
	return false
}

// sortObsolete spells the keys +POS1 [-POS2] of old, which count fields and characters from zero, as -k.
func sortObsolete(args []string) []string {
	position := func(s string) (field, char int, flags string, ok bool) {
		digits := func() (n int) {
			for s != "" && s[0] >= '0' && s[0] <= '9' {
				n, s = min(n*10+int(s[0]-'0'), 1<<30), s[1:]
			}
			return n
		}
		if s == "" || s[0] < '0' || s[0] > '9' {
			return 0, 0, "", false
		}
		field = digits()
		if strings.HasPrefix(s, ".") {
			s = s[1:]
			char = digits()
		}
		return field, char, s, strings.Trim(s, "bdfghiMnRrV") == ""
	}
	var out []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(out, args[i:]...)
		}
		if text, plus := strings.CutPrefix(args[i], "+"); plus {
			if f, c, flags, ok := position(text); ok {
				key := fmt.Sprintf("-k%d.%d%s", f+1, c+1, flags)
				if i+1 < len(args) {
					if text, minus := strings.CutPrefix(args[i+1], "-"); minus {
						if f, c, flags, ok := position(text); ok {
							if c == 0 {
								key += fmt.Sprintf(",%d%s", f, flags)
							} else {
								key += fmt.Sprintf(",%d.%d%s", f+1, c, flags)
							}
							i++
						}
					}
				}
				out = append(out, key)
				continue
			}
		}
		out = append(out, args[i])
	}
	return out
}

// sorter holds the options of one run.
type sorter struct {
	p       *kernel.Process
	keys    []sortKey
	tab     int // -1 = fields are split at blanks
	delim   byte
	reverse bool
	stable  bool
	unique  bool
	salt    uint64
}

// item is a line with a number that orders like the beginning of its first key.
type item struct {
	prefix uint64
	line   []byte
	index  int
}

func (s *sorter) load(items []item, name string) ([]item, int) {
	in, err := cmd.Open(s.p, name)
	if err != nil {
		cmd.Errorf(s.p, "cannot read: %s: %s", cmd.Quotef(name), kernel.Strerror(err))
		return nil, 2
	}
	defer in.Close()
	data, err := readSized(in)
	if err != nil {
		cmd.Errorf(s.p, "read failed: %s: %s", cmd.Quotef(name), kernel.Strerror(err))
		return nil, 2
	}
	items = slices.Grow(items, bytes.Count(data, []byte{s.delim})+1)
	for len(data) > 0 {
		line := data
		if i := bytes.IndexByte(data, s.delim); i >= 0 {
			line, data = data[:i:i], data[i+1:]
		} else {
			data = nil
		}
		items = append(items, item{s.prefix(line), line, len(items)})
	}
	return items, 0
}

// readSized reads all of an input, in one piece when it is a file.
func readSized(in *cmd.Input) ([]byte, error) {
	info, err := in.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<30 {
		return cmd.ReadAll(in)
	}
	buf := make([]byte, info.Size()+1)
	n := 0
	for {
		k, err := in.Read(buf[n:])
		n += k
		if err == io.EOF {
			return buf[:n], nil
		}
		if err != nil {
			return nil, err
		}
		if n == len(buf) {
			rest, err := cmd.ReadAll(in)
			return append(buf, rest...), err
		}
	}
}

// sortAlone is up to how many lines are sorted in one piece.
const sortAlone = 20000

// sort orders the lines: many of them as two halves at the same time, as GNU's sort does, which are merged then.
func (s *sorter) sort(items []item) {
	if len(items) <= sortAlone {
		s.sortPart(items)
		return
	}
	half := len(items) / 2
	done := make(chan struct{})
	started := s.p.Go(func() {
		defer close(done)
		s.sortPart(items[:half])
	})
	s.sortPart(items[half:])
	if !started {
		return
	}
	<-done
	if s.p.Safepoint() != nil || s.order(items[half-1], items[half]) <= 0 {
		return
	}
	left := slices.Clone(items[:half])
	right := items[half:]
	for i := range items { // the right half is never overtaken: it is read before its place is written
		switch {
		case len(left) == 0:
			return
		case len(right) > 0 && s.order(right[0], left[0]) < 0:
			items[i], right = right[0], right[1:]
		default:
			items[i], left = left[0], left[1:]
		}
	}
}

func (s *sorter) order(a, b item) int {
	if a.prefix != b.prefix {
		if a.prefix < b.prefix {
			return -1
		}
		return 1
	}
	if c := s.compare(a.line, b.line); c != 0 {
		return c
	}
	return a.index - b.index
}

func (s *sorter) sortPart(items []item) {
	n := 0
	slices.SortFunc(items, func(a, b item) int {
		if n++; n&0xffff == 0 && s.p.Safepoint() != nil {
			return 0
		}
		return s.order(a, b)
	})
}

// prefix is the first eight bytes of a plain line, or the whole part of a first numeric key: where two prefixes
// differ they decide, which keeps most comparisons off the lines.
func (s *sorter) prefix(line []byte) uint64 {
	var v uint64
	reverse := s.reverse
	if len(s.keys) == 0 {
		v = bytesPrefix(line)
	} else {
		k := &s.keys[0]
		reverse = k.reverse
		switch {
		case k.kind == 'n':
			v = numericPrefix(k.field(line, s.tab))
		case k.kind == 0 && !k.fold && !k.dict && !k.printing:
			v = bytesPrefix(k.field(line, s.tab))
		default:
			return 0
		}
	}
	if reverse {
		return ^v
	}
	return v
}

func bytesPrefix(b []byte) uint64 {
	var v uint64
	for i := range 8 {
		v <<= 8
		if i < len(b) {
			v |= uint64(b[i])
		}
	}
	return v
}

// compare orders two lines by the keys and then, unless -s or -u, by all their bytes.
func (s *sorter) compare(a, b []byte) int {
	for i := range s.keys {
		k := &s.keys[i]
		c := k.compare(k.field(a, s.tab), k.field(b, s.tab), s.salt)
		if c != 0 {
			if k.reverse {
				return -c
			}
			return c
		}
	}
	if len(s.keys) > 0 && (s.stable || s.unique) {
		return 0
	}
	c := bytes.Compare(a, b)
	if s.reverse {
		return -c
	}
	return c
}

func (s *sorter) open(output string) (*cmd.Writer, io.Closer, int) {
	if output == "" {
		return cmd.NewWriter(s.p), nil, 0
	}
	f, err := s.p.FS().OpenFile(output, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		cmd.Errorf(s.p, "open failed: %s: %s", cmd.Quotef(output), kernel.Strerror(err))
		return nil, nil, 2
	}
	return cmd.NewFileWriter(s.p, f), f, 0
}

func (s *sorter) write(items []item, output string) int {
	if s.p.Safepoint() != nil {
		return 2
	}
	w, closer, st := s.open(output)
	if st != 0 {
		return st
	}
	if closer != nil {
		defer func() { _ = closer.Close() }()
	}
	var last []byte
	for i := range items {
		line := items[i].line
		if s.unique && i > 0 && s.compare(last, line) == 0 {
			continue
		}
		last = line
		_, _ = w.Write(line)
		if w.WriteByte(s.delim) != nil {
			break
		}
	}
	return w.FinishAs(0, 2)
}

func (s *sorter) check(name string, quiet bool) int {
	in, err := cmd.Open(s.p, name)
	if err != nil {
		cmd.Errorf(s.p, "cannot read: %s: %s", cmd.Quotef(name), kernel.Strerror(err))
		return 2
	}
	defer in.Close()
	lines := cmd.NewLineReader(in, s.delim)
	var last []byte
	for n := 1; ; n++ {
		line, _, err := lines.Next()
		if err == io.EOF {
			return 0
		}
		if err != nil {
			cmd.Errorf(s.p, "read failed: %s: %s", cmd.Quotef(name), kernel.Strerror(err))
			return 2
		}
		if n > 1 {
			if c := s.compare(last, line); c > 0 || c == 0 && s.unique {
				if !quiet {
					cmd.Errorf(s.p, "%s:%d: disorder: %s", name, n, line)
				}
				return 1
			}
		}
		last = append(last[:0], line...)
		if n&1023 == 0 && s.p.Safepoint() != nil {
			return 2
		}
	}
}

// merge interleaves inputs that are sorted already, one line of each in memory.
func (s *sorter) merge(files []string, output string) int {
	type source struct {
		lines *cmd.LineReader
		line  []byte
		name  string
	}
	var sources []*source
	for _, name := range files {
		in, err := cmd.Open(s.p, name)
		if err != nil {
			cmd.Errorf(s.p, "cannot read: %s: %s", cmd.Quotef(name), kernel.Strerror(err))
			return 2
		}
		defer in.Close()
		if output != "" && name == output { // its content is about to be overwritten
			data, err := cmd.ReadAll(in)
			if err != nil {
				return 2
			}
			sources = append(sources, &source{lines: cmd.NewLineReader(bytes.NewReader(data), s.delim), name: name})
			continue
		}
		sources = append(sources, &source{lines: cmd.NewLineReader(in, s.delim), name: name})
	}
	advance := func(src *source) (bool, int) {
		line, _, err := src.lines.Next()
		if errors.Is(err, io.EOF) {
			return false, 0
		}
		if err != nil {
			cmd.Errorf(s.p, "read failed: %s: %s", cmd.Quotef(src.name), kernel.Strerror(err))
			return false, 2
		}
		src.line = line
		return true, 0
	}
	live := sources[:0]
	for _, src := range sources {
		ok, st := advance(src)
		if st != 0 {
			return st
		}
		if ok {
			live = append(live, src)
		}
	}
	w, closer, st := s.open(output)
	if st != 0 {
		return st
	}
	if closer != nil {
		defer func() { _ = closer.Close() }()
	}
	var last []byte
	for n := 0; len(live) > 0; n++ {
		least := 0
		for i := 1; i < len(live); i++ {
			if s.compare(live[i].line, live[least].line) < 0 {
				least = i
			}
		}
		src := live[least]
		if !s.unique || n == 0 || s.compare(last, src.line) != 0 {
			_, _ = w.Write(src.line)
			_ = w.WriteByte(s.delim)
			last = append(last[:0], src.line...)
		}
		if w.Err() != nil || n&1023 == 0 && s.p.Safepoint() != nil {
			break
		}
		ok, st := advance(src)
		if st != 0 {
			return st
		}
		if !ok {
			live = slices.Delete(live, least, least+1)
		}
	}
	return w.FinishAs(0, 2)
}

// parseSortKey reads KEYDEF. problem is GNU's message.
func parseSortKey(def string) (k sortKey, problem string) {
	bad := func(why string) (sortKey, string) {
		return k, why + ": invalid field specification " + cmd.QuoteC(def)
	}
	number := func(s, what string) (n int, rest, problem string) {
		i := 0
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		if i == 0 {
			return 0, s, what + ": invalid count at start of " + cmd.QuoteC(s)
		}
		n, err := strconv.Atoi(s[:i])
		if err != nil {
			n = 1 << 62
		}
		return n, s[i:], ""
	}
	s := def
	k.eword = -1
	k.sword, s, problem = number(s, "invalid number at field start")
	if problem != "" {
		return k, problem
	}
	if k.sword == 0 {
		return bad("field number is zero")
	}
	k.sword--
	if strings.HasPrefix(s, ".") {
		k.schar, s, problem = number(s[1:], "invalid number after '.'")
		if problem != "" {
			return k, problem
		}
		if k.schar == 0 {
			return bad("character offset is zero")
		}
		k.schar--
	}
	s = k.flags(s, 1)
	if strings.HasPrefix(s, ",") {
		k.eword, s, problem = number(s[1:], "invalid number after ','")
		if problem != "" {
			return k, problem
		}
		if k.eword == 0 {
			return bad("field number is zero")
		}
		k.eword--
		if strings.HasPrefix(s, ".") {
			k.echar, s, problem = number(s[1:], "invalid number after '.'")
			if problem != "" {
				return k, problem
			}
		}
		s = k.flags(s, 2)
	}
	if s != "" {
		return bad("stray character in field spec")
	}
	return k, ""
}
