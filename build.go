package sandpit

import (
	"context"
	"fmt"
	"io"
	"io/fs"

	"github.com/sandpit-dev/sandpit/dockerfile"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// BuildOptions says what BuildImage builds.
type BuildOptions struct {
	Dockerfile string            // its text; "" = the file "Dockerfile" of Context
	Context    fs.FS             // what COPY and ADD take from, less what its .dockerignore names; nil = nothing
	Args       map[string]string // values for ARG
	Target     string            // the stage to stop at, by name or number; "" = the last
	Images     map[string]*Image // what FROM may name beside scratch, sandpit and earlier stages
	Limits     Limits            // of the boxes in which RUN runs
	Network    Network           // the same
	Cache      *BuildCache       // keeps layers from one build to the next; nil = none
	Output     io.Writer         // each step and what RUN prints; nil = none
}

// BuildError is an instruction that failed; see [dockerfile.BuildError].
type BuildError = dockerfile.BuildError

// BuildCache keeps the results of build steps; see [dockerfile.Cache]. The zero value is an empty cache.
type BuildCache = dockerfile.Cache

// ImageConfig is how the boxes of an image start; see [dockerfile.Config]. Options go before it.
type ImageConfig = dockerfile.Config

// BuildImage makes an image of a Dockerfile. It knows FROM (scratch, sandpit, a stage, or one of Images), COPY, ADD,
// RUN, ENV, WORKDIR, USER, EXPOSE, CMD, ENTRYPOINT, ARG and LABEL, in all their forms: several stages, heredocs,
// --chown, --chmod, --from. RUN runs in a box, as root until USER says otherwise. What a box has no use for
// (HEALTHCHECK, VOLUME, ...) and what reaches out (ADD of a URL, RUN --mount) is refused with the line and the reason,
// before anything is built. A step that fails is a *BuildError.
func BuildImage(ctx context.Context, opts BuildOptions) (*Image, error) {
	images := map[string]*dockerfile.Result{"sandpit": {Disk: DefaultImage().disk}}
	for name, img := range opts.Images {
		images[name] = &dockerfile.Result{Disk: img.disk, Config: img.config}
	}
	res, err := dockerfile.Build(ctx, dockerfile.Options{
		Dockerfile: opts.Dockerfile, Context: opts.Context, Args: opts.Args, Target: opts.Target, Images: images,
		Cache: opts.Cache, Output: opts.Output,
		Run: func(ctx context.Context, cmd dockerfile.Command) (*vfs.FS, error) {
			return runStep(ctx, cmd, Options{Limits: opts.Limits, Network: opts.Network})
		},
	})
	if err != nil {
		return nil, fmt.Errorf("sandpit: build: %w", err)
	}
	return &Image{disk: res.Disk, config: res.Config}, nil
}

// runStep runs one RUN in a box.
func runStep(ctx context.Context, cmd dockerfile.Command, opts Options) (*vfs.FS, error) {
	opts.User, opts.Dir, opts.Env = cmd.User, cmd.Dir, cmd.Env
	sb, err := boot(ctx, opts, cmd.Disk.Fork(), nil)
	if err != nil {
		return nil, err
	}
	defer sb.Close()
	c := sb.CommandContext(ctx, cmd.Args[0], cmd.Args[1:]...)
	c.Stdout, c.Stderr = cmd.Output, cmd.Output
	if err := c.Run(); err != nil {
		return nil, err
	}
	shell := sb.session.Process()
	sb.k.KillAll(func(p *kernel.Process) bool { return p == shell }) // a layer is a disk at rest
	return sb.k.FS().Fork(), nil
}
