// Package sandpit runs throwaway virtual computers inside a Go process: an in-memory disk, a bash-compatible
// shell, a userland, Node-style servers and a loopback network. Nothing in a box can reach the host unless
// the host hands it over.
//
//	sb, err := sandpit.Create(ctx, sandpit.Options{
//		Files: map[string]string{"hello.sh": "echo hello from $(hostname)"},
//	})
//	if err != nil { ... }
//	defer sb.Close()
//	res, err := sb.Run(ctx, "bash hello.sh")
//	// res.Stdout == "hello from sandpit\n", res.ExitCode == 0
//
// A box is cheap: its disk is a copy-on-write fork of an [Image], its processes are goroutines, its network is
// in memory. Boxes share nothing that one could change for another. See SECURITY.md for what is held and what is not.
package sandpit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/sandpit-dev/sandpit/egress"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
	"github.com/sandpit-dev/sandpit/shell"
	"github.com/sandpit-dev/sandpit/vfs"
)

// Options says what a box starts with. The zero value is a usable box: the default image, user "user" in
// /home/user, no way out.
type Options struct {
	Image    *Image             // the disk to start from; nil = DefaultImage()
	Files    map[string]string  // path -> content, written before the first command; parents are made
	FilesFS  fs.FS              // the same from any fs.FS (embed.FS, os.DirFS, fstest.MapFS)
	Dir      string             // working directory; default the user's home; made when missing
	Env      map[string]string  // merged over the defaults
	User     string             // "user" (uid 1000, default) or "root", or any name in the image's /etc/passwd
	Hostname string             // default "sandpit"
	Mounts   []Mount            // any afero.Fs at a path
	Limits   kernel.Limits      // zero value = kernel.DefaultLimits()
	Network  Network            // zero value = loopback only, no way out
	Commands map[string]Command // extra programs, installed in /usr/local/bin
	Clock    kernel.Clock       // nil = real time; honours testing/synctest as it is
	Seed     uint64             // 0 = random; else $RANDOM, /dev/urandom, Math.random, mktemp repeat
	Log      *slog.Logger       // box events (process start/exit, port open/close, limit hit); nil = none
}

// Command is a program written in Go; see [kernel.Program]. It must return when its ctx ends: Close and Restore wait for
// it. It must not call Close or Restore, nor a plain Run of its own box, which would wait for itself; Run with
// WithSession(nil) is fine.
type Command = kernel.Program

// Limits bounds what a box may use; see [kernel.Limits].
type Limits = kernel.Limits

// LimitError tells which limit a run has hit; see [kernel.LimitError].
type LimitError = kernel.LimitError

// ErrClosed is returned by every method of a box that has been closed.
var ErrClosed = errors.New("sandpit: box is closed")

// Sandbox is one virtual computer. Its methods may be called from several goroutines.
type Sandbox struct {
	opts       Options
	user       kernel.User
	k          *kernel.Kernel
	session    *shell.Session
	transports transports
	direct     direct

	hosts   *hostTable
	resetMu sync.Mutex // one Restore at a time

	mu        sync.Mutex
	closed    bool
	resetting bool                      // no Run may begin
	runs      map[*run]struct{}         // in progress: what Restore and Close cut short
	closers   map[io.Closer]struct{}    // host-side ends (servers, WebSockets, exposures)
	done      chan struct{}             // closed when Close has ended everything
	cmds      map[string]kernel.Program // installed by Options.Commands and Register, for forks
}

// Create boots a box. ctx bounds the boot alone; Close ends the box.
func Create(ctx context.Context, opts Options) (*Sandbox, error) {
	img := opts.Image
	if img == nil || img.disk == nil {
		img = DefaultImage()
	}
	return boot(ctx, opts, img.disk.Fork(), nil)
}

