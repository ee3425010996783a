package snapshot

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/sandpit-dev/sandpit/vfs"
)

// member is a raw tar header, so that what archive/tar refuses to write can be made.
type member struct {
	name, link, prefix, uname string
	typ                       byte // 0 = '0'
	mode                      int64
	size                      int64 // 0 = of data
	rawSize                   string
	data                      string
	badSum                    bool
}

func (m member) bytes() []byte {
	h := make([]byte, 512)
	octal := func(at, n int, v int64) { copy(h[at:at+n], fmt.Sprintf("%0*o\x00", n-1, v)) }
	copy(h, m.name)
	mode, size := m.mode, m.size
	if mode == 0 {
		mode = 0o644
	}
	if size == 0 {
		size = int64(len(m.data))
	}
	octal(100, 8, mode)
	octal(108, 8, 0)
	octal(116, 8, 0)
	octal(136, 12, 1_700_000_000)
	switch {
	case m.rawSize != "":
		copy(h[124:136], m.rawSize)
	case size < 0 || size > 0o77777777777:
		for i := 124; i < 136 && size < 0; i++ {
			h[i] = 0xff
		}
		h[124] |= 0x80
		binary.BigEndian.PutUint64(h[128:], uint64(size))
	default:
		octal(124, 12, size)
	}
	h[156] = max(m.typ, '0')
	copy(h[157:257], m.link)
	copy(h[257:], "ustar\x0000")
	copy(h[265:297], m.uname)
	copy(h[345:500], m.prefix)
	copy(h[148:], "        ")
	sum := 0
	for _, c := range h {
		sum += int(c)
	}
	if m.badSum {
		sum++
	}
	copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
	h = append(h, m.data...)
	return append(h, make([]byte, -len(h)&511)...)
}

func archive(ms ...member) []byte {
	var b []byte
	for _, m := range ms {
		b = append(b, m.bytes()...)
	}
	return append(b, make([]byte, 1024)...)
}

func pax(kv ...string) member {
	var b strings.Builder
	for i := 0; i < len(kv); i += 2 {
		rec := " " + kv[i] + "=" + kv[i+1] + "\n"
		n := len(rec)
		for len(fmt.Sprint(n))+len(rec) != n {
			n = len(fmt.Sprint(n)) + len(rec)
		}
		fmt.Fprint(&b, n, rec)
	}
	return member{name: "pax", typ: 'x', data: b.String()}
}

func gz(b []byte) []byte {
	var o bytes.Buffer
	w := gzip.NewWriter(&o)
	w.Write(b)
	w.Close()
	return o.Bytes()
}

func file(name, data string) member   { return member{name: name, data: data} }
func link(name, to string) member     { return member{name: name, link: to, typ: '2'} }
func hardlink(name, to string) member { return member{name: name, link: to, typ: '1'} }
func dir(name string) member          { return member{name: name, typ: '5', mode: 0o755} }

