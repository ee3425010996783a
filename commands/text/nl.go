package text

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
	"github.com/sandpit-dev/sandpit/kernel"
)

var nlUsage = optparse.Define("nl", "[OPTION]... [FILE]...", "Write each FILE to standard output, with line numbers added.", `
-b, --body-numbering=STYLE      use STYLE for numbering body lines
-d, --section-delimiter=CC      use CC for logical page delimiters
-f, --footer-numbering=STYLE    use STYLE for numbering footer lines
-h, --header-numbering=STYLE    use STYLE for numbering header lines
-i, --line-increment=NUMBER     line number increment at each line
-l, --join-blank-lines=NUMBER   group of NUMBER empty lines counted as one
-n, --number-format=FORMAT      insert line numbers according to FORMAT
-p, --no-renumber               do not reset line numbers for each section
-s, --number-separator=STRING   add STRING after (possible) line number
-v, --starting-line-number=NUMBER  first line number for each section
-w, --number-width=NUMBER       use NUMBER columns for line numbers
`)

type nlStyle struct {
	kind byte // a t n p
	re   *pattern.Regexp
}

func nl(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, nlUsage)
	if done {
		return status
	}
	styles := [3]nlStyle{{kind: 'n'}, {kind: 't'}, {kind: 'n'}} // header, body, footer
	start, step, width, join := int64(1), int64(1), 6, 1
	separator, format, delim, keep := "\t", "rn", `\:`, false
	for _, m := range o.Options {
		n, err := strconv.ParseInt(m.Value, 10, 64)
		bad := func(what string) int {
			cmd.Errorf(p, "invalid %s: %s", what, cmd.QuoteC(m.Value))
			return 1
		}
		switch m.Key {
		case "b", "f", "h":
			i := strings.Index("hbf", m.Key)
			if m.Value == "" || strings.IndexByte("atnp", m.Value[0]) < 0 {
				return cmd.UsageError(p, nlUsage, "invalid %s numbering style: %s", [3]string{"header", "body", "footer"}[i], cmd.QuoteC(m.Value))
			}
			styles[i].kind = m.Value[0]
			if m.Value[0] == 'p' {
				re, err := pattern.BRE(m.Value[1:], 0)
				if err != nil {
					cmd.Errorf(p, "%s", err)
					return 1
				}
				styles[i].re = re
			}
		case "d":
			delim = m.Value
			if len(delim) == 1 {
				delim += ":"
			}
		case "i":
			if err != nil {
				return bad("line number increment")
			}
			step = n
		case "l":
			if err != nil || n < 1 {
				return bad("line number of blank lines")
			}
			join = int(n)
		case "n":
			if m.Value != "ln" && m.Value != "rn" && m.Value != "rz" {
				return cmd.UsageError(p, nlUsage, "invalid line numbering format: %s", cmd.QuoteC(m.Value))
			}
			format = m.Value
		case "p":
			keep = true
		case "s":
			separator = m.Value
		case "v":
			if err != nil {
				return bad("starting line number")
			}
			start = n
		case "w":
			if err != nil || n < 1 {
				if err == nil {
					cmd.Errorf(p, "invalid line number field width: %s: Numerical result out of range", cmd.QuoteC(m.Value))
					return 1
				}
				return bad("line number field width")
			}
			width = int(min(n, 1<<16))
		}
	}
	w := cmd.NewWriter(p)
	number, section, blanks := start, 1, 0
	status = cmd.EachInput(p, o.Args, func(in *cmd.Input) error {
		lines := cmd.NewLineReader(in, '\n')
		for {
			line, _, err := lines.Next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if s := string(line); delim != "" && (s == delim || s == delim+delim || s == delim+delim+delim) {
				section = [4]int{0, 2, 1, 0}[len(s)/len(delim)]
				if !keep {
					number = start
				}
				_ = w.WriteByte('\n')
				continue
			}
			use := false
			switch st := styles[section]; st.kind {
			case 'a':
				if use = true; len(line) == 0 && join > 1 {
					blanks++
					use = blanks == join
				}
				if use || len(line) > 0 {
					blanks = 0
				}
			case 't':
				use = len(line) > 0
			case 'p':
				use = st.re.Match(line)
			}
			if use {
				switch format {
				case "ln":
					w.Printf("%-*d%s", width, number, separator)
				case "rz":
					w.Printf("%0*d%s", width, number, separator)
				default:
					w.Printf("%*d%s", width, number, separator)
				}
				number += step
			} else {
				_, _ = w.WriteString(strings.Repeat(" ", width+len(separator)))
			}
			_, _ = w.Write(line)
			if w.WriteByte('\n') != nil {
				return cmd.ErrStop
			}
		}
	})
	return w.Finish(status)
}
