package optparse

import (
	"strings"
	"sync"
)

// ArgKind says whether an option takes an argument.
type ArgKind uint8

// The three kinds of getopt(3).
const (
	NoArgument ArgKind = iota
	RequiredArgument
	OptionalArgument
)

// Option is one option of a command under all its names.
type Option struct {
	Key    string   // the first name, without dashes: what Match.Key carries
	Shorts []byte   // short names
	Longs  []string // long names, without dashes
	Arg    ArgKind
	Spec   string // the names as help shows them: "-a, --all"
	Help   string // may hold newlines
	Hidden bool   // accepted, not shown

	longOnly bool // the optional argument goes with the long names alone
}

// Command describes the command line of a program. It is immutable after Define and its option methods.
type Command struct {
	Name    string
	Usage   []string // one per synopsis line, without the program name
	Summary string

	table     string
	posix     bool
	digits    bool
	negatives bool
	noHelp    bool
	trailer   string
	brief     string
	named     bool
	status    int

	once    sync.Once
	options []*Option
	shorts  [256]*Option
}

// Define describes a command. usage holds one synopsis a line; table holds one option a line: names separated by
// ", ", the argument as the last name shows it (-n NUM, --lines=NUM, -i[SUF], --in-place[=SUF]), two blanks or more,
// the help text, in which \n breaks the line. A line that starts with "!" describes an option that is accepted but not shown; a line without
// names continues the help before it. The table is read at the first use.
func Define(name, usage, summary, table string) *Command {
	return &Command{Name: name, Usage: strings.Split(usage, "\n"), Summary: summary, table: table, status: 1}
}

// Posix makes the first operand end the options ("+" of getopt): for commands that run other commands.
func (c *Command) Posix() *Command { c.posix = true; return c }

// Digits accepts -NUM, found as Match{Key: "digits", Value: "NUM"}: the obsolete forms of head, tail, grep, fold.
func (c *Command) Digits() *Command { c.digits = true; return c }

// Negatives makes an argument such as -1 or -.5 an operand that ends the options: seq.
func (c *Command) Negatives() *Command { c.negatives = true; return c }

// NoHelp leaves --help and --version to the command.
func (c *Command) NoHelp() *Command { c.noHelp = true; return c }

// Trailer adds text after the options in the help.
func (c *Command) Trailer(text string) *Command { c.trailer = text; return c }

// NamedHint puts the program's name before the hint of a usage error, as diffutils do.
func (c *Command) NamedHint() *Command { c.named = true; return c }

// HintNamed reports whether NamedHint was set.
func (c *Command) HintNamed() bool { return c.named }

// Brief adds a line before the hint of a usage error, as grep does.
func (c *Command) Brief(line string) *Command { c.brief = line; return c }

// BriefUsage is that line, or empty.
func (c *Command) BriefUsage() string { return c.brief }

// Status sets the exit status of a usage error; 1 unless set.
func (c *Command) Status(code int) *Command { c.status = code; return c }

// ExitStatus is the exit status of a usage error.
func (c *Command) ExitStatus() int { return c.status }

// Options lists the options, --help and --version included.
func (c *Command) Options() []*Option {
	c.once.Do(c.read)
	return c.options
}

func (c *Command) read() {
	for line := range strings.Lines(c.table) {
		line = strings.TrimRight(line, "\n")
		body := strings.TrimLeft(line, " \t")
		if body == "" {
			continue
		}
		hidden := strings.HasPrefix(body, "!")
		body = strings.TrimLeft(strings.TrimPrefix(body, "!"), " ")
		if !strings.HasPrefix(body, "-") {
			if n := len(c.options); n > 0 {
				c.options[n-1].Help += "\n" + body
			}
			continue
		}
		spec, help, _ := strings.Cut(body, "  ")
		o := &Option{Spec: spec, Help: strings.ReplaceAll(strings.TrimLeft(help, " "), `\n`, "\n"), Hidden: hidden}
		for name := range strings.SplitSeq(spec, ", ") {
			o.addName(name)
		}
		c.add(o)
	}
	if !c.noHelp {
		c.add(&Option{Key: "help", Longs: []string{"help"}, Spec: "--help", Help: "display this help and exit"})
		c.add(&Option{Key: "version", Longs: []string{"version"}, Spec: "--version", Help: "output version information and exit"})
	}
}

func (c *Command) add(o *Option) {
	c.options = append(c.options, o)
	for _, s := range o.Shorts {
		c.shorts[s] = o
	}
}

// addName takes one name with its argument: "-n NUM", "-n", "-i[SUF]", "--lines=NUM", "--color[=WHEN]".
func (o *Option) addName(s string) {
	name, kind := s, NoArgument
	if i := strings.IndexAny(s, "[= "); i > 1 {
		name = s[:i]
		kind = RequiredArgument
		if s[i] == '[' {
			kind = OptionalArgument
		}
	}
	switch {
	case kind != NoArgument:
		if kind == OptionalArgument && o.Arg == NoArgument && len(o.Shorts) > 0 {
			o.longOnly = true // -c, --check[=WORD]
		}
		o.Arg = kind
	}
	if long, ok := strings.CutPrefix(name, "--"); ok {
		o.Longs = append(o.Longs, long)
		name = long
	} else {
		o.Shorts = append(o.Shorts, name[1])
		name = name[1:2]
	}
	if o.Key == "" {
		o.Key = name
	}
}
