package optparse

import (
	"strings"
)

// Match is one option met on a command line.
type Match struct {
	Key      string // the option's first name, or "digits"
	Name     string // as written, with dashes: "-n", "--lines"
	Value    string // the argument
	HasValue bool   // an argument was given (tells -i from -i with an empty one for optional ones)
}

// Result is a command line taken apart.
type Result struct {
	Options []Match
	Args    []string // operands
}

// Has reports whether an option was given.
func (r *Result) Has(key string) bool {
	for i := range r.Options {
		if r.Options[i].Key == key {
			return true
		}
	}
	return false
}

// Value gives the argument of the last use of an option.
func (r *Result) Value(key string) (string, bool) {
	for i := len(r.Options) - 1; i >= 0; i-- {
		if r.Options[i].Key == key {
			return r.Options[i].Value, true
		}
	}
	return "", false
}

// Error is a bad option; its text is glibc's, without the program's name.
type Error struct{ Text string }

func (e *Error) Error() string { return e.Text }

// Parse takes args (without the program's name) apart. The error is an *Error.
// A --help or --version ends the parse where it stands, as getopt loops do: it is the last of Options.
func (c *Command) Parse(args []string) (*Result, error) {
	c.once.Do(c.read)
	r := &Result{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			r.Args = append(r.Args, args[i+1:]...)
			return r, nil
		case len(arg) < 2 || arg[0] != '-' || c.negatives && isNumeric(arg[1]):
			if c.posix || c.negatives {
				r.Args = append(r.Args, args[i:]...)
				return r, nil
			}
			r.Args = append(r.Args, arg)
		case arg[1] == '-':
			used, err := c.long(r, arg, args[i+1:])
			if err != nil {
				return r, err
			}
			i += used
			if last := r.Options[len(r.Options)-1].Key; !c.noHelp && (last == "help" || last == "version") {
				return r, nil
			}
		default:
			used, err := c.cluster(r, arg[1:], args[i+1:])
			if err != nil {
				return r, err
			}
			i += used
		}
	}
	return r, nil
}

func isNumeric(b byte) bool { return b == '.' || b >= '0' && b <= '9' }

// cluster reads the short options of one argument; used is 1 when the next argument was taken as a value.
func (c *Command) cluster(r *Result, s string, rest []string) (used int, err error) {
	for i := 0; i < len(s); i++ {
		ch := s[i]
		if c.digits && ch >= '0' && ch <= '9' {
			j := i
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			r.Options = append(r.Options, Match{Key: "digits", Name: "-" + s[i:j], Value: s[i:j], HasValue: true})
			i = j - 1
			continue
		}
		o := c.shorts[ch]
		if o == nil {
			return 0, &Error{"invalid option -- '" + s[i:i+1] + "'"}
		}
		m := Match{Key: o.Key, Name: "-" + s[i:i+1]}
		switch {
		case o.Arg == NoArgument || o.longOnly:
			r.Options = append(r.Options, m)
			continue
		case i+1 < len(s):
			m.Value, m.HasValue = s[i+1:], true
		case o.Arg == RequiredArgument:
			if len(rest) == 0 {
				return 0, &Error{"option requires an argument -- '" + s[i:i+1] + "'"}
			}
			m.Value, m.HasValue, used = rest[0], true, 1
		}
		r.Options = append(r.Options, m)
		return used, nil
	}
	return 0, nil
}

func (c *Command) long(r *Result, arg string, rest []string) (used int, err error) {
	name, value, hasValue := strings.Cut(arg[2:], "=")
	o, full, err := c.lookup(name, arg)
	if err != nil {
		return 0, err
	}
	m := Match{Key: o.Key, Name: "--" + full, Value: value, HasValue: hasValue}
	switch {
	case hasValue && o.Arg == NoArgument:
		return 0, &Error{"option '--" + full + "' doesn't allow an argument"}
	case !hasValue && o.Arg == RequiredArgument:
		if len(rest) == 0 {
			return 0, &Error{"option '--" + full + "' requires an argument"}
		}
		m.Value, m.HasValue, used = rest[0], true, 1
	}
	r.Options = append(r.Options, m)
	return used, nil
}

// lookup finds a long option by its name or by a prefix that no other option shares.
func (c *Command) lookup(name, arg string) (*Option, string, error) {
	var found *Option
	var full string
	var all []string
	ambiguous := false
	for _, o := range c.options {
		for _, l := range o.Longs {
			if l == name {
				return o, l, nil
			}
			if strings.HasPrefix(l, name) {
				all = append(all, "'--"+l+"'")
				if found == nil {
					found, full = o, l
				} else if found != o {
					ambiguous = true
				}
			}
		}
	}
	switch {
	case found == nil:
		return nil, "", &Error{"unrecognized option '" + arg + "'"}
	case ambiguous:
		return nil, "", &Error{"option '" + arg + "' is ambiguous; possibilities: " + strings.Join(all, " ")}
	}
	return found, full, nil
}
