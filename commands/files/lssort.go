package files

import (
	"slices"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
)

func (l *lister) sort(entries []*entry) {
	if l.sortBy == 'U' {
		return
	}
	by := func(a, b *entry) int { return strings.Compare(a.name, b.name) }
	switch l.sortBy {
	case 'S':
		by = func(a, b *entry) int {
			if c := sizeOf(b) - sizeOf(a); c != 0 {
				return sign(c)
			}
			return strings.Compare(a.name, b.name)
		}
	case 't':
		by = func(a, b *entry) int {
			if c := l.time(b).Compare(l.time(a)); c != 0 {
				return c
			}
			return strings.Compare(a.name, b.name)
		}
	case 'v':
		by = func(a, b *entry) int { return cmd.CompareVersions(a.name, b.name) }
	case 'X':
		by = func(a, b *entry) int {
			if c := strings.Compare(extension(a.name), extension(b.name)); c != 0 {
				return c
			}
			return strings.Compare(a.name, b.name)
		}
	case 'w':
		by = func(a, b *entry) int {
			if c := len(a.name) - len(b.name); c != 0 {
				return c
			}
			return strings.Compare(a.name, b.name)
		}
	}
	slices.SortStableFunc(entries, func(a, b *entry) int {
		if l.dirsFirst && a.leadsToDir() != b.leadsToDir() {
			if a.leadsToDir() {
				return -1
			}
			return 1
		}
		c := by(a, b)
		if l.reverse {
			return -c
		}
		return c
	})
}

func (e *entry) leadsToDir() bool {
	return e.info != nil && e.info.IsDir() || e.tinfo != nil && e.tinfo.IsDir()
}

func sign(n int64) int {
	if n < 0 {
		return -1
	}
	return 1
}

func sizeOf(e *entry) int64 {
	if e.info == nil {
		return 0
	}
	return e.info.Size()
}

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return ""
}

func (l *lister) time(e *entry) time.Time {
	if e.info == nil {
		return time.Time{}
	}
	switch l.timeBy {
	case 'a':
		return statOf(e.info).Atime
	case 'c':
		return statOf(e.info).Ctime
	case 'b':
		return statOf(e.info).Btime
	}
	return e.info.ModTime()
}
