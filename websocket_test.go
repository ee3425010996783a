package sandpit_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/sandpit-dev/sandpit"
)

// frame writes a WebSocket frame of a server; flags may clear FIN (0x80) or set RSV bits by being the whole first byte.
func frame(first byte, payload string) []byte {
	b := []byte{first}
	switch n := len(payload); {
	case n < 126:
		b = append(b, byte(n))
	case n < 65536:
		b = append(b, 126, byte(n>>8), byte(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	return append(b, payload...)
}

// rawWS is a server that answers a handshake with whatever reply makes of the correct one, and then reads what the client
// sends: its first frame goes to got.
func rawWS(t *testing.T, sb *sandpit.Sandbox, port int, reply func(path, answer string) (text string, frames []byte), got chan<- string) {
	t.Helper()
	l, err := sb.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				br := bufio.NewReader(c)
				req, err := http.ReadRequest(br)
				if err != nil {
					return
				}
				sum := sha1.Sum([]byte(req.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
				answer := "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
					base64.StdEncoding.EncodeToString(sum[:]) + "\r\n\r\n"
				text, frames := reply(req.URL.Path, answer)
				out := append([]byte(text), frames...)
				if strings.HasPrefix(req.URL.Path, "/split") {
					for len(out) > 0 {
						n := min(7, len(out))
						c.Write(out[:n])
						out = out[n:]
						time.Sleep(time.Millisecond)
					}
				} else {
					c.Write(out)
				}
				for first := true; ; first = false {
					desc, err := readFrame(br)
					if err != nil {
						return
					}
					if first && got != nil {
						got <- desc
					}
					if strings.HasPrefix(desc, "op 8") {
						return
					}
				}
			}()
		}
	}()
}

// readFrame describes a client's frame as the recorded cases do.
func readFrame(br *bufio.Reader) (string, error) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(br, head); err != nil {
		return "", err
	}
	n := int(head[1] & 127)
	if n > 125 {
		return "", errors.New("long")
	}
	rest := make([]byte, 4+n)
	if _, err := io.ReadFull(br, rest); err != nil {
		return "", err
	}
	mask, data := rest[:4], rest[4:]
	for i := range data {
		data[i] ^= mask[i&3]
	}
	text := string(data)
	if head[0]&15 == 8 {
		text = ""
		if len(data) >= 2 {
			text = fmt.Sprint(binary.BigEndian.Uint16(data))
		}
	}
	return fmt.Sprintf("op %d masked %d %s", head[0]&15, head[1]>>7, text), nil
}

const closeNormal = "\x03\xe8"

// events says what Connect made of a server.
func events(t *testing.T, sb *sandpit.Sandbox, port int, path string, opts *sandpit.ConnectOptions) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	ws, err := sb.Connect(ctx, port, path, opts)
	if err != nil {
		return "no: " + err.Error()
	}
	out := []string{strings.TrimSpace("open " + ws.Subprotocol())}
	for m, err := range ws.Messages() {
		switch {
		case err != nil:
			out = append(out, "error")
		case len(m.Data) > 20:
			out = append(out, fmt.Sprintf("%v %d", m.Binary, len(m.Data)))
		case m.Binary:
			out = append(out, fmt.Sprintf("bin %x", m.Data))
		default:
			out = append(out, "text "+m.Text())
		}
	}
	code, reason := ws.CloseStatus()
	ws.Close(0, "")
	return strings.TrimSpace(strings.Join(out, ", ") + fmt.Sprintf(", close %d %s", code, reason))
}

