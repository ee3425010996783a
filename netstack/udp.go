package netstack

import (
	"context"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

const (
	maxDatagram   = 65507     // what fits into an IPv4 packet
	maxDatagram6  = 65527     // and into one of IPv6
	udpBuffer     = 208 << 10 // Linux's net.core.rmem_default
	datagramExtra = 768 - 64  // what a datagram costs of the buffer beyond its bytes, about
)

// UDPConn is a datagram socket: a [net.PacketConn], and a [net.Conn] when it is connected. As on Linux a datagram that
// nobody waits for is lost: one that finds the receiver's buffer (208 KiB) full without a word, one that finds no socket
// with ECONNREFUSED for the next call of a connected sender. A read into too small a buffer loses the rest. All methods
// may be called at the same time.
type UDPConn struct {
	stack   *Stack
	network string
	bind    bind
	local   *net.UDPAddr
	peer    netip.AddrPort // of a connected socket
	remote  *net.UDPAddr
	owner   int
	label   string
	reuse   bool

	mu      sync.Mutex
	queue   []datagram
	size    int
	readers waiters
	closed  bool
	expired bool
	limit   time.Time
	timer   *time.Timer
	pending syscall.Errno
}

type datagram struct {
	b    []byte
	from netip.AddrPort
}

func udpFamily(network string) (fam int, ok bool) {
	switch network {
	case "udp":
		return 0, true
	case "udp4":
		return 4, true
	case "udp6":
		return 6, true
	}
	return 0, false
}

func udpAddr(ip netip.Addr, port uint16) *net.UDPAddr {
	return &net.UDPAddr{IP: ip.AsSlice(), Port: int(port)}
}

// ListenPacket opens a datagram socket. network is udp, udp4 or udp6; addresses and errors are those of Listen, only that
// datagram sockets have ports of their own.
func (s *Stack) ListenPacket(network, addr string) (*UDPConn, error) {
	return s.ListenPacketWith(network, addr, ListenConfig{})
}

// ListenPacketWith is ListenPacket with details.
func (s *Stack) ListenPacketWith(network, addr string, cfg ListenConfig) (*UDPConn, error) {
	u := &UDPConn{stack: s, network: network, owner: cfg.Owner, label: cfg.Label, reuse: cfg.Reuse}
	fail := func(call string, err error) (*UDPConn, error) {
		if errno, ok := err.(syscall.Errno); ok {
			err = os.NewSyscallError(call, errno)
		}
		var at net.Addr
		if u.local != nil {
			at = u.local
		}
		return nil, &net.OpError{Op: "listen", Net: network, Addr: at, Err: err}
	}
	fam, ok := udpFamily(network)
	if !ok {
		return nil, unsupported("listen", network)
	}
	b, err := s.bindAddr(network, addr, fam)
	if b.ip.IsValid() {
		u.local = udpAddr(b.ip, b.port)
	}
	if err != nil {
		return fail("bind", err)
	}
	u.bind = b
	if call, err := s.openUDP(u); err != nil {
		return fail(call, err)
	}
	s.dispatch()
	return u, nil
}

// openUDP gives u its port and enters it into the table.
func (s *Stack) openUDP(u *UDPConn) (call string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return "", net.ErrClosed
	}
	if s.maxPorts > 0 && s.listeners >= s.maxPorts {
		return "socket", syscall.EMFILE
	}
	if u.bind.port == 0 {
		port := s.nextBind
		for range lastEphemeral - firstEphemeral + 1 {
			u.bind.port = port
			free := s.freeUDP(u.bind, false)
			port = nextPort(port)
			if free {
				break
			}
			u.bind.port = 0
		}
		if s.nextBind = port; u.bind.port == 0 {
			return "bind", syscall.EADDRINUSE
		}
	} else if !s.freeUDP(u.bind, u.reuse) {
		return "bind", syscall.EADDRINUSE
	}
	u.local = udpAddr(u.bind.ip, u.bind.port)
	if s.udp == nil {
		s.udp = map[uint16][]*UDPConn{}
	}
	s.udp[u.bind.port] = append(s.udp[u.bind.port], u)
	s.listeners++
	if u.remote == nil {
		s.events.add(PortEvent{PortInfo: u.info(), Open: true})
	}
	return "", nil
}