func TestHostileArchives(t *testing.T) {
	limits := ReadOptions{Entries: 1000, Bytes: 1 << 20, FileBytes: 512 << 10, Depth: 50, Ratio: 100}
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"dotdot", archive(file("../evil", "x")), ErrName},
		{"inner dotdot", archive(dir("a/"), file("a/../../evil", "x")), ErrName},
		{"dotdot that stays inside", archive(file("a/../b", "x")), ErrName},
		{"dot forms", archive(file("./.././evil", "x")), ErrName},
		{"dotdot alone", archive(dir("..")), ErrName},
		{"pax path", archive(pax("path", "../evil"), file("fine", "x")), ErrName},
		{"pax path with NUL", archive(pax("path", "a\x00b"), file("fine", "x")), ErrDamaged},
		{"gnu long name", archive(member{name: "././@LongLink", typ: 'L', data: "../evil\x00"}, file("fine", "x")), ErrName},
		{"prefix", archive(member{name: "evil", prefix: "a/../..", data: "x"}), ErrName},
		{"empty name", archive(file("", "x")), ErrName},
		{"file named dot", archive(file(".", "x")), ErrName},
		{"name too long for the disk", archive(pax("path", strings.Repeat("n", 300)), file("x", "x")), syscall.ENAMETOOLONG},

		{"link then through", archive(link("s", "/etc"), file("s/passwd", "x")), ErrFollow},
		{"link to root then through", archive(link("s", "/"), dir("s/d"), file("s/d/f", "x")), ErrFollow},
		{"disk's link through archive's", archive(link("target", "/etc"), file("own/passwd", "x")), ErrFollow},
		{"empty link", archive(link("s", "")), ErrLink},
		{"hard link out", archive(hardlink("h", "../../etc/passwd")), ErrLink},
		{"hard link to the disk's", archive(hardlink("h", "/etc/passwd")), ErrLink},
		{"hard link through link", archive(link("s", "/etc"), hardlink("h", "s/passwd")), ErrFollow},
		{"hard link to itself", archive(file("h", "x"), hardlink("h", "h")), ErrLink},
		{"hard link forward", archive(hardlink("h", "later"), file("later", "x")), ErrLink},
		{"hard link to directory", archive(dir("d/"), hardlink("h", "d")), ErrLink},

		{"device", archive(member{name: "null", typ: '3'}), ErrType},
		{"block device", archive(member{name: "sda", typ: '4'}), ErrType},
		{"unknown type", archive(member{name: "x", typ: 'Z'}), ErrType},
		{"file over its directory", archive(file("a/b", "x"), file("a", "x")), ErrConflict},
		{"file below a file", archive(file("a", "x"), file("a/b", "x")), ErrConflict},
		{"directory over file", archive(file("a", "x"), dir("a")), ErrConflict},

		{"8 EiB", archive(member{name: "big", size: 1<<63 - 1, data: "x"}), ErrFileBytes},
		{"negative", archive(member{name: "neg", size: -1, data: "x"}), ErrDamaged},
		{"1 TiB cut", archive(member{name: "t", size: 1 << 40, data: "x"}), ErrFileBytes},
		{"pax size", archive(pax("size", "9223372036854775807"), file("p", "x")), ErrFileBytes},
		{"pax size that lies", archive(pax("size", "3"), file("p", "0123456789")), ErrDamaged},
		{"longer than the archive", archive(member{name: "t", size: 5000, data: "x"}), ErrTruncated},
		{"garbage size", archive(member{name: "g", rawSize: "zzzzzzzzzzz", data: "x"}), ErrDamaged},
		{"sparse 8 EiB", archive(pax("GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.name", "holes", "GNU.sparse.realsize", "9223372036854775807"),
			file("GNUSparseFile.0/holes", "1\n0\n1\n"+strings.Repeat("\x00", 506)+"x")), ErrFileBytes},
		{"sparse map", archive(pax("GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.name", "m", "GNU.sparse.realsize", "1000"),
			file("m", "999999999999\n"+strings.Repeat("0\n", 240))), ErrTruncated},
		{"2 MiB of PAX", archive(pax("comment", strings.Repeat("c", 2<<20)), file("p", "x")), ErrDamaged},
		{"checksum", archive(member{name: "c", data: "x", badSum: true}), ErrDamaged},
		{"too many bytes", archive(file("a", strings.Repeat("a", 500<<10)), file("b", strings.Repeat("a", 500<<10)), file("c", strings.Repeat("a", 500<<10))), ErrBytes},
		{"too many entries", archive(func() (ms []member) {
			for i := range 1001 {
				ms = append(ms, file(fmt.Sprint("e/", i), ""))
			}
			return
		}()...), ErrEntries},
		{"deep", archive(pax("path", strings.Repeat("d/", 20000)+"f"), file("x", "deep")), ErrDepth},

		{"not an archive", []byte("PK this is a zip, or so it says" + strings.Repeat("x", 600)), ErrFormat},
		{"zip without its directory", []byte("PK\x03\x04 this is a zip, or so it says" + strings.Repeat("x", 600)), ErrTruncated},
		{"empty", nil, ErrFormat},
		{"garbage in gzip", gz(bytes.Repeat([]byte("garbage!"), 100)), ErrDamaged},
		{"gzip magic only", []byte{0x1f, 0x8b}, ErrTruncated},
		{"ratio", gz(archive(file("z", strings.Repeat("\x00", 512<<10)), file("y", strings.Repeat("\x00", 512<<10)), file("x", strings.Repeat("\x00", 512<<10)))), ErrRatio},
		{"junk after gzip", append(gz(archive(file("a", "1"))), "trailing junk, not gzip"...), ErrTrailing},
		{"junk after tar", append(archive(file("a", "1")), "trailing junk"...), ErrTrailing},
		{"endless zeros", append(archive(file("a", "1")), make([]byte, 1100<<10)...), ErrTrailing},
		{"gzip crc", flip(gz(archive(file("a", "1"))), -6), ErrDamaged},
		{"empty gzip members", append(bytes.Repeat(gz(nil), 5000), gz(archive(file("x", "x")))...), ErrDamaged},
		{"no end mark", archive(file("a", "1"))[:1024], ErrTruncated},
		{"lone zero block", archive(file("a", "1"))[:1536], ErrTruncated},

		{"manifest that is no JSON", archive(file(ManifestName, "{")), ErrManifest},
		{"manifest of tomorrow", archive(file(ManifestName, `{"version":2}`)), ErrVersion},
		{"manifest with a wrong type", archive(file(ManifestName, `{"version":1,"env":[1]}`)), ErrManifest},
		{"manifest that is a link", archive(link(ManifestName, "/etc/passwd")), ErrManifest},
		{"two manifests", archive(file(ManifestName, `{"version":1}`), file(ManifestName, `{"version":1}`)), ErrManifest},
		{"removes above the root", archive(file(ManifestName, `{"version":1,"sandpit":{"removed":["/../x"]}}`)), ErrManifest},
		{"removes after members", archive(file("a", "1"), file(ManifestName, `{"version":1,"sandpit":{"removed":["/a"]}}`)), ErrManifest},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := vfs.New()
			must(t, d.MkdirAll("/etc", 0o755), d.WriteFile("/etc/passwd", []byte("root"), 0o644), d.MkdirAll("/target", 0o755), d.Symlink("target", "/own"))
			start := time.Now()
			m, err := Read(context.Background(), bytes.NewReader(c.data), d, limits)
			if !errors.Is(err, c.want) || m != nil {
				t.Fatalf("%v, want %v", err, c.want)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			if got, err := d.ReadFile("/etc/passwd"); err != nil || string(got) != "root" {
				t.Errorf("passwd is %q, %v", got, err)
			}
		})
	}
}

