package net

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var ncUsage = optparse.Define("nc", "[-46CDdFhklNnrStUuvZz] [-p source_port] [-q seconds] [-w timeout] [destination] [port]", "", `
-4                  use IPv4
-6                  use IPv6
-d                  detach from stdin
-h                  this help text
-k                  keep inbound sockets open for multiple connects
-l                  listen mode, for inbound connects
-N                  shutdown the network socket after EOF on stdin
-n                  suppress name/port resolutions
-p PORT             specify local port for remote connects
-q SECS             quit after EOF on stdin and delay of secs
-U                  use UNIX domain socket
-u                  UDP mode
-v                  verbose
-w SECS             timeout for connects and final net reads
-z                  zero-I/O mode
-C                  send CRLF as line-ending
-s ADDR             local source address
-i SECS             delay interval for lines sent, ports scanned
`).NoHelp()

const ncHelp = "usage: nc [-46CDdFhklNnrStUuvZz] [-I length] [-i interval] [-M ttl]\n\t  [-m minttl] [-O length] [-P proxy_username] [-p source_port]\n\t  [-q seconds] [-s sourceaddr] [-T keyword] [-V rtable] [-W recvlimit]\n\t  [-w timeout] [-X proxy_protocol] [-x proxy_address[:port]]\n\t  [destination] [port]\n"

// ncRun is one run of netcat.
type ncRun struct {
	p *kernel.Process

	keep, listen, shutdown, numeric, unix, udp, verbose, zero, detach, crlf bool
	quit                                                                    time.Duration // after the end of standard input; -1 never
	timeout                                                                 time.Duration
	port, source                                                            string
}

func nc(ctx context.Context, p *kernel.Process) int {
	o, err := ncUsage.Parse(p.Args()[1:])
	if err != nil {
		cmd.Raw(p, "nc: "+err.Error()+"\n"+ncHelp)
		return 1
	}
	n := &ncRun{p: p, quit: -1}
	for _, m := range o.Options {
		switch m.Key {
		case "h":
			cmd.Raw(p, "OpenBSD netcat (sandpit)\n"+ncHelp)
			return 0
		case "d":
			n.detach = true
		case "k":
			n.keep = true
		case "l":
			n.listen = true
		case "N":
			n.shutdown = true
		case "n":
			n.numeric = true
		case "p":
			n.port = m.Value
		case "s":
			n.source = m.Value
		case "U":
			n.unix = true
		case "u":
			n.udp = true
		case "v":
			n.verbose = true
		case "C":
			n.crlf = true
		case "z":
			n.zero = true
		case "q", "w":
			secs, err := strconv.Atoi(m.Value)
			if err != nil || secs < -1 || secs > 1<<30 || m.Key == "w" && secs < 0 {
				cmd.Raw(p, "nc: timeout invalid: "+m.Value+"\n")
				return 1
			}
			if m.Key == "q" {
				n.quit = time.Duration(secs) * time.Second
				if secs >= 0 {
					n.shutdown = true
				}
			} else {
				n.timeout = time.Duration(secs) * time.Second
			}
		}
	}
	if n.listen {
		return n.serve(ctx, o.Args)
	}
	return n.connect(ctx, o.Args)
}

func (n *ncRun) fail(format string, args ...any) int {
	cmd.Raw(n.p, "nc: "+fmt.Sprintf(format, args...)+"\n")
	return 1
}

func (n *ncRun) note(format string, args ...any) {
	if n.verbose {
		cmd.Raw(n.p, fmt.Sprintf(format, args...)+"\n")
	}
}

func (n *ncRun) serve(ctx context.Context, args []string) int {
	network, addr := "tcp", ""
	switch {
	case n.unix:
		if len(args) != 1 {
			cmd.Raw(n.p, ncHelp)
			return 1
		}
		network, addr = "unix", args[0]
	default:
		host, port := n.source, n.port
		switch {
		case len(args) == 1 && port == "":
			port = args[0]
		case len(args) == 1:
			host = args[0]
		case len(args) == 2:
			host, port = args[0], args[1]
		}
		if port == "" {
			return n.fail("missing port number")
		}
		if _, ok := portNumber(port); !ok {
			return n.fail("port number invalid: %s", port)
		}
		if host == "" {
			host = "0.0.0.0"
		}
		addr = joinHostPort(host, port)
	}
	if n.udp {
		return n.serveUDP(ctx, addr)
	}
	if info, err := n.p.FS().Lstat(addr); n.unix && err == nil && !info.IsDir() { // whatever is there, as netcat does
		_ = n.p.FS().Remove(addr)
	}
	l, err := n.p.Listen(network, addr)
	if err != nil {
		return n.fail("%s", kernel.Strerror(err))
	}
	if u, ok := l.(interface{ SetUnlinkOnClose(bool) }); ok {
		u.SetUnlinkOnClose(false)
	}
	defer l.Close()
	if n.unix {
		n.note("Bound on %s\nListening on %s", addr, addr)
	} else {
		host, port, _ := net.SplitHostPort(l.Addr().String())
		n.note("Listening on %s %s", host, port)
	}
	for {
		var conn net.Conn
		if d, ok := l.(interface {
			AcceptContext(context.Context) (net.Conn, error)
		}); ok {
			conn, err = d.AcceptContext(ctx)
		} else {
			conn, err = l.Accept()
		}
		if err != nil {
			if n.p.Safepoint() != nil {
				return 1
			}
			return n.fail("accept: %s", kernel.Strerror(err))
		}
		if !n.keep {
			_ = l.Close()
		}
		host, port, _ := net.SplitHostPort(conn.RemoteAddr().String())
		if !n.numeric && host == "127.0.0.1" {
			host = "localhost"
		}
		n.note("Connection received on %s %s", host, port)
		n.relay(ctx, conn)
		if !n.keep || n.p.Safepoint() != nil {
			return 0
		}
	}
}

