package archive

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"path"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var gzipUsage = optparse.Define("gzip", "[OPTION]... [FILE]...", "Compress or uncompress FILEs (by default, compress FILES in-place).", `
-c, --stdout, --to-stdout  write on standard output, keep original files unchanged
-d, --decompress, --uncompress  decompress
-f, --force         force overwrite of output file and compress links
-h                  give this help
-k, --keep          keep (don't delete) input files
-l, --list          list compressed file contents
-L, --license       display software license
-n, --no-name       do not save or restore the original name and timestamp
-N, --name          save or restore the original name and timestamp
-q, --quiet, --silent  suppress all warnings
-r, --recursive     operate recursively on directories
    --rsyncable     make rsync-friendly archive
-S, --suffix=SUF    use suffix SUF on compressed files
    --synchronous   synchronous output (safer if system crashes, but slower)
-t, --test          test compressed file integrity
-v, --verbose       verbose mode
-V                  display version number
-1, --fast          compress faster
-2                  
-3                  
-4                  
-5                  
-6                  
-7                  
-8                  
-9, --best          compress better
!-a, --ascii        ignored
`)

// gzipCommand is gzip, gunzip and zcat; which of them, argv[0] says.
func gzipCommand(_ context.Context, p *kernel.Process) int {
	o, err := gzipUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Raw(p, "gzip: "+err.Error()+"\nTry `gzip --help' for more information.\n")
		return 1
	}
	s := &squeezer{p: p, d: gzipDialect{}, suffix: ".gz", level: 6}
	switch path.Base(cmd.Name(p)) {
	case "gunzip", "uncompress":
		s.decompress = true
	case "zcat":
		s.decompress, s.stdout = true, true
	}
	for _, m := range o.Options {
		switch m.Key {
		case "c":
			s.stdout = true
		case "d":
			s.decompress = true
		case "f":
			s.force = true
		case "h", "help":
			_, _ = io.WriteString(p.Stdout(), gzipUsage.HelpText("gzip"))
			return 0
		case "V", "version", "L":
			_, _ = io.WriteString(p.Stdout(), "gzip (sandpit) 1.12\n")
			return 0
		case "k":
			s.keep = true
		case "l":
			s.list, s.decompress = true, true
		case "n":
			s.noName, s.name = true, false
		case "N":
			s.name, s.noName = true, false
		case "q":
			s.quiet, s.verbose = true, 0
		case "r":
			s.recursive = true
		case "S":
			if s.suffix = m.Value; s.suffix == "" || len(s.suffix) > 30 || strings.Contains(s.suffix, "/") {
				cmd.Raw(p, "gzip: invalid suffix '"+m.Value+"'\n")
				return 1
			}
		case "t":
			s.test, s.decompress = true, true
		case "v":
			s.verbose, s.quiet = s.verbose+1, false
		case "1", "2", "3", "4", "5", "6", "7", "8", "9":
			s.level = int(m.Key[0] - '0')
		}
	}
	status := s.run(o.Args)
	if s.list && s.listed > 1 && !s.quiet {
		pad := ""
		if s.verbose > 0 {
			pad = strings.Repeat(" ", 28)
		}
		_, _ = io.WriteString(p.Stdout(), pad+gzipRow(s.listIn, s.listOut, s.overhead, "(totals)"))
	}
	return status
}

type gzipDialect struct{}

func (gzipDialect) codec() *codec { return &gzipCodec }

func (gzipDialect) writer(s *squeezer, w io.Writer) (io.WriteCloser, error) {
	z := newGzipWriter(w, s.level)
	if !s.noName && s.header.name != "" {
		z.name = latin1(s.header.name)
		if t := s.header.mtime; t.Unix() > 0 && t.Unix() <= math.MaxUint32 {
			z.mtime = t
		}
	}
	return z, nil
}

