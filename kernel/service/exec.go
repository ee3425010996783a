package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
)

// directoryBases are the roots of RuntimeDirectory= and the like, and the variable that names the result.
var directoryBases = map[string]string{
	"RuntimeDirectory": "/run", "StateDirectory": "/var/lib", "CacheDirectory": "/var/cache", "LogsDirectory": "/var/log",
	"ConfigurationDirectory": "/etc",
}

// setupError is what went wrong between fork and exec: the exit status that tells it and the words for the log.
type setupError struct {
	code int
	step string
	err  error
}

// setupFailure is the program of a process whose set-up went wrong; its argv[0] tells which process that is.
const setupFailure = "\x00setup"

// exitOfSetup reports whether p is a process that never got to its program.
func exitOfSetup(p *kernel.Process) (int, bool) {
	if args := p.Args(); len(args) == 2 && args[1] == setupFailure {
		return 0, true
	}
	return 0, false
}

// spawn starts one command as a child of pid 1. What cannot be executed is a process too, one that ends with the exit
// status that systemd.exec(5) lists. nil means that there can be no process at all.
func (a *activation) spawn(key string, cmd command, main bool) *kernel.Process {
	u, m, c := a.unit, a.unit.m, a.cfg
	env, user, bad := a.environment(key)
	get := func(name string) string {
		for _, kv := range env {
			if rest, ok := strings.CutPrefix(kv, name+"="); ok {
				return rest
			}
		}
		return ""
	}
	argv := cmd.argv
	if !cmd.plain {
		argv = append([]string{argv[0]}, expandArgs(argv[1:], get)...)
	}
	m.mu.Lock()
	invocation := u.invocation
	m.mu.Unlock()
	identifier := c.identifier
	if identifier == "" {
		identifier = path.Base(cmd.path)
	}
	out := &stream{m: m, unit: u.name, invocation: invocation, identifier: identifier, priority: 6}
	files := []*kernel.File{nil, nil, nil}
	defer func() {
		for i, f := range files {
			if f != nil && (i == 0 || f != files[i-1]) {
				_ = f.Close()
			}
		}
	}()
	if f, _, err := m.target("null"); err == nil {
		files[0] = f
	}
	journal := kernel.NewWriterFile(out, "socket:[journal]")
	open := func(value string) *kernel.File {
		f, ok, err := m.target(value)
		if err != nil && bad == nil {
			bad = &setupError{exitStdout, "STDOUT", err}
		}
		if ok {
			return f
		}
		return journal.Ref()
	}
	files[1] = open(c.stdout)
	if c.stderr == "inherit" {
		files[2] = files[1]
	} else {
		files[2] = open(c.stderr)
	}
	_ = journal.Close()
	dir := "/"
	if c.dir == "~" {
		dir = user.Home
	} else if c.dir != "" {
		dir = c.dir
	}
	cred := user.Cred()
	if c.group != "" && bad == nil {
		if gid, err := m.group(c.group); err == nil {
			cred.GID = gid
		} else {
			bad = &setupError{exitGroup, "GROUP", err}
		}
	}
	for _, name := range c.groups {
		if gid, err := m.group(name); err == nil {
			cred.Groups = append(cred.Groups[:len(cred.Groups):len(cred.Groups)], gid)
		}
	}
	if bad == nil {
		bad = m.makeDirectories(c, cred)
	}
	told := a.told
	spec := kernel.Spec{
		Path: cmd.path, Args: argv, Env: env, Dir: dir, Files: files, Cred: &cred, NewSession: true, Cgroup: u.cgroup,
		Setup: func(p *kernel.Process) {
			out.mu.Lock()
			out.pid, out.uid = p.PID(), cred.UID
			out.mu.Unlock()
			p.SetUmask(fs.FileMode(c.umask))
			for r, n := range c.limits {
				if n < 0 {
					n = kernel.Unlimited
				}
				_ = p.SetRlimit(r, n, n)
			}
			p.SetEnviron(append(p.Environ(), "SYSTEMD_EXEC_PID="+strconv.Itoa(p.PID())))
			if main && told != nil {
				<-told
			}
		},
	}
	if c.ignorePipe {
		spec.Ignore = []kernel.Signal{kernel.SIGPIPE}
	}
	var p *kernel.Process
	err := error(nil)
	if bad == nil {
		if info, serr := m.k.FS().Stat(dir); serr != nil || !info.IsDir() {
			if serr == nil {
				serr = syscall.ENOTDIR
			}
			if c.dirMissing {
				spec.Dir = "/"
			} else {
				bad = &setupError{exitChdir, "CHDIR", serr}
			}
		}
	}
	if bad == nil {
		if p, err = m.k.Spawn(context.Background(), spec); err != nil {
			var limit *kernel.LimitError
			if errors.Is(err, kernel.ErrClosed) || errors.As(err, &limit) {
				u.say(4, u.name+": Failed to run '"+strings.ToLower(strings.TrimPrefix(key, "Exec"))+"' task: "+kernel.Strerror(err))
				u.fail("resources")
				return nil
			}
			bad = &setupError{exitExec, "EXEC", err}
		}
	}
	if bad != nil {
		p, err = a.failing(spec, cmd.path, bad)
		if err != nil {
			u.fail("resources")
			return nil
		}
	}
	m.mu.Lock()
	a.streams = append(a.streams, out)
	u.processes = append(u.processes, Process{Key: key, PID: p.PID(), Command: cmd.text(), Start: m.now()})
	if len(u.processes) > 32 {
		u.processes = u.processes[1:]
	}
	if main {
		u.main, u.mainPID, u.mainStart, u.mainStatus = p, p.PID(), m.now(), nil
	}
	m.mu.Unlock()
	return p
}

