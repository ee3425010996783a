package vfs

import (
	"context"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
)

// watchQueue is how many events may wait for a receiver before an Overflow stands for the rest.
const watchQueue = 4096

// hub hands events to watchers. It is empty most of the time, so emitters ask active first.
type hub struct {
	n    atomic.Int32
	mu   sync.Mutex
	list []*watcher
}

type watcher struct {
	path      string
	recursive bool
	ch        chan Event
	lost      bool  // an Overflow is queued and nothing was since
	last      Event // the event queued last
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
	for _, w := range h.list {
		if !w.wants(path) && (old == "" || !w.wants(old)) {
			continue
		}
		ev := Event{Op: op, Path: path, OldPath: old}
		switch {
		case op == Write && ev == w.last && len(w.ch) > 0:
			// The same event still waits: who receives it sees this write too. inotify(7) merges them as well.
		case len(w.ch) < watchQueue:
			w.ch <- ev
			w.last, w.lost = ev, false
		case !w.lost:
			// The channel has one more place than watchQueue, for this.
			w.ch <- Event{Op: Overflow, Path: w.path}
			w.last, w.lost = Event{}, true
		}
	}
}

// overflow tells all watchers that they cannot know what changed.
func (h *hub) overflow() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, w := range h.list {
		if !w.lost && len(w.ch) <= watchQueue {
			w.ch <- Event{Op: Overflow, Path: w.path}
			w.last = Event{}
			w.lost = len(w.ch) > watchQueue
		}
	}
}

func (w *watcher) wants(p string) bool {
	if p == w.path {
		return true
	}
	dir := w.path
	if dir != "/" {
		dir += "/"
	}
	rest, ok := strings.CutPrefix(p, dir)
	return ok && (w.recursive || !strings.Contains(rest, "/"))
}

// Watch reports changes of the file or directory path: of itself and its entries, or of all below it when recursive.
// Events carry absolute paths without links and arrive in the order of the changes. Up to 4096 wait for the receiver;
// after that one Overflow event stands for what was lost. The channel is closed when ctx ends. Errors are those of
// Stat. Changes that others make inside mounted file systems are not seen.
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
	w := &watcher{path: real, recursive: recursive, ch: make(chan Event, watchQueue+1)}
	h := &v.d.watch
	h.mu.Lock()
	h.list = append(h.list, w)
	h.n.Add(1)
	h.mu.Unlock()
	context.AfterFunc(ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		for i, x := range h.list {
			if x == w {
				h.list = append(h.list[:i:i], h.list[i+1:]...)
				h.n.Add(-1)
				close(w.ch)
				break
			}
		}
	})
	return w.ch, nil
}
