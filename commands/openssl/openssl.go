package openssl

import (
	"context"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// tool is one run of openssl.
type tool struct {
	ctx  context.Context
	p    *kernel.Process
	w    *cmd.Writer
	name string
	out  *kernel.File
}

// failure ends a command: a message and a status.
type failure struct {
	text   string
	status int
}

func (f *failure) Error() string { return f.text }

func fail(format string, args ...any) error { return &failure{fmt.Sprintf(format, args...), 1} }

// Program runs openssl.
func Program(ctx context.Context, p *kernel.Process) int {
	t := &tool{ctx: ctx, p: p, w: cmd.NewWriter(p)}
	args := p.Args()[1:]
	if len(args) == 0 {
		cmd.Raw(p, "openssl: interactive use is not supported: name a command, or help\n")
		return 1
	}
	t.name, args = args[0], args[1:]
	err := t.run(args)
	if e := t.closeOut(); err == nil {
		err = e
	}
	if err == nil {
		return t.w.Finish(0)
	}
	_ = t.w.Flush()
	if f, ok := err.(*failure); ok {
		if f.text != "" {
			cmd.Raw(p, f.text+"\n")
		}
		return f.status
	}
	if p.Safepoint() == nil {
		cmd.Raw(p, t.name+": "+kernel.Strerror(err)+"\n")
	}
	return 1
}

func (t *tool) closeOut() error {
	err := t.w.Flush()
	if t.out != nil {
		_ = t.out.Close()
		t.out = nil
		t.w = cmd.NewWriter(t.p)
	}
	return err
}

// digests are those of dgst and of passwords.
var digests = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
	"sha512-256": sha512.New512_256, "sha512-224": sha512.New512_224,
	"sha3-224": func() hash.Hash { return sha3.New224() }, "sha3-256": func() hash.Hash { return sha3.New256() },
	"sha3-384": func() hash.Hash { return sha3.New384() }, "sha3-512": func() hash.Hash { return sha3.New512() },
}

func digestName(name string) string {
	switch n := strings.ToUpper(name); n {
	case "SHA224", "SHA256", "SHA384", "SHA512":
		return "SHA2-" + n[3:]
	case "SHA512-256", "SHA512-224":
		return "SHA2-512/" + n[7:]
	default:
		return n
	}
}

func (t *tool) run(args []string) error {
	if _, ok := digests[t.name]; ok {
		return t.dgst(append([]string{"-" + t.name}, args...))
	}
	switch t.name {
	case "dgst":
		return t.dgst(args)
	case "rand":
		return t.rand(args)
	case "base64":
		return t.enc(append([]string{"-base64"}, args...))
	case "enc":
		return t.enc(args)
	case "passwd":
		return t.passwd(args)
	case "genrsa":
		return t.genrsa(args)
	case "genpkey":
		return t.genpkey(args)
	case "ecparam":
		return t.ecparam(args)
	case "rsa", "pkey", "ec":
		return t.pkey(args)
	case "req":
		return t.req(args)
	case "x509":
		return t.x509(args)
	case "prime":
		return t.prime(args)
	case "version", "--version", "-v":
		t.w.Printf("OpenSSL 3.0.17 1 Jul 2025 (Library: OpenSSL 3.0.17 1 Jul 2025)\n")
		return nil
	case "help", "--help", "-help", "list":
		t.w.Printf("Usage: openssl command [options]\n\nStandard commands\nbase64 dgst ec ecparam enc genpkey genrsa passwd pkey prime rand req rsa version x509\n\nMessage Digest commands\nmd5 sha1 sha224 sha256 sha384 sha512 sha3-256 sha3-512\n\nCipher commands (enc)\naes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-256-ctr base64\n")
		return nil
	}
	if _, ok := ciphers[t.name]; ok {
		return t.enc(append([]string{"-" + t.name}, args...))
	}
	return &failure{"Invalid command '" + t.name + "'; type \"help\" for a list.", 1}
}

// flags reads options in openssl's form: -name value. value tells which take one; the rest are operands.
func (t *tool) flags(args []string, value, plain string) (opt map[string]string, operands []string, err error) {
	opt = map[string]string{}
	takes, flag := " "+value+" ", " "+plain+" "
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' {
			operands = append(operands, args[i:]...)
			break
		}
		name := strings.TrimPrefix(strings.TrimPrefix(a, "-"), "-")
		switch {
		case strings.Contains(takes, " "+name+" "):
			if i+1 >= len(args) {
				return nil, nil, fail("%s: Option -%s needs a value\n%s: Use -help for summary.", t.name, name, t.name)
			}
			i++
			opt[name] = args[i]
		case strings.Contains(flag, " "+name+" "):
			opt[name] = "1"
		case digests[strings.ToLower(name)] != nil && strings.Contains(flag, " <digest> "):
			opt["<digest>"] = strings.ToLower(name)
		case ciphers[strings.ToLower(name)].key != 0 && strings.Contains(flag, " <cipher> "):
			opt["<cipher>"] = strings.ToLower(name)
		default:
			return nil, nil, fail("%s: Unknown option or cipher: %s\n%s: Use -help for summary.", t.name, name, t.name)
		}
	}
	return opt, operands, nil
}

// input opens -in, or standard input.
func (t *tool) input(opt map[string]string) (*cmd.Input, error) {
	name, ok := opt["in"]
	if !ok {
		return cmd.Stdin(t.p), nil
	}
	in, err := cmd.OpenFile(t.p, name)
	if err != nil {
		return nil, fail("Can't open \"%s\" for reading, %s", name, kernel.Strerror(err))
	}
	return in, nil
}

