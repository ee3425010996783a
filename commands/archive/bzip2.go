package archive

import (
	"io"
)

// bzip2Writer compresses to the bzip2 format: run lengths, Burrows-Wheeler transform, move to front, Huffman codes
// with up to six tables. Go's compress/bzip2 only reads.
type bzip2Writer struct {
	out   bitWriter
	block []byte // after the first run-length step
	max   int
	crc   uint32 // of the block's input
	all   uint32 // of the blocks
	run   int    // length of the run of last at the end of the input
	last  byte
	level int
	begun bool
}

func newBzip2Writer(w io.Writer, level int) *bzip2Writer {
	if level < 1 || level > 9 {
		level = 9
	}
	// 19 bytes are kept free, as the format's own encoder does.
	return &bzip2Writer{out: bitWriter{w: w}, max: level*100000 - 19, level: level, crc: ^uint32(0)}
}

// bzipCRC is the table of the CRC-32 that works from the top bit down.
var bzipCRC = func() (t [256]uint32) {
	for i := range t {
		c := uint32(i) << 24
		for range 8 {
			if c&0x80000000 != 0 {
				c = c<<1 ^ crc32Poly
			} else {
				c <<= 1
			}
		}
		t[i] = c
	}
	return t
}()

// crc32Poly is IEEE's polynomial with its bits in the other order than package crc32 has them.
const crc32Poly = 0x04c11db7

func (z *bzip2Writer) Write(b []byte) (int, error) {
	for _, c := range b {
		if z.run > 0 && (c != z.last || z.run == 255) {
			z.endRun()
		}
		z.last = c
		z.run++
	}
	return len(b), z.out.err
}

// endRun puts the pending run into the block: up to four bytes as they are, then a count of the others.
func (z *bzip2Writer) endRun() {
	if z.run == 0 {
		return
	}
	if len(z.block)+5 > z.max {
		z.flushBlock()
	}
	for range z.run {
		z.crc = z.crc<<8 ^ bzipCRC[byte(z.crc>>24)^z.last]
	}
	for range min(z.run, 4) {
		z.block = append(z.block, z.last)
	}
	if z.run >= 4 {
		z.block = append(z.block, byte(z.run-4))
	}
	z.run = 0
}

func (z *bzip2Writer) start() {
	if !z.begun {
		z.begun = true
		z.out.bits(8, 'B')
		z.out.bits(8, 'Z')
		z.out.bits(8, 'h')
		z.out.bits(8, uint32('0'+z.level))
	}
}

// Close writes the last block and the end of the stream.
func (z *bzip2Writer) Close() error {
	z.endRun()
	z.flushBlock()
	z.start()
	z.out.bits(24, 0x177245)
	z.out.bits(24, 0x385090)
	z.out.bits(32, z.all)
	z.out.finish()
	return z.out.err
}

func (z *bzip2Writer) flushBlock() {
	if len(z.block) == 0 {
		return
	}
	z.start()
	crc := ^z.crc
	z.all = (z.all<<1 | z.all>>31) ^ crc
	z.crc = ^uint32(0)
	last, origin := burrowsWheeler(z.block)
	z.out.bits(24, 0x314159)
	z.out.bits(24, 0x265359)
	z.out.bits(32, crc)
	z.out.bits(1, 0)
	z.out.bits(24, uint32(origin))
	z.codeBlock(last)
	z.block = z.block[:0]
}

