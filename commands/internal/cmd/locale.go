package cmd

import (
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// UTF8 reports whether p's locale (LC_ALL, LC_CTYPE, LANG, in this order) is a UTF-8 one.
func UTF8(p *kernel.Process) bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := p.Getenv(key); v != "" {
			v = strings.ToUpper(v)
			return strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return false
}
