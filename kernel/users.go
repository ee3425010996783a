package kernel

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/vfs"
)

// User is a line of /etc/passwd with the groups of /etc/group that list the user.
type User struct {
	Name     string
	UID, GID int
	Groups   []int // GID first, then the supplementary ones
	GECOS    string
	Home     string
	Shell    string
}

// Cred are the credentials that a login gives the user.
func (u User) Cred() Cred { return Cred{UID: u.UID, GID: u.GID, Groups: u.Groups} }

// Group is a line of /etc/group.
type Group struct {
	Name    string
	GID     int
	Members []string
}

// Users reads the /etc/passwd of a disk, in its order; malformed lines are left out.
func Users(fsys *vfs.FS) []User {
	groups := etcFile(fsys, "/etc/group")
	var list []User
	for line := range database(fsys, "/etc/passwd") {
		if u, ok := parseUser(line); ok {
			u.Groups = supplementary(u, groups)
			list = append(list, u)
		}
	}
	return list
}

func parseUser(line string) (u User, ok bool) {
	var f [7]string
	if !fields(f[:], line) {
		return u, false
	}
	uid, err1 := strconv.Atoi(f[2])
	gid, err2 := strconv.Atoi(f[3])
	return User{Name: f[0], UID: uid, GID: gid, GECOS: f[4], Home: f[5], Shell: f[6]}, err1 == nil && err2 == nil
}

// supplementary are the groups of u in a text of the form of /etc/group, its own first.
func supplementary(u User, groups string) []int {
	list := []int{u.GID}
	for line := range strings.SplitSeq(groups, "\n") {
		if !strings.Contains(line, u.Name) {
			continue
		}
		if g, ok := parseGroup(line); ok && g.GID != u.GID && slices.Contains(g.Members, u.Name) {
			list = append(list, g.GID)
		}
	}
	return list
}

// Groups reads the /etc/group of a disk.
func Groups(fsys *vfs.FS) []Group {
	var list []Group
	for line := range database(fsys, "/etc/group") {
		if g, ok := parseGroup(line); ok {
			list = append(list, g)
		}
	}
	return list
}

func parseGroup(line string) (g Group, ok bool) {
	var f [4]string
	if !fields(f[:], line) {
		return g, false
	}
	gid, err := strconv.Atoi(f[2])
	g = Group{Name: f[0], GID: gid}
	if f[3] != "" {
		g.Members = strings.Split(f[3], ",")
	}
	return g, err == nil
}

// fields splits a line at its colons; there must be as many as f has room for, and a name.
func fields(f []string, line string) bool {
	if strings.Count(line, ":") != len(f)-1 {
		return false
	}
	for i := range f {
		f[i], line, _ = strings.Cut(line, ":")
	}
	return f[0] != ""
}

// maxDatabase bounds the files of /etc that the kernel itself reads: the box may have made them as large as its disk.
const maxDatabase = 1 << 20

// etcFile is the content of such a file; "" for one that is missing, too large, or no regular file.
func etcFile(fsys *vfs.FS, name string) string {
	info, err := fsys.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxDatabase {
		return ""
	}
	data, err := fsys.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(data)
}

// database yields the lines of a file of /etc without their ends.
func database(fsys *vfs.FS, file string) iter.Seq[string] {
	return strings.SplitSeq(etcFile(fsys, file), "\n")
}

// LookupUser finds a user of a disk by name.
func LookupUser(fsys *vfs.FS, name string) (User, error) {
	for line := range database(fsys, "/etc/passwd") {
		if !strings.HasPrefix(line, name+":") {
			continue
		}
		if u, ok := parseUser(strings.Clone(line)); ok { // not the whole file is kept for it
			u.Groups = supplementary(u, etcFile(fsys, "/etc/group"))
			return u, nil
		}
	}
	return User{}, fmt.Errorf("unknown user %q", name)
}

// FindUser finds a user by name or number. root and plain numbers need no entry in /etc/passwd: then the home is "/",
// the group that of the number, and 0 for root.
func FindUser(fsys *vfs.FS, name string) (User, error) {
	u, err := LookupUser(fsys, name)
	if err == nil {
		return u, nil
	}
	uid, numErr := strconv.ParseUint(name, 10, 31)
	if numErr == nil {
		for _, u := range Users(fsys) {
			if u.UID == int(uid) {
				return u, nil
			}
		}
	}
	if numErr == nil || name == "root" {
		return User{Name: name, UID: int(uid), GID: int(uid), Home: "/", Shell: "/bin/sh"}, nil
	}
	return u, err
}

// Users reads /etc/passwd.
func (k *Kernel) Users() []User { return Users(k.fs) }

// Groups reads /etc/group.
func (k *Kernel) Groups() []Group { return Groups(k.fs) }

// LookupUser finds a user by name.
func (k *Kernel) LookupUser(name string) (User, bool) {
	u, err := LookupUser(k.fs, name)
	return u, err == nil
}

// LookupUID finds a user by number.
func (k *Kernel) LookupUID(uid int) (User, bool) {
	for _, u := range k.Users() {
		if u.UID == uid {
			return u, true
		}
	}
	return User{}, false
}

// LookupGroup finds a group by name.
func (k *Kernel) LookupGroup(name string) (Group, bool) {
	for _, g := range k.Groups() {
		if g.Name == name {
			return g, true
		}
	}
	return Group{}, false
}

// LookupGID finds a group by number.
func (k *Kernel) LookupGID(gid int) (Group, bool) {
	for _, g := range k.Groups() {
		if g.GID == gid {
			return g, true
		}
	}
	return Group{}, false
}
