package script

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"github.com/robfig/cron/v3"
	"github.com/sandpit-dev/sandpit/vfs"
)

// Trigger calls an exported function of a module of Options.Scripts when something happens, one call at a time. Authorisation is
// that of the module's file.
type Trigger struct {
	e      *Engine
	run    TriggerOptions
	cancel context.CancelFunc
	done   chan struct{}
	missed atomic.Int64
	runs   atomic.Int64
}

// TriggerOptions say what a trigger calls.
type TriggerOptions struct {
	Module  string
	Export  string // default "default"
	Mode    *Mode  // nil = Options.Mode
	Timeout time.Duration
	// OnResult gets every result, on the trigger's goroutine; nil = they are dropped (the audit has them).
	OnResult func(*Result, error)
	// Debounce is how long a file trigger waits for more changes after the first; default 50 ms.
	Debounce time.Duration
	// Location is the time zone of a cron trigger; nil = UTC.
	Location *time.Location
}

// Stop ends the trigger and the call under way, and waits for both.
func (t *Trigger) Stop() {
	t.stop()
	<-t.done
	t.e.mu.Lock()
	delete(t.e.triggers, t)
	t.e.mu.Unlock()
}

func (t *Trigger) stop() { t.cancel() }

// Missed is how many runs were due while one was under way. They are not made up for; each is an audit event.
func (t *Trigger) Missed() int64 { return t.missed.Load() }

// Runs is how many runs have ended.
func (t *Trigger) Runs() int64 { return t.runs.Load() }

// start registers a trigger and runs loop on a goroutine of its own.
func (e *Engine) trigger(o TriggerOptions, loop func(ctx context.Context, t *Trigger)) (*Trigger, error) {
	if e.err != nil {
		return nil, e.err
	}
	ctx, cancel := context.WithCancel(context.Background())
	t := &Trigger{e: e, run: o, cancel: cancel, done: make(chan struct{})}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		cancel()
		return nil, &Error{Code: Closed, Message: "the engine is closed"}
	}
	if e.triggers == nil {
		e.triggers = map[*Trigger]struct{}{}
	}
	e.triggers[t] = struct{}{}
	e.wg.Add(1)
	go func() {
		defer e.wg.Done()
		defer close(t.done)
		defer cancel()
		loop(ctx, t)
	}()
	return t, nil
}

// fire makes one call.
func (t *Trigger) fire(ctx context.Context, arg any) {
	res, err := t.e.With(CallOptions{Timeout: t.run.Timeout, Mode: t.run.Mode}).Call(ctx, t.run.Module, t.run.Export, arg)
	t.runs.Add(1)
	if t.run.OnResult != nil {
		t.run.OnResult(res, err)
	}
}

// Every calls the function each d, with {scheduled: Date}. The first call is d from now.
func (e *Engine) Every(d time.Duration, o TriggerOptions) (*Trigger, error) {
	if d < time.Millisecond {
		return nil, &Error{Code: BadOptions, Message: "an interval must be at least a millisecond"}
	}
	start := e.now()
	return e.trigger(o, func(ctx context.Context, t *Trigger) {
		t.schedule(ctx, func(after time.Time) time.Time {
			n := after.Sub(start)/d + 1
			return start.Add(n * d)
		})
	})
}

// Cron calls the function at the times of a cron line: five fields, or six with seconds first, or @hourly and the like, or
// "@every 5m". The argument is {scheduled: Date}.
func (e *Engine) Cron(spec string, o TriggerOptions) (*Trigger, error) {
	if strings.HasPrefix(spec, "TZ=") || strings.HasPrefix(spec, "CRON_TZ=") {
		return nil, &Error{Code: BadOptions, Message: "the time zone of a cron trigger is TriggerOptions.Location"}
	}
	p := cron.NewParser(cron.SecondOptional | cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor)
	s, err := p.Parse(spec)
	if err != nil {
		return nil, &Error{Code: BadOptions, Message: "cron: " + err.Error(), cause: err}
	}
	loc := o.Location
	if loc == nil {
		loc = time.UTC
	}
	return e.trigger(o, func(ctx context.Context, t *Trigger) {
		t.schedule(ctx, func(after time.Time) time.Time { return s.Next(after.In(loc)) })
	})
}

// schedule calls at the times that next gives.
func (t *Trigger) schedule(ctx context.Context, next func(time.Time) time.Time) {
	at := next(t.e.now())
	for !at.IsZero() {
		timer := t.e.clock.NewTimer(max(at.Sub(t.e.now()), 0))
		select {
		case <-timer.C():
		case <-ctx.Done():
			timer.Stop()
			return
		}
		t.fire(ctx, map[string]any{"scheduled": at})
		// What was due meanwhile is missed.
		now := t.e.now()
		for at = next(at); !at.IsZero() && at.Before(now); at = next(at) {
			n := t.missed.Add(1)
			if n <= 1000 || n%1000 == 0 {
				t.e.emit(Event{Kind: EventMissed, File: modulePath(t.run.Module), Message: "a run at " + at.UTC().Format(time.RFC3339) + " was due while another one was under way"})
			}
		}
	}
}

// OnChange calls the function when something below a path of a box's disk has changed, with {events: [{op, path, oldPath}]}.
// Changes while a call is under way wait for the next one; of too many an event with op "overflow" stands for the rest.
func (e *Engine) OnChange(disk *vfs.FS, name string, recursive bool, o TriggerOptions) (*Trigger, error) {
	ctx, cancel := context.WithCancel(context.Background())
	events, err := disk.Watch(ctx, name, recursive)
	if err != nil {
		cancel()
		return nil, &Error{Code: BadOptions, Message: "cannot watch: " + fileError(err, name).Error(), cause: err}
	}
	debounce := o.Debounce
	if debounce <= 0 {
		debounce = 50 * time.Millisecond
	}
	t, err := e.trigger(o, func(run context.Context, t *Trigger) {
		defer func() {
			cancel()
			for range events {
			}
		}()
		for {
			batch, ok := t.collect(run, events, debounce)
			if !ok {
				return
			}
			t.fire(run, map[string]any{"events": batch})
		}
	})
	if err != nil {
		cancel()
		for range events {
		}
	}
	return t, err
}

const maxBatch = 1000

// collect waits for a change and then a moment for more of them.
func (t *Trigger) collect(ctx context.Context, events <-chan vfs.Event, debounce time.Duration) ([]any, bool) {
	var batch []any
	add := func(ev vfs.Event) {
		if len(batch) >= maxBatch {
			return
		}
		m := map[string]any{"op": strings.ToLower(ev.Op.String()), "path": ev.Path}
		if ev.OldPath != "" {
			m["oldPath"] = ev.OldPath
		}
		batch = append(batch, m)
	}
	select {
	case ev, ok := <-events:
		if !ok {
			return nil, false
		}
		add(ev)
	case <-ctx.Done():
		return nil, false
	}
	timer := t.e.clock.NewTimer(debounce)
	defer timer.Stop()
	for {
		select {
		case ev, ok := <-events:
			if !ok {
				return batch, true
			}
			add(ev)
		case <-timer.C():
			return batch, true
		case <-ctx.Done():
			return nil, false
		}
	}
}