// freeUDP reports whether b can be bound; sockets that all ask for it share. Called with the lock held.
func (s *Stack) freeUDP(b bind, reuse bool) bool {
	return !slices.ContainsFunc(s.udp[b.port], func(o *UDPConn) bool { return o.bind.conflicts(b) && !(reuse && o.reuse) })
}

// dialUDP makes a connected datagram socket.
func (s *Stack) dialUDP(ctx context.Context, network, addr string, fam int, cfg DialConfig) (net.Conn, error) {
	fail := func(to net.Addr, err error) (net.Conn, error) {
		if errno, ok := err.(syscall.Errno); ok {
			err = os.NewSyscallError("connect", errno)
		}
		return nil, &net.OpError{Op: "dial", Net: network, Addr: to, Err: err}
	}
	if ctx.Err() != nil {
		return fail(nil, context.Cause(ctx))
	}
	host, port, err := splitAddr(addr)
	if err != nil {
		return fail(nil, err)
	}
	ips := []netip.Addr{any4, any6}
	if host != "" {
		if ips, err = s.Lookup(host); err != nil {
			return fail(nil, err)
		}
	}
	for _, ip := range ips {
		if !fits(ip, fam) {
			continue
		}
		switch ip {
		case any4:
			ip = loopback4
		case any6:
			ip = loopback6
		}
		to := udpAddr(ip, port)
		from, ok := s.sourceFor(ip)
		if !ok {
			if s.outbound != nil { // which says no, and that it was asked
				if c, err := s.outbound(ctx, network, addr); err != nil {
					return nil, err
				} else {
					c.Close()
				}
			}
			return fail(to, syscall.ENETUNREACH)
		}
		u := &UDPConn{stack: s, network: network, owner: cfg.Owner, bind: bind{ip: from}, peer: netip.AddrPortFrom(ip, port), remote: to}
		if _, err := s.openUDP(u); err != nil {
			return fail(to, err)
		}
		return u, nil
	}
	return fail(nil, &net.AddrError{Err: "no suitable address found", Addr: host})
}

// sourceFor is the address from which this machine sends to ip; ok is false when there is no way.
func (s *Stack) sourceFor(ip netip.Addr) (from netip.Addr, ok bool) {
	switch {
	case ip.IsLoopback() && ip.Is4():
		return loopback4, true
	case ip.IsLoopback():
		return loopback6, true
	case s.own(ip):
		return ip, true
	}
	o, from := s.neighbour(ip)
	return from, o != nil
}

// socketFor finds the socket that a datagram ends at: a connected one of that sender, then the most specific.
func (s *Stack) socketFor(from, to netip.AddrPort) *UDPConn {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found *UDPConn
	best := -1
	for _, u := range s.udp[to.Port()] {
		if !u.bind.accepts(to.Addr()) {
			continue
		}
		score := 0
		if u.bind.ip == to.Addr() {
			score++
		}
		if u.peer.IsValid() {
			if u.peer != from {
				continue
			}
			score += 4
		}
		if score > best || score == best && u.reuse { // of several the last
			found, best = u, score
		}
	}
	return found
}

func (u *UDPConn) opError(op string, to net.Addr, err error) error {
	if errno, ok := err.(syscall.Errno); ok {
		call := op
		switch {
		case op == "write" && u.remote == nil:
			call = "sendto"
		case op == "read" && u.remote == nil:
			call = "recvfrom"
		}
		err = os.NewSyscallError(call, errno)
	}
	return &net.OpError{Op: op, Net: u.network, Source: u.local, Addr: to, Err: err}
}

// LocalAddr is a *net.UDPAddr.
func (u *UDPConn) LocalAddr() net.Addr { return u.local }

