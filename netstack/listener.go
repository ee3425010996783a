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

const defaultBacklog = 4096 // Linux's net.core.somaxconn

// ListenConfig has the details of a listening socket. Its zero value works.
type ListenConfig struct {
	Owner   int    // an opaque number shown in PortInfo and ConnInfo: a process ID
	Label   string // a text shown in PortInfo: a program's name
	Reuse   bool   // SO_REUSEADDR of a datagram socket: share the port with others that ask for it
	Path    string // of a unix socket whose address is only a key: the name that is shown
	Backlog int    // connections that may wait for Accept; default 4096. As on Linux one more fits
}

// Listener is a listening socket. It is a [net.Listener] with deadlines.
type Listener struct {
	stack   *Stack
	network string // as the caller wrote it
	addr    net.Addr
	bind    bind   // TCP
	name    string // unix
	owner   int
	label   string
	backlog int

	mu      sync.Mutex
	queue   []*Conn
	accept  waiters // callers of Accept
	dialers waiters // callers of Dial that wait for room
	closed  bool
	expired bool
	limit   time.Time
	timer   *time.Timer
}

// waiters are callers that wait for the same thing. A wake-up lets one of them look; it wakes the next when there
// is more to see.
type waiters struct {
	n    int
	poke chan struct{}
}

func (w *waiters) wake() {
	if w.n > 0 {
		select {
		case w.poke <- struct{}{}:
		default:
		}
	}
}

func (w *waiters) wait(mu *sync.Mutex, done <-chan struct{}) {
	if w.poke == nil {
		w.poke = make(chan struct{}, 1)
	}
	w.n++
	mu.Unlock()
	select {
	case <-w.poke:
	case <-done:
	}
	mu.Lock()
	w.n--
}

// Listen opens a listening socket. network is tcp, tcp4, tcp6 or unix. An empty host is "::" for tcp (both
// families), the family's wildcard otherwise; "0.0.0.0" is IPv4 alone, whatever the network. Port 0 picks a free one
// from 32768 to 60999. Errors are *net.OpError with EADDRINUSE, EADDRNOTAVAIL, EMFILE, a *net.AddrError or
// *net.DNSError, or [net.ErrClosed] inside.
func (s *Stack) Listen(network, addr string) (net.Listener, error) {
	return s.ListenWith(network, addr, ListenConfig{})
}

// ListenWith is Listen with details.
func (s *Stack) ListenWith(network, addr string, cfg ListenConfig) (net.Listener, error) {
	l, err := s.listen(network, addr, cfg)
	if err != nil {
		return nil, err
	}
	s.dispatch()
	return l, nil
}

func (s *Stack) listen(network, addr string, cfg ListenConfig) (*Listener, error) {
	l := &Listener{stack: s, network: network, owner: cfg.Owner, label: cfg.Label, backlog: cfg.Backlog}
	if l.backlog <= 0 {
		l.backlog = defaultBacklog
	}
	fail := func(call string, err error) (*Listener, error) {
		if errno, ok := err.(syscall.Errno); ok {
			err = os.NewSyscallError(call, errno)
		}
		return nil, &net.OpError{Op: "listen", Net: network, Addr: l.addr, Err: err}
	}
	fam, tcp := family(network)
	switch {
	case tcp:
		b, err := s.bindAddr(network, addr, fam)
		if err != nil {
			if b.ip.IsValid() {
				l.addr = tcpAddr(b.ip, b.port)
			}
			return fail("bind", err)
		}
		l.bind = b
		l.addr = tcpAddr(b.ip, b.port)
	case network == "unix":
		if cfg.Path == "" {
			cfg.Path = addr
		}
		l.name, l.addr = addr, &net.UnixAddr{Name: cfg.Path, Net: "unix"}
		if addr == "" || len(cfg.Path) > maxUnixName {
			return fail("bind", syscall.EINVAL)
		}
	default:
		return nil, unsupported("listen", network)
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return fail("", net.ErrClosed)
	}
	if s.maxPorts > 0 && s.listeners >= s.maxPorts {
		return fail("socket", syscall.EMFILE)
	}
	if tcp {
		if l.bind.port == 0 {
			port, ok := s.pickBind(l.bind)
			if !ok {
				return fail("bind", syscall.EADDRINUSE)
			}
			l.bind.port = port
			l.addr = tcpAddr(l.bind.ip, port)
		} else if !s.free(l.bind) {
			return fail("bind", syscall.EADDRINUSE)
		}
		u := s.use(l.bind.port)
		u.listeners = append(u.listeners, l)
		for _, ch := range u.waiters {
			close(ch)
		}
		u.waiters = nil
	} else {
		if s.names[l.name] != nil {
			return fail("bind", syscall.EADDRINUSE)
		}
		s.names[l.name] = l
	}
	s.listeners++
	s.events.add(PortEvent{PortInfo: l.info(), Open: true})
	return l, nil
}

