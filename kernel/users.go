package kernel

import (
	"fmt"
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
	groups := Groups(fsys)
	var list []User
	for f := range database(fsys, "/etc/passwd", 7) {
		uid, err1 := strconv.Atoi(f[2])
		gid, err2 := strconv.Atoi(f[3])
		if err1 != nil || err2 != nil {
			continue
		}
		u := User{Name: f[0], UID: uid, GID: gid, Groups: []int{gid}, GECOS: f[4], Home: f[5], Shell: f[6]}
		for _, g := range groups {
			if g.GID != gid && slices.Contains(g.Members, u.Name) {
				u.Groups = append(u.Groups, g.GID)
			}
		}
		list = append(list, u)
	}
	return list
}

// Groups reads the /etc/group of a disk.
func Groups(fsys *vfs.FS) []Group {
	var list []Group
	for f := range database(fsys, "/etc/group", 4) {
		gid, err := strconv.Atoi(f[2])
		if err != nil {
			continue
		}
		g := Group{Name: f[0], GID: gid}
		if f[3] != "" {
			g.Members = strings.Split(f[3], ",")
		}
		list = append(list, g)
	}
	return list
}

func database(fsys *vfs.FS, file string, fields int) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		data, err := fsys.ReadFile(file)
		if err != nil {
			return
		}
		for line := range strings.Lines(string(data)) {
			f := strings.Split(strings.TrimRight(line, "\n"), ":")
			if len(f) == fields && f[0] != "" && !yield(f) {
				return
			}
		}
	}
}

// LookupUser finds a user of a disk by name.
func LookupUser(fsys *vfs.FS, name string) (User, error) {
	for _, u := range Users(fsys) {
		if u.Name == name {
			return u, nil
		}
	}
	return User{}, fmt.Errorf("unknown user %q", name)
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
