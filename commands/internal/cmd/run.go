package cmd

import (
	"context"
	"errors"
	"syscall"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Spawn starts a child as fork(2) and execvp(3) do: a script without #! goes to sh.
func Spawn(ctx context.Context, p *kernel.Process, spec kernel.Spec) (*kernel.Process, error) {
	child, err := p.Spawn(ctx, spec)
	if errors.Is(err, syscall.ENOEXEC) {
		if path, lerr := kernel.LookPath(p, spec.Args[0], p.Getenv("PATH")); lerr == nil {
			spec.Path = "/bin/sh"
			spec.Args = append([]string{"sh", path}, spec.Args[1:]...)
			child, err = p.Spawn(ctx, spec)
		}
	}
	return child, err
}

// Run starts a child and waits for its end.
func Run(ctx context.Context, p *kernel.Process, spec kernel.Spec) (kernel.Status, error) {
	child, err := Spawn(ctx, p, spec)
	if err != nil {
		return kernel.Status{}, err
	}
	return child.Wait()
}