// failing starts the process that stands for one that never got to its program.
func (a *activation) failing(spec kernel.Spec, file string, bad *setupError) (*kernel.Process, error) {
	u := a.unit
	name := "(" + path.Base(file) + ")"
	say := func(p *kernel.Process, text string) {
		u.m.journal.Append(Entry{
			Time: u.m.now(), Unit: u.name, Invocation: u.invocation, Identifier: name, PID: p.PID(), Priority: 3, Message: u.name + ": " + text,
		})
	}
	spec.Path, spec.Args, spec.Dir, spec.Setup, spec.Cred = "", []string{name, setupFailure}, "/", nil, nil
	spec.Func = func(_ context.Context, p *kernel.Process) int {
		why := kernel.Strerror(bad.err)
		switch bad.step {
		case "EXEC":
			if errors.Is(bad.err, fs.ErrNotExist) {
				say(p, fmt.Sprintf("Failed to locate executable %s: %s", file, why))
			}
		case "USER":
			say(p, "Failed to determine user credentials: "+why)
		case "GROUP":
			say(p, "Failed to determine group credentials: "+why)
		case "CHDIR":
			say(p, "Changing to the requested working directory failed: "+why)
		case "STDOUT":
			say(p, "Failed to set up standard output: "+why)
		}
		say(p, fmt.Sprintf("Failed at step %s spawning %s: %s", bad.step, file, why))
		return bad.code
	}
	return u.m.k.Spawn(context.Background(), spec)
}

// ended notes the end of a process; false when it was noted before.
func (a *activation) ended(p *kernel.Process) bool {
	u := a.unit
	st, ok := p.ExitStatus()
	if !ok {
		return false
	}
	u.m.mu.Lock()
	fresh := false
	for i := range u.processes {
		if q := &u.processes[i]; q.PID == p.PID() && q.Exit.IsZero() {
			q.Exit, q.Status, fresh = u.m.now(), st, true
		}
	}
	if u.main == p && u.mainStatus == nil {
		u.mainStatus, u.mainExit, fresh = &st, u.m.now(), true
	}
	streams := a.streams
	u.m.mu.Unlock()
	for _, s := range streams {
		s.mu.Lock()
		mine := s.pid == p.PID()
		s.mu.Unlock()
		if mine {
			s.end()
		}
	}
	return fresh
}

