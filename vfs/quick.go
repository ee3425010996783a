package vfs

// quick finds what an absolute name leads to when nothing on the way is special, which is most of the time: no symbolic link,
// no mount, no "." or "..", no error. It returns the record with the disk's shared lock held, or nil without it; then a
// walker has to do it, and says what is wrong if something is. (Linux's path walk has such a mode too.)
func (v *FS) quick(name string, follow bool) *inode {
	if len(name) < 2 || len(name) >= pathMax || name[0] != '/' || v.rootMount != nil {
		return nil
	}
	d := v.d
	d.mu.RLock()
	mt := d.mounts.Load()
	n := d.tab.get(v.root)
	for rest := name[1:]; n != nil && n.dir != nil; {
		end := 0
		for end < len(rest) && rest[end] != '/' {
			if rest[end] == 0 {
				n = nil // an error
				break
			}
			end++
		}
		if n == nil || end == 0 || end > nameMax || rest[0] == '.' && (end == 1 || end == 2 && rest[1] == '.') {
			break
		}
		if mt != nil && mt.native[n.ino] != nil || v.cred.UID != 0 && !v.cred.may(n, 1) {
			break
		}
		e, ok := n.dir.lookup(rest[:end])
		if !ok {
			break
		}
		n = d.tab.get(e.ino)
		if end == len(rest) {
			if n == nil || follow && n.isLink() || n.isDir() && mt != nil && mt.native[e.ino] != nil {
				break
			}
			return n
		}
		rest = rest[end+1:] // a link or a file ends the loop: it has no dir
	}
	d.mu.RUnlock()
	return nil
}
