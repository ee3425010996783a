package kernel

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"syscall"

	"github.com/sandpit-dev/sandpit/vfs"
)

// The users of the default world.
const (
	RootUID = 0
	UserUID = 1000
	UserGID = 1000
)

type dirEntry struct {
	path     string
	mode     fs.FileMode
	uid, gid int
}

var worldDirs = []dirEntry{
	{"/boot", 0o755, 0, 0}, {"/dev", 0o755, 0, 0}, {"/dev/pts", 0o755, 0, 0}, {"/dev/shm", fs.ModeSticky | 0o777, 0, 0},
	{"/etc", 0o755, 0, 0}, {"/etc/profile.d", 0o755, 0, 0}, {"/etc/skel", 0o755, 0, 0},
	{"/etc/ssl", 0o755, 0, 0}, {"/etc/ssl/certs", 0o755, 0, 0},
	{"/etc/systemd", 0o755, 0, 0}, {"/etc/systemd/system", 0o755, 0, 0},
	{"/home", 0o755, 0, 0}, {"/home/user", 0o755, UserUID, UserGID},
	{"/media", 0o755, 0, 0}, {"/mnt", 0o755, 0, 0}, {"/opt", 0o755, 0, 0}, {"/proc", 0o555, 0, 0}, {"/root", 0o700, 0, 0},
	{"/run", 0o755, 0, 0}, {"/run/lock", fs.ModeSticky | 0o777, 0, 0}, {"/run/user", 0o755, 0, 0},
	{"/srv", 0o755, 0, 0}, {"/sys", 0o555, 0, 0}, {"/tmp", fs.ModeSticky | 0o777, 0, 0},
	{"/usr", 0o755, 0, 0}, {"/usr/bin", 0o755, 0, 0}, {"/usr/include", 0o755, 0, 0}, {"/usr/lib", 0o755, 0, 0},
	{"/usr/lib64", 0o755, 0, 0}, {"/usr/libexec", 0o755, 0, 0}, {"/usr/sbin", 0o755, 0, 0}, {"/usr/share", 0o755, 0, 0},
	{"/usr/src", 0o755, 0, 0}, {"/usr/lib/systemd", 0o755, 0, 0}, {"/usr/lib/systemd/system", 0o755, 0, 0},
	{"/usr/local", 0o755, 0, 0}, {"/usr/local/bin", 0o755, 0, 0}, {"/usr/local/etc", 0o755, 0, 0},
	{"/usr/local/include", 0o755, 0, 0}, {"/usr/local/lib", 0o755, 0, 0}, {"/usr/local/sbin", 0o755, 0, 0},
	{"/usr/local/share", 0o755, 0, 0}, {"/usr/local/src", 0o755, 0, 0},
	{"/var", 0o755, 0, 0}, {"/var/cache", 0o755, 0, 0}, {"/var/lib", 0o755, 0, 0}, {"/var/local", 0o755, 0, 0},
	{"/var/log", 0o755, 0, 0}, {"/var/mail", 0o755, 0, 0}, {"/var/opt", 0o755, 0, 0}, {"/var/spool", 0o755, 0, 0},
	{"/var/tmp", fs.ModeSticky | 0o777, 0, 0},
}

var worldLinks = [][2]string{
	{"/bin", "usr/bin"}, {"/sbin", "usr/sbin"}, {"/lib", "usr/lib"}, {"/lib64", "usr/lib64"},
	{"/var/run", "/run"}, {"/var/lock", "/run/lock"}, {"/etc/mtab", "/proc/self/mounts"},
	// What the box trusts is made when it is first read, and never part of an image or a snapshot.
	{"/etc/ssl/certs/ca-certificates.crt", caFile}, {"/etc/ssl/cert.pem", caFile},
	{"/dev/fd", "/proc/self/fd"}, {"/dev/stdin", "/proc/self/fd/0"}, {"/dev/stdout", "/proc/self/fd/1"},
	{"/dev/stderr", "/proc/self/fd/2"},
}

var worldDevices = []struct {
	path         string
	mode         fs.FileMode
	major, minor uint32
	gid          int
}{
	{"/dev/null", 0o666, 1, 3, 0}, {"/dev/zero", 0o666, 1, 5, 0}, {"/dev/full", 0o666, 1, 7, 0},
	{"/dev/random", 0o666, 1, 8, 0}, {"/dev/urandom", 0o666, 1, 9, 0}, {"/dev/tty", 0o666, 5, 0, 5},
	{"/dev/console", 0o600, 5, 1, 5}, {"/dev/ptmx", 0o666, 5, 2, 5},
}

