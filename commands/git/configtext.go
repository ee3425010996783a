package git

import (
	"strings"
)

// editConfigText gives a configuration text with the values of key replaced: the lines that hold it go, the new ones
// stand where the first was, or at the end of the section's last header, or in a new section.
func editConfigText(text, key string, values []string) string {
	section, sub, name := splitKey(key)
	var out []string
	at, end := -1, -1 // where a line of the key was; the end of the section
	in := false
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		t := strings.TrimSpace(line)
		if strings.HasPrefix(t, "[") {
			s, u := headerOf(t)
			in = strings.EqualFold(s, section) && u == sub
			out = append(out, line)
			if in {
				end = len(out)
			}
			continue
		}
		if in && t != "" && t[0] != '#' && t[0] != ';' {
			k, _, _ := strings.Cut(t, "=")
			if strings.EqualFold(strings.TrimSpace(k), name) {
				if at < 0 {
					at = len(out)
				}
				for strings.HasSuffix(strings.TrimRight(lines[i], "\n"), `\`) && i+1 < len(lines) {
					i++
				}
				continue
			}
		}
		if line == "" {
			continue
		}
		out = append(out, line)
		if in && t != "" {
			end = len(out)
		}
	}
	var put []string
	for _, v := range values {
		put = append(put, "\t"+name+" = "+quoteConfig(v)+"\n")
	}
	switch {
	case at >= 0:
	case end >= 0:
		at = end
	case len(put) > 0:
		if n := len(out); n > 0 && !strings.HasSuffix(out[n-1], "\n") {
			out[n-1] += "\n"
		}
		head := "[" + section + "]\n"
		if sub != "" {
			head = "[" + section + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(sub) + "\"]\n"
		}
		return strings.Join(out, "") + head + strings.Join(put, "")
	default:
		return strings.Join(out, "")
	}
	if at > 0 && !strings.HasSuffix(out[at-1], "\n") {
		out[at-1] += "\n"
	}
	result := append([]string{}, out[:at]...)
	result = append(result, put...)
	result = append(result, out[at:]...)
	if len(values) == 0 {
		result = dropEmpty(result, section, sub)
	}
	return strings.Join(result, "")
}

// dropEmpty removes a section's header when nothing is left under it, as git does.
func dropEmpty(lines []string, section, sub string) []string {
	for i, l := range lines {
		t := strings.TrimSpace(l)
		if !strings.HasPrefix(t, "[") {
			continue
		}
		if s, u := headerOf(t); !strings.EqualFold(s, section) || u != sub {
			continue
		}
		j := i + 1
		for j < len(lines) && strings.TrimSpace(lines[j]) == "" {
			j++
		}
		if j == len(lines) || strings.HasPrefix(strings.TrimSpace(lines[j]), "[") {
			return append(append([]string{}, lines[:i]...), lines[j:]...)
		}
	}
	return lines
}

// headerOf reads [section], [section "sub"] and [section.sub].
func headerOf(line string) (section, sub string) {
	body, _, _ := strings.Cut(strings.TrimPrefix(line, "["), "]")
	if i := strings.IndexByte(line, '"'); i >= 0 {
		j := strings.LastIndexByte(line, '"')
		if j > i {
			return strings.TrimSpace(line[1:i]), strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(line[i+1 : j])
		}
	}
	section, sub, _ = strings.Cut(body, ".")
	return strings.TrimSpace(section), sub
}

// quoteConfig writes a value so that it reads back.
func quoteConfig(v string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\b", `\b`)
	q := r.Replace(v)
	if strings.ContainsAny(v, "#;") || strings.HasPrefix(v, " ") || strings.HasSuffix(v, " ") {
		return `"` + q + `"`
	}
	return q
}

// changeSection renames or removes a section with everything under it.
func (g *run) changeSection(file string, names []string, rename bool) error {
	if len(names) == 0 || rename && len(names) < 2 {
		return &failure{"error: wrong number of arguments", 129}
	}
	data, _ := g.p.FS().ReadFile(file)
	section, sub, _ := strings.Cut(names[0], ".")
	var b strings.Builder
	in, found := false, false
	for line := range strings.Lines(string(data)) {
		if t := strings.TrimSpace(line); strings.HasPrefix(t, "[") {
			s, u := headerOf(t)
			in = strings.EqualFold(s, section) && u == sub
			if found = found || in; in && rename {
				to, toSub, has := strings.Cut(names[1], ".")
				if has {
					line = "[" + to + ` "` + toSub + "\"]\n"
				} else {
					line = "[" + to + "]\n"
				}
			}
		}
		if in && !rename {
			continue
		}
		b.WriteString(line)
	}
	if !found {
		return fatal("no such section: %s", names[0])
	}
	return g.saveConfig(file, b.String())
}