// boot starts a box on a disk of its own. A fork takes over what its parent has made of user, environment and programs;
// its disk is left as it is, whatever that has come to.
func boot(ctx context.Context, opts Options, disk *vfs.FS, parent *Sandbox) (_ *Sandbox, err error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	var config ImageConfig
	if opts.Image != nil {
		config = opts.Image.config
	}
	if opts.User == "" {
		opts.User = config.User
	}
	if opts.Dir == "" {
		opts.Dir = config.Dir
	}
	if opts.Hostname == "" {
		opts.Hostname = "sandpit"
	}
	gw, err := opts.Network.gateway(opts.Log)
	if err != nil {
		return nil, err
	}
	if err := checkEnv(opts.Env); err != nil {
		return nil, err
	}
	var user kernel.User
	if parent != nil {
		user = parent.user
	} else if user, err = lookupUser(disk, opts.User); err != nil {
		return nil, err
	}
	if opts.Dir == "" {
		opts.Dir = user.Home
	}
	if !path.IsAbs(opts.Dir) {
		opts.Dir = path.Join(user.Home, opts.Dir)
	}
	if parent == nil {
		if err := setHostname(disk, opts.Hostname); err != nil {
			return nil, err
		}
	}
	for _, m := range opts.Mounts {
		if err := mount(disk, m); err != nil {
			return nil, err
		}
	}

	hosts := newHostTable(opts.Network)
	k, err := kernel.New(kernel.Config{
		FS:       disk,
		Programs: programs(),
		Limits:   opts.Limits,
		Hosts: func(name string) (string, bool) {
			if ip, ok := hosts.lookup(name); ok {
				return ip, true
			}
			return gw.Lookup(name)
		},
		Outbound: gw.Dial,
		Clock:    opts.Clock,
		Seed:     opts.Seed,
		Hostname: opts.Hostname,
		Log:      opts.Log,
	})
	if err != nil {
		return nil, fmt.Errorf("sandpit: boot: %w", err)
	}
	sb := &Sandbox{
		opts: opts, user: user, k: k, hosts: hosts,
		runs:    make(map[*run]struct{}),
		closers: make(map[io.Closer]struct{}),
		done:    make(chan struct{}),
		cmds:    make(map[string]kernel.Program),
	}
	sb.direct.sb = sb
	gw.Attach(egress.Place{Stack: k.Net(), Clock: k.Clock(), Adopt: sb.adopt, MaxConns: opts.Limits.WithDefaults().Connections})
	defer func() {
		if err != nil {
			sb.Close()
		}
	}()

	var env map[string]string
	if parent != nil {
		env = parent.Env()
		if n, err := strconv.Atoi(env["SHLVL"]); err == nil { // a shell adds one; the twin's is as deep as the parent's
			env["SHLVL"] = strconv.Itoa(n - 1)
		}
		sb.takeOver(parent)
	} else {
		env = defaultEnv(user, opts.Hostname)
		maps.Copy(env, config.Env)
		maps.Copy(env, opts.Env)
		if err := sb.furnish(ctx); err != nil {
			return nil, err
		}
	}
	sb.session, err = sb.newSession(env, opts.Dir, user)
	if err != nil {
		return nil, fmt.Errorf("sandpit: shell: %w", err)
	}
	if err := hosts.serve(sb); err != nil {
		return nil, err
	}
	service.Boot(k)
	return sb, nil
}

// furnish puts what Options lists on a new box's disk: programs, working directory, files.
func (sb *Sandbox) furnish(ctx context.Context) error {
	for name, prog := range sb.opts.Commands {
		if err := sb.Register(name, prog); err != nil {
			return err
		}
	}
	disk := sb.k.FS()
	if err := disk.MkdirAllOwned(sb.opts.Dir, 0o755, sb.user.UID, sb.user.GID); err != nil {
		return fmt.Errorf("sandpit: working directory: %w", err)
	}
	return seed(ctx, disk, sb.opts.Dir, sb.opts, sb.user)
}

// takeOver makes the parent's Go programs known; their files are on the disk already, unless the box has removed them.
func (sb *Sandbox) takeOver(parent *Sandbox) {
	parent.mu.Lock()
	defer parent.mu.Unlock()
	for name, prog := range parent.cmds {
		sb.k.Register(localProgram+name, prog)
		sb.cmds[name] = prog
	}
}

// localProgram marks the names of Go programs that a box was given. The program table has one name space; the prefix
// keeps /usr/bin/ls itself when a box registers an ls of its own.
const localProgram = "local/"

// newSession starts a shell process of its own for user, in dir or the nearest parent of it that is still there.
func (sb *Sandbox) newSession(env map[string]string, dir string, user kernel.User) (*shell.Session, error) {
	for dir != "/" {
		if info, err := sb.k.FS().Stat(dir); err == nil && info.IsDir() {
			break
		}
		dir = path.Dir(dir)
	}
	return shell.NewSession(sb.k, shell.SessionOptions{Env: environ(env), Dir: dir, Cred: user.Cred()})
}

