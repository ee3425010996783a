package script

import (
	"context"
	"io/fs"
	"time"

	"github.com/dop251/goja"
)

// warmPool holds the realms that a module was loaded into. State of a module is per worker: a call gets any of them.
type warmPool struct {
	idle    []*worker
	workers int
	free    chan struct{} // told when a worker comes back or ends
	version version
}

// worker is a realm with a loaded module.
type worker struct {
	r       *realm
	exports *goja.Object
	version version
}

// version tells whether a module's file is still the same.
type version struct {
	mod  time.Time
	size int64
}

func (e *Engine) versionOf(file string) version {
	if e.opts.Scripts == nil {
		return version{}
	}
	fi, err := fs.Stat(e.opts.Scripts, file)
	if err != nil {
		return version{}
	}
	return version{fi.ModTime(), fi.Size()}
}

// pool is the pool of a file.
func (e *Engine) pool(file string) *warmPool {
	if e.warm == nil {
		e.warm = map[string]*warmPool{}
	}
	p := e.warm[file]
	if p == nil {
		p = &warmPool{free: make(chan struct{}, 1)}
		e.warm[file] = p
	}
	return p
}

func (p *warmPool) drop() {
	for _, w := range p.idle {
		w.r.close()
	}
	p.idle = nil
}

func (e *Engine) maxWorkers() int {
	if e.opts.Workers > 0 {
		return e.opts.Workers
	}
	return 4
}

// borrow gives a worker that has the file loaded, or nil where the caller shall load one. It waits while all are busy.
func (e *Engine) borrow(x *run, file string) (*worker, error) {
	v := e.versionOf(file)
	for {
		e.mu.Lock()
		p := e.pool(file)
		if p.version != v { // the file has changed
			p.workers -= len(p.idle)
			p.drop()
			p.version = v
		}
		if n := len(p.idle); n > 0 {
			w := p.idle[n-1]
			p.idle = p.idle[:n-1]
			e.mu.Unlock()
			return w, nil
		}
		if p.workers < e.maxWorkers() {
			p.workers++
			e.mu.Unlock()
			return nil, nil
		}
		e.mu.Unlock()
		select {
		case <-p.free:
		case <-x.done:
			return nil, x.reason()
		}
	}
}

// giveBack takes a worker back, nil for one that is gone.
func (e *Engine) giveBack(file string, w *worker) {
	e.mu.Lock()
	p := e.pool(file)
	keep := w != nil && !e.closed && w.version == p.version
	if keep {
		p.idle = append(p.idle, w)
	} else {
		p.workers--
	}
	e.mu.Unlock()
	if w != nil && !keep {
		w.r.close()
	}
	select {
	case p.free <- struct{}{}:
	default:
	}
}

// callWarm runs work in a realm that has the file loaded already, or loads it.
func (e *Engine) callWarm(ctx context.Context, o CallOptions, chain []string, file string, work func(*goja.Object, *realm) (goja.Value, error)) (*Result, error) {
	var w *worker
	get := func(x *run) (*realm, error) {
		var err error
		if w, err = e.borrow(x, file); err != nil {
			return nil, err
		}
		if w != nil {
			return w.r, nil
		}
		return e.newRealm(x), nil
	}
	do := func(r *realm) (goja.Value, error) {
		if w == nil {
			v := e.versionOf(file)
			text, err := e.moduleText(file)
			if err != nil {
				return nil, err
			}
			exports, err := r.loadModule(file, text)
			if err != nil {
				return nil, err
			}
			w = &worker{r: r, exports: exports, version: v}
		}
		return work(w.exports, r)
	}
	put := func(r *realm, err error) {
		// A realm that a limit has interrupted is not used again: half of what it was at may be missing.
		if w == nil || r.broken || r.run.stopped() || CodeOf(err) == Stack || CodeOf(err) == Internal {
			r.close()
			e.giveBack(file, nil)
			return
		}
		e.giveBack(file, w)
	}
	return e.do(ctx, o, chain, get, do, put)
}
