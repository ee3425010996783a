package jsguard

import "fmt"

const (
	// MaxSource bounds one source text, in bytes.
	MaxSource = 32 << 20
	// maxNesting bounds how deep brackets, templates and prefix operators may nest. goja and esbuild parse by recursion,
	// and a Go stack that grows over its limit ends the process.
	maxNesting = 1500
	// maxArrowNesting bounds arrow functions inside the parameters of arrow functions: goja parses those twice a level.
	maxArrowNesting = 12
	// maxDigits bounds a number's text: the digits of a BigInt are read in quadratic time.
	maxDigits = 100_000
	// MaxJSONDepth bounds JSON.parse.
	MaxJSONDepth = 5000
)

// maxChain bounds what recurses without a bracket: operators, calls and members in a row, statements that are each the
// body of the one before.
const maxChain = 20 * maxNesting

// scanFrame is an open bracket: which one, and the length of the chain inside it so far.
type scanFrame struct {
	open  byte
	eq    bool // "=(": a default value in parentheses, which may be an arrow function's parameters
	chain int
}

type scanner struct {
	src    string
	frames []scanFrame
	tmpl   []int // depths at which a template's ${ opened
	eq     int   // open "=("
	chain  int   // sum of the frames' chains
	ended  bool  // a ";" came: the chain is over unless "else" follows
	prev   byte  // last byte of the token before
	word   bool  // the token before was an operand's name
	lines  []int // where lines begin that no bracket, template or comment spans; nil = not asked for
}

// ScanSource refuses text that a parser could die of or hang on. It is a rough lexer: strings, templates, comments and
// regular expressions are skipped where it can tell them; where it cannot it errs on the side of counting less, since the
// brackets of a regular expression that was taken for code nest little.
func ScanSource(src string) error {
	if len(src) > MaxSource {
		return fmt.Errorf("source of %d bytes is too large (max %d)", len(src), MaxSource)
	}
	s := &scanner{src: src, frames: make([]scanFrame, 1, 64)}
	return s.scan()
}

// TopLevelLines gives the offsets at which lines begin outside of all brackets, templates and comments.
func TopLevelLines(src string) []int {
	s := &scanner{src: src, frames: make([]scanFrame, 1, 16), lines: append(make([]int, 0, 32), 0)}
	if s.scan() != nil {
		return nil
	}
	return s.lines
}

func (s *scanner) top() *scanFrame { return &s.frames[len(s.frames)-1] }

func (s *scanner) link() {
	s.top().chain++
	s.chain++
}

func (s *scanner) reset() {
	f := s.top()
	s.chain -= f.chain
	f.chain = 0
}

func (s *scanner) open(c byte) error {
	eq := c == '(' && s.prev == '='
	if eq {
		if s.eq++; s.eq > maxArrowNesting {
			return fmt.Errorf("functions nest too deeply in default values (max %d)", maxArrowNesting)
		}
	}
	s.frames = append(s.frames, scanFrame{open: c, eq: eq})
	if len(s.frames) > maxNesting+1 {
		return fmt.Errorf("source nests too deeply (max %d)", maxNesting)
	}
	return nil
}

func (s *scanner) close() {
	s.ended = false
	if len(s.frames) == 1 {
		s.reset()
		return
	}
	f := s.top()
	s.chain -= f.chain
	if f.eq {
		s.eq--
	}
	s.frames = s.frames[:len(s.frames)-1]
}

// operandEnd tells that the token before ends an operand, so that what follows continues it.
func (s *scanner) operandEnd() bool {
	return s.word || s.prev == ')' || s.prev == ']' || s.prev == '}' || s.prev == '"'
}

func (s *scanner) scan() error {
	src := s.src
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch c {
		case ' ', '\t', '\r', '\n':
			if c == '\n' && s.lines != nil && len(s.frames) == 1 {
				s.lines = append(s.lines, i+1)
			}
			continue
		case '\'', '"':
			i = skipString(src, i, c)
			c = '"'
		case '`':
			if s.operandEnd() {
				s.link()
			}
			i = skipTemplate(src, i+1)
			if i < len(src) && src[i] == '{' {
				s.tmpl = append(s.tmpl, len(s.frames))
				if err := s.open('{'); err != nil {
					return err
				}
				c = '{'
			} else {
				c = '"'
			}
		case '/':
			if i+1 < len(src) && src[i+1] == '/' {
				for i+1 < len(src) && src[i+1] != '\n' {
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
			if s.operandEnd() {
				s.link()
			} else if j := skipRegexp(src, i); j > i {
				i = j
				c = '"'
			}
		case '(', '[', '{':
			if s.ended {
				s.reset()
				s.ended = false
			}
			if s.operandEnd() && c != '{' {
				s.link()
			}
			if err := s.open(c); err != nil {
				return err
			}
		case ')', ']', '}':
			s.close()
			if n := len(s.tmpl); c == '}' && n > 0 && s.tmpl[n-1] == len(s.frames) {
				s.tmpl = s.tmpl[:n-1]
				i = skipTemplate(src, i+1)
				c = '"'
				if i < len(src) && src[i] == '{' {
					s.tmpl = append(s.tmpl, len(s.frames))
					if err := s.open('{'); err != nil {
						return err
					}
					c = '{'
				}
			}
		case '!', '~', '+', '-', '?', '=', ':', '*', '>', '<', '.', '&', '|', '^', '%', '@', '#':
			s.link()
		case ';':
			s.ended = s.top().open != '(' // not in for(;;)
			s.prev, s.word = c, false
			continue
		case ',':
			s.reset()
		}
		if IsWordByte(c) {
			j := i
			for j < len(src) && IsWordByte(src[j]) {
				j++
			}
			if j-i > maxDigits && c >= '0' && c <= '9' {
				return fmt.Errorf("numeric literal is too long (max %d digits)", maxDigits)
			}
			s.name(src[i:j], c)
			i = j - 1
		} else {
			s.prev, s.word = c, false
			s.ended = false
		}
		if s.chain > maxChain {
			return fmt.Errorf("expression or statement is too long a chain (max %d)", maxChain)
		}
	}
	return nil
}

// name takes a word. Two operands in a row have a statement's end between them; behind ")" a statement keyword may be the body
// of the statement before and goes on with the chain.
func (s *scanner) name(w string, first byte) {
	if s.prev == '.' { // a member of that name
		s.prev, s.word = first, true
		return
	}
	if s.ended && w != "else" {
		s.reset()
	}
	s.ended = false
	ended := s.operandEnd()
	switch w {
	case "in", "of", "instanceof", "extends", "else":
		s.link()
	case "for", "while", "if", "with", "do", "class", "return", "throw", "case", "new", "typeof", "delete", "void", "yield", "await":
		if ended && s.prev != ')' {
			s.reset()
		}
		s.link()
	default:
		if ended {
			s.reset()
		}
		s.prev, s.word = first, true
		return
	}
	s.prev = '=' // a slash after a keyword starts a regular expression
}

func IsWordByte(c byte) bool {
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

// JSONDepth is how deep arrays and objects nest in a JSON text.
func JSONDepth[T string | []byte](b T) int {
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

// ScanPattern refuses regular expressions whose groups nest deeper than the regexp compilers bear.
func ScanPattern(p string) error {
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
