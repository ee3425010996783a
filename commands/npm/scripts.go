package npm

import (
	"context"
	"slices"
)

// lifecycle are the scripts that have a command of their own.
var lifecycle = []string{"preinstall", "install", "postinstall", "prepublish", "prepare", "prepublishOnly", "prepack", "postpack", "preversion", "version", "postversion",
	"pretest", "test", "posttest", "prestart", "start", "poststart", "prestop", "stop", "poststop", "prerestart", "restart", "postrestart"}

func runCommand(ctx context.Context, r *run) error {
	if len(r.words) < 2 {
		return r.listScripts()
	}
	return r.script(ctx, r.words[1], append(r.words[2:len(r.words):len(r.words)], r.after...), "run-script")
}

// lifecycleCommand is npm test, start, stop, restart.
func lifecycleCommand(ctx context.Context, r *run) error {
	name := r.words[0]
	if full, ok := aliases[name]; ok {
		name = full
	}
	return r.script(ctx, name, append(r.words[1:len(r.words):len(r.words)], r.after...), name)
}

func (r *run) listScripts() error {
	pkg, err := r.manifest()
	if err != nil {
		return err
	}
	scripts := pkg.obj("scripts").strings()
	if len(scripts) == 0 {
		return nil
	}
	var own, other []string
	for _, name := range pkg.obj("scripts").keys {
		if slices.Contains(lifecycle, name) {
			own = append(own, name)
		} else {
			other = append(other, name)
		}
	}
	if len(own) > 0 {
		id := pkg.id()
		r.printf("Lifecycle scripts included in %s:\n", id)
		for _, n := range own {
			r.printf("  %s\n    %s\n", n, scripts[n])
		}
	}
	if len(other) > 0 {
		if len(own) > 0 {
			r.printf("available via `npm run`:\n")
		} else {
			r.printf("Scripts available in %s via `npm run`:\n", pkg.id())
		}
		for _, n := range other {
			r.printf("  %s\n    %s\n", n, scripts[n])
		}
	}
	return nil
}

// script runs a script with its pre and post ones, in the project or in its workspaces.
func (r *run) script(ctx context.Context, name string, args []string, command string) error {
	pkg, err := r.manifest()
	if err != nil {
		return err
	}
	if r.c.bool("workspaces") || r.c.get("workspace") != "" {
		dirs, err := workspaceDirs(r.p, r.c.dir, pkg)
		if err != nil {
			return err
		}
		if r.c.get("workspace") != "" {
			if _, err := r.workspace(pkg); err != nil {
				return err
			}
			dirs = []string{r.wsDir}
		}
		var first error
		for _, d := range dirs {
			m, err := readManifest(r.p, d)
			if err == nil {
				if m.obj("scripts").str(name) == "" && r.c.bool("if-present") {
					continue
				}
				err = r.scriptIn(ctx, m, d, name, args, command)
			}
			if err != nil && first == nil {
				first = err
			}
		}
		return first
	}
	return r.scriptIn(ctx, pkg, r.c.dir, name, args, command)
}

func (r *run) scriptIn(ctx context.Context, pkg *manifest, dir, name string, args []string, command string) error {
	scripts := pkg.obj("scripts")
	line := scripts.str(name)
	switch {
	case line != "":
	case name == "start" && exists(r.p, dir+"/server.js"):
		line = "node server.js"
	case name == "restart" && r.c.get("if-present") != "true":
		for _, e := range []string{"stop", "start"} {
			if err := r.scriptIn(ctx, pkg, dir, e, nil, command); err != nil {
				return err
			}
		}
		return nil
	case r.c.bool("if-present"):
		return nil
	case name == "env":
		line = "env"
	default:
		return &npmError{lines: []string{"Missing script: \"" + name + "\"", "", "To see a list of scripts, run:", "  npm run"}}
	}
	for _, e := range []string{"pre" + name, name, "post" + name} {
		s := script{pkg: pkg, dir: dir, event: e, command: command, header: true}
		if e == name {
			s.line, s.args = line, args
		} else if scripts.str(e) == "" || r.c.bool("ignore-scripts") {
			continue
		}
		if err := runScript(ctx, r.c, s); err != nil {
			return err
		}
	}
	return nil
}
