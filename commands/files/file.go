package files

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var fileUsage = optparse.Define("file", "[OPTION...] [FILE...]", "Determine type of FILEs.", `
-b, --brief           do not prepend filenames to output lines
-h, --no-dereference  don't follow symlinks (default)
-i, --mime            output MIME type strings
-L, --dereference     follow symlinks
    --mime-type       output the MIME type
-N, --no-pad          do not pad output
`)

// magic is a file type known by the bytes at an offset.
type magic struct {
	at         int
	bytes      string
	text, mime string
}

var magics = []magic{
	{0, "\x7fELF", "ELF", "application/x-executable"},
	{0, "\x7fPROG", "sandpit built-in program", "application/x-executable"},
	{0, "\x1f\x8b", "gzip compressed data", "application/gzip"},
	{0, "PK\x03\x04", "Zip archive data", "application/zip"},
	{0, "PK\x05\x06", "Zip archive data (empty)", "application/zip"},
	{0, "BZh", "bzip2 compressed data", "application/x-bzip2"},
	{0, "\xfd7zXZ\x00", "XZ compressed data", "application/x-xz"},
	{0, "\x28\xb5\x2f\xfd", "Zstandard compressed data (v0.8+)", "application/zstd"},
	{0, "7z\xbc\xaf\x27\x1c", "7-zip archive data", "application/x-7z-compressed"},
	{257, "ustar  \x00", "POSIX tar archive (GNU)", "application/x-tar"},
	{257, "ustar\x00", "POSIX tar archive", "application/x-tar"},
	{0, "\xff\xd8\xff", "JPEG image data", "image/jpeg"},
	{0, "OggS", "Ogg data", "application/ogg"},
	{0, "SQLite format 3\x00\x10\x00", "SQLite 3.x database", "application/vnd.sqlite3"},
	{0, "\x00asm\x01\x00\x00\x00", "WebAssembly (wasm) binary module version 0x1 (MVP)", "application/wasm"},
	{0, "!<arch>\n", "current ar archive", "application/x-archive"},
}

func file(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, fileUsage)
	if done {
		return status
	}
	if len(o.Args) == 0 {
		cmd.Raw(p, "Usage: "+cmd.Name(p)+" [-bhiLN] [--mime-type] file ...\n")
		return 1
	}
	width := 0
	for _, name := range o.Args {
		width = max(width, utf8.RuneCountInString(name))
	}
	w := cmd.NewWriter(p)
	for _, name := range o.Args {
		text, mime, charset := describe(p, name, o.Has("L"))
		switch {
		case o.Has("mime-type"):
			text = mime
		case o.Has("i"):
			text = mime + "; charset=" + charset
		}
		if !o.Has("b") {
			shown := name
			if name == "-" {
				shown = "/dev/stdin"
			}
			pad := width - utf8.RuneCountInString(name)
			if o.Has("N") {
				pad = 0
			}
			text = shown + ": " + strings.Repeat(" ", pad) + text
		}
		_, _ = w.WriteString(text + "\n")
	}
	return w.Finish(0)
}

// fileHead is how much of a file decides its type.
const fileHead = 64 << 10

func describe(p *kernel.Process, name string, follow bool) (text, mime, charset string) {
	charset = "binary"
	if name != "-" {
		info, err := p.FS().Lstat(name)
		if err == nil && follow {
			info, err = p.FS().Stat(name)
		}
		if err != nil {
			text = "cannot open `" + name + "' (" + kernel.Strerror(err) + ")"
			return text, text, charset
		}
		st := statOf(info)
		switch m := info.Mode(); {
		case m.IsDir():
			return "directory", "inode/directory", charset
		case m&fs.ModeSymlink != 0:
			target, _ := p.FS().Readlink(name)
			if _, err := p.FS().Stat(name); err != nil {
				return "broken symbolic link to " + target, "inode/symlink", charset
			}
			return "symbolic link to " + target, "inode/symlink", charset
		case m&fs.ModeNamedPipe != 0:
			return "fifo (named pipe)", "inode/fifo", charset
		case m&fs.ModeSocket != 0:
			return "socket", "inode/socket", charset
		case m&fs.ModeDevice != 0:
			kind := "block"
			if m&fs.ModeCharDevice != 0 {
				kind = "character"
			}
			return fmt.Sprintf("%s special (%d/%d)", kind, st.Rdev>>8&0xfff, st.Rdev&0xff), "inode/" + map[string]string{"block": "blockdevice", "character": "chardevice"}[kind], charset
		}
	}
	in, err := cmd.Open(p, name)
	if err != nil {
		return "regular file, no read permission", "application/octet-stream", charset
	}
	defer in.Close()
	head, err := io.ReadAll(io.LimitReader(in, fileHead))
	switch {
	case err != nil:
		text = "cannot read `" + name + "' (" + kernel.Strerror(err) + ")"
		return text, text, charset
	case len(head) == 0:
		return "empty", "inode/x-empty", charset
	}
	return classify(head)
}