// burrowsWheeler sorts the rotations of b by prefix doubling with radix passes, which no input makes slow, and gives
// their last bytes and the place of b itself.
func burrowsWheeler(b []byte) (last []byte, origin int) {
	n := len(b)
	sa, rank := make([]int32, n), make([]int32, n)
	tmp, count := make([]int32, n), make([]int32, max(n, 256)+1)
	for _, c := range b {
		count[int(c)+1]++
	}
	for i := range 256 {
		count[i+1] += count[i]
	}
	for i, c := range b {
		sa[count[c]] = int32(i)
		count[c]++
	}
	classes := int32(0)
	for i, s := range sa {
		if i > 0 && b[s] != b[sa[i-1]] {
			classes++
		}
		rank[s] = classes
	}
	classes++
	for k := 1; k < n && int(classes) < n; k *= 2 {
		// tmp: rotations in the order of their second halves.
		for i, s := range sa {
			t := int(s) - k
			if t < 0 {
				t += n
			}
			tmp[i] = int32(t)
		}
		c := count[:classes+1]
		clear(c)
		for _, r := range rank {
			c[r+1]++
		}
		for i := range classes {
			c[i+1] += c[i]
		}
		for _, t := range tmp {
			r := rank[t]
			sa[c[r]] = t
			c[r]++
		}
		classes = 0
		for i, s := range sa {
			if i > 0 {
				p := sa[i-1]
				if rank[s] != rank[p] || rank[(int(s)+k)%n] != rank[(int(p)+k)%n] {
					classes++
				}
			}
			tmp[s] = classes
		}
		classes++
		rank, tmp = tmp, rank
	}
	last = make([]byte, n)
	for i, s := range sa {
		if s == 0 {
			origin = i
			last[i] = b[n-1]
			continue
		}
		last[i] = b[s-1]
	}
	return last, origin
}

// codeBlock writes the symbol map, the Huffman tables, and the coded symbols.
func (z *bzip2Writer) codeBlock(last []byte) {
	var used [256]bool
	for _, c := range last {
		used[c] = true
	}
	var groups uint32
	for i, u := range used {
		if u {
			groups |= 0x8000 >> (i / 16)
		}
	}
	z.out.bits(16, groups)
	for g := range 16 {
		if groups&(0x8000>>g) == 0 {
			continue
		}
		var m uint32
		for i := range 16 {
			if used[g*16+i] {
				m |= 0x8000 >> i
			}
		}
		z.out.bits(16, m)
	}
	syms, alphabet := moveToFront(last, &used)
	tables := 6
	switch {
	case len(syms) < 200:
		tables = 2
	case len(syms) < 600:
		tables = 3
	case len(syms) < 1200:
		tables = 4
	case len(syms) < 2400:
		tables = 5
	}
	lengths, selectors := chooseTables(syms, alphabet, tables)
	z.out.bits(3, uint32(tables))
	z.out.bits(15, uint32(len(selectors)))
	order := []byte{0, 1, 2, 3, 4, 5}
	for _, s := range selectors {
		at := 0
		for order[at] != s {
			at++
		}
		copy(order[1:at+1], order[:at])
		order[0] = s
		for range at {
			z.out.bits(1, 1)
		}
		z.out.bits(1, 0)
	}
	codes := make([][]uint32, tables)
	for t, ls := range lengths {
		codes[t] = canonical(ls)
		cur := ls[0]
		z.out.bits(5, uint32(cur))
		for _, l := range ls {
			for cur < l {
				z.out.bits(2, 2)
				cur++
			}
			for cur > l {
				z.out.bits(2, 3)
				cur--
			}
			z.out.bits(1, 0)
		}
	}
	for i, s := range syms {
		t := selectors[i/50]
		z.out.bits(uint(lengths[t][s]), codes[t][s])
	}
}

// moveToFront turns bytes into positions with runs of zeros in bijective base 2 (symbols 0 and 1), ended by the last
// symbol of the alphabet.
func moveToFront(last []byte, used *[256]bool) (syms []uint16, alphabet int) {
	var list [256]byte
	n := 0
	for i, u := range used {
		if u {
			list[n] = byte(i)
			n++
		}
	}
	syms = make([]uint16, 0, len(last)/2+16)
	zeros := 0
	flush := func() {
		for zeros > 0 {
			zeros--
			syms = append(syms, uint16(zeros&1))
			zeros >>= 1
		}
	}
	for _, c := range last {
		if list[0] == c {
			zeros++
			continue
		}
		flush()
		at := 1
		for list[at] != c {
			at++
		}
		copy(list[1:at+1], list[:at])
		list[0] = c
		syms = append(syms, uint16(at+1))
	}
	flush()
	return append(syms, uint16(n+1)), n + 2
}

