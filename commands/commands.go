// Package commands is the userland: the programs that stand in /usr/bin of a box, written to behave as GNU's,
// procps' and util-linux' do, down to their messages and exit statuses. They are grouped by theme in the packages
// below; each command is a file of its own there and an entry in its theme's table.
//
// A command is a kernel.Program: it reads its arguments and its world from the process it is given and returns its
// exit status. One that runs another program (xargs, find -exec, env, timeout) asks the kernel to spawn it; none knows
// the shell or the JavaScript runtime.
package commands

import (
	"maps"

	"github.com/sandpit-dev/sandpit/commands/archive"
	"github.com/sandpit-dev/sandpit/commands/calc"
	"github.com/sandpit-dev/sandpit/commands/data"
	"github.com/sandpit-dev/sandpit/commands/edit"
	"github.com/sandpit-dev/sandpit/commands/files"
	gnumake "github.com/sandpit-dev/sandpit/commands/make"
	"github.com/sandpit-dev/sandpit/commands/net"
	"github.com/sandpit-dev/sandpit/commands/npm"
	"github.com/sandpit-dev/sandpit/commands/openssl"
	"github.com/sandpit-dev/sandpit/commands/system"
	"github.com/sandpit-dev/sandpit/commands/text"
	"github.com/sandpit-dev/sandpit/kernel"
)

// All lists every command by name. The map is the caller's.
func All() map[string]kernel.Program {
	all := map[string]kernel.Program{}
	for _, theme := range []map[string]kernel.Program{
		archive.Programs(),
		calc.Programs(),
		data.Programs(),
		edit.Programs(),
		files.Programs(),
		{"make": gnumake.Program, "openssl": openssl.Program},
		net.Programs(),
		npm.Programs(),
		system.Programs(),
		text.Programs(),
	} {
		maps.Copy(all, theme)
	}
	return all
}
