package httpwire

import (
	"bytes"
	"strings"
)

// token marks the characters of a field name (RFC 9110, 5.6.2).
var token = func() (t [256]bool) {
	for c := '0'; c <= '9'; c++ {
		t[c] = true
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-32] = true, true
	}
	for _, c := range "!#$%&'*+-.^_`|~" {
		t[c] = true
	}
	return
}()

// requestLine parses "METHOD SP target SP HTTP/x.y".
func (p *Parser) requestLine(line []byte) error {
	sp := bytes.IndexByte(line, ' ')
	if sp <= 0 || !methods[string(line[:sp])] {
		return errMethod
	}
	p.head.Method = string(line[:sp])
	rest := line[sp+1:]
	for len(rest) > 0 && rest[0] == ' ' {
		rest = rest[1:]
	}
	sp = bytes.IndexByte(rest, ' ')
	if sp < 0 {
		sp = len(rest)
	}
	target := rest[:sp]
	if len(target) == 0 {
		return errURL
	}
	for _, c := range target {
		if c <= ' ' || c == 0x7f {
			return errURLChar
		}
	}
	switch c := target[0]; {
	case p.head.Method == "CONNECT":
	case c == '/' || c == '*':
	case c|0x20 >= 'a' && c|0x20 <= 'z' && bytes.Contains(target, []byte("://")):
	default:
		return errURL
	}
	if p.used += len(target); p.used >= p.lim.HeaderBytes {
		return errHeaderSize
	}
	p.head.URL = string(target)
	if sp == len(rest) {
		return errConstant // HTTP/0.9
	}
	version := rest[sp+1:]
	for len(version) > 0 && version[0] == ' ' {
		version = version[1:]
	}
	after, err := p.version(version)
	if err != nil {
		return err
	}
	if len(after) != 0 {
		return errAfterVersion
	}
	p.state = sField
	return nil
}

// version parses "HTTP/x.y" and returns what follows.
func (p *Parser) version(b []byte) ([]byte, error) {
	if !bytes.HasPrefix(b, []byte("HTTP/")) {
		return nil, errConstant
	}
	b = b[5:]
	if len(b) < 3 || b[1] != '.' || b[0] < '0' || b[0] > '9' || b[2] < '0' || b[2] > '9' {
		return nil, errVersion
	}
	p.head.Major, p.head.Minor = int(b[0]-'0'), int(b[2]-'0')
	switch string(b[:3]) {
	case "1.0", "1.1", "0.9", "2.0":
	default:
		return nil, errVersion
	}
	return b[3:], nil
}

// statusLine parses "HTTP/x.y SP code [SP text]".
func (p *Parser) statusLine(line []byte) error {
	rest, err := p.version(line)
	if err != nil {
		return err
	}
	if len(rest) < 4 || rest[0] != ' ' {
		return errStatus
	}
	n := 0
	for _, c := range rest[1:4] {
		if c < '0' || c > '9' {
			return errStatus
		}
		n = n*10 + int(c-'0')
	}
	if n < 100 {
		return errStatus
	}
	rest = rest[4:]
	if len(rest) > 0 {
		if rest[0] != ' ' {
			return errStatusText
		}
		rest = rest[1:]
	}
	for _, c := range rest {
		if c < ' ' && c != '\t' || c == 0x7f {
			return errStatusText
		}
	}
	p.used += len(rest)
	p.head.Status, p.head.StatusText = n, string(rest)
	p.state = sField
	return nil
}

