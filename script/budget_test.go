package script

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

// TestBudgets has one script for each budget; try, catch and finally are round each of them.
func TestBudgets(t *testing.T) {
	slow := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	e := testEngine(t, Options{
		Limits: Limits{Timeout: 150 * time.Millisecond, Grace: 50 * time.Millisecond, HostCalls: 5, IOBytes: 10000, Output: 1000, CodeSize: 3000, Console: 500, Timers: 100},
		Bindings: []Binding{{Name: "echo", Func: func(s string) string { return s }}, {Name: "slow", Func: slow}, {Name: "rated", Rate: 2, Func: func() {}},
			{Name: "big", Func: func() string { return strings.Repeat("x", 9000) }}},
	})
	for _, c := range []struct {
		src  string
		want Code
	}{
		{"try { while (true) {} } catch { return 1 } finally { while (true) {} }", Timeout},
		{"try { await host.slow() } catch { return 1 } finally { return 2 }", Timeout},
		{"try { for (;;) await host.echo('x') } catch { return 1 } finally { return 2 }", HostCalls},
		{"try { await Promise.all(Array.from({length: 20}, () => host.echo('x'))) } catch { return 1 }", HostCalls},
		{"try { await host.echo('x'.repeat(20000)) } catch { return 1 } finally { return 2 }", IOBytes},
		{"try { await host.big(); await host.big() } catch { return 1 }", IOBytes},
		{"'x'.repeat(2000)", Output},
		{"Array(600).fill(1)", Output},
		{"'" + strings.Repeat("x", 4000) + "'", CodeSize},
		{"function f() { try { f() } catch { f() } finally { f() } } f()", Stack},
		{"await host.rated(); await host.rated(); await host.rated()", HostCalls},
		{"for (let i = 0; i < 200; i++) setTimeout(() => {}, 1e6)", Threw},
		{"setTimeout(() => { throw new Error('late') }, 1); await new Promise(r => setTimeout(r, 100))", Threw},
		{"(() => 1)(); ({ get x() { throw new Error('in a getter') } })", Threw},
		{"const o = {}; o.o = o; o", BadResult},
		{"[Promise.resolve(1)]", BadResult},
	} {
		res, err := e.Eval(context.Background(), c.src, nil)
		if CodeOf(err) != c.want {
			t.Errorf("%.80s: got %v (%s), want %s", c.src, err, res.JSON, c.want)
		}
		if c.want != Threw && res.JSON != nil {
			t.Errorf("%.80s: has a value: %s", c.src, res.JSON)
		}
	}
	// A rate is an error that can be caught: the call is not made.
	e = testEngine(t, Options{Bindings: []Binding{{Name: "rated", Rate: 1, Func: func() {}}}})
	res, err := e.Eval(context.Background(), "await host.rated(); try { await host.rated() } catch (e) { return e.code }", nil)
	if err != nil || res.Text() != "HOST_CALLS" {
		t.Errorf("rate: %s %v", res.JSON, err)
	}
}

func TestCancel(t *testing.T) {
	e := testEngine(t, Options{})
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	time.AfterFunc(50*time.Millisecond, func() { cancel(cause) })
	start := time.Now()
	_, err := e.Eval(ctx, "try { while (true) {} } finally { while (true) {} }", nil)
	if CodeOf(err) != Cancelled || !errors.Is(err, cause) || time.Since(start) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
	if _, err := e.Eval(ctx, "1", nil); CodeOf(err) != Cancelled {
		t.Errorf("cancelled before: %v", err)
	}
}

// TestDeadlineExact: a busy script ends within 20 ms of its deadline.
func TestDeadlineExact(t *testing.T) {
	e := testEngine(t, Options{})
	best := time.Hour
	for range 5 {
		start := time.Now()
		_, err := e.With(CallOptions{Timeout: 100 * time.Millisecond}).Eval(context.Background(), "while (true) {}", nil)
		if CodeOf(err) != Timeout {
			t.Fatal(err)
		}
		best = min(best, time.Since(start)-100*time.Millisecond)
	}
	if best > 20*time.Millisecond {
		t.Errorf("ended %v after the deadline at best", best)
	}
	_, err := e.With(CallOptions{Timeout: time.Hour}).Eval(context.Background(), "1", nil)
	if err != nil {
		t.Error(err)
	}
}

// TestGrace: calls of bindings under way get two seconds, no more.
func TestGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wrote := false
		e := New(Options{Bindings: []Binding{
			{Name: "write", Func: func(ctx context.Context) error {
				time.Sleep(time.Second)
				wrote = ctx.Err() == nil
				return nil
			}},
			{Name: "hang", Func: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
		}})
		start := time.Now()
		_, err := e.With(CallOptions{Timeout: time.Second}).Eval(context.Background(), "const p = host.write(); await new Promise(r => setTimeout(r, 500)); await host.hang()", nil)
		if CodeOf(err) != Timeout || !wrote {
			t.Errorf("%v, wrote %v", err, wrote)
		}
		if d := time.Since(start); d != 3*time.Second {
			t.Errorf("ended after %v", d)
		}
		// What nobody waits for is given the same.
		start, wrote = time.Now(), false
		res, err := e.Eval(context.Background(), "host.write(); 'done'", nil)
		if err != nil || res.Text() != "done" || !wrote || time.Since(start) != time.Second {
			t.Errorf("%s %v after %v, wrote %v", res.JSON, err, time.Since(start), wrote)
		}
		e.Close()
	})
}

func TestSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := New(Options{Limits: Limits{Timeout: 2 * time.Hour, MaxTimeout: -1}, Bindings: []Binding{{Name: "rated", Rate: 1, Func: func() {}}}})
		start := time.Now()
		res, err := e.Eval(context.Background(), "const t = Date.now(); await new Promise(r => setTimeout(r, 3600e3)); Date.now() - t", nil)
		if err != nil || res.Text() != "3600000" || time.Since(start) != time.Hour {
			t.Errorf("%s %v %v", res.JSON, err, time.Since(start))
		}
		res, err = e.Eval(context.Background(), "await host.rated(); let n = 0; for (;;) { try { await host.rated(); return n } catch { n++; await new Promise(r => setTimeout(r, 10000)) } }", nil)
		if err != nil || res.Text() != "6" {
			t.Errorf("rate: %s %v", res.JSON, err)
		}
		e.Close()
	})
}

func TestNoGoroutineLeft(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	e := New(Options{Limits: Limits{Grace: -1}, Scripts: Sources{"m.ts": "export default () => 1", "slow.ts": "export default () => new Promise(r => setTimeout(r, 1e6))"}, Mode: Warm,
		Bindings: []Binding{{Name: "hang", Func: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}}})
	if _, err := e.Call(context.Background(), "m.ts", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Every(time.Hour, TriggerOptions{Module: "m.ts"}); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 2)
	go func() { _, err := e.Eval(context.Background(), "await host.hang()", nil); done <- err }()
	go func() { _, err := e.Call(context.Background(), "slow.ts", ""); done <- err }()
	time.Sleep(50 * time.Millisecond)
	start := time.Now()
	e.Close()
	for range 2 {
		if err := <-done; CodeOf(err) != Closed {
			t.Error(err)
		}
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("Close took %v", d)
	}
	if _, err := e.Eval(context.Background(), "1", nil); CodeOf(err) != Closed {
		t.Error(err)
	}
}
