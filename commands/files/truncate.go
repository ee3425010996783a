package files

import (
	"context"
	"os"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var truncateUsage = optparse.Define("truncate", "OPTION... FILE...", "Shrink or extend the size of each FILE to the specified size", `
-c, --no-create        do not create any files
-o, --io-blocks        treat SIZE as number of IO blocks instead of bytes
-r, --reference=RFILE  base size on RFILE
-s, --size=SIZE        set or adjust the file size by SIZE bytes
`).Trailer("SIZE may be prefixed by one of: '+' extend by, '-' reduce by, '<' at most,\n'>' at least, '/' round down to multiple of, '%' round up to multiple of.")

func truncate(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, truncateUsage)
	if done {
		return status
	}
	sizeText, hasSize := o.Value("s")
	ref, hasRef := o.Value("r")
	switch {
	case !hasSize && !hasRef:
		return cmd.UsageError(p, truncateUsage, "you must specify either '--size' or '--reference'")
	case len(o.Args) == 0:
		return cmd.UsageError(p, truncateUsage, "missing file operand")
	}
	op, size := byte(0), int64(0)
	if hasSize {
		text := strings.TrimLeft(sizeText, " \t")
		if text != "" && strings.IndexByte("+-<>/%", text[0]) >= 0 {
			op, text = text[0], text[1:]
		}
		n, err := cmd.ParseSize(text)
		if err != nil {
			cmd.Errorf(p, "Invalid number: %s", cmd.QuoteC(sizeText))
			return 1
		}
		if n == 0 && (op == '/' || op == '%') {
			cmd.Errorf(p, "division by zero")
			return 1
		}
		if o.Has("o") {
			n *= 4096
		}
		size = n
	}
	if hasSize && hasRef && op == 0 {
		return cmd.UsageError(p, truncateUsage, "you must specify a relative '--size' with '--reference'")
	}
	base := int64(-1)
	if hasRef {
		info, err := p.FS().Stat(ref)
		if err != nil {
			cmd.Errorf(p, "cannot stat %s: %s", cmd.Quote(ref), kernel.Strerror(err))
			return 1
		}
		base = info.Size()
		if !hasSize {
			size, op = base, 0
		}
	}
	for _, name := range o.Args {
		flag := os.O_WRONLY | os.O_CREATE
		if o.Has("c") {
			flag = os.O_WRONLY
		}
		f, err := p.FS().OpenFile(name, flag, 0o666)
		if err != nil {
			if o.Has("c") && isNotExist(err) {
				continue
			}
			cmd.Errorf(p, "cannot open %s for writing: %s", cmd.Quote(name), kernel.Strerror(err))
			status = 1
			continue
		}
		old := base
		if old < 0 {
			if info, err := f.Stat(); err == nil {
				old = info.Size()
			}
		}
		n := size
		switch op {
		case '+':
			n = old + size
		case '-':
			n = max(0, old-size)
		case '<':
			n = min(old, size)
		case '>':
			n = max(old, size)
		case '/':
			n = old / size * size
		case '%':
			n = (old + size - 1) / size * size
		}
		if err := f.Truncate(n); err != nil {
			cmd.Errorf(p, "failed to truncate %s at %d bytes: %s", cmd.Quote(name), n, kernel.Strerror(err))
			status = 1
		}
		_ = f.Close()
	}
	return status
}
