package jsrt

import "fmt"

const (
	// maxSource bounds one source text, in bytes.
	maxSource = 32 << 20
	// maxNesting bounds how deep brackets, templates and prefix operators may nest. goja and esbuild parse by recursion,
	// and a Go stack that grows over its limit ends the process.
	maxNesting = 1500
	// maxArrowNesting bounds arrow functions inside the parameters of arrow functions: goja parses those twice a level.
	maxArrowNesting = 12
	// maxJSONDepth bounds JSON.parse.
	maxJSONDepth = 5000
)

// scanSource refuses text that a parser could die of or hang on. It is a rough lexer: strings, templates, comments and
// regular expressions are skipped where it can tell them; where it cannot it errs on the side of counting less, since the
// brackets of a regular expression that was taken for code nest little.
func scanSource(src string) error {
	if len(src) > maxSource {
		return fmt.Errorf("source of %d bytes is too large (max %d)", len(src), maxSource)
	}
	depth, max, unary := 0, 0, 0
	eqParen := 0 // nesting of "=(": a default value in parentheses, which may be an arrow function's parameters
	var parens []bool
	var tmpl []int // depths at which a template's ${ opened
	prev := byte(0)
	word := false
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		case '\'', '"':
			i = skipString(src, i, c)
		case '`':
			i = skipTemplate(src, i+1)
			if i < len(src) && src[i] == '{' {
				tmpl = append(tmpl, depth)
				depth++
				parens = append(parens, false)
			}
		case '/':
			if i+1 < len(src) && src[i+1] == '/' {
				for i < len(src) && src[i] != '\n' {
					i++
				}
				continue
			}
			if i+1 < len(src) && src[i+1] == '*' {
				i += 2
				for i+1 < len(src) && !(src[i] == '*' && src[i+1] == '/') {
					i++
				}
				i++
				continue
			}
			if !word && prev != ')' && prev != ']' && prev != '}' && prev != '"' {
				i = skipRegexp(src, i)
				c = '"'
			}
		case '(', '[', '{':
			depth++
			eq := c == '(' && prev == '='
			if eq {
				eqParen++
				if eqParen > maxArrowNesting {
					return fmt.Errorf("functions nest too deeply in default values (max %d)", maxArrowNesting)
				}
			}
			parens = append(parens, eq)
		case ')', ']', '}':
			if len(parens) > 0 {
				if parens[len(parens)-1] {
					eqParen--
				}
				parens = parens[:len(parens)-1]
			}
			if depth > 0 {
				depth--
			}
			if c == '}' && len(tmpl) > 0 && tmpl[len(tmpl)-1] == depth {
				tmpl = tmpl[:len(tmpl)-1]
				i = skipTemplate(src, i+1)
				if i < len(src) && src[i] == '{' {
					tmpl = append(tmpl, depth)
					depth++
					parens = append(parens, false)
				}
				c = '"'
			}
		}
		// chains of prefix operators, exponents, conditionals and assignments recurse without a bracket
		switch c {
		case '!', '~', '+', '-', '?', '=', ':', '*', '>':
			unary++
		case ';', '{', '}', ',':
			unary = 0
		}
		if depth > max {
			max = depth
		}
		if depth > maxNesting {
			return fmt.Errorf("source nests too deeply (max %d)", maxNesting)
		}
		if unary > 20*maxNesting {
			return fmt.Errorf("expression has too many operators (max %d)", 20*maxNesting)
		}
		word = c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
		if word {
			// a keyword before a slash means a regular expression follows
			j := i
			for j < len(src) && isWordByte(src[j]) {
				j++
			}
			switch src[i:j] {
			case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof", "yield", "await":
				word = false
				c = '='
				unary++
			}
			i = j - 1
			if i < 0 {
				i = 0
			}
		}
		prev = c
	}
	return nil
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func skipString(src string, i int, q byte) int {
	for i++; i < len(src) && src[i] != q && src[i] != '\n'; i++ {
		if src[i] == '\\' {
			i++
		}
	}
	return i
}

// skipTemplate moves from inside a template to its closing ` or to the { of a substitution.
func skipTemplate(src string, i int) int {
	for ; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '`':
			return i
		case '$':
			if i+1 < len(src) && src[i+1] == '{' {
				return i + 1
			}
		}
	}
	return i
}

func skipRegexp(src string, i int) int {
	class := false
	start := i
	for i++; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i
			}
		case '\n':
			return start
		}
	}
	return start
}

// jsonDepth is how deep arrays and objects nest in a JSON text.
func jsonDepth[T string | []byte](b T) int {
	depth, max := 0, 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
			if depth > max {
				max = depth
			}
		case ']', '}':
			depth--
		}
	}
	return max
}

// scanPattern refuses regular expressions whose groups nest deeper than the regexp compilers bear.
func scanPattern(p string) error {
	depth := 0
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '(':
			if depth++; depth > 250 {
				return fmt.Errorf("Invalid regular expression: nested too deeply")
			}
		case ')':
			depth--
		}
	}
	if len(p) > 1<<20 {
		return fmt.Errorf("Invalid regular expression: too large")
	}
	return nil
}
