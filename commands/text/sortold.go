package text

import (
	"fmt"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

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
