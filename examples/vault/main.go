// Vault runs an agent's scripts over a folder of notes: they may read and write notes, but not the protected folder, and
// ask four hosts over https. What a script returns is all that comes out.
//
//	go run ./examples/vault
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/afero"

	"github.com/sandpit-dev/sandpit/script"
	"github.com/sandpit-dev/sandpit/script/profiles"
)

// registry stands for the network: the host makes the requests, here from memory.
type registry struct{}

func (registry) RoundTrip(r *http.Request) (*http.Response, error) {
	body := fmt.Sprintf(`{"name":%q,"version":"4.1.0"}`, strings.TrimPrefix(r.URL.Path, "/"))
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

const report = `
async function execute(ctx) {
  const names = (await ctx.vault.list("daily")).filter((n) => n.endsWith(".md"));
  let open = 0;
  for (const name of names) {
    const text = await ctx.vault.read("daily/" + name);
    open += (text.match(/^- \[ \]/gm) ?? []).length;
  }
  const { status, text } = await ctx.requestUrl("https://registry.npmjs.org/zod");
  await ctx.vault.write("reports/open.md", "# Open tasks: " + open + "\n");
  console.log("counted", names.length, "notes");
  return { notes: names.length, open, status, zod: JSON.parse(text).version };
}`

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "vault:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	notes := afero.NewMemMapFs()
	for name, text := range map[string]string{
		"/daily/mon.md": "# Monday\n- [x] write\n- [ ] read\n", "/daily/tue.md": "# Tuesday\n- [ ] rest\n- [ ] walk\n", "/.config/app.json": "{}",
	} {
		if err := afero.WriteFile(notes, name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	vault := script.New(profiles.Vault(profiles.VaultOptions{FS: notes, Transport: registry{}}))
	defer vault.Close()

	value, err := profiles.Execute(ctx, vault, report, nil)
	if err != nil {
		return err
	}
	written, err := afero.ReadFile(notes, "/reports/open.md")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s", value, written)

	for _, source := range []string{
		`export default (ctx) => ctx.vault.write(".config/app.json", "stolen")`,
		`export default (ctx) => ctx.requestUrl("https://example.com/")`,
		`export default () => eval("1+1")`,
		`export default () => "the word process or eval in a string is no crime"`,
		`import _ from "lodash"; export default () => _.chunk([1, 2, 3], 2)`,
		`export default () => typeof localStorage`,
	} {
		value, err := profiles.Execute(ctx, vault, source, nil)
		if err != nil {
			var se *script.Error
			errors.As(err, &se)
			fmt.Fprintf(out, "%s: %.100s\n", se.Code, err)
			continue
		}
		fmt.Fprintln(out, value)
	}
	return nil
}