const passwdFile = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
bin:x:2:2:bin:/bin:/usr/sbin/nologin
sys:x:3:3:sys:/dev:/usr/sbin/nologin
mail:x:8:8:mail:/var/mail:/usr/sbin/nologin
www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
user:x:1000:1000:user:/home/user:/bin/bash
`

const groupFile = `root:x:0:
daemon:x:1:
bin:x:2:
sys:x:3:
adm:x:4:
tty:x:5:
disk:x:6:
mail:x:8:
sudo:x:27:user
www-data:x:33:
shadow:x:42:
staff:x:50:
users:x:100:
nogroup:x:65534:
user:x:1000:
`

const shadowFile = `root:*:19700:0:99999:7:::
daemon:*:19700:0:99999:7:::
bin:*:19700:0:99999:7:::
sys:*:19700:0:99999:7:::
mail:*:19700:0:99999:7:::
www-data:*:19700:0:99999:7:::
nobody:*:19700:0:99999:7:::
user:*:19700:0:99999:7:::
`

const profileFile = `# Read by login shells.
export PATH="${PATH:-` + DefaultPath + `}"
for _f in /etc/profile.d/*.sh; do
  if [ -r "$_f" ]; then
    . "$_f"
  fi
done
unset _f
`

const osReleaseFile = `PRETTY_NAME="sandpit 1.0"
NAME="sandpit"
VERSION_ID="1.0"
VERSION="1.0"
ID=sandpit
ID_LIKE=debian
`

// Populate lays the default world on a disk: the directory tree of a Debian system with merged /usr, /etc, the device
// nodes, a program file in /usr/bin for each name in programs, root's and user's homes. Names that are there already as
// links or nodes are left; files are written anew.
func Populate(fsys *vfs.FS, programs []string, hostname string) error {
	w := world{fs: fsys.WithCred(vfs.Cred{}).In("/")}
	if hostname == "" {
		hostname = "sandpit"
	}
	for _, d := range worldDirs {
		w.dir(d)
	}
	for _, l := range worldLinks {
		w.keep(w.fs.Symlink(l[1], l[0]))
	}
	for _, d := range worldDevices {
		w.keep(w.fs.Mknod(d.path, fs.ModeDevice|fs.ModeCharDevice|d.mode, vfs.Makedev(d.major, d.minor)))
		w.do(w.fs.Chown(d.path, 0, d.gid))
	}
	for _, f := range []struct{ path, text string }{
		{"/etc/passwd", passwdFile}, {"/etc/group", groupFile}, {"/etc/profile", profileFile},
		{"/etc/os-release", osReleaseFile}, {"/etc/hostname", hostname + "\n"}, {"/etc/motd", "Welcome to sandpit.\n"},
		{"/etc/hosts", fmt.Sprintf("127.0.0.1\tlocalhost\n127.0.1.1\t%s\n::1\tlocalhost ip6-localhost ip6-loopback\n", hostname)},
		{"/etc/issue", "sandpit 1.0 \\n \\l\n"}, {"/etc/shells", "/bin/sh\n/usr/bin/sh\n/bin/bash\n/usr/bin/bash\n"},
		{"/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"}, {"/etc/resolv.conf", ""}, {"/etc/fstab", ""},
		{"/etc/environment", "PATH=\"" + DefaultPath + "\"\n"}, {"/etc/timezone", "Etc/UTC\n"},
	} {
		w.file(f.path, []byte(f.text), 0o644)
	}
	w.file("/etc/shadow", []byte(shadowFile), 0o640)
	w.do(w.fs.Chown("/etc/shadow", 0, 42))
	for _, name := range programs {
		if name == "" || name != path.Base(name) || name == "." || name == ".." {
			return fmt.Errorf("populate: bad program name %q", name)
		}
		w.file("/usr/bin/"+name, ProgramFile(name), 0o755)
	}
	return w.err
}

// world remembers the first error.
type world struct {
	fs  *vfs.FS
	err error
}

func (w *world) do(err error) {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("populate: %w", err)
	}
}

// keep is do for what may be there already.
func (w *world) keep(err error) {
	if !errors.Is(err, syscall.EEXIST) {
		w.do(err)
	}
}

func (w *world) dir(d dirEntry) {
	w.keep(w.fs.Mkdir(d.path, d.mode.Perm()))
	if d.mode&fs.ModeSticky != 0 {
		w.do(w.fs.Chmod(d.path, d.mode))
	}
	if d.uid != 0 || d.gid != 0 {
		w.do(w.fs.Chown(d.path, d.uid, d.gid))
	}
}

func (w *world) file(name string, data []byte, mode fs.FileMode) {
	w.do(w.fs.WriteFile(name, data, mode))
}
