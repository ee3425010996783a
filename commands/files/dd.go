package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var ddUsage = optparse.Define("dd", "[OPERAND]...\nOPTION", "Copy a file, converting and formatting according to the operands.", "").Trailer(
	"  bs=BYTES        read and write up to BYTES bytes at a time (default: 512)\n" +
		"  cbs=BYTES       convert BYTES bytes at a time\n" +
		"  conv=CONVS      convert the file as per the comma separated symbol list\n" +
		"  count=N         copy only N input blocks\n" +
		"  ibs=BYTES       read up to BYTES bytes at a time (default: 512)\n" +
		"  if=FILE         read from FILE instead of stdin\n" +
		"  iflag=FLAGS     read as per the comma separated symbol list\n" +
		"  obs=BYTES       write BYTES bytes at a time (default: 512)\n" +
		"  of=FILE         write to FILE instead of stdout\n" +
		"  oflag=FLAGS     write as per the comma separated symbol list\n" +
		"  seek=N          skip N obs-sized output blocks\n" +
		"  skip=N          skip N ibs-sized input blocks\n" +
		"  status=LEVEL    LEVEL is none, noxfer or progress\n\n" +
		"CONV may be: ascii ebcdic are not offered; block unblock are not offered;\n" +
		"lcase ucase sparse swab sync excl nocreat notrunc noerror fdatasync fsync.")

// maxDdBlock bounds a block: it is held in memory.
const maxDdBlock = 1 << 30

type ddRun struct {
	p                      *kernel.Process
	in, out                string
	ibs, obs, count        int64
	skip, seek             int64
	countBytes, skipBytes  bool
	seekBytes, fullBlock   bool
	appendTo               bool
	conv                   map[string]bool
	records                ddRecords
	level                  string
	inFull, inPart         int64
	outFull, outPart, sent int64
	swab                   int // a byte held back by conv=swab, or -1
}

// ddNumber reads N, with GNU's multipliers and products as in 2x512. bytes tells that it ended in B.
func ddNumber(s string) (n int64, bytes, ok bool) {
	n = 1
	for i, part := range strings.Split(s, "x") {
		if i > 0 && part == "" {
			return 0, false, false
		}
		if t, cut := strings.CutSuffix(part, "B"); cut && t != "" && t[len(t)-1] >= '0' && t[len(t)-1] <= '9' {
			part, bytes = t, true
		}
		v, err := cmd.ParseSize(part)
		if err != nil || part == "" || part[0] < '0' || part[0] > '9' || v > 0 && n > math.MaxInt64/v {
			return 0, false, false
		}
		n *= v
	}
	return n, bytes, true
}

