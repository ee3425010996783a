// Package data holds the commands that read and write structured data: jq and yq.
package data

import "github.com/sandpit-dev/sandpit/kernel"

// Programs lists the commands by name.
func Programs() map[string]kernel.Program {
	return map[string]kernel.Program{
		"jq": jqCommand,
		"yq": yq,
	}
}