// Close kills every process, closes every connection and waits until each goroutine of the box has ended. It is
// safe to call more than once; every other method returns ErrClosed afterwards.
func (sb *Sandbox) Close() error {
	sb.mu.Lock()
	if sb.closed {
		sb.mu.Unlock()
		<-sb.done
		return nil
	}
	sb.closed = true
	for r := range sb.runs {
		r.cancel(ErrClosed)
	}
	closers := make([]io.Closer, 0, len(sb.closers))
	for c := range sb.closers {
		closers = append(closers, c)
	}
	sb.mu.Unlock()
	defer close(sb.done)

	for _, c := range closers {
		c.Close()
	}
	err := sb.k.Close()
	sb.transports.close()
	sb.direct.close()
	return err
}

// closedErr makes ErrClosed of the errors that a call gets from below when Close overtakes it.
func (sb *Sandbox) closedErr(err error) error {
	if (errors.Is(err, kernel.ErrClosed) || errors.Is(err, shell.ErrClosed)) && sb.check() != nil {
		return ErrClosed
	}
	return err
}

// check returns ErrClosed when the box is closed.
func (sb *Sandbox) check() error {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	if sb.closed {
		return ErrClosed
	}
	return nil
}

// adopt makes c end with the box. It returns false (and closes c) when the box is closed already.
func (sb *Sandbox) adopt(c io.Closer) bool {
	sb.mu.Lock()
	if sb.closed {
		sb.mu.Unlock()
		c.Close()
		return false
	}
	sb.closers[c] = struct{}{}
	sb.mu.Unlock()
	return true
}

func (sb *Sandbox) disown(c io.Closer) {
	sb.mu.Lock()
	delete(sb.closers, c)
	sb.mu.Unlock()
}

// Env returns a copy of the shell session's exported variables.
func (sb *Sandbox) Env() map[string]string { return sb.session.Env() }

// Setenv exports a variable in the shell session. What is not a name of the shell's is ignored.
func (sb *Sandbox) Setenv(key, value string) { sb.session.Setenv(key, value) }

// Dir returns the shell session's working directory.
func (sb *Sandbox) Dir() string { return sb.session.Dir() }

// Chdir changes the shell session's working directory. A relative dir is taken from the present one.
func (sb *Sandbox) Chdir(dir string) error {
	if err := sb.check(); err != nil {
		return err
	}
	return sb.session.Chdir(dir)
}

// Kernel returns the box's kernel, for what the methods here do not offer.
func (sb *Sandbox) Kernel() *kernel.Kernel { return sb.k }

// Shell returns the session that Run uses.
func (sb *Sandbox) Shell() *shell.Session { return sb.session }

// Register installs a program written in Go as /usr/local/bin/name. A name that is installed already is replaced.
func (sb *Sandbox) Register(name string, cmd Command) error {
	if err := sb.check(); err != nil {
		return err
	}
	if cmd == nil || name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00\n") {
		return fmt.Errorf("sandpit: register %q: a command needs a function and a plain file name", name)
	}
	builtin := localProgram + name
	sb.k.Register(builtin, cmd)
	disk := sb.k.FS()
	if err := disk.MkdirAll("/usr/local/bin", 0o755); err != nil {
		return err
	}
	file := "/usr/local/bin/" + name
	if err := disk.WriteFile(file, kernel.ProgramFile(builtin), 0o755); err != nil {
		return err
	}
	sb.mu.Lock()
	sb.cmds[name] = cmd
	sb.mu.Unlock()
	return disk.Chmod(file, 0o755)
}

// Usage is what a box holds at the moment.
type Usage struct {
	DiskBytes int64 // allocated by files, in whole pages
	Files     int64 // inodes
	Processes int   // alive, the shell session's included
	OpenFiles int   // descriptors of all processes
	Ports     int   // listening
}

// Usage counts what the box holds at the moment.
func (sb *Sandbox) Usage() Usage {
	var u Usage
	u.DiskBytes, u.Files = sb.k.FS().Usage()
	for _, p := range sb.k.Processes() {
		if p.PID() == 1 || p.State() == kernel.Zombie {
			continue
		}
		u.Processes++
		u.OpenFiles += len(p.FDs())
	}
	u.Ports = len(sb.k.Net().Ports())
	return u
}