// RemoteAddr is a *net.UDPAddr, nil when the socket is not connected.
func (u *UDPConn) RemoteAddr() net.Addr {
	if u.remote == nil {
		return nil
	}
	return u.remote
}

// SetOwner changes the number shown by [Stack.Conns].
func (u *UDPConn) SetOwner(owner int) {
	u.stack.mu.Lock()
	u.owner = owner
	u.stack.mu.Unlock()
}

// Write sends to the peer of a connected socket.
func (u *UDPConn) Write(b []byte) (int, error) {
	if u.remote == nil {
		return 0, u.opError("write", nil, syscall.EDESTADDRREQ)
	}
	if err := u.send(b, u.peer); err != nil {
		return 0, u.opError("write", u.remote, err)
	}
	return len(b), nil
}

// WriteContext is Write: sending never blocks.
func (u *UDPConn) WriteContext(ctx context.Context, b []byte) (int, error) {
	if ctx.Err() != nil {
		return 0, u.opError("write", u.RemoteAddr(), context.Cause(ctx))
	}
	return u.Write(b)
}

// WriteTo sends to addr, a *net.UDPAddr.
func (u *UDPConn) WriteTo(b []byte, addr net.Addr) (int, error) {
	if u.remote != nil {
		return 0, u.opError("write", addr, net.ErrWriteToConnected)
	}
	a, ok := addr.(*net.UDPAddr)
	if !ok {
		return 0, u.opError("write", addr, syscall.EINVAL)
	}
	to := a.AddrPort()
	ip := to.Addr().Unmap().WithZone("")
	if !ip.IsValid() {
		ip = loopback4
	}
	switch ip {
	case any4:
		ip = loopback4
	case any6:
		ip = loopback6
	}
	if !u.bind.dual && ip.Is4() != u.bind.ip.Is4() {
		return 0, u.opError("write", addr, syscall.ENETUNREACH)
	}
	if err := u.send(b, netip.AddrPortFrom(ip, to.Port())); err != nil {
		return 0, u.opError("write", addr, err)
	}
	return len(b), nil
}

func (u *UDPConn) send(b []byte, to netip.AddrPort) error {
	u.mu.Lock()
	pending := u.pending
	u.pending = 0
	closed := u.closed
	u.mu.Unlock()
	longest := maxDatagram
	if to.Addr().Is6() {
		longest = maxDatagram6
	}
	switch {
	case closed:
		return net.ErrClosed
	case pending != 0:
		return pending
	case len(b) > longest:
		return syscall.EMSGSIZE
	case to.Port() == 0:
		return syscall.EINVAL
	}
	s := u.stack
	from, ok := s.sourceFor(to.Addr())
	if !ok {
		if s.outbound != nil {
			if c, err := s.outbound(context.Background(), u.network, to.String()); err == nil {
				c.Close()
			}
		}
		return syscall.ENETUNREACH
	}
	if !u.bind.ip.IsUnspecified() {
		if u.bind.ip.IsLoopback() && !to.Addr().IsLoopback() {
			return syscall.EINVAL // a loopback address is no sender beyond
		}
		from = u.bind.ip
	}
	source := netip.AddrPortFrom(from, u.bind.port)
	at := s
	if o, _ := s.neighbour(to.Addr()); o != nil {
		at = o
	}
	if r := at.socketFor(source, to); r != nil {
		r.receive(b, source)
	} else if u.remote != nil {
		u.mu.Lock()
		u.pending = syscall.ECONNREFUSED
		u.readers.wake()
		u.mu.Unlock()
	}
	return nil
}

// receive puts a datagram into the queue, or drops it.
func (u *UDPConn) receive(b []byte, from netip.AddrPort) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed || u.size > udpBuffer {
		return
	}
	u.queue = append(u.queue, datagram{slices.Clone(b), from})
	u.size += len(b) + datagramExtra
	u.readers.wake()
}

// Read takes the next datagram.
func (u *UDPConn) Read(b []byte) (int, error) {
	n, _, err := u.next(context.Background(), b)
	return n, err
}

