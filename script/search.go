package script

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/internal/pathpattern"
	"github.com/spf13/afero"
)

const (
	maxWalk     = 200_000 // entries of one glob or grep
	maxGrepFile = 16 << 20
	maxGrepLine = 500 // characters of a line that grep gives
)

// GlobOptions are the second argument of glob.
type GlobOptions struct {
	Dir   string `json:"dir,omitempty" doc:"the folder to look in"`
	Limit int    `json:"limit,omitempty" doc:"at most so many"`
}

// GrepOptions are the second argument of grep.
type GrepOptions struct {
	Glob       string `json:"glob,omitempty" doc:"which files; default **/*"`
	Dir        string `json:"dir,omitempty" doc:"the folder to look in"`
	IgnoreCase bool   `json:"ignoreCase,omitempty"`
	Fixed      bool   `json:"fixed,omitempty" doc:"the pattern is plain text"`
	Limit      int    `json:"limit,omitempty" doc:"at most so many lines; default 1000"`
}

// GrepMatch is a line that grep found.
type GrepMatch struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

func globArgs() []*Schema {
	return []*Schema{{Type: "string", Title: "pattern", MaxLength: 1000}, optional("options", GlobOptions{})}
}

func grepArgs() []*Schema {
	return []*Schema{{Type: "string", Title: "pattern", MaxLength: 1000}, optional("options", GrepOptions{})}
}

// expandBraces writes out {a,b}, at most to 100 patterns.
func expandBraces(p string) []string {
	out := []string{p}
	for i := 0; i < len(out) && len(out) < 100; {
		s := out[i]
		open := strings.IndexByte(s, '{')
		if open < 0 {
			i++
			continue
		}
		end, depth := -1, 0
		var commas []int
		for j := open; j < len(s); j++ {
			switch s[j] {
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					end = j
				}
			case ',':
				if depth == 1 {
					commas = append(commas, j)
				}
			}
			if end >= 0 {
				break
			}
		}
		if end < 0 || len(commas) == 0 {
			i++
			continue
		}
		var alts []string
		from := open + 1
		for _, c := range append(commas, end) {
			alts = append(alts, s[:open]+s[from:c]+s[end+1:])
			from = c + 1
		}
		out = slices.Concat(out[:i], alts, out[i+1:])
	}
	return out
}

// matcher tells whether a path below the folder matches a pattern.
func matcher(pattern string) func(segs []string) bool {
	var list [][]string
	for _, p := range expandBraces(pattern) {
		list = append(list, strings.Split(strings.TrimPrefix(path.Clean(p), "/"), "/"))
	}
	dots := strings.HasPrefix(pattern, ".") || strings.Contains(pattern, "/.") || strings.Contains(pattern, "{.") || strings.Contains(pattern, ",.")
	return func(segs []string) bool {
		if !dots && slices.ContainsFunc(segs, func(s string) bool { return strings.HasPrefix(s, ".") }) {
			return false
		}
		return slices.ContainsFunc(list, func(p []string) bool { return pathpattern.Match(p, segs) })
	}
}

// walk visits the regular files below dir in the order of their names. Links are not followed.
func (a *fileAPI) walk(ctx context.Context, dir string, visit func(name string, segs []string) (bool, error)) error {
	root, err := a.visible(dir)
	if err != nil {
		return fileError(err, dir)
	}
	seen := 0
	var step func(name string, segs []string) (bool, error)
	step = func(name string, segs []string) (bool, error) {
		if len(segs) > 200 {
			return true, nil
		}
		list, err := afero.ReadDir(a.fs, a.inside(name))
		if err != nil {
			if len(segs) == 0 {
				return false, fileError(err, dir)
			}
			return true, nil
		}
		for _, fi := range list {
			if seen++; seen > maxWalk {
				return false, Errorf("EFBIG", "more than %d files: look in a folder further down", maxWalk)
			}
			if ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			full := path.Join(name, fi.Name())
			if below(full, a.Hidden) {
				continue
			}
			sub := append(slices.Clone(segs), fi.Name())
			more := true
			switch {
			case fi.IsDir():
				if fi.Name() != ".git" {
					more, err = step(full, sub)
				}
			case fi.Mode().IsRegular():
				more, err = visit(full, sub)
			}
			if err != nil || !more {
				return more, err
			}
		}
		return true, nil
	}
	_, err = step(root, nil)
	return err
}

func (a *fileAPI) glob(ctx context.Context, pattern string, o *GlobOptions) ([]string, error) {
	if o == nil {
		o = &GlobOptions{}
	}
	limit := a.MaxResults
	if o.Limit > 0 {
		limit = min(limit, o.Limit)
	}
	match := matcher(pattern)
	out := []string{}
	err := a.walk(ctx, o.Dir, func(name string, segs []string) (bool, error) {
		if match(segs) {
			out = append(out, strings.TrimPrefix(name, "/"))
		}
		return len(out) < limit, nil
	})
	sort.Strings(out)
	return out, err
}