// chooseTables starts from a split of the alphabet by frequency and lets each group of 50 symbols choose its
// cheapest table, four times.
func chooseTables(syms []uint16, alphabet, tables int) (lengths [][]uint8, selectors []byte) {
	freq := make([]int, alphabet)
	for _, s := range syms {
		freq[s]++
	}
	lengths = make([][]uint8, tables)
	left, at := len(syms), 0
	for t := range tables {
		lengths[t] = make([]uint8, alphabet)
		goal, got, from := left/(tables-t), 0, at
		for at < alphabet && (got < goal || t == tables-1) {
			got += freq[at]
			at++
		}
		for i := range alphabet {
			if i < from || i >= at {
				lengths[t][i] = 15
			}
		}
		left -= got
	}
	selectors = make([]byte, (len(syms)+49)/50)
	for range 4 {
		counts := make([][]int, tables)
		for t := range counts {
			counts[t] = make([]int, alphabet)
		}
		for g := range selectors {
			part := syms[g*50 : min(len(syms), g*50+50)]
			best, cheapest := 0, 1<<30
			for t := range tables {
				cost := 0
				for _, s := range part {
					cost += int(lengths[t][s])
				}
				if cost < cheapest {
					best, cheapest = t, cost
				}
			}
			selectors[g] = byte(best)
			for _, s := range part {
				counts[best][s]++
			}
		}
		for t := range tables {
			lengths[t] = codeLengths(counts[t], 17)
		}
	}
	return lengths, selectors
}

// codeLengths makes Huffman code lengths of at most limit bits by flattening the frequencies until they fit. Every
// symbol gets a code, as the format demands.
func codeLengths(freq []int, limit uint8) []uint8 {
	n := len(freq)
	weight := make([]int, 2*n)
	for i, f := range freq {
		weight[i] = max(f, 1)
	}
	parent := make([]int, 2*n)
	out := make([]uint8, n)
	for {
		h := &weightHeap{weight: weight}
		for i := range n {
			h.push(i)
		}
		next := n
		for len(h.items) > 1 {
			a, b := h.pop(), h.pop()
			weight[next] = weight[a] + weight[b]
			parent[a], parent[b] = next, next
			h.push(next)
			next++
		}
		root, longest := next-1, uint8(0)
		for i := range n {
			d := uint8(0)
			for at := i; at != root; at = parent[at] {
				d++
			}
			out[i] = max(d, 1)
			longest = max(longest, out[i])
		}
		if longest <= limit {
			return out
		}
		for i := range n {
			weight[i] = weight[i]/2 + 1
		}
	}
}

// weightHeap is a binary heap of node numbers by weight.
type weightHeap struct {
	items  []int
	weight []int
}

func (h *weightHeap) push(v int) {
	h.items = append(h.items, v)
	for i := len(h.items) - 1; i > 0; {
		up := (i - 1) / 2
		if h.weight[h.items[up]] <= h.weight[h.items[i]] {
			break
		}
		h.items[up], h.items[i] = h.items[i], h.items[up]
		i = up
	}
}

func (h *weightHeap) pop() int {
	v := h.items[0]
	n := len(h.items) - 1
	h.items[0] = h.items[n]
	h.items = h.items[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			return v
		}
		if c+1 < n && h.weight[h.items[c+1]] < h.weight[h.items[c]] {
			c++
		}
		if h.weight[h.items[i]] <= h.weight[h.items[c]] {
			return v
		}
		h.items[i], h.items[c] = h.items[c], h.items[i]
		i = c
	}
}

// canonical assigns codes in the order of length, then symbol.
func canonical(lengths []uint8) []uint32 {
	codes := make([]uint32, len(lengths))
	code := uint32(0)
	for l := uint8(1); l <= 20; l++ {
		for s, sl := range lengths {
			if sl == l {
				codes[s] = code
				code++
			}
		}
		code <<= 1
	}
	return codes
}

// bitWriter writes bits from the top down.
type bitWriter struct {
	w   io.Writer
	buf []byte
	acc uint64
	n   uint
	err error
}

func (b *bitWriter) bits(n uint, v uint32) {
	b.acc = b.acc<<n | uint64(v)
	b.n += n
	for b.n >= 8 {
		b.n -= 8
		b.buf = append(b.buf, byte(b.acc>>b.n))
	}
	if len(b.buf) >= 32<<10 {
		b.flush()
	}
}

func (b *bitWriter) flush() {
	if b.err == nil {
		_, b.err = b.w.Write(b.buf)
	}
	b.buf = b.buf[:0]
}

func (b *bitWriter) finish() {
	if b.n > 0 {
		b.bits(8-b.n, 0)
	}
	b.flush()
}