// ReadContext is Read that also ends, with the context's cause, when ctx does.
func (u *UDPConn) ReadContext(ctx context.Context, b []byte) (int, error) {
	n, _, err := u.next(ctx, b)
	return n, err
}

// ReadFrom takes the next datagram and tells its sender, a *net.UDPAddr.
func (u *UDPConn) ReadFrom(b []byte) (int, net.Addr, error) {
	return u.ReadFromContext(context.Background(), b)
}

// ReadFromContext is ReadFrom that also ends, with the context's cause, when ctx does.
func (u *UDPConn) ReadFromContext(ctx context.Context, b []byte) (int, net.Addr, error) {
	n, from, err := u.next(ctx, b)
	if err != nil {
		return n, nil, err
	}
	return n, net.UDPAddrFromAddrPort(from), nil
}

func (u *UDPConn) next(ctx context.Context, b []byte) (int, netip.AddrPort, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for {
		var err error
		switch {
		case u.closed:
			err = net.ErrClosed
		case u.expired:
			err = os.ErrDeadlineExceeded
		case ctx.Err() != nil:
			err = context.Cause(ctx)
		case u.pending != 0:
			err, u.pending = u.pending, 0
		case len(u.queue) > 0:
			d := u.queue[0]
			u.queue[0] = datagram{}
			if u.queue = u.queue[1:]; len(u.queue) == 0 {
				u.queue = nil
			} else {
				u.readers.wake()
			}
			u.size -= len(d.b) + datagramExtra
			return copy(b, d.b), d.from, nil
		}
		if err != nil {
			u.readers.wake()
			return 0, netip.AddrPort{}, u.opError("read", u.RemoteAddr(), err)
		}
		u.readers.wait(&u.mu, ctx.Done())
	}
}

// Buffered returns how many datagrams can be read without blocking.
func (u *UDPConn) Buffered() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.queue)
}

// Close frees the port. A second Close returns [net.ErrClosed].
func (u *UDPConn) Close() error {
	u.mu.Lock()
	if u.closed {
		u.mu.Unlock()
		return u.opError("close", u.RemoteAddr(), net.ErrClosed)
	}
	u.closed, u.queue = true, nil
	if u.timer != nil {
		u.timer.Stop()
	}
	u.readers.wake()
	u.mu.Unlock()
	s := u.stack
	s.mu.Lock()
	list := slices.DeleteFunc(s.udp[u.bind.port], func(o *UDPConn) bool { return o == u })
	if s.udp[u.bind.port] = list; len(list) == 0 {
		delete(s.udp, u.bind.port)
	}
	s.listeners--
	if u.remote == nil {
		s.events.add(PortEvent{PortInfo: u.info()})
	}
	s.mu.Unlock()
	s.dispatch()
	return nil
}

// SetDeadline is SetReadDeadline: sending never blocks.
func (u *UDPConn) SetDeadline(t time.Time) error { return u.SetReadDeadline(t) }

// SetWriteDeadline does nothing: sending never blocks.
func (u *UDPConn) SetWriteDeadline(time.Time) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return u.opError("set", u.RemoteAddr(), net.ErrClosed)
	}
	return nil
}

// SetReadDeadline sets the time at which reads fail. The zero time is none.
func (u *UDPConn) SetReadDeadline(t time.Time) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return u.opError("set", u.RemoteAddr(), net.ErrClosed)
	}
	if u.timer != nil {
		u.timer.Stop()
	}
	u.limit, u.expired = t, false
	if t.IsZero() {
		return nil
	}
	d := time.Until(t)
	if d <= 0 {
		u.expired = true
		u.readers.wake()
		return nil
	}
	u.timer = time.AfterFunc(d, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if !u.limit.IsZero() && !time.Now().Before(u.limit) {
			u.expired = true
			u.readers.wake()
		}
	})
	return nil
}

func (u *UDPConn) info() PortInfo {
	return PortInfo{Network: u.network, Addr: u.local.String(), Port: int(u.bind.port), Owner: u.owner, Label: u.label}
}
