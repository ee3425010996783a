package jsrt

import (
	"context"
	"errors"
	"io"
	"net"
	gort "runtime"
	"syscall"

	"github.com/dop251/goja"
)

// What a socket or server tells lib/net.js: dispatch(event, id, a, b).
const (
	netConnected  = iota // a: error array or null, b: [local..., remote...]
	netAccepted          // id of the server; a: id of the socket, b: addresses
	netData              // a: ArrayBuffer
	netEnd               // the peer sent its last byte
	netReadError         // a: error array
	netWrote             // a: error array or null
	netServerDown        // a: error array
)

// socketIO is what a connection of the box's own network offers beyond net.Conn.
type socketIO interface {
	TryRead([]byte) (int, error)
	TryWrite([]byte) (int, error)
}

// network is the sockets and servers of one runtime. Everything here belongs to the loop's goroutine.
type network struct {
	rt       *runtime
	next     int64
	conns    map[int64]*socket
	servers  map[int64]*server
	dispatch goja.Callable
	scratch  []byte // what is read lands here before it is copied to its owner
}

// socket is one connection. A goroutine of its own waits for data while lib/ wants any and hands it to the loop.
type socket struct {
	net      *network
	id       int64
	c        net.Conn
	io       socketIO
	want     chan struct{}
	gone     chan struct{}
	cancel   context.CancelFunc // of a dial under way
	running  bool               // the goroutine has been started
	asked    bool               // a read is under way
	reading  bool
	ended    bool
	closed   bool
	dialing  bool
	writing  bool
	failed   error // of a write, to be told when the reading side has ended
	refd     bool
	counted  bool // holds a reference on the loop
	stash    []byte
	stashErr error
	parser   *httpParser
	read     int64
	written  int64
}

type server struct {
	l    net.Listener
	refd bool
	down bool
}

