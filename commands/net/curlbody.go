package net

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// addData is -d and its relatives: each adds to what is there after an ampersand.
func (c *curlRun) addData(key, v string) (status int, done bool) {
	var b []byte
	switch {
	case key == "data-raw":
		b = []byte(v)
	case key == "data-urlencode":
		b = c.urlEncoded(v)
	case strings.HasPrefix(v, "@"):
		data, err := c.readArg(v[1:])
		if err != nil { // curl warns and goes on without
			if !c.silent {
				cmd.Raw(c.p, "Warning: Couldn't read data from file \""+v[1:]+"\", this makes an empty POST.\n")
			}
			break
		}
		if key == "d" {
			data = []byte(strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(string(data)))
		}
		b = data
	default:
		b = []byte(v)
	}
	if key == "json" {
		c.json = true
	} else if c.hasData && len(c.data) > 0 {
		c.data = append(c.data, '&')
	}
	c.data, c.hasData = append(c.data, b...), true
	return 0, false
}

// urlEncoded is --data-urlencode: content, =content, name=content, @file, name@file.
func (c *curlRun) urlEncoded(v string) []byte {
	i := strings.IndexAny(v, "=@")
	name, content := "", v
	if i >= 0 {
		name, content = v[:i], v[i+1:]
		if v[i] == '@' {
			b, err := c.readArg(content)
			if err != nil {
				return nil
			}
			content = string(b)
		}
	}
	out := percentEncode(content)
	if name != "" {
		out = name + "=" + out
	}
	return []byte(out)
}

func percentEncode(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

var (
	errBadForm  = errors.New("illegally formatted input field")
	errFormFile = errors.New("Failed to open/read local data from file/application") //nolint:staticcheck // curl's text
)

// formPart is one -F.
type formPart struct {
	name, filename, ctype string
	headers               []string
	content               []byte
	isFile                bool
}

// parseForm takes name=content, name=@file and name=<file with ;type= and ;filename= after it.
func (c *curlRun) parseForm(v string, literal bool) (formPart, error) {
	name, content, ok := strings.Cut(v, "=")
	if !ok {
		return formPart{}, errBadForm
	}
	f := formPart{name: name}
	if literal {
		f.content = []byte(content)
		return f, nil
	}
	fields := splitForm(content)
	content = fields[0]
	for _, field := range fields[1:] {
		k, val, _ := strings.Cut(strings.TrimSpace(field), "=")
		val = strings.Trim(val, `"`)
		switch k {
		case "type":
			f.ctype = val
		case "filename":
			f.filename = val
		case "headers":
			f.headers = append(f.headers, val)
		default: // part of the content
			content += ";" + field
		}
	}
	if len(content) > 0 && (content[0] == '@' || content[0] == '<') {
		file := strings.Trim(content[1:], `"`)
		b, err := c.readArg(file)
		if err != nil {
			return f, errFormFile
		}
		f.content = b
		if content[0] == '@' {
			f.isFile = true
			if f.filename == "" {
				f.filename = path.Base(file)
			}
			if f.ctype == "" {
				f.ctype = mimeType(f.filename)
			}
		}
		return f, nil
	}
	f.content = []byte(content)
	return f, nil
}

// splitForm splits at semicolons that are not within quotes.
func splitForm(s string) []string {
	var out []string
	start, quoted := 0, false
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ';' && !quoted:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

func mimeType(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".gif":
		return "image/gif"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".png":
		return "image/png"
	case ".svg":
		return "image/svg+xml"
	case ".txt":
		return "text/plain"
	case ".htm", ".html":
		return "text/html"
	case ".pdf":
		return "application/pdf"
	case ".xml":
		return "application/xml"
	}
	return "application/octet-stream"
}

// multipart writes the forms with a boundary of curl's shape.
func (c *curlRun) multipart() (body []byte, contentType string) {
	boundary := fmt.Sprintf("------------------------%016x", c.p.Kernel().Rand().Uint64())
	var b strings.Builder
	quote := strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A")
	for _, f := range c.forms {
		b.WriteString("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quote.Replace(f.name) + `"`)
		if f.filename != "" {
			b.WriteString(`; filename="` + quote.Replace(f.filename) + `"`)
		}
		b.WriteString("\r\n")
		if f.ctype != "" {
			b.WriteString("Content-Type: " + f.ctype + "\r\n")
		}
		for _, h := range f.headers {
			b.WriteString(h + "\r\n")
		}
		b.WriteString("\r\n")
		b.Write(f.content)
		b.WriteString("\r\n")
	}
	b.WriteString("--" + boundary + "--\r\n")
	return []byte(b.String()), "multipart/form-data; boundary=" + boundary
}

// curlBody is what a request carries.
type curlBody struct {
	reader func() (io.ReadCloser, error)
	size   int64 // -1: unknown, sent in chunks
	ctype  string
	expect bool
}
