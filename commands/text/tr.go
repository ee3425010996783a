package text

import (
	"context"
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var trUsage = optparse.Define("tr", "[OPTION]... STRING1 [STRING2]",
	"Translate, squeeze, and/or delete characters from standard input,\nwriting to standard output.", `
-c, -C, --complement   use the complement of STRING1
-d, --delete           delete characters in STRING1, do not translate
-s, --squeeze-repeats  replace each sequence of a repeated character that is\nlisted in the last specified STRING, with a single\noccurrence of that character
-t, --truncate-set1    first truncate STRING1 to length of STRING2
`).Posix()

func tr(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, trUsage)
	if done {
		return status
	}
	compl, del, squeeze, truncate := o.Has("c"), o.Has("d"), o.Has("s"), o.Has("t")
	want := 2
	if del != squeeze && (del || len(o.Args) == 1) {
		want = 1
	}
	if len(o.Args) == 0 {
		return cmd.MissingOperand(p, trUsage, nil)
	}
	if len(o.Args) < want {
		cmd.Errorf(p, "missing operand after %s", cmd.Quote(o.Args[0]))
		if squeeze {
			cmd.Raw(p, "Two strings must be given when both deleting and squeezing repeats.\n")
		} else {
			cmd.Raw(p, "Two strings must be given when translating.\n")
		}
		cmd.TryHelp(p)
		return 1
	}
	if len(o.Args) > want {
		cmd.Errorf(p, "extra operand %s", cmd.Quote(o.Args[want]))
		if want == 1 && len(o.Args) == 2 {
			cmd.Raw(p, "Only one string may be given when deleting without squeezing repeats.\n")
		}
		cmd.TryHelp(p)
		return 1
	}
	set1, warnings, err := parseTrSet(o.Args[0])
	for _, text := range warnings {
		cmd.Errorf(p, "%s", text)
	}
	if err != "" {
		cmd.Errorf(p, "%s", err)
		return 1
	}
	if set1.fill >= 0 {
		cmd.Errorf(p, "the [c*] repeat construct may not appear in string1")
		return 1
	}
	var set2 *trSet
	if len(o.Args) == 2 {
		set2, warnings, err = parseTrSet(o.Args[1])
		for _, text := range warnings {
			cmd.Errorf(p, "%s", text)
		}
		if err != "" {
			cmd.Errorf(p, "%s", err)
			return 1
		}
	}
	first := set1.bytes
	if compl {
		first = complementBytes(first)
	}
	translating := set2 != nil && !del
	var table [256]byte
	var drop, dup [256]bool
	for i := range table {
		table[i] = byte(i)
	}
	if translating {
		if msg := set2.fit(set1, len(first), truncate, compl); msg != "" {
			cmd.Errorf(p, "%s", msg)
			return 1
		}
		second := set2.bytes
		if truncate && len(second) < len(first) {
			first = first[:len(second)]
		}
		for i, c := range first {
			if i < len(second) {
				table[c] = second[i]
			} else {
				table[c] = second[len(second)-1]
			}
		}
	} else if set2 != nil && set2.fill >= 0 {
		_ = set2.fit(set1, len(set2.bytes), false, compl)
	}
	if del {
		for _, c := range first {
			drop[c] = true
		}
	}
	if squeeze {
		last := first
		if set2 != nil {
			last = set2.bytes
		}
		for _, c := range last {
			dup[c] = true
		}
	}
	return trRun(p, &table, &drop, &dup, del, squeeze)
}

func trRun(p *kernel.Process, table *[256]byte, drop, dup *[256]bool, del, squeeze bool) int {
	w := cmd.NewWriter(p)
	in := cmd.Stdin(p)
	buf := make([]byte, cmd.BufferSize)
	previous := -1
	for {
		n, err := in.Read(buf)
		b := buf[:n]
		switch {
		case !del && !squeeze:
			for i, c := range b {
				b[i] = table[c]
			}
		default:
			k := 0
			for _, c := range b {
				if del && drop[c] {
					continue
				}
				c = table[c]
				if squeeze && dup[c] && int(c) == previous {
					continue
				}
				previous = int(c)
				b[k] = c
				k++
			}
			b = b[:k]
		}
		if len(b) > 0 {
			if _, werr := w.Write(b); werr != nil {
				break
			}
			// What has come is passed on when nothing more is waiting: a pipe reader may be a person.
			if n < cmd.BufferSize/16 {
				_ = w.Flush()
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			_ = w.Flush()
			cmd.Errorf(p, "read error: %s", kernel.Strerror(err))
			return 1
		}
	}
	return w.Finish(0)
}

func complementBytes(set []byte) []byte {
	var in [256]bool
	for _, c := range set {
		in[c] = true
	}
	out := make([]byte, 0, 256)
	for i := range 256 {
		if !in[i] {
			out = append(out, byte(i))
		}
	}
	return out
}
