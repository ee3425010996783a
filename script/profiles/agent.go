package profiles

import (
	"context"
	"io/fs"
	"time"

	"github.com/sandpit-dev/sandpit/script"
)

// AgentOptions are what the host gives an agent's code.
type AgentOptions struct {
	Object  string           // the object that tools are called on, default "tools"
	Tools   []script.Binding // Restricted ones are for authorised code
	Scripts fs.FS            // lambdas, triggers, timers, routes
	// Authorized is the flag of a file; Approve asks a human when code without it calls a restricted tool.
	Authorized func(file string) bool
	Approve    func(ctx context.Context, r script.ApprovalRequest) (script.Decision, error)
	// Packages are the tiers of npm packages: a standard library first, then what the runtime adds, then the agent's own.
	Packages []fs.FS
	Warm     bool // lambdas keep their worker
	Audit    func(script.Event)
}

// AgentBuiltins are the Node modules that an agent's code may import.
var AgentBuiltins = []string{
	"assert", "buffer", "crypto", "events", "path", "punycode", "querystring", "stream", "string_decoder", "url", "util", "zlib",
}

// Agent is the profile of an agent's code environment: one object for all tools, sessions, lambdas and what triggers them.
func Agent(o AgentOptions) script.Options {
	if o.Object == "" {
		o.Object = "tools"
	}
	mode := script.Fresh
	if o.Warm {
		mode = script.Warm
	}
	return script.Options{
		Name: "agent", Object: o.Object, Bindings: o.Tools, Scripts: o.Scripts, Authorized: o.Authorized, Approve: o.Approve, Mode: mode, Audit: o.Audit,
		Modules: script.Modules{Builtins: AgentBuiltins, Packages: o.Packages},
		Limits:  script.Limits{Timeout: 30 * time.Second, MaxTimeout: 300 * time.Second, Grace: 2 * time.Second, Memory: 256 << 20},
		Rules:   script.Rules{DynamicImport: true},
	}
}
