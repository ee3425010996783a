package jsrt

import (
	"context"
	"errors"
	"net"
	"strconv"
	"syscall"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
)

// datagram is a UDP socket. A goroutine of its own reads and hands messages to the loop.
type datagram struct {
	c    *kernel.PacketConn
	refd bool
	down bool
}

func bindDgram(rt *runtime) *goja.Object {
	vm := rt.vm
	socks := map[int64]*datagram{}
	next := int64(0)
	fail := func(err error, call string) goja.Value {
		e := sysErrorOf(err)
		return vm.NewArray(e.code, e.num, call, e.text)
	}
	return rt.object(map[string]hostFunc{
		// bind(kind, host, port, reuse, onMessage(bytes, address, port, family)): [id, address, port, family] or an error
		"bind": func(c goja.FunctionCall) goja.Value {
			onMessage, _ := goja.AssertFunction(c.Argument(4))
			pc, err := rt.p.ListenPacket(c.Argument(0).String(), net.JoinHostPort(c.Argument(1).String(), c.Argument(2).String()), c.Argument(3).ToBoolean())
			if err != nil {
				return fail(err, "bind")
			}
			next++
			id := next
			s := &datagram{c: pc, refd: true}
			socks[id] = s
			rt.loop.ref()
			rt.goroutine(func() {
				defer context.AfterFunc(rt.ctx, func() { pc.Close() })()
				buf := make([]byte, 64<<10)
				for {
					n, from, err := pc.ReadFrom(buf)
					if err != nil {
						return
					}
					b := append([]byte(nil), buf[:n]...)
					rt.loop.post(func() {
						if s.down {
							return
						}
						a, p, f := splitUDP(from)
						rt.call(onMessage, nil, rt.arrayBuffer(b), vm.ToValue(a), vm.ToValue(p), vm.ToValue(f))
					})
				}
			})
			a, p, f := splitUDP(pc.LocalAddr())
			return vm.NewArray(id, a, p, f)
		},
		// send(id, bytes, host, port): null or an error
		"send": func(c goja.FunctionCall) goja.Value {
			s := socks[c.Argument(0).ToInteger()]
			if s == nil {
				return fail(syscall.EBADF, "send")
			}
			port, err := strconv.Atoi(c.Argument(3).String())
			ip := net.ParseIP(c.Argument(2).String())
			if err != nil || ip == nil {
				return fail(syscall.EINVAL, "send")
			}
			if _, err := s.c.WriteTo(rt.mustBytes(c.Argument(1)), &net.UDPAddr{IP: ip, Port: port}); err != nil && !errors.Is(err, syscall.ECONNREFUSED) {
				return fail(err, "send")
			}
			return goja.Null()
		},
		"close": func(c goja.FunctionCall) goja.Value {
			id := c.Argument(0).ToInteger()
			if s := socks[id]; s != nil {
				delete(socks, id)
				s.down = true
				s.c.Close()
				if s.refd {
					rt.loop.unref()
				}
			}
			return goja.Undefined()
		},
		"ref": func(c goja.FunctionCall) goja.Value {
			if s := socks[c.Argument(0).ToInteger()]; s != nil {
				if on := c.Argument(1).ToBoolean(); on != s.refd {
					s.refd = on
					if on {
						rt.loop.ref()
					} else {
						rt.loop.unref()
					}
				}
			}
			return goja.Undefined()
		},
	})
}

func splitUDP(a net.Addr) (addr string, port int, family string) {
	u, ok := a.(*net.UDPAddr)
	if !ok {
		return "", 0, ""
	}
	if len(u.IP) == 0 {
		return "0.0.0.0", u.Port, "IPv4"
	}
	if u.IP.To4() != nil {
		return u.IP.String(), u.Port, "IPv4"
	}
	return u.IP.String(), u.Port, "IPv6"
}