// findMain looks for the main process of a forking service: PIDFile=, or the one process that is left.
func (a *activation) findMain() bool {
	u, c := a.unit, a.cfg
	pid := 0
	if c.pidFile != "" {
		text, err := readSmall(u.m.k.FS(), c.pidFile)
		if err == nil {
			pid, _ = strconv.Atoi(strings.TrimSpace(text))
		}
		if pid <= 1 {
			u.say(4, fmt.Sprintf("%s: Can't open PID file %s (yet?) after start: %s", u.name, c.pidFile, kernel.Strerror(os.ErrNotExist)))
			u.fail("protocol")
			return false
		}
	} else if list := u.cgroup.Processes(); len(list) == 1 {
		pid = list[0].PID()
	} else if len(list) == 0 {
		a.success = true
		return true
	}
	p := u.m.k.Lookup(pid)
	if p == nil || p.Cgroup() != u.cgroup {
		return true
	}
	u.m.mu.Lock()
	u.main, u.mainPID, u.mainStart, u.mainStatus = p, pid, p.StartTime(), nil
	u.m.mu.Unlock()
	return true
}

// environment is what a process of the unit gets: the manager's, the user's, the unit's own, in systemd's order.
func (a *activation) environment(key string) (env []string, user kernel.User, bad *setupError) {
	u, m, c := a.unit, a.unit.m, a.cfg
	env = m.Environment()
	user = kernel.User{Name: "root", Home: "/root"}
	if c.user != "" {
		var err error
		if user, err = m.user(c.user); err != nil {
			bad = &setupError{exitUser, "USER", err}
		} else {
			if user.Home != "" && user.Home != "/" && user.Home != "/nonexistent" {
				env = setEnv(env, "HOME="+user.Home)
			}
			env = setEnv(setEnv(env, "LOGNAME="+user.Name), "USER="+user.Name)
			if user.Shell != "" && !strings.HasSuffix(user.Shell, "/nologin") && !strings.HasSuffix(user.Shell, "/false") {
				env = setEnv(env, "SHELL="+user.Shell)
			}
		}
	}
	m.mu.Lock()
	env = setEnv(env, "INVOCATION_ID="+u.invocation)
	mainPID, result, last := u.mainPID, u.result, a.last
	if u.mainStatus != nil {
		mainPID = 0
	}
	m.mu.Unlock()
	if mainPID > 0 && key != "ExecStart" && key != "ExecStartPre" {
		env = setEnv(env, "MAINPID="+strconv.Itoa(mainPID))
	}
	if key == "ExecStop" || key == "ExecStopPost" {
		code, status := "exited", strconv.Itoa(last.Code)
		if last.Signal != 0 {
			code, status = "killed", shortSig(last.Signal)
		}
		env = setEnv(setEnv(setEnv(env, "SERVICE_RESULT="+result), "EXIT_CODE="+code), "EXIT_STATUS="+status)
	}
	for name, base := range directoryBases {
		if list := c.dirs[name]; len(list) > 0 {
			full := make([]string, len(list))
			for i, d := range list {
				full[i] = base + "/" + d
			}
			env = setEnv(env, directoryVariable[name]+"="+strings.Join(full, ":"))
		}
	}
	for _, kv := range c.env {
		env = setEnv(env, kv)
	}
	for _, kv := range a.fileEnv {
		env = setEnv(env, kv)
	}
	for _, name := range c.unset {
		kept := env[:0]
		for _, kv := range env {
			if kv != name && !strings.HasPrefix(kv, name+"=") {
				kept = append(kept, kv)
			}
		}
		env = kept
	}
	return env, user, bad
}

