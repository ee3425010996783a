package awk

import (
	"strings"
)

// substitute is sub() and gsub().
func (c *compiler) substitute(e *builtinExpr) evalFn {
	re, repl := c.regex(e.args[0]), c.expr(e.args[1])
	var target expr = &fieldRef{&numLit{0}}
	if len(e.args) > 2 {
		target = e.args[2]
		if g, ok := target.(*groupExpr); ok {
			target = g.x
		}
	}
	get, set := c.expr(target), c.setter(target)
	global := e.name == "gsub"
	return func(in *interp) value {
		r := re(in)
		with := in.str(repl(in))
		s := in.str(get(in))
		out, n := in.replace(r, s, with, global)
		if n > 0 {
			set(in, str(out))
		}
		return num(float64(n))
	}
}

// replace substitutes matches in s. In the replacement & is the match; of n backslashes before an & half stay, and an
// odd one makes the & plain. Other backslashes are text.
func (in *interp) replace(r *regex, s, with string, global bool) (string, int) {
	plainWith := strings.IndexByte(with, '&') < 0
	if r.plain && plainWith {
		i := strings.Index(s, r.literal)
		if i < 0 {
			return s, 0
		}
		if !global {
			in.checkLength(len(s) + len(with))
			return s[:i] + with + s[i+len(r.literal):], 1
		}
		n := strings.Count(s, r.literal)
		in.checkProduct(len(s), n, len(with))
		return strings.ReplaceAll(s, r.literal, with), n
	}
	var out []byte
	n := in.eachMatch(r, s, global, func(from, to int, _ []int) {
		if plainWith {
			out = append(out, with...)
		} else {
			out = appendReplacement(out, with, s[from:to])
		}
		in.checkLength(len(out))
	}, func(text string) { out = append(out, text...) })
	if n == 0 {
		return s, 0
	}
	in.checkLength(len(out))
	return string(out), n
}

func (in *interp) checkProduct(have, n, size int) {
	if size > 0 && n > (in.maxBytes-min(have, in.maxBytes))/size {
		in.limit()
	}
}

// longText is the length of a string whose matches are not all collected before the first is used.
const longText = 1 << 20

// eachMatch walks the matches of r in s that do not overlap. An empty match right behind another match does not count.
func (in *interp) eachMatch(r *regex, s string, global bool, match func(from, to int, loc []int), text func(string)) int {
	if !r.plain && global && len(s) > longText {
		n, at := 0, 0
		r.re.Each([]byte(s), func(loc []int) bool {
			if n&63 == 0 {
				in.step()
			}
			n++
			text(s[at:loc[0]])
			match(loc[0], loc[1], loc)
			at = loc[1]
			return true
		})
		text(s[at:])
		return n
	}
	if !r.plain && global {
		all := r.re.FindAllSubmatchIndex([]byte(s), -1)
		at := 0
		for i, loc := range all {
			if i&63 == 0 {
				in.step()
			}
			text(s[at:loc[0]])
			match(loc[0], loc[1], loc)
			at = loc[1]
		}
		text(s[at:])
		return len(all)
	}
	n, at := 0, 0
	for {
		loc := r.find(s[at:])
		if loc == nil {
			break
		}
		n++
		text(s[at : at+loc[0]])
		shifted := loc
		if at > 0 {
			shifted = make([]int, len(loc))
			for i := range loc {
				shifted[i] = loc[i] + at
			}
		}
		match(at+loc[0], at+loc[1], shifted)
		at += loc[1]
		if !global {
			break
		}
		if loc[0] == loc[1] {
			if at >= len(s) {
				break
			}
			k := in.enc.width(s[at:])
			text(s[at : at+k])
			at += k
		}
		in.step()
	}
	text(s[at:])
	return n
}

func appendReplacement(out []byte, with, match string) []byte {
	for i := 0; i < len(with); i++ {
		c := with[i]
		switch c {
		case '&':
			out = append(out, match...)
		case '\\':
			j := i
			for j < len(with) && with[j] == '\\' {
				j++
			}
			n := j - i
			if j < len(with) && with[j] == '&' {
				out = append(out, with[i:i+n/2]...)
				if n%2 == 1 {
					out = append(out, '&')
					j++
				}
			} else {
				out = append(out, with[i:j]...)
			}
			i = j - 1
		default:
			out = append(out, c)
		}
	}
	return out
}

// gensub replaces all matches ("g"), or the one that how numbers, and gives the result. \0 to \9 name groups.
func (in *interp) gensub(r *regex, with string, how value, s string) string {
	global := false
	nth := 1
	if h := in.str(how); h != "" && (h[0] == 'g' || h[0] == 'G') {
		global = true
	} else if n := how.num(); n >= 1 {
		nth = int(min(n, 1<<30))
	}
	var out []byte
	seen := 0
	in.eachMatch(r, s, true, func(from, to int, loc []int) {
		seen++
		if !global && seen != nth {
			out = append(out, s[from:to]...)
			return
		}
		for i := 0; i < len(with); i++ {
			c := with[i]
			switch {
			case c == '&':
				out = append(out, s[from:to]...)
			case c == '\\' && i+1 < len(with):
				i++
				if g := int(with[i]) - '0'; g >= 0 && g <= 9 {
					if 2*g+1 < len(loc) && loc[2*g] >= 0 {
						out = append(out, s[loc[2*g]:loc[2*g+1]]...)
					}
				} else {
					out = append(out, with[i])
				}
			default:
				out = append(out, c)
			}
		}
		in.checkLength(len(out))
	}, func(text string) { out = append(out, text...) })
	in.checkLength(len(out))
	return string(out)
}
