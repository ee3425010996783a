package net

import "github.com/sandpit-dev/sandpit/kernel"

// Programs lists the commands by name.
func Programs() map[string]kernel.Program {
	return map[string]kernel.Program{
		"curl":     curl,
		"dig":      dig,
		"host":     hostCommand,
		"ifconfig": ifconfig,
		"ip":       ip,
		"nc":       nc,
		"netcat":   nc,
		"netstat":  netstat,
		"nslookup": nslookup,
		"ping":     ping,
		"ss":       ss,
		"wget":     wget,
	}
}