func portNumber(s string) (int, bool) {
	switch s {
	case "http":
		return 80, true
	case "https":
		return 443, true
	case "ssh":
		return 22, true
	}
	v, err := strconv.Atoi(s)
	return v, err == nil && v >= 0 && v <= 65535
}

func (n *ncRun) connect(ctx context.Context, args []string) int {
	if n.unix && len(args) == 1 {
		conn, err := n.p.Dial(ctx, "unix", args[0])
		if len(args[0]) > 107 { // sizeof(sockaddr_un.sun_path) less the final NUL
			err = syscall.ENAMETOOLONG
		}
		if err != nil {
			return n.fail("%s: %s", args[0], kernel.Strerror(err))
		}
		n.relay(ctx, conn)
		return 0
	}
	switch len(args) {
	case 0:
		cmd.Raw(n.p, ncHelp)
		return 1
	case 1:
		return n.fail("missing port number")
	case 2:
	default:
		cmd.Raw(n.p, ncHelp)
		return 1
	}
	host := args[0]
	first, last, isRange := strings.Cut(args[1], "-")
	lo, ok := portNumber(first)
	hi := lo
	if ok && isRange {
		hi, ok = portNumber(last)
	}
	if !ok {
		if v, err := strconv.Atoi(first); err == nil && v > 65535 {
			return n.fail("port number too large: %s", first)
		}
		return n.fail("port number invalid: %s", args[1])
	}
	if lo > hi {
		lo, hi = hi, lo
	}
	status := 1
	for port := lo; port <= hi; port++ {
		if n.p.Safepoint() != nil {
			return 1
		}
		dctx, cancel := ctx, context.CancelFunc(func() {})
		if n.timeout > 0 {
			dctx, cancel = context.WithTimeout(ctx, n.timeout)
		}
		network := "tcp"
		if n.udp {
			network = "udp"
		}
		conn, err := n.p.Dial(dctx, network, joinHostPort(host, strconv.Itoa(port)))
		cancel()
		addrs, lerr := n.p.Kernel().Net().Lookup(host)
		numericHost := lerr == nil && len(addrs) > 0 && addrs[0].String() == host
		if noHost(err) || n.numeric && !numericHost && err != nil {
			return n.fail("getaddrinfo for host \"%s\" port %d: Name or service not known", host, port)
		}
		shown := host
		if !numericHost && lerr == nil && len(addrs) > 0 {
			shown = fmt.Sprintf("%s (%s)", host, addrs[0])
		}
		if err != nil {
			text := kernel.Strerror(err)
			if timedOut(err) {
				text = "Connection timed out"
			}
			if n.verbose {
				cmd.Raw(n.p, fmt.Sprintf("nc: connect to %s port %d (%s) failed: %s\n", shown, port, network, text))
			}
			continue
		}
		if n.udp && n.verbose && !n.probe(conn) {
			_ = conn.Close()
			continue
		}
		status = 0
		name := "*"
		if !n.numeric {
			switch port {
			case 80:
				name = "http"
			case 443:
				name = "https"
			case 22:
				name = "ssh"
			}
		}
		n.note("Connection to %s %d port [%s/%s] succeeded!", shown, port, network, name)
		if n.zero {
			_ = conn.Close()
			continue
		}
		n.relay(ctx, conn)
		if hi == lo {
			break
		}
	}
	return status
}

// relay copies standard input to the connection and the connection to standard output, until the connection ends, or
// -q or -w says so.
func (n *ncRun) relay(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	finished := make(chan struct{})
	started := !n.detach && n.p.Go(func() {
		defer close(finished)
		n.send(stop, conn)
	})
	buf := make([]byte, max(cmd.BufferSize, 64<<10))
	out := n.p.Stdout()
	for {
		if n.timeout > 0 {
			_ = conn.SetReadDeadline(time.Now().Add(n.timeout))
		}
		b, err := conn.Read(buf)
		if b > 0 {
			if _, werr := out.Write(buf[:b]); werr != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	cancel()
	_ = conn.Close()
	if started {
		<-finished
	}
}

func (n *ncRun) send(ctx context.Context, conn net.Conn) {
	fd := n.p.FD(0)
	if fd == nil {
		return
	}
	buf := make([]byte, n.chunk())
	for {
		k, err := fd.ReadContext(ctx, buf)
		if k > 0 {
			b := buf[:k]
			if n.crlf {
				b = []byte(strings.ReplaceAll(string(b), "\n", "\r\n"))
			}
			if _, werr := conn.Write(b); werr != nil {
				return
			}
		}
		if err == nil {
			continue
		}
		if errors.Is(err, io.EOF) && n.shutdown {
			if h, ok := conn.(interface{ CloseWrite() error }); ok {
				_ = h.CloseWrite()
			}
			if n.quit >= 0 {
				if n.p.Sleep(ctx, n.quit) == nil {
					_ = conn.Close()
				}
			}
		}
		return
	}
}
