package cmd

import (
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Account is a line of /etc/passwd.
type Account struct {
	Name, Gecos, Home, Shell string
	UID, GID                 int
}

// Group is a line of /etc/group.
type Group struct {
	Name    string
	GID     int
	Members []string
}

// Names translates user and group ids with the box's /etc/passwd and /etc/group, each read once.
type Names struct {
	p      *kernel.Process
	users  []Account
	groups []Group
	readU  bool
	readG  bool
}

// NewNames makes a translator for one run of a command.
func NewNames(p *kernel.Process) *Names { return &Names{p: p} }

// Accounts lists /etc/passwd.
func (n *Names) Accounts() []Account {
	if !n.readU {
		n.readU = true
		data, _ := n.p.FS().ReadFile("/etc/passwd")
		for line := range strings.Lines(string(data)) {
			f := strings.Split(strings.TrimRight(line, "\n"), ":")
			if len(f) < 7 {
				continue
			}
			uid, err1 := strconv.Atoi(f[2])
			gid, err2 := strconv.Atoi(f[3])
			if err1 == nil && err2 == nil {
				n.users = append(n.users, Account{Name: f[0], UID: uid, GID: gid, Gecos: f[4], Home: f[5], Shell: f[6]})
			}
		}
	}
	return n.users
}

// Groups lists /etc/group.
func (n *Names) Groups() []Group {
	if !n.readG {
		n.readG = true
		data, _ := n.p.FS().ReadFile("/etc/group")
		for line := range strings.Lines(string(data)) {
			f := strings.Split(strings.TrimRight(line, "\n"), ":")
			if len(f) < 4 {
				continue
			}
			if gid, err := strconv.Atoi(f[2]); err == nil {
				g := Group{Name: f[0], GID: gid}
				if f[3] != "" {
					g.Members = strings.Split(f[3], ",")
				}
				n.groups = append(n.groups, g)
			}
		}
	}
	return n.groups
}

// User is the name of a uid, or the number.
func (n *Names) User(uid int) string {
	for _, a := range n.Accounts() {
		if a.UID == uid {
			return a.Name
		}
	}
	return strconv.Itoa(uid)
}

// Group is the name of a gid, or the number.
func (n *Names) Group(gid int) string {
	for _, g := range n.Groups() {
		if g.GID == gid {
			return g.Name
		}
	}
	return strconv.Itoa(gid)
}

// HasUser and HasGroup report whether an id has a name.
func (n *Names) HasUser(uid int) bool { return n.User(uid) != strconv.Itoa(uid) }

// HasGroup reports whether a gid has a name.
func (n *Names) HasGroup(gid int) bool { return n.Group(gid) != strconv.Itoa(gid) }

// LookupUser finds an account by name or number.
func (n *Names) LookupUser(s string) (Account, bool) {
	for _, a := range n.Accounts() {
		if a.Name == s {
			return a, true
		}
	}
	if uid, err := strconv.ParseUint(s, 10, 31); err == nil {
		for _, a := range n.Accounts() {
			if a.UID == int(uid) {
				return a, true
			}
		}
		return Account{Name: s, UID: int(uid), GID: -1}, true
	}
	return Account{}, false
}

// LookupGroup finds a gid by name or number.
func (n *Names) LookupGroup(s string) (int, bool) {
	for _, g := range n.Groups() {
		if g.Name == s {
			return g.GID, true
		}
	}
	if gid, err := strconv.ParseUint(s, 10, 31); err == nil {
		return int(gid), true
	}
	return 0, false
}
