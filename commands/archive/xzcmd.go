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

var xzUsage = optparse.Define("xz", "[OPTION]... [FILE]...", "Compress or decompress FILEs in the .xz format.", `
-z, --compress      force compression
-d, --decompress, --uncompress  force decompression
-t, --test          test compressed file integrity
-l, --list          list information about .xz files
-k, --keep          keep (don't delete) input files
-f, --force         force overwrite of output file and (de)compress links
-c, --stdout, --to-stdout  write to standard output and don't delete input files
-S, --suffix=.SUF   use the suffix '.SUF' on compressed files
-F, --format=FMT    file format to encode or decode: auto, xz, lzma
-C, --check=CHECK   accepted for compatibility
-e, --extreme       accepted for compatibility
-T, --threads=NUM   accepted for compatibility
-M, --memlimit=LIMIT  accepted for compatibility
-q, --quiet         suppress warnings; specify twice to suppress errors too
-Q, --no-warn       make warnings not affect the exit status
-v, --verbose       be verbose
-0                  compression preset
-1, --fast          
-2                  
-3                  
-4                  
-5                  
-6                  
-7                  
-8                  
-9, --best          
-h, --help          display this help
-V, --version       display the version number
`).NoHelp()

// xzCommand is xz, unxz, xzcat, lzma, unlzma and lzcat.
func xzCommand(_ context.Context, p *kernel.Process) int {
	name := path.Base(cmd.Name(p))
	o, err := xzUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Raw(p, name+": "+err.Error()+"\n"+name+": Try `"+name+" --help' for more information.\n")
		return 1
	}
	d := &xzDialect{name: name}
	s := &squeezer{p: p, d: d, suffix: ".xz", level: 6}
	switch name {
	case "unxz", "unlzma":
		s.decompress = true
	case "xzcat", "lzcat":
		s.decompress, s.stdout = true, true
	}
	d.lzma = strings.Contains(name, "lz") && !strings.HasSuffix(name, "xz")
	for _, m := range o.Options {
		switch m.Key {
		case "z":
			s.decompress = false
		case "d":
			s.decompress = true
		case "t":
			s.test = true
		case "l":
			cmd.Raw(p, name+": --list is not supported\n")
			return 1
		case "k":
			s.keep = true
		case "f":
			s.force = true
		case "c":
			s.stdout = true
		case "S":
			s.suffix = m.Value
		case "F":
			switch m.Value {
			case "auto", "xz":
			case "lzma", "alone":
				d.lzma = true
			default:
				cmd.Raw(p, name+": "+m.Value+": Unknown file format type\n")
				return 1
			}
		case "q":
			s.quiet = true
		case "v":
			s.verbose++
		case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9":
			s.level = max(1, int(m.Key[0]-'0'))
		case "h":
			_, _ = io.WriteString(p.Stdout(), xzUsage.HelpText(name))
			return 0
		case "V":
			_, _ = io.WriteString(p.Stdout(), "xz (sandpit) 5.4.1\n")
			return 0
		}
	}
	if d.lzma && s.suffix == ".xz" {
		s.suffix = ".lzma"
	}
	return s.run(o.Args)
}

type xzDialect struct {
	name string
	lzma bool
}

var xzSuffixes = []struct{ from, to string }{{".xz", ""}, {".txz", ".tar"}, {".lzma", ""}, {".tlz", ".tar"}}

func (d *xzDialect) codec() *codec {
	if d.lzma {
		return &lzmaCodec
	}
	return &xzCodec
}

func (d *xzDialect) fail(s *squeezer, status int, format string, args ...any) {
	s.worse(status)
	if !s.quiet || status == 1 {
		cmd.Raw(s.p, d.name+": "+fmt.Sprintf(format, args...)+"\n")
	}
}

