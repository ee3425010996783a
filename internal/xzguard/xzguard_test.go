package xzguard_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/ulikunitz/xz"

	"github.com/sandpit-dev/sandpit/internal/xzguard"
)

// pack makes an .xz file; blockSize makes several blocks.
func pack(t testing.TB, data []byte, cfg xz.WriterConfig) []byte {
	t.Helper()
	cfg.DictCap = 1 << 16
	var b bytes.Buffer
	w, err := cfg.NewWriter(&b)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32()) & byte(i>>12)
	}
	return b
}

func unpack(r io.Reader) ([]byte, error) {
	x, err := xzguard.NewReader(r)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(x)
}

func TestRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 100, 70_000, 300_000} {
		for name, cfg := range map[string]xz.WriterConfig{
			"plain": {}, "blocks": {BlockSize: 10_000}, "crc32": {CheckSum: xz.CRC32}, "sha256": {CheckSum: xz.SHA256}, "none": {NoCheckSum: true},
		} {
			want := sample(n)
			one := pack(t, want, cfg)
			for form, r := range map[string]io.Reader{
				"whole": bytes.NewReader(one), "bytes": iotest.OneByteReader(bytes.NewReader(one)),
				"two streams": bytes.NewReader(append(append(bytes.Clone(one), 0, 0, 0, 0), one...)),
			} {
				got, err := unpack(r)
				all := want
				if form == "two streams" {
					all = append(bytes.Clone(want), want...)
				}
				if err != nil || !bytes.Equal(got, all) {
					t.Errorf("%d bytes, %s, %s: %d bytes, %v", n, name, form, len(got), err)
				}
			}
		}
	}
}

// A cut file is never taken for a whole one.
func TestCut(t *testing.T) {
	whole := pack(t, sample(900), xz.WriterConfig{BlockSize: 400})
	for n := range len(whole) {
		if got, err := unpack(bytes.NewReader(whole[:n])); err == nil {
			t.Errorf("%d of %d bytes: %d bytes and no error", n, len(whole), len(got))
		}
	}
}

// A block that asks for 4 GiB is refused wherever it stands, before the decoder allocates.
func TestDictionary(t *testing.T) {
	big := pack(t, []byte("x"), xz.WriterConfig{})
	at := bytes.Index(big, []byte{0x21, 1}) + 2
	big[at] = 40
	small := pack(t, []byte("x"), xz.WriterConfig{})
	for name, data := range map[string][]byte{
		"first block": big, "second stream": append(bytes.Clone(small), big...), "after padding": append(append(bytes.Clone(small), 0, 0, 0, 0), big...),
	} {
		if _, err := unpack(bytes.NewReader(data)); !errors.Is(err, xzguard.ErrDict) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pack(f, sample(500), xz.WriterConfig{BlockSize: 100}))
	f.Add([]byte("\xfd7zXZ\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := xzguard.NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		if n, err := io.Copy(io.Discard, io.LimitReader(x, 1<<20)); err == nil && n < 1<<20 {
			// What is accepted whole is what the decoder alone takes, too.
			plain, err := xz.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatalf("accepted, but the decoder says %v", err)
			}
			if m, err := io.Copy(io.Discard, plain); err != nil || m != n {
				t.Fatalf("%d bytes, decoder alone %d, %v", n, m, err)
			}
		}
	})
}
