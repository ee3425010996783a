package files

import (
	"context"
	"io/fs"
	"strconv"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var mknodUsage = optparse.Define("mknod", "[OPTION]... NAME TYPE [MAJOR MINOR]", "Create the special file NAME of the given TYPE.", `
-m, --mode=MODE  set file permission bits to MODE, not a=rw - umask
`).Trailer("TYPE may be:\n  b      create a block (buffered) special file\n  c, u   create a character (unbuffered) special file\n  p      create a FIFO")

func mknod(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, mknodUsage)
	if done {
		return status
	}
	mode := uint32(0o666) &^ uint32(p.Umask().Perm())
	chmod := false
	if v, ok := o.Value("m"); ok {
		change, ok := cmd.ParseMode(v)
		if !ok {
			cmd.Errorf(p, "invalid mode")
			return 1
		}
		mode, chmod = change.Apply(0o666, false, uint32(p.Umask().Perm())), true
		if mode&^0o777 != 0 {
			cmd.Errorf(p, "mode must specify only file permission bits")
			return 1
		}
	}
	args := o.Args
	expected := 4
	if len(args) > 1 && len(args[1]) > 0 && args[1][0] == 'p' {
		expected = 2
	}
	if len(args) < expected {
		if expected == 4 && len(args) == 2 {
			cmd.Errorf(p, "missing operand after %s", cmd.Quote(args[1]))
			cmd.Raw(p, "Special files require major and minor device numbers.\n")
			return cmd.UsageErrorHint(p, mknodUsage)
		}
		return cmd.MissingOperand(p, mknodUsage, args)
	}
	if len(args) > expected {
		if expected == 2 && len(args) == 4 {
			cmd.Errorf(p, "extra operand %s", cmd.Quote(args[expected]))
			cmd.Raw(p, "Fifos do not have major and minor device numbers.\n")
			return cmd.UsageErrorHint(p, mknodUsage)
		}
		return cmd.ExtraOperand(p, mknodUsage, args[expected])
	}
	kind := fs.ModeNamedPipe
	switch args[1][0] {
	case 'b':
		kind = fs.ModeDevice
	case 'c', 'u':
		kind = fs.ModeDevice | fs.ModeCharDevice
	case 'p':
	default:
		return cmd.UsageError(p, mknodUsage, "invalid device type %s", cmd.Quote(args[1]))
	}
	var dev uint64
	if expected == 4 {
		major, err := strconv.ParseUint(args[2], 0, 32)
		if err != nil {
			cmd.Errorf(p, "invalid major device number %s", cmd.Quote(args[2]))
			return 1
		}
		minor, err := strconv.ParseUint(args[3], 0, 32)
		if err != nil {
			cmd.Errorf(p, "invalid minor device number %s", cmd.Quote(args[3]))
			return 1
		}
		dev = vfs.Makedev(uint32(major), uint32(minor))
	}
	err := p.FS().Mknod(args[0], kind|fs.FileMode(mode), dev)
	if err == nil && chmod {
		err = p.FS().Chmod(args[0], cmd.FromBits(mode))
	}
	if err != nil {
		cmd.FileError(p, args[0], err)
		return 1
	}
	return status
}