// TestConnectHandshakes plays the servers of case N22: what the client must report is the reference client's answer.
func TestConnectHandshakes(t *testing.T) {
	sb := create(t, sandpit.Options{})
	rawWS(t, sb, 7000, func(path, answer string) (string, []byte) {
		proto := func(p string) string {
			return strings.Replace(answer, "\r\n\r\n", "\r\nSec-WebSocket-Protocol: "+p+"\r\n\r\n", 1)
		}
		end := frame(0x88, closeNormal)
		switch path {
		case "/greet":
			return answer, bytes.Join([][]byte{frame(0x81, "hello"), frame(0x82, "\x01\x02"), end}, nil)
		case "/split":
			return answer, append(frame(0x81, "slow hello"), end...)
		case "/proto":
			return proto("b"), end
		case "/wrongproto":
			return proto("zzz"), end
		case "/deny":
			return "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno", nil
		case "/badkey":
			i := strings.Index(answer, "Accept: ")
			return answer[:i] + "Accept: AAAA\r\n\r\n", nil
		case "/noup":
			return strings.Replace(answer, "Upgrade: websocket\r\n", "", 1), nil
		case "/extension":
			return strings.Replace(answer, "\r\n\r\n", "\r\nSec-WebSocket-Extensions: x-foo\r\n\r\n", 1), end
		}
		return answer, end
	}, nil)
	for _, c := range []struct {
		path   string
		protos []string
		want   string
	}{
		{"/greet", nil, "open, text hello, bin 0102, close 1000"},
		{"/split", nil, "open, text slow hello, close 1000"},
		{"/proto", []string{"a", "b"}, "open b, close 1000"},
		{"/wrongproto", []string{"a"}, "no: sandpit: the server did not switch to WebSocket: port 7000 chose the subprotocol \"zzz\", which was not offered"},
		{"/proto", nil, "no: sandpit: the server did not switch to WebSocket: port 7000 chose the subprotocol \"b\", which was not offered"},
		{"/deny", nil, "no: sandpit: the server did not switch to WebSocket: port 7000 answered 401 Unauthorized"},
		{"/badkey", nil, "no: sandpit: the server did not switch to WebSocket: port 7000 answered 101 Switching Protocols"},
		{"/noup", nil, "no: sandpit: the server did not switch to WebSocket: port 7000 answered 101 Switching Protocols"},
	} {
		if got := events(t, sb, 7000, c.path, &sandpit.ConnectOptions{Subprotocols: c.protos}); got != c.want {
			t.Errorf("%s %v: %s\nwant %s", c.path, c.protos, got, c.want)
		}
	}
}

// TestConnectFrames plays the servers of case N23. The right column is the first frame that the client sent.
func TestConnectFrames(t *testing.T) {
	sb := create(t, sandpit.Options{})
	big := strings.Repeat("b", 70000)
	cat := func(frames ...[]byte) []byte { return bytes.Join(frames, nil) }
	nonMinimal := append([]byte{0x81, 127, 0, 0, 0, 0, 0, 0, 0, 3}, "abc"...)
	cases := []struct {
		path   string
		frames []byte
		want   string
		sent   string
	}{
		{"/frag", cat(frame(0x01, "he"), frame(0x89, "p1"), frame(0x00, "llo "), frame(0x80, "é")), "open, text hello é, close 1000", "op 10 masked 1 p1"},
		{"/fragbin", cat(frame(0x02, "\x01"), frame(0x00, ""), frame(0x80, "\x02")), "open, bin 0102, close 1000", "op 8 masked 1 1000"},
		{"/sizes", cat(frame(0x82, ""), frame(0x82, big[:125]), frame(0x82, big[:126]), frame(0x82, big[:65535]), frame(0x82, big[:65536]), frame(0x81, big)),
			"open, bin , true 125, true 126, true 65535, true 65536, false 70000, close 1000", "op 8 masked 1 1000"},
		{"/utf", frame(0x81, "\xc3\x28"), "open, error, close 1006", "op 8 masked 1 1007"},
		{"/utfsplit", cat(frame(0x01, "\xe2\x82"), frame(0x80, "\xac")), "open, text €, close 1000", "op 8 masked 1 1000"},
		{"/cont", frame(0x80, "x"), "open, error, close 1006", "op 8 masked 1 1002"},
		{"/interleave", cat(frame(0x01, "a"), frame(0x81, "b")), "open, error, close 1006", "op 8 masked 1 1002"},
		{"/ctlfrag", frame(0x09, "x"), "open, error, close 1006", "op 8 masked 1 1002"},
		{"/ctlbig", append([]byte{0x89, 126, 0, 126}, big[:126]...), "open, error, close 1006", "op 8 masked 1 1002"},
		{"/rsv", frame(0xc1, "x"), "open, error, close 1006", "op 8 masked 1 1002"},
		{"/op3", frame(0x83, "x"), "open, error, close 1006", "op 8 masked 1 1002"},
		{"/masked", []byte{0x81, 0x81, 1, 2, 3, 4, 'x' ^ 1}, "open, error, close 1006", "op 8 masked 1 1002"},
		{"/pong", cat(frame(0x8a, "unasked"), frame(0x81, "ok")), "open, text ok, close 1000", "op 8 masked 1 1000"},
		{"/len64neg", []byte{0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255}, "open, error, close 1006", "op 8 masked 1 1009"},
		{"/nonmin", nonMinimal, "open, text abc, close 1000", "op 8 masked 1 1000"},
		{"/close", frame(0x88, "\x0f\xa1bye"), "open, error, close 4001 bye", "op 8 masked 1 4001"},
		{"/closeempty", frame(0x88, ""), "open, close 1005", "op 8 masked 1 "},
		{"/closebad", frame(0x88, "\x03\xed"), "open, error, close 1006", "op 8 masked 1 1002"},
		{"/closeutf", frame(0x88, "\x03\xe8\xff"), "open, error, close 1006", "op 8 masked 1 1002"},
	}
	got := make(chan string, 1)
	rawWS(t, sb, 7000, func(path, answer string) (string, []byte) {
		for _, c := range cases {
			if c.path == path {
				return answer, append(c.frames, frame(0x88, closeNormal)...)
			}
		}
		return answer, nil
	}, got)
	for _, c := range cases {
		if ev := events(t, sb, 7000, c.path, nil); ev != c.want {
			t.Errorf("%s: %s, want %s", c.path, ev, c.want)
		}
		select {
		case sent := <-got:
			if sent != c.sent {
				t.Errorf("%s: sent %s, want %s", c.path, sent, c.sent)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: nothing sent", c.path)
		}
	}
}

// A flood of pings, of one-byte fragments and of messages that nobody takes costs the host little.
func TestConnectFlood(t *testing.T) {
	sb := create(t, sandpit.Options{})
	l, err := sb.Listen("tcp", "127.0.0.1:7001")
	if err != nil {
		t.Fatal(err)
	}
	go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer c.Close()
		fmt.Fprintf(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", base64.StdEncoding.EncodeToString(sum[:]))
		go io.Copy(io.Discard, c)
		one := map[string][]byte{"/pings": frame(0x89, "ping"), "/fragments": frame(0x00, "x"), "/messages": frame(0x81, strings.Repeat("y", 1000))}[r.URL.Path]
		if r.URL.Path == "/fragments" {
			c.Write(frame(0x01, "x"))
		}
		block := bytes.Repeat(one, 1000)
		for range 3000 {
			if _, err := c.Write(block); err != nil {
				return
			}
		}
	}))
	var wg sync.WaitGroup
	for _, path := range []string{"/pings", "/fragments", "/messages"} {
		ws, err := sb.Connect(context.Background(), 7001, path, nil)
		if err != nil {
			t.Fatal(path, err)
		}
		time.Sleep(50 * time.Millisecond)
		start := time.Now()
		wg.Go(func() {
			ws.Close(1000, "")
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("%s: close took %v", path, d)
			}
		})
	}
	time.Sleep(200 * time.Millisecond) // a server that floods does not answer a close frame
	sb.Close()
	wg.Wait()
}

