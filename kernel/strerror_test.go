package kernel_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"github.com/sandpit-dev/sandpit/kernel"
)

func TestStrerror(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, "Success"},
		{syscall.ENOENT, "No such file or directory"},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EISDIR}, "Is a directory"},
		{fmt.Errorf("a: %w", &os.LinkError{Op: "rename", Err: syscall.EXDEV}), "Invalid cross-device link"},
		{fs.ErrExist, "File exists"},
		{fs.ErrPermission, "Permission denied"},
		{os.NewSyscallError("connect", syscall.ECONNREFUSED), "Connection refused"},
		{&kernel.LimitError{Limit: kernel.LimitDisk}, "No space left on device"},
		{&kernel.KilledError{Signal: 9}, "Interrupted system call"},
		{&fs.PathError{Op: "open", Path: "x", Err: errors.New("odd")}, "odd"},
		{errors.New("odd"), "odd"},
	} {
		if got := kernel.Strerror(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
	if !errors.Is(&kernel.KilledError{Signal: 9}, context.Canceled) {
		t.Error("a kill is not a cancel")
	}
}
