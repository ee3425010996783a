package files

import (
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/internal/pattern"
)

func (l *lister) option(m optparse.Match, tty bool) int {
	when := func() bool {
		return !m.HasValue || m.Value == "always" || m.Value == "yes" || m.Value == "force" || tty && (m.Value == "auto" || m.Value == "tty" || m.Value == "if-tty")
	}
	switch m.Key {
	case "a":
		l.hidden = 2
	case "A":
		l.hidden = 1
	case "author":
		l.author = true
	case "b":
		l.quoting = 'b'
	case "block-size":
		n, err := cmd.ParseSize(m.Value)
		if err != nil || n == 0 {
			cmd.Errorf(l.p, "invalid --block-size argument %s", cmd.QuoteC(m.Value))
			return 2
		}
		l.blockSize = n
		l.human = -n
		if c := m.Value[0]; c < '0' || c > '9' {
			l.unit = m.Value
		}
	case "B":
		l.ignoreBackups = true
	case "c":
		l.timeBy = 'c'
	case "u":
		l.timeBy = 'a'
	case "C", "x", "m", "1":
		if m.Key == "1" && l.long {
			break
		}
		l.format, l.long = m.Key[0], false
	case "format":
		formats := map[string]byte{"verbose": 'l', "long": 'l', "commas": 'm', "horizontal": 'x', "across": 'x', "vertical": 'C', "single-column": '1'}
		word, ok := cmd.Choice(m.Value, "verbose", "long", "commas", "horizontal", "across", "vertical", "single-column")
		if !ok {
			return l.badWord(m, "'verbose', 'long'", "'commas'", "'horizontal', 'across'", "'vertical'", "'single-column'")
		}
		if l.long = formats[word] == 'l'; !l.long {
			l.format = formats[word]
		}
	case "color":
		if st := l.badWhen(m); st != 0 {
			return st
		}
		// As with dircolors' database, a terminal that is not known to have colours gets none.
		term := l.p.Getenv("TERM")
		l.color = when() && (l.p.Getenv("LS_COLORS") != "" || l.p.Getenv("COLORTERM") != "" || term != "" && term != "dumb")
		l.colors = parseColors(l.p.Getenv("LS_COLORS"))
	case "d":
		l.directory = true
	case "f":
		l.hidden, l.sortBy, l.long, l.color = 2, 'U', false, false
	case "F":
		if st := l.badWhen(m); st != 0 {
			return st
		}
		if when() {
			l.indicator = 'F'
		}
	case "hyperlink":
		return l.badWhen(m)
	case "Z":
		l.context = true
	case "T":
		n, err := strconv.ParseUint(m.Value, 0, 31)
		if err != nil {
			cmd.Errorf(l.p, "invalid tab size: %s", cmd.QuoteC(m.Value))
			return 2
		}
		l.tab = int(n)
	case "file-type":
		l.indicator = 't'
	case "p":
		l.indicator = '/'
	case "indicator-style":
		switch m.Value {
		case "none":
			l.indicator = 0
		case "slash":
			l.indicator = '/'
		case "file-type":
			l.indicator = 't'
		case "classify":
			l.indicator = 'F'
		default:
			return l.badWord(m, "'none'", "'slash'", "'file-type'", "'classify'")
		}
	case "full-time":
		l.long, l.timeStyle = true, "full-iso"
	case "g":
		l.long, l.noOwner = true, true
	case "group-directories-first":
		l.dirsFirst = true
	case "G":
		l.noGroup = true
	case "h":
		l.human = 1024
	case "si":
		l.human = 1000
	case "H", "dereference-command-line-symlink-to-dir":
		l.follow = 'H'
	case "L":
		l.follow = 'L'
	case "hide":
		l.hide = append(l.hide, pattern.Glob(m.Value, 0))
	case "I":
		l.ignore = append(l.ignore, pattern.Glob(m.Value, 0))
	case "i":
		l.inode = true
	case "l":
		l.long = true
	case "n":
		l.long, l.numeric = true, true
	case "N":
		l.quoting = 'l'
	case "o":
		l.long, l.noGroup = true, true
	case "q":
		l.quoting = 'q'
	case "Q":
		l.quoting = 'c'
	case "quoting-style":
		q, ok := quotingStyles[m.Value]
		if !ok {
			return l.badWord(m, "'literal'", "'shell'", "'shell-always'", "'shell-escape'", "'shell-escape-always'", "'c'", "'c-maybe'", "'escape'", "'locale'", "'clocale'")
		}
		l.quoting = q
	case "r":
		l.reverse = true
	case "R":
		l.recursive = true
	case "s":
		l.blocks = true
	case "S", "t", "v", "X", "U":
		l.sortBy = m.Key[0]
	case "sort":
		words := map[string]byte{"none": 'U', "size": 'S', "time": 't', "version": 'v', "extension": 'X', "width": 'w', "name": 0}
		s, ok := words[m.Value]
		if !ok {
			return l.badWord(m, "'none'", "'time'", "'size'", "'extension'", "'version'", "'width'")
		}
		l.sortBy = s
	case "time":
		words := map[string]byte{"atime": 'a', "access": 'a', "use": 'a', "ctime": 'c', "status": 'c', "mtime": 'm', "modification": 'm', "birth": 'b', "creation": 'b'}
		s, ok := words[m.Value]
		if !ok {
			return l.badWord(m, "'atime', 'access', 'use'", "'ctime', 'status'", "'birth', 'creation'")
		}
		l.timeBy = s
	case "time-style":
		if !l.setTimeStyle(m.Value) {
			cmd.BadChoice(l.p, "time style", m.Value, "[posix-]full-iso", "[posix-]long-iso", "[posix-]iso", "[posix-]locale", "+FORMAT (e.g., +%H:%M) for a 'date'-style format")
			return 2
		}
	case "w":
		n, err := strconv.ParseUint(m.Value, 0, 32)
		if err != nil {
			cmd.Errorf(l.p, "invalid line width: %s", cmd.QuoteC(m.Value))
			return 2
		}
		l.width = int(n)
	case "zero":
		l.eol, l.quoting, l.format = 0, 'l', '1'
	}
	return 0
}

// quotingStyles are the words of --quoting-style and QUOTING_STYLE.
var quotingStyles = map[string]byte{"literal": 'l', "shell": 's', "shell-escape": 's', "shell-always": 'S', "shell-escape-always": 'S', "c": 'c', "escape": 'b', "locale": 'c', "clocale": 'c', "c-maybe": 'l'}

func (l *lister) setTimeStyle(style string) bool {
	l.timeStyle = strings.TrimPrefix(style, "posix-")
	switch l.timeStyle {
	case "full-iso", "long-iso", "iso", "locale":
		return true
	}
	return strings.HasPrefix(l.timeStyle, "+")
}

func (l *lister) badWord(m optparse.Match, valid ...string) int {
	cmd.BadChoice(l.p, m.Name, m.Value, valid...)
	return 1
}

// badWhen looks at the WHEN of --color and its like.
func (l *lister) badWhen(m optparse.Match) int {
	if _, ok := cmd.Choice(m.Value, "always", "yes", "force", "never", "no", "none", "auto", "tty", "if-tty"); m.HasValue && !ok {
		return l.badWord(m, "'always', 'yes', 'force'", "'never', 'no', 'none'", "'auto', 'tty', 'if-tty'")
	}
	return 0
}
