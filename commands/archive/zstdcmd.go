package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var zstdUsage = optparse.Define("zstd", "[OPTIONS...] [INPUT... | -] [-o OUTPUT]", "Compress or decompress the INPUT file(s); reads from STDIN if INPUT is `-` or not provided.", `
-o OUTPUT           write output to a single file, OUTPUT
-k, --keep          preserve INPUT file(s) (default)
    --rm            remove INPUT file(s) after successful (de)compression
-d, --decompress, --uncompress  perform decompression
-z, --compress      perform compression (default)
-t, --test          test compressed file integrity
-c, --stdout        write to STDOUT, keep the INPUT file
-f, --force         disable input and output checks, overwrite files
-r                  operate recursively on directories
-q, --quiet         suppress warnings; pass twice to suppress errors
-v, --verbose       enable verbose output
-T NUM, --threads=NUM  accepted for compatibility
    --fast[=NUM]    compress faster
    --long[=NUM]    accepted for compatibility
    --ultra         enable levels beyond 19
    --no-progress   accepted for compatibility
    --no-check      accepted for compatibility
-h, -H, --help      display this help
-V, --version       display the version number
`).NoHelp().Digits()

// zstdCommand is zstd, unzstd, zstdcat and zstdmt.
func zstdCommand(_ context.Context, p *kernel.Process) int {
	o, err := zstdUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Raw(p, "Incorrect parameters \n"+zstdUsage.HelpText("zstd"))
		return 1
	}
	s := &squeezer{p: p, d: zstdDialect{}, suffix: ".zst", level: 3, keep: true}
	switch path.Base(cmd.Name(p)) {
	case "unzstd":
		s.decompress = true
	case "zstdcat":
		s.decompress, s.stdout, s.force, s.quiet = true, true, true, true
	}
	for _, m := range o.Options {
		switch m.Key {
		case "o":
			if s.output = m.Value; s.output == "-" {
				s.output, s.stdout = "", true
			}
		case "k":
			s.keep = true
		case "rm":
			s.keep = false
		case "d":
			s.decompress = true
		case "z":
			s.decompress = false
		case "t":
			s.test, s.decompress = true, true
		case "c":
			s.stdout = true
		case "f":
			s.force = true
		case "r":
			s.recursive = true
		case "q":
			s.quiet = true
		case "v":
			s.verbose++
		case "fast":
			s.level = 1
		case "digits":
			n := 0
			_, _ = fmt.Sscanf(m.Value, "%d", &n)
			s.level = min(max(n, 1), 22)
		case "h":
			_, _ = io.WriteString(p.Stdout(), zstdUsage.HelpText("zstd"))
			return 0
		case "V":
			_, _ = io.WriteString(p.Stdout(), "zstd (sandpit) v1.5.4\n")
			return 0
		}
	}
	if s.output != "" && len(o.Args) > 1 {
		cmd.Raw(p, "zstd: several input files cannot go into one output file\n")
		return 1
	}
	return s.run(o.Args)
}

type zstdDialect struct{}

var zstdSuffixes = []struct{ from, to string }{{".zst", ""}, {".tzst", ".tar"}}

func (zstdDialect) codec() *codec { return &zstdCodec }

func (zstdDialect) target(s *squeezer, name string) (string, bool) {
	if !s.decompress {
		return name + s.suffix, true
	}
	for _, x := range zstdSuffixes {
		if strings.HasSuffix(name, x.from) && len(path.Base(name)) > len(x.from) {
			return strings.TrimSuffix(name, x.from) + x.to, true
		}
	}
	s.status = 1
	cmd.Raw(s.p, "zstd: "+name+": unknown suffix (.zst/.tzst expected). Can't derive the output file name. Specify it with -o dstFileName. Ignoring.\n")
	return "", false
}

func (zstdDialect) alternatives(*squeezer, string) []string { return nil }

func (zstdDialect) missing(s *squeezer, name string, err error) {
	s.status = 1
	cmd.Raw(s.p, "zstd: can't stat "+name+" : "+kernel.Strerror(err)+" -- ignored \n")
}

func (zstdDialect) directory(s *squeezer, name string) {
	s.status = 1
	cmd.Raw(s.p, "zstd: "+name+" is a directory -- ignored \n")
}

func (zstdDialect) refuse(s *squeezer, name string, info fs.FileInfo) bool {
	if info.Mode()&fs.ModeSymlink != 0 && !s.force {
		cmd.Raw(s.p, "Warning : "+name+" is a symbolic link, ignoring \n")
		return true
	}
	return false
}

func (zstdDialect) exists(s *squeezer, _, out string) bool {
	if s.force {
		return true
	}
	s.status = 1
	if s.quiet {
		cmd.Raw(s.p, "zstd: "+out+" already exists; not overwritten  \n")
		return false
	}
	cmd.Raw(s.p, "zstd: "+out+" already exists; overwrite (y/n) ? ")
	line, _, _ := cmd.NewLineReader(s.p.Stdin(), '\n').Next()
	if len(line) > 0 && (line[0] == 'y' || line[0] == 'Y') {
		s.status = 0
		return true
	}
	cmd.Raw(s.p, "Not overwritten  \n \n")
	return false
}

func (zstdDialect) readError(s *squeezer, in, _ string, err error) {
	s.status = 1
	if in == "-" {
		in = "/*stdin*\\"
	}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		cmd.Raw(s.p, in+" : Read error (39) : premature end \n")
	case errors.Is(err, errFormat), errors.Is(err, zstd.ErrMagicMismatch):
		cmd.Raw(s.p, "zstd: "+in+": unsupported format \n")
	default:
		cmd.Raw(s.p, in+" : Decoding error (36) : "+err.Error()+" \n")
	}
}

func (zstdDialect) done(s *squeezer, in, out string) {
	if s.quiet || in == "-" && s.verbose == 0 || s.stdout && s.verbose == 0 {
		return
	}
	if in == "-" {
		in = "/*stdin*\\"
	}
	if s.decompress {
		cmd.Raw(s.p, fmt.Sprintf("%-20s: %d bytes \n", in, s.out))
		return
	}
	ratio := 0.0
	if s.in > 0 {
		ratio = 100 * float64(s.out) / float64(s.in)
	}
	cmd.Raw(s.p, fmt.Sprintf("%-20s :%6.2f%%   (%6s => %6s, %s) \n", in, ratio, zstdSize(s.in), zstdSize(s.out), out))
}

// zstdSize is a size with three significant digits as zstd prints it.
func zstdSize(n int64) string {
	f, unit := float64(n), 0
	for f >= 1024 && unit < 4 {
		f /= 1024
		unit++
	}
	name := []string{"  B", " KiB", " MiB", " GiB", " TiB"}[unit]
	switch {
	case unit == 0:
		return fmt.Sprintf("%4d%s", n, name)
	case f >= 100:
		return fmt.Sprintf("%4.0f%s", f, name)
	case f >= 10:
		return fmt.Sprintf("%4.1f%s", f, name)
	}
	return fmt.Sprintf("%4.2f%s", f, name)
}