func dd(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, ddUsage)
	if done {
		return status
	}
	d := &ddRun{p: p, ibs: 512, obs: 512, count: -1, conv: map[string]bool{}, swab: -1}
	bs, cbs := int64(0), int64(0)
	for _, arg := range o.Args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok {
			return cmd.UsageError(p, ddUsage, "unrecognized operand %s", cmd.Quote(arg))
		}
		number := func(to *int64, inBytes *bool, least int64) int {
			n, b, ok := ddNumber(value)
			if !ok || n < least {
				why := ""
				if strings.Trim(value, "0123456789") == "" && len(value) > 18 {
					why = ": Value too large for defined data type"
				}
				cmd.Errorf(p, "invalid number: %s%s", cmd.Quote(value), why)
				return 1
			}
			if inBytes != nil {
				*inBytes = *inBytes || b
			}
			*to = n
			return 0
		}
		bad := 0
		switch name {
		case "if":
			d.in = value
		case "of":
			d.out = value
		case "bs":
			bad = number(&bs, nil, 1)
		case "ibs":
			bad = number(&d.ibs, nil, 1)
		case "obs":
			bad = number(&d.obs, nil, 1)
		case "cbs":
			bad = number(&cbs, nil, 1)
		case "count":
			bad = number(&d.count, &d.countBytes, 0)
		case "skip", "iseek":
			bad = number(&d.skip, &d.skipBytes, 0)
		case "seek", "oseek":
			bad = number(&d.seek, &d.seekBytes, 0)
		case "status":
			if value != "none" && value != "noxfer" && value != "progress" {
				return cmd.UsageError(p, ddUsage, "invalid status level: %s", cmd.Quote(value))
			}
			d.level = value
		case "conv":
			for c := range strings.SplitSeq(value, ",") {
				switch c {
				case "block":
					d.records.block = true
				case "unblock":
					d.records.unblock = true
				case "ascii":
					d.records.toASCII, d.records.unblock = true, true
				case "ebcdic", "ibm":
					d.records.toEBCDIC, d.records.block = true, true
				case "lcase", "ucase", "sparse", "swab", "sync", "excl", "nocreat", "notrunc", "noerror", "fdatasync", "fsync":
					d.conv[c] = true
				default:
					return cmd.UsageError(p, ddUsage, "invalid conversion: %s", cmd.Quote(c))
				}
			}
		case "iflag", "oflag":
			for f := range strings.SplitSeq(value, ",") {
				switch f {
				case "fullblock":
					d.fullBlock = true
				case "count_bytes":
					d.countBytes = true
				case "skip_bytes":
					d.skipBytes = true
				case "seek_bytes":
					d.seekBytes = true
				case "append":
					d.appendTo = d.appendTo || name == "oflag"
				case "direct", "directory", "dsync", "sync", "noatime", "nocache", "nonblock", "noctty", "nofollow", "binary", "text":
				default:
					which := "input"
					if name == "oflag" {
						which = "output"
					}
					return cmd.UsageError(p, ddUsage, "invalid %s flag: %s", which, cmd.Quote(f))
				}
			}
		default:
			return cmd.UsageError(p, ddUsage, "unrecognized operand %s", cmd.Quote(arg))
		}
		if bad != 0 {
			return bad
		}
	}
	d.records.size = int(min(cbs, 1<<24))
	switch r := &d.records; {
	case r.toASCII && r.toEBCDIC:
		cmd.Errorf(p, "cannot combine any two of {ascii,ebcdic,ibm}")
		return 1
	case r.block && r.unblock:
		cmd.Errorf(p, "cannot combine block and unblock")
		return 1
	}
	if d.conv["lcase"] && d.conv["ucase"] {
		cmd.Errorf(p, "cannot combine lcase and ucase")
		return 1
	}
	if bs > 0 {
		d.ibs, d.obs = bs, bs
	}
	if d.ibs > maxDdBlock || d.obs > maxDdBlock {
		cmd.Errorf(p, "memory exhausted by input buffer of size %d bytes (%s)", d.ibs, ddHuman(d.ibs, 1024))
		return 1
	}
	return d.run(bs > 0)
}

func (d *ddRun) run(whole bool) int {
	p := d.p
	in := cmd.Stdin(p)
	inName, outName := "standard input", "standard output"
	if d.in != "" {
		f, err := cmd.OpenFile(p, d.in)
		if err != nil {
			cmd.Errorf(p, "failed to open %s: %s", cmd.Quote(d.in), kernel.Strerror(err))
			return 1
		}
		defer f.Close()
		in, inName = f, d.in
	}
	var out io.Writer = p.Stdout()
	var seeker io.Seeker
	if fd := p.FD(1); fd != nil {
		seeker = fd
	}
	seekTo := d.seek
	if !d.seekBytes {
		if d.obs > 0 && d.seek > math.MaxInt64/d.obs {
			cmd.Errorf(p, "offset too large: cannot truncate to a length of seek=%d (%d-byte) blocks", d.seek, d.obs)
			return 1
		}
		seekTo = d.seek * d.obs
	}
	if d.out != "" {
		outName = d.out
		flag := os.O_WRONLY | os.O_CREATE
		if d.conv["nocreat"] {
			flag &^= os.O_CREATE
		}
		if d.conv["excl"] {
			flag |= os.O_EXCL
		}
		if d.appendTo {
			flag |= os.O_APPEND
		}
		if !d.conv["notrunc"] && seekTo == 0 {
			flag |= os.O_TRUNC
		}
		f, err := p.Open(d.out, flag, 0o666)
		if err != nil {
			cmd.Errorf(p, "failed to open %s: %s", cmd.Quote(d.out), kernel.Strerror(err))
			return 1
		}
		defer func() { _ = f.Close() }()
		if seekTo > 0 && !d.conv["notrunc"] {
			if err := f.Truncate(seekTo); err != nil {
				if info, serr := f.Stat(); serr == nil && info.Mode().IsRegular() {
					cmd.Errorf(p, "failed to truncate to %d bytes in output file %s: %s", seekTo, cmd.Quote(d.out), kernel.Strerror(err))
					return 1
				}
			}
		}
		out, seeker = fileWriter{f: f, ctx: p.Context()}, f
	}
	start := p.Kernel().Clock().Now()
	buf := make([]byte, d.ibs)
	status := d.skipInput(in, inName, buf)
	if seekTo > 0 && !d.appendTo {
		if err := seekOutput(seeker, seekTo); err != nil {
			cmd.Errorf(p, "%s: cannot seek: %s", cmd.Quote(outName), kernel.Strerror(err))
			d.report(start)
			return 1
		}
	}
	if status == 0 {
		status = d.copy(in, inName, out, outName, seeker, buf, whole)
	}
	d.report(start)
	return status
}

