package httpwire

import "strings"

// Kind tells requests from responses.
type Kind uint8

// The two kinds of messages.
const (
	Request Kind = iota
	Response
)

// Action is what to do after a head.
type Action uint8

// The answers of Handler.Head.
const (
	Continue Action = iota // read the body that the head announces
	NoBody                 // there is none, whatever the head says: the answer to HEAD
	Upgrade                // the rest of the bytes is another protocol: Execute returns
)

// Head is the start line and the fields of a message.
type Head struct {
	Method        string // requests
	URL           string // requests; bytes as they came
	Status        int    // responses
	StatusText    string // responses
	Major, Minor  int
	Fields        []string // name, value, name, value, ... in order, names in their case, values trimmed; bytes as they came
	ContentLength int64    // -1 when absent
	Chunked       bool
	KeepAlive     bool // the connection may carry another message after this one
	Upgrade       bool // the head asks for another protocol, or the method is CONNECT
}

// Handler is told of the parts of messages in order: Head, Body..., End. Slices are valid during the call only.
type Handler interface {
	Head(h *Head) (Action, error)
	Body(b []byte) error
	End(trailers []string) error // trailers: as Head.Fields; nil when there are none
}

// Limits bound what a message may make the parser hold. Zero fields have Node's defaults.
type Limits struct {
	HeaderBytes int // start line, names and values of one head; 16 KiB
	ExtBytes    int // extensions of all chunks of one message; 16 KiB
}

type state uint8

const (
	sStart   state = iota
	sLine          // start line
	sField         // field lines
	sBody          // of known length
	sBodyEOF       // until the end of the connection
	sChunkSize
	sChunkExt
	sChunkData
	sChunkCR
	sChunkLF
	sTrailer
	sDone  // after Connection: close
	sStuck // after an error or an upgrade
)

// Parser reads a sequence of messages from one connection. Not for concurrent use.
type Parser struct {
	kind   Kind
	h      Handler
	lim    Limits
	state  state
	line   []byte // an unfinished line of the head or of trailers
	head   Head
	used   int // header bytes of this head
	left   int64
	digits int
	ext    int
	extCR  bool
	trail  []string
	err    error
	active bool // a message has begun
}

// New returns a parser for messages of one kind.
func New(kind Kind, h Handler, lim Limits) *Parser {
	if lim.HeaderBytes <= 0 {
		lim.HeaderBytes = 16 << 10
	}
	if lim.ExtBytes <= 0 {
		lim.ExtBytes = 16 << 10
	}
	return &Parser{kind: kind, h: h, lim: lim}
}

// Idle reports that no message is under way.
func (p *Parser) Idle() bool { return !p.active }

// InHead reports that a message has begun whose head is not complete.
func (p *Parser) InHead() bool { return p.active && (p.state == sLine || p.state == sField) }

// Execute parses b and returns how much of it was used: all, unless there is an error or an upgrade. Errors are *Error or
// what the handler returned; they repeat.
func (p *Parser) Execute(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	i := 0
	for i < len(b) {
		n, err := p.step(b[i:])
		i += n
		if err != nil {
			p.err = err
			p.state = sStuck
			return i, err
		}
		if p.state == sStuck {
			return i, nil
		}
	}
	return i, nil
}

// Finish tells the parser that the connection ended. A body without a length is complete then; any other message under way
// is an error.
func (p *Parser) Finish() error {
	switch p.state {
	case sBodyEOF:
		return p.end(nil)
	case sStart, sDone, sStuck:
		if !p.active {
			return nil
		}
	}
	p.err = errEOF
	return errEOF
}

// step consumes some of b.
func (p *Parser) step(b []byte) (int, error) {
	switch p.state {
	case sStart:
		// Empty lines before a start line are skipped (RFC 9112, 2.2).
		for i, c := range b {
			if c != '\r' && c != '\n' {
				p.begin()
				return i, nil
			}
		}
		return len(b), nil
	case sLine, sField, sTrailer:
		return p.lines(b)
	case sBody:
		n := len(b)
		if int64(n) > p.left {
			n = int(p.left)
		}
		p.left -= int64(n)
		if err := p.h.Body(b[:n]); err != nil {
			return n, err
		}
		if p.left == 0 {
			return n, p.end(nil)
		}
		return n, nil
	case sBodyEOF:
		return len(b), p.h.Body(b)
	case sChunkSize, sChunkExt, sChunkData, sChunkCR, sChunkLF:
		return p.chunk(b)
	case sDone:
		for i, c := range b {
			if c != '\r' && c != '\n' {
				return i, errClosed
			}
		}
		return len(b), nil
	}
	return len(b), nil
}

