package net

import (
	"context"
	"net"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

// probe finds out whether somebody is at the other end of a datagram socket: a refusal comes back for what was sent to
// nobody. As netcat does, it sends a letter a few times, which whoever listens gets to see.
func (n *ncRun) probe(conn net.Conn) bool {
	for range 4 {
		if _, err := conn.Write([]byte("X")); err != nil {
			return false
		}
	}
	return true
}

// serveUDP waits for a first datagram, and from then on talks with its sender; with -k with whoever sends.
func (n *ncRun) serveUDP(ctx context.Context, addr string) int {
	u, err := n.p.ListenPacket("udp", addr, false)
	if err != nil {
		return n.fail("%s", kernel.Strerror(err))
	}
	defer u.Close()
	host, port, _ := net.SplitHostPort(u.LocalAddr().String())
	n.note("Bound on %s %s", host, port)
	buf := make([]byte, 64<<10)
	var peer net.Addr
	out := n.p.Stdout()
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	var sent chan struct{}
	for {
		if n.timeout > 0 && peer != nil {
			_ = u.SetReadDeadline(time.Now().Add(n.timeout))
		}
		k, from, err := u.ReadFromContext(ctx, buf)
		if err != nil {
			break
		}
		switch {
		case peer == nil:
			peer = from
			host, port, _ := net.SplitHostPort(from.String())
			if !n.numeric && host == "127.0.0.1" {
				host = "localhost"
			}
			n.note("Connection received on %s %s", host, port)
			sent = make(chan struct{})
			if n.detach || !n.p.Go(func() {
				defer close(sent)
				n.send(stop, datagramTo{u, peer})
			}) {
				close(sent)
			}
		case from.String() != peer.String() && !n.keep:
			continue
		}
		if _, err := out.Write(buf[:k]); err != nil {
			break
		}
	}
	cancel()
	_ = u.Close()
	if sent != nil {
		<-sent
	}
	if n.p.Safepoint() != nil {
		return 1
	}
	return 0
}

// datagramTo is a datagram socket as a connection to one peer.
type datagramTo struct {
	*kernel.PacketConn
	peer net.Addr
}

func (d datagramTo) Write(b []byte) (int, error) { return d.WriteTo(b, d.peer) }

var _ net.Conn = datagramTo{}

// datagramSize is how much of standard input goes into one datagram.
const datagramSize = 16 << 10

func (n *ncRun) chunk() int {
	if n.udp {
		return datagramSize
	}
	return cmd.BufferSize
}
