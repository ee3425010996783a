package text

import (
	"bufio"
	"io"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

// newBufferedReader reads in the commands' usual pieces.
func newBufferedReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, cmd.BufferSize) }
