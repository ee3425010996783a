package script

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Command is a command line that a script asks for.
type Command struct {
	Line    string            `json:"-"`
	Dir     string            `json:"dir,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	Stdin   string            `json:"stdin,omitempty"`
	Timeout int               `json:"timeout,omitempty" doc:"milliseconds"`
}

// CommandResult is how a command ended.
type CommandResult struct {
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
	ExitCode int    `json:"exitCode"`
}

// Exec is the binding exec: a command in a box. The host says how it is run, so that this package needs no shell: with
// package sandpit
//
//	script.Exec{Run: func(ctx context.Context, c script.Command) (script.CommandResult, error) {
//		r, err := box.Run(ctx, c.Line)
//		return script.CommandResult{Stdout: r.Stdout, Stderr: r.Stderr, ExitCode: r.ExitCode}, err
//	}}
type Exec struct {
	Run       func(ctx context.Context, c Command) (CommandResult, error)
	Allow     []string      // first words that a command line may have, when it is a single simple command; empty = any line
	Timeout   time.Duration // of one command, default 30 s
	MaxOutput int           // bytes of stdout and of stderr, default 1 MB; more is cut off
	Minute    int           // commands a minute; 0 = no bound
	Name      string        // default "exec"
	// Restricted is as in Binding.
	Restricted bool
}

// Bindings is the one binding.
func (x Exec) Bindings() []Binding {
	if x.Timeout <= 0 {
		x.Timeout = 30 * time.Second
	}
	if x.MaxOutput <= 0 {
		x.MaxOutput = 1 << 20
	}
	if x.Name == "" {
		x.Name = "exec"
	}
	doc := "Runs a command line in the box."
	if len(x.Allow) > 0 {
		doc = "Runs a simple command in the box. Allowed: " + strings.Join(x.Allow, ", ") + "."
	}
	return []Binding{{
		Name: x.Name, Doc: doc, Permission: "exec", Rate: x.Minute, Restricted: x.Restricted, Func: x.run,
		Args: []*Schema{{Type: "string", Title: "command", MaxLength: 64 << 10}, optional("options", Command{})},
	}}
}

func (x Exec) run(ctx context.Context, line string, o *Command) (CommandResult, error) {
	if x.Run == nil {
		return CommandResult{}, Errorf(Denied, "denied: the host runs no commands")
	}
	if strings.IndexByte(line, 0) >= 0 {
		return CommandResult{}, Errorf(InvalidArgument, "a command line cannot hold a NUL byte")
	}
	if o == nil {
		o = &Command{}
	}
	if len(x.Allow) > 0 {
		f := strings.Fields(line)
		if strings.ContainsAny(line, "|&;<>()$`\\\"'\n*?[#~=%{}!") || len(f) == 0 || !slices.Contains(x.Allow, f[0]) {
			return CommandResult{}, Errorf(Denied, "denied: only simple commands of %s", strings.Join(x.Allow, ", "))
		}
	}
	timeout := x.Timeout
	if o.Timeout > 0 {
		timeout = min(timeout, time.Duration(o.Timeout)*time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	c := *o
	c.Line = line
	res, err := x.Run(ctx, c)
	res.Stdout, res.Stderr = cut(res.Stdout, x.MaxOutput), cut(res.Stderr, x.MaxOutput)
	if err != nil && ctx.Err() != nil {
		return res, Errorf("ETIMEDOUT", "the command took longer than %v", timeout)
	}
	return res, err
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "\n[cut off]\n"
}
