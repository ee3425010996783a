package git

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"

	format "github.com/go-git/go-git/v5/plumbing/format/config"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

// normalKey lowers section and name of section.sub.name; the subsection keeps its case.
func normalKey(key string) string {
	section, sub, name := splitKey(key)
	if sub == "" {
		return strings.ToLower(section) + "." + strings.ToLower(name)
	}
	return strings.ToLower(section) + "." + sub + "." + strings.ToLower(name)
}

func splitKey(key string) (section, sub, name string) {
	i, j := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
	if i < 0 {
		return key, "", ""
	}
	if i == j {
		return key[:i], "", key[i+1:]
	}
	return key[:i], key[i+1 : j], key[j+1:]
}

// configFiles are the files that count, weakest first.
func (g *run) configFiles() []string {
	files := []string{"/etc/gitconfig"}
	files = append(files, g.globalConfig())
	if g.repo != nil || g.findRepo() {
		files = append(files, path.Join(g.repo.dir, "config"))
	}
	return files
}

func (g *run) findRepo() bool {
	_, err := g.open()
	return err == nil
}

func (g *run) globalConfig() string {
	if f := g.p.Getenv("GIT_CONFIG_GLOBAL"); f != "" {
		return f
	}
	home := g.p.Getenv("HOME")
	if home == "" {
		home = "/"
	}
	return path.Join(home, ".gitconfig")
}

// maxConfig bounds a configuration file, in bytes.
const maxConfig = 4 << 20

func (g *run) readConfig(file string) (*format.Config, error) {
	c := format.New()
	info, err := g.p.FS().Stat(file)
	if err != nil || info.IsDir() {
		return c, nil
	}
	if info.Size() > maxConfig {
		return nil, fatal("bad config line 1 in file %s", file)
	}
	data, err := g.p.FS().ReadFile(file)
	if err != nil {
		return c, nil
	}
	if err := format.NewDecoder(bytes.NewReader(data)).Decode(c); err != nil {
		return nil, fatal("bad config line 1 in file %s", g.shownConfig(file))
	}
	return c, nil
}

func (g *run) shownConfig(file string) string {
	if g.repo != nil {
		if rel, ok := strings.CutPrefix(file, strings.TrimSuffix(g.repo.work, "/")+"/"); ok && g.repo.work != "" {
			return rel
		}
	}
	return file
}

// setting is one value of the configuration with the key as git lists it.
type setting struct{ key, value string }

func settingsOf(c *format.Config) []setting {
	var out []setting
	for _, s := range c.Sections {
		for _, o := range s.Options {
			out = append(out, setting{strings.ToLower(s.Name) + "." + strings.ToLower(o.Key), o.Value})
		}
		for _, sub := range s.Subsections {
			for _, o := range sub.Options {
				out = append(out, setting{strings.ToLower(s.Name) + "." + sub.Name + "." + strings.ToLower(o.Key), o.Value})
			}
		}
	}
	return out
}

// setting gives the value that counts of a key.
func (g *run) setting(key string) (string, bool) {
	key = normalKey(key)
	if v, ok := g.over[key]; ok {
		return v, true
	}
	value, found := "", false
	for _, file := range g.configFiles() {
		c, err := g.readConfig(file)
		if err != nil {
			continue
		}
		for _, s := range settingsOf(c) {
			if s.key == key {
				value, found = s.value, true
			}
		}
	}
	return value, found
}

func (g *run) settingBool(key string, otherwise bool) bool {
	v, ok := g.setting(key)
	if !ok {
		return otherwise
	}
	switch strings.ToLower(v) {
	case "true", "yes", "on", "1", "":
		return true
	}
	return false
}

func (g *run) location() *time.Location { return cmd.Location(g.p) }

