package text

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

const checksumOptions = `
-b, --binary          read in binary mode
-c, --check           read checksums from the FILEs and check them
    --tag             create a BSD-style checksum
-t, --text            read in text mode (default)
-z, --zero            end each output line with NUL, not newline
    --ignore-missing  don't fail or report status for missing files
    --quiet           don't print OK for each successfully verified file
    --status          don't output anything, status code shows success
    --strict          exit non-zero for improperly formatted checksum lines
-w, --warn            warn about improperly formatted checksum lines
`

// digest is one kind of checksum.
type digest struct {
	short string // as -a of cksum has it
	tag   string // in BSD-style lines
	size  int    // of the digest in bytes
	make  func() hash.Hash
}

// sized is the digest with another length in bits, which BLAKE2b alone has; 0 is the usual one.
func (d digest) sized(bits int) digest {
	if d.short != "blake2b" || bits == 0 || bits == 512 {
		return d
	}
	d.size = bits / 8
	d.tag += "-" + strconv.Itoa(bits)
	d.make = func() hash.Hash { return newBlake2b(bits / 8) }
	return d
}

func digests() []digest {
	return []digest{
		{"md5", "MD5", md5.Size, md5.New},
		{"sha1", "SHA1", sha1.Size, sha1.New},
		{"sha224", "SHA224", sha256.Size224, sha256.New224},
		{"sha256", "SHA256", sha256.Size, sha256.New},
		{"sha384", "SHA384", sha512.Size384, sha512.New384},
		{"sha512", "SHA512", sha512.Size, sha512.New},
		{"blake2b", "BLAKE2b", 64, func() hash.Hash { return newBlake2b(64) }},
		{"sm3", "SM3", 32, func() hash.Hash { return newSM3() }},
	}
}

// digestBits reads the argument of -l.
func digestBits(p *kernel.Process, s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil || n%8 != 0 || n > 512 {
		cmd.Errorf(p, "invalid length: %s", cmd.QuoteC(s))
	}
	switch {
	case err != nil:
		return 0, false
	case n > 512:
		cmd.Errorf(p, "maximum digest length for 'BLAKE2b' is 512 bits")
		return 0, false
	case n%8 != 0:
		cmd.Errorf(p, "length is not a multiple of 8")
		return 0, false
	}
	return int(n), true
}

// checksum makes the command of one digest.
func checksum(name string, d digest) kernel.Program {
	options := checksumOptions
	if d.short == "blake2b" {
		options = "-l, --length=BITS     digest length in bits; must not exceed the max for\\nthe blake2 algorithm and must be a multiple of 8" + options
	}
	usage := optparse.Define(name, "[OPTION]... [FILE]...", "Print or check "+d.tag+" checksums.", options)
	return func(_ context.Context, p *kernel.Process) int {
		o, status, done := cmd.Parse(p, usage)
		if done {
			return status
		}
		d := d
		for _, m := range o.Options {
			if m.Key == "l" {
				bits, ok := digestBits(p, m.Value)
				if !ok {
					return 1
				}
				d = d.sized(bits)
			}
		}
		c := &checksummer{p: p, w: cmd.NewWriter(p), only: []digest{d}, buf: makeBuffer(), tagged: o.Has("tag")}
		return c.main(usage, o)
	}
}

// main prints or checks by the options all digests share.
func (c *checksummer) main(usage *optparse.Command, o *optparse.Result) int {
	files := o.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	status := 0
	if o.Has("c") {
		if o.Has("tag") {
			return cmd.UsageError(c.p, usage, "the --tag option is meaningless when verifying checksums")
		}
		c.missing, c.quiet, c.silent, c.strict, c.warn = o.Has("ignore-missing"), o.Has("quiet"), o.Has("status"), o.Has("strict"), o.Has("w")
		for _, f := range files {
			if !c.check(f) {
				status = 1
			}
		}
		return c.w.Finish(status)
	}
	for _, opt := range []string{"ignore-missing", "status", "warn", "quiet", "strict"} {
		if o.Has(opt) || opt == "warn" && o.Has("w") {
			return cmd.UsageError(c.p, usage, "the --%s option is meaningful only when verifying checksums", opt)
		}
	}
	eol := byte('\n')
	if o.Has("z") {
		eol = 0
	}
	d := c.only[0]
	for _, f := range files {
		sum, err := c.sum(f, d)
		if err != nil {
			_ = c.w.Flush()
			cmd.FileError(c.p, f, err)
			status = 1
			continue
		}
		shown, escaped := f, ""
		if eol == '\n' && strings.ContainsAny(f, "\\\n\r") {
			shown, escaped = escapeSumName(f), "\\"
		}
		mark := " "
		if o.Has("b") {
			mark = "*"
		}
		if c.tagged {
			_, _ = c.w.WriteString(escaped + d.tag + " (" + shown + ") = " + sum)
		} else {
			_, _ = c.w.WriteString(escaped + sum + " " + mark + shown)
		}
		_ = c.w.WriteByte(eol)
	}
	return c.w.Finish(status)
}

