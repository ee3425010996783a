package jsrt

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"golang.org/x/net/idna"
)

// urlRecord is a URL as the WHATWG URL standard has it.
type urlRecord struct {
	scheme, username, password string
	host                       *string
	port                       int // -1: none
	path                       []string
	opaque                     bool // path[0] is an opaque path
	query, fragment            *string
}

var specialPorts = map[string]int{"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21, "file": -1}

func (u *urlRecord) special() bool { _, ok := specialPorts[u.scheme]; return ok }

// The percent-encode sets of the standard.
func inC0(r rune) bool       { return r < 0x20 || r > 0x7e }
func inFragment(r rune) bool { return inC0(r) || strings.ContainsRune(" \"<>`", r) }
func inQuery(r rune) bool    { return inC0(r) || strings.ContainsRune(" \"#<>", r) }
func inSpecialQuery(r rune) bool {
	return inQuery(r) || r == '\''
}
func inPath(r rune) bool     { return inQuery(r) || strings.ContainsRune("?`{}", r) }
func inUserinfo(r rune) bool { return inPath(r) || strings.ContainsRune("/:;=@[\\]^|", r) }

func percentEncode(b *strings.Builder, r rune, in func(rune) bool) {
	if !in(r) {
		b.WriteRune(r)
		return
	}
	for _, c := range []byte(string(r)) {
		fmt.Fprintf(b, "%%%02X", c)
	}
}

func encodeAll(s string, in func(rune) bool) string {
	var b strings.Builder
	for _, r := range s {
		percentEncode(&b, r, in)
	}
	return b.String()
}

func percentDecode(s string) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			a, b := unhex(s[i+1]), unhex(s[i+2])
			if a >= 0 && b >= 0 {
				out = append(out, byte(a<<4|b))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

func isAlpha(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isDriveLetter(s string) bool {
	return len(s) == 2 && isAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

func startsWithDrive(s string) bool {
	return len(s) >= 2 && isDriveLetter(s[:2]) && (len(s) == 2 || strings.IndexByte("/\\?#", s[2]) >= 0)
}

func (u *urlRecord) shorten() {
	if u.scheme == "file" && len(u.path) == 1 && len(u.path[0]) == 2 && isAlpha(u.path[0][0]) && u.path[0][1] == ':' {
		return
	}
	if len(u.path) > 0 {
		u.path = u.path[:len(u.path)-1]
	}
}

// parseURL is the basic URL parser without a state override; nil means failure.
func parseURL(input string, base *urlRecord) *urlRecord {
	input = strings.TrimFunc(input, func(r rune) bool { return r <= 0x20 })
	input = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(input)
	u := &urlRecord{port: -1}
	rest := input
	// scheme
	if i := schemeEnd(input); i > 0 {
		u.scheme = strings.ToLower(input[:i])
		rest = input[i+1:]
		switch {
		case u.scheme == "file":
			return parseFile(u, rest, base)
		case u.special() && base != nil && base.scheme == u.scheme && !strings.HasPrefix(rest, "//"):
			return parseRelative(u, rest, base)
		case u.special():
			return parseAuthority(u, strings.TrimLeft(rest, "/\\"))
		case strings.HasPrefix(rest, "//"):
			return parseAuthority(u, rest[2:])
		case strings.HasPrefix(rest, "/"):
			return parsePath(u, rest, true)
		default:
			return parseOpaque(u, rest)
		}
	}
	if base == nil {
		return nil
	}
	if base.opaque {
		if !strings.HasPrefix(input, "#") {
			return nil
		}
		c := *base
		f := encodeAll(input[1:], inFragment)
		c.fragment = &f
		return &c
	}
	u.scheme = base.scheme
	if base.scheme == "file" {
		return parseFile(u, rest, base)
	}
	return parseRelative(u, rest, base)
}

func schemeEnd(s string) int {
	if s == "" || !isAlpha(s[0]) {
		return -1
	}
	for i := 1; i < len(s); i++ {
		c := s[i]
		if c == ':' {
			return i
		}
		if !isAlpha(c) && !isDigit(c) && c != '+' && c != '-' && c != '.' {
			return -1
		}
	}
	return -1
}

func parseRelative(u *urlRecord, rest string, base *urlRecord) *urlRecord {
	slash := func(i int) bool { return i < len(rest) && (rest[i] == '/' || u.special() && rest[i] == '\\') }
	if slash(0) && slash(1) {
		if u.special() {
			return parseAuthority(u, strings.TrimLeft(rest, "/\\"))
		}
		return parseAuthority(u, rest[2:])
	}
	u.username, u.password, u.host, u.port = base.username, base.password, base.host, base.port
	if slash(0) {
		return parsePath(u, rest, true)
	}
	u.path = append([]string(nil), base.path...)
	u.query = base.query
	return continueRelative(u, rest)
}

// continueRelative goes on after path and query were taken from the base.
func continueRelative(u *urlRecord, rest string) *urlRecord {
	switch {
	case rest == "":
		return u
	case rest[0] == '?':
		u.query = nil
		return parseTail(u, rest)
	case rest[0] == '#':
		return parseTail(u, rest)
	}
	u.query = nil
	u.shorten()
	return parsePath(u, rest, false)
}

func parseFile(u *urlRecord, rest string, base *urlRecord) *urlRecord {
	empty := ""
	u.host = &empty
	slash := func(i int) bool { return i < len(rest) && (rest[i] == '/' || rest[i] == '\\') }
	if slash(0) && slash(1) {
		rest = rest[2:]
		end := strings.IndexAny(rest, "/\\?#")
		if end < 0 {
			end = len(rest)
		}
		h := rest[:end]
		if isDriveLetter(h) {
			return parsePath(u, rest, false)
		}
		if h != "" {
			host, ok := parseHost(h, true)
			if !ok {
				return nil
			}
			if host == "localhost" {
				host = ""
			}
			u.host = &host
		}
		return parsePath(u, rest[end:], true)
	}
	if slash(0) {
		if base != nil && base.scheme == "file" {
			u.host = base.host
			if !startsWithDrive(rest[1:]) && len(base.path) > 0 && isDriveLetter(base.path[0]) && base.path[0][1] == ':' {
				u.path = append(u.path, base.path[0])
			}
		}
		return parsePath(u, rest, true)
	}
	if base != nil && base.scheme == "file" {
		u.host = base.host
		u.path = append([]string(nil), base.path...)
		u.query = base.query
		if rest != "" && rest[0] != '?' && rest[0] != '#' && startsWithDrive(rest) {
			u.path, u.query = nil, nil
			return parsePath(u, rest, false)
		}
		return continueRelative(u, rest)
	}
	return parsePath(u, rest, true)
}

func parseAuthority(u *urlRecord, rest string) *urlRecord {
	stop := "/?#"
	if u.special() {
		stop = "/\\?#"
	}
	end := strings.IndexAny(rest, stop)
	if end < 0 {
		end = len(rest)
	}
	auth := rest[:end]
	if at := strings.LastIndexByte(auth, '@'); at >= 0 {
		info := auth[:at]
		auth = auth[at+1:]
		if auth == "" {
			return nil
		}
		user, pass, _ := strings.Cut(info, ":")
		u.username, u.password = encodeAll(user, inUserinfo), encodeAll(pass, inUserinfo)
	}
	if !u.setHostPort(auth) {
		return nil
	}
	return parsePath(u, rest[end:], true)
}

// setHostPort parses "host:port".
func (u *urlRecord) setHostPort(auth string) bool {
	host, port := auth, ""
	hasPort := false
	if i := strings.LastIndexByte(auth, ':'); i >= 0 && !strings.Contains(auth[i:], "]") {
		host, port, hasPort = auth[:i], auth[i+1:], true
	}
	if host == "" && (u.special() || hasPort) {
		return false
	}
	h, ok := parseHost(host, u.special())
	if !ok {
		return false
	}
	u.host = &h
	if hasPort && port != "" {
		return u.setPort(port)
	}
	return true
}

func (u *urlRecord) setPort(port string) bool {
	n := 0
	for i := 0; i < len(port); i++ {
		if !isDigit(port[i]) {
			return false
		}
		if n = n*10 + int(port[i]-'0'); n > 65535 {
			return false
		}
	}
	if d, ok := specialPorts[u.scheme]; ok && d == n {
		u.port = -1
	} else {
		u.port = n
	}
	return true
}

// parsePath parses a path and what follows. start is set at the path start state, where one leading slash is dropped.
func parsePath(u *urlRecord, rest string, start bool) *urlRecord {
	end := strings.IndexAny(rest, "?#")
	p, tail := rest, ""
	if end >= 0 {
		p, tail = rest[:end], rest[end:]
	}
	sp := u.special()
	if start {
		switch {
		case p != "" && (p[0] == '/' || sp && p[0] == '\\'):
			p = p[1:]
		case p == "" && !sp:
			return parseTail(u, tail)
		}
	}
	if sp {
		p = strings.ReplaceAll(p, "\\", "/")
	}
	segs := strings.Split(p, "/")
	for i, seg := range segs {
		last := i == len(segs)-1
		enc := encodeAll(seg, inPath)
		switch strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(enc, "%2e", "."), "%2E", ".")) {
		case "..":
			u.shorten()
			if last {
				u.path = append(u.path, "")
			}
			continue
		case ".":
			if last {
				u.path = append(u.path, "")
			}
			continue
		}
		if u.scheme == "file" && len(u.path) == 0 && isDriveLetter(enc) {
			enc = enc[:1] + ":"
		}
		u.path = append(u.path, enc)
	}
	return parseTail(u, tail)
}

func parseOpaque(u *urlRecord, rest string) *urlRecord {
	end := strings.IndexAny(rest, "?#")
	p, tail := rest, ""
	if end >= 0 {
		p, tail = rest[:end], rest[end:]
	}
	u.opaque = true
	u.path = []string{encodeAll(p, inC0)}
	return parseTail(u, tail)
}

// parseTail parses "?query#fragment".
func parseTail(u *urlRecord, t string) *urlRecord {
	if strings.HasPrefix(t, "?") {
		q := t[1:]
		if i := strings.IndexByte(q, '#'); i >= 0 {
			q, t = q[:i], q[i:]
		} else {
			t = ""
		}
		q = u.encodeQuery(q)
		u.query = &q
	}
	if strings.HasPrefix(t, "#") {
		f := encodeAll(t[1:], inFragment)
		u.fragment = &f
	}
	return u
}

func (u *urlRecord) encodeQuery(q string) string {
	if u.special() {
		return encodeAll(q, inSpecialQuery)
	}
	return encodeAll(q, inQuery)
}

func (u *urlRecord) pathname() string {
	if u.opaque {
		return u.path[0]
	}
	var b strings.Builder
	for _, s := range u.path {
		b.WriteString("/" + s)
	}
	return b.String()
}

func (u *urlRecord) hostString() string {
	if u.host == nil {
		return ""
	}
	if u.port >= 0 {
		return *u.host + ":" + strconv.Itoa(u.port)
	}
	return *u.host
}

func (u *urlRecord) href(fragment bool) string {
	var b strings.Builder
	b.WriteString(u.scheme + ":")
	if u.host != nil {
		b.WriteString("//")
		if u.username != "" || u.password != "" {
			b.WriteString(u.username)
			if u.password != "" {
				b.WriteString(":" + u.password)
			}
			b.WriteString("@")
		}
		b.WriteString(u.hostString())
	} else if !u.opaque && len(u.path) > 1 && u.path[0] == "" {
		b.WriteString("/.")
	}
	b.WriteString(u.pathname())
	if u.query != nil {
		b.WriteString("?" + *u.query)
	}
	if fragment && u.fragment != nil {
		b.WriteString("#" + *u.fragment)
	}
	return b.String()
}

// set is one of the setters of the URL class, given the href and the name of the property.
func setURL(u *urlRecord, name, v string) {
	noCred := u.host == nil || *u.host == "" || u.scheme == "file"
	switch name {
	case "protocol":
		s, _, _ := strings.Cut(strings.ToLower(v), ":")
		if schemeEnd(s+":") < 0 {
			return
		}
		_, a := specialPorts[s]
		if a != u.special() || s == "file" && (u.username != "" || u.password != "" || u.port >= 0) || u.scheme == "file" && u.hostString() == "" {
			return
		}
		u.scheme = s
		if specialPorts[s] == u.port {
			u.port = -1
		}
	case "username":
		if !noCred {
			u.username = encodeAll(v, inUserinfo)
		}
	case "password":
		if !noCred {
			u.password = encodeAll(v, inUserinfo)
		}
	case "host", "hostname":
		if u.opaque {
			return
		}
		stop := "/?#"
		if u.special() {
			stop = "/\\?#"
		}
		if i := strings.IndexAny(v, stop); i >= 0 {
			v = v[:i]
		}
		c := *u
		if name == "hostname" {
			if i := strings.LastIndexByte(v, ':'); i >= 0 && !strings.Contains(v[i:], "]") {
				return
			}
			if v == "" {
				if u.special() && u.scheme != "file" {
					return
				}
				e := ""
				u.host = &e
				return
			}
			if h, ok := parseHost(v, u.special()); ok {
				u.host = &h
			}
			return
		}
		if c.setHostPort(v) {
			*u = c
		}
	case "port":
		if noCred {
			return
		}
		if v == "" {
			u.port = -1
			return
		}
		n := 0
		for n < len(v) && isDigit(v[n]) {
			n++
		}
		if n > 0 {
			c := *u
			if c.setPort(v[:n]) {
				*u = c
			}
		}
	case "pathname":
		if u.opaque {
			return
		}
		u.path = nil
		q, f := u.query, u.fragment
		v = strings.NewReplacer("?", "%3F", "#", "%23").Replace(v)
		parsePath(u, v, true)
		u.query, u.fragment = q, f
	case "search":
		if v == "" {
			u.query = nil
			return
		}
		q := u.encodeQuery(strings.ReplaceAll(strings.TrimPrefix(v, "?"), "#", "%23"))
		u.query = &q
	case "hash":
		if v == "" {
			u.fragment = nil
			return
		}
		f := encodeAll(strings.TrimPrefix(v, "#"), inFragment)
		u.fragment = &f
	}
}

// urlBinding parses URLs. A record is handed over as an array of its serialised parts.
// decodeForm reads a name or a value of a form: + is a blank, what is no UTF-8 becomes U+FFFD.
func decodeForm(s string) string {
	if strings.IndexByte(s, '+') >= 0 {
		s = strings.ReplaceAll(s, "+", " ")
	}
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	return decodeUTF8(percentDecode(s))
}

func normalizePath(p string, above bool) string {
	out := make([]byte, 0, len(p))
	depth := 0 // parts in out that .. may take away
	for part := range strings.SplitSeq(p, "/") {
		switch {
		case part == "" || part == ".":
			continue
		case part == ".." && depth > 0:
			depth--
			out = out[:max(0, bytes.LastIndexByte(out, '/'))]
			continue
		case part == "..":
			if !above {
				continue
			}
		default:
			depth++
		}
		if len(out) > 0 {
			out = append(out, '/')
		}
		out = append(out, part...)
	}
	return string(out)
}

func urlBinding(rt *runtime) *goja.Object {
	vm := rt.vm
	parts := func(u *urlRecord) goja.Value {
		if u == nil {
			return goja.Undefined()
		}
		port, search, hash, origin, hostname := "", "", "", "null", ""
		if u.port >= 0 {
			port = strconv.Itoa(u.port)
		}
		if u.query != nil && *u.query != "" {
			search = "?" + *u.query
		}
		if u.fragment != nil && *u.fragment != "" {
			hash = "#" + *u.fragment
		}
		if u.host != nil {
			hostname = *u.host
		}
		if u.special() && u.scheme != "file" {
			origin = u.scheme + "://" + u.hostString()
		} else if u.scheme == "blob" && u.opaque {
			if in := parseURL(u.path[0], nil); in != nil && (in.scheme == "http" || in.scheme == "https") {
				origin = in.scheme + "://" + in.hostString()
			}
		}
		return vm.NewArray(u.href(true), u.scheme+":", u.username, u.password, u.hostString(), hostname, port, u.pathname(), search, hash, origin)
	}
	return rt.object(map[string]hostFunc{
		// parse(input, base|undefined) -> parts, undefined on failure
		"parse": func(c goja.FunctionCall) goja.Value {
			var base *urlRecord
			if b := c.Argument(1); !goja.IsUndefined(b) {
				if base = parseURL(b.String(), nil); base == nil {
					return goja.Undefined()
				}
			}
			return parts(parseURL(c.Argument(0).String(), base))
		},
		// set(href, name, value) -> parts
		"set": func(c goja.FunctionCall) goja.Value {
			u := parseURL(c.Argument(0).String(), nil)
			if u == nil {
				return goja.Undefined()
			}
			v := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(c.Argument(2).String())
			setURL(u, c.Argument(1).String(), v)
			return parts(u)
		},
		// parseForm(text) -> [name, value, name, value, ...] of application/x-www-form-urlencoded
		"parseForm": func(c goja.FunctionCall) goja.Value {
			var list []any
			for p := range strings.SplitSeq(c.Argument(0).String(), "&") {
				if p != "" {
					name, value, _ := strings.Cut(p, "=")
					list = append(list, decodeForm(name), decodeForm(value))
				}
			}
			return vm.NewArray(list...)
		},
		// normalizePath(path, above) is a path of POSIX without empty parts, "." and what ".." takes away; leading ".." stay when above is set
		"normalizePath": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(normalizePath(c.Argument(0).String(), c.Argument(1).ToBoolean()))
		},
		"toASCII": func(c goja.FunctionCall) goja.Value {
			h, ok := parseHost(c.Argument(0).String(), true)
			if !ok {
				return vm.ToValue("")
			}
			return vm.ToValue(h)
		},
		"toUnicode": func(c goja.FunctionCall) goja.Value {
			s, _ := idna.ToUnicode(c.Argument(0).String())
			return vm.ToValue(s)
		},
		"percentDecode": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(decodeUTF8(percentDecode(c.Argument(0).String())))
		},
	})
}