func seekOutput(s io.Seeker, to int64) error {
	if s == nil {
		return os.ErrInvalid
	}
	_, err := s.Seek(to, io.SeekCurrent)
	return err
}

func (d *ddRun) skipInput(in *cmd.Input, name string, buf []byte) int {
	n := d.skip
	if !d.skipBytes {
		if n > math.MaxInt64/d.ibs {
			n = math.MaxInt64
		} else {
			n *= d.ibs
		}
	}
	if n == 0 {
		return 0
	}
	if info, err := in.Stat(); err == nil && info.Mode().IsRegular() {
		pos, err := in.Seek(n, io.SeekCurrent)
		if err == nil {
			if pos > info.Size() {
				cmd.Errorf(d.p, "%s: cannot skip to specified offset", cmd.Quotef(name))
			}
			return 0
		}
	}
	for n > 0 {
		m, err := in.Read(buf[:min(n, int64(len(buf)))])
		n -= int64(m)
		if err == io.EOF {
			cmd.Errorf(d.p, "%s: cannot skip to specified offset", cmd.Quotef(name))
			return 0
		}
		if err != nil {
			cmd.Errorf(d.p, "error reading %s: %s", cmd.Quote(name), kernel.Strerror(err))
			return 1
		}
	}
	return 0
}

// copy moves the blocks. Without bs= the output is gathered into blocks of obs bytes.
func (d *ddRun) copy(in *cmd.Input, inName string, out io.Writer, outName string, seeker io.Seeker, buf []byte, whole bool) int {
	whole = whole && !d.conv["swab"] && !d.conv["lcase"] && !d.conv["ucase"] && !d.records.block && !d.records.unblock
	var pending []byte
	hole := false
	write := func(b []byte) bool {
		if d.conv["sparse"] && cmd.AllZero(b) && seeker != nil {
			if _, err := seeker.Seek(int64(len(b)), io.SeekCurrent); err == nil {
				hole = true
				d.wrote(len(b))
				return true
			}
		}
		hole = false
		n, err := out.Write(b)
		if err != nil {
			d.sent += int64(n)
			if n > 0 {
				d.outPart++
			}
			if d.p.Safepoint() == nil {
				cmd.Errorf(d.p, "error writing %s: %s", cmd.Quote(outName), kernel.Strerror(err))
			}
			return false
		}
		d.wrote(len(b))
		return true
	}
	status, total := 0, int64(0)
	for d.p.Safepoint() == nil {
		want := d.ibs
		if d.countBytes && d.count >= 0 {
			want = min(want, d.count-total)
		}
		if want == 0 || d.count >= 0 && !d.countBytes && d.inFull+d.inPart >= d.count {
			break
		}
		n, err := in.Read(buf[:want])
		for d.fullBlock && err == nil && int64(n) < want {
			var m int
			m, err = in.Read(buf[n:want])
			n += m
		}
		if n == 0 && err != nil {
			if !errors.Is(err, io.EOF) {
				cmd.Errorf(d.p, "error reading %s: %s", cmd.Quote(inName), kernel.Strerror(err))
				status = 1
			}
			break
		}
		total += int64(n)
		if int64(n) == d.ibs {
			d.inFull++
		} else {
			d.inPart++
			if d.conv["sync"] {
				clear(buf[n:])
				n = int(d.ibs)
			}
		}
		block := d.records.convert(d.convert(buf[:n]))
		if whole {
			if !write(block) {
				return 1
			}
			continue
		}
		pending = append(pending, block...)
		for int64(len(pending)) >= d.obs {
			if !write(pending[:d.obs]) {
				return 1
			}
			pending = pending[:copy(pending, pending[d.obs:])]
		}
	}
	pending = append(pending, d.records.rest()...)
	if d.swab >= 0 {
		pending = append(pending, byte(d.swab))
	}
	if len(pending) > 0 && !write(pending) {
		return 1
	}
	if hole && seeker != nil {
		if t, ok := out.(fileWriter); ok {
			if pos, err := seeker.Seek(0, io.SeekCurrent); err == nil {
				if info, err := t.f.Stat(); err == nil && info.Size() < pos {
					_ = t.f.Truncate(pos)
				}
			}
		}
	}
	return status
}

