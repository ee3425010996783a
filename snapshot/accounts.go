package snapshot

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/vfs"
)

// accounts are the names in a disk's /etc/passwd or /etc/group.
type accounts struct {
	names map[int]string
	ids   map[string]int
}

// readAccounts parses name:password:id:... lines, passwd(5) and group(5). The first line of a name or number counts;
// a missing file is an empty one.
func readAccounts(fsys *vfs.FS, name string) accounts {
	a := accounts{map[int]string{}, map[string]int{}}
	info, err := fsys.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return a
	}
	f, err := fsys.Open(name)
	if err != nil {
		return a
	}
	defer f.Close()
	lines := bufio.NewScanner(io.LimitReader(f, 1<<20))
	for lines.Scan() {
		fields := strings.SplitN(lines.Text(), ":", 4)
		if len(fields) < 3 || fields[0] == "" {
			continue
		}
		id, err := strconv.Atoi(fields[2])
		if err != nil {
			continue
		}
		if _, ok := a.ids[fields[0]]; !ok {
			a.ids[fields[0]] = id
		}
		if _, ok := a.names[id]; !ok {
			a.names[id] = fields[0]
		}
	}
	return a
}

// id is the number for a member's owner.
func (a accounts) id(name string, number int) int {
	if id, ok := a.ids[name]; ok && name != "" {
		return id
	}
	return number
}
