package net

import (
	"fmt"
	"io"
	"net"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
)

// curlSink is where a transfer's output goes. A file is made when the first byte comes, or at the end.
type curlSink struct {
	t       *transfer
	out     curlOutput
	file    *kernel.File
	name    string
	created bool
	failed  bool
}

// nameFrom takes the file's name from Content-Disposition, without any directory in it.
func (s *curlSink) nameFrom(disposition string) {
	if !s.out.remote || disposition == "" {
		return
	}
	i := strings.Index(strings.ToLower(disposition), "filename=")
	if i < 0 {
		return
	}
	v := disposition[i+len("filename="):]
	if strings.HasPrefix(v, `"`) {
		v, _, _ = strings.Cut(v[1:], `"`)
	} else {
		v, _, _ = strings.Cut(v, ";")
	}
	if j := strings.LastIndexAny(v, `/\`); j >= 0 {
		v = v[j+1:]
	}
	if v = strings.TrimSpace(v); v != "" && v != "." && v != ".." {
		s.name = v
	}
}

func (s *curlSink) path() (string, *curlError) {
	name := s.out.file
	if s.out.remote {
		if name = s.name; name == "" {
			t, err := parseTarget(s.t.url, s.t.c.pathAsIs)
			if err != nil {
				return "", err
			}
			p, _, _ := strings.Cut(t.path, "?")
			name = path.Base(p)
			if strings.HasSuffix(p, "/") || name == "/" || name == "." || name == ".." {
				return "", &curlError{curlWriteError, "Failed writing received data to disk/application"}
			}
		}
	}
	if s.t.c.outDir != "" && name != "-" && name != "" {
		name = strings.TrimSuffix(s.t.c.outDir, "/") + "/" + name
	}
	return name, nil
}

func (s *curlSink) open() *curlError {
	name, err := s.path()
	if err != nil {
		return err
	}
	s.created = true
	if name == "" || name == "-" {
		return nil
	}
	c := s.t.c
	if c.makeDirs {
		_ = c.p.FS().MkdirAll(path.Dir(name), 0o750)
	}
	flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if c.cont != "" || c.openedOut[name] {
		flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	if s.name != "" { // a name of the server's choice replaces nothing
		flag = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	}
	f, ferr := c.p.Open(name, flag, 0o666)
	if ferr != nil {
		s.failed = true
		return &curlError{curlWriteError, "Failure writing output to destination"}
	}
	s.file, s.name = f, name
	return nil
}

func (s *curlSink) write(b []byte) *curlError {
	if !s.created {
		if err := s.open(); err != nil {
			return err
		}
	}
	var err error
	if s.file != nil {
		_, err = s.file.Write(s.t.c.p.Context(), b)
	} else {
		_, err = s.t.c.out.Write(b)
	}
	if err != nil {
		return &curlError{curlWriteError, "Failure writing output to destination"}
	}
	return nil
}

// close ends the file; a transfer that went well leaves an empty one where nothing came.
func (s *curlSink) close(ok bool) *curlError {
	if !s.created && ok && (s.out.file != "" || s.out.remote) {
		if err := s.open(); err != nil {
			return err
		}
	}
	if s.file != nil {
		f := s.file
		s.file = nil
		if f.Close() != nil {
			return &curlError{curlWriteError, "Failure writing output to destination"}
		}
	}
	return nil
}

// discard empties the file before another try.
func (s *curlSink) discard() {
	if s.file != nil {
		_ = s.file.Truncate(0)
		_ = s.close(false)
	}
}

// resumeFrom is the offset of -C.
func (t *transfer) resumeFrom() int64 {
	switch t.c.cont {
	case "":
		return 0
	case "-":
		if name, err := t.sink.path(); err == nil && name != "" {
			if info, err := t.c.p.FS().Stat(name); err == nil {
				return info.Size()
			}
		}
		return 0
	}
	n, _ := strconv.ParseInt(t.c.cont, 10, 64)
	return n
}

// writeOut prints the format of -w.
func (t *transfer) writeOut() {
	var b strings.Builder
	toErr := false
	emit := func() {
		if b.Len() == 0 {
			return
		}
		w := t.c.out
		if toErr {
			w = t.c.err
		}
		_, _ = io.WriteString(w, b.String())
		b.Reset()
	}
	f := t.c.writeOut
	for i := 0; i < len(f); i++ {
		switch {
		case f[i] == '%' && i+1 < len(f) && f[i+1] == '%':
			b.WriteByte('%')
			i++
		case f[i] == '%' && i+1 < len(f) && f[i+1] == '{':
			end := strings.IndexByte(f[i:], '}')
			if end < 0 {
				b.WriteString("%{")
				i++
				break
			}
			name := f[i+2 : i+end]
			i += end
			switch name {
			case "stderr", "stdout":
				emit()
				toErr = name == "stderr"
			case "onerror":
				if t.err == nil {
					emit()
					return
				}
			default:
				v, ok := t.variable(name)
				if !ok {
					_, _ = io.WriteString(t.c.err, "curl: unknown --write-out variable: '"+name+"'\n")
				}
				b.WriteString(v)
			}
		case strings.HasPrefix(f[i:], "%header{"):
			end := strings.IndexByte(f[i:], '}')
			if end < 0 {
				b.WriteByte('%')
				break
			}
			if t.resp != nil {
				b.WriteString(t.resp.Header.Get(f[i+len("%header{") : i+end]))
			}
			i += end
		case f[i] == '\\' && i+1 < len(f):
			i++
			switch f[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'r':
				b.WriteByte('\r')
			default:
				b.WriteByte('\\')
				b.WriteByte(f[i])
			}
		default:
			b.WriteByte(f[i])
		}
	}
	emit()
}

func (t *transfer) variable(name string) (string, bool) {
	s := &t.stats
	secs := func(d time.Duration) string { return fmt.Sprintf("%.6f", d.Seconds()) }
	num := func(n int64) string { return strconv.FormatInt(n, 10) }
	speed := func(n int64) string {
		if s.total <= 0 {
			return "0"
		}
		return num(int64(float64(n) / s.total.Seconds()))
	}
	switch name {
	case "http_code", "response_code":
		return fmt.Sprintf("%03d", s.code), true
	case "http_connect":
		return "000", true
	case "content_type":
		if t.resp != nil {
			return t.resp.Header.Get("Content-Type"), true
		}
	case "size_download":
		return num(s.download), true
	case "size_upload":
		return num(s.upload), true
	case "size_header":
		return num(s.headerSize), true
	case "size_request":
		return num(s.requestSize), true
	case "speed_download":
		return speed(s.download), true
	case "speed_upload":
		return speed(s.upload), true
	case "time_total":
		return secs(s.total), true
	case "time_namelookup":
		return secs(s.namelookup), true
	case "time_connect":
		return secs(s.connect), true
	case "time_pretransfer":
		return secs(s.pretransfer), true
	case "time_starttransfer":
		return secs(s.start), true
	case "time_redirect":
		return secs(s.redirectTime), true
	case "time_appconnect":
		return secs(s.appconnect), true
	case "url":
		return t.url, true
	case "url_effective":
		return s.effective, true
	case "redirect_url":
		return s.redirectURL, true
	case "num_redirects":
		return num(int64(s.redirects)), true
	case "num_connects":
		return num(int64(s.connects)), true
	case "num_headers":
		return num(int64(s.numHeaders)), true
	case "method":
		return t.method, true
	case "scheme":
		if t.t != nil {
			return strings.ToUpper(t.t.scheme), true
		}
	case "http_version":
		if t.resp != nil {
			if t.resp.ProtoMajor == 2 {
				return "2", true
			}
			return strings.TrimPrefix(t.resp.Proto, "HTTP/"), true
		}
		return "0", true
	case "remote_ip":
		return s.remote[0], true
	case "remote_port":
		return orZero(s.remote[1]), true
	case "local_ip":
		return s.local[0], true
	case "local_port":
		return orZero(s.local[1]), true
	case "exitcode":
		if t.err != nil {
			return strconv.Itoa(t.err.code), true
		}
		return "0", true
	case "errormsg":
		if t.err != nil {
			return t.err.text, true
		}
	case "filename_effective":
		if t.sink.out.remote || t.sink.out.file != "" {
			name, _ := t.sink.path()
			return name, true
		}
	case "ssl_verify_result":
		return num(int64(s.verified)), true
	case "proxy_ssl_verify_result", "num_certs":
		return "0", true
	case "urlnum":
		return num(int64(t.num)), true
	case "referer", "ftp_entry_path", "certs":
	default:
		return "", false
	}
	return "", true
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}

func joinHostPort(host, port string) string { return net.JoinHostPort(strings.Trim(host, "[]"), port) }
