package shell

import (
	"errors"
	"net"
	"strconv"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
)

// openNetwork opens the names /dev/tcp/host/port and /dev/udp/host/port of redirections (bash manual, Redirections): a
// connection on the box's network. ok is false when name is none of them.
func (sh *Shell) openNetwork(name string) (f *kernel.File, err error, ok bool) {
	rest, udp := strings.CutPrefix(name, "/dev/udp/")
	if !udp {
		if rest, ok = strings.CutPrefix(name, "/dev/tcp/"); !ok {
			return nil, nil, false
		}
	}
	host, port, two := strings.Cut(rest, "/")
	if !two || host == "" || port == "" {
		return nil, nil, false
	}
	if n, perr := strconv.ParseUint(port, 10, 16); perr != nil || n == 0 {
		sh.errf("%s: Servname not supported for ai_socktype", port)
		return nil, syscall.EINVAL, true
	}
	network := "tcp"
	if udp {
		network = "udp"
	}
	c, err := sh.p.Dial(sh.ctx, network, net.JoinHostPort(host, port))
	if err != nil {
		var dns *net.DNSError
		if errors.As(err, &dns) {
			sh.errf("%s: Name or service not known", host)
			return nil, syscall.EINVAL, true
		}
		name, _, _ := strings.Cut(sh.errPrefix(), ": line ") // bash names no line here
		sh.writeErr(name + ": connect: " + errnoText(err) + "\n")
		return nil, err, true
	}
	return kernel.NewConnFile(c), nil, true
}
