package vfs

import (
	"context"
	"io/fs"
	"sync"
	"sync/atomic"
	"syscall"
)

const (
	// watchQueue is how many events may wait for one receiver before an Overflow stands for the rest; watchPending is
	// the same for all receivers of a disk together.
	watchQueue   = 4096
	watchPending = 1 << 16
	// watchMax is how many watches a disk may have at a time (ENOSPC, as inotify(7) answers).
	watchMax = 4096
)

// hub hands events to watchers. It is empty most of the time, so emitters ask active first.
type hub struct {
	n       atomic.Int32
	mu      sync.Mutex
	at      map[string][]*watcher // by path
	pending int
	seq     uint64 // of the event
}

type watcher struct {
	path      string
	recursive bool
	queue     []Event // under the hub's lock
	lost      bool    // the last of queue is an Overflow
	seq       uint64  // of the last event that was looked at
	wake      chan struct{}
}

func (h *hub) active() bool { return h.n.Load() > 0 }

// emit queues an event for all whom it concerns and never blocks. Callers hold the lock under which the change was
// made, so events come in the order of the changes.
func (h *hub) emit(op Op, path, old string) {
	if !h.active() {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seq++
	ev := Event{Op: op, Path: path, OldPath: old}
	h.tell(ev, path)
	if old != "" {
		h.tell(ev, old)
	}
}

// tell queues ev for those who watch p itself, its directory, or recursively one above that.
func (h *hub) tell(ev Event, p string) {
	for up := 0; ; up++ {
		for _, w := range h.at[p] {
			if (up < 2 || w.recursive) && w.seq != h.seq {
				w.seq = h.seq
				h.queue(w, ev)
			}
		}
		if p == "/" {
			return
		}
		i := len(p) - 1
		for i > 0 && p[i] != '/' {
			i--
		}
		p = p[:max(i, 1)]
	}
}

func (h *hub) queue(w *watcher, ev Event) {
	n := len(w.queue)
	switch {
	case ev.Op == Write && n > 0 && w.queue[n-1] == ev:
		// The same event still waits: who receives it sees this write too. inotify(7) merges them as well.
		return
	case ev.Op != Overflow && n < watchQueue && h.pending < watchPending:
		w.lost = false
	case w.lost && n > 0:
		return
	default:
		ev = Event{Op: Overflow, Path: w.path}
		w.lost = true
	}
	w.queue = append(w.queue, ev)
	h.pending++
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// overflow tells all watchers that they cannot know what changed.
func (h *hub) overflow() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, ws := range h.at {
		for _, w := range ws {
			h.queue(w, Event{Op: Overflow})
		}
	}
}

func (h *hub) add(w *watcher) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.n.Load() >= watchMax {
		return false
	}
	if h.at == nil {
		h.at = map[string][]*watcher{}
	}
	h.at[w.path] = append(h.at[w.path], w)
	h.n.Add(1)
	return true
}

func (h *hub) drop(w *watcher) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pending -= len(w.queue)
	ws := h.at[w.path]
	for i, x := range ws {
		if x == w {
			ws[i] = ws[len(ws)-1]
			ws[len(ws)-1] = nil
			ws = ws[:len(ws)-1]
			break
		}
	}
	if h.at[w.path] = ws; len(ws) == 0 {
		delete(h.at, w.path)
	}
	h.n.Add(-1)
}

// take returns what waits, oldest first.
func (h *hub) take(w *watcher) []Event {
	h.mu.Lock()
	defer h.mu.Unlock()
	q := w.queue
	w.queue = nil
	h.pending -= len(q)
	return q
}

// Watch reports changes of the file or directory path: of itself and its entries, or of all below it when recursive.
// Events carry absolute paths without links and arrive in the order of the changes. Some thousands wait for a slow
// receiver; after that one Overflow event stands for what was lost. The channel is closed when ctx ends. Errors are those
// of Stat, and ENOSPC when the disk has 4096 watches already. Changes that others make inside mounted file systems are not
// seen.
func (v *FS) Watch(ctx context.Context, path string, recursive bool) (<-chan Event, error) {
	real, err := v.Realpath(path)
	if err == nil && v.rootPath != "" {
		if real == "/" {
			real = ""
		}
		real = v.rootPath + real
	}
	if err != nil {
		return nil, &fs.PathError{Op: "watch", Path: path, Err: underlying(err)}
	}
	w := &watcher{path: real, recursive: recursive, wake: make(chan struct{}, 1)}
	h := &v.d.watch
	if !h.add(w) {
		return nil, &fs.PathError{Op: "watch", Path: path, Err: syscall.ENOSPC}
	}
	out := make(chan Event)
	go func() {
		defer close(out)
		defer h.drop(w)
		for {
			select {
			case <-w.wake:
			case <-ctx.Done():
				return
			}
			for _, ev := range h.take(w) {
				select {
				case out <- ev:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return out, nil
}