// What the other side of Connect sees: the close code and reason of Close, pings answered while nobody reads.
func TestConnectCloseIsSeen(t *testing.T) {
	got := make(chan string, 4)
	sb := create(t, sandpit.Options{})
	rawWS(t, sb, 7000, func(string, string) (string, []byte) { return "", nil }, nil)
	l, err := sb.Listen("tcp", "127.0.0.1:7002")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		br := bufio.NewReader(c)
		req, _ := http.ReadRequest(br)
		got <- req.Header.Get("Origin") + "|" + req.Header.Get("X-A") + "|" + req.Host + "|" + req.Header.Get("Sec-WebSocket-Extensions")
		sum := sha1.Sum([]byte(req.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
		fmt.Fprintf(c, "HTTP/1.1 101 Switching Protocols\r\nupgrade: WebSocket\r\nconnection: keep-alive, upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", base64.StdEncoding.EncodeToString(sum[:]))
		c.Write(frame(0x89, "are you there"))
		for range 2 {
			desc, _ := readFrame(br)
			got <- desc
		}
		c.Write(frame(0x88, "\x0f\xa0"))
	}()
	ws, err := sb.Connect(context.Background(), 7002, "/", &sandpit.ConnectOptions{Header: http.Header{"X-A": {"b"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"|b|localhost:7002|permessage-deflate; server_no_context_takeover; client_no_context_takeover", "op 10 masked 1 are you there", "op 8 masked 1 4000"} {
		if strings.HasPrefix(want, "op 8") {
			if err := ws.Close(4000, "mine"); err != nil {
				t.Error(err)
			}
		}
		if g := <-got; g != want {
			t.Errorf("got %q, want %q", g, want)
		}
	}
	if code, _ := ws.CloseStatus(); code != 4000 {
		t.Errorf("status %d", code)
	}
}

// A WebSocket over TLS.
func TestConnectTLS(t *testing.T) {
	sb := create(t, sandpit.Options{})
	up := websocket.Upgrader{}
	if err := sb.ServeTLS(8443, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		c.WriteMessage(websocket.TextMessage, []byte("secure"))
		c.ReadMessage()
	})); err != nil {
		t.Fatal(err)
	}
	ws, err := sb.Connect(context.Background(), 8443, "/", &sandpit.ConnectOptions{TLS: true})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := ws.Next(context.Background()); err != nil || m.Text() != "secure" {
		t.Errorf("%q %v", m.Data, err)
	}
	if err := ws.Close(0, ""); err != nil {
		t.Error(err)
	}
}

// Large messages that nobody takes are not read ahead: the server is held back.
func TestConnectHoldsBack(t *testing.T) {
	sb := create(t, sandpit.Options{})
	up := websocket.Upgrader{}
	var sent atomic.Int64
	if err := sb.Serve(8080, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		for range 20 {
			if c.WriteMessage(websocket.BinaryMessage, make([]byte, 3<<20)) != nil {
				return
			}
			sent.Add(1)
		}
		c.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""))
		c.ReadMessage()
	})); err != nil {
		t.Fatal(err)
	}
	ws, err := sb.Connect(context.Background(), 8080, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	if n := sent.Load(); n > 4 {
		t.Errorf("%d messages of 3 MiB were read ahead", n)
	}
	n := 0
	for m, err := range ws.Messages() {
		if err != nil || len(m.Data) != 3<<20 {
			t.Errorf("%d bytes, %v", len(m.Data), err)
		}
		n++
	}
	if n != 20 {
		t.Errorf("%d messages", n)
	}
	ws.Close(0, "")
}

