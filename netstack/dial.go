package netstack

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"syscall"
)

const maxUnixName = 107 // sizeof(sockaddr_un.sun_path) less the final NUL

// DialConfig has the details of a connection. Its zero value works.
type DialConfig struct {
	Owner int    // an opaque number shown in ConnInfo: a process ID
	Path  string // of a unix socket whose address is only a key: the name that is shown
}

// Dial connects to a listening socket. network is tcp, tcp4, tcp6 or unix; the host may be empty, 0.0.0.0 or ::, which
// are this machine. It blocks only while the listener's backlog is full. The connection is a *Conn unless
// [Config.Outbound] made it. Errors are *net.OpError with ECONNREFUSED, ENETUNREACH, EMFILE, EADDRNOTAVAIL, ENOENT
// (unix), a *net.AddrError, *net.DNSError or the context's cause inside.
func (s *Stack) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	return s.DialWith(ctx, network, addr, DialConfig{})
}

// DialWith is Dial with details.
func (s *Stack) DialWith(ctx context.Context, network, addr string, cfg DialConfig) (net.Conn, error) {
	if network == "unix" {
		return s.dialUnix(ctx, addr, cfg)
	}
	if fam, ok := udpFamily(network); ok {
		return s.dialUDP(ctx, network, addr, fam, cfg)
	}
	fam, ok := family(network)
	if !ok {
		return nil, unsupported("dial", network)
	}
	fail := func(to net.Addr, err error) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: network, Addr: to, Err: err}
	}
	if ctx.Err() != nil {
		return fail(nil, context.Cause(ctx))
	}
	host, port, err := splitAddr(addr)
	if err != nil {
		return fail(nil, err)
	}
	var ips []netip.Addr
	if host == "" {
		ips = []netip.Addr{any4, any6}
	} else if ips, err = s.Lookup(host); err != nil {
		if s.outbound != nil {
			return s.outbound(ctx, network, addr)
		}
		return fail(nil, err)
	}
	var first error
	var firstTo net.Addr
	for _, ip := range ips {
		if !fits(ip, fam) {
			continue
		}
		switch ip { // to connect to a wildcard is to connect to this machine
		case any4:
			ip = loopback4
		case any6:
			ip = loopback6
		}
		to := tcpAddr(ip, port)
		var c *Conn
		switch {
		case s.own(ip):
			c, err = s.connect(ctx, ip, port, cfg)
		case s.isNeighbour(ip):
			o, from := s.neighbour(ip)
			c, err = s.connectTo(ctx, o, from, ip, port, cfg)
		case s.outbound != nil:
			if _, literal := ParseHost(host); literal {
				addr = to.String() // in its one usual form: what is checked is what is meant
			}
			return s.outbound(ctx, network, addr)
		default:
			err = os.NewSyscallError("connect", syscall.ENETUNREACH)
		}
		if err == nil {
			return c, nil
		}
		if first == nil {
			first, firstTo = err, to
		}
		if !errors.Is(err, syscall.ECONNREFUSED) {
			break
		}
	}
	if first == nil {
		return fail(nil, &net.AddrError{Err: "no suitable address found", Addr: host})
	}
	return fail(firstTo, first)
}

// connect makes a TCP connection to an address of this machine.
func (s *Stack) connect(ctx context.Context, ip netip.Addr, port uint16, cfg DialConfig) (*Conn, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, net.ErrClosed
	}
	if s.maxConns > 0 && len(s.conns) >= s.maxConns {
		s.mu.Unlock()
		return nil, os.NewSyscallError("socket", syscall.EMFILE)
	}
	l := s.listenerFor(ip, port)
	if l == nil {
		s.mu.Unlock()
		return nil, os.NewSyscallError("connect", syscall.ECONNREFUSED)
	}
	from := loopback4 // Linux's source address for all of 127.0.0.0/8
	switch {
	case !ip.Is4():
		from = loopback6
	case !ip.IsLoopback():
		from = ip // an address that Join gave
	}
	p, ok := s.newTCP(from, netip.AddrPortFrom(ip, port))
	if !ok {
		s.mu.Unlock()
		return nil, os.NewSyscallError("connect", syscall.EADDRNOTAVAIL)
	}
	p.client.owner.Store(int64(cfg.Owner))
	s.mu.Unlock()
	return s.finish(ctx, l, p)
}

