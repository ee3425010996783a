// Agent gives an agent a place to run code in: one object with the host's tools, a session that keeps what it declares,
// lambdas that call each other, a timer and an HTTP route
// on a port of a box. A tool that sends is for authorised files, or asks a human.
//
//	go run ./examples/agent
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/script"
	"github.com/sandpit-dev/sandpit/script/profiles"
)

var lambdas = script.Sources{
	"lib/price.ts": `export const withTax = (net: number) => Math.round(net * 119) / 100;`,
	"bill.ts":      `import { withTax } from "./lib/price"; export async function bill(user: string) { const o = await tools.db_query(user); return { user, total: o.reduce((s, x) => s + withTax(x.net), 0) } }`,
	"send.ts":      `export async function send(user: string) { const b = await call("bill.ts", "bill", [user]); return tools.mail_send(user, "You owe " + b.total) }`,
	"ping.ts":      `export const ping = () => call("pong.ts", "pong");`,
	"pong.ts":      `export const pong = () => call("ping.ts", "ping");`,
	"tick.ts":      `let n = 0; export default ({ scheduled }: { scheduled: Date }) => ++n + " " + (scheduled instanceof Date);`,
	"routes/hi.ts": `export default (req: any) => ({ status: 201, json: { hello: req.query.name, method: req.method } });`,
}

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(1)
	}
}

type order struct {
	Item string  `json:"item"`
	Net  float64 `json:"net"`
}

func run(ctx context.Context, out io.Writer) error {
	box, err := sandpit.Create(ctx, sandpit.Options{Files: map[string]string{"notes.txt": "one\ntwo\n"}})
	if err != nil {
		return err
	}
	defer box.Close()
	shell := script.Exec{Name: "sys_exec", Run: func(ctx context.Context, c script.Command) (script.CommandResult, error) {
		r, err := box.Run(ctx, c.Line)
		if r == nil {
			return script.CommandResult{}, err
		}
		return script.CommandResult{Stdout: r.Stdout, Stderr: r.Stderr, ExitCode: r.ExitCode}, err
	}}
	files := script.Files{FS: box.FS(), Root: "/home/user", Names: map[string]string{"readFile": "fs_read", "write": "fs_write"}}
	engine := script.New(profiles.Agent(profiles.AgentOptions{
		Scripts: lambdas, Warm: true,
		Tools: append(append(shell.Bindings(), files.Bindings()...), []script.Binding{
			{Name: "db_query", Doc: "The orders of a user.", Permission: "db:read", Func: func(user string) ([]order, error) {
				return []order{{"book", 10}, {"pen", 2.5}}, nil
			}},
			{Name: "mail_send", Doc: "Sends a mail.", Permission: "mail:send", Restricted: true, Func: func(to, text string) string { return to + " <- " + text }},
		}...),
		Authorized: func(file string) bool { return file == "send.ts" },
		Approve: func(ctx context.Context, r script.ApprovalRequest) (script.Decision, error) {
			fmt.Fprintf(out, "asked: %s %v\n", r.Binding, r.Args)
			return script.Deny, nil
		},
	}))
	defer engine.Close()

	session := engine.Session()
	for _, code := range []string{
		"const users = ['ada', 'bob'];",
		"users.push(missing)",
		"users.push('cy'); console.warn('three now'); users.length",
		"const { db_query } = tools; (await db_query(users[0])).map((o) => o.item)",
		"await tools.fs_write('notes.txt', await tools.fs_read('notes.txt') + 'three\\n'); (await tools.sys_exec('wc -l < notes.txt; exit 3'))",
		"await tools.mail_send('ada', 'hi')",
		"await tools.nosuch()",
	} {
		res, err := session.Eval(ctx, code, nil)
		for _, line := range res.Console {
			fmt.Fprintln(out, " ", line)
		}
		if err != nil {
			fmt.Fprintf(out, "%s: %.90s\n", script.CodeOf(err), err.(*script.Error).Message)
			continue
		}
		fmt.Fprintf(out, "%s\n", res.JSON)
	}

	res, err := engine.Call(ctx, "send.ts", "send", "ada")
	if err != nil {
		return err
	}
	fmt.Fprintln(out, res.Text())
	_, err = engine.Call(ctx, "ping.ts", "ping")
	fmt.Fprintln(out, err)

	ticks := make(chan string, 10)
	timer, err := engine.Every(20*time.Millisecond, script.TriggerOptions{Module: "tick.ts", OnResult: func(r *script.Result, err error) { ticks <- r.Text() }})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, <-ticks, <-ticks)
	timer.Stop()

	if err := box.Serve(8080, engine.Handler(script.RouteOptions{Module: "routes/hi.ts"})); err != nil {
		return err
	}
	r, err := box.Run(ctx, "curl -s -o - -w ' %{http_code}' 'http://localhost:8080/hi?name=ada'")
	if err != nil {
		return err
	}
	fmt.Fprintln(out, r.Stdout)
	fmt.Fprint(out, engine.Declarations()[:120], "...\n")
	return nil
}
