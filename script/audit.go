package script

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/sandpit-dev/sandpit/internal/redact"
)

// EventKind says what an audit event is about.
type EventKind string

// The kinds of events. Every start has an end; a limit comes before the end of its call.
const (
	EventStart    EventKind = "start"    // a call of a script begins
	EventEnd      EventKind = "end"      // it has ended; Verdict is "ok" or the error's code
	EventCall     EventKind = "call"     // a call of a binding has ended, or was refused
	EventLimit    EventKind = "limit"    // a budget ended the script
	EventApproval EventKind = "approval" // the approval function has answered
	EventMissed   EventKind = "missed"   // a trigger could not run in time
)

// Event is one audit record. Its texts are fit for a log: what a script chose is escaped, bounded, and masked where its name says
// that it is a secret; one event is one record whatever the script does.
type Event struct {
	Seq        uint64 // from 1, in order, without gaps
	Time       time.Time
	Kind       EventKind
	Engine     string
	Script     string // the call's id
	File       string
	Authorized bool
	Binding    string
	Permission string
	Args       string // what Options.Redact made of the arguments, else "sha256:" and the first 16 digits of a digest; empty = none
	ArgsSize   int64  // bytes
	ResultSize int64  // bytes
	Duration   time.Duration
	Verdict    string // "ok", or a Code
	Message    string
}

func (e *Engine) auditing() bool { return e.opts.Audit != nil || e.opts.Log != nil }

func (e *Engine) emit(ev Event) {
	if !e.auditing() {
		return
	}
	ev.File = redact.Text(ev.File)
	ev.Message = redact.Text(ev.Message)
	ev.Script = redact.Text(ev.Script)
	ev.Binding = redact.Text(ev.Binding)
	ev.Engine = e.name
	e.auditMu.Lock()
	defer e.auditMu.Unlock()
	e.seq++
	ev.Seq = e.seq
	ev.Time = e.now()
	if e.opts.Audit != nil {
		e.opts.Audit(ev)
	}
	if e.opts.Log != nil {
		e.log(ev)
	}
}

func (e *Engine) log(ev Event) {
	level := slog.LevelInfo
	if ev.Kind == EventLimit || ev.Kind == EventMissed || ev.Kind == EventCall && ev.Verdict != "ok" {
		level = slog.LevelWarn
	}
	attrs := []slog.Attr{
		slog.Uint64("seq", ev.Seq), slog.String("engine", ev.Engine), slog.String("script", ev.Script), slog.String("file", ev.File),
	}
	if ev.Binding != "" {
		attrs = append(attrs, slog.String("binding", ev.Binding), slog.String("permission", ev.Permission), slog.Bool("authorized", ev.Authorized))
	}
	if ev.Args != "" {
		attrs = append(attrs, slog.String("args", ev.Args), slog.Int64("args_size", ev.ArgsSize))
	}
	if ev.Kind == EventCall || ev.Kind == EventEnd {
		attrs = append(attrs, slog.Int64("result_size", ev.ResultSize), slog.Duration("duration", ev.Duration))
	}
	if ev.Verdict != "" {
		attrs = append(attrs, slog.String("verdict", ev.Verdict))
	}
	if ev.Message != "" {
		attrs = append(attrs, slog.String("message", ev.Message))
	}
	e.opts.Log.LogAttrs(context.Background(), level, "script "+string(ev.Kind), attrs...)
}

// argsText is what an event shows of arguments.
func (e *Engine) argsText(b *bound, args []any) string {
	if b.Secret || len(args) == 0 {
		return ""
	}
	if e.opts.Redact != nil {
		out, err := json.Marshal(e.opts.Redact(b.Name, args))
		if err != nil {
			return "[unprintable]"
		}
		return redact.Text(string(out))
	}
	list := make([]any, len(args))
	for i, a := range args {
		if _, undef := a.(Undefined); !undef {
			list[i] = a
		}
	}
	out, err := json.Marshal(list)
	if err != nil {
		return "[unprintable]"
	}
	sum := sha256.Sum256(out)
	return "sha256:" + hex.EncodeToString(sum[:8])
}
