package sandpit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
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

	// Since writes only what has changed after a checkpoint, of this box or made by CheckpointFromSnapshot. Such a
	// snapshot restores on a disk that equals the checkpoint (it holds its Digest) and on no other. Full is not looked at.
	Since *Checkpoint

	Format   SnapshotFormat             // the compression: GzipSnapshot (the default), ZstdSnapshot, TarSnapshot
	Level    int                        // of the compression: gzip 1 to 9, zstd 1 to 22; 0 = the usual one
	Progress func(entries, bytes int64) // called after every entry with what has been written, before compression
}

// SnapshotFormat is the compression of a snapshot. ImportSnapshot knows each of them, and xz and zip, by its first bytes.
type SnapshotFormat = snapshot.Format

// What ExportSnapshot can write.
const (
	GzipSnapshot = snapshot.Gzip // .tar.gz: what lifo and every tar read
	ZstdSnapshot = snapshot.Zstd // .tar.zst: faster and smaller
	TarSnapshot  = snapshot.Tar  // .tar: not compressed
)

// errRestored ends what runs when the disk under it is replaced.
var errRestored = errors.New("sandpit: ended by a restore")

// ExportSnapshot writes the disk as a .tar.gz with a manifest that holds the session's environment and directory.
// Files that are as in the default image are left out unless opts.Full: every sandpit has that image. Mounts, /proc and
// /dev are never part of it. Equal state with an equal SavedAt gives equal bytes. Processes may go on writing: the
// snapshot is the disk of one moment.
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
		Format:    opts.Format,
		Level:     opts.Level,
		Progress:  opts.Progress,
	}
	if wo.SavedAt.IsZero() {
		wo.SavedAt = sb.k.Clock().Now()
	}
	switch {
	case opts.Since != nil && opts.Since.disk == nil:
		return errors.New("sandpit: export: Since is no checkpoint")
	case opts.Since != nil && opts.FilesOnly:
		return errors.New("sandpit: export: a difference needs the manifest that FilesOnly leaves out")
	case opts.Since != nil:
		wo.Base, wo.Since = opts.Since.disk, true
	case !opts.Full:
		wo.Base, wo.Metadata.Image = DefaultImage().disk, defaultImageName
	}
	// A fork is one moment of the disk, whatever processes write meanwhile.
	if err := snapshot.Write(ctx, w, sb.k.FS().Fork(), wo); err != nil {
		return fmt.Errorf("sandpit: export: %w", err)
	}
	return nil
}

// ImportOption changes one ImportSnapshot.
type ImportOption func(*importConfig)

type importConfig struct {
	hangup   time.Duration
	progress func(entries, bytes int64)
}

// WithHangup sends SIGHUP to what runs and gives it d, by the box's clock, to end by itself before it is killed.
func WithHangup(d time.Duration) ImportOption { return func(c *importConfig) { c.hangup = d } }

// WithProgress calls f after every entry with how many and how many bytes of files have been restored so far.
func WithProgress(f func(entries, bytes int64)) ImportOption {
	return func(c *importConfig) { c.progress = f }
}

