package netstack

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Config says how a Stack is made. Its zero value works.
type Config struct {
	Hostname    string                                 // resolves to 127.0.0.1
	MaxPorts    int                                    // listening sockets at a time; more give EMFILE. 0 = no limit
	MaxConns    int                                    // connections at a time; more give EMFILE. 0 = no limit
	BufferBytes int                                    // capacity of a connection, each way; default 64 KiB, rounded up to a power of two
	Hosts       func(name string) (ip string, ok bool) // names (lower case) before the built-in ones, as /etc/hosts
	Now         func() time.Time                       // the box's clock, for certificates; nil = time.Now
	// Outbound, when set, makes the connections to names and addresses that are not the box's own.
	Outbound func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Stack is a network of its own. All methods may be called at the same time.
type Stack struct {
	hostname string
	buffer   int
	maxPorts int
	maxConns int
	hosts    func(string) (string, bool)
	outbound func(context.Context, string, string) (net.Conn, error)
	now      func() time.Time
	caOnce   sync.Once
	ca       *CA

	mu        sync.Mutex
	closed    bool
	done      chan struct{} // closed by Close
	ports     map[uint16]*portUse
	names     map[string]*Listener // unix sockets
	udp       map[uint16][]*UDPConn
	listeners int // datagram sockets among them
	conns     map[*pair]struct{}
	tuples    map[tuple]struct{}
	nextDial  uint16
	nextBind  uint16
	events    eventQueue
	member    []membership    // Join
	peers     map[string]peer // by hostname
}

// portUse is what is on one TCP port.
type portUse struct {
	listeners []*Listener
	dialed    map[netip.Addr]int // client ends of connections, by their own address
	waiters   []chan struct{}    // WaitForPort
}

// tuple names a TCP connection.
type tuple struct{ source, target netip.AddrPort }

// New makes a network with nothing on it.
func New(c Config) *Stack {
	size := c.BufferBytes
	if size <= 0 {
		size = defaultBuffer
	}
	size = min(size, maxBuffer)
	n := 1
	for n < size {
		n *= 2
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Stack{
		now:      c.Now,
		hostname: strings.ToLower(c.Hostname), buffer: n,
		maxPorts: c.MaxPorts, maxConns: c.MaxConns,
		hosts: c.Hosts, outbound: c.Outbound,
		done:  make(chan struct{}),
		ports: map[uint16]*portUse{}, names: map[string]*Listener{},
		conns: map[*pair]struct{}{}, tuples: map[tuple]struct{}{},
		nextDial: firstEphemeral, nextBind: firstEphemeral + 1,
	}
}

// Close closes every listener and resets every connection; those who wait get an error. Afterwards Listen, Dial and
// WaitForPort return [net.ErrClosed]. A second Close does nothing.
func (s *Stack) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.done)
	var listeners []*Listener
	for _, use := range s.ports {
		listeners = append(listeners, use.listeners...)
	}
	for _, l := range s.names {
		listeners = append(listeners, l)
	}
	var datagram []*UDPConn
	for _, us := range s.udp {
		datagram = append(datagram, us...)
	}
	pairs := make([]*pair, 0, len(s.conns))
	for p := range s.conns {
		pairs = append(pairs, p)
	}
	s.mu.Unlock()
	for _, u := range datagram {
		u.Close()
	}
	sortListeners(listeners)
	for _, l := range listeners {
		l.Close()
	}
	for _, p := range pairs {
		p.abort()
	}
	return nil
}

// forget takes a connection whose ends are both closed out of the tables.
func (s *Stack) forget(p *pair) {
	if p.far != nil {
		p.far.drop(p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.conns[p]; !ok {
		return
	}
	delete(s.conns, p)
	if p.source.IsValid() {
		delete(s.tuples, tuple{p.source, p.target})
		use := s.ports[p.source.Port()]
		if use.dialed[p.source.Addr()]--; use.dialed[p.source.Addr()] == 0 {
			delete(use.dialed, p.source.Addr())
		}
		s.tidy(p.source.Port())
	}
}

// drop takes a joined stack's connection out of the table of the one that was connected to.
func (s *Stack) drop(p *pair) {
	s.mu.Lock()
	delete(s.conns, p)
	s.mu.Unlock()
}

// use returns the entry of a port, made when missing.
func (s *Stack) use(port uint16) *portUse {
	u := s.ports[port]
	if u == nil {
		u = &portUse{}
		s.ports[port] = u
	}
	return u
}

// tidy drops the entry of a port that nothing is on.
func (s *Stack) tidy(port uint16) {
	if u := s.ports[port]; u != nil && len(u.listeners) == 0 && len(u.dialed) == 0 && len(u.waiters) == 0 {
		delete(s.ports, port)
	}
}
