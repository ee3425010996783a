package kernel

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
	"syscall"

	"github.com/sandpit-dev/sandpit/netstack"
)

// Listen listens on the box's network on behalf of p: /proc/net/tcp and netstack.PortInfo name p as the owner, and the
// listener is closed when p ends or is killed. For network "unix" addr is a path, or an abstract name after "@": see ListenUnix.
func (p *Process) Listen(network, addr string) (net.Listener, error) {
	if err := p.Safepoint(); err != nil {
		return nil, err
	}
	cfg := netstack.ListenConfig{Owner: p.pid, Label: p.Name()}
	var l net.Listener
	var err error
	if network == "unix" {
		l, err = p.k.ListenUnix(p.FS(), addr, cfg)
	} else {
		l, err = p.k.net.ListenWith(network, addr, cfg)
	}
	if err != nil {
		p.netLimit(err)
		return nil, err
	}
	o := &ownedListener{Listener: l, p: p}
	o.cancel = p.onEnd(func() {
		if u, ok := l.(*unixListener); ok {
			u.SetUnlinkOnClose(false)
		}
		l.Close()
	})
	return o, nil
}

// ListenPacket opens a datagram socket on the box's network on behalf of p: network is udp, udp4 or udp6. It is closed when
// p ends or is killed. reuse lets others that ask for it share the port (SO_REUSEADDR).
func (p *Process) ListenPacket(network, addr string, reuse bool) (*PacketConn, error) {
	if err := p.Safepoint(); err != nil {
		return nil, err
	}
	u, err := p.k.net.ListenPacketWith(network, addr, netstack.ListenConfig{Owner: p.pid, Label: p.Name(), Reuse: reuse})
	if err != nil {
		p.netLimit(err)
		return nil, err
	}
	return p.ownPacket(u), nil
}

// PacketConn is a datagram socket of a process. A blocked read ends with its process.
type PacketConn struct {
	*netstack.UDPConn
	cancel func()
	once   sync.Once
}

func (p *Process) ownPacket(u *netstack.UDPConn) *PacketConn {
	o := &PacketConn{UDPConn: u}
	o.cancel = p.onEnd(func() { u.Close() })
	return o
}

// Close closes the socket.
func (c *PacketConn) Close() error {
	c.once.Do(c.cancel)
	return c.UDPConn.Close()
}

// Dial connects on the box's network. The connection is closed when p ends or is killed; the call ends then, too, and with
// ctx.
func (p *Process) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if err := p.Safepoint(); err != nil {
		return nil, err
	}
	dctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := context.AfterFunc(p.ctx, func() { cancel(context.Cause(p.ctx)) })
	defer stop()
	p.sleeping.Add(1)
	var c net.Conn
	var err error
	if network == "unix" {
		c, err = p.k.DialUnix(dctx, p.FS(), addr, netstack.DialConfig{Owner: p.pid})
	} else {
		c, err = p.k.net.DialWith(dctx, network, addr, netstack.DialConfig{Owner: p.pid})
	}
	p.sleeping.Add(-1)
	if err != nil {
		p.netLimit(err)
		return nil, err
	}
	return p.own(c), nil
}

// netLimit records that the network was full.
func (p *Process) netLimit(err error) {
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		if len(p.k.net.Ports()) >= p.k.limits.Ports && p.k.limits.Ports > 0 {
			p.LimitHit(LimitPorts, int64(p.k.limits.Ports))
		} else {
			p.LimitHit(LimitConnections, int64(p.k.limits.Connections))
		}
	}
}

// own ties a connection to p.
func (p *Process) own(c net.Conn) net.Conn {
	if u, ok := c.(*netstack.UDPConn); ok {
		return p.ownPacket(u)
	}
	nc, ok := c.(*netstack.Conn)
	if !ok { // a way out of the box that the host gave
		o := &ownedPlain{Conn: c}
		o.cancel = p.onEnd(func() { c.Close() })
		return o
	}
	nc.SetOwner(p.pid)
	o := &ownedConn{Conn: nc}
	o.cancel = p.onEnd(func() { nc.Close() })
	return o
}

type ownedListener struct {
	net.Listener
	p      *Process
	cancel func()
	once   sync.Once
}

func (l *ownedListener) Accept() (net.Conn, error) {
	l.p.sleeping.Add(1)
	c, err := l.Listener.Accept()
	l.p.sleeping.Add(-1)
	if err != nil {
		return nil, err
	}
	return l.p.own(c), nil
}

// SetUnlinkOnClose says whether Close removes the file of a unix socket; it does unless told otherwise.
func (l *ownedListener) SetUnlinkOnClose(unlink bool) {
	if u, ok := l.Listener.(*unixListener); ok {
		u.SetUnlinkOnClose(unlink)
	}
}

func (l *ownedListener) Close() error {
	l.once.Do(l.cancel)
	return l.Listener.Close()
}

// ownedConn has all methods of a *netstack.Conn.
type ownedConn struct {
	*netstack.Conn
	cancel func()
	once   sync.Once
}

func (c *ownedConn) Close() error {
	c.once.Do(c.cancel)
	return c.Conn.Close()
}

type ownedPlain struct {
	net.Conn
	cancel func()
	once   sync.Once
}

func (c *ownedPlain) Close() error {
	c.once.Do(c.cancel)
	return c.Conn.Close()
}

// lookupHost answers names from the box's /etc/hosts, then from Config.Hosts.
func (k *Kernel) lookupHost(name string) (ip string, ok bool) {
	if ip, ok := k.hostsFile(name); ok || k.hosts == nil {
		return ip, ok
	}
	return k.hosts(name)
}

func (k *Kernel) hostsFile(name string) (ip string, ok bool) {
	for line := range database(k.fs, "/etc/hosts") {
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		for _, alias := range f[1:] {
			if strings.EqualFold(alias, name) {
				if _, err := netip.ParseAddr(f[0]); err == nil {
					return f[0], true
				}
			}
		}
	}
	return "", false
}
