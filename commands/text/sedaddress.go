package text

func (s *sedRun) matches(c *sedCommand) bool {
	if c.a1 == nil {
		return true
	}
	if c.a2 == nil {
		return s.matchesOne(c.a1)
	}
	if c.active {
		switch c.a2.kind {
		case 'n', '+', 'm':
			if s.line >= c.endLine {
				c.active = false
			}
			return s.line <= c.endLine
		case '$':
			c.active = !s.isLast()
			return true
		}
		c.active = !s.matchesOne(c.a2)
		return true
	}
	if c.a1.kind == 'n' && c.a1.line == 0 {
		// 0,/re/ is open from the start, once.
		if s.line == 1 {
			c.active = !s.matchesOne(c.a2)
			return true
		}
		return false
	}
	if !s.matchesOne(c.a1) {
		return false
	}
	switch c.a2.kind {
	case 'n':
		c.endLine = c.a2.line
		c.active = c.a2.line > s.line
	case '+':
		c.endLine = s.line + c.a2.line
		c.active = c.a2.line > 0
	case 'm':
		c.endLine = s.line
		if c.a2.line > 0 { // a multiple itself goes on to the next one, as GNU's does
			c.endLine = (s.line/c.a2.line + 1) * c.a2.line
		}
		c.active = c.endLine > s.line
	case '$':
		c.active = !s.isLast()
	default:
		c.active = true
	}
	return true
}

func (s *sedRun) matchesOne(a *sedAddress) bool {
	switch a.kind {
	case 'n':
		return s.line == a.line
	case '$':
		return s.isLast()
	case '~':
		if a.step <= 0 {
			return s.line == a.line
		}
		return s.line >= a.line && (s.line-a.line)%a.step == 0
	}
	re := s.regexp(a.re)
	return re != nil && re.Match(s.space)
}
