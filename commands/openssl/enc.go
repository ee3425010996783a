package openssl

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// cipherSpec is a mode of AES with the size of its key in bytes.
type cipherSpec struct {
	key int
	ctr bool
}

var ciphers = map[string]cipherSpec{
	"aes-128-cbc": {16, false}, "aes-192-cbc": {24, false}, "aes-256-cbc": {32, false}, "aes128": {16, false}, "aes192": {24, false}, "aes256": {32, false},
	"aes-128-ctr": {16, true}, "aes-192-ctr": {24, true}, "aes-256-ctr": {32, true},
}

// maxIterations bounds -iter: it cannot be interrupted, a million takes about half a second.
const maxIterations = 1_000_000

func (t *tool) enc(args []string) error {
	opt, rest, err := t.flags(args, "in out k pass kfile S K iv iter md bufsize", "<cipher> base64 a A d e salt nosalt pbkdf2 nopad p P none v")
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fail("Extra arguments given.\n%s: Use -help for summary.", t.name)
	}
	in, err := t.input(opt)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := t.output(opt, 0o666); err != nil {
		return err
	}
	b64 := opt["base64"] != "" || opt["a"] != ""
	name, encrypts := opt["<cipher>"]
	if !encrypts {
		if !b64 && opt["none"] == "" {
			return fail("enc: no cipher was given\nenc: Use -help for summary.")
		}
		return t.base64(in, opt)
	}
	data, err := cmd.ReadAll(in)
	if err != nil {
		return err
	}
	decrypt := opt["d"] != ""
	if decrypt && b64 {
		if data, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(data)), "")); err != nil {
			return fail("error reading input file")
		}
	}
	spec := ciphers[name]
	var key, iv []byte
	salt := []byte(nil)
	if k, ok := opt["K"]; ok {
		if key, err = unhex(k, spec.key); err != nil {
			return fail("invalid hex key value")
		}
		v, given := opt["iv"]
		if !given {
			return fail("iv undefined")
		}
		if iv, err = unhex(v, aes.BlockSize); err != nil {
			return fail("invalid hex iv value")
		}
	} else {
		pass, err := t.password(opt)
		if err != nil {
			return err
		}
		switch {
		case decrypt && opt["nosalt"] == "":
			if len(data) < 16 || !bytes.HasPrefix(data, []byte("Salted__")) {
				return fail("bad magic number")
			}
			salt, data = data[8:16], data[16:]
		case opt["nosalt"] != "":
		case opt["S"] != "":
			if salt, err = unhex(opt["S"], 8); err != nil {
				return fail("invalid hex salt value")
			}
		default:
			salt = make([]byte, 8)
			_, _ = t.p.Kernel().Rand().Read(salt)
		}
		_, iterated := opt["iter"]
		if opt["pbkdf2"] != "" || iterated {
			n := 10000
			if iterated {
				if n, err = strconv.Atoi(opt["iter"]); err != nil || n < 1 || n > maxIterations {
					return fail("enc: Non-positive number \"%s\" for option -iter", opt["iter"])
				}
			}
			hashName := opt["md"]
			if hashName == "" {
				hashName = "sha256"
			}
			h := digests[hashName]
			if h == nil {
				return fail("enc: Unknown option or message digest: %s", hashName)
			}
			dk, err := pbkdf2.Key(h, string(pass), salt, n, spec.key+aes.BlockSize)
			if err != nil {
				return fail("%v", err)
			}
			key, iv = dk[:spec.key], dk[spec.key:]
		} else {
			_ = t.w.Flush()
			cmd.Raw(t.p, "*** WARNING : deprecated key derivation used.\nUsing -iter or -pbkdf2 would be better.\n")
			key, iv = bytesToKey(pass, salt, spec.key, opt["md"] == "md5")
		}
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return fail("%v", err)
	}
	if decrypt {
		return t.decrypt(block, iv, data, spec)
	}
	if !spec.ctr {
		pad := aes.BlockSize - len(data)%aes.BlockSize
		data = append(data, bytes.Repeat([]byte{byte(pad)}, pad)...)
		cipher.NewCBCEncrypter(block, iv).CryptBlocks(data, data)
	} else {
		cipher.NewCTR(block, iv).XORKeyStream(data, data)
	}
	if opt["K"] == "" && opt["S"] == "" && salt != nil {
		data = append(append([]byte("Salted__"), salt...), data...)
	}
	if b64 {
		if opt["A"] != "" {
			_, _ = t.w.WriteString(base64.StdEncoding.EncodeToString(data))
			return nil
		}
		e := &lineEncoder{w: t.w}
		_, _ = e.Write(data)
		e.end()
		return nil
	}
	_, _ = t.w.Write(data)
	return nil
}

