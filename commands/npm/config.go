package npm

import (
	"path"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// config is what options, environment and .npmrc files say, strongest first. Keys are npm's, with dashes.
type config struct {
	p    *kernel.Process
	dir  string // the project
	flag map[string]string
	rc   []map[string]string // project, user, global
}

// valued are the options that take a value in the next word.
var valued = map[string]bool{
	"registry": true, "prefix": true, "omit": true, "include": true, "workspace": true, "tag": true, "loglevel": true, "cache": true,
	"userconfig": true, "save-prefix": true, "package": true, "call": true, "pack-destination": true, "depth": true, "cafile": true,
	"script-shell": true, "before": true, "os": true, "cpu": true, "scope": true, "access": true, "otp": true, "maxsockets": true, "install-strategy": true,
}

// short are the one-letter options and other spellings.
var short = map[string]string{
	"S": "save", "P": "save-prod", "D": "save-dev", "O": "save-optional", "E": "save-exact", "B": "save-bundle", "g": "global",
	"y": "yes", "s": "silent", "f": "force", "w": "workspace", "C": "prefix", "p": "package", "c": "call", "a": "all", "l": "long",
	"d": "verbose", "q": "quiet", "ws": "workspaces", "prod": "production", "n": "no-yes", "no": "no-yes", "v": "version", "h": "help",
}

// parseArgs splits a command line into options and words; what follows "--" are words. stopAtWord ends options at the
// first word, as npx needs it.
func parseArgs(args []string, stopAtWord bool) (flags map[string]string, words, after []string) {
	flags = map[string]string{}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return flags, words, args[i+1:]
		}
		if len(a) < 2 || a[0] != '-' {
			if stopAtWord {
				return flags, args[i:], nil
			}
			words = append(words, a)
			continue
		}
		name, value, has := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if long, ok := short[name]; ok && (!strings.HasPrefix(a, "--") || len(name) > 1) {
			name = long
		}
		if no := strings.TrimPrefix(name, "no-"); no != name && !has {
			flags[no] = "false"
			continue
		}
		if !has {
			value = "true"
			if valued[name] && i+1 < len(args) {
				i++
				value = args[i]
			} else if i+1 < len(args) && (args[i+1] == "true" || args[i+1] == "false") && name != "yes" {
				i++
				value = args[i]
			}
		}
		if old, ok := flags[name]; ok && (name == "omit" || name == "include" || name == "workspace" || name == "package") {
			value = old + "\n" + value
		}
		flags[name] = value
	}
	return flags, words, nil
}

func newConfig(p *kernel.Process, flags map[string]string) *config {
	c := &config{p: p, flag: flags, dir: p.Dir()}
	if prefix := flags["prefix"]; prefix != "" {
		c.dir = p.FS().Abs(prefix)
	}
	return c
}

// load reads the .npmrc files once the project's folder is known.
func (c *config) load() {
	c.rc = nil
	for _, file := range []string{path.Join(c.dir, ".npmrc"), path.Join(c.p.Getenv("HOME"), ".npmrc"), "/etc/npmrc"} {
		if text, err := c.p.FS().ReadFile(file); err == nil && len(text) < 1<<20 {
			c.rc = append(c.rc, parseNpmrc(string(text), c.p.LookupEnv))
		}
	}
}

// parseNpmrc reads an .npmrc: key=value lines; ${NAME} stands for an environment variable.
func parseNpmrc(text string, env func(string) (string, bool)) map[string]string {
	out := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' || line[0] == '[' {
			continue
		}
		key, value, has := strings.Cut(line, "=")
		if !has {
			value = "true"
		}
		out[expandEnv(strings.TrimSpace(key), env)] = expandEnv(strings.Trim(strings.TrimSpace(value), `"'`), env)
	}
	return out
}

func expandEnv(s string, env func(string) (string, bool)) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "${")
		j := strings.IndexByte(s[max(i, 0):], '}')
		if i < 0 || j < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		name := s[i+2 : i+j]
		if v, ok := env(strings.TrimSuffix(name, "?")); ok {
			b.WriteString(v)
		} else if !strings.HasSuffix(name, "?") {
			b.WriteString(s[i : i+j+1])
		}
		s = s[i+j+1:]
	}
}

// get is a setting, "" when there is none.
func (c *config) get(key string) string {
	if v, ok := c.flag[key]; ok {
		return v
	}
	under := strings.ReplaceAll(key, "-", "_")
	for _, name := range []string{"npm_config_" + under, "NPM_CONFIG_" + strings.ToUpper(under)} {
		if v, ok := c.p.LookupEnv(name); ok && v != "" {
			return v
		}
	}
	for _, rc := range c.rc {
		if v, ok := rc[key]; ok {
			return v
		}
	}
	return ""
}

func (c *config) bool(key string) bool { return c.get(key) == "true" || c.get(key) == "1" }

// off says whether a setting that is on by default has been switched off.
func (c *config) off(key string) bool { return c.get(key) == "false" }

// registry is the registry of a package, by its scope, with a slash at its end.
func (c *config) registry(name string) string {
	url := ""
	if scope, _, ok := strings.Cut(name, "/"); ok && strings.HasPrefix(scope, "@") {
		url = c.get(scope + ":registry")
	}
	if url == "" {
		url = c.get("registry")
	}
	if url == "" {
		url = "https://registry.npmjs.org/"
	}
	return strings.TrimRight(url, "/") + "/"
}

// auth is the Authorization header for a URL: the .npmrc keys //host/path/:_authToken, :_auth.
func (c *config) auth(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	for ok && rest != "" {
		i := strings.LastIndexByte(strings.TrimRight(rest, "/"), '/')
		for _, nerf := range []string{strings.TrimRight(rest, "/") + "/", strings.TrimRight(rest, "/")} {
			if t := c.get("//" + nerf + ":_authToken"); t != "" {
				return "Bearer " + t
			}
			if t := c.get("//" + nerf + ":_auth"); t != "" {
				return "Basic " + t
			}
		}
		if i < 0 {
			break
		}
		rest = rest[:i]
	}
	return ""
}

func (c *config) silent() bool {
	return c.bool("silent") || c.get("loglevel") == "silent"
}

// omit says whether a kind of dependency is left out: "dev", "optional", "peer".
func (c *config) omit(kind string) bool {
	for _, in := range strings.Fields(c.get("include")) {
		if in == kind {
			return false
		}
	}
	for _, o := range strings.FieldsFunc(c.get("omit"), func(r rune) bool { return r == '\n' || r == ',' || r == ' ' }) {
		if o == kind {
			return true
		}
	}
	return kind == "dev" && (c.bool("production") || c.get("only") == "production" || c.get("only") == "prod" ||
		c.get("omit") == "" && c.p.Getenv("NODE_ENV") == "production") || kind == "optional" && c.off("optional")
}
