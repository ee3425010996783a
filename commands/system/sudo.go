package system

import (
	"context"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var sudoUsage = optparse.Define("sudo", "[-EHkKnSv] [-g group] [-u user] [VAR=value] [command [arg ...]]", "Execute a command as another user.", `
-b, --background         accepted for compatibility
-E, --preserve-env[=list]  preserve user environment when running command
-g, --group=group        run command as the specified group name or ID
-H, --set-home           set HOME variable to target user's home dir
-i, --login              run login shell as the target user
-k, --reset-timestamp    accepted for compatibility
-l, --list               list user's privileges or check a specific command
-n, --non-interactive    accepted for compatibility
-S, --stdin              accepted for compatibility
-s, --shell              run shell as the target user
-u, --user=user          run command as specified user name or ID
-v, --validate           accepted for compatibility
`).Posix()

// sudo runs a command as root or as another user. A box asks for no password: whoever types in it owns it.
func sudo(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, sudoUsage)
	if done {
		return status
	}
	names := cmd.NewNames(p)
	user := "root"
	if v, ok := o.Value("u"); ok {
		user = strings.TrimPrefix(v, "#")
	}
	account, ok := names.LookupUser(user)
	if !ok {
		cmd.Errorf(p, "unknown user %s", user)
		cmd.Errorf(p, "error initializing audit plugin sudoers_audit")
		return 1
	}
	cred := kernel.Cred{UID: account.UID, GID: max(account.GID, 0)}
	if account.GID >= 0 {
		cred.Groups = memberships(names, account)
	}
	if v, ok := o.Value("g"); ok {
		gid, ok := names.LookupGroup(strings.TrimPrefix(v, "#"))
		if !ok {
			cmd.Errorf(p, "unknown group %s", v)
			return 1
		}
		cred.GID = gid
	}
	own := p.Cred()
	environ := p.Environ()
	if !o.Has("E") {
		kept := environ[:0:0]
		for _, kv := range environ {
			name, _, _ := strings.Cut(kv, "=")
			switch name {
			case "PATH", "TERM", "LANG", "LANGUAGE", "COLORTERM", "DISPLAY", "TZ", "LS_COLORS":
				kept = append(kept, kv)
			default:
				if strings.HasPrefix(name, "LC_") {
					kept = append(kept, kv)
				}
			}
		}
		environ = kept
		environ = set(environ, "HOME", "HOME="+account.Home)
		environ = set(environ, "SHELL", "SHELL="+account.Shell)
	}
	environ = set(environ, "USER", "USER="+account.Name)
	environ = set(environ, "LOGNAME", "LOGNAME="+account.Name)
	environ = set(environ, "SUDO_USER", "SUDO_USER="+names.User(own.UID))
	args := o.Args
	for len(args) > 0 && strings.IndexByte(args[0], '=') > 0 {
		name, _, _ := strings.Cut(args[0], "=")
		environ = set(environ, name, args[0])
		args = args[1:]
	}
	shell := account.Shell
	if shell == "" {
		shell = "/bin/sh"
	}
	switch {
	case o.Has("i") || o.Has("s"):
		run := []string{shell}
		if o.Has("i") {
			run = append(run, "-l")
			if err := p.Chdir(account.Home); err != nil {
				cmd.Errorf(p, "unable to change directory to %s: %s", account.Home, kernel.Strerror(err))
			}
		}
		if len(args) > 0 {
			quoted := make([]string, len(args))
			for i, a := range args {
				quoted[i] = cmd.Quotef(a)
			}
			run = append(run, "-c", strings.Join(quoted, " "))
		}
		args = run
	case o.Has("l"):
		return listPrivileges(p, names.User(own.UID), args)
	case len(args) == 0 && (o.Has("v") || o.Has("k")):
		return 0
	case len(args) == 0:
		cmd.Raw(p, "usage: sudo -h | -K | -k | -V\nusage: sudo [-EHnSv] [-g group] [-u user] [VAR=value] [-i | -s] [command [arg ...]]\n")
		return 1
	}
	p.SetCred(cred)
	p.SetEnviron(environ)
	st, err := p.Exec(ctx, kernel.Spec{Args: args})
	if err != nil {
		if execStatus(err) == 127 {
			cmd.Errorf(p, "%s: command not found", args[0])
			return 1
		}
		cmd.Errorf(p, "unable to execute %s: %s", args[0], kernel.Strerror(err))
		return 1
	}
	return st
}

// listPrivileges is sudo -l: whoever is in a box may run everything.
func listPrivileges(p *kernel.Process, user string, args []string) int {
	w := cmd.NewWriter(p)
	if len(args) > 0 {
		path, err := kernel.LookPath(p, args[0], p.Getenv("PATH"))
		if err != nil {
			cmd.Errorf(p, "%s: command not found", args[0])
			return 1
		}
		_, _ = w.WriteString(strings.Join(append([]string{path}, args[1:]...), " ") + "\n")
		return w.Finish(0)
	}
	_, _ = w.WriteString("User " + user + " may run the following commands on " + p.Kernel().Hostname() + ":\n    (ALL : ALL) NOPASSWD: ALL\n")
	return w.Finish(0)
}
