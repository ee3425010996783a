package jsrt

import (
	"context"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/kernel"
)

// fileConn makes an open file (a pipe, a terminal) look like a connection, so that the sockets of lib/net.js serve it too.
type fileConn struct {
	rt   *runtime
	f    *kernel.File
	once sync.Once
	stop context.CancelFunc
	ctx  context.Context
}

func newFileConn(rt *runtime, f *kernel.File) *fileConn {
	c := &fileConn{rt: rt, f: f}
	c.ctx, c.stop = context.WithCancel(rt.ctx)
	return c
}

func (c *fileConn) Read(b []byte) (int, error) {
	n, err := c.f.Read(c.ctx, b)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return n, err
}

func (c *fileConn) Write(b []byte) (int, error) {
	total := 0
	for len(b) > 0 {
		n, err := c.f.Write(c.ctx, b)
		total += n
		if err != nil {
			return total, err
		}
		b = b[n:]
	}
	return total, nil
}

func (c *fileConn) Close() error {
	var err error
	c.once.Do(func() {
		c.stop()
		err = c.f.Close()
	})
	return err
}

// CloseWrite ends a pipe's writing end.
func (c *fileConn) CloseWrite() error { return c.Close() }

func (c *fileConn) LocalAddr() net.Addr              { return nil }
func (c *fileConn) RemoteAddr() net.Addr             { return nil }
func (c *fileConn) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (c *fileConn) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (c *fileConn) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }

// childSpec is what lib/child_process.js asks for.
type childSpec struct {
	spec  kernel.Spec
	ours  []*kernel.File // the ends of pipes that stay here, by descriptor; nil where there is none
	close []*kernel.File // what the child got and we must let go
}

func (s *childSpec) release() {
	for _, f := range s.close {
		f.Close()
	}
}

func (s *childSpec) abandon() {
	s.release()
	for _, f := range s.ours {
		if f != nil {
			f.Close()
		}
	}
}