func flip(b []byte, at int) []byte {
	b[len(b)+at] ^= 1
	return b
}

func TestHarmlessOddities(t *testing.T) {
	d := vfs.New()
	must(t, d.MkdirAll("/old/dir", 0o755), d.WriteFile("/was-file", nil, 0o644))
	m := restore(t, gz(archive(
		dir("./"), file("...tmp", "keep"), file("..a/b", "keep"), file("a..", "keep"), file(`..\..\evil`, "keep"), file("/tmp//abs", "keep"), file("./dot/./x", "keep"),
		member{name: "dev/null", typ: '3'}, dir("proc/1"), file("proc/1/x", "no"),
		link("s", "/target"), hardlink("h", "s"), file("h", "new file"),
		file("twice", "1"), hardlink("other", "twice"), file("twice", "2"),
		file("old", "was a directory"), file("was-file/x", "was a file"),
		member{name: "g", typ: 'g', data: "19 comment=whatever\n"[:0]},
	)), d)
	if m != nil {
		t.Errorf("metadata %v", m)
	}
	for name, want := range map[string]string{
		"/...tmp": "keep", "/..a/b": "keep", "/a..": "keep", `/..\..\evil`: "keep", "/tmp/abs": "keep", "/dot/x": "keep",
		"/h": "new file", "/twice": "2", "/other": "1", "/old": "was a directory", "/was-file/x": "was a file",
	} {
		if got, err := d.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	for _, name := range []string{"/target", "/dev", "/proc"} {
		if _, err := d.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is there", name)
		}
	}
}

// TestEveryPrefixIsAnError cuts a good archive at every byte, and a plain one at every block.
func TestEveryPrefixIsAnError(t *testing.T) {
	plain := archive(dir("d"), file("d/a", strings.Repeat("content ", 200)), link("l", "d"), file("b", "x"))
	packed := gz(plain)
	try := func(data []byte) {
		_, err := Read(context.Background(), bytes.NewReader(data), vfs.New(), ReadOptions{})
		if err == nil {
			t.Errorf("%d bytes were accepted", len(data))
		}
	}
	for n := range packed {
		try(packed[:n])
	}
	for n := 0; n < len(plain); n += 512 {
		try(plain[:n])
	}
	good := vfs.New()
	restore(t, plain, good)
	want := list(t, good)
	for i := range packed { // a flipped bit anywhere is an error, or one that means nothing (deflate's own padding)
		bad := bytes.Clone(packed)
		bad[i] ^= 0x10
		d := vfs.New()
		if _, err := Read(context.Background(), bytes.NewReader(bad), d, ReadOptions{}); err == nil && !cmp.Equal(want, list(t, d)) {
			t.Errorf("flipped byte %d was accepted", i)
		}
	}
}

func TestDiskLimitsEndARestore(t *testing.T) {
	d := vfs.New()
	d.SetLimits(vfs.Limits{Bytes: 1 << 20, Inodes: 100})
	big := archive(file("big", strings.Repeat("x", 3<<20)))
	var entry *EntryError
	if _, err := Read(context.Background(), bytes.NewReader(big), d, ReadOptions{}); !errors.As(err, &entry) || entry.Name != "big" {
		t.Errorf("%v", err)
	}
	if _, err := ReadMetadata(io.LimitReader(bytes.NewReader(big), 1000)); !errors.Is(err, ErrTruncated) {
		t.Errorf("%v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(gz(archive(file("a", "1"), link("l", "a"), hardlink("h", "a"), dir("d/"))))
	f.Add(archive(pax("path", "x", "mtime", "1.5"), file("p", "x"), file(ManifestName, `{"version":1,"cwd":"/","env":{"A":"b"}}`)))
	f.Add(archive(file("../x", "x"), member{name: "././@LongLink", typ: 'L', data: "n\x00"}))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := vfs.New()
		d.SetLimits(vfs.Limits{Bytes: 4 << 20, Inodes: 1000})
		m, err := Read(context.Background(), bytes.NewReader(data), d, ReadOptions{Bytes: 8 << 20, Entries: 1000, Depth: 64})
		if err != nil {
			if m != nil {
				t.Error("metadata with an error")
			}
			return
		}
		if used, _ := d.Usage(); used > 4<<20 {
			t.Errorf("%d bytes on the disk", used)
		}
		if err := Write(context.Background(), io.Discard, d, WriteOptions{Metadata: m}); err != nil {
			t.Errorf("what was read cannot be written: %v", err)
		}
	})
}
