package sandpit

import (
	"context"
	"fmt"
	"net"
)

// Exposure is a host port that leads to a port of a box.
type Exposure struct {
	// Addr is the host address, "127.0.0.1:49152". URL is the same for a browser.
	Addr, URL string

	sb     *Sandbox
	server *httpServer
	stop   func() bool
}

// Expose opens a real host port for HTTP and WebSocket to a port of the box; hostAddr defaults to "127.0.0.1:0".
// It may be opened before the box serves: until then a client gets 404 with X-Lifo: no-server. It ends with the box,
// with ctx or with Exposure.Close.
func (sb *Sandbox) Expose(ctx context.Context, port int, hostAddr string) (*Exposure, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	if hostAddr == "" {
		hostAddr = "127.0.0.1:0"
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", hostAddr)
	if err != nil {
		return nil, fmt.Errorf("sandpit: expose: %w", err)
	}
	s := sb.serve(l, sb.Handler(port), nil)
	if s == nil {
		return nil, ErrClosed
	}
	e := &Exposure{Addr: l.Addr().String(), URL: "http://" + l.Addr().String() + "/", sb: sb, server: s}
	e.stop = context.AfterFunc(ctx, func() { e.end() })
	return e, nil
}

// Close closes the host port and its connections.
func (e *Exposure) Close() error {
	e.stop()
	return e.end()
}

func (e *Exposure) end() error {
	e.sb.disown(e.server)
	return e.server.Close()
}