func stringList(v goja.Value) []string {
	list, _ := v.Export().([]any)
	out := make([]string, 0, len(list))
	for _, x := range list {
		if s, ok := x.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// childSpec reads (file, args, env, cwd, stdio, detached, uid, gid); stdio has 'pipe', 'pipein' (the child reads), 'ignore', 'inherit' or a number for each descriptor.
func (rt *runtime) childSpec(a []goja.Value) (*childSpec, error) {
	arg := func(i int) goja.Value {
		if i < len(a) {
			return a[i]
		}
		return goja.Undefined()
	}
	s := &childSpec{spec: kernel.Spec{Path: arg(0).String(), Args: stringList(arg(1)), NewGroup: arg(5).ToBoolean()}}
	if s.spec.NewGroup {
		s.spec.NewSession = true
	}
	if e := arg(2); !goja.IsNull(e) && !goja.IsUndefined(e) {
		s.spec.Env = stringList(e)
	}
	if d := arg(3); !goja.IsNull(d) && !goja.IsUndefined(d) {
		s.spec.Dir = d.String()
	}
	if u := arg(6); !goja.IsUndefined(u) {
		c := rt.p.Cred()
		c.UID = int(u.ToInteger())
		if g := arg(7); !goja.IsUndefined(g) {
			c.GID = int(g.ToInteger())
		}
		s.spec.Cred = &c
	}
	list, _ := arg(4).Export().([]any)
	for i, x := range list {
		var theirs, mine *kernel.File
		switch t := x.(type) {
		case string:
			switch t {
			case "pipe", "pipein":
				r, w := rt.p.Kernel().Pipe()
				if i == 0 || t == "pipein" {
					theirs, mine = r, w
				} else {
					theirs, mine = w, r
				}
			case "inherit":
				if d := rt.p.FD(i); d != nil {
					theirs = d.File().Ref()
				}
			default:
				f, err := rt.p.Open("/dev/null", os.O_RDWR, 0)
				if err != nil {
					s.abandon()
					return nil, err
				}
				theirs = f
			}
		case int64:
			f, err := rt.fileOf(t)
			if err != nil {
				s.abandon()
				return nil, err
			}
			theirs = f.Ref()
		}
		s.spec.Files = append(s.spec.Files, theirs)
		s.ours = append(s.ours, mine)
		if theirs != nil {
			s.close = append(s.close, theirs)
		}
	}
	if s.spec.Files == nil {
		s.spec.Files = []*kernel.File{}
	}
	return s, nil
}

func bindChild(rt *runtime) *goja.Object {
	vm := rt.vm
	n := rt.network()
	fail := func(err error) goja.Value {
		e := sysErrorOf(err)
		return vm.NewArray(e.code, e.num)
	}
	return rt.object(map[string]hostFunc{
		// spawn(file, args, env, cwd, stdio, detached, uid, gid, onExit, worker): [pid, id of a socket or 0, ...] or [code, errno]
		"spawn": func(c goja.FunctionCall) goja.Value {
			onExit, _ := goja.AssertFunction(c.Argument(8))
			s, err := rt.childSpec(c.Arguments)
			if err != nil {
				return fail(err)
			}
			if c.Argument(9).ToBoolean() {
				start, shared := rt.program, rt.sharedMemories()
				s.spec.Func = func(ctx context.Context, p *kernel.Process) int { return start(ctx, p, shared) }
			}
			p, err := rt.p.Spawn(context.Background(), s.spec)
			if err != nil {
				s.abandon()
				return fail(err)
			}
			s.release()
			out := []any{p.PID()}
			for _, f := range s.ours {
				if f == nil {
					out = append(out, 0)
					continue
				}
				out = append(out, n.add(newFileConn(rt, f)).id)
			}
			held := true
			rt.loop.ref()
			rt.goroutine(func() {
				select {
				case <-p.Done():
				case <-rt.ctx.Done():
					return
				}
				st, _ := p.Wait()
				rt.loop.post(func() {
					if held {
						held = false
						rt.loop.unref()
					}
					sig := goja.Value(goja.Null())
					code := vm.ToValue(st.Code)
					if st.Signal != 0 {
						sig, code = vm.ToValue(st.Signal.String()), goja.Null()
					}
					rt.call(onExit, nil, code, sig)
				})
			})
			out = append(out, vm.ToValue(func(c goja.FunctionCall) goja.Value {
				if on := c.Argument(0).ToBoolean(); on != held && !isDone(p) {
					held = on
					if on {
						rt.loop.ref()
					} else {
						rt.loop.unref()
					}
				}
				return goja.Undefined()
			}))
			return vm.NewArray(out...)
		},
		// kill(pid, signal number): null or [code, errno]
		"kill": func(c goja.FunctionCall) goja.Value {
			if err := rt.p.Kernel().Kill(rt.p, int(c.Argument(0).ToInteger()), kernel.Signal(c.Argument(1).ToInteger())); err != nil {
				return fail(err)
			}
			return goja.Null()
		},
		// spawnSync(file, args, env, cwd, stdio, detached, uid, gid, input, timeout ms, kill signal, max buffer):
		// [pid, status, signal, [output...], error code, errno]
		"spawnSync": func(c goja.FunctionCall) goja.Value { return rt.spawnSync(c) },
		// signal(name or number): its number, 0 when unknown
		"signal": func(c goja.FunctionCall) goja.Value {
			sig, ok := kernel.ParseSignal(c.Argument(0).String())
			if !ok {
				return vm.ToValue(-1)
			}
			return vm.ToValue(int(sig))
		},
		// openFD(fd): the id of a socket over a descriptor of this process
		"openFD": func(c goja.FunctionCall) goja.Value {
			f, err := rt.fileOf(c.Argument(0).ToInteger())
			if err != nil {
				return fail(err)
			}
			return vm.ToValue(n.add(newFileConn(rt, f.Ref())).id)
		},
		// writeFD(fd, bytes): writes all, blocking; null or [code, errno]
		"writeFD": func(c goja.FunctionCall) goja.Value {
			d := rt.p.FD(int(c.Argument(0).ToInteger()))
			if d == nil {
				return vm.NewArray("EBADF", -9)
			}
			b := rt.mustBytes(c.Argument(1))
			for len(b) > 0 {
				k, err := d.Write(b)
				if err != nil {
					return fail(err)
				}
				b = b[k:]
			}
			return goja.Null()
		},
		// writeText(fd, string): writeFD of the text in UTF-8
		"writeText": func(c goja.FunctionCall) goja.Value {
			d := rt.p.FD(int(c.Argument(0).ToInteger()))
			if d == nil {
				return vm.NewArray("EBADF", -9)
			}
			b := []byte(c.Argument(1).String())
			for len(b) > 0 {
				k, err := d.Write(b)
				if err != nil {
					return fail(err)
				}
				b = b[k:]
			}
			return goja.Null()
		},
		// ttyRaw(fd, on) is libuv's raw mode of a terminal: keys come as they are, output is still processed.
		"ttyRaw": func(c goja.FunctionCall) goja.Value {
			t := rt.terminal(c.Argument(0).ToInteger())
			if t == nil {
				return vm.NewArray("ENOTTY", -25)
			}
			if rt.ttys == nil {
				rt.ttys = map[*kernel.TTY]kernel.Termios{}
			}
			was, changed := rt.ttys[t]
			if !changed {
				was = t.Termios()
				rt.ttys[t] = was
			}
			s := was
			if c.Argument(1).ToBoolean() {
				s.Iflag &^= kernel.BRKINT | kernel.ICRNL | kernel.INPCK | kernel.ISTRIP | kernel.IXON
				s.Oflag |= kernel.ONLCR
				s.Cflag |= kernel.CS8
				s.Lflag &^= kernel.ECHO | kernel.ICANON | kernel.IEXTEN | kernel.ISIG
				s.Cc[kernel.VMIN], s.Cc[kernel.VTIME] = 1, 0
			}
			if err := rt.p.ChangeTermios(t, s, false); err != nil {
				return fail(err)
			}
			return goja.Null()
		},
		// ttySize(fd): [columns, rows], or null
		"ttySize": func(c goja.FunctionCall) goja.Value {
			t := rt.terminal(c.Argument(0).ToInteger())
			if t == nil {
				return goja.Null()
			}
			rows, cols := t.Size()
			return vm.NewArray(cols, rows)
		},
		// kindFD(fd): 'file', 'tty', 'pipe' or 'none'
		"kindFD": func(c goja.FunctionCall) goja.Value {
			d := rt.p.FD(int(c.Argument(0).ToInteger()))
			if d == nil {
				return vm.ToValue("none")
			}
			if d.IsTerminal() {
				return vm.ToValue("tty")
			}
			if info, err := d.Stat(); err == nil && info.Mode().IsRegular() {
				return vm.ToValue("file")
			}
			return vm.ToValue("pipe")
		},
	})
}

// terminal is the terminal behind a descriptor, nil when there is none.
func (rt *runtime) terminal(fd int64) *kernel.TTY {
	d := rt.p.FD(int(fd))
	if d == nil || d.File() == nil {
		return nil
	}
	return d.File().TTY()
}

// resetTerminals puts back the settings of the terminals that the program has changed.
func (rt *runtime) resetTerminals() {
	for t, s := range rt.ttys {
		t.SetTermios(s)
	}
}

func isDone(p *kernel.Process) bool {
	select {
	case <-p.Done():
		return true
	default:
		return false
	}
}

func (rt *runtime) spawnSync(c goja.FunctionCall) goja.Value {
	vm := rt.vm
	s, err := rt.childSpec(c.Arguments)
	if err != nil {
		e := sysErrorOf(err)
		return vm.NewArray(0, goja.Null(), goja.Null(), vm.NewArray(), e.code, e.num)
	}
	ctx, cancel := context.WithCancel(rt.ctx)
	defer cancel()
	p, err := rt.p.Spawn(context.Background(), s.spec)
	if err != nil {
		s.abandon()
		e := sysErrorOf(err)
		return vm.NewArray(0, goja.Null(), goja.Null(), vm.NewArray(), e.code, e.num)
	}
	s.release()
	var input []byte
	if v := c.Argument(8); !goja.IsNull(v) && !goja.IsUndefined(v) {
		input = append(input, rt.mustBytes(v)...)
	}
	timeout, killSig := c.Argument(9).ToInteger(), kernel.Signal(c.Argument(10).ToInteger())
	maxBuf := c.Argument(11).ToInteger()
	if maxBuf <= 0 || maxBuf > maxFileRead {
		maxBuf = maxFileRead
	}
	var mu sync.Mutex
	failure := ""
	kill := func(why string) {
		mu.Lock()
		if failure == "" {
			failure = why
		}
		mu.Unlock()
		rt.p.Kernel().Kill(rt.p, p.PID(), killSig)
	}
	var wg sync.WaitGroup
	outs := make([][]byte, len(s.ours))
	for i, f := range s.ours {
		if f == nil {
			continue
		}
		wg.Add(1)
		rt.goroutine(func() {
			defer wg.Done()
			defer f.Close()
			if i == 0 {
				for len(input) > 0 {
					n, err := f.Write(ctx, input)
					if err != nil {
						return
					}
					input = input[n:]
				}
				return
			}
			buf := make([]byte, 32<<10)
			for {
				n, err := f.Read(ctx, buf)
				outs[i] = append(outs[i], buf[:n]...)
				if int64(len(outs[i])) > maxBuf {
					outs[i] = outs[i][:maxBuf]
					kill("ENOBUFS")
					return
				}
				if err != nil || n == 0 {
					return
				}
			}
		})
	}
	done := make(chan struct{})
	if timeout > 0 {
		rt.goroutine(func() {
			t := rt.p.Kernel().Clock().NewTimer(time.Duration(timeout) * time.Millisecond)
			defer t.Stop()
			select {
			case <-t.C():
				kill("ETIMEDOUT")
			case <-done:
			case <-rt.ctx.Done():
			}
		})
	}
	select {
	case <-p.Done():
	case <-rt.ctx.Done():
		rt.p.Kernel().Kill(nil, p.PID(), kernel.SIGKILL)
		<-p.Done()
	}
	st, _ := p.Wait()
	close(done)
	wg.Wait()
	output := make([]any, len(outs))
	for i, b := range outs {
		output[i] = goja.Null()
		if i > 0 && s.ours[i] != nil {
			output[i] = rt.arrayBuffer(b)
		}
	}
	status, sig := vm.ToValue(st.Code), goja.Value(goja.Null())
	if st.Signal != 0 {
		status, sig = goja.Null(), vm.ToValue(st.Signal.String())
	}
	code, errno := goja.Value(goja.Null()), 0
	if failure != "" {
		code = vm.ToValue(failure)
		if errno = -110; failure == "ENOBUFS" {
			errno = -105
		}
	}
	return vm.NewArray(p.PID(), status, sig, vm.NewArray(output...), code, errno)
}

var _ net.Conn = (*fileConn)(nil)
