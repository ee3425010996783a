// Package system holds the commands about processes, users, time and the environment, and those that test and
// compute for scripts.
package system

import "github.com/sandpit-dev/sandpit/kernel"

// Programs lists the commands by name.
func Programs() map[string]kernel.Program {
	return map[string]kernel.Program{
		"[":        test,
		"arch":     arch,
		"date":     date,
		"env":      env,
		"expr":     expr,
		"false":    falseCommand,
		"groups":   groups,
		"hostname": hostname,
		"id":       id,
		"kill":     kill,
		"killall":  killall,
		"logname":  logname,
		"nice":     nice,
		"nohup":    nohup,
		"nproc":    nproc,
		"pgrep":    pgrep,
		"pkill":    pkill,
		"printenv": printenv,
		"ps":       ps,
		"pwd":      pwd,
		"sleep":    sleep,
		"sudo":     sudo,
		"test":     test,
		"timeout":  timeout,
		"true":     trueCommand,
		"tty":      tty,
		"uname":    uname,
		"which":    which,
		"whoami":   whoami,
		"xargs":    xargs,
	}
}