// free reports whether b can be bound. Called with the lock held.
func (s *Stack) free(b bind) bool {
	u := s.ports[b.port]
	if u == nil {
		return true
	}
	for _, l := range u.listeners {
		if l.bind.conflicts(b) {
			return false
		}
	}
	for ip := range u.dialed {
		if b.conflicts(bind{ip: ip}) {
			return false
		}
	}
	return true
}

// listenerFor finds the socket that a connection to ip:port ends at, the most specific one. Called with the lock
// held.
func (s *Stack) listenerFor(ip netip.Addr, port uint16) *Listener {
	u := s.ports[port]
	if u == nil {
		return nil
	}
	var found *Listener
	for _, l := range u.listeners {
		if l.bind.ip == ip {
			return l
		}
		if l.bind.accepts(ip) {
			found = l
		}
	}
	return found
}

// Addr is a *net.TCPAddr or *net.UnixAddr.
func (l *Listener) Addr() net.Addr { return l.addr }

func (l *Listener) opError(op string, err error) error {
	return &net.OpError{Op: op, Net: l.network, Addr: l.addr, Err: err}
}

// Accept waits for the next connection, a *Conn. It fails with [net.ErrClosed] or [os.ErrDeadlineExceeded] inside.
func (l *Listener) Accept() (net.Conn, error) { return l.AcceptContext(context.Background()) }

// AcceptContext is Accept that also ends, with the context's cause, when ctx does.
func (l *Listener) AcceptContext(ctx context.Context) (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		var err error
		switch {
		case l.closed:
			err = net.ErrClosed
		case l.expired:
			err = os.ErrDeadlineExceeded
		case ctx.Err() != nil:
			err = context.Cause(ctx)
		case len(l.queue) > 0:
			c := l.queue[0]
			l.queue[0] = nil
			if l.queue = l.queue[1:]; len(l.queue) == 0 {
				l.queue = nil
			} else {
				l.accept.wake()
			}
			l.dialers.wake()
			return c, nil
		}
		if err != nil {
			l.accept.wake()
			return nil, l.opError("accept", err)
		}
		l.accept.wait(&l.mu, ctx.Done())
	}
}

// enqueue hands a connection to Accept. While the backlog is full it waits, as a client does whose SYN is dropped.
func (l *Listener) enqueue(ctx context.Context, c *Conn) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		switch {
		case l.closed:
			l.dialers.wake()
			return os.NewSyscallError("connect", syscall.ECONNREFUSED)
		case ctx.Err() != nil:
			l.dialers.wake()
			return context.Cause(ctx)
		case len(l.queue) <= l.backlog:
			c.owner.Store(int64(l.owner))
			l.queue = append(l.queue, c)
			c.pair.established.Store(true)
			l.accept.wake()
			if len(l.queue) <= l.backlog {
				l.dialers.wake()
			}
			return nil
		}
		l.dialers.wait(&l.mu, ctx.Done())
	}
}

// Close frees the address at once. Connections that nobody accepted are reset, accepted ones live on. A second
// Close returns [net.ErrClosed].
func (l *Listener) Close() error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return l.opError("close", net.ErrClosed)
	}
	l.closed = true
	queue := l.queue
	l.queue = nil
	if l.timer != nil {
		l.timer.Stop()
	}
	l.accept.wake()
	l.dialers.wake()
	l.mu.Unlock()

	s := l.stack
	s.mu.Lock()
	if l.name != "" {
		delete(s.names, l.name)
	} else {
		u := s.ports[l.bind.port]
		u.listeners = slices.DeleteFunc(u.listeners, func(o *Listener) bool { return o == l })
		s.tidy(l.bind.port)
	}
	s.listeners--
	s.events.add(PortEvent{PortInfo: l.info()})
	s.mu.Unlock()

	for _, c := range queue {
		c.linger0.Store(true)
		c.Close()
	}
	s.dispatch()
	return nil
}

// SetDeadline sets the time at which Accept fails. The zero time is none.
func (l *Listener) SetDeadline(t time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return l.opError("set", net.ErrClosed)
	}
	if l.timer != nil {
		l.timer.Stop()
	}
	l.limit, l.expired = t, false
	if t.IsZero() {
		return nil
	}
	d := time.Until(t)
	if d <= 0 {
		l.expired = true
		l.accept.wake()
		return nil
	}
	l.timer = time.AfterFunc(d, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if !l.limit.IsZero() && !time.Now().Before(l.limit) {
			l.expired = true
			l.accept.wake()
		}
	})
	return nil
}
