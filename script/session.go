package script

import (
	"context"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// Session is a realm that is kept: what one text declares at top level (const, let, var, function, class, import), the next one
// finds, also when a call in between failed. Declarations are variables of the session, so a name may be declared again. Calls
// queue. Timers stand still between calls.
//
// A session starts over when its realm cannot be trusted any more: after MEMORY, after a panic inside the engine, or when a call
// of a binding outlives its grace. Error.SessionLost says so.
type Session struct {
	e     *Engine
	o     CallOptions
	turn  chan struct{} // held by the call under way
	mu    sync.Mutex
	r     *realm
	names map[string]bool
	done  bool
}

// Session starts a session. It costs nothing until the first call.
func (e *Engine) Session() *Session { return (&Runner{e: e}).Session() }

// Session starts a session whose calls have these options.
func (c *Runner) Session() *Session {
	s := &Session{e: c.e, o: c.o, turn: make(chan struct{}, 1), names: map[string]bool{}}
	c.e.mu.Lock()
	defer c.e.mu.Unlock()
	if c.e.sessions == nil {
		c.e.sessions = map[*Session]struct{}{}
	}
	if !c.e.closed {
		c.e.sessions[s] = struct{}{}
	}
	return s
}

// Eval runs text in the session. Its value is that of the last statement, or the default export. See Engine.Eval.
func (s *Session) Eval(ctx context.Context, text string, input any) (*Result, error) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return &Result{}, &Error{Code: Cancelled, Message: "the call was cancelled before it began", cause: context.Cause(ctx)}
	}
	defer func() { <-s.turn }()
	s.mu.Lock()
	done := s.done
	s.mu.Unlock()
	if done {
		return &Result{}, &Error{Code: Closed, Message: "the session is closed"}
	}
	lost := false
	get := func(x *run) (*realm, error) {
		if s.r == nil {
			s.r = s.e.newRealm(x)
		}
		s.r.vm.SetMaxCallStackSize(x.limits.Stack)
		return s.r, nil
	}
	put := func(r *realm, err error) {
		if code := CodeOf(err); code == Memory || code == Internal || r.broken {
			s.drop()
			lost = true
		}
	}
	res, err := s.e.do(ctx, s.o, nil, get, func(r *realm) (goja.Value, error) { return s.eval(r, text, input) }, put)
	if e, ok := err.(*Error); ok && lost {
		c := *e
		c.SessionLost = true
		err = &c
	}
	return res, err
}

func (s *Session) eval(r *realm, text string, input any) (goja.Value, error) {
	e := s.e
	if len(text) > e.limits.CodeSize {
		return nil, &Error{Code: CodeSize, Message: "the source is larger than " + size(int64(e.limits.CodeSize)), File: r.run.file}
	}
	p, err := compile(source{file: r.run.file, text: text, session: true, rules: e.opts.Rules, entry: strings.Join(e.entry, ",")})
	if err != nil {
		return nil, err
	}
	g := r.vm.GlobalObject()
	for _, name := range p.decls {
		if !s.names[name] {
			s.names[name] = true
			r.first(name) // a global of the session's own from now on
			if !hasOwn(g, name) {
				_ = g.DefineDataProperty(name, goja.Undefined(), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
			}
		}
	}
	v, err := r.load(p, r.run.file, input)
	if err != nil {
		return nil, err
	}
	if exports, ok := v.(*goja.Object); ok && p.exports {
		if d := exports.Get("default"); d != nil {
			return r.settled(d)
		}
		return goja.Undefined(), nil
	}
	return v, nil
}

// Reset forgets everything the session has. A call under way is waited for.
func (s *Session) Reset() {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	s.drop()
}

// Close ends the session. A call under way is waited for.
func (s *Session) Close() error {
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	s.mu.Lock()
	s.done = true
	s.mu.Unlock()
	s.drop()
	s.e.mu.Lock()
	delete(s.e.sessions, s)
	s.e.mu.Unlock()
	return nil
}

func (s *Session) drop() {
	if s.r != nil {
		s.r.close()
	}
	s.r = nil
	s.names = map[string]bool{}
}