var directoryVariable = map[string]string{
	"RuntimeDirectory": "RUNTIME_DIRECTORY", "StateDirectory": "STATE_DIRECTORY", "CacheDirectory": "CACHE_DIRECTORY",
	"LogsDirectory": "LOGS_DIRECTORY", "ConfigurationDirectory": "CONFIGURATION_DIRECTORY",
}

// errNoProcess is what systemd says of an unknown user.
var errNoProcess = syscall.ESRCH

func (m *Manager) user(name string) (kernel.User, error) {
	if u, ok := m.k.LookupUser(name); ok {
		return u, nil
	}
	if uid, err := strconv.Atoi(name); err == nil {
		if u, ok := m.k.LookupUID(uid); ok {
			return u, nil
		}
		return kernel.User{Name: name, UID: uid, GID: uid, Groups: []int{uid}, Home: "/"}, nil
	}
	return kernel.User{}, errNoProcess
}

func (m *Manager) group(name string) (int, error) {
	if g, ok := m.k.LookupGroup(name); ok {
		return g.GID, nil
	}
	if gid, err := strconv.Atoi(name); err == nil {
		return gid, nil
	}
	return 0, errNoProcess
}

// readEnvFiles reads EnvironmentFile= anew for each activation.
func (m *Manager) readEnvFiles(c *config) ([]string, error) {
	var env []string
	for _, f := range c.envFiles {
		names := []string{f.path}
		if strings.ContainsAny(f.path, "*?[") {
			names = m.expandGlob(f.path)
		}
		for _, name := range names {
			text, err := readSmall(m.k.FS(), name)
			if err != nil {
				if f.optional {
					continue
				}
				return nil, err
			}
			for _, kv := range parseEnvFile(text) {
				env = setEnv(env, kv)
			}
		}
		if len(names) == 0 && !f.optional {
			return nil, fs.ErrNotExist
		}
	}
	return env, nil
}

// expandGlob lists what a pattern in the last part of a path matches.
func (m *Manager) expandGlob(pattern string) []string {
	dir, base := path.Split(pattern)
	entries, err := m.k.FS().ReadDir(path.Clean(dir))
	if err != nil {
		return nil
	}
	var list []string
	for _, e := range entries {
		if ok, err := path.Match(base, e.Name()); ok && err == nil {
			list = append(list, dir+e.Name())
		}
	}
	return list
}

func (m *Manager) globs(pattern string) bool { return len(m.expandGlob(pattern)) > 0 }

// makeDirectories makes RuntimeDirectory= and its like for the unit's user.
func (m *Manager) makeDirectories(c *config, cred kernel.Cred) *setupError {
	for key, base := range directoryBases {
		for _, d := range c.dirs[key] {
			if d == "" || d[0] == '/' || strings.Contains("/"+d+"/", "/../") {
				continue
			}
			full := base + "/" + d
			mode := fs.FileMode(0o755)
			if v, ok := c.dirMode[key]; ok {
				mode = fs.FileMode(v)
			}
			err := m.k.FS().MkdirAll(full, mode)
			if err == nil && key != "ConfigurationDirectory" {
				err = m.k.FS().Lchown(full, cred.UID, cred.GID)
			}
			if err != nil {
				return &setupError{exitDirs, "RUNTIME_DIRECTORY", err}
			}
		}
	}
	return nil
}

// cleanDirectories removes what lives only as long as the unit.
func (m *Manager) cleanDirectories(c *config) {
	for _, d := range c.dirs["RuntimeDirectory"] {
		if d != "" && d[0] != '/' && !strings.Contains("/"+d+"/", "/../") {
			_ = m.k.FS().RemoveAll("/run/" + d)
		}
	}
}

// cgroupPath is /system.slice/web.service; instances have a slice of their template.
func cgroupPath(name string) string {
	if n := parseName(name); n.instance != "" {
		return "/system.slice/system-" + strings.ReplaceAll(n.prefix, "-", `\x2d`) + ".slice/" + name
	}
	return "/system.slice/" + name
}