func (t *tool) decrypt(block cipher.Block, iv, data []byte, spec cipherSpec) error {
	if spec.ctr {
		cipher.NewCTR(block, iv).XORKeyStream(data, data)
		_, _ = t.w.Write(data)
		return nil
	}
	if len(data) == 0 || len(data)%aes.BlockSize != 0 {
		return fail("bad decrypt")
	}
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(data, data)
	pad := int(data[len(data)-1])
	if pad == 0 || pad > aes.BlockSize || !bytes.Equal(data[len(data)-pad:], bytes.Repeat([]byte{byte(pad)}, pad)) {
		return fail("bad decrypt")
	}
	_, _ = t.w.Write(data[:len(data)-pad])
	return nil
}

// unhex reads hexadecimal digits, filled up with zeros.
func unhex(s string, n int) ([]byte, error) {
	if len(s) > 2*n {
		s = s[:2*n]
	}
	if len(s)%2 != 0 {
		s += "0"
	}
	b, err := hex.DecodeString(s)
	return append(b, make([]byte, max(0, n-len(b)))...), err
}

// bytesToKey is EVP_BytesToKey with one round.
func bytesToKey(pass, salt []byte, keyLen int, useMD5 bool) (key, iv []byte) {
	var out, last []byte
	for len(out) < keyLen+aes.BlockSize {
		in := append(append(append([]byte{}, last...), pass...), salt...)
		if useMD5 {
			s := md5.Sum(in)
			last = s[:]
		} else {
			s := sha256.Sum256(in)
			last = s[:]
		}
		out = append(out, last...)
	}
	return out[:keyLen], out[keyLen : keyLen+aes.BlockSize]
}

// password reads -k, -pass and -kfile.
func (t *tool) password(opt map[string]string) ([]byte, error) {
	if k, ok := opt["k"]; ok {
		return []byte(k), nil
	}
	firstLine := func(file string) ([]byte, error) {
		data, err := t.p.FS().ReadFile(file)
		if err != nil {
			return nil, fail("Can't open file %s\n%s", file, kernel.Strerror(err))
		}
		line, _, _ := bytes.Cut(data, []byte("\n"))
		return line, nil
	}
	if f, ok := opt["kfile"]; ok {
		return firstLine(f)
	}
	if p, ok := opt["pass"]; ok {
		kind, v, _ := strings.Cut(p, ":")
		switch kind {
		case "pass":
			return []byte(v), nil
		case "env":
			return []byte(t.p.Getenv(v)), nil
		case "file":
			return firstLine(v)
		case "stdin":
			line, _, err := cmd.NewLineReader(t.p.Stdin(), '\n').Next()
			return bytes.Clone(line), err
		}
		return nil, fail("Invalid password argument, starting with \"%s\"\nError getting password", p)
	}
	return nil, fail("enc: a password is needed: -k, -pass or -kfile")
}

// base64 encodes or decodes as it reads.
func (t *tool) base64(in *cmd.Input, opt map[string]string) error {
	if opt["d"] != "" {
		data, err := cmd.ReadAll(in)
		if err != nil {
			return err
		}
		out, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(data)), ""))
		if err != nil {
			return fail("error reading input file")
		}
		_, _ = t.w.Write(out)
		return nil
	}
	if opt["A"] != "" {
		enc := base64.NewEncoder(base64.StdEncoding, t.w)
		if _, err := cmd.Copy(enc, in); err != nil {
			return err
		}
		return enc.Close()
	}
	e := &lineEncoder{w: t.w}
	readErr, _ := cmd.Copy(e, in)
	e.end()
	return readErr
}

func (t *tool) passwd(args []string) error {
	opt, rest, err := t.flags(args, "salt in", "1 5 6 apr1 stdin noverify quiet table reverse")
	if err != nil {
		return err
	}
	scheme := "1"
	for _, s := range []string{"1", "5", "6", "apr1"} {
		if opt[s] != "" {
			scheme = s
		}
	}
	if opt["stdin"] != "" {
		lines := cmd.NewLineReader(t.p.Stdin(), '\n')
		for {
			line, _, err := lines.Next()
			if err != nil {
				break
			}
			rest = append(rest, string(line))
		}
	}
	if len(rest) == 0 {
		return fail("passwd: a password is needed: as an argument or with -stdin")
	}
	for _, pw := range rest {
		if t.p.Safepoint() != nil {
			return nil
		}
		salt, given := opt["salt"]
		if !given {
			const letters = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
			b := make([]byte, map[bool]int{true: 16, false: 8}[scheme == "5" || scheme == "6"])
			_, _ = t.p.Kernel().Rand().Read(b)
			for i := range b {
				b[i] = letters[b[i]&63]
			}
			salt = string(b)
		}
		if len(pw) > 256 {
			pw = pw[:256]
		}
		t.w.Printf("%s\n", crypt(scheme, pw, salt))
	}
	return nil
}

