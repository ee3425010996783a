package sandpit

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/gorilla/websocket"
)

// defaultConnectTimeout and closeTimeout bound the two handshakes of RFC 6455.
const (
	defaultConnectTimeout = 30 * time.Second
	closeTimeout          = 5 * time.Second
	messageQueue          = 16       // messages read ahead of Next; then the server is held back
	messageAhead          = 4 << 20  // and their bytes
	maxMessage            = 32 << 20 // bytes of one message, unpacked: a server must not fill the host's memory
)

// ConnectOptions changes one Connect.
type ConnectOptions struct {
	Subprotocols []string
	Header       http.Header
	Timeout      time.Duration // of the opening handshake; default 30 s
	TLS          bool          // wss: the server's certificate is checked against CertPool
	Insecure     bool          // with TLS: take any certificate, such as a self-signed one of the guest's own
}

// Message is one WebSocket message.
type Message struct {
	Data   []byte
	Binary bool // a binary message; else text (UTF-8)
}

// Text returns the message as a string.
func (m Message) Text() string { return string(m.Data) }

// ErrNoUpgrade is returned by Connect when the server answers and does not switch to WebSocket.
var ErrNoUpgrade = errors.New("sandpit: the server did not switch to WebSocket")

// WebSocket is a client's end of a WebSocket connection into the box. One goroutine may send while another receives.
type WebSocket struct {
	sb       *Sandbox
	conn     *websocket.Conn
	messages chan Message
	done     chan struct{} // the reader has ended
	quit     chan struct{} // nobody reads any more
	quitOnce sync.Once

	ahead atomic.Int64  // bytes in messages
	taken chan struct{} // tells the reader that one was taken

	sendMu sync.Mutex

	pingMu sync.Mutex // one Ping at a time
	pings  int
	pong   chan string

	mu     sync.Mutex
	err    error // why messages ended
	code   int
	reason string
}