func TestConnectPing(t *testing.T) {
	sb := create(t, sandpit.Options{})
	up := websocket.Upgrader{}
	if err := sb.Serve(8080, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		if r.URL.Path == "/deaf" {
			c.SetPingHandler(func(string) error {
				return c.WriteControl(websocket.PongMessage, []byte("another"), time.Now().Add(time.Second))
			})
		}
		c.ReadMessage()
	})); err != nil {
		t.Fatal(err)
	}
	ws, err := sb.Connect(context.Background(), 8080, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := ws.Ping(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	ws.Close(0, "")
	if err := ws.Ping(context.Background()); err == nil {
		t.Error("ping after close")
	}
	if ws, err = sb.Connect(context.Background(), 8080, "/deaf", nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	if err := ws.Ping(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("another's pong: %v", err)
	}
	ws.Close(0, "")
}

// permessage-deflate both ways, and a bomb: 64 MiB in a frame of some KB.
func TestConnectCompression(t *testing.T) {
	sb := create(t, sandpit.Options{})
	up := websocket.Upgrader{EnableCompression: true}
	closed := make(chan int, 1)
	if err := sb.Serve(8080, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		if r.URL.Path == "/bomb" {
			c.WriteMessage(websocket.BinaryMessage, make([]byte, 64<<20))
			_, _, err := c.ReadMessage()
			ce, _ := errors.AsType[*websocket.CloseError](err)
			if ce == nil {
				ce = &websocket.CloseError{}
			}
			closed <- ce.Code
			return
		}
		for {
			kind, data, err := c.ReadMessage()
			if err != nil {
				return
			}
			c.WriteMessage(kind, data)
		}
	})); err != nil {
		t.Fatal(err)
	}
	ws, err := sb.Connect(context.Background(), 8080, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "short", strings.Repeat("long ", 100000)} {
		ws.Send(text)
		if m, err := ws.Next(context.Background()); err != nil || m.Text() != text {
			t.Errorf("%d bytes came back as %d: %v", len(text), len(m.Data), err)
		}
	}
	ws.Close(0, "")
	if ws, err = sb.Connect(context.Background(), 8080, "/bomb", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := ws.Next(context.Background()); err == nil || !strings.Contains(err.Error(), "more than 33554432 bytes") {
		t.Errorf("bomb: %v", err)
	}
	if code := <-closed; code != websocket.CloseMessageTooBig {
		t.Errorf("the server was told %d", code)
	}
}

// Contexts and timeouts of the handshake.
func TestConnectHandshakeTimeout(t *testing.T) {
	sb := create(t, sandpit.Options{})
	l, err := sb.Listen("tcp", "127.0.0.1:7003")
	if err != nil {
		t.Fatal(err)
	}
	conns := make(chan net.Conn, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			conns <- c
		}
	}()
	start := time.Now()
	if _, err := sb.Connect(context.Background(), 7003, "/", &sandpit.ConnectOptions{Timeout: 50 * time.Millisecond}); err == nil || !strings.Contains(err.Error(), "timed out") || !strings.Contains(err.Error(), "7003") {
		t.Errorf("timeout: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("changed my mind")
	time.AfterFunc(20*time.Millisecond, func() { cancel(why) })
	if _, err := sb.Connect(ctx, 7003, "/", nil); !errors.Is(err, why) {
		t.Errorf("cancelled: %v", err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}
