package netstack

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"os"
	"slices"
	"syscall"
)

// segment is a private network between stacks, 10.89.N.0/24. It never changes.
type segment struct {
	number  int
	members []*Stack
}

const maxMembers = 250

func (g *segment) addr(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, 89, byte(g.number), byte(i + 2)})
}

// membership is a stack's place in a segment.
type membership struct {
	segment *segment
	ip      netip.Addr
}

// peer is another stack as this one sees it.
type peer struct {
	stack *Stack
	ip    netip.Addr
}

// Join connects stacks to a private network of their own, as the containers of one compose file are: each gets an address
// in it, resolves the others' hostnames, reaches what they listen on at a wildcard or at that address, and trusts their
// certificates. What listens on their loopback stays theirs. Hostnames must differ. A stack may be in several such networks.
func Join(stacks ...*Stack) error {
	if len(stacks) < 2 || len(stacks) > maxMembers {
		return fmt.Errorf("join: %d boxes: from 2 to %d can be joined", len(stacks), maxMembers)
	}
	names := map[string]bool{}
	for _, s := range stacks {
		if s.hostname == "" || names[s.hostname] {
			return fmt.Errorf("join: hostname %q: names must differ", s.hostname)
		}
		names[s.hostname] = true
	}
	g := &segment{members: stacks}
	used := map[int]bool{}
	for _, s := range stacks {
		s.mu.Lock()
		closed := s.closed
		for _, m := range s.member {
			used[m.segment.number] = true
		}
		for name := range names {
			if p, ok := s.peers[name]; ok && !slices.Contains(stacks, p.stack) {
				s.mu.Unlock()
				return fmt.Errorf("join: hostname %q: %s knows another by that name", name, s.hostname)
			}
		}
		s.mu.Unlock()
		if closed {
			return fmt.Errorf("join: %w", net.ErrClosed)
		}
	}
	for used[g.number] {
		if g.number++; g.number > 255 {
			return errors.New("join: too many networks")
		}
	}
	for i, s := range stacks {
		s.mu.Lock()
		s.member = append(s.member, membership{g, g.addr(i)})
		if s.peers == nil {
			s.peers = map[string]peer{}
		}
		for j, o := range stacks {
			if _, known := s.peers[o.hostname]; i != j && !known {
				s.peers[o.hostname] = peer{stack: o, ip: g.addr(j)}
			}
		}
		s.mu.Unlock()
	}
	return nil
}

// Joined reports whether name is the hostname of a joined box.
func (s *Stack) Joined(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.peers[name]
	return ok
}

// peerCAs are the authorities of the joined boxes, in the order of their names.
func (s *Stack) peerCAs() []*CA {
	s.mu.Lock()
	names := slices.Sorted(maps.Keys(s.peers))
	stacks := make([]*Stack, len(names))
	for i, name := range names {
		stacks[i] = s.peers[name].stack
	}
	s.mu.Unlock()
	list := make([]*CA, len(stacks))
	for i, o := range stacks {
		list[i] = o.CA()
	}
	return list
}

// Addrs are the addresses of this machine that others can reach, one for each Join.
func (s *Stack) Addrs() []netip.Prefix {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []netip.Prefix
	for _, m := range s.member {
		list = append(list, netip.PrefixFrom(m.ip, 24))
	}
	return list
}

// own reports whether ip is an address of this machine.
func (s *Stack) own(ip netip.Addr) bool {
	if local(ip) {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.member {
		if m.ip == ip {
			return true
		}
	}
	return false
}

// neighbour finds the joined stack that has an address, and what this one is called there.
func (s *Stack) neighbour(ip netip.Addr) (o *Stack, own netip.Addr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.member {
		for i, o := range m.segment.members {
			if m.segment.addr(i) == ip && o != s {
				return o, m.ip
			}
		}
	}
	return nil, netip.Addr{}
}

func (s *Stack) isNeighbour(ip netip.Addr) bool {
	o, _ := s.neighbour(ip)
	return o != nil
}

// connectTo makes a TCP connection to a joined stack.
func (s *Stack) connectTo(ctx context.Context, o *Stack, from, ip netip.Addr, port uint16, cfg DialConfig) (*Conn, error) {
	o.mu.Lock()
	l := o.listenerFor(ip, port)
	closed, full := o.closed, o.maxConns > 0 && len(o.conns) >= o.maxConns
	o.mu.Unlock()
	switch {
	case closed:
		return nil, os.NewSyscallError("connect", syscall.EHOSTUNREACH)
	case l == nil:
		return nil, os.NewSyscallError("connect", syscall.ECONNREFUSED)
	case full:
		return nil, os.NewSyscallError("connect", syscall.ECONNREFUSED)
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, net.ErrClosed
	}
	if s.maxConns > 0 && len(s.conns) >= s.maxConns {
		s.mu.Unlock()
		return nil, os.NewSyscallError("socket", syscall.EMFILE)
	}
	p, ok := s.newTCP(from, netip.AddrPortFrom(ip, port))
	if !ok {
		s.mu.Unlock()
		return nil, os.NewSyscallError("connect", syscall.EADDRNOTAVAIL)
	}
	p.client.owner.Store(int64(cfg.Owner))
	p.far = o
	s.mu.Unlock()
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		s.forget(p)
		return nil, os.NewSyscallError("connect", syscall.EHOSTUNREACH)
	}
	o.conns[p] = struct{}{}
	o.mu.Unlock()
	return s.finish(ctx, l, p)
}
