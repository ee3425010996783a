package sandpit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/snapshot"
	"github.com/sandpit-dev/sandpit/vfs"
)

// SnapshotMetadata is the manifest of a snapshot, lifo-snapshot.json.
type SnapshotMetadata = snapshot.Metadata

// SnapshotOptions changes one export.
type SnapshotOptions struct {
	Exclude   []string       // names that are left out wherever they stand ("node_modules"), as whole path segments
	Metadata  map[string]any // more keys for the manifest
	FilesOnly bool           // no manifest
	Full      bool           // also the files that are as in the default image, for readers other than sandpit
	SavedAt   time.Time      // zero = now, by the box's clock
}

// errRestored ends what runs when the disk under it is replaced.
var errRestored = errors.New("sandpit: ended by a restore")

// ExportSnapshot writes the disk as a .tar.gz with a manifest that holds the session's environment and directory.
// Files that are as in the default image are left out unless opts.Full: every sandpit has that image. Mounts, /proc and /dev are never part of it. Equal
// state with an equal SavedAt gives equal bytes.
func (sb *Sandbox) ExportSnapshot(ctx context.Context, w io.Writer, opts *SnapshotOptions) error {
	if err := sb.check(); err != nil {
		return err
	}
	if opts == nil {
		opts = &SnapshotOptions{}
	}
	wo := snapshot.WriteOptions{
		Exclude:   opts.Exclude,
		FilesOnly: opts.FilesOnly,
		SavedAt:   opts.SavedAt,
		Metadata:  &SnapshotMetadata{Cwd: sb.Dir(), Env: sb.Env(), Extra: opts.Metadata},
	}
	if wo.SavedAt.IsZero() {
		wo.SavedAt = sb.k.Clock().Now()
	}
	if !opts.Full {
		wo.Base, wo.Metadata.Image = DefaultImage().disk, defaultImageName
	}
	// A fork is one moment of the disk, whatever processes write meanwhile.
	if err := snapshot.Write(ctx, w, sb.k.FS().Fork(), wo); err != nil {
		return fmt.Errorf("sandpit: export: %w", err)
	}
	return nil
}

// ImportSnapshot restores a snapshot over the disk: its files replace those of the same name, others stay. It is all
// or nothing: an archive that is damaged, hostile or too big leaves the box as it was. When it is good, processes are
// killed, and the session gets the snapshot's environment and directory. The metadata is nil for an archive that holds
// files only.
func (sb *Sandbox) ImportSnapshot(ctx context.Context, r io.Reader) (*SnapshotMetadata, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	limits := sb.k.Limits()
	next := sb.k.FS().Fork()
	next.SetLimits(vfs.Limits{Bytes: limits.DiskBytes, Inodes: limits.Inodes, FileSize: limits.FileSize})
	meta, err := snapshot.Read(ctx, r, next, snapshot.ReadOptions{Base: imageDisk})
	if err != nil {
		return nil, fmt.Errorf("sandpit: import: %w", err)
	}
	if meta == nil {
		return nil, sb.reset(next, nil, "")
	}
	return meta, sb.reset(next, meta.Env, meta.Cwd)
}

// ReadSnapshotMetadata reads a snapshot's manifest without a box; nil when it has none.
func ReadSnapshotMetadata(r io.Reader) (*SnapshotMetadata, error) { return snapshot.ReadMetadata(r) }

// Fork returns a copy-on-write twin: disk, environment and directory, no processes. Its cost does not depend on the
// size of the disk. Mounts are shared, options are the same, Go servers of Listen and Serve are not carried over.
func (sb *Sandbox) Fork(ctx context.Context) (*Sandbox, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	opts := sb.opts
	opts.Dir = sb.Dir()
	return boot(ctx, opts, sb.k.FS().Fork(), sb)
}

// Checkpoint is a moment of a box: disk, environment and directory.
type Checkpoint struct {
	disk *vfs.FS
	env  map[string]string
	dir  string
}

// Checkpoint notes the present moment, at a cost that does not depend on the size of the disk.
func (sb *Sandbox) Checkpoint() *Checkpoint {
	return &Checkpoint{disk: sb.k.FS().Fork(), env: sb.Env(), dir: sb.Dir()}
}

// Restore kills what runs and puts disk, environment and directory back to a checkpoint of this box or of another. A Run
// that is in progress, or called meanwhile, returns an error. It waits for what it ends: do not call it from a [Command].
func (sb *Sandbox) Restore(c *Checkpoint) error {
	if c == nil || c.disk == nil {
		return errors.New("sandpit: restore: no checkpoint")
	}
	return sb.reset(c.disk, c.env, c.dir)
}

// reset ends what runs and replaces the disk under the box; env nil and dir "" leave the session's as they are. Until it
// is done no Run begins, so that no script sees the one disk with the other environment.
func (sb *Sandbox) reset(disk *vfs.FS, env map[string]string, dir string) error {
	sb.resetMu.Lock()
	defer sb.resetMu.Unlock()
	sb.mu.Lock()
	if sb.closed {
		sb.mu.Unlock()
		return ErrClosed
	}
	sb.resetting = true
	ending := make([]*run, 0, len(sb.runs))
	for r := range sb.runs {
		r.cancel(errRestored)
		ending = append(ending, r)
	}
	sb.mu.Unlock()
	defer func() {
		sb.mu.Lock()
		sb.resetting = false
		sb.mu.Unlock()
	}()
	for _, r := range ending {
		<-r.done
	}
	shell := sb.session.Process()
	kill := func() { sb.k.KillAll(func(p *kernel.Process) bool { return p == shell }) }
	kill()
	sb.k.FS().Reset(disk)
	kill() // what a Cmd has started between the two
	if err := sb.session.Reset(env, dir); err != nil {
		if closed := sb.check(); closed != nil {
			return closed
		}
		return fmt.Errorf("sandpit: restore: %w", err)
	}
	return nil
}
