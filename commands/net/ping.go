package net

import (
	"context"
	"fmt"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var pingUsage = optparse.Define("ping", "[options] <destination>", "", `
-4                  use IPv4
-6                  use IPv6
-A                  adaptive
-a                  audible
-c COUNT            stop after COUNT replies
-D                  print timestamps
-f                  flood ping
-h                  print help and exit
-i INTERVAL         seconds between sending each packet
-I IFACE            either interface name or address
-n                  no reverse DNS name resolution
-O                  report outstanding replies
-q                  quiet output
-s SIZE             number of data bytes to be sent
-t TTL              define time to live
-v                  verbose output
-V                  print version and exit
-w DEADLINE         reply wait DEADLINE in seconds
-W TIMEOUT          time to wait for response
`).NoHelp().Status(2)

// ping answers for the box's own addresses, without packets: there is no ICMP in the box. Any other address is
// unreachable.
func ping(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, pingUsage)
	if done {
		return status
	}
	count, interval, quiet, numeric, v6, size, deadline := 0, time.Second, false, false, false, 56, time.Duration(0)
	for _, m := range o.Options {
		switch m.Key {
		case "4":
		case "6":
			v6 = true
		case "c", "s", "t", "w", "W", "i":
			f, err := strconv.ParseFloat(m.Value, 64)
			if err != nil {
				cmd.Errorf(p, "invalid argument: '%s'", m.Value)
				return 1
			}
			if f < 0 || f > 1e6 || m.Key == "c" && f < 1 {
				cmd.Errorf(p, "invalid argument: '%s': out of range: 1 <= value <= 9223372036854775807", m.Value)
				return 1
			}
			switch m.Key {
			case "c":
				count = int(f)
			case "s":
				size = int(f)
			case "i":
				interval = time.Duration(f * float64(time.Second))
			case "w":
				deadline = time.Duration(f * float64(time.Second))
			}
		case "f":
			interval = 10 * time.Millisecond
		case "q":
			quiet = true
		case "n":
			numeric = true
		case "h":
			cmd.Raw(p, pingUsage.HelpText("ping"))
			return 2
		case "V":
			_, _ = p.Stdout().Write([]byte("ping (sandpit) from iputils 20221126\n"))
			return 0
		}
	}
	if len(o.Args) == 0 {
		cmd.Errorf(p, "usage error: Destination address required")
		return 1
	}
	name := o.Args[len(o.Args)-1]
	addrs, err := p.Kernel().Net().Lookup(name)
	if err != nil || len(addrs) == 0 {
		cmd.Errorf(p, "%s: Name or service not known", name)
		return 2
	}
	addr := addrs[0]
	for _, a := range addrs {
		if a.Is6() == v6 {
			addr = a
			break
		}
	}
	own := addr.IsLoopback() || addr.IsUnspecified()
	w := cmd.NewWriter(p)
	w.LineBuffered()
	if addr.Is6() {
		w.Printf("PING %s(%s) %d data bytes\n", name, pingFrom(name, addr, numeric), size)
	} else {
		w.Printf("PING %s (%s) %d(%d) bytes of data.\n", name, addr, size, size+28)
	}
	clock := p.Kernel().Clock()
	p.SetDisposition(kernel.SIGINT, kernel.SigCatch)
	start := clock.Now()
	sent, received := 0, 0
	var times []float64
	for n := 1; count == 0 || n <= count; n++ {
		if n > 1 {
			ictx, cancel := p.Interruptible(ctx)
			err := p.Sleep(ictx, interval)
			cancel()
			if err != nil || p.SignalPending() {
				if p.Safepoint() != nil {
					return 1
				}
				break
			}
		}
		if deadline > 0 && clock.Now().Sub(start) >= deadline {
			break
		}
		sent++
		if !own {
			if !quiet {
				w.Printf("From 127.0.0.1 icmp_seq=%d Destination Net Unreachable\n", n)
			}
			continue
		}
		received++
		ms := 0.02 + float64(p.Kernel().Rand().Uint64()%50)/1000
		times = append(times, ms)
		if !quiet {
			w.Printf("%d bytes from %s: icmp_seq=%d ttl=64 time=%.3f ms\n", size+8, pingFrom(name, addr, numeric), n, ms)
		}
	}
	elapsed := clock.Now().Sub(start).Milliseconds()
	w.Printf("\n--- %s ping statistics ---\n%d packets transmitted, %d received, ", name, sent, received)
	if !own {
		w.Printf("+%d errors, ", sent)
	}
	w.Printf("%d%% packet loss, time %dms\n", 100*(sent-received)/max(sent, 1), elapsed)
	if received > 0 {
		lo, hi, sum, squares := math.Inf(1), 0.0, 0.0, 0.0
		for _, t := range times {
			lo, hi, sum, squares = min(lo, t), max(hi, t), sum+t, squares+t*t
		}
		avg := sum / float64(len(times))
		w.Printf("rtt min/avg/max/mdev = %.3f/%.3f/%.3f/%.3f ms\n", lo, avg, hi, math.Sqrt(max(0, squares/float64(len(times))-avg*avg)))
		return w.Finish(0)
	}
	w.Printf("\n")
	return w.Finish(1)
}

// pingFrom is a name with its address, or the address alone.
func pingFrom(name string, addr netip.Addr, numeric bool) string {
	if numeric || strings.EqualFold(name, addr.String()) {
		return addr.String()
	}
	return fmt.Sprintf("%s (%s)", name, addr)
}