func bindNet(rt *runtime) *goja.Object {
	n := rt.network()
	vm := rt.vm
	sock := func(c goja.FunctionCall) *socket { return n.conns[c.Argument(0).ToInteger()] }
	return rt.object(map[string]hostFunc{
		"setDispatch": func(c goja.FunctionCall) goja.Value {
			n.dispatch, _ = goja.AssertFunction(c.Argument(0))
			return goja.Undefined()
		},
		"connect": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(n.connect(c.Argument(0).String(), c.Argument(1).String(), c.Argument(2).String()))
		},
		"listen": func(c goja.FunctionCall) goja.Value {
			return n.listen(c.Argument(0).String(), c.Argument(1).String(), c.Argument(2).String())
		},
		"readStart": func(c goja.FunctionCall) goja.Value {
			if s := sock(c); s != nil {
				s.readStart()
			}
			return goja.Undefined()
		},
		"readStop": func(c goja.FunctionCall) goja.Value {
			if s := sock(c); s != nil {
				s.reading = false
				if s.failed != nil {
					rt.loop.post(s.fail)
				}
				s.count()
			}
			return goja.Undefined()
		},
		"write": func(c goja.FunctionCall) goja.Value {
			s := sock(c)
			if s == nil {
				return n.errArray(syscall.EBADF, "write")
			}
			return s.write(rt.mustBytes(c.Argument(1)))
		},
		// shutdown(id, done) ends the writing half. done is called in a later turn of the loop, as libuv does it: by then the
		// other end, if it is this program, has been told of what was written before.
		"shutdown": func(c goja.FunctionCall) goja.Value {
			if s := sock(c); s != nil && s.c != nil {
				if cw, ok := s.c.(interface{ CloseWrite() error }); ok {
					if err := cw.CloseWrite(); err != nil && !errors.Is(err, net.ErrClosed) {
						return n.errArray(err, "shutdown")
					}
				}
			}
			done := c.Argument(1)
			rt.do(func() any {
				for range 8 { // the readers go first
					gort.Gosched()
				}
				return nil
			}, func(any) { rt.callValue(done) })
			return goja.Null()
		},
		"close": func(c goja.FunctionCall) goja.Value {
			if s := sock(c); s != nil {
				s.close(c.Argument(1).ToBoolean())
			}
			return goja.Undefined()
		},
		"ref": func(c goja.FunctionCall) goja.Value {
			on := c.Argument(1).ToBoolean()
			if s := sock(c); s != nil {
				s.refd = on
				s.count()
			}
			return goja.Undefined()
		},
		"stats": func(c goja.FunctionCall) goja.Value {
			if s := sock(c); s != nil {
				return vm.NewArray(s.read, s.written)
			}
			return goja.Undefined()
		},
		"refServer": func(c goja.FunctionCall) goja.Value {
			if s := n.servers[c.Argument(0).ToInteger()]; s != nil {
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
		"closeServer": func(c goja.FunctionCall) goja.Value {
			n.closeServer(c.Argument(0).ToInteger())
			return goja.Undefined()
		},
	})
}

// network returns the runtime's sockets, made on first use.
func (rt *runtime) network() *network {
	if rt.net == nil {
		rt.net = &network{rt: rt, conns: map[int64]*socket{}, servers: map[int64]*server{}}
	}
	return rt.net
}

// closeSockets lets go of what is open at the end of a program: ends of pipes, too, which others may be waiting on.
func (rt *runtime) closeSockets() {
	if rt.net == nil {
		return
	}
	for _, s := range rt.net.conns {
		if s.c != nil {
			s.c.Close()
		}
	}
}

func (n *network) tell(event int, id int64, a, b goja.Value) {
	if n.dispatch == nil {
		return
	}
	vm := n.rt.vm
	n.rt.call(n.dispatch, nil, vm.ToValue(event), vm.ToValue(id), a, b)
}

// errArray is [code, errno, syscall, text].
func (n *network) errArray(err error, call string) goja.Value {
	e := sysErrorOf(err)
	var dns *net.DNSError
	if errors.As(err, &dns) {
		call = "getaddrinfo"
	}
	return n.rt.vm.NewArray(e.code, e.num, call, e.text)
}

// addrs is [address, port, family] of both ends.
func (n *network) addrs(c net.Conn) goja.Value {
	la, lp, lf := splitAddr(c.LocalAddr())
	ra, rp, rf := splitAddr(c.RemoteAddr())
	return n.rt.vm.NewArray(la, lp, lf, ra, rp, rf)
}

// mapped is addrs for an end of a listener of both families: there an IPv4 address is a mapped one, as the system calls
// tell it and Go does not.
func (n *network) mapped(c net.Conn) goja.Value {
	la, lp, lf := splitAddr(c.LocalAddr())
	ra, rp, rf := splitAddr(c.RemoteAddr())
	if lf == "IPv4" {
		la, lf, ra, rf = "::ffff:"+la, "IPv6", "::ffff:"+ra, "IPv6"
	}
	return n.rt.vm.NewArray(la, lp, lf, ra, rp, rf)
}

func splitAddr(a net.Addr) (addr string, port int, family string) {
	switch t := a.(type) {
	case *net.TCPAddr:
		family = "IPv6"
		if t.IP.To4() != nil {
			family = "IPv4"
		}
		if len(t.IP) == 0 {
			return "::", t.Port, family
		}
		return t.IP.String(), t.Port, family
	case nil:
		return "", 0, ""
	}
	return a.String(), 0, "unix"
}

func (n *network) add(c net.Conn) *socket {
	n.next++
	s := &socket{net: n, id: n.next, c: c, refd: true, want: make(chan struct{}, 1), gone: make(chan struct{})}
	s.io, _ = c.(socketIO)
	n.conns[s.id] = s
	return s
}

// connect dials on a goroutine; netConnected follows.
func (n *network) connect(kind, host, port string) int64 {
	s := n.add(nil)
	s.dialing = true
	ctx, cancel := context.WithCancel(n.rt.ctx)
	s.cancel = cancel
	s.count()
	addr := host
	if kind == "tcp" {
		addr = net.JoinHostPort(host, port)
	}
	rt := n.rt
	rt.goroutine(func() {
		c, err := rt.p.Dial(ctx, kind, addr)
		rt.loop.post(func() {
			cancel()
			s.dialing = false
			if s.closed {
				if c != nil {
					c.Close()
				}
				return
			}
			if err != nil {
				s.count()
				n.tell(netConnected, s.id, n.errArray(err, "connect"), goja.Null())
				return
			}
			s.c = c
			s.io, _ = c.(socketIO)
			s.count()
			n.tell(netConnected, s.id, goja.Null(), n.addrs(c))
		})
	})
	return s.id
}

// listen returns [id, address, port, family] or an error array (whose first element is a string).
func (n *network) listen(kind, host, port string) goja.Value {
	addr := host
	if kind != "unix" {
		addr = net.JoinHostPort(host, port)
	}
	rt := n.rt
	l, err := rt.p.Listen(kind, addr)
	if err != nil {
		return n.errArray(err, "listen")
	}
	n.next++
	id := n.next
	s := &server{l: l, refd: true}
	n.servers[id] = s
	host, _, family := splitAddr(l.Addr())
	dual := host == "::" && family == "IPv6"
	rt.loop.ref()
	rt.goroutine(func() {
		defer context.AfterFunc(rt.ctx, func() { l.Close() })()
		for {
			c, err := l.Accept()
			if err != nil {
				rt.loop.post(func() {
					if !s.down && !errors.Is(err, net.ErrClosed) {
						n.tell(netServerDown, id, n.errArray(err, "accept"), goja.Null())
					}
				})
				return
			}
			rt.loop.post(func() {
				if s.down {
					c.Close()
					return
				}
				sk := n.add(c)
				sk.count()
				ends := n.addrs
				if dual {
					ends = n.mapped
				}
				n.tell(netAccepted, id, rt.vm.ToValue(sk.id), ends(c))
			})
		}
	})
	a, p, f := splitAddr(l.Addr())
	return rt.vm.NewArray(id, a, p, f)
}

func (n *network) closeServer(id int64) {
	s := n.servers[id]
	if s == nil {
		return
	}
	delete(n.servers, id)
	s.down = true
	s.l.Close()
	if s.refd {
		n.rt.loop.unref()
	}
}

// count keeps the loop alive for a socket that is doing something.
func (s *socket) count() {
	active := s.refd && !s.closed && (s.dialing || s.writing || s.reading)
	if active == s.counted {
		return
	}
	s.counted = active
	if active {
		s.net.rt.loop.ref()
	} else {
		s.net.rt.loop.unref()
	}
}

func (s *socket) readStart() {
	if s.reading || s.closed || s.c == nil || s.ended {
		return
	}
	s.reading = true
	s.count()
	if s.stash != nil || s.stashErr != nil {
		s.net.rt.loop.post(func() {
			if s.closed || !s.reading {
				return
			}
			b, err := s.stash, s.stashErr
			s.stash, s.stashErr = nil, nil
			s.deliver(b, err)
		})
		return
	}
	s.ask()
}

// ask lets the goroutine read once.
func (s *socket) ask() {
	if s.asked || s.closed {
		return
	}
	s.asked = true
	if !s.running {
		s.running = true
		s.net.rt.goroutine(s.readLoop)
	}
	s.want <- struct{}{}
}

func (s *socket) readLoop() {
	rt := s.net.rt
	buf := make([]byte, 4096)
	defer context.AfterFunc(rt.ctx, func() { s.c.Close() })()
	for {
		select {
		case <-s.want:
		case <-s.gone:
			return
		case <-rt.ctx.Done():
			return
		}
		k, err := s.c.Read(buf)
		rt.loop.post(func() { s.arrived(buf[:k], err) })
		if err != nil {
			return
		}
	}
}

// arrived takes over what the goroutine read, and what has come since.
func (s *socket) arrived(b []byte, err error) {
	s.asked = false
	if s.closed {
		return
	}
	if !s.reading {
		s.stash, s.stashErr = append([]byte(nil), b...), err
		if len(b) == 0 {
			s.stash = nil
		}
		return
	}
	n := s.net
	if n.scratch == nil {
		n.scratch = make([]byte, 64<<10)
	}
	k := copy(n.scratch, b)
	if s.io != nil && err == nil {
		var more int
		more, err = s.io.TryRead(n.scratch[k:])
		k += more
		if err != nil && more > 0 {
			err = nil
		}
	}
	s.deliver(n.scratch[:k], err)
}

// deliver hands bytes, then the end or an error, to their owner. b is valid during the call only.
func (s *socket) deliver(b []byte, err error) {
	n := s.net
	rt := n.rt
	if len(b) > 0 {
		s.read += int64(len(b))
		if s.parser != nil {
			s.parser.feed(b)
		} else {
			n.tell(netData, s.id, rt.arrayBuffer(append([]byte(nil), b...)), goja.Null())
		}
	}
	if s.closed || rt.stopped() {
		return
	}
	switch {
	case err == io.EOF:
		s.ended, s.reading = true, false
		n.tell(netEnd, s.id, goja.Null(), goja.Null())
		s.count()
		s.fail()
	case err != nil:
		s.ended, s.reading = true, false
		n.tell(netReadError, s.id, n.errArray(err, "read"), goja.Null())
		s.count()
		s.fail()
	case s.reading:
		s.ask()
	}
}

// write returns null when all of b went out at once, true when netWrote will follow, or an error array.
func (s *socket) write(b []byte) goja.Value {
	n := s.net
	if s.c == nil || s.closed {
		return n.errArray(syscall.EBADF, "write")
	}
	s.written += int64(len(b))
	if s.io != nil && !s.writing {
		k, err := s.io.TryWrite(b)
		if err != nil {
			s.writing = true
			n.rt.loop.post(func() { s.wrote(err) })
			return n.rt.vm.ToValue(true)
		}
		if k == len(b) {
			return goja.Null()
		}
		b = b[k:]
	}
	rest := append([]byte(nil), b...)
	s.writing = true
	s.count()
	rt := n.rt
	rt.goroutine(func() {
		defer context.AfterFunc(rt.ctx, func() { s.c.Close() })()
		_, err := s.c.Write(rest)
		rt.loop.post(func() { s.wrote(err) })
	})
	return rt.vm.ToValue(true)
}

// wrote tells how a write has ended. A failure means that the peer is gone; what it said before, an early answer say,
// lies in the buffer still and goes first, so that the error does not end the socket over it.
func (s *socket) wrote(err error) {
	if s.closed {
		return
	}
	if err != nil && s.reading && !s.ended {
		s.failed = err
		return
	}
	s.writing = false
	s.count()
	res := goja.Value(goja.Null())
	if err != nil {
		res = s.net.errArray(err, "write")
	}
	s.net.tell(netWrote, s.id, res, goja.Null())
}

// fail tells of a write that failed, now that the reading side has come to its end.
func (s *socket) fail() {
	if err := s.failed; err != nil && !s.closed {
		s.failed = nil
		s.wrote(err)
	}
}

// close ends the connection, with a reset when reset is set.
func (s *socket) close(reset bool) {
	if s.closed {
		return
	}
	s.closed = true
	s.count()
	delete(s.net.conns, s.id)
	close(s.gone)
	if s.cancel != nil {
		s.cancel()
	}
	if s.parser != nil {
		s.parser.sock = nil
		s.parser = nil
	}
	if s.c == nil {
		return
	}
	if reset {
		if l, ok := s.c.(interface{ SetLinger(int) error }); ok {
			l.SetLinger(0)
		}
	}
	s.c.Close()
}