func (d *xzDialect) target(s *squeezer, name string) (string, bool) {
	if base := strings.TrimSuffix(name, s.suffix); base != name && s.decompress && base != "" {
		return base, true
	}
	for _, x := range xzSuffixes {
		if !strings.HasSuffix(name, x.from) || len(path.Base(name)) == len(x.from) {
			continue
		}
		if s.decompress {
			return strings.TrimSuffix(name, x.from) + x.to, true
		}
		if d.lzma == strings.Contains(x.from, "l") {
			d.fail(s, 2, "%s: File already has `%s' suffix, skipping", name, x.from)
			return "", false
		}
	}
	if !s.decompress {
		return name + s.suffix, true
	}
	if c := s.sniff(name); c != d.codec() {
		d.fail(s, 1, "%s: File format not recognized", name)
	} else {
		d.fail(s, 2, "%s: Filename has an unknown suffix, skipping", name)
	}
	return "", false
}

// sniff finds a file's format by its first bytes.
func (s *squeezer) sniff(name string) *codec {
	in, err := cmd.OpenFile(s.p, name)
	if err != nil {
		return nil
	}
	defer in.Close()
	return detect(bufferedReader(in))
}

func (*xzDialect) alternatives(*squeezer, string) []string { return nil }

func (d *xzDialect) missing(s *squeezer, name string, err error) {
	d.fail(s, 1, "%s: %s", name, kernel.Strerror(err))
}

func (d *xzDialect) directory(s *squeezer, name string) {
	d.fail(s, 2, "%s: Is a directory, skipping", name)
}

func (d *xzDialect) refuse(s *squeezer, name string, info fs.FileInfo) bool {
	if s.force {
		return false
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		d.fail(s, 2, "%s: Is a symbolic link, skipping", name)
		return true
	}
	if !info.Mode().IsRegular() {
		d.fail(s, 2, "%s: Not a regular file, skipping", name)
		return true
	}
	if st, ok := info.Sys().(*vfs.Stat); ok && st.Nlink > 1 && !s.keep {
		d.fail(s, 2, "%s: Input file has more than one hard link, skipping", name)
		return true
	}
	return false
}

func (d *xzDialect) exists(s *squeezer, _, out string) bool {
	if !s.force {
		d.fail(s, 1, "%s: File exists", out)
	}
	return s.force
}

func (d *xzDialect) readError(s *squeezer, in, _ string, err error) {
	if in == "-" {
		in = "(stdin)"
	}
	text := "Compressed data is corrupt"
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		text = "Unexpected end of input"
	case errors.Is(err, errFormat), strings.Contains(err.Error(), "magic"), strings.Contains(err.Error(), "invalid header"), strings.Contains(err.Error(), "unsupported"):
		text = "File format not recognized"
	case strings.Contains(err.Error(), "memory usage"):
		text = "Memory usage limit reached"
	}
	if e, ok := kernel.Errno(err); ok && text == "Compressed data is corrupt" {
		text = kernel.Strerror(e)
	}
	d.fail(s, 1, "%s: %s", in, text)
}

func (d *xzDialect) done(s *squeezer, in, _ string) {
	if s.verbose == 0 {
		return
	}
	if in == "-" {
		in = "(stdin)"
	}
	plain, packed := s.in, s.out
	if s.decompress || s.test {
		plain, packed = s.out, s.in
	}
	ratio := "---"
	if plain > 0 {
		if r := float64(packed) / float64(plain); r > 9.999 {
			ratio = "> 9.999"
		} else {
			ratio = fmt.Sprintf("= %.3f", r)
		}
	}
	cmd.Raw(s.p, fmt.Sprintf("%s: %s / %s %s\n", in, xzSize(packed), xzSize(plain), ratio))
}

func xzSize(n int64) string {
	f, unit := float64(n), 0
	for f > 9999 && unit < 4 {
		f /= 1024
		unit++
	}
	if unit == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", f, []string{"", "KiB", "MiB", "GiB", "TiB"}[unit])
}
