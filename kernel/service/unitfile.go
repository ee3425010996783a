package service

import (
	"fmt"
	"strings"
)

// setting is one assignment of a unit file.
type setting struct {
	section, key, value string
	file                string
	line                int
}

// sections are those that systemd knows.
var sections = map[string]bool{
	"Unit": true, "Service": true, "Install": true, "Timer": true, "Socket": true, "Path": true, "Mount": true, "Slice": true,
}

// maxUnitFile bounds a unit file, in bytes; systemd's own bound for a line is 1 MiB.
const maxUnitFile = 1 << 20

// parseUnitFile reads the syntax of systemd.syntax(7). What it cannot read is left out and told to warn, as systemd
// ignores such lines.
func parseUnitFile(file, text string, warn func(string)) []setting {
	var list []setting
	section := ""
	joined, first := "", 0
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		bare := strings.TrimSpace(line)
		if bare != "" && (bare[0] == '#' || bare[0] == ';') {
			continue // also between continued lines
		}
		if joined == "" {
			first = n
		}
		if strings.HasSuffix(line, "\\") && !strings.HasSuffix(line, "\\\\") {
			joined += strings.TrimSuffix(line, "\\") + " "
			continue
		}
		bare, joined = strings.TrimSpace(joined+line), ""
		switch {
		case bare == "":
		case bare[0] == '[':
			if bare[len(bare)-1] != ']' {
				warn(fmt.Sprintf("%s:%d: Invalid section header '%s'", file, first, bare))
				section = ""
				continue
			}
			section = bare[1 : len(bare)-1]
			if !sections[section] && !strings.HasPrefix(section, "X-") {
				warn(fmt.Sprintf("%s:%d: Unknown section '%s'. Ignoring.", file, first, section))
			}
		default:
			key, value, ok := strings.Cut(bare, "=")
			switch {
			case !ok:
				warn(fmt.Sprintf("%s:%d: Missing '=', ignoring line.", file, first))
			case section == "":
				warn(fmt.Sprintf("%s:%d: Assignment outside of section. Ignoring.", file, first))
			default:
				list = append(list, setting{section, strings.TrimSpace(key), strings.TrimSpace(value), file, first})
			}
		}
	}
	return list
}
