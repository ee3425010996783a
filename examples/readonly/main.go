// Readonly runs the user scripts of an assistant over a workspace: a skill, a transform of a tool's output, an ignore
// predicate, prompt fragments and a slash command, found by where their files lie. They read and compute, and a broken one
// stops nothing.
//
//	go run ./examples/readonly
package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/script"
	"github.com/sandpit-dev/sandpit/script/profiles"
)

//go:embed scripts
var files embed.FS

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "readonly:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	disk := afero.NewMemMapFs()
	for name, text := range map[string]string{
		"/work/package.json": `{"name": "shop", "dependencies": {"react": "19"}}`, "/work/.git/HEAD": "ref: refs/heads/main\n",
		"/work/src/cart.ts": "// TODO: taxes\nexport const total = 1;\n", "/work/src/app.ts": "import './cart';\n// TODO: routes\n", "/work/.env": "KEY=secret\n",
	} {
		if err := afero.WriteFile(disk, name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	scripts, err := fs.Sub(files, "scripts")
	if err != nil {
		return err
	}
	engine := script.New(profiles.ReadOnly(profiles.ReadOnlyOptions{FS: disk, Root: "/work", Hidden: []string{".env"}, Scripts: scripts}))
	defer engine.Close()
	a := profiles.Assistant{Engine: engine, Scripts: scripts, Warn: func(err error) { fmt.Fprintln(out, "warning:", err) }}

	todo, err := a.Skill(ctx, "todo", "list", "src/**/*.ts")
	if err != nil {
		return err
	}
	fmt.Fprintln(out, todo)
	fmt.Fprintln(out, a.Transform(ctx, "test", "ok 1\nok 2\nnot ok 3\nok 4\n"))
	fmt.Fprintln(out, a.Transform(ctx, "build", "a broken transform leaves this as it is"))
	fmt.Fprintln(out, "ignored:", a.Ignore(ctx, "dist/app.js"), a.Ignore(ctx, "src/app.ts"))
	fmt.Fprintln(out, a.Prompt(ctx, "review.md", "You review {{js: (await host.workspaceInfo()).name}} on {{js: await host.gitBranch()}}: {{js: `${[1, 2].map((n) => `{${n}}`).join()}`}}.", nil))
	text, err := a.Command(ctx, "count", []string{"TODO"})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, text)
	return nil
}