// Connect opens a WebSocket to a server of the box. It returns after the handshake; messages the server sends at
// once are kept for Next. A message of more than 32 MiB ends the connection.
func (sb *Sandbox) Connect(ctx context.Context, port int, path string, opts *ConnectOptions) (*WebSocket, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	if opts == nil {
		opts = &ConnectOptions{}
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	timeout := opts.Timeout
	if timeout <= 0 {
		timeout = defaultConnectTimeout
	}
	stop := func() bool { return true }
	dialer := websocket.Dialer{
		NetDialContext: func(hctx context.Context, network, addr string) (net.Conn, error) {
			c, err := sb.k.Net().Dial(hctx, network, addr)
			if err == nil {
				// The dialer looks at the deadline of ctx only.
				stop = context.AfterFunc(ctx, func() { c.Close() })
			}
			return c, err
		},
		HandshakeTimeout:  timeout,
		Subprotocols:      opts.Subprotocols,
		EnableCompression: true,
	}
	scheme := "ws://"
	if opts.TLS {
		scheme = "wss://"
		dialer.TLSClientConfig = &tls.Config{RootCAs: sb.CertPool(), Time: sb.k.Clock().Now, MinVersion: tls.VersionTLS12, InsecureSkipVerify: opts.Insecure}
	}
	url := scheme + net.JoinHostPort("localhost", strconv.Itoa(port)) + path
	conn, res, err := dialer.DialContext(ctx, url, opts.Header)
	if !stop() && err == nil {
		conn.Close()
		return nil, context.Cause(ctx)
	}
	if err != nil {
		switch {
		case sb.check() != nil:
			return nil, ErrClosed
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(err, syscall.ECONNREFUSED):
			return nil, fmt.Errorf("sandpit: connect: no server listening on port %d (WaitForPort waits for one): %w", port, err)
		case errors.Is(err, websocket.ErrBadHandshake) && res != nil:
			return nil, fmt.Errorf("%w: port %d answered %s", ErrNoUpgrade, port, res.Status)
		case errors.Is(err, context.DeadlineExceeded) || isTimeout(err):
			return nil, fmt.Errorf("sandpit: connect: port %d: handshake timed out after %v: %w", port, timeout, err)
		}
		return nil, fmt.Errorf("sandpit: connect: port %d: %w", port, err)
	}
	if chosen := conn.Subprotocol(); chosen != "" && !slices.Contains(opts.Subprotocols, chosen) { // RFC 6455, 4.1
		conn.Close()
		return nil, fmt.Errorf("%w: port %d chose the subprotocol %q, which was not offered", ErrNoUpgrade, port, chosen)
	}
	ws := &WebSocket{
		sb: sb, conn: conn,
		messages: make(chan Message, messageQueue),
		done:     make(chan struct{}),
		quit:     make(chan struct{}),
		pong:     make(chan string, 1),
		taken:    make(chan struct{}, 1),
	}
	conn.SetPongHandler(func(data string) error {
		select {
		case ws.pong <- data:
		default: // nobody asked
		}
		return nil
	})
	go ws.read()
	if !sb.adopt(wsCloser{ws}) {
		return nil, ErrClosed
	}
	return ws, nil
}

func isTimeout(err error) bool {
	ne, ok := errors.AsType[net.Error](err)
	return ok && ne.Timeout()
}

// read takes messages off the wire (and answers pings meanwhile) until the connection ends.
func (ws *WebSocket) read() {
	defer close(ws.done)
	for {
		kind, data, err := ws.message()
		if err != nil {
			ws.ended(err)
			return
		}
		ws.ahead.Add(int64(len(data)))
		select {
		case ws.messages <- Message{data, kind == websocket.BinaryMessage}:
		case <-ws.quit:
			ws.ended(io.EOF)
			return
		}
		for ws.ahead.Load() > messageAhead {
			select {
			case <-ws.taken:
			case <-ws.quit:
				ws.ended(io.EOF)
				return
			}
		}
	}
}

// took notes that a message has left the queue.
func (ws *WebSocket) took(m Message) {
	ws.ahead.Add(-int64(len(m.Data)))
	select {
	case ws.taken <- struct{}{}:
	default:
	}
}

// message reads one message. The limit is on what it unpacks to: the library's own counts packed bytes.
func (ws *WebSocket) message() (kind int, data []byte, err error) {
	kind, r, err := ws.conn.NextReader()
	if err != nil {
		if errors.Is(err, websocket.ErrReadLimit) {
			ws.refuse(websocket.CloseMessageTooBig)
		}
		return kind, nil, err
	}
	data, err = io.ReadAll(io.LimitReader(r, maxMessage+1))
	switch {
	case err != nil:
	case len(data) > maxMessage:
		ws.refuse(websocket.CloseMessageTooBig)
		err = fmt.Errorf("sandpit: websocket: message of more than %d bytes", maxMessage)
	case kind == websocket.TextMessage && !utf8.Valid(data): // RFC 6455, 8.1
		ws.refuse(websocket.CloseInvalidFramePayloadData)
		err = errors.New("sandpit: websocket: a text message is not UTF-8")
	}
	return kind, data, err
}

// refuse tells the server why the connection ends.
func (ws *WebSocket) refuse(code int) {
	ws.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
}

// ended notes why, once. RFC 6455 section 7.1.5: a connection that ends without a close frame has code 1006.
func (ws *WebSocket) ended(err error) {
	ws.conn.Close()
	ws.sb.disown(wsCloser{ws})
	ws.mu.Lock()
	defer ws.mu.Unlock()
	ws.code, ws.err = websocket.CloseAbnormalClosure, err
	if ce, ok := errors.AsType[*websocket.CloseError](err); ok {
		ws.code, ws.reason = ce.Code, ce.Text
		if ce.Code == websocket.CloseNormalClosure || ce.Code == websocket.CloseGoingAway || ce.Code == websocket.CloseNoStatusReceived {
			ws.err = io.EOF
		}
	}
	close(ws.messages)
}

// Send sends a text message.
func (ws *WebSocket) Send(text string) error { return ws.send(websocket.TextMessage, []byte(text)) }

// SendBytes sends a binary message.
func (ws *WebSocket) SendBytes(data []byte) error { return ws.send(websocket.BinaryMessage, data) }

func (ws *WebSocket) send(kind int, data []byte) error {
	ws.sendMu.Lock()
	defer ws.sendMu.Unlock()
	if err := ws.conn.WriteMessage(kind, data); err != nil {
		return fmt.Errorf("sandpit: websocket is not open: %w", err)
	}
	return nil
}

// Ping sends a ping and waits for the pong that answers it. Pings of the server are answered by themselves. While messages
// wait that nobody takes, pongs behind them wait, too.
func (ws *WebSocket) Ping(ctx context.Context) error {
	ws.pingMu.Lock()
	defer ws.pingMu.Unlock()
	ws.pings++
	id := strconv.Itoa(ws.pings)
	if err := ws.conn.WriteControl(websocket.PingMessage, []byte(id), time.Now().Add(closeTimeout)); err != nil {
		return fmt.Errorf("sandpit: websocket is not open: %w", err)
	}
	for {
		select {
		case got := <-ws.pong:
			if got == id {
				return nil
			}
		case <-ws.done:
			return errors.New("sandpit: websocket: closed before the pong")
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Next returns the next message. After the last one it returns io.EOF when the server closed the connection in an
// orderly way (1000, 1001 or no code), else what ended it; CloseStatus has the code.
func (ws *WebSocket) Next(ctx context.Context) (Message, error) {
	select {
	case m, ok := <-ws.messages:
		if ok {
			ws.took(m)
			return m, nil
		}
		ws.mu.Lock()
		defer ws.mu.Unlock()
		return Message{}, ws.err
	case <-ctx.Done():
		return Message{}, context.Cause(ctx)
	}
}

// Messages returns the messages as they come. The sequence ends after an orderly close; any other end is its last
// error.
func (ws *WebSocket) Messages() iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for {
			m, err := ws.Next(context.Background())
			if errors.Is(err, io.EOF) || !yield(m, err) || err != nil {
				return
			}
		}
	}
}

// Close sends a close frame (code 0 = 1000) and waits up to 5 s for the server's. Messages not yet taken are dropped.
func (ws *WebSocket) Close(code int, reason string) error {
	if code == 0 {
		code = websocket.CloseNormalClosure
	}
	deadline := time.Now().Add(closeTimeout)
	err := ws.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), deadline)
	if errors.Is(err, websocket.ErrCloseSent) {
		err = nil // the server was first
	}
	ws.conn.SetReadDeadline(deadline)
	for m := range ws.messages { // until the reader has seen the server's close frame
		ws.took(m)
	}
	<-ws.done
	return err
}

// CloseStatus returns the code and the reason the server closed with; 0 while the connection is open, 1006 when it
// ended without a close frame.
func (ws *WebSocket) CloseStatus() (code int, reason string) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return ws.code, ws.reason
}

// Subprotocol returns what the server chose, "" for none.
func (ws *WebSocket) Subprotocol() string { return ws.conn.Subprotocol() }

// Conn returns the connection underneath. Its reads belong to the WebSocket.
func (ws *WebSocket) Conn() *websocket.Conn { return ws.conn }

// wsCloser ends a WebSocket with its box: no handshake, nobody is there to answer.
type wsCloser struct{ ws *WebSocket }

func (c wsCloser) Close() error {
	c.ws.quitOnce.Do(func() { close(c.ws.quit) })
	err := c.ws.conn.Close()
	<-c.ws.done
	return err
}
