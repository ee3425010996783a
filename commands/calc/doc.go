// Package calc holds the calculators of arbitrary precision: bc and dc, in the form of GNU bc 1.07 and dc 1.4.
//
// Numbers are decimals with a scale of their own, cut and never rounded, as POSIX asks. A number has at most some
// 600,000 digits, so that no single operation keeps a killed process from ending.
package calc

import "github.com/sandpit-dev/sandpit/kernel"

// Programs lists the commands by name.
func Programs() map[string]kernel.Program {
	return map[string]kernel.Program{"bc": bc, "dc": dc}
}
