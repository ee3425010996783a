package system

import (
	"context"
	"path"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var suUsage = optparse.Define("su", "[options] [-] [<user> [<argument>...]]", "Change the effective user ID and group ID to that of <user>.\nA mere - implies -l.  If <user> is not given, root is assumed.", `
-m, -p, --preserve-environment  do not reset environment variables
-l, --login                     make the shell a login shell
-c, --command <command>         pass a single command to the shell with -c
-s, --shell <shell>             run <shell> instead of the account's
`).Posix()

// su starts a shell as another user. As for sudo, a box asks for no password.
func su(ctx context.Context, p *kernel.Process) int {
	// The operands may stand before the options: su - user -c command.
	var options, operands []string
	args := p.Args()[1:]
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			operands = append(operands, args[i+1:]...)
			i = len(args)
		case len(a) > 1 && a[0] == '-':
			options = append(options, a)
			if (a == "-c" || a == "-s" || a == "--command" || a == "--shell") && i+1 < len(args) {
				i++
				options = append(options, args[i])
			}
		default:
			operands = append(operands, a)
		}
	}
	o, status, done := cmd.ParseArgs(p, suUsage, options)
	if done {
		return status
	}
	login, keep := o.Has("l"), o.Has("m")
	if len(operands) > 0 && operands[0] == "-" {
		login, operands = true, operands[1:]
	}
	user := "root"
	if len(operands) > 0 {
		user, operands = operands[0], operands[1:]
	}
	names := cmd.NewNames(p)
	account, ok := names.LookupUser(user)
	if !ok || account.GID < 0 {
		cmd.Errorf(p, "user %s does not exist or the user entry does not contain all the required fields", user)
		return 1
	}
	shell := account.Shell
	if v, ok := o.Value("s"); ok {
		shell = v
	} else if v := p.Getenv("SHELL"); keep && !login && v != "" {
		shell = v
	}
	if shell == "" {
		shell = "/bin/sh"
	}
	environ := p.Environ()
	switch {
	case login:
		term := p.Getenv("TERM")
		environ = []string{"PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"}
		if account.UID == 0 {
			environ[0] = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
		}
		if term != "" {
			environ = append(environ, "TERM="+term)
		}
		fallthrough
	case !keep:
		environ = set(environ, "HOME", "HOME="+account.Home)
		environ = set(environ, "SHELL", "SHELL="+shell)
		if login || account.UID != 0 {
			environ = set(environ, "USER", "USER="+account.Name)
			environ = set(environ, "LOGNAME", "LOGNAME="+account.Name)
		}
	}
	run := []string{shell}
	if login {
		run = append(run, "-l")
		if err := p.Chdir(account.Home); err != nil {
			cmd.Errorf(p, "warning: cannot change directory to %s: %s", account.Home, kernel.Strerror(err))
		}
	}
	if v, ok := o.Value("c"); ok {
		run = append(run, "-c", v)
	}
	run = append(run, operands...)
	p.SetCred(kernel.Cred{UID: account.UID, GID: account.GID, Groups: memberships(names, account)})
	p.SetEnviron(environ)
	run[0] = path.Base(shell)
	st, err := p.Exec(ctx, kernel.Spec{Path: shell, Args: run})
	if err != nil {
		cmd.Errorf(p, "failed to execute %s: %s", shell, kernel.Strerror(err))
		return execStatus(err)
	}
	return st
}
