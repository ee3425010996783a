package jsrt

import (
	"errors"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/jsrt/internal/httpwire"
)

// httpParser reads messages for one JavaScript object, its owner, which lib/ passes to every callback. It is fed by lib/
// (execute) or, without a call into JavaScript for the bytes themselves, by a socket (consume).
type httpParser struct {
	rt    *runtime
	wire  *httpwire.Parser
	owner goja.Value
	sock  *socket
	cb    *httpCallbacks
}

// httpCallbacks are the functions of lib/ that are told of the parts of messages.
type httpCallbacks struct {
	head, body, end, done goja.Callable
}

func bindHTTP(rt *runtime) *goja.Object {
	cb := &httpCallbacks{}
	parsers := map[int64]*httpParser{}
	next := int64(0)
	vm := rt.vm
	get := func(c goja.FunctionCall) *httpParser {
		p := parsers[c.Argument(0).ToInteger()]
		if p == nil {
			panic(vm.NewTypeError("parser was freed"))
		}
		return p
	}
	o := rt.object(map[string]hostFunc{
		"setCallbacks": func(c goja.FunctionCall) goja.Value {
			cb.head, _ = goja.AssertFunction(c.Argument(0))
			cb.body, _ = goja.AssertFunction(c.Argument(1))
			cb.end, _ = goja.AssertFunction(c.Argument(2))
			cb.done, _ = goja.AssertFunction(c.Argument(3))
			return goja.Undefined()
		},
		"create": func(c goja.FunctionCall) goja.Value {
			kind := httpwire.Request
			if c.Argument(0).ToBoolean() {
				kind = httpwire.Response
			}
			p := &httpParser{rt: rt, owner: c.Argument(1), cb: cb}
			p.wire = httpwire.New(kind, p, httpwire.Limits{HeaderBytes: int(min(c.Argument(2).ToInteger(), 1<<20))})
			next++
			parsers[next] = p
			return vm.ToValue(next)
		},
		"execute": func(c goja.FunctionCall) goja.Value {
			p := get(c)
			n, err := p.wire.Execute(rt.mustBytes(c.Argument(1)))
			return p.result(n, err)
		},
		"finish": func(c goja.FunctionCall) goja.Value {
			p := get(c)
			return p.result(0, p.wire.Finish())
		},
		"idle": func(c goja.FunctionCall) goja.Value { return vm.ToValue(get(c).wire.Idle()) },
		"inHead": func(c goja.FunctionCall) goja.Value {
			return vm.ToValue(get(c).wire.InHead())
		},
		"consume": func(c goja.FunctionCall) goja.Value {
			s := rt.network().conns[c.Argument(1).ToInteger()]
			if s == nil {
				return vm.ToValue(false)
			}
			p := get(c)
			p.sock, s.parser = s, p
			return vm.ToValue(true)
		},
		"unconsume": func(c goja.FunctionCall) goja.Value {
			get(c).detach()
			return goja.Undefined()
		},
		"free": func(c goja.FunctionCall) goja.Value {
			id := c.Argument(0).ToInteger()
			if p := parsers[id]; p != nil {
				p.detach()
				p.owner = goja.Null()
				delete(parsers, id)
			}
			return goja.Undefined()
		},
	})
	methods := make([]any, len(httpwire.Methods))
	for i, m := range httpwire.Methods {
		methods[i] = m
	}
	o.Set("methods", vm.NewArray(methods...))
	return o
}

func (p *httpParser) detach() {
	if p.sock != nil {
		p.sock.parser = nil
		p.sock = nil
	}
}

// result is the number of bytes used, or [code, reason, bytes used]. What a callback threw goes on.
func (p *httpParser) result(n int, err error) goja.Value {
	if err == nil {
		return p.rt.vm.ToValue(n)
	}
	var pe *httpwire.Error
	if errors.As(err, &pe) {
		return p.rt.vm.NewArray(pe.Code, pe.Reason, n)
	}
	panic(err)
}

// feed parses what a socket received, as one callback of the loop. lib/ hears of the outcome only when it must act: after an
// error or an upgrade, with the bytes not used.
func (p *httpParser) feed(b []byte) {
	p.rt.enter(func() (goja.Value, error) {
		n, err := p.wire.Execute(b)
		if err == nil && n == len(b) && !p.wire.Stuck() {
			return goja.Undefined(), nil
		}
		var pe *httpwire.Error
		if err != nil && !errors.As(err, &pe) {
			return nil, err
		}
		rest := append([]byte(nil), b[n:]...)
		return p.cb.done(goja.Undefined(), p.owner, p.result(n, err), p.rt.arrayBuffer(rest), p.rt.arrayBuffer(append([]byte(nil), b...)))
	})
}

func (p *httpParser) fields(list []string) goja.Value {
	vals := make([]any, len(list))
	for i, s := range list {
		vals[i] = p.rt.latin1(s)
	}
	return p.rt.vm.NewArray(vals...)
}

// Head implements httpwire.Handler: head(owner, method, url, status, statusText, major, minor, rawHeaders, keepAlive, upgrade, hasBody).
func (p *httpParser) Head(h *httpwire.Head) (httpwire.Action, error) {
	vm := p.rt.vm
	body := h.Chunked || h.ContentLength > 0
	v, err := p.cb.head(goja.Undefined(), p.owner, vm.ToValue(h.Method), p.rt.latin1(h.URL), vm.ToValue(h.Status), p.rt.latin1(h.StatusText),
		vm.ToValue(h.Major), vm.ToValue(h.Minor), p.fields(h.Fields), vm.ToValue(h.KeepAlive), vm.ToValue(h.Upgrade), vm.ToValue(body))
	if err != nil {
		return 0, err
	}
	return httpwire.Action(v.ToInteger()), nil
}

// Body implements httpwire.Handler: body(owner, ArrayBuffer).
func (p *httpParser) Body(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := p.cb.body(goja.Undefined(), p.owner, p.rt.arrayBuffer(append([]byte(nil), b...)))
	return err
}

// End implements httpwire.Handler: end(owner, rawTrailers or null).
func (p *httpParser) End(trailers []string) error {
	t := goja.Value(goja.Null())
	if len(trailers) > 0 {
		t = p.fields(trailers)
	}
	_, err := p.cb.end(goja.Undefined(), p.owner, t)
	return err
}
