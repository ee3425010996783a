package text

import (
	"bytes"
	"context"
	"encoding/binary"
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
	randomFile := ""
	for _, m := range o.Options {
		switch m.Key {
		case "b", "d", "f", "g", "i", "M", "h", "n", "R", "r", "V":
			global.flag(m.Key[0], 3)
		case "random-source":
			randomFile = m.Value
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
	if !slices.ContainsFunc(s.keys, func(k sortKey) bool { return k.kind == 'R' }) {
		randomFile = "" // nothing of it is asked for
	}
	random, err := openRandom(p, randomFile)
	if err != nil {
		cmd.Errorf(p, "open failed: %s: %s", cmd.Quotef(randomFile), kernel.Strerror(err))
		return 2
	}
	var salt [16]byte
	err = random.bytes(salt[:])
	random.close()
	if err != nil {
		cmd.Errorf(p, "'%s': end of file", randomFile)
		return 2
	}
	s.salt = binary.LittleEndian.Uint64(salt[:]) ^ binary.LittleEndian.Uint64(salt[8:])
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
	return s.write(s.sort(items), output)
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
		items = append(items, item{s.prefix(line), line})
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
