package profiles

import (
	"context"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/script"
	"github.com/spf13/afero"
)

// ReadOnlyOptions are what the host gives an assistant's user scripts.
type ReadOnlyOptions struct {
	FS      afero.Fs // the workspace
	Root    string   // its folder, default "/"
	Hidden  []string // paths that are not there for scripts: ".env"
	Scripts fs.FS    // the user's scripts, for relative imports and Assistant
}

// ReadOnly is the profile of user scripts that compute, transform and read: host.readFile, grep, glob, gitBranch, workspaceInfo.
func ReadOnly(o ReadOnlyOptions) script.Options {
	files := script.Files{FS: o.FS, Root: o.Root, Hidden: o.Hidden, ReadOnly: true}
	return script.Options{
		Name: "readonly", Object: "host", Bindings: files.Bindings(), Scripts: o.Scripts,
		Limits: script.Limits{Timeout: 5 * time.Second, Memory: 64 << 20, HostCalls: 500, IOBytes: 32 << 20, Output: 1 << 20},
	}
}

// Assistant finds the scripts of its five uses by where they lie in ReadOnlyOptions.Scripts: dropping a file in is all the set-up.
//
//	skills/NAME/*.ts        a skill's scripts: string in, string out
//	transforms/TOOL.ts      what a tool printed, before it is shown
//	ignore.ts               which paths to leave out, beside a file of patterns
//	commands/NAME.ts        a slash command: its arguments in, text out
//	(prompt files)          {{js: expression}} in their text
//
// All but Skill and Command fail open: what a script cannot do is left as it was, and Warn is told.
type Assistant struct {
	Engine  *script.Engine
	Scripts fs.FS
	Warn    func(error)
}

func (a Assistant) find(names ...string) string {
	for _, n := range names {
		if fi, err := fs.Stat(a.Scripts, n); err == nil && fi.Mode().IsRegular() {
			return n
		}
	}
	return ""
}

func (a Assistant) hook(module string, p script.Policy) script.Hook {
	return script.Hook{Engine: a.Engine, Module: module, Policy: p, Warn: a.Warn}
}

// plain tells that a name is one part of a path.
func plain(name string) bool {
	return name != "" && name != ".." && !strings.ContainsAny(name, "/\\\x00")
}

func (a Assistant) named(folder, name string) string {
	if !plain(name) {
		return ""
	}
	return a.find(path.Join(folder, name+".ts"), path.Join(folder, name+".js"), path.Join(folder, name+".mjs"))
}

// Skill runs a script beside a skill's file.
func (a Assistant) Skill(ctx context.Context, skill, name, input string) (string, error) {
	file := ""
	if plain(skill) {
		file = a.named(path.Join("skills", skill), name)
	}
	if file == "" {
		return "", script.Errorf(script.NotFound, "the skill %s has no script %s", skill, name)
	}
	return a.hook(file, script.FailClosed).Transform(ctx, input)
}

// Transform runs what a tool printed through the tool's transform, if there is one.
func (a Assistant) Transform(ctx context.Context, tool, output string) string {
	file := a.named("transforms", tool)
	if file == "" {
		return output
	}
	out, err := a.hook(file, script.FailOpen).Transform(ctx, output)
	if err != nil {
		return output
	}
	return out
}

// Ignore asks the ignore predicate about a path; without one, or when it fails, nothing is left out.
func (a Assistant) Ignore(ctx context.Context, name string) bool {
	file := a.find("ignore.ts", "ignore.js")
	if file == "" {
		return false
	}
	no, err := a.hook(file, script.FailOpen).Predicate(ctx, name, false)
	return err == nil && no
}

// Prompt fills in the fragments of a prompt file.
func (a Assistant) Prompt(ctx context.Context, name, text string, data any) string {
	out, err := script.Hook{Engine: a.Engine, Name: name, Policy: script.FailOpen, Warn: a.Warn}.Template(ctx, text, data)
	if err != nil {
		return text
	}
	return out
}

// Command runs a slash command.
func (a Assistant) Command(ctx context.Context, name string, args []string) (string, error) {
	file := a.named("commands", name)
	if file == "" {
		return "", script.Errorf(script.NotFound, "there is no command %s", name)
	}
	res, err := a.Engine.Call(ctx, file, "default", args)
	if err != nil {
		return "", err
	}
	return res.Text(), nil
}