// field parses one field line of a head or of trailers; an empty one ends them.
func (p *Parser) field(line []byte) error {
	if len(line) == 0 {
		if p.state == sTrailer {
			return p.end(p.trail)
		}
		return p.headDone()
	}
	if line[0] == ' ' || line[0] == '\t' {
		return errFold
	}
	colon := -1
	for i, c := range line {
		if c == ':' {
			colon = i
			break
		}
		if !token[c] {
			return errToken
		}
	}
	if colon <= 0 {
		return errToken
	}
	value := bytes.Trim(line[colon+1:], " \t")
	for _, c := range value {
		if c < ' ' && c != '\t' || c == 0x7f {
			return errValue
		}
	}
	if p.used += colon + len(value); p.used >= p.lim.HeaderBytes {
		return errHeaderSize
	}
	name, val := string(line[:colon]), string(value)
	if p.state == sTrailer {
		p.trail = append(p.trail, name, val)
		return nil
	}
	h := &p.head
	if h.Fields == nil {
		h.Fields = make([]string, 0, 16)
	}
	h.Fields = append(h.Fields, name, val)
	switch len(name) {
	case len("content-length"):
		if strings.EqualFold(name, "content-length") {
			return p.contentLength(val)
		}
	case len("transfer-encoding"):
		if strings.EqualFold(name, "transfer-encoding") {
			return p.transferEncoding(val)
		}
	}
	return nil
}

func (p *Parser) contentLength(v string) error {
	if p.head.ContentLength >= 0 {
		return errLengthTwice
	}
	if p.hasEncoding() {
		return errLengthChunked
	}
	if v == "" {
		return errLength
	}
	n := int64(0)
	for i := 0; i < len(v); i++ {
		if v[i] < '0' || v[i] > '9' {
			return errLength
		}
		if n > (1<<63-1-9)/10 {
			return errLengthOverflow
		}
		n = n*10 + int64(v[i]-'0')
	}
	p.head.ContentLength = n
	return nil
}

// hasEncoding reports a Transfer-Encoding field before the one being parsed.
func (p *Parser) hasEncoding() bool {
	f := p.head.Fields
	for i := 0; i+2 < len(f); i += 2 {
		if strings.EqualFold(f[i], "transfer-encoding") {
			return true
		}
	}
	return false
}

// transferEncoding: a body is chunked when the last coding is. A request with any other last coding has no length that both
// sides agree on; a response then lasts until the connection ends.
func (p *Parser) transferEncoding(v string) error {
	if p.head.ContentLength >= 0 {
		return errChunkedLength
	}
	last := v
	if i := strings.LastIndexByte(v, ','); i >= 0 {
		last = v[i+1:]
	}
	p.head.Chunked = strings.EqualFold(strings.Trim(last, " \t"), "chunked")
	if !p.head.Chunked && p.kind == Request {
		return errEncoding
	}
	return nil
}

// connection works out persistence and upgrade from the fields of a complete head.
func (p *Parser) connection() error {
	h := &p.head
	var closeTok, keepTok, upgradeTok, upgradeField bool
	for i := 0; i < len(h.Fields); i += 2 {
		switch name := h.Fields[i]; {
		case len(name) == 10 && strings.EqualFold(name, "connection"),
			len(name) == 16 && strings.EqualFold(name, "proxy-connection"):
			for tok := range strings.SplitSeq(h.Fields[i+1], ",") {
				switch tok = strings.Trim(tok, " \t"); {
				case strings.EqualFold(tok, "close"):
					closeTok = true
				case strings.EqualFold(tok, "keep-alive"):
					keepTok = true
				case strings.EqualFold(tok, "upgrade"):
					upgradeTok = true
				}
			}
		case len(name) == 7 && strings.EqualFold(name, "upgrade"):
			upgradeField = true
		}
	}
	if h.Major > 1 || h.Major == 1 && h.Minor >= 1 {
		h.KeepAlive = !closeTok
	} else {
		h.KeepAlive = keepTok && !closeTok
	}
	if p.kind == Request {
		h.Upgrade = upgradeTok && upgradeField || h.Method == "CONNECT"
	} else {
		h.Upgrade = upgradeTok && upgradeField && h.Status == 101
		if h.ContentLength < 0 && !h.Chunked && h.Status/100 != 1 && h.Status != 204 && h.Status != 304 {
			h.KeepAlive = false // ends with the connection, unless it answers a HEAD: the caller knows
		}
	}
	return nil
}
