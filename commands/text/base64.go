package text

import (
	"bytes"
	"context"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"io"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

const baseOptions = `
-d, --decode          decode data
-i, --ignore-garbage  when decoding, ignore non-alphabet characters
-w, --wrap=COLS       wrap encoded lines after COLS character (default 76).\nUse 0 to disable line wrapping
`

var (
	base64Usage = optparse.Define("base64", "[OPTION]... [FILE]", "Base64 encode or decode FILE, or standard input, to standard output.", baseOptions)
	base32Usage = optparse.Define("base32", "[OPTION]... [FILE]", "Base32 encode or decode FILE, or standard input, to standard output.", baseOptions)
)

// codec is what encoding/base64 and encoding/base32 have in common.
type codec struct {
	in, out  int // bytes of a quantum decoded and encoded
	encode   func(dst, src []byte)
	decode   func(dst, src []byte) (int, error)
	alphabet string
}

func base64Command(_ context.Context, p *kernel.Process) int {
	e := base64.StdEncoding
	return baseRun(p, base64Usage, codec{3, 4, e.Encode, e.Strict().Decode, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="})
}

func base32Command(_ context.Context, p *kernel.Process) int {
	e := base32.StdEncoding
	return baseRun(p, base32Usage, codec{5, 8, e.Encode, e.Decode, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567="})
}

func baseRun(p *kernel.Process, u *optparse.Command, c codec) int {
	o, status, done := cmd.Parse(p, u)
	if done {
		return status
	}
	return baseFile(p, u, o, c)
}

// baseFile encodes or decodes by the options that all the encodings share.
func baseFile(p *kernel.Process, u *optparse.Command, o *optparse.Result, c codec) int {
	wrap := 76
	if v, ok := o.Value("w"); ok {
		n, err := strconv.ParseUint(v, 10, 62)
		if err != nil {
			cmd.Errorf(p, "invalid wrap size: %s", cmd.QuoteC(v))
			return 1
		}
		wrap = int(n)
	}
	if len(o.Args) > 1 {
		return cmd.ExtraOperand(p, u, o.Args[1])
	}
	name := "-"
	if len(o.Args) == 1 {
		name = o.Args[0]
	}
	in, err := cmd.Open(p, name)
	if err != nil {
		cmd.FileError(p, name, err)
		return 1
	}
	defer in.Close()
	w := cmd.NewWriter(p)
	if o.Has("d") {
		err = c.decodeAll(w, in, o.Has("i"))
	} else {
		err = c.encodeAll(w, in, wrap)
	}
	if err == errBase {
		_ = w.Flush()
		cmd.Errorf(p, "invalid input")
		return 1
	}
	if err == errQuantum {
		_ = w.Flush()
		cmd.Errorf(p, "%s", err)
		return 1
	}
	if err != nil {
		_ = w.Flush()
		cmd.Errorf(p, "read error: %s", kernel.Strerror(err))
		return 1
	}
	return w.Finish(0)
}

var errBase = io.ErrUnexpectedEOF

// errQuantum is input that Z85 has no form for.
var errQuantum = errors.New("invalid input (length must be multiple of 4 characters)")

func (c codec) encodeAll(w *cmd.Writer, in io.Reader, wrap int) error {
	src := make([]byte, 15<<10) // a multiple of 3, 4 and 5
	dst := make([]byte, len(src)/c.in*c.out)
	col := 0
	for {
		n, err := io.ReadFull(in, src)
		if c.in == 4 && n%4 != 0 {
			return errQuantum
		}
		k := (n + c.in - 1) / c.in * c.out
		c.encode(dst[:k], src[:n])
		for b := dst[:k]; len(b) > 0; {
			part := b
			if wrap > 0 && len(part) > wrap-col {
				part = b[:wrap-col]
			}
			_, _ = w.Write(part)
			b = b[len(part):]
			if col += len(part); wrap > 0 && col == wrap {
				_ = w.WriteByte('\n')
				col = 0
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			if wrap > 0 && col > 0 {
				_ = w.WriteByte('\n')
			}
			return nil
		}
		if err != nil {
			return err
		}
		if w.Err() != nil {
			return nil
		}
	}
}

func (c codec) decodeAll(w *cmd.Writer, in io.Reader, garbage bool) error {
	var held []byte
	src := make([]byte, 16<<10)
	dst := make([]byte, 32<<10)
	for {
		n, err := in.Read(src)
		for _, ch := range src[:n] {
			if ch == '\n' || garbage && bytes.IndexByte([]byte(c.alphabet), ch) < 0 {
				continue
			}
			held = append(held, ch)
		}
		whole := len(held) / c.out * c.out
		if err == io.EOF && whole < len(held) {
			k, _ := c.decode(dst, held[:whole])
			_, _ = w.Write(dst[:k])
			// What remains may still hold bytes: GNU prints them before it complains.
			rest := held[whole:]
			for len(rest)%c.out != 0 {
				rest = append(rest, '=')
			}
			if k, derr := c.decode(dst, rest); derr == nil {
				_, _ = w.Write(dst[:k])
			}
			return errBase
		}
		for off := 0; off < whole; {
			// A padded quantum may stand inside; the decoders take one run at a time.
			end := whole
			if i := bytes.IndexByte(held[off:whole], '='); i >= 0 {
				end = off + (i/c.out+1)*c.out
			}
			k, derr := c.decode(dst, held[off:end])
			_, _ = w.Write(dst[:k])
			if derr != nil {
				return errBase
			}
			off = end
		}
		held = held[:copy(held, held[whole:])]
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if w.Err() != nil {
			return nil
		}
	}
}
