package script

import (
	"context"
	"fmt"
	"sync"
	"testing"
)

// TestParallel: one engine and one compiled program serve many goroutines.
func TestParallel(t *testing.T) {
	e := testEngine(t, Options{Scripts: Sources{"m.ts": "let n = 0; export default async (x) => { n++; return (await host.echo('v')) + x }"}, Mode: Warm, Bindings: []Binding{{Name: "echo", Func: echo}}, Audit: func(Event) {}})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := e.Session()
			defer s.Close()
			for j := range 10 {
				if res, err := e.Eval(context.Background(), "const a = [1, 2].map(x => x * input); (await host.echo('x' + a.join())) + /(\\d)/.exec('7')[1]", i); err != nil || res.Text() != fmt.Sprintf("echo x%d,%d7", i, 2*i) {
					t.Errorf("%s %v", res.JSON, err)
				}
				if res, err := e.Call(context.Background(), "m.ts", "", j); err != nil || res.Text() != fmt.Sprint("echo v", j) {
					t.Errorf("%s %v", res.JSON, err)
				}
				if res, err := s.Eval(context.Background(), "var k = (typeof k === 'number' ? k : 0) + 1; k", nil); err != nil || res.Text() != fmt.Sprint(j+1) {
					t.Errorf("%s %v", res.JSON, err)
				}
			}
		}()
	}
	wg.Wait()
}
