package script

import (
	"sync"
	"time"
)

// rate bounds calls a minute: at most perMinute in any 60 seconds.
type rate struct {
	perMinute int

	mu   sync.Mutex
	past []time.Time // of the last minute, oldest first
}

// take tells whether one more is allowed now, and counts it. No bound allows all.
func (r *rate) take(now time.Time) bool {
	if r == nil || r.perMinute <= 0 {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	i := 0
	for i < len(r.past) && now.Sub(r.past[i]) >= time.Minute {
		i++
	}
	r.past = r.past[i:]
	if len(r.past) >= r.perMinute {
		return false
	}
	r.past = append(r.past, now)
	return true
}