func classify(head []byte) (text, mime, charset string) {
	be := func(at int) uint32 { return binary.BigEndian.Uint32(head[at:]) }
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")) && len(head) >= 29:
		colours := map[byte]string{0: "grayscale", 2: "/color RGB", 3: " colormap", 4: "gray+alpha", 6: "/color RGBA"}
		kind, lace := colours[head[25]], "non-interlaced"
		if head[25] == 0 || head[25] == 4 {
			kind = " " + kind
		}
		if head[28] == 1 {
			lace = "interlaced"
		}
		return fmt.Sprintf("PNG image data, %d x %d, %d-bit%s, %s", be(16), be(20), head[24], kind, lace), "image/png", "binary"
	case (bytes.HasPrefix(head, []byte("GIF87a")) || bytes.HasPrefix(head, []byte("GIF89a"))) && len(head) >= 10:
		return fmt.Sprintf("GIF image data, version %s, %d x %d", head[3:6], binary.LittleEndian.Uint16(head[6:]), binary.LittleEndian.Uint16(head[8:])), "image/gif", "binary"
	case bytes.HasPrefix(head, []byte("%PDF-")) && len(head) >= 8:
		return "PDF document, version " + string(head[5:8]), "application/pdf", "binary"
	}
	for _, m := range magics {
		if len(head) >= m.at+len(m.bytes) && string(head[m.at:m.at+len(m.bytes)]) == m.bytes {
			return m.text, m.mime, "binary"
		}
	}
	encoding, charset := textEncoding(head)
	if encoding == "" {
		return "data", "application/octet-stream", "binary"
	}
	ends := ""
	switch crlf, lf := bytes.Count(head, []byte("\r\n")), bytes.Count(head, []byte("\n")); {
	case lf == 0:
		ends = ", with no line terminators"
	case crlf == lf:
		ends = ", with CRLF line terminators"
	case crlf > 0:
		ends = ", with CRLF, LF line terminators"
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	trimmed := strings.TrimSpace(string(head))
	if script, ok := bytes.CutPrefix(first, []byte("#!")); ok {
		if words := strings.Fields(string(script)); len(words) > 0 {
			prog := path.Base(words[0])
			if prog == "env" && len(words) > 1 {
				prog = words[1]
			}
			switch {
			case prog == "bash":
				return "Bourne-Again shell script, " + encoding + " executable" + ends, "text/x-shellscript", charset
			case prog == "sh" || prog == "dash":
				return "POSIX shell script, " + encoding + " executable" + ends, "text/x-shellscript", charset
			case strings.HasPrefix(prog, "python"):
				return "Python script, " + encoding + " executable" + ends, "text/x-script.python", charset
			case prog == "node":
				return "Node.js script executable, " + strings.TrimSuffix(encoding, " text") + " text" + ends, "application/javascript", charset
			}
			return "a " + strings.TrimSpace(string(script)) + " script, " + encoding + " executable" + ends, "text/plain", charset
		}
	}
	lower := strings.ToLower(trimmed[:min(len(trimmed), 256)])
	switch {
	case strings.HasPrefix(lower, "<?xml version=\"1.0\""):
		return "XML 1.0 document, " + encoding + ends, "text/xml", charset
	case strings.HasPrefix(lower, "<!doctype html"), strings.HasPrefix(lower, "<html"):
		return "HTML document, " + encoding + ends, "text/html", charset
	case looksJSON(trimmed) && len(head) < fileHead:
		return "JSON text data", "application/json", charset
	}
	return encoding + ends, "text/plain", charset
}

// textEncoding names the encoding of text, or gives nothing for binary data. A rune cut off at the end is allowed.
func textEncoding(b []byte) (name, charset string) {
	ascii := true
	for i := 0; i < len(b); {
		c := b[i]
		if c < ' ' && strings.IndexByte("\a\b\t\n\v\f\r\x1b", c) < 0 || c == 0x7f {
			return "", ""
		}
		if c < utf8.RuneSelf {
			i++
			continue
		}
		ascii = false
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			if len(b) == fileHead && !utf8.FullRune(b[i:]) {
				break
			}
			return "", ""
		}
		i += n
	}
	if ascii {
		return "ASCII text", "us-ascii"
	}
	return "Unicode text, UTF-8 text", "utf-8"
}
