package egress

import (
	"context"
	"log/slog"
	"time"

	"github.com/sandpit-dev/sandpit/internal/redact"
)

// Event tells of one request or connection that wanted to leave the box. Text in it is fit for a log: control
// characters are escaped, secrets masked.
type Event struct {
	Time    time.Time
	Allowed bool
	Reason  string // why not: "no rule", "rate", "private address", ...
	Rule    int    // index in Config.Rules of the rule that allowed it; -1 = none
	Scheme  string // http, https, tcp; "" when the connection was refused before it showed
	Method  string
	Host    string // folded: lower case, IDNA, addresses in their usual form
	Port    int
	Path    string // and query
	Addr    string // the address that was checked, when it was its fault
}

// audit records an event.
func (g *Gateway) audit(e Event) {
	if g.config.Audit == nil && g.config.Log == nil {
		return
	}
	g.serial.Lock()
	defer g.serial.Unlock()
	e.Time = g.place.Clock.Now()
	e.Host, e.Path, e.Method = redact.Printable(clip(e.Host)), redact.Text(e.Path), redact.Printable(clip(e.Method))
	if g.config.Log != nil {
		level, msg := slog.LevelInfo, "request allowed"
		if !e.Allowed {
			level, msg = slog.LevelWarn, "request denied"
		}
		g.config.Log.Log(context.Background(), level, msg, "scheme", e.Scheme, "method", e.Method, "host", e.Host, "port", e.Port,
			"path", e.Path, "rule", e.Rule, "reason", e.Reason, "addr", e.Addr)
	}
	if g.config.Audit != nil {
		g.config.Audit(e)
	}
}

func clip(s string) string { return s[:min(len(s), 256)] }
