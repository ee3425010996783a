package httpwire

// chunk consumes some bytes of a chunked body.
func (p *Parser) chunk(b []byte) (int, error) {
	switch p.state {
	case sChunkSize:
		return p.chunkSize(b)
	case sChunkExt:
		return p.chunkExt(b)
	case sChunkData:
		n := len(b)
		if int64(n) > p.left {
			n = int(p.left)
		}
		p.left -= int64(n)
		if p.left == 0 {
			p.state = sChunkCR
		}
		return n, p.h.Body(b[:n])
	case sChunkCR:
		if b[0] != '\r' {
			return 0, errChunkEnd
		}
		p.state = sChunkLF
		return 1, nil
	default: // sChunkLF
		if b[0] != '\n' {
			return 0, errChunkEnd
		}
		p.state, p.left, p.digits = sChunkSize, 0, 0
		return 1, nil
	}
}

func (p *Parser) chunkSize(b []byte) (int, error) {
	for i, c := range b {
		var d int64
		switch {
		case c >= '0' && c <= '9':
			d = int64(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			d = int64(c|0x20-'a') + 10
		case p.digits > 0 && (c == '\r' || c == ';'):
			p.state, p.extCR = sChunkExt, false
			return i, nil
		default:
			return i, errChunkSize
		}
		if p.left > (1<<63-1)>>4 {
			return i, errChunkOverflow
		}
		p.left = p.left<<4 | d
		p.digits++
	}
	return len(b), nil
}

// chunkExt skips extensions up to the end of the line.
func (p *Parser) chunkExt(b []byte) (int, error) {
	for i, c := range b {
		switch {
		case p.extCR:
			if c != '\n' {
				return i, errChunkExt
			}
			if p.left == 0 {
				p.state = sTrailer
				p.line = p.line[:0]
			} else {
				p.state = sChunkData
			}
			return i + 1, nil
		case c == '\r':
			p.extCR = true
		case c < ' ' && c != '\t' || c == 0x7f:
			return i, errChunkExt
		default:
			if p.ext++; p.ext > p.lim.ExtBytes {
				return i, errChunkExtSize
			}
		}
	}
	return len(b), nil
}
