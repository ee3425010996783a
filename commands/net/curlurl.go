package net

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// maxGlob bounds how many URLs one pattern may stand for.
const maxGlob = 10000

// globURL expands {a,b} and [1-3], [a-c], [01-10:2]. A result carries the values for #1, #2 in -o.
func globURL(s string) (urls []string, values [][]string, err *curlError) {
	urls, values = []string{""}, [][]string{nil}
	orig := s
	bad := func(what string, pos int) *curlError {
		return &curlError{curlBadURL, fmt.Sprintf("%s in URL position %d:\n%s\n%s^", what, pos, orig, strings.Repeat(" ", pos-1))}
	}
	each := func(options []string, capture bool) bool {
		if len(urls)*len(options) > maxGlob {
			return false
		}
		var nu []string
		var nv [][]string
		for i, u := range urls {
			for _, o := range options {
				nu = append(nu, u+o)
				if v := values[i]; capture {
					nv = append(nv, append(v[:len(v):len(v)], o))
				} else {
					nv = append(nv, v)
				}
			}
		}
		urls, values = nu, nv
		return true
	}
	for s != "" {
		pos := len(orig) - len(s) + 1
		switch s[0] {
		case '\\':
			if len(s) > 1 && strings.IndexByte("{}[]", s[1]) >= 0 {
				s = s[1:]
			}
			each([]string{s[:1]}, false)
			s = s[1:]
		case '{':
			end := strings.IndexByte(s, '}')
			if end < 0 {
				return nil, nil, bad("unmatched brace", pos)
			}
			if !each(strings.Split(s[1:end], ","), true) {
				return nil, nil, bad("range overflow", pos)
			}
			s = s[end+1:]
		case '}', ']':
			return nil, nil, bad("unmatched close brace/bracket", pos)
		case '[':
			end := strings.IndexByte(s, ']')
			if end > 0 && strings.Contains(s[:end], ":") && strings.Trim(s[1:end], "0123456789abcdefABCDEF:.%") == "" && !strings.Contains(s[:end], "-") {
				each([]string{s[:end+1]}, false) // an IPv6 address
				s = s[end+1:]
				continue
			}
			if end < 0 {
				return nil, nil, bad("bad range specification", pos+1)
			}
			options, ok := globRange(s[1:end])
			if !ok || !each(options, true) {
				return nil, nil, bad("bad range", pos+1)
			}
			s = s[end+1:]
		default:
			n := strings.IndexAny(s, `\{}[]`)
			if n < 0 {
				n = len(s)
			}
			each([]string{s[:n]}, false)
			s = s[n:]
		}
	}
	return urls, values, nil
}

func globRange(s string) (out []string, ok bool) {
	span, stepText, hasStep := strings.Cut(s, ":")
	step := 1
	if hasStep {
		n, err := strconv.Atoi(stepText)
		if err != nil || n < 1 {
			return nil, false
		}
		step = n
	}
	from, to, found := strings.Cut(span, "-")
	if !found || from == "" || to == "" {
		return nil, false
	}
	a, err1 := strconv.Atoi(from)
	b, err2 := strconv.Atoi(to)
	if err1 == nil && err2 == nil {
		for n := a; n <= b && len(out) <= maxGlob; n += step {
			if len(from) > 1 && from[0] == '0' {
				out = append(out, fmt.Sprintf("%0*d", len(from), n))
			} else {
				out = append(out, strconv.Itoa(n))
			}
		}
		return out, a <= b
	}
	if len(from) != 1 || len(to) != 1 || from[0] > to[0] {
		return nil, false
	}
	for n := int(from[0]); n <= int(to[0]); n += step {
		out = append(out, string(rune(n)))
	}
	return out, true
}

// target is a URL taken apart for a transfer.
type target struct {
	u      *url.URL
	scheme string
	host   string // without brackets
	port   string
	path   string // as sent: path and query
	text   string
}