// latin1 makes each byte of a name a character: the library writes header strings as Latin-1, gzip as bytes.
func latin1(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

// gzipSuffixes are the names that gunzip knows, with what stands in their place afterwards.
var gzipSuffixes = []struct{ from, to string }{
	{".gz", ""}, {".z", ""}, {".tgz", ".tar"}, {".taz", ".tar"}, {"-gz", ""}, {"-z", ""}, {"_z", ""},
}

// stem takes a known suffix off a name.
func (s *squeezer) stem(name string) (string, bool) {
	lower := strings.ToLower(name)
	if base := strings.TrimSuffix(name, s.suffix); base != name && path.Base(name) != s.suffix {
		return base, true
	}
	for _, x := range gzipSuffixes {
		if strings.HasSuffix(lower, x.from) && len(path.Base(name)) > len(x.from) {
			return name[:len(name)-len(x.from)] + x.to, true
		}
	}
	return name, false
}

func (gzipDialect) target(s *squeezer, name string) (string, bool) {
	base, known := s.stem(name)
	if s.decompress {
		if !known {
			// Below a directory that is walked, other files are no mistake.
			if !s.recursive || s.verbose > 0 {
				s.gzipWarn(2, "%s: unknown suffix -- ignored", name)
			}
			return "", false
		}
		if s.name && s.decompress {
			if n := s.storedName(name); n != "" {
				return path.Join(path.Dir(name), n), true
			}
		}
		return base, true
	}
	if known {
		if !s.quiet {
			at := len(name)
			for _, x := range gzipSuffixes {
				if strings.HasSuffix(strings.ToLower(name), x.from) {
					at = len(name) - len(x.from)
					break
				}
			}
			if strings.HasSuffix(name, s.suffix) {
				at = len(name) - len(s.suffix)
			}
			cmd.Raw(s.p, "gzip: "+name+" already has "+name[at:]+" suffix -- unchanged\n")
		}
		return "", false
	}
	return name + s.suffix, true
}

// storedName is the base name that a compressed file's header holds.
func (s *squeezer) storedName(name string) string {
	in, err := cmd.OpenFile(s.p, name)
	if err != nil {
		return ""
	}
	defer in.Close()
	z, err := gzip.NewReader(bufferedReader(in))
	if err != nil || z.Name == "" {
		return ""
	}
	raw := make([]byte, 0, len(z.Name))
	for _, r := range z.Name {
		raw = append(raw, byte(r))
	}
	n := path.Base(string(raw))
	if n == "." || n == ".." || n == "/" {
		return ""
	}
	return n
}

func (gzipDialect) alternatives(s *squeezer, name string) []string {
	if _, known := s.stem(name); known {
		return nil
	}
	var all []string
	for _, x := range []string{s.suffix, ".gz", ".z", "-z", ".Z"} {
		all = append(all, name+x)
	}
	return all
}

func (s *squeezer) gzipWarn(status int, format string, args ...any) {
	s.worse(status)
	if !s.quiet || status == 1 {
		cmd.Raw(s.p, "gzip: "+fmt.Sprintf(format, args...)+"\n")
	}
}

func (gzipDialect) missing(s *squeezer, name string, err error) {
	if s.decompress && errors.Is(err, fs.ErrNotExist) {
		if _, known := s.stem(name); !known {
			name += s.suffix
		}
	}
	s.gzipWarn(1, "%s: %s", name, kernel.Strerror(err))
}

func (gzipDialect) directory(s *squeezer, name string) {
	s.gzipWarn(2, "%s is a directory -- ignored", name)
}

func (gzipDialect) refuse(s *squeezer, name string, info fs.FileInfo) bool {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		s.gzipWarn(1, "%s: Too many levels of symbolic links", name)
		return true
	case s.force:
		return false
	case !info.Mode().IsRegular():
		s.gzipWarn(2, "%s is not a directory or a regular file - ignored", name)
		return true
	}
	if st, ok := info.Sys().(*vfs.Stat); ok && st.Nlink > 1 && !s.keep {
		if _, ok := (gzipDialect{}).target(&squeezer{p: s.p, quiet: true, decompress: s.decompress, suffix: s.suffix}, name); !ok {
			return false
		}
		plural := "s"
		if st.Nlink == 2 {
			plural = ""
		}
		s.gzipWarn(2, "%s has %d other link%s -- file ignored", name, st.Nlink-1, plural)
		return true
	}
	return false
}

func (gzipDialect) exists(s *squeezer, _, out string) bool {
	if s.force {
		return true
	}
	yes, asked := s.ask("gzip: " + out + " already exists; do you wish to overwrite (y or n)? ")
	if yes {
		return true
	}
	s.worse(2)
	if asked {
		cmd.Raw(s.p, "\tnot overwritten\n")
	} else if !s.quiet {
		cmd.Raw(s.p, "gzip: "+out+" already exists;\tnot overwritten\n")
	}
	return false
}