// Outside makes a connection of this machine to target, an address that is not its own, whose far end the caller serves:
// what Config.Outbound returns when the traffic goes through code of the host. Both ends are listed and counted as any
// connection's, and end with the Stack.
func (s *Stack) Outside(target netip.AddrPort) (near, far *Conn, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fail := func(err error) (*Conn, *Conn, error) {
		return nil, nil, &net.OpError{Op: "dial", Net: "tcp", Addr: net.TCPAddrFromAddrPort(target), Err: err}
	}
	if s.closed {
		return fail(net.ErrClosed)
	}
	if s.maxConns > 0 && len(s.conns) >= s.maxConns {
		return fail(os.NewSyscallError("socket", syscall.EMFILE))
	}
	from := loopback4
	if !target.Addr().Is4() {
		from = loopback6
	}
	p, ok := s.newTCP(from, target)
	if !ok {
		return fail(os.NewSyscallError("connect", syscall.EADDRNOTAVAIL))
	}
	p.outside = true
	p.established.Store(true)
	return &p.client, &p.server, nil
}

// newTCP makes a connection from a free port of address from and enters it into the tables. Called with the lock held.
func (s *Stack) newTCP(from netip.Addr, target netip.AddrPort) (*pair, bool) {
	source, ok := s.pickDial(from, target)
	if !ok {
		return nil, false
	}
	p := newPair(s, "tcp", tcpAddr(source.Addr(), source.Port()), tcpAddr(target.Addr(), target.Port()))
	p.source, p.target = source, target
	s.conns[p] = struct{}{}
	s.tuples[tuple{source, target}] = struct{}{}
	u := s.use(source.Port())
	if u.dialed == nil {
		u.dialed = map[netip.Addr]int{}
	}
	u.dialed[source.Addr()]++
	return p, true
}

// finish puts a connection into a listener's queue.
func (s *Stack) finish(ctx context.Context, l *Listener, p *pair) (*Conn, error) {
	if err := l.enqueue(ctx, &p.server); err != nil {
		s.forget(p)
		select {
		case <-s.done:
			return nil, net.ErrClosed
		default:
			return nil, err
		}
	}
	return &p.client, nil
}

func (s *Stack) dialUnix(ctx context.Context, name string, cfg DialConfig) (net.Conn, error) {
	if cfg.Path == "" {
		cfg.Path = name
	}
	to := &net.UnixAddr{Name: cfg.Path, Net: "unix"}
	fail := func(err error) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "unix", Addr: to, Err: err}
	}
	if ctx.Err() != nil {
		return fail(context.Cause(ctx))
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return fail(net.ErrClosed)
	}
	if s.maxConns > 0 && len(s.conns) >= s.maxConns {
		s.mu.Unlock()
		return fail(os.NewSyscallError("socket", syscall.EMFILE))
	}
	l := s.names[name]
	if l == nil {
		s.mu.Unlock()
		errno := syscall.ENOENT
		if len(name) > 0 && (name[0] == '@' || name[0] == 0) {
			errno = syscall.ECONNREFUSED // the abstract namespace
		}
		return fail(os.NewSyscallError("connect", errno))
	}
	p := newPair(s, "unix", &net.UnixAddr{Name: "@", Net: "unix"}, to)
	p.client.owner.Store(int64(cfg.Owner))
	s.conns[p] = struct{}{}
	s.mu.Unlock()
	c, err := s.finish(ctx, l, p)
	if err != nil {
		return fail(err)
	}
	return c, nil
}