// output sends what follows to -out; keys get mode 600.
func (t *tool) output(opt map[string]string, mode os.FileMode) error {
	name, ok := opt["out"]
	if !ok {
		return nil
	}
	f, err := t.p.Open(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return fail("Can't open \"%s\" for writing, %s", name, kernel.Strerror(err))
	}
	_ = t.w.Flush()
	t.out = f
	t.w = cmd.NewFileWriter(t.p, fileWriter{t.ctx, f})
	return nil
}

type fileWriter struct {
	ctx context.Context
	f   *kernel.File
}

func (w fileWriter) Write(b []byte) (int, error) { return w.f.Write(w.ctx, b) }

// randomReader is the box's random source.
type randomReader struct{ p *kernel.Process }

func (r randomReader) Read(b []byte) (int, error) { return r.p.Kernel().Rand().Read(b) }

func (t *tool) random() io.Reader { return randomReader{t.p} }

func (t *tool) dgst(args []string) error {
	opt, files, err := t.flags(args, "out hmac sign verify signature mac macopt", "<digest> hex binary r c d")
	if err != nil {
		return err
	}
	for _, k := range []string{"sign", "verify", "mac"} {
		if _, ok := opt[k]; ok {
			return fail("dgst: -%s is not supported in this openssl", k)
		}
	}
	name := opt["<digest>"]
	shownDigest := ""
	if name == "" {
		name, shownDigest = "sha256", "SHA256" // the default goes by its old name
	}
	if shownDigest == "" {
		shownDigest = digestName(name)
	}
	if err := t.output(opt, 0o666); err != nil {
		return err
	}
	key, keyed := opt["hmac"]
	failed := false
	one := func(label string, in io.Reader) error {
		h := digests[name]()
		if keyed {
			h = hmac.New(digests[name], []byte(key))
		}
		readErr, _ := cmd.Copy(h, in)
		if readErr != nil {
			cmd.Raw(t.p, "dgst: Read error in "+label+"\n")
			failed = true
			return nil
		}
		sum := h.Sum(nil)
		text := hex.EncodeToString(sum)
		if opt["c"] != "" {
			var parts []string
			for i := 0; i < len(text); i += 2 {
				parts = append(parts, text[i:i+2])
			}
			text = strings.Join(parts, ":")
		}
		switch {
		case opt["binary"] != "":
			_, _ = t.w.Write(sum)
		case opt["r"] != "":
			shown := "*" + label
			if label == "stdin" {
				shown = "*stdin"
			}
			t.w.Printf("%s %s\n", text, shown)
		case keyed && label != "stdin":
			t.w.Printf("HMAC-%s(%s)= %s\n", shownDigest, label, text)
		default:
			t.w.Printf("%s(%s)= %s\n", shownDigest, label, text)
		}
		return nil
	}
	if len(files) == 0 {
		return one("stdin", t.p.Stdin())
	}
	for _, f := range files {
		in, err := cmd.OpenFile(t.p, f)
		if err != nil {
			_ = t.w.Flush()
			cmd.Raw(t.p, "Can't open \""+f+"\" for reading, "+kernel.Strerror(err)+"\n")
			failed = true
			continue
		}
		err = one(f, in)
		in.Close()
		if err != nil {
			return err
		}
	}
	if failed {
		return &failure{"", 1}
	}
	return nil
}

// maxRandom bounds rand, in bytes.
const maxRandom = 1 << 30

func (t *tool) rand(args []string) error {
	opt, rest, err := t.flags(args, "out rand", "hex base64")
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return fail("rand: Use -help for summary.")
	}
	n, convErr := strconv.Atoi(rest[0])
	if convErr != nil || n < 0 || n > maxRandom {
		return fail("rand: Can't parse \"%s\" as a number\nrand: Use -help for summary.", rest[0])
	}
	if err := t.output(opt, 0o666); err != nil {
		return err
	}
	var to io.Writer = t.w
	var enc *lineEncoder
	switch {
	case opt["hex"] != "":
		to = hex.NewEncoder(t.w)
	case opt["base64"] != "":
		enc = &lineEncoder{w: t.w}
		to = enc
	}
	buf := make([]byte, 48<<10)
	for n > 0 && t.p.Safepoint() == nil && t.w.Err() == nil {
		b := buf[:min(n, len(buf))]
		_, _ = t.p.Kernel().Rand().Read(b)
		if _, err := to.Write(b); err != nil {
			return err
		}
		n -= len(b)
	}
	if enc != nil {
		enc.end()
	} else if opt["hex"] != "" {
		_ = t.w.WriteByte('\n')
	}
	return nil
}

// lineEncoder writes base64 in lines of 64 characters.
type lineEncoder struct {
	w    *cmd.Writer
	held []byte
}

func (e *lineEncoder) Write(b []byte) (int, error) {
	e.held = append(e.held, b...)
	for len(e.held) >= 48 {
		_, _ = e.w.WriteString(base64.StdEncoding.EncodeToString(e.held[:48]) + "\n")
		e.held = e.held[48:]
	}
	return len(b), e.w.Err()
}

// end writes what is left.
func (e *lineEncoder) end() {
	if len(e.held) > 0 {
		_, _ = e.w.WriteString(base64.StdEncoding.EncodeToString(e.held) + "\n")
		e.held = nil
	}
}
