package jsrt

import (
	"fmt"
	"io"
	"net/http"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestManySlowRequests: a thousand requests at once, each answered after 200 ms, take 200 ms; what they hold while they wait
// is bounded, and gone when they are answered.
func TestManySlowRequests(t *testing.T) {
	const n, each = 1000, 128 << 10 // bytes a request may hold, both of its ends
	synctest.Test(t, func(t *testing.T) {
		b := newBox(t, nil)
		b.serve(`let open = 0, most = 0;
require('http').createServer((q, r) => {
  if (q.url === '/most') { r.end(String(most)); return; }
  most = Math.max(most, ++open);
  setTimeout(() => { open--; r.end('answer to ' + q.url); }, 200);
}).listen(3000, () => console.log('up'))`)
		c := b.client()
		get := func(path string) (string, error) {
			res, err := c.Get("http://127.0.0.1:3000" + path)
			if err != nil {
				return "", err
			}
			defer res.Body.Close()
			text, err := io.ReadAll(res.Body)
			return string(text), err
		}
		before := liveHeap()
		begin := time.Now()
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				path := fmt.Sprintf("/%d", i)
				if text, err := get(path); err != nil || text != "answer to "+path {
					t.Errorf("%s: %q, %v", path, text, err)
				}
			})
		}
		synctest.Wait() // all of them wait for their answer now
		if grown := liveHeap() - before; grown > n*each {
			t.Errorf("%d waiting requests hold %d KB each", n, grown/n>>10)
		}
		wg.Wait()
		if took := time.Since(begin); took < 200*time.Millisecond || took > time.Second { // of the bubble's clock, which stands while anything runs
			t.Errorf("%d requests took %v", n, took)
		}
		if most, err := get("/most"); err != nil || most != fmt.Sprint(n) {
			t.Errorf("%s requests were there at once, want %d (%v)", strings.TrimSpace(most), n, err)
		}
		c.Transport.(*http.Transport).CloseIdleConnections()
		synctest.Wait()
		if left := liveHeap() - before; left > n*each/4 {
			t.Errorf("%d KB are left of each of %d requests", left/n>>10, n)
		}
	})
}

func liveHeap() int64 {
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
