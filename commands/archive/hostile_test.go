package archive_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"sync"
)

// rawMember is a tar member as its bytes say, with what archive/tar would refuse to write.
type rawMember struct {
	name, link string
	typ        byte
	data       string
	size       int64 // -1: that of data
	prefix     string
	badSum     bool
}

func file(name, data string) rawMember  { return rawMember{name: name, typ: '0', data: data, size: -1} }
func link(name, to string) rawMember    { return rawMember{name: name, link: to, typ: '1', size: -1} }
func symlink(name, to string) rawMember { return rawMember{name: name, link: to, typ: '2', size: -1} }
func folder(name string) rawMember      { return rawMember{name: name, typ: '5', size: -1} }

func rawTar(members ...rawMember) []byte {
	var b bytes.Buffer
	for _, m := range members {
		h := make([]byte, 512)
		copy(h, m.name)
		copy(h[100:], "0000644\x000000000\x000000000\x00")
		size := m.size
		if size < 0 {
			size = int64(len(m.data))
		}
		if size > 0o77777777777 {
			h[124] = 0x80
			binary.BigEndian.PutUint64(h[128:], uint64(size))
		} else {
			copy(h[124:], fmt.Sprintf("%011o\x00", size))
		}
		copy(h[136:], fmt.Sprintf("%011o\x00", 1600000000))
		h[156] = m.typ
		copy(h[157:257], m.link)
		if m.prefix != "" {
			copy(h[257:], "ustar\x0000")
			copy(h[345:], m.prefix)
		} else {
			copy(h[257:], "ustar  \x00")
		}
		copy(h[148:156], "        ")
		sum := 0
		for _, c := range h {
			sum += int(c)
		}
		if m.badSum {
			sum++
		}
		copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
		b.Write(h)
		b.WriteString(m.data)
		b.Write(make([]byte, (512-len(m.data)%512)%512))
	}
	b.Write(make([]byte, 1024))
	return b.Bytes()
}

func pax(records ...string) rawMember {
	data := ""
	for _, r := range records {
		n := len(r) + 2
		for len(fmt.Sprint(n))+len(r)+2 != n {
			n++
		}
		data += fmt.Sprintf("%d %s\n", n, r)
	}
	return rawMember{name: "pax", typ: 'x', data: data, size: -1}
}

func rawZip(names map[string]string, order ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, n := range order {
		h := &zip.FileHeader{Name: n}
		if names[n] != "" && names[n][0] == '@' {
			h.CreatorVersion, h.ExternalAttrs = 3<<8, 0o120777<<16
		} else {
			h.CreatorVersion, h.ExternalAttrs = 3<<8, 0o100644<<16
		}
		w, _ := z.CreateHeader(h)
		body := names[n]
		if body != "" && body[0] == '@' {
			body = body[1:]
		}
		_, _ = w.Write([]byte(body))
	}
	_ = z.Close()
	return b.Bytes()
}

// hostileArchives are archives that must not be trusted, by file name.
var hostileArchives = sync.OnceValue(func() map[string][]byte {
	return map[string][]byte{
		"dotdot.tar":   rawTar(file("../evil", "x"), file("a/../../evil", "x"), file("./.././evil", "x"), file("..", "x"), file("ok", "x")),
		"absolute.tar": rawTar(file("/w-abs-evil", "x"), file("//two//slashes", "x"), link("h", "/ok/h")),
		"dots.tar":     rawTar(file("...tmp", "1"), file("..a/b", "2"), file("a..", "3")),
		"slash.tar":    rawTar(file(`..\..\evil`, "x"), file("nul\x00/../../evil", "x")),
		"empty.tar":    rawTar(file("", "x"), file("good", "y")),
		"paxpath.tar":  rawTar(pax("path=../evil"), file("innocent", "x"), pax("path=sub/fine"), file("x", "y")),
		"prefix.tar":   rawTar(rawMember{name: "evil", prefix: "a/../..", typ: '0', data: "x", size: -1}),
		"hard.tar":     rawTar(link("h", "../../etc/passwd"), link("i", "/etc/passwd"), link("self", "self"), link("fwd", "later"), file("later", "x"), folder("d/"), link("hd", "d")),
		"through.tar":  rawTar(symlink("s", "/etc"), link("h", "s/passwd"), file("s/evil", "x")),
		"up.tar":       rawTar(folder("d/"), symlink("d/up", "../.."), file("d/up/evil", "x"), symlink("in", "d"), file("in/side", "y")),
		"write.tar":    rawTar(symlink("s", "/nowhere/out"), link("h", "s"), file("h", "data")),
		"replace.tar":  rawTar(symlink("a", "b"), file("a", "data"), file("c", "1"), link("e", "c"), file("c", "2")),
		"huge.tar":     rawTar(rawMember{name: "huge", typ: '0', data: "x", size: 1 << 40}),
		"huger.tar":    rawTar(rawMember{name: "huger", typ: '0', data: "x", size: 1<<63 - 1}),
		"badsum.tar":   rawTar(file("one", "1"), rawMember{name: "two", typ: '0', data: "2", size: -1, badSum: true}, file("three", "3")),
		"paxsize.tar":  rawTar(pax("size=9223372036854775807"), file("p", "x")),
		"sparse8e.tar": rawTar(pax("GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.name=sp", "GNU.sparse.realsize=9223372036854775807"), file("sp", "0\n"+string(make([]byte, 510)))),
		"evil.zip":     rawZip(map[string]string{"../evil": "x", "/abs": "y", "a/../../b": "z", "ok": "1"}, "../evil", "/abs", "a/../../b", "ok"),
		"link.zip":     rawZip(map[string]string{"s": "@/nowhere/out", "s/evil": "x", "t": "1"}, "s", "s/evil", "t"),
	}
})
