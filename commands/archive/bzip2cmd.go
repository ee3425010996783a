package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var bzip2Usage = optparse.Define("bzip2", "[flags and input files in any order]", "bzip2, a block-sorting file compressor.", `
-h, --help          print this message
-d, --decompress    force decompression
-z, --compress      force compression
-k, --keep          keep (don't delete) input files
-f, --force         overwrite existing output files
-t, --test          test compressed file integrity
-c, --stdout        output to standard out
-q, --quiet         suppress noncritical error messages
-v, --verbose       be verbose (a 2nd -v gives more)
-L, --license       display software version & license
-V, --version       display software version & license
-s, --small         use less memory (at most 2500k)
-1, --fast          set block size to 100k .. 900k
-2                  
-3                  
-4                  
-5                  
-6                  
-7                  
-8                  
-9, --best          
`).NoHelp()

// bzip2Command is bzip2, bunzip2 and bzcat.
func bzip2Command(_ context.Context, p *kernel.Process) int {
	name := path.Base(cmd.Name(p))
	o, err := bzip2Usage.Parse(p.Args()[1:])
	if err != nil {
		bad := ""
		for _, a := range p.Args()[1:] {
			if strings.HasPrefix(a, "-") {
				if _, e := bzip2Usage.Parse([]string{a}); e != nil {
					bad = a
					break
				}
			}
		}
		cmd.Raw(p, name+": Bad flag `"+bad+"'\n"+bzip2Usage.HelpText(name))
		return 1
	}
	s := &squeezer{p: p, d: bzip2Dialect{name}, suffix: ".bz2", level: 9}
	switch name {
	case "bunzip2":
		s.decompress = true
	case "bzcat":
		s.decompress, s.stdout = true, true
	}
	for _, m := range o.Options {
		switch m.Key {
		case "h":
			cmd.Raw(p, bzip2Usage.HelpText(name))
			return 0
		case "L", "V":
			cmd.Raw(p, "bzip2 (sandpit) 1.0.8\n")
			return 0
		case "d":
			s.decompress = true
		case "z":
			s.decompress = false
		case "k":
			s.keep = true
		case "f":
			s.force = true
		case "t":
			s.test = true
		case "c":
			s.stdout = true
		case "q":
			s.quiet = true
		case "v":
			s.verbose++
		case "1", "2", "3", "4", "5", "6", "7", "8", "9":
			s.level = int(m.Key[0] - '0')
		}
	}
	return s.run(o.Args)
}

type bzip2Dialect struct{ name string }

var bzip2Suffixes = []struct{ from, to string }{{".bz2", ""}, {".bz", ""}, {".tbz2", ".tar"}, {".tbz", ".tar"}}

func (bzip2Dialect) codec() *codec { return &bzip2Codec }

func (d bzip2Dialect) fail(s *squeezer, status int, format string, args ...any) {
	s.status = max(s.status, status)
	cmd.Raw(s.p, d.name+": "+fmt.Sprintf(format, args...)+"\n")
}

func (d bzip2Dialect) target(s *squeezer, name string) (string, bool) {
	for _, x := range bzip2Suffixes {
		if !strings.HasSuffix(name, x.from) {
			continue
		}
		if s.decompress {
			return strings.TrimSuffix(name, x.from) + x.to, true
		}
		d.fail(s, 1, "Input file %s already has %s suffix.", name, x.from)
		return "", false
	}
	if s.decompress {
		cmd.Raw(s.p, d.name+": Can't guess original name for "+name+" -- using "+name+".out\n")
		return name + ".out", true
	}
	return name + ".bz2", true
}

func (bzip2Dialect) alternatives(*squeezer, string) []string { return nil }

func (d bzip2Dialect) missing(s *squeezer, name string, err error) {
	d.fail(s, 1, "Can't open input file %s: %s.", name, kernel.Strerror(err))
}

func (d bzip2Dialect) directory(s *squeezer, name string) {
	d.fail(s, 1, "Input file %s is a directory.", name)
}

func (d bzip2Dialect) refuse(s *squeezer, name string, info fs.FileInfo) bool {
	if s.force {
		return false
	}
	if !info.Mode().IsRegular() {
		d.fail(s, 1, "Input file %s is not a normal file.", name)
		return true
	}
	if st, ok := info.Sys().(*vfs.Stat); ok && st.Nlink > 1 {
		plural := "s"
		if st.Nlink == 2 {
			plural = ""
		}
		d.fail(s, 1, "Input file %s has %d other link%s.", name, st.Nlink-1, plural)
		return true
	}
	return false
}

func (d bzip2Dialect) exists(s *squeezer, _, out string) bool {
	if !s.force {
		d.fail(s, 1, "Output file %s already exists.", out)
	}
	return s.force
}

func (d bzip2Dialect) readError(s *squeezer, in, out string, err error) {
	if in == "-" {
		in = "(stdin)"
	}
	const recover = "You can use the `bzip2recover' program to attempt to recover\ndata from undamaged sections of corrupted files.\n\n"
	magic := strings.Contains(err.Error(), "bad magic value")
	switch {
	case magic && s.test:
		d.fail(s, 2, "%s: bad magic number (file not created by bzip2)\n\n%s", in, strings.TrimSuffix(recover, "\n"))
	case magic:
		d.fail(s, 2, "%s is not a bzip2 file.", in)
	case s.test && errors.Is(err, io.ErrUnexpectedEOF):
		d.fail(s, 2, "%s: file ends unexpectedly\n\n%s", in, strings.TrimSuffix(recover, "\n"))
	case errors.Is(err, io.ErrUnexpectedEOF):
		s.status = max(s.status, 2)
		cmd.Raw(s.p, "\n"+d.name+": Compressed file ends unexpectedly;\n\tperhaps it is corrupted?  *Possible* reason follows.\n"+
			d.name+": No such file or directory\n\tInput file = "+in+", output file = "+bzip2Out(out)+"\n\n"+
			"It is possible that the compressed file(s) have become corrupted.\nYou can use the -tvv option to test integrity of such files.\n\n"+recover)
		if out != "-" && out != "" {
			cmd.Raw(s.p, d.name+": Deleting output file "+out+", if it exists.\n")
		}
	default:
		d.fail(s, 2, "\n%s: Data integrity error when decompressing.\n\tInput file = %s, output file = %s", d.name, in, bzip2Out(out))
	}
}

func bzip2Out(out string) string {
	if out == "-" || out == "" {
		return "(stdout)"
	}
	return out
}

func (bzip2Dialect) done(s *squeezer, in, _ string) {
	if s.verbose == 0 {
		return
	}
	if in == "-" {
		in = "(stdin)"
	}
	switch {
	case s.test:
		cmd.Raw(s.p, "  "+in+":   ok\n")
	case s.decompress:
		cmd.Raw(s.p, "  "+in+": done\n")
	case s.in == 0:
		cmd.Raw(s.p, "  "+in+":  no data compressed.\n")
	default:
		r, w := float64(s.in), float64(s.out)
		cmd.Raw(s.p, fmt.Sprintf("  %s: %6.3f:1, %6.3f bits/byte, %5.2f%% saved, %d in, %d out.\n",
			in, r/w, w*8/r, 100*(1-w/r), s.in, s.out))
	}
}