func (p *Parser) begin() {
	p.state = sLine
	p.active = true
	p.head = Head{ContentLength: -1}
	p.used = 0
	p.line = p.line[:0]
	p.trail = nil
	p.ext = 0
}

// lines gathers one line of b and parses it. Lines that are whole in b are not copied.
func (p *Parser) lines(b []byte) (int, error) {
	nl := -1
	for i, c := range b {
		if c == '\n' {
			nl = i
			break
		}
	}
	part := b
	if nl >= 0 {
		part = b[:nl+1]
	}
	if err := p.early(part); err != nil {
		return 0, err
	}
	if len(p.line)+len(part) > p.lim.HeaderBytes+1024 {
		return len(part), errHeaderSize
	}
	if nl < 0 {
		p.line = append(p.line, part...)
		return len(part), nil
	}
	line := part
	if len(p.line) > 0 {
		p.line = append(p.line, part...)
		line = p.line
	}
	var err error
	switch {
	case len(line) < 2 || line[len(line)-2] != '\r':
		err = errCarriageReturn
		if p.state == sLine {
			err = errAfterVersion
		}
	default:
		line = line[:len(line)-2]
		switch p.state {
		case sLine:
			if p.kind == Request {
				err = p.requestLine(line)
			} else {
				err = p.statusLine(line)
			}
		default:
			err = p.field(line)
		}
	}
	p.line = p.line[:0]
	return len(part), err
}

// early refuses what cannot become a message before its line is complete, so that a peer of another protocol is answered
// at once.
func (p *Parser) early(part []byte) error {
	if p.state != sLine {
		return nil
	}
	n := len(p.line)
	if p.kind == Response {
		for i, c := range part {
			if n+i >= len("HTTP/") {
				break
			}
			if c != "HTTP/"[n+i] {
				return errConstant
			}
		}
		return nil
	}
	if n > 32 {
		return nil
	}
	var buf [64]byte
	head := append(append(buf[:0], p.line...), part[:min(len(part), 32)]...)
	sp := strings.IndexByte(string(head), ' ')
	if sp >= 0 {
		if !methods[string(head[:sp])] {
			return errMethod
		}
		return nil
	}
	word := strings.TrimRight(string(head), "\r\n")
	for m := range methods {
		if strings.HasPrefix(m, word) {
			return nil
		}
	}
	return errMethod
}

// headDone acts on a complete head.
func (p *Parser) headDone() error {
	h := &p.head
	if h.Chunked && h.ContentLength >= 0 {
		return errLengthChunked
	}
	if err := p.connection(); err != nil {
		return err
	}
	act, err := p.h.Head(h)
	if err != nil {
		return err
	}
	if p.kind == Response && (h.Status/100 == 1 || h.Status == 204 || h.Status == 304) && act == Continue {
		act = NoBody
	}
	switch {
	case act == Upgrade:
		p.state = sStuck
		p.active = false
		return p.h.End(nil)
	case act == NoBody:
		return p.end(nil)
	case h.Chunked:
		p.state, p.left, p.digits, p.ext = sChunkSize, 0, 0, 0
	case h.ContentLength > 0:
		p.state, p.left = sBody, h.ContentLength
	case h.ContentLength == 0 || p.kind == Request:
		return p.end(nil)
	default:
		p.state = sBodyEOF
	}
	return nil
}

// end finishes a message.
func (p *Parser) end(trailers []string) error {
	p.active = false
	if p.head.KeepAlive || p.kind == Response && p.head.Status/100 == 1 {
		p.state = sStart
	} else {
		p.state = sDone
	}
	return p.h.End(trailers)
}

// methods are those that Node's parser knows.
var methods = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range Methods {
		m[s] = true
	}
	return m
}()

// Methods are the request methods that are accepted, as http.METHODS of Node 20 lists them.
var Methods = []string{
	"ACL", "BIND", "CHECKOUT", "CONNECT", "COPY", "DELETE", "GET", "HEAD", "LINK", "LOCK", "M-SEARCH", "MERGE", "MKACTIVITY",
	"MKCALENDAR", "MKCOL", "MOVE", "NOTIFY", "OPTIONS", "PATCH", "POST", "PROPFIND", "PROPPATCH", "PURGE", "PUT", "REBIND",
	"REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "TRACE", "UNBIND", "UNLINK", "UNLOCK", "UNSUBSCRIBE",
}

// Stuck reports that the parser takes no more bytes, after an upgrade or an error.
func (p *Parser) Stuck() bool { return p.state == sStuck }
