package files

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var fileUsage = optparse.Define("file", "[OPTION...] [FILE...]", "Determine type of FILEs.", `
-b, --brief           do not prepend filenames to output lines
-E                    on filesystem errors, issue an error message and exit
    --extension       output a slash-separated list of extensions
-f, --files-from=FILE  read the filenames to be examined from FILE
-F, --separator=STRING  use string as separator instead of ':'
-h, --no-dereference  don't follow symlinks (default)
-i, --mime            output MIME type strings
-L, --dereference     follow symlinks
    --mime-type       output the MIME type
    --mime-encoding   output the MIME encoding
-k, --keep-going      accepted for compatibility
-n, --no-buffer       do not buffer output
-N, --no-pad          do not pad output
-0, --print0          terminate filenames with ASCII NUL
-p, --preserve-date   accepted for compatibility
-r, --raw             don't translate unprintable chars to \\ooo
-s, --special-files   treat special (block/char devices) files as ordinary ones
-S, --no-sandbox      accepted for compatibility
-z, --uncompress      accepted for compatibility
-Z, --uncompress-noreport  accepted for compatibility
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
	{0, "PK\x03\x04", "Zip archive data", "application/zip"},
	{0, "PK\x05\x06", "Zip archive data (empty)", "application/zip"},
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
	separator, names := ":", o.Args
	for _, m := range o.Options {
		switch m.Key {
		case "F":
			separator = m.Value
		case "f":
			in, err := cmd.Open(p, m.Value)
			if err != nil {
				cmd.Errorf(p, "Cannot open `%s' (%s).", m.Value, kernel.Strerror(err))
				return 1
			}
			data, _ := cmd.ReadAll(in)
			in.Close()
			for line := range strings.Lines(string(data)) {
				names = append(names, strings.TrimSuffix(line, "\n"))
			}
		}
	}
	if len(names) == 0 {
		cmd.Raw(p, "Usage: "+cmd.Name(p)+" [-bhiLN] [--mime-type] file ...\n")
		return 1
	}
	width := 0
	for _, name := range names {
		width = max(width, utf8.RuneCountInString(name))
	}
	w := cmd.NewWriter(p)
	for _, name := range names {
		if o.Has("E") && name != "-" {
			if _, err := p.FS().Lstat(name); err != nil {
				_ = w.Flush()
				_, _ = w.WriteString(name + ": ")
				_ = w.Flush()
				cmd.Raw(p, "ERROR: cannot stat `"+name+"' ("+kernel.Strerror(err)+")\n")
				return 1
			}
		}
		text, mime, charset := describe(p, name, o.Has("L"))
		switch {
		case o.Has("extension"):
			text = fileExtensions(mime)
		case o.Has("mime-encoding"):
			text = charset
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
			if o.Has("N") || o.Has("0") {
				pad = 0
			}
			if o.Has("0") {
				shown += "\x00"
			}
			text = shown + separator + " " + strings.Repeat(" ", pad) + text
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
	case len(head) == 1:
		return "very short file (no magic)", "application/octet-stream", charset
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
	if text, mime := packed(head); text != "" {
		return text, mime, "binary"
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
	case lf == 0 && bytes.IndexByte(head, '\r') >= 0:
		ends = ", with CR line terminators"
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
			case prog == "perl":
				return "Perl script text executable", "text/x-perl", charset
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
	case looksC(head):
		return "C source, " + encoding + ends, "text/x-c", charset
	}
	if longest := longestLine(head); longest > 300 {
		ends = ", with very long lines (" + strconv.Itoa(longest) + ")" + ends
	}
	return encoding + ends, "text/plain", charset
}

// textEncoding names the encoding of text, or gives nothing for binary data. A rune cut off at the end is allowed.
func textEncoding(b []byte) (name, charset string) {
	switch {
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return "Unicode text, UTF-16, big-endian text", "utf-16be"
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return "Unicode text, UTF-16, little-endian text", "utf-16le"
	}
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
			return latinEncoding(b)
		}
		i += n
	}
	if ascii {
		return "ASCII text", "us-ascii"
	}
	if bytes.HasPrefix(b, []byte("\xef\xbb\xbf")) {
		return "Unicode text, UTF-8 (with BOM) text", "utf-8"
	}
	return "Unicode text, UTF-8 text", "utf-8"
}

// latinEncoding is for text beyond ASCII that is no UTF-8: ISO-8859 has no controls from 0x80 to 0x9f.
func latinEncoding(b []byte) (name, charset string) {
	for _, c := range b {
		if c < ' ' && strings.IndexByte("\a\b\t\n\v\f\r\x1b", c) < 0 || c == 0x7f {
			return "", ""
		}
		if c >= 0x80 && c < 0xa0 && c != 0x85 {
			return "Non-ISO extended-ASCII text", "unknown-8bit"
		}
	}
	return "ISO-8859 text", "iso-8859-1"
}

func longestLine(b []byte) (n int) {
	for line := range bytes.Lines(b) {
		n = max(n, len(bytes.TrimRight(line, "\r\n")))
	}
	return n
}

// looksC looks for what C programs start with.
func looksC(head []byte) bool {
	for line := range bytes.Lines(head[:min(len(head), 4096)]) {
		for _, start := range []string{"#include", "int main", "void main", "typedef struct", "extern int ", "static int "} {
			if bytes.HasPrefix(line, []byte(start)) {
				return true
			}
		}
	}
	return false
}

// fileExtensions is what --extension prints for a type.
func fileExtensions(mime string) string {
	known := map[string]string{
		"image/png": "png", "image/gif": "gif", "image/jpeg": "jpeg/jpg/jpe/jfif", "application/pdf": "pdf", "application/gzip": "gz/tgz/tpz/zabw/svgz/adz/kmy/xcfgz",
		"application/x-bzip2": "bz2", "application/x-xz": "xz", "application/x-tar": "tar", "application/vnd.sqlite3": "sqlite/sqlite3/db/dbe", "application/json": "json",
	}
	if e, ok := known[mime]; ok {
		return e
	}
	return "???"
}

// packed describes compressed data by its header.
func packed(head []byte) (text, mime string) {
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b\x08")) && len(head) >= 10:
		text = "gzip compressed data"
		flags := head[3]
		if flags&8 != 0 {
			if name, _, ok := bytes.Cut(head[10:], []byte{0}); ok && flags&4 == 0 {
				text += ", was \"" + string(name) + "\""
			}
		}
		if t := binary.LittleEndian.Uint32(head[4:]); t != 0 {
			text += ", last modified: " + time.Unix(int64(t), 0).UTC().Format("Mon Jan _2 15:04:05 2006")
		}
		switch head[8] {
		case 2:
			text += ", max compression"
		case 4:
			text += ", max speed"
		}
		if head[9] == 3 {
			text += ", from Unix"
		}
		return text, "application/gzip"
	case bytes.HasPrefix(head, []byte("BZh")) && len(head) > 3:
		return "bzip2 compressed data, block size = " + string(head[3]) + "00k", "application/x-bzip2"
	case bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")) && len(head) > 7:
		checks := map[byte]string{0: "NONE", 1: "CRC32", 4: "CRC64", 10: "SHA-256"}
		return "XZ compressed data, checksum " + checks[head[7]&15], "application/x-xz"
	}
	return "", ""
}
