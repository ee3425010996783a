package egress

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"time"
)

// hostDial is the one place from which traffic of a box goes to sockets of the host: what the rules let through when
// Config.Dialer is nil. addr is an address that has been checked, never a name. As a last check the connection must not
// lead back to this machine: that its own public address is no private one does not make its services public.
func hostDial(ctx context.Context, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: 30 * time.Second}
	c, err := d.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	from, to := ipOf(c.LocalAddr()), ipOf(c.RemoteAddr())
	if from == to && !from.IsLoopback() {
		c.Close()
		return nil, errors.New("egress: the address is this machine's own")
	}
	return c, nil
}

// hostResolve asks the host's resolver.
func hostResolve(ctx context.Context, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
}

func ipOf(a net.Addr) netip.Addr {
	if t, ok := a.(*net.TCPAddr); ok {
		return t.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}
