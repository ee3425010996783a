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

// checksum makes the command of one hash. tag is its name in BSD-style lines.
func checksum(name, tag string, make func() hash.Hash) kernel.Program {
	usage := optparse.Define(name, "[OPTION]... [FILE]...", "Print or check "+tag+" checksums.", checksumOptions)
	return func(_ context.Context, p *kernel.Process) int {
		o, status, done := cmd.Parse(p, usage)
		if done {
			return status
		}
		c := &checksummer{p: p, w: cmd.NewWriter(p), tag: tag, make: make, size: make().Size()}
		c.buf = makeBuffer()
		files := o.Args
		if len(files) == 0 {
			files = []string{"-"}
		}
		if o.Has("c") {
			if o.Has("tag") {
				return cmd.UsageError(p, usage, "the --tag option is meaningless when verifying checksums")
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
				return cmd.UsageError(p, usage, "the --%s option is meaningful only when verifying checksums", opt)
			}
		}
		eol := byte('\n')
		if o.Has("z") {
			eol = 0
		}
		for _, f := range files {
			sum, err := c.sum(f)
			if err != nil {
				_ = c.w.Flush()
				cmd.FileError(p, f, err)
				status = 1
				continue
			}
			shown, escaped := f, ""
			if eol == '\n' && strings.ContainsAny(f, "\\\n\r") {
				shown, escaped = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`).Replace(f), "\\"
			}
			mark := " "
			if o.Has("b") {
				mark = "*"
			}
			if o.Has("tag") {
				_, _ = c.w.WriteString(escaped + tag + " (" + shown + ") = " + sum)
			} else {
				_, _ = c.w.WriteString(escaped + sum + " " + mark + shown)
			}
			_ = c.w.WriteByte(eol)
		}
		return c.w.Finish(status)
	}
}

func makeBuffer() []byte { return make([]byte, cmd.BufferSize) }

type checksummer struct {
	p                                    *kernel.Process
	w                                    *cmd.Writer
	tag                                  string
	make                                 func() hash.Hash
	size                                 int
	buf                                  []byte
	missing, quiet, silent, strict, warn bool
}

func (c *checksummer) sum(name string) (string, error) {
	in, err := cmd.Open(c.p, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	h := c.make()
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
func (c *checksummer) parse(line string) (sum, name string, ok bool) {
	escaped := strings.HasPrefix(line, `\`)
	if escaped {
		line = line[1:]
	}
	if rest, found := strings.CutPrefix(line, c.tag+" ("); found {
		i := strings.LastIndex(rest, ") = ")
		if i < 0 {
			return "", "", false
		}
		name, sum = rest[:i], rest[i+4:]
	} else {
		n := 2 * c.size
		if len(line) < n+2 || line[n] != ' ' && line[n] != '\t' {
			return "", "", false
		}
		sum, name = line[:n], line[n+1:]
		if name[0] == ' ' || name[0] == '*' {
			name = name[1:]
		}
	}
	if _, err := hex.DecodeString(sum); err != nil || len(sum) != 2*c.size || name == "" {
		return "", "", false
	}
	if escaped {
		name = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r").Replace(name)
	}
	return sum, name, true
}

func (c *checksummer) check(list string) bool {
	in, err := cmd.Open(c.p, list)
	if err != nil {
		cmd.FileError(c.p, list, err)
		return false
	}
	defer in.Close()
	lines := cmd.NewLineReader(in, '\n')
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
		want, name, ok := c.parse(line)
		if !ok {
			wrong++
			if c.warn {
				_ = c.w.Flush()
				cmd.Errorf(c.p, "%s: %d: improperly formatted %s checksum line", cmd.Quotef(list), n, c.tag)
			}
			continue
		}
		good++
		got, err := c.sum(name)
		shown := cmd.Quotef(name)
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
		cmd.Errorf(c.p, "%s: no properly formatted checksum lines found", cmd.Quotef(list))
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
			cmd.Errorf(c.p, "%s: no file was verified", cmd.Quotef(list))
		}
	}
	return bad == 0 && unread == 0 && (matched > 0 || !c.missing) && !(c.strict && wrong > 0)
}

// checksums are the commands of this file.
func checksums() map[string]kernel.Program {
	return map[string]kernel.Program{
		"md5sum":    checksum("md5sum", "MD5", md5.New),
		"sha1sum":   checksum("sha1sum", "SHA1", sha1.New),
		"sha224sum": checksum("sha224sum", "SHA224", sha256.New224),
		"sha256sum": checksum("sha256sum", "SHA256", sha256.New),
		"sha384sum": checksum("sha384sum", "SHA384", sha512.New384),
		"sha512sum": checksum("sha512sum", "SHA512", sha512.New),
		"b2sum":     checksum("b2sum", "BLAKE2b", newBlake2b),
	}
}
