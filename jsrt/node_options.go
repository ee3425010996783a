package jsrt

import "strings"

// notInNodeOptions are the flags that NODE_OPTIONS may not hold: those that say what to run, or that end node at once.
var notInNodeOptions = map[string]bool{
	"-e": true, "--eval": true, "-p": true, "--print": true, "-pe": true, "-c": true, "--check": true, "-v": true, "--version": true, "-h": true, "--help": true,
	"-i": true, "--interactive": true, "--test": true, "--watch": true, "--v8-options": true, "--env-file": true, "--": true,
}

// splitNodeOptions cuts the value of NODE_OPTIONS at spaces; double quotes hold words together, \ takes one character as it is
// inside of them. ok is false when a quote is not closed.
func splitNodeOptions(s string) (words []string, ok bool) {
	var b strings.Builder
	inWord, quoted := false, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && quoted:
			if i+1 == len(s) {
				return nil, false
			}
			i++
			b.WriteByte(s[i])
		case c == '"':
			quoted = !quoted
			inWord = true
		case c == ' ' && !quoted:
			if inWord {
				words = append(words, b.String())
				b.Reset()
				inWord = false
			}
		default:
			b.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		words = append(words, b.String())
	}
	return words, !quoted
}

// withNodeOptions puts the flags of NODE_OPTIONS before those of the command line. problem is what is wrong with them.
func withNodeOptions(argv []string, value string) (out []string, n int, problem string) {
	words, ok := splitNodeOptions(value)
	if !ok {
		return argv, 0, "invalid value for NODE_OPTIONS (unterminated string)\n"
	}
	for i, w := range words {
		name, _, _ := strings.Cut(w, "=")
		after := i > 0 && !strings.HasPrefix(w, "-") // the value of the flag before it
		if notInNodeOptions[name] || !strings.HasPrefix(w, "-") && !after || parseArgs([]string{"node", w, "x"}).badOption != "" {
			return argv, 0, w + " is not allowed in NODE_OPTIONS"
		}
	}
	out = append(append([]string{argv[0]}, words...), argv[1:]...)
	return out, len(words), ""
}