// identity is the author or committer: environment, then user.name and user.email.
func (g *run) identity(role string) (object.Signature, error) {
	s := object.Signature{Name: g.p.Getenv("GIT_" + role + "_NAME"), Email: g.p.Getenv("GIT_" + role + "_EMAIL"), When: g.now()}
	if s.Name == "" {
		s.Name, _ = g.setting("user.name")
	}
	if s.Email == "" {
		s.Email, _ = g.setting("user.email")
	}
	if s.Email == "" {
		s.Email = g.p.Getenv("EMAIL")
	}
	if d := g.p.Getenv("GIT_" + role + "_DATE"); d != "" {
		when, ok := g.parseDate(d)
		if !ok {
			return s, fatal("invalid date format: %s", d)
		}
		s.When = when
	}
	who := map[string]string{"AUTHOR": "Author", "COMMITTER": "Committer"}[role]
	if s.Email == "" {
		return s, &failure{who + " identity unknown\n\n*** Please tell me who you are.\n\nRun\n\n  git config --global user.email \"you@example.com\"\n  git config --global user.name \"Your Name\"\n\nto set your account's default identity.\nOmit --global to set the identity only in this repository.\n\nfatal: unable to auto-detect email address (got '" + g.p.User() + "@" + g.p.Kernel().Hostname() + ".(none)')", 128}
	}
	if s.Name == "" {
		s.Name = g.p.User()
	}
	clean := func(t string) string {
		return strings.Trim(strings.Map(func(r rune) rune {
			if r == '\n' || r == '<' || r == '>' {
				return -1
			}
			return r
		}, t), " \t.,:;\"'\\")
	}
	s.Name, s.Email = clean(s.Name), clean(s.Email)
	return s, nil
}

var configUsage = optparse.Define("config", "[<options>]", "", `
    --global
    --system
    --local
-f, --file=<file>
    --get
    --get-all
    --get-regexp
    --add
    --replace-all
    --unset
    --unset-all
    --rename-section
    --remove-section
-l, --list
-e, --edit
-t, --type=<type>
    --bool
    --int
    --bool-or-int
    --path
-z, --null
    --name-only
    --show-origin
    --show-scope
    --default=<value>
`)

func (g *run) config(args []string) error {
	o, err := g.options(configUsage, args)
	if err != nil {
		return err
	}
	file, scoped := "", true
	switch v, given := o.Value("f"); {
	case given:
		file = v
	case o.Has("global"):
		file = g.globalConfig()
	case o.Has("system"):
		file = "/etc/gitconfig"
	default:
		scoped = o.Has("local")
		if g.findRepo() {
			file = path.Join(g.repo.dir, "config")
		} else if scoped {
			return fatal("--local can only be used inside a git repository")
		}
	}
	read := func() ([]setting, error) {
		files := []string{file}
		if !scoped {
			files = g.configFiles()
		}
		var all []setting
		for _, f := range files {
			if _, given := o.Value("f"); given || o.Has("global") {
				if _, err := g.p.FS().Stat(f); errors.Is(err, fs.ErrNotExist) && o.Has("l") {
					return nil, fatal("unable to read config file '%s': No such file or directory", f)
				}
			}
			c, err := g.readConfig(f)
			if err != nil {
				return nil, err
			}
			all = append(all, settingsOf(c)...)
		}
		if !scoped {
			for k, v := range g.over {
				all = append(all, setting{k, v})
			}
		}
		return all, nil
	}
	end := "\n"
	if o.Has("z") {
		end = "\x00"
	}
	rest := o.Args
	switch {
	case o.Has("l"):
		all, err := read()
		if err != nil {
			return err
		}
		for _, s := range all {
			if o.Has("name-only") {
				g.printf("%s%s", s.key, end)
			} else {
				g.printf("%s=%s%s", s.key, s.value, end)
			}
		}
		return nil
	case o.Has("get-regexp"):
		if len(rest) < 1 {
			return status(129)
		}
		re, err := regexpERE(rest[0])
		if err != nil {
			return &failure{"error: invalid key pattern: " + rest[0], 6}
		}
		all, err := read()
		if err != nil {
			return err
		}
		found := false
		for _, s := range all {
			if re.MatchString(s.key) {
				found = true
				if o.Has("name-only") {
					g.printf("%s%s", s.key, end)
				} else {
					g.printf("%s %s%s", s.key, s.value, end)
				}
			}
		}
		if !found {
			return status(1)
		}
		return nil
	case o.Has("e"):
		return fatal("no editor is available: edit %s", g.shownConfig(file))
	case o.Has("remove-section") || o.Has("rename-section"):
		return g.changeSection(file, rest, o.Has("rename-section"))
	}
	if len(rest) == 0 {
		return &failure{"usage: git config [<options>]", 129}
	}
	key := rest[0]
	section, _, name := splitKey(key)
	if section == key || name == "" {
		if !strings.Contains(key, ".") {
			return &failure{"error: key does not contain a section: " + key, 1}
		}
		return &failure{"error: key does not contain variable name: " + key, 1}
	}
	if strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || name[0] >= '0' && name[0] <= '9' {
		return &failure{"error: invalid key: " + key, 1}
	}
	switch {
	case o.Has("unset") || o.Has("unset-all"):
		return g.editConfig(file, key, func(values []string) ([]string, error) {
			switch {
			case len(values) == 0:
				return nil, status(5)
			case len(values) > 1 && o.Has("unset"):
				return nil, &failure{"warning: " + normalKey(key) + " has multiple values", 5}
			}
			return nil, nil
		})
	case o.Has("add"):
		if len(rest) < 2 {
			return &failure{"error: wrong number of arguments, should be 2", 129}
		}
		return g.editConfig(file, key, func(values []string) ([]string, error) { return append(values, rest[1]), nil })
	case len(rest) == 1 || o.Has("get") || o.Has("get-all"):
		all, err := read()
		if err != nil {
			return err
		}
		var values []string
		for _, s := range all {
			if s.key == normalKey(key) {
				values = append(values, s.value)
			}
		}
		if len(values) == 0 {
			if d, ok := o.Value("default"); ok {
				values = []string{d}
			} else {
				return status(1)
			}
		}
		if !o.Has("get-all") {
			values = values[len(values)-1:]
		}
		kind, _ := o.Value("t")
		for _, v := range values {
			if o.Has("bool") || kind == "bool" {
				switch strings.ToLower(v) {
				case "true", "yes", "on", "1":
					v = "true"
				case "false", "no", "off", "0", "":
					v = "false"
				default:
					return fatal("bad boolean config value '%s' for '%s'", v, normalKey(key))
				}
			}
			g.printf("%s%s", v, end)
		}
		return nil
	}
	return g.editConfig(file, key, func(values []string) ([]string, error) {
		if len(values) > 1 && !o.Has("replace-all") {
			return nil, &failure{"warning: " + normalKey(key) + " has multiple values\nerror: cannot overwrite multiple values with a single value\n       Use a regexp, --add or --replace-all to change " + key + ".", 5}
		}
		return []string{rest[1]}, nil
	})
}