func escapeSumName(s string) string {
	return strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`).Replace(s)
}

func makeBuffer() []byte { return make([]byte, cmd.BufferSize) }

type checksummer struct {
	p                                    *kernel.Process
	w                                    *cmd.Writer
	only                                 []digest // the one in use, or with -c those a line may name
	needTag                              bool     // lines without a tag are malformed: nothing tells which digest it is
	tagged                               bool
	buf                                  []byte
	missing, quiet, silent, strict, warn bool
}

func (c *checksummer) sum(name string, d digest) (string, error) {
	in, err := cmd.Open(c.p, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	h := d.make()
	for {
		n, err := in.Read(c.buf)
		_, _ = h.Write(c.buf[:n])
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
		if err := c.p.Safepoint(); err != nil {
			return "", err
		}
	}
}

// parse reads "hash  name", "hash *name" or "TAG (name) = hash".
func (c *checksummer) parse(line string) (sum, name string, d digest, ok bool) {
	escaped := strings.HasPrefix(line, `\`)
	if escaped {
		line = line[1:]
	}
	tag, rest, tagged := strings.Cut(line, " (")
	tagged = tagged && strings.Contains(rest, ") = ")
	kind, bitsText, _ := strings.Cut(tag, "-")
	for _, known := range c.only {
		plain, _, _ := strings.Cut(known.tag, "-")
		switch {
		case tagged && kind == plain:
			i := strings.LastIndex(rest, ") = ")
			name, sum = rest[:i], rest[i+4:]
			d = known
			if bits, err := strconv.Atoi(bitsText); bitsText != "" && (err != nil || bits <= 0 || bits > 512 || bits%8 != 0) {
				return "", "", d, false
			} else if bitsText != "" {
				d = known.sized(bits)
			}
		case !tagged && !c.needTag:
			d = known
			n := len(line) - len(strings.TrimLeft(line, "0123456789abcdefABCDEF"))
			if known.short == "blake2b" && n%2 == 0 && n > 0 && n <= 128 {
				d = known.sized(0)
				if n != 128 {
					d = digest{short: "blake2b", tag: plain}.sized(n * 4)
				}
			}
			if n != 2*d.size || len(line) < n+2 || line[n] != ' ' && line[n] != '\t' {
				return "", "", d, false
			}
			sum, name = line[:n], line[n+1:]
			if name[0] == ' ' || name[0] == '*' {
				name = name[1:]
			}
		default:
			continue
		}
		break
	}
	if _, err := hex.DecodeString(sum); err != nil || len(sum) != 2*d.size || name == "" || d.size == 0 {
		return "", "", d, false
	}
	if escaped {
		name = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r").Replace(name)
	}
	return sum, name, d, true
}

func (c *checksummer) check(list string) bool {
	in, err := cmd.Open(c.p, list)
	if err != nil {
		cmd.FileError(c.p, list, err)
		return false
	}
	defer in.Close()
	lines := cmd.NewLineReader(in, '\n')
	shownList := cmd.Quotef(list)
	if list == "-" {
		shownList = "'standard input'"
	}
	var good, bad, unread, wrong, matched int
	for n := 1; ; n++ {
		raw, _, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			cmd.FileError(c.p, list, err)
			return false
		}
		line := strings.TrimSuffix(string(raw), "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		want, name, d, ok := c.parse(line)
		if !ok {
			wrong++
			if c.warn {
				_ = c.w.Flush()
				cmd.Errorf(c.p, "%s: %d: improperly formatted %s checksum line", shownList, n, c.only[0].tag)
			}
			continue
		}
		good++
		got, err := c.sum(name, d)
		shown := name
		if strings.Contains(name, "\n") {
			shown = `\` + escapeSumName(name)
		}
		switch {
		case err != nil && c.missing && kernel.Strerror(err) == "No such file or directory":
			continue
		case err != nil:
			_ = c.w.Flush()
			cmd.FileError(c.p, name, err)
			unread++
			if !c.silent {
				_, _ = c.w.WriteString(shown + ": FAILED open or read\n")
			}
		case strings.EqualFold(got, want):
			matched++
			if !c.quiet && !c.silent {
				_, _ = c.w.WriteString(shown + ": OK\n")
			}
		default:
			bad++
			if !c.silent {
				_, _ = c.w.WriteString(shown + ": FAILED\n")
			}
		}
	}
	_ = c.w.Flush()
	if good == 0 {
		cmd.Errorf(c.p, "%s: no properly formatted checksum lines found", shownList)
		return false
	}
	if !c.silent {
		plural := func(n int, one, many string) {
			if n == 1 {
				cmd.Errorf(c.p, "WARNING: 1 %s", one)
			} else if n > 1 {
				cmd.Errorf(c.p, "WARNING: %d %s", n, many)
			}
		}
		plural(wrong, "line is improperly formatted", "lines are improperly formatted")
		plural(unread, "listed file could not be read", "listed files could not be read")
		plural(bad, "computed checksum did NOT match", "computed checksums did NOT match")
		if c.missing && matched == 0 {
			cmd.Errorf(c.p, "%s: no file was verified", shownList)
		}
	}
	return bad == 0 && unread == 0 && (matched > 0 || !c.missing) && !(c.strict && wrong > 0)
}

// checksums are the commands of this file.
func checksums() map[string]kernel.Program {
	all := map[string]kernel.Program{}
	for _, d := range digests() {
		switch d.short {
		case "sm3": // cksum alone has it
		case "blake2b":
			all["b2sum"] = checksum("b2sum", d)
		default:
			all[d.short+"sum"] = checksum(d.short+"sum", d)
		}
	}
	return all
}
