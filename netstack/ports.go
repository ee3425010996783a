package netstack

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// Linux's net.ipv4.ip_local_port_range.
const (
	firstEphemeral = 32768
	lastEphemeral  = 60999
)

// pickBind finds a free port for a listener. Odd ports are tried first and even ones for connections, as Linux
// does, so that the two do not get in each other's way. Called with the lock held.
func (s *Stack) pickBind(b bind) (uint16, bool) {
	port := s.nextBind
	for range lastEphemeral - firstEphemeral + 1 {
		b.port = port
		ok := s.free(b)
		next := nextPort(port)
		if ok {
			s.nextBind = next
			return port, true
		}
		port = next
	}
	return 0, false
}

// pickDial finds a local port for a connection. Called with the lock held.
func (s *Stack) pickDial(from netip.Addr, target netip.AddrPort) (netip.AddrPort, bool) {
	port := s.nextDial
	for range lastEphemeral - firstEphemeral + 1 {
		source := netip.AddrPortFrom(from, port)
		_, taken := s.tuples[tuple{source, target}]
		if u := s.ports[port]; !taken && u != nil {
			taken = slices.ContainsFunc(u.listeners, func(l *Listener) bool { return l.bind.accepts(from) })
		}
		next := nextPort(port)
		if !taken {
			s.nextDial = next
			return source, true
		}
		port = next
	}
	return netip.AddrPort{}, false
}

// nextPort steps by two through the range, and to the other parity at its end.
func nextPort(port uint16) uint16 {
	switch port += 2; port {
	case lastEphemeral + 1:
		return firstEphemeral + 1
	case lastEphemeral + 2:
		return firstEphemeral
	}
	return port
}

// PortInfo describes a listening socket.
type PortInfo struct {
	Network string // tcp, tcp4, tcp6, udp, udp4, udp6 or unix, as it was opened
	Addr    string // "127.0.0.1:3000", "[::]:80", or the name of a unix socket
	Port    int    // 0 for unix
	Owner   int    // ListenConfig.Owner
	Label   string // ListenConfig.Label
}

func (l *Listener) info() PortInfo {
	return PortInfo{Network: l.network, Addr: l.addr.String(), Port: int(l.bind.port), Owner: l.owner, Label: l.label}
}

func sortListeners(ls []*Listener) {
	slices.SortFunc(ls, func(a, b *Listener) int {
		return cmp.Or(cmp.Compare(a.bind.port, b.bind.port), a.bind.ip.Compare(b.bind.ip), cmp.Compare(a.name, b.name))
	})
}

// Ports lists the listening sockets by port, then address; unix sockets come first, by name, and datagram sockets that
// are not connected last.
func (s *Stack) Ports() []PortInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ls []*Listener
	for _, u := range s.ports {
		ls = append(ls, u.listeners...)
	}
	for _, l := range s.names {
		ls = append(ls, l)
	}
	sortListeners(ls)
	infos := make([]PortInfo, len(ls))
	for i, l := range ls {
		infos[i] = l.info()
	}
	n := len(infos)
	for _, us := range s.udp {
		for _, u := range us {
			if u.remote == nil {
				infos = append(infos, u.info())
			}
		}
	}
	slices.SortFunc(infos[n:], func(a, b PortInfo) int {
		return cmp.Or(cmp.Compare(a.Port, b.Port), cmp.Compare(a.Addr, b.Addr))
	})
	return infos
}

// PortEvent tells that a listening socket was opened or closed.
type PortEvent struct {
	PortInfo
	Open bool
}

// eventQueue keeps events in order between the change and the call of the subscribers.
type eventQueue struct {
	queue  []PortEvent
	subs   []*subscriber
	active bool // somebody is calling subscribers
}

type subscriber struct{ fn func(PortEvent) }

func (q *eventQueue) add(e PortEvent) {
	if len(q.subs) > 0 {
		q.queue = append(q.queue, e)
	}
}

// Subscribe calls fn for every listening socket opened or closed from now on, one call at a time and in order, on the
// goroutine of whoever opened or closed one. fn may call the Stack. After cancel returns no new call begins.
func (s *Stack) Subscribe(fn func(PortEvent)) (cancel func()) {
	sub := &subscriber{fn}
	s.mu.Lock()
	s.events.subs = append(slices.Clip(s.events.subs), sub)
	s.mu.Unlock()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		subs := slices.Clone(s.events.subs)
		s.events.subs = slices.DeleteFunc(subs, func(o *subscriber) bool { return o == sub })
	}
}

// dispatch calls the subscribers for the queued events, outside the lock.
func (s *Stack) dispatch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := &s.events
	if q.active {
		return // that caller will see ours
	}
	q.active = true
	defer func() { q.active = false }()
	for len(q.queue) > 0 {
		e := q.queue[0]
		q.queue = q.queue[1:]
		for _, sub := range q.subs {
			func() {
				s.mu.Unlock()
				defer s.mu.Lock()
				sub.fn(e)
			}()
		}
	}
	q.queue = nil
}

// WaitForPort returns as soon as a TCP socket listens on port, on whatever address. When ctx ends first, the error
// wraps its cause and says what listens instead.
func (s *Stack) WaitForPort(ctx context.Context, port int) error {
	if port < 1 || port > 65535 {
		return fmt.Errorf("wait for port %d: %w", port, &net.AddrError{Err: "invalid port", Addr: fmt.Sprint(port)})
	}
	p := uint16(port)
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return fmt.Errorf("wait for port %d: %w", port, net.ErrClosed)
	}
	u := s.use(p)
	if len(u.listeners) > 0 {
		s.mu.Unlock()
		return nil
	}
	ready := make(chan struct{})
	u.waiters = append(u.waiters, ready)
	s.mu.Unlock()
	var err error
	select {
	case <-ready:
		return nil
	case <-s.done:
		err = net.ErrClosed
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	s.mu.Lock()
	if u := s.ports[p]; u != nil {
		u.waiters = slices.DeleteFunc(u.waiters, func(c chan struct{}) bool { return c == ready })
		s.tidy(p)
	}
	s.mu.Unlock()
	return fmt.Errorf("wait for port %d: %w (%s)", port, err, s.listening())
}

// listening says in words which ports are open.
func (s *Stack) listening() string {
	var b strings.Builder
	n := 0
	for _, p := range s.Ports() {
		if p.Port == 0 || strings.HasPrefix(p.Network, "udp") {
			continue
		}
		if n++; n > 8 {
			b.WriteString(", ...")
			break
		}
		if n > 1 {
			b.WriteString(", ")
		}
		b.WriteString(p.Addr)
		if p.Label != "" {
			fmt.Fprintf(&b, " (%s)", p.Label)
		}
	}
	if n == 0 {
		return "nothing listens"
	}
	return "listening: " + b.String()
}
