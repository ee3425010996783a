package net

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/netstack"
)

// ssFilter is what ss takes after its options: states, and an expression over addresses and ports (ss(8), EXPRESSION).
type ssFilter struct {
	states map[string]bool // as ss names them; nil = by the options
	match  func(netstack.ConnInfo) bool
}

var errSSFilter = errors.New("an incomplete expression.")

// ssStateNames are the states that a filter may name, as ss shows them; the groups are below.
var ssStateNames = map[string]string{
	"established": "ESTAB", "syn-sent": "SYN-SENT", "syn-recv": "SYN-RECV", "fin-wait-1": "FIN-WAIT-1", "fin-wait-2": "FIN-WAIT-2",
	"time-wait": "TIME-WAIT", "unconnected": "UNCONN", "closed": "UNCONN", "close-wait": "CLOSE-WAIT", "last-ack": "LAST-ACK",
	"listening": "LISTEN", "listen": "LISTEN", "closing": "CLOSING",
}

func ssStates(name string) (map[string]bool, bool) {
	name = strings.ToLower(name)
	if s, ok := ssStateNames[name]; ok {
		return map[string]bool{s: true}, true
	}
	without := map[string][]string{
		"all": {}, "connected": {"LISTEN", "UNCONN"}, "synchronized": {"LISTEN", "UNCONN", "SYN-SENT"},
	}
	set := map[string]bool{}
	switch out, ok := without[name]; {
	case ok:
		for _, s := range ssStateNames {
			set[s] = true
		}
		for _, s := range out {
			delete(set, s)
		}
	case name == "bucket":
		set["SYN-RECV"], set["TIME-WAIT"] = true, true
	case name == "big":
		for _, s := range ssStateNames {
			set[s] = s != "SYN-RECV" && s != "TIME-WAIT"
		}
	default:
		return nil, false
	}
	return set, true
}

// parseSSFilter reads the operands. unknown is the state that there is none of.
func parseSSFilter(operands []string) (f ssFilter, unknown string, err error) {
	spaced := strings.NewReplacer("(", " ( ", ")", " ) ", "!=", " != ").Replace(strings.Join(operands, " "))
	p := &ssParser{words: strings.Fields(spaced)}
	for len(p.words) >= 2 && (p.words[0] == "state" || p.words[0] == "exclude") {
		set, ok := ssStates(p.words[1])
		if !ok {
			return f, p.words[1], nil
		}
		if p.words[0] == "exclude" {
			if f.states == nil {
				f.states, _ = ssStates("all")
			}
			for s, in := range set {
				if in {
					delete(f.states, s)
				}
			}
		} else {
			if f.states == nil {
				f.states = map[string]bool{}
			}
			for s, in := range set {
				f.states[s] = f.states[s] || in
			}
		}
		p.words = p.words[2:]
	}
	if len(p.words) == 0 {
		return f, "", nil
	}
	f.match, err = p.or()
	if err == nil && len(p.words) > 0 {
		err = errSSFilter
	}
	return f, "", err
}

func notAPort(s string) error { return fmt.Errorf("%q does not look like a port.", s) }

type ssTest = func(netstack.ConnInfo) bool

type ssParser struct {
	words []string
	depth int
}

func (p *ssParser) take(words ...string) bool {
	for _, w := range words {
		if len(p.words) > 0 && p.words[0] == w {
			p.words = p.words[1:]
			return true
		}
	}
	return false
}

func (p *ssParser) or() (ssTest, error) {
	a, err := p.and()
	for err == nil && p.take("or", "|", "||") {
		var b ssTest
		left := a
		b, err = p.and()
		a = func(c netstack.ConnInfo) bool { return left(c) || b(c) }
	}
	return a, err
}

// and also joins terms that merely follow each other.
func (p *ssParser) and() (ssTest, error) {
	a, err := p.term()
	for err == nil && (p.take("and", "&", "&&") || len(p.words) > 0 && p.words[0] != ")" && p.words[0] != "or" && p.words[0] != "|" && p.words[0] != "||") {
		var b ssTest
		left := a
		b, err = p.term()
		a = func(c netstack.ConnInfo) bool { return left(c) && b(c) }
	}
	return a, err
}

func (p *ssParser) term() (ssTest, error) {
	if p.depth++; p.depth > 100 {
		return nil, errSSFilter
	}
	defer func() { p.depth-- }()
	switch {
	case p.take("not", "!"):
		a, err := p.term()
		return func(c netstack.ConnInfo) bool { return !a(c) }, err
	case p.take("("):
		a, err := p.or()
		if err == nil && !p.take(")") {
			err = errSSFilter
		}
		return a, err
	case len(p.words) == 0:
		return nil, errSSFilter
	}
	key := p.words[0]
	if key != "sport" && key != "dport" && key != "src" && key != "dst" {
		return nil, fmt.Errorf("an inet prefix is expected rather than %q.", key)
	}
	p.words = p.words[1:]
	op := "="
	switch {
	case p.take("=", "==", "eq"):
	case p.take("!=", "ne", "neq"):
		op = "!="
	case p.take(">=", "ge", "geq"):
		op = ">="
	case p.take("<=", "le", "leq"):
		op = "<="
	case p.take(">", "gt"):
		op = ">"
	case p.take("<", "lt"):
		op = "<"
	}
	if len(p.words) == 0 {
		return nil, errSSFilter
	}
	value := p.words[0]
	p.words = p.words[1:]
	end := func(c netstack.ConnInfo) (string, string) { return ssAddr(c.Local) }
	if key == "dport" || key == "dst" {
		end = func(c netstack.ConnInfo) (string, string) {
			if c.Remote == "" {
				return "", "0"
			}
			return ssAddr(c.Remote)
		}
	}
	switch key {
	case "sport", "dport":
		want, err := strconv.ParseUint(value[strings.LastIndexByte(value, ':')+1:], 10, 16)
		if err != nil {
			return nil, notAPort(strings.TrimPrefix(value, ":"))
		}
		return func(c netstack.ConnInfo) bool {
			_, port := end(c)
			have, err := strconv.ParseUint(port, 10, 16)
			if err != nil {
				return false
			}
			return map[string]bool{"=": have == want, "!=": have != want, ">=": have >= want, "<=": have <= want, ">": have > want, "<": have < want}[op]
		}, nil
	case "src", "dst":
		host, port := value, ""
		if i := strings.LastIndexByte(value, ':'); i >= 0 && !strings.HasSuffix(value, "]") {
			host, port = value[:i], value[i+1:]
		}
		host = strings.Trim(host, "[]")
		prefix, err := netip.ParsePrefix(host)
		if addr, err1 := netip.ParseAddr(host); err1 == nil {
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if host != "" && host != "*" && err != nil || op != "=" && op != "!=" {
			return nil, errSSFilter
		}
		return func(c netstack.ConnInfo) bool {
			h, have := end(c)
			addr, _ := netip.ParseAddr(strings.Trim(strings.ReplaceAll(h, "*", "::"), "[]"))
			in := (host == "" || host == "*" || prefix.Contains(addr)) && (port == "" || port == "*" || port == have)
			return in == (op == "=")
		}, nil
	}
	return nil, errSSFilter
}
