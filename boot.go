package sandpit

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// The steps of boot: user, host name, environment, first files.

func lookupUser(disk *vfs.FS, name string) (kernel.User, error) {
	if name == "" {
		name = "user"
	}
	u, err := kernel.FindUser(disk, name)
	if err != nil {
		return u, fmt.Errorf("sandpit: user %q: %w", name, err)
	}
	return u, nil
}

func defaultEnv(u kernel.User, hostname string) map[string]string {
	return map[string]string{
		"HOME": u.Home, "USER": u.Name, "LOGNAME": u.Name, "SHELL": u.Shell, "HOSTNAME": hostname,
		"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"TERM": "xterm-256color", "LANG": "C.UTF-8",
	}
}

// environ turns a map into the form of environ(7), sorted.
func environ(env map[string]string) []string {
	out := make([]string, 0, len(env))
	for k, v := range env {
		out = append(out, k+"="+v)
	}
	sort.Strings(out)
	return out
}

// checkEnv holds names to what a shell can export.
func checkEnv(env map[string]string) error {
	for key, value := range env {
		ok := key != "" && (key[0] < '0' || key[0] > '9')
		for i := 0; ok && i < len(key); i++ {
			c := key[i]
			ok = c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		}
		if !ok || strings.IndexByte(value, 0) >= 0 {
			return fmt.Errorf("sandpit: environment variable %q: not a valid name or value", key)
		}
	}
	return nil
}

// setHostname writes the two files that carry the name; the default image has the default one already.
func setHostname(disk *vfs.FS, hostname string) error {
	if strings.ContainsAny(hostname, " \t\n/\x00") || len(hostname) > 64 {
		return fmt.Errorf("sandpit: %q is not a host name", hostname)
	}
	if old, err := disk.ReadFile("/etc/hostname"); err == nil && strings.TrimSpace(string(old)) == hostname {
		return nil
	}
	if err := disk.MkdirAll("/etc", 0o755); err != nil { // an image from scratch has none
		return fmt.Errorf("sandpit: hostname: %w", err)
	}
	hosts := "127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n127.0.1.1\t" + hostname + "\n"
	for file, text := range map[string]string{"/etc/hostname": hostname + "\n", "/etc/hosts": hosts} {
		if err := disk.WriteFile(file, []byte(text), 0o644); err != nil {
			return fmt.Errorf("sandpit: hostname: %w", err)
		}
	}
	return nil
}

// seed writes Options.FilesFS and Options.Files. They belong to the box's user wherever they lie: a host that
// puts a file at /etc/app.conf may do so whatever the user could.
func seed(ctx context.Context, disk *vfs.FS, dir string, opts Options, u kernel.User) error {
	put := func(name string, data []byte, perm fs.FileMode) error {
		if name == "" || strings.IndexByte(name, 0) >= 0 {
			return fmt.Errorf("sandpit: file %q: not a file name", name)
		}
		full := name
		if !path.IsAbs(full) {
			full = path.Join(dir, name)
		}
		if err := disk.MkdirAllOwned(path.Dir(path.Clean(full)), 0o755, u.UID, u.GID); err != nil {
			return fmt.Errorf("sandpit: file %s: %w", name, err)
		}
		if err := disk.WriteFile(full, data, perm); err != nil {
			return fmt.Errorf("sandpit: file %s: %w", name, err)
		}
		return disk.Chown(full, u.UID, u.GID)
	}
	if opts.FilesFS != nil {
		err := fs.WalkDir(opts.FilesFS, ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil || name == "." {
				return err
			}
			if d.IsDir() {
				return disk.MkdirAllOwned(path.Join(dir, name), 0o755, u.UID, u.GID)
			}
			data, err := fs.ReadFile(opts.FilesFS, name)
			if err != nil {
				return err
			}
			// embed.FS has no modes worth keeping (0444): a file is 0644 unless it says that it is executable.
			perm := fs.FileMode(0o644)
			if info, err := d.Info(); err == nil && info.Mode()&0o111 != 0 {
				perm = 0o755
			}
			return put(name, data, perm)
		})
		if err != nil {
			return fmt.Errorf("sandpit: FilesFS: %w", err)
		}
	}
	for name, text := range opts.Files {
		perm := fs.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			perm = 0o755 // a script is there to be run
		}
		if err := put(name, []byte(text), perm); err != nil {
			return err
		}
	}
	return ctx.Err()
}
