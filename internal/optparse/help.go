package optparse

import "strings"

// helpColumn is where GNU programs start the description of an option.
const helpColumn = 28

// HelpText is what --help prints.
func (c *Command) HelpText(program string) string {
	c.once.Do(c.read)
	var b strings.Builder
	for i, u := range c.Usage {
		if i == 0 {
			b.WriteString("Usage: ")
		} else {
			b.WriteString("  or:  ")
		}
		b.WriteString(program)
		if u != "" {
			b.WriteString(" " + u)
		}
		b.WriteByte('\n')
	}
	if c.Summary != "" {
		b.WriteString(c.Summary + "\n")
	}
	b.WriteByte('\n')
	for _, o := range c.options {
		if o.Hidden {
			continue
		}
		left := "  " + o.Spec
		if strings.HasPrefix(o.Spec, "--") {
			left = "      " + o.Spec
		}
		for i, line := range strings.Split(o.Help, "\n") {
			switch {
			case i > 0:
				left = ""
			case len(left) > helpColumn-2:
				b.WriteString(left + "\n")
				left = ""
			}
			b.WriteString(left + strings.Repeat(" ", helpColumn-len(left)) + line + "\n")
		}
	}
	if c.trailer != "" {
		b.WriteString("\n" + strings.Trim(c.trailer, "\n") + "\n")
	}
	return b.String()
}
