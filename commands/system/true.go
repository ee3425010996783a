package system

import (
	"context"

	"github.com/sandpit-dev/sandpit/kernel"
)

// trueCommand succeeds whatever its arguments; their help is not worth a difference in status.
func trueCommand(context.Context, *kernel.Process) int { return 0 }

func falseCommand(context.Context, *kernel.Process) int { return 1 }
