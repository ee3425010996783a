package cmd

import (
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Choice completes a word of an option as GNU's argmatch does: a prefix that only one of the words has, or that is
// one of them.
func Choice(s string, words ...string) (word string, ok bool) {
	found := 0
	for _, w := range words {
		if w == s {
			return w, true
		}
		if s != "" && strings.HasPrefix(w, s) {
			word = w
			found++
		}
	}
	return word, found == 1
}

// BadChoice reports a word that none of an option's is. rows lists the valid ones as GNU shows them, a row for each
// meaning: "'quiet', 'silent'". Whoever calls it returns the command's own status for a usage error.
func BadChoice(p *kernel.Process, option, value string, rows ...string) {
	Errorf(p, "invalid argument %s for '%s'", QuoteC(value), option)
	Raw(p, "Valid arguments are:\n  - "+strings.Join(rows, "\n  - ")+"\n")
	TryHelp(p)
}
