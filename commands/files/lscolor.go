package files

import (
	"io/fs"
	"strings"
)

// parseColors reads LS_COLORS: key=code pairs between colons, keys of two letters or *suffix.
func parseColors(s string) map[string]string {
	if s == "" {
		return nil
	}
	colors := map[string]string{}
	for pair := range strings.SplitSeq(s, ":") {
		if key, code, ok := strings.Cut(pair, "="); ok && key != "" {
			colors[key] = code
		}
	}
	return colors
}

// color is the code of a kind of file: from LS_COLORS, else dircolors' default.
func (l *lister) colorOf(key, usual string) string {
	if code, ok := l.colors[key]; ok {
		return code
	}
	return usual
}

// suffixColor looks for the longest *suffix of LS_COLORS that a name ends in.
func (l *lister) suffixColor(name string) string {
	best, code := 0, ""
	for key, c := range l.colors {
		if suffix, ok := strings.CutPrefix(key, "*"); ok && len(suffix) > best && strings.HasSuffix(name, suffix) {
			best, code = len(suffix), c
		}
	}
	return code
}

// paint wraps a name in the colour of its kind.
func (l *lister) paint(s string, info fs.FileInfo, e *entry) string {
	m := info.Mode()
	code := ""
	switch {
	case m.IsDir() && m&fs.ModeSticky != 0 && m.Perm()&2 != 0:
		code = l.colorOf("tw", "30;42")
	case m.IsDir() && m.Perm()&2 != 0:
		code = l.colorOf("ow", "34;42")
	case m.IsDir() && m&fs.ModeSticky != 0:
		code = l.colorOf("st", "37;44")
	case m.IsDir():
		code = l.colorOf("di", "01;34")
	case m&fs.ModeSymlink != 0:
		code = l.colorOf("ln", "01;36")
		if e != nil && e.tinfo == nil {
			code = l.colorOf("or", "")
		}
	case m&fs.ModeNamedPipe != 0:
		code = l.colorOf("pi", "33")
	case m&fs.ModeSocket != 0:
		code = l.colorOf("so", "01;35")
	case m&fs.ModeCharDevice != 0:
		code = l.colorOf("cd", "01;33")
	case m&fs.ModeDevice != 0:
		code = l.colorOf("bd", "01;33")
	case m&fs.ModeSetuid != 0:
		code = l.colorOf("su", "37;41")
	case m&fs.ModeSetgid != 0:
		code = l.colorOf("sg", "30;43")
	case m.Perm()&0o111 != 0:
		code = l.colorOf("ex", "01;32")
	case e != nil:
		code = l.suffixColor(e.name)
	}
	if code == "" {
		return s
	}
	return "\x1b[0m\x1b[" + code + "m" + s + "\x1b[0m"
}