func (a *fileAPI) grep(ctx context.Context, pattern string, o *GrepOptions) ([]GrepMatch, error) {
	if o == nil {
		o = &GrepOptions{}
	}
	if o.Fixed {
		pattern = regexp.QuoteMeta(pattern)
	}
	if o.IgnoreCase {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, Errorf(InvalidArgument, "not a regular expression: %v", err)
	}
	files := func([]string) bool { return true }
	if o.Glob != "" {
		files = matcher(o.Glob)
	}
	limit := min(1000, a.MaxResults)
	if o.Limit > 0 {
		limit = min(o.Limit, a.MaxResults)
	}
	out := []GrepMatch{}
	err = a.walk(ctx, o.Dir, func(name string, segs []string) (bool, error) {
		if o.Glob == "" && slices.ContainsFunc(segs, func(s string) bool { return strings.HasPrefix(s, ".") }) || !files(segs) {
			return true, nil
		}
		f, err := a.fs.Open(a.inside(name))
		if err != nil {
			return true, nil
		}
		defer f.Close()
		if fi, err := f.Stat(); err != nil || fi.Size() > maxGrepFile {
			return true, nil
		}
		sc := bufio.NewScanner(f)
		sc.Buffer(make([]byte, 0, 8192), 1<<20)
		for n := 1; sc.Scan(); n++ {
			line := sc.Bytes()
			if n == 1 && bytes.IndexByte(line, 0) >= 0 {
				break // no text
			}
			if n&255 == 0 && ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			if re.Match(line) {
				out = append(out, GrepMatch{Path: strings.TrimPrefix(name, "/"), Line: n, Text: clip(line)})
				if len(out) >= limit {
					return false, nil
				}
			}
		}
		return true, nil
	})
	return out, err
}

func clip(line []byte) string {
	s := strings.ToValidUTF8(strings.TrimSuffix(string(line), "\r"), "\ufffd")
	if utf8.RuneCountInString(s) > maxGrepLine {
		s = string([]rune(s)[:maxGrepLine]) + "..."
	}
	return s
}

// gitBranch reads .git/HEAD, also where .git is a file that says where the folder is.
func (a *fileAPI) gitBranch() (*string, error) {
	dir := ".git"
	fi, err := a.stat(dir)
	if err != nil || fi == nil {
		return nil, nil
	}
	if fi.Type == "file" {
		text, err := a.readFile(dir)
		if err != nil {
			return nil, nil
		}
		target, ok := strings.CutPrefix(strings.TrimSpace(text), "gitdir: ")
		if !ok {
			return nil, nil
		}
		dir = target
	}
	head, err := a.readFile(path.Join(dir, "HEAD"))
	if err != nil || len(head) > 1000 {
		return nil, nil
	}
	head = strings.TrimSpace(head)
	if ref, ok := strings.CutPrefix(head, "ref: "); ok {
		head = strings.TrimPrefix(ref, "refs/heads/")
	}
	return &head, nil
}

// projects are the files by which a kind of project is known.
var projects = []struct{ file, kind string }{
	{"go.mod", "go"}, {"Cargo.toml", "rust"}, {"package.json", "node"}, {"pyproject.toml", "python"}, {"requirements.txt", "python"}, {"setup.py", "python"},
	{"pom.xml", "java"}, {"build.gradle", "java"}, {"build.gradle.kts", "java"}, {"composer.json", "php"}, {"Gemfile", "ruby"}, {"global.json", "dotnet"},
}

var frameworks = []string{"next", "nuxt", "@remix-run/react", "astro", "@sveltejs/kit", "svelte", "@angular/core", "vue", "react", "@nestjs/core", "fastify", "koa", "hono", "express", "electron"}

func (a *fileAPI) workspaceInfo() WorkspaceInfo {
	w := WorkspaceInfo{Root: "/", Name: path.Base(path.Clean("/" + a.Root)), ProjectType: "unknown"}
	for _, p := range projects {
		if fi, err := a.stat(p.file); err == nil && fi != nil && fi.Type == "file" {
			w.ProjectType = p.kind
			break
		}
	}
	text, err := a.readFile("package.json")
	if err != nil {
		return w
	}
	var pkg struct {
		Name            string
		Dependencies    map[string]string
		DevDependencies map[string]string
	}
	if json.Unmarshal([]byte(text), &pkg) != nil {
		return w
	}
	if pkg.Name != "" {
		w.Name = bounded(pkg.Name, 200)
	}
	for _, f := range frameworks {
		_, dep := pkg.Dependencies[f]
		_, dev := pkg.DevDependencies[f]
		if dep || dev {
			w.Framework = f
			break
		}
	}
	return w
}
