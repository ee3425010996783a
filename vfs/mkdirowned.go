package vfs

import (
	"errors"
	"io/fs"
	"path"
	"slices"
)

// MkdirAllOwned is MkdirAll whose new directories belong to uid and gid, as those of install(1) -d -o -g do. What is there
// already stays as it is. The view has to be root's.
func (v *FS) MkdirAllOwned(name string, perm fs.FileMode, uid, gid int) error {
	var missing []string
	for dir := v.Abs(name); ; dir = path.Dir(dir) {
		info, err := v.Stat(dir)
		if err == nil && info.IsDir() {
			break
		}
		if err == nil {
			return v.MkdirAll(dir, perm) // it has the right error
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		missing = append(missing, dir)
	}
	for _, dir := range slices.Backward(missing) {
		if err := v.Mkdir(dir, perm); err != nil {
			return err
		}
		if err := v.Chown(dir, uid, gid); err != nil {
			return err
		}
	}
	return nil
}
