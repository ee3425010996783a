// Package redact makes text that a box chose fit for the host's log: secrets are masked by rule, control characters are
// escaped, length is bounded. Only records are changed; what a program prints or sends is not.
//
// The rules know names, not values: the value of an option, variable, header, query key or URL user-info whose name says
// that it is secret. A secret that stands alone cannot be told from another word.
package redact

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Mask stands where a secret stood.
const Mask = "[redacted]"

const (
	maxArgs  = 32
	maxBytes = 256
)

// secretName is what makes the name of an option, a variable, a header or a query key that of a secret.
const secretName = `(?:token|secret|passw(?:or)?d|passphrase|pwd|api[-_]?key|access[-_]?key|private[-_]?key|signature|credential|authorization|cookie|session[-_]?id)`

var (
	// NAME=value and --name=value, anywhere in a text; the value may be quoted.
	assignment = regexp.MustCompile(`(?i)((?:^|[^A-Za-z0-9_-])-{0,2}[A-Za-z0-9_-]*` + secretName + `[A-Za-z0-9_-]*=)("[^"]*"|'[^']*'|[^\s&;|"']+)`)
	// a header line, to the end of the line or quote
	header = regexp.MustCompile(`(?i)((?:^|[^A-Za-z0-9-])[A-Za-z0-9-]*` + secretName + `[A-Za-z0-9-]*:[ \t]*)([^\s"'][^\r\n"']*)`)
	// the schemes of the Authorization header, wherever they stand
	scheme = regexp.MustCompile(`(?i)\b((?:bearer|basic|digest)[ \t]+)([A-Za-z0-9._~+/=-]{6,})`)
	// user:password@ in a URL
	userInfo = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)([^/?#@\s]*)@`)
	// query keys that are secret only there: ?key=, &sig=, &code=
	query = regexp.MustCompile(`(?i)([?&](?:key|sig|auth|code|jwt|id_token|[^=&#\s]*` + secretName + `[^=&#\s]*)=)([^&#\s"']+)`)
	// an option whose value is the next word: --token X
	option = regexp.MustCompile(`(?i)^--?[A-Za-z0-9_-]*` + secretName + `[A-Za-z0-9_-]*$`)
)

// userOptions are options whose next word is user:password (curl, wget).
var userOptions = map[string]bool{"-u": true, "--user": true, "-U": true, "--proxy-user": true}

// Text returns s with its secrets masked, escaped as [Printable] does, cut after 256 bytes.
func Text(s string) string { return Line(s, maxBytes) }

// Line is Text with a bound of its own, in bytes before escaping.
func Line(s string, bound int) string {
	cut := len(s) > bound
	if cut {
		s = s[:min(len(s), 2*bound)] // a secret that the cut would divide is seen whole
	}
	s = mask(s)
	if len(s) > bound {
		s, cut = s[:bound], true
	}
	s = Printable(s)
	if cut {
		s += "..."
	}
	return s
}

func mask(s string) string {
	if strings.Contains(s, "://") {
		s = userInfo.ReplaceAllString(s, "${1}"+Mask+"@")
	}
	if strings.ContainsAny(s, "?&") {
		s = query.ReplaceAllString(s, "${1}"+Mask)
	}
	if strings.Contains(s, "=") {
		s = assignment.ReplaceAllString(s, "${1}"+Mask)
	}
	if strings.Contains(s, ":") {
		s = header.ReplaceAllString(s, "${1}"+Mask)
	}
	return scheme.ReplaceAllString(s, "${1}"+Mask)
}

// Args returns an argv for a record: at most 32 words, each as [Text] makes it.
func Args(args []string) []string {
	out := make([]string, min(len(args), maxArgs))
	for i := range out {
		switch {
		case i > 0 && option.MatchString(args[i-1]):
			out[i] = Mask
		case i > 0 && userOptions[args[i-1]]:
			user, _, found := strings.Cut(args[i], ":")
			out[i] = Text(user)
			if found {
				out[i] += ":" + Mask
			}
		default:
			out[i] = Text(args[i])
		}
	}
	if len(args) > maxArgs {
		out = append(out, "...")
	}
	return out
}

// Header returns the value of an HTTP header for a record.
func Header(name, value string) string {
	if header.MatchString(name + ": x") {
		return Mask
	}
	return Text(value)
}

// Printable escapes what could end a record, move a cursor or turn text round: control characters, invalid UTF-8, and
// whatever strconv.IsPrint does not call printable, in Go's \x and \u forms.
func Printable(s string) string {
	plain := true
	for _, r := range s {
		if r == utf8.RuneError || !strconv.IsPrint(r) {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 || !strconv.IsPrint(r) {
			q := strconv.Quote(s[:n])
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}
