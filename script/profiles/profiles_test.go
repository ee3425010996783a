package profiles

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/sandpit-dev/sandpit/script"
	"github.com/spf13/afero"
)

type answering struct{}

func (answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(r.URL.Host)), Request: r}, nil
}

func TestVault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fs := afero.NewMemMapFs()
		afero.WriteFile(fs, "/v/n.md", []byte("note"), 0o644)
		e := script.New(Vault(VaultOptions{FS: fs, Root: "/v", Protected: []string{"plug"}, Transport: answering{}}))
		defer e.Close()
		for _, c := range []struct{ src, want string }{
			{"async function execute(ctx, input) { return (await ctx.vault.read('n.md')) + input }", `"notein"`},
			{"export async function execute(ctx) { const b = await ctx.vault.readBinary('n.md'); return b instanceof ArrayBuffer && b.byteLength }", "4"},
			{"const execute = (ctx) => ctx.vault.list('/')", `["n.md"]`},
			{"function execute(ctx) { return ctx.vault.write('plug/x', 'y') }", `Script execution error: "plug/x" is protected: nothing is written there`},
			{"function execute(ctx) { throw new Error('mine') }", "Script execution error: mine"},
			{"function execute(ctx) { return ctx.requestUrl('http://esm.sh/') }", "Script execution error: denied: http://esm.sh (https only)"},
			{"async function execute(ctx) { return (await ctx.requestUrl('https://esm.sh/x')).text }", `"esm.sh"`},
			{"function execute() { return [typeof Buffer, typeof require, typeof process, typeof WebAssembly, typeof localStorage, typeof fetch, typeof TextEncoder, typeof setTimeout, typeof DataView] }", `["undefined","undefined","undefined","undefined","undefined","undefined","function","function","function"]`},
			{"async function execute(ctx) { for (let i = 0; i < 12; i++) await ctx.vault.write('w' + i, 'x') }", "Script execution error: at most 10 writes a minute"},
			{"async function execute(ctx) { for (let i = 0; i < 6; i++) await ctx.requestUrl('https://esm.sh/') }", "Script execution error: requestUrl may be called 5 times a minute"},
			{"function execute(ctx) { return ctx.vault.write('big', 'x'.repeat(10 * 1024 * 1024 + 1)) }", "Script execution error: EFBIG: a write of 10485761 bytes: at most 10 MB at a time"},
		} {
			got, err := Execute(context.Background(), e, c.src, "in")
			if err != nil {
				got = err.Error()
				if !errors.As(err, new(*script.Error)) {
					t.Errorf("%s: no *script.Error", c.src)
				}
			}
			if got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
			}
			time.Sleep(61 * time.Second)
		}
	})
}

func TestReadOnly(t *testing.T) {
	fs := afero.NewMemMapFs()
	afero.WriteFile(fs, "/w/a.go", []byte("package a // x\n"), 0o644)
	afero.WriteFile(fs, "/w/.git/HEAD", []byte("0123abcd\n"), 0o644)
	scripts := fstest.MapFS{
		"transforms/bash.ts": {Data: []byte("export default (s: string) => s.length > 100 ? s.slice(0, 5) : undefined")}, "transforms/bad.ts": {Data: []byte("export default (")},
		"ignore.js": {Data: []byte("export default (p) => p.endsWith('.log')")}, "commands/hi.ts": {Data: []byte("export default (args) => 'hi ' + args.join('+')")}, "skills/s/up.ts": {Data: []byte("export default (s) => s.toUpperCase()")},
	}
	e := script.New(ReadOnly(ReadOnlyOptions{FS: fs, Root: "/w", Scripts: scripts}))
	defer e.Close()
	ctx, warnings := context.Background(), 0
	a := Assistant{Engine: e, Scripts: scripts, Warn: func(error) { warnings++ }}
	if got := []string{a.Transform(ctx, "bash", "short"), a.Transform(ctx, "bash", strings.Repeat("x", 200)), a.Transform(ctx, "bad", "same"), a.Transform(ctx, "none", "same"), a.Transform(ctx, "../ignore", "same")}; strings.Join(got, " ") != "short xxxxx same same same" || warnings != 1 {
		t.Errorf("%q %d", got, warnings)
	}
	if !a.Ignore(ctx, "x.log") || a.Ignore(ctx, "x.go") {
		t.Error("ignore")
	}
	if s, err := a.Command(ctx, "hi", []string{"a", "b"}); err != nil || s != "hi a+b" {
		t.Error(s, err)
	}
	if s, err := a.Skill(ctx, "s", "up", "x"); err != nil || s != "X" {
		t.Error(s, err)
	}
	if _, err := a.Skill(ctx, "..", "ignore", "x"); script.CodeOf(err) != script.NotFound {
		t.Error(err)
	}
	if s := a.Prompt(ctx, "p.md", "on {{js: await host.gitBranch()}}: {{js: (await host.grep('package'))[0].path}} {{js: host.write('a.go', '')}}", nil); s != "on 0123abcd: a.go {{js: host.write('a.go', '')}}" {
		t.Error(s)
	}
}

func TestAgent(t *testing.T) {
	e := script.New(Agent(AgentOptions{Tools: []script.Binding{{Name: "fs_read", Func: func(p string) string { return p }}, {Name: "rm", Restricted: true, Func: func() {}}, {Name: "off", Disabled: true, Func: func() {}}, {Name: "fail", Func: func() error { return errors.New("no such table") }}},
		Scripts: script.Sources{"ok.ts": "export default () => tools.rm()"}, Authorized: func(f string) bool { return f == "ok.ts" }}))
	defer e.Close()
	s := e.Session()
	for src, want := range map[string]script.Code{
		"await tools.rm()": script.NeedsAuthorized, "await tools.off()": script.NotFound, "await tools.nope()": script.NotFound, "await tools.fail()": script.ToolError, "await tools.fs_read('x')": "", "await call('ok.ts')": "",
		"import fs from 'fs'; fs.x": script.ModuleNotFound, "import { inspect } from 'util'; inspect(1)": "", "new Function('1')": script.Forbidden,
	} {
		if _, err := s.Eval(context.Background(), src, nil); script.CodeOf(err) != want {
			t.Errorf("%s: %v", src, err)
		}
	}
}
