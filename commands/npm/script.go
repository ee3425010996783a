package npm

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/kernel"
)

const (
	nodeVersion = "v20.20.2"
	userAgent   = "npm/" + version + " node/" + nodeVersion + " linux x64 workspaces/false"
)

// maxScriptOutput bounds what is kept of a quiet script's output.
const maxScriptOutput = 1 << 20

// script is one run of a script of a package.json.
type script struct {
	pkg     *manifest
	dir     string
	event   string
	line    string // "" = the script's own
	args    []string
	command string // npm_command
	quiet   bool   // output shows only when it fails
	header  bool   // tell what runs
}

// scriptError is the end of a script that did not go well.
type scriptError struct {
	status int
	report *npmError // nil: the script has said what there is to say
}

func (e *scriptError) Error() string { return fmt.Sprintf("script failed with %d", e.status) }

// tail keeps the last bytes written to it.
type tail struct{ bytes.Buffer }

func (t *tail) Write(b []byte) (int, error) {
	if t.Len() > maxScriptOutput {
		t.Next(t.Len() - maxScriptOutput/2)
	}
	return t.Buffer.Write(b)
}

// runScript runs a script by sh -c in the package's folder, with npm's environment.
func runScript(ctx context.Context, c *config, s script) error {
	p := c.p
	line := s.line
	if line == "" {
		line = s.pkg.obj("scripts").str(s.event)
	}
	shown := line
	for _, a := range s.args {
		line += " " + shellQuote(a)
		shown += " " + a
	}
	if s.header && !c.silent() {
		id := s.pkg.id()
		if id != "" {
			id += " "
		}
		if s.command == "version" {
			id = "" // as npm has it
		}
		fmt.Fprintf(p.Stdout(), "\n> %s%s\n> %s\n\n", id, s.event, shown)
	}
	var out tail
	files := []*kernel.File(nil)
	if s.quiet {
		null, err := p.Open("/dev/null", 0, 0)
		if err != nil {
			return err
		}
		defer null.Close()
		sink := kernel.NewWriterFile(&out, "output")
		files = []*kernel.File{null, sink, sink}
	}
	shell := c.get("script-shell")
	if shell == "" {
		shell = "sh"
	}
	st, err := cmd.Run(ctx, p, kernel.Spec{
		Args: []string{shell, "-c", line}, Dir: s.dir, Files: files, Env: scriptEnv(c, s, line),
	})
	if err != nil {
		return err
	}
	if st.ExitCode() == 0 {
		return nil
	}
	e := &scriptError{status: st.ExitCode()}
	if s.quiet {
		e.report = &npmError{code: fmt.Sprint(st.ExitCode()), status: st.ExitCode(), lines: []string{"path " + s.dir, "command failed", "command " + shell + " -c " + shown}}
		if text := strings.TrimRight(out.String(), "\n"); text != "" {
			e.report.lines = append(e.report.lines, strings.Split(text, "\n")...)
		}
	}
	return e
}

// scriptEnv is the environment of a script.
func scriptEnv(c *config, s script, line string) []string {
	p := c.p
	env := map[string]string{}
	for _, kv := range p.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	var bins []string
	for dir := s.dir; ; dir = path.Dir(dir) {
		if path.Base(dir) != "node_modules" {
			bins = append(bins, path.Join(dir, "node_modules", ".bin"))
		}
		if dir == "/" {
			break
		}
	}
	for _, d := range strings.Split(env["PATH"], ":") {
		if !slices.Contains(bins, d) {
			bins = append(bins, d)
		}
	}
	env["PATH"] = strings.Join(bins, ":")
	if env["INIT_CWD"] == "" {
		env["INIT_CWD"] = p.Dir()
	}
	maps.Copy(env, map[string]string{
		"npm_lifecycle_event": s.event, "npm_lifecycle_script": line, "npm_command": s.command,
		"npm_package_json": path.Join(s.dir, "package.json"), "npm_package_name": s.pkg.name(), "npm_package_version": s.pkg.version(),
		"npm_execpath": "/usr/bin/npm", "npm_node_execpath": "/usr/bin/node", "NODE": "/usr/bin/node",
		"npm_config_user_agent": userAgent, "npm_config_local_prefix": c.dir, "npm_config_registry": c.registry(""),
		"npm_config_cache": path.Join(p.Getenv("HOME"), ".npm"), "npm_config_prefix": "/usr/local", "npm_config_node_version": nodeVersion, "npm_config_npm_version": version,
	})
	var flatten func(prefix string, v any)
	flatten = func(prefix string, v any) {
		switch v := v.(type) {
		case *object:
			for _, k := range v.keys {
				flatten(prefix+"_"+envName(k), v.values[k])
			}
		case []any:
			for i, e := range v {
				flatten(fmt.Sprintf("%s_%d", prefix, i), e)
			}
		case string:
			env[prefix] = v
		case nil:
		default:
			env[prefix] = fmt.Sprint(v)
		}
	}
	for _, k := range []string{"config", "engines", "bin"} {
		if v := s.pkg.get(k); v != nil {
			flatten("npm_package_"+k, v)
		}
	}
	out := make([]string, 0, len(env))
	for k, v := range env {
		out = append(out, k+"="+v)
	}
	slices.Sort(out)
	return out
}

func envName(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

// shellQuote quotes an argument as npm does: not at all when it is plain.
func shellQuote(a string) string {
	if a == "" {
		return "''"
	}
	if !strings.ContainsAny(a, " \t\n\r\"'`$\\|&;<>()*?[]#~!{}%") {
		return a
	}
	return "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
}

// failed turns a script's end into npm's exit status, with a report where there is one.
func failed(w io.Writer, e *scriptError) int {
	if e.report != nil {
		report(w, e.report)
	}
	return e.status
}