// ImportSnapshot restores a snapshot over the disk: its files replace those of the same name, others stay. It reads
// tar archives, plain or compressed with gzip, zstd or xz, and zips. It is all or nothing: an archive that is damaged,
// hostile or too big leaves the box as it was. When it is good, processes are killed, and the session gets the snapshot's
// environment and directory. What an archive asked for and could not get is listed in the metadata's Ignored. The
// metadata is nil for an archive that holds files only.
//
// What processes write while the archive is read is lost, as all that they have done is overlaid by a state that was
// built on a copy.
func (sb *Sandbox) ImportSnapshot(ctx context.Context, r io.Reader, opts ...ImportOption) (*SnapshotMetadata, error) {
	if err := sb.check(); err != nil {
		return nil, err
	}
	var cfg importConfig
	for _, o := range opts {
		o(&cfg)
	}
	limits := sb.k.Limits()
	next := sb.k.FS().Fork()
	next.SetLimits(vfs.Limits{Bytes: limits.DiskBytes, Inodes: limits.Inodes, FileSize: limits.FileSize})
	meta, err := snapshot.Read(ctx, r, next, snapshot.ReadOptions{Base: imageDisk, Progress: cfg.progress})
	if err != nil {
		return nil, fmt.Errorf("sandpit: import: %w", err)
	}
	if meta == nil {
		return nil, sb.reset(next, nil, "", cfg.hangup)
	}
	return meta, sb.reset(next, meta.Env, meta.Cwd, cfg.hangup)
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

// Digest is a Merkle root over the disk: a text that is equal for two boxes exactly when their disks have the same names,
// modes, owners and contents. Times do not count; /proc, /dev and mounts are not part of it.
func (sb *Sandbox) Digest() (string, error) {
	if err := sb.check(); err != nil {
		return "", err
	}
	return snapshot.Digest(context.Background(), sb.k.FS().Fork(), nil)
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

// CheckpointFromSnapshot makes of a snapshot the checkpoint that a box which has imported it begins from: what
// SnapshotOptions.Since takes when the box of that time is gone. Restore takes it as well.
func CheckpointFromSnapshot(ctx context.Context, r io.Reader) (*Checkpoint, error) {
	disk := DefaultImage().disk.Fork()
	meta, err := snapshot.Read(ctx, r, disk, snapshot.ReadOptions{Base: imageDisk})
	if err != nil {
		return nil, fmt.Errorf("sandpit: checkpoint: %w", err)
	}
	c := &Checkpoint{disk: disk}
	if meta != nil {
		c.env, c.dir = meta.Env, meta.Cwd
	}
	return c, nil
}

// Restore kills what runs and puts disk, environment and directory back to a checkpoint of this box or of another. A Run
// that is in progress, or called meanwhile, returns an error. It waits for what it ends: do not call it from a [Command].
func (sb *Sandbox) Restore(c *Checkpoint) error {
	if c == nil || c.disk == nil {
		return errors.New("sandpit: restore: no checkpoint")
	}
	return sb.reset(c.disk, c.env, c.dir, 0)
}

// reset ends what runs, after a SIGHUP and the time for it when hangup is not 0, and replaces the disk under the box; env
// nil and dir "" leave the session's as they are. Until it is done no Run begins, so that no script sees the one disk with
// the other environment.
func (sb *Sandbox) reset(disk *vfs.FS, env map[string]string, dir string, hangup time.Duration) error {
	sb.resetMu.Lock()
	defer sb.resetMu.Unlock()
	sb.mu.Lock()
	if sb.closed {
		sb.mu.Unlock()
		return ErrClosed
	}
	sb.resetting = true
	sb.mu.Unlock()
	defer func() {
		sb.mu.Lock()
		sb.resetting = false
		sb.mu.Unlock()
	}()
	if hangup > 0 {
		sb.hangup(hangup)
	}
	sb.mu.Lock()
	ending := make([]*run, 0, len(sb.runs))
	for r := range sb.runs {
		r.cancel(errRestored)
		ending = append(ending, r)
	}
	sb.mu.Unlock()
	for _, r := range ending {
		<-r.done
	}
	shell := sb.session.Process()
	service.Down(sb.k)
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
	service.Boot(sb.k)
	return nil
}

// hangup sends SIGHUP to all but the session's shell and waits until they have ended, d at most.
func (sb *Sandbox) hangup(d time.Duration) {
	timer := sb.k.Clock().NewTimer(d)
	defer timer.Stop()
	shell := sb.session.Process()
	for _, p := range sb.k.Processes() {
		if p != shell && p.PID() != 1 {
			_ = sb.k.Kill(nil, p.PID(), kernel.SIGHUP) // it may have ended meanwhile
		}
	}
	for _, p := range sb.k.Processes() {
		if p == shell || p.PID() == 1 {
			continue
		}
		select {
		case <-p.Done():
		case <-timer.C():
			return
		}
	}
}