func (d *ddRun) wrote(n int) {
	d.sent += int64(n)
	if int64(n) == d.obs {
		d.outFull++
	} else {
		d.outPart++
	}
}

func (d *ddRun) convert(b []byte) []byte {
	for i, c := range b {
		switch {
		case d.conv["lcase"] && c >= 'A' && c <= 'Z':
			b[i] = c + 32
		case d.conv["ucase"] && c >= 'a' && c <= 'z':
			b[i] = c - 32
		default:
			if !d.conv["lcase"] && !d.conv["ucase"] {
				return d.swapped(b)
			}
		}
	}
	return d.swapped(b)
}

// swapped exchanges pairs of bytes; an odd one waits for the next block.
func (d *ddRun) swapped(b []byte) []byte {
	if !d.conv["swab"] {
		return b
	}
	out := make([]byte, 0, len(b)+1)
	for _, c := range b {
		if d.swab < 0 {
			d.swab = int(c)
			continue
		}
		out = append(out, c, byte(d.swab))
		d.swab = -1
	}
	return out
}

func (d *ddRun) report(start time.Time) {
	if d.level == "none" {
		return
	}
	text := fmt.Sprintf("%d+%d records in\n%d+%d records out\n", d.inFull, d.inPart, d.outFull, d.outPart)
	if d.level != "noxfer" {
		took := d.p.Kernel().Clock().Now().Sub(start).Seconds()
		text += fmt.Sprintf("%d byte%s", d.sent, map[bool]string{false: "s"}[d.sent == 1])
		si, iec := ddHuman(d.sent, 1000), ddHuman(d.sent, 1024)
		switch {
		case d.sent >= 1024:
			text += " (" + si + ", " + iec + ")"
		case d.sent >= 1000:
			text += " (" + si + ")"
		}
		rate := "Infinity B"
		if took > 0 {
			rate = ddHuman(int64(math.Min(float64(d.sent)/took, math.MaxInt64/2)), 1000)
		}
		text += fmt.Sprintf(" copied, %s s, %s/s\n", strconv.FormatFloat(took, 'g', 6, 64), rate)
	}
	cmd.Raw(d.p, text)
}

// ddHuman is a size with a unit, two digits at least: "1.0 kB", "12 MiB".
func ddHuman(n, base int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	if base == 1024 {
		units = []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	}
	v, i := float64(n), 0
	for v >= float64(base) && i < len(units)-1 {
		v /= float64(base)
		i++
	}
	if i > 0 && v < 9.95 {
		return fmt.Sprintf("%.1f %s", v, units[i])
	}
	if math.Round(v) >= float64(base) && i < len(units)-1 {
		return "1.0 " + units[i+1]
	}
	return fmt.Sprintf("%.0f %s", v, units[i])
}