const cryptLetters = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func crypt64(b *strings.Builder, v uint32, n int) {
	for ; n > 0; n-- {
		b.WriteByte(cryptLetters[v&63])
		v >>= 6
	}
}

// crypt makes a password hash as crypt(3): scheme 1 and apr1 are MD5's, 5 and 6 Drepper's SHA ones with 5000 rounds.
func crypt(scheme, pw, salt string) string {
	if scheme == "1" || scheme == "apr1" {
		return cryptMD5(scheme, pw, salt[:min(8, len(salt))])
	}
	return cryptSHA(scheme, pw, salt[:min(16, len(salt))])
}

func cryptMD5(scheme, pw, salt string) string {
	alt := md5.Sum([]byte(pw + salt + pw))
	h := md5.New()
	h.Write([]byte(pw + "$" + scheme + "$" + salt))
	for n := len(pw); n > 0; n -= 16 {
		h.Write(alt[:min(16, n)])
	}
	for n := len(pw); n > 0; n >>= 1 {
		if n&1 != 0 {
			h.Write([]byte{0})
		} else {
			h.Write([]byte(pw[:1]))
		}
	}
	final := h.Sum(nil)
	for i := range 1000 {
		h.Reset()
		if i&1 != 0 {
			h.Write([]byte(pw))
		} else {
			h.Write(final)
		}
		if i%3 != 0 {
			h.Write([]byte(salt))
		}
		if i%7 != 0 {
			h.Write([]byte(pw))
		}
		if i&1 != 0 {
			h.Write(final)
		} else {
			h.Write([]byte(pw))
		}
		final = h.Sum(final[:0:0])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "$%s$%s$", scheme, salt)
	for _, g := range [][3]int{{0, 6, 12}, {1, 7, 13}, {2, 8, 14}, {3, 9, 15}, {4, 10, 5}} {
		crypt64(&b, uint32(final[g[0]])<<16|uint32(final[g[1]])<<8|uint32(final[g[2]]), 4)
	}
	crypt64(&b, uint32(final[11]), 2)
	return b.String()
}

func cryptSHA(scheme, pw, salt string) string {
	newHash, size := sha256.New, 32
	if scheme == "6" {
		newHash, size = sha512.New, 64
	}
	h := newHash()
	h.Write([]byte(pw + salt + pw))
	alt := h.Sum(nil)
	h.Reset()
	h.Write([]byte(pw + salt))
	n := len(pw)
	for ; n > size; n -= size {
		h.Write(alt)
	}
	h.Write(alt[:n])
	for n = len(pw); n > 0; n >>= 1 {
		if n&1 != 0 {
			h.Write(alt)
		} else {
			h.Write([]byte(pw))
		}
	}
	a := h.Sum(nil)
	repeat := func(sum []byte, n int) []byte {
		var out []byte
		for len(out) < n {
			out = append(out, sum...)
		}
		return out[:n]
	}
	h.Reset()
	for range len(pw) {
		h.Write([]byte(pw))
	}
	p := repeat(h.Sum(nil), len(pw))
	h.Reset()
	for range 16 + int(a[0]) {
		h.Write([]byte(salt))
	}
	s := repeat(h.Sum(nil), len(salt))
	for i := range 5000 {
		h.Reset()
		if i&1 != 0 {
			h.Write(p)
		} else {
			h.Write(a)
		}
		if i%3 != 0 {
			h.Write(s)
		}
		if i%7 != 0 {
			h.Write(p)
		}
		if i&1 != 0 {
			h.Write(a)
		} else {
			h.Write(p)
		}
		a = h.Sum(a[:0:0])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "$%s$%s$", scheme, salt)
	put := func(x, y, z, n int) {
		v := uint32(0)
		for _, i := range []int{x, y, z} {
			v <<= 8
			if i >= 0 {
				v |= uint32(a[i])
			}
		}
		crypt64(&b, v, n)
	}
	if scheme == "5" {
		for _, g := range [][3]int{{0, 10, 20}, {21, 1, 11}, {12, 22, 2}, {3, 13, 23}, {24, 4, 14}, {15, 25, 5}, {6, 16, 26}, {27, 7, 17}, {18, 28, 8}, {9, 19, 29}} {
			put(g[0], g[1], g[2], 4)
		}
		put(-1, 31, 30, 3)
		return b.String()
	}
	for i := range 21 {
		x, y, z := i, i+21, i+42
		switch i % 3 {
		case 1:
			x, y, z = i+21, i+42, i
		case 2:
			x, y, z = i+42, i, i+21
		}
		put(x, y, z, 4)
	}
	put(-1, -1, 63, 2)
	return b.String()
}