// options parses a command's options as git's parse-options words its errors.
func (g *run) options(u *optparse.Command, args []string) (*optparse.Result, error) {
	o, err := u.Parse(args)
	if err != nil {
		text := err.Error()
		switch {
		case strings.HasPrefix(text, "unrecognized option '--"):
			text = "unknown option `" + strings.TrimSuffix(strings.TrimPrefix(text, "unrecognized option '--"), "'") + "'"
		case strings.HasPrefix(text, "invalid option -- '"):
			text = "unknown switch `" + strings.TrimSuffix(strings.TrimPrefix(text, "invalid option -- '"), "'") + "'"
		case strings.HasPrefix(text, "option requires an argument -- '"):
			text = "switch `" + strings.TrimSuffix(strings.TrimPrefix(text, "option requires an argument -- '"), "'") + "' requires a value"
		case strings.HasSuffix(text, "' requires an argument"):
			text = "option `" + strings.TrimSuffix(strings.TrimPrefix(text, "option '--"), "' requires an argument") + "' requires a value"
		}
		return o, &failure{"error: " + text + "\nusage: git " + g.name + " [<options>]\n", 129}
	}
	if n := len(o.Options); n > 0 && o.Options[n-1].Key == "help" {
		g.printf("%s", u.HelpText("git "+g.name))
		return o, status(0)
	}
	return o, nil
}

// setConfig sets a key of the repository.
func (g *run) setConfig(key, value string) error {
	return g.editConfig(path.Join(g.repo.dir, "config"), key, func([]string) ([]string, error) { return []string{value}, nil })
}

// editConfig changes the values of one key in a file and leaves the rest of its text as it is.
func (g *run) editConfig(file, key string, change func(values []string) ([]string, error)) error {
	if file == "" {
		return fatal("not in a git directory")
	}
	c, err := g.readConfig(file)
	if err != nil {
		return err
	}
	var old []string
	for _, s := range settingsOf(c) {
		if s.key == normalKey(key) {
			old = append(old, s.value)
		}
	}
	values, err := change(old)
	if err != nil {
		return err
	}
	data, _ := g.p.FS().ReadFile(file)
	text := editConfigText(string(data), key, values)
	return g.saveConfig(file, text)
}

func (g *run) saveConfig(file, text string) error {
	fsys := g.p.FS()
	lock := file + ".lock"
	if err := fsys.WriteFile(lock, []byte(text), 0o644); err != nil {
		return &failure{"error: could not lock config file " + g.shownConfig(file) + ": " + kernel.Strerror(err), 255}
	}
	return fsys.Rename(lock, file)
}