// parseTarget reads a URL as curl does: http is the scheme of one without.
func parseTarget(s string, asIs bool) (*target, *curlError) {
	bad := &curlError{curlBadURL, "URL using bad/illegal format or missing URL"}
	full := s
	if scheme, _, ok := strings.Cut(s, "://"); !ok {
		full = "http://" + strings.TrimPrefix(s, "//")
	} else {
		for _, c := range scheme {
			if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.') {
				return nil, bad
			}
		}
	}
	full, _, _ = strings.Cut(full, "#")
	for i := range len(full) {
		if full[i] <= ' ' || full[i] == 0x7f {
			return nil, bad
		}
	}
	scheme, rest, _ := strings.Cut(full, "://")
	scheme = strings.ToLower(scheme)
	if scheme != "http" && scheme != "https" {
		return nil, &curlError{curlUnsupported, fmt.Sprintf("Protocol \"%s\" not supported or disabled in libcurl", scheme)}
	}
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	auth, tail := rest[:end], rest[end:]
	if !strings.HasPrefix(tail, "/") {
		tail = "/" + tail
	}
	p, query, hasQuery := strings.Cut(tail, "?")
	if !asIs {
		p = removeDots(p)
	}
	tail = p
	if hasQuery {
		tail += "?" + query
	}
	tail = encodeBlank(tail)
	u, err := url.Parse(scheme + "://" + auth)
	if err != nil || u.Hostname() == "" {
		return nil, bad
	}
	t := &target{u: u, scheme: scheme, host: u.Hostname(), port: u.Port(), path: tail}
	if t.port == "" {
		t.port = map[string]string{"http": "80", "https": "443"}[scheme]
	} else if n, err := strconv.Atoi(t.port); err != nil || n > 65535 {
		return nil, bad
	}
	t.text = scheme + "://" + auth + tail
	return t, nil
}

// encodeBlank escapes what may not stand in a request line.
func encodeBlank(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// lowerEscapes makes the hexadecimal digits of %XX small, as curl 7.88 does to a query.
func lowerEscapes(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i:], strings.ToLower(string(b[i:i+3])))
			i += 2
		}
	}
	return string(b)
}

// removeDots is RFC 3986, section 5.2.4.
func removeDots(p string) string {
	var out []string
	parts := strings.Split(p, "/")
	for i, part := range parts {
		last := i == len(parts)-1
		switch part {
		case ".":
			if last {
				out = append(out, "")
			}
		case "..":
			if len(out) > 1 {
				out = out[:len(out)-1]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, part)
		}
	}
	s := strings.Join(out, "/")
	if !strings.HasPrefix(s, "/") {
		s = "/" + s
	}
	return s
}

// hostHeader is the Host line's value.
// origin is scheme, host and port: what credentials are for.
func (t *target) origin() string { return t.scheme + "://" + strings.ToLower(t.host) + ":" + t.port }

func (t *target) hostHeader() string {
	h := t.host
	if strings.Contains(h, ":") {
		h = "[" + h + "]"
	}
	if t.scheme == "http" && t.port != "80" || t.scheme == "https" && t.port != "443" {
		h += ":" + t.port
	}
	return h
}

// resolveRef makes a Location absolute.
func (t *target) resolveRef(loc string) string {
	base := t.scheme + "://" + t.u.Host
	switch {
	case strings.Contains(loc, "://") && !strings.HasPrefix(loc, "/"):
		return loc
	case strings.HasPrefix(loc, "//"):
		return t.scheme + ":" + loc
	case strings.HasPrefix(loc, "/"):
		return base + loc
	case strings.HasPrefix(loc, "?"):
		p, _, _ := strings.Cut(t.path, "?")
		return base + p + loc
	}
	p, _, _ := strings.Cut(t.path, "?")
	return base + removeDots(p[:strings.LastIndexByte(p, '/')+1]+loc)
}