func (gzipDialect) readError(s *squeezer, in, _ string, err error) {
	if in == "-" {
		in = "stdin"
	}
	var method methodError
	if errors.As(err, &method) {
		s.worse(1)
		cmd.Raw(s.p, "gzip: "+in+": "+method.Error()+" -- not supported\n")
		return
	}
	var corrupt flate.CorruptInputError
	text := ""
	switch {
	case errors.Is(err, errTrailing):
		if s.worse(2); !s.quiet {
			cmd.Raw(s.p, "\ngzip: "+in+": decompression OK, trailing garbage ignored\n")
		}
		return
	case errors.Is(err, errFormat), errors.Is(err, gzip.ErrHeader):
		text = "not in gzip format"
	case errors.Is(err, io.ErrUnexpectedEOF):
		text = "unexpected end of file"
	case errors.Is(err, gzip.ErrChecksum):
		text = "invalid compressed data--crc error"
	case errors.As(err, &corrupt):
		text = "invalid compressed data--format violated"
	default:
		text = kernel.Strerror(err)
	}
	s.worse(1)
	cmd.Raw(s.p, "\ngzip: "+in+": "+text+"\n")
}

func (gzipDialect) done(s *squeezer, in, out string) {
	if s.verbose == 0 {
		return
	}
	shown := in
	if in == "-" {
		shown = "stdin"
	}
	if s.test {
		cmd.Raw(s.p, shown+":\t OK\n")
		return
	}
	plain, packed := s.in, s.out
	if s.decompress {
		plain, packed = s.out, s.in
	}
	if in == "-" {
		cmd.Raw(s.p, gzipRatio(plain, packed-18)+"\n")
		return
	}
	verb, to := "replaced with", out
	if s.keep && out != "-" {
		verb = "created"
	}
	if out == "-" {
		to = "stdout"
	}
	// The header and trailer do not count against the ratio: 18 bytes and the name.
	overhead := int64(18)
	if !s.noName && s.header.name != "" {
		overhead += int64(len(s.header.name)) + 1
	}
	cmd.Raw(s.p, shown+":\t"+gzipRatio(plain, packed-overhead)+" -- "+verb+" "+to+"\n")
}

// gzipRatio is what compression saved, in percent.
func gzipRatio(plain, packed int64) string {
	ratio := 0.0
	if plain > 0 {
		ratio = 100 * float64(plain-packed) / float64(plain)
	}
	return fmt.Sprintf("%5.1f%%", ratio)
}

// listFile prints a row of -l with the size that reading the file gives, as gzip has it since 1.12: that of the last
// member, where there are several.
func (gzipDialect) listFile(s *squeezer, name string, in *cmd.Input) {
	src := &counter{r: in}
	z, err := newGzipReader(bufferedReader(src))
	if err != nil {
		s.d.readError(s, name, "", err)
		return
	}
	g := z.(*gzipReader)
	head := g.z.Header
	sum := crc32.NewIEEE()
	if rerr, _ := cmd.Copy(sum, g); rerr != nil {
		s.d.readError(s, name, "", rerr)
		return
	}
	shown, _ := s.stem(name)
	if name == "-" {
		shown = "stdout"
	}
	if s.name && head.Name != "" {
		shown = path.Join(path.Dir(name), path.Base(head.Name))
	}
	w := s.p.Stdout()
	if s.listed == 0 && !s.quiet {
		text := "         compressed        uncompressed  ratio uncompressed_name\n"
		if s.verbose > 0 {
			text = "method  crc     date  time  " + text
		}
		_, _ = io.WriteString(w, text)
	}
	s.listed++
	s.listIn += src.n
	s.listOut += g.out
	row := ""
	if s.verbose > 0 {
		when := s.header.mtime
		if !head.ModTime.IsZero() {
			when = head.ModTime
		}
		row = fmt.Sprintf("defla %08x %s ", sum.Sum32(), when.In(cmd.Location(s.p)).Format("Jan _2 15:04"))
	}
	s.overhead = 18
	if head.Name != "" {
		s.overhead += int64(len(head.Name)) + 1
	}
	if g.members > 1 { // gzip forgets the header then
		s.overhead = 0
	}
	_, _ = io.WriteString(w, row+gzipRow(src.n, g.out, s.overhead, shown))
}

// gzipRow is a line of -l. The totals count the overhead of the last file only, as gzip's own do.
func gzipRow(packed, plain, overhead int64, name string) string {
	return fmt.Sprintf("%19d %19d %s %s\n", packed, plain, gzipRatio(plain, packed-overhead), name)
}
