package edit

import "github.com/sandpit-dev/sandpit/kernel"

// Programs lists the editors by name.
func Programs() map[string]kernel.Program {
	return map[string]kernel.Program{"vi": vi, "vim": vi, "view": vi, "ex": vi, "nano": nano, "editor": vi}
}
