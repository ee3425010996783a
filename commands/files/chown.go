package files

import (
	"context"
	"io/fs"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

const chownOptions = `
-c, --changes          like verbose but report only when a change is made
-f, --silent, --quiet  suppress most error messages
-v, --verbose          output a diagnostic for every file processed
    --dereference      affect the referent of each symbolic link (default)
-h, --no-dereference   affect symbolic links instead of any referenced file
    --from=CURRENT_OWNER:CURRENT_GROUP  change only if the current owner and/or group match
    --no-preserve-root  do not treat '/' specially (the default)
    --preserve-root    fail to operate recursively on '/'
    --reference=RFILE  use RFILE's owner and group
-R, --recursive        operate on files and directories recursively
-H                     traverse a command line link to a directory
-L                     traverse every symbolic link to a directory
-P                     do not traverse any symbolic links (default)
`

var (
	chownUsage = optparse.Define("chown", "[OPTION]... [OWNER][:[GROUP]] FILE...\n[OPTION]... --reference=RFILE FILE...",
		"Change the owner and/or group of each FILE to OWNER and/or GROUP.", chownOptions)
	chgrpUsage = optparse.Define("chgrp", "[OPTION]... GROUP FILE...\n[OPTION]... --reference=RFILE FILE...",
		"Change the group of each FILE to GROUP.", chownOptions)
)

type chowner struct {
	p                                *kernel.Process
	w                                *cmd.Writer
	names                            *cmd.Names
	uid, gid                         int // -1 = unchanged
	fromUID, fromGID                 int
	groupOnly                        bool
	verbose, changes, quiet, deep, h bool
	status                           int
}

func chown(_ context.Context, p *kernel.Process) int { return chownRun(p, chownUsage, false) }
func chgrp(_ context.Context, p *kernel.Process) int { return chownRun(p, chgrpUsage, true) }

func chownRun(p *kernel.Process, u *optparse.Command, groupOnly bool) int {
	o, status, done := cmd.Parse(p, u)
	if done {
		return status
	}
	c := &chowner{p: p, w: cmd.NewWriter(p), names: cmd.NewNames(p), uid: -1, gid: -1, fromUID: -1, fromGID: -1, groupOnly: groupOnly}
	for _, m := range o.Options {
		switch m.Key {
		case "c":
			c.changes = true
		case "f":
			c.quiet = true
		case "v":
			c.verbose = true
		case "h":
			c.h = true
		case "R":
			c.deep = true
		case "from":
			var problem string
			if c.fromUID, c.fromGID, problem = c.spec(m.Value); problem != "" {
				cmd.Errorf(p, "%s: %s", problem, cmd.Quote(m.Value))
				return 1
			}
		}
	}
	files := o.Args
	if ref, ok := o.Value("reference"); ok {
		info, err := p.FS().Stat(ref)
		if err != nil {
			cmd.Errorf(p, "failed to get attributes of %s: %s", cmd.Quote(ref), kernel.Strerror(err))
			return 1
		}
		c.gid = statOf(info).GID
		if !groupOnly {
			c.uid = statOf(info).UID
		}
	} else {
		if len(files) == 0 {
			return cmd.MissingOperand(p, u, nil)
		}
		spec := files[0]
		files = files[1:]
		if len(files) == 0 {
			return cmd.UsageError(p, u, "missing operand after %s", cmd.Quote(spec))
		}
		if groupOnly {
			if spec != "" {
				gid, ok := c.names.LookupGroup(spec)
				if !ok {
					cmd.Errorf(p, "invalid group: %s", cmd.Quote(spec))
					return 1
				}
				c.gid = gid
			}
		} else {
			var problem string
			if c.uid, c.gid, problem = c.spec(spec); problem != "" {
				cmd.Errorf(p, "%s: %s", problem, cmd.Quote(spec))
				return 1
			}
		}
	}
	if len(files) == 0 {
		return cmd.MissingOperand(p, u, nil)
	}
	for _, name := range files {
		stat := p.FS().Stat
		if c.h || c.deep {
			stat = p.FS().Lstat
		}
		info, err := stat(name)
		if err != nil {
			c.fail("cannot access %s: %s", cmd.Quote(name), kernel.Strerror(err))
			continue
		}
		c.apply(name, info, 0)
	}
	return c.w.Finish(c.status)
}

// spec reads OWNER, OWNER:GROUP, OWNER: (the login group) and :GROUP; a dot does for the colon.
func (c *chowner) spec(s string) (uid, gid int, problem string) {
	uid, gid = -1, -1
	owner, group, colon := strings.Cut(s, ":")
	if !colon {
		if _, ok := c.names.LookupUser(s); !ok && strings.Contains(s, ".") {
			owner, group, colon = strings.Cut(s, ".")
			cmd.Errorf(c.p, "warning: '.' should be ':': %s", cmd.Quote(s))
		}
	}
	var account cmd.Account
	if owner != "" {
		var ok bool
		if account, ok = c.names.LookupUser(owner); !ok {
			return -1, -1, "invalid user"
		}
		uid = account.UID
	}
	switch {
	case group != "":
		g, ok := c.names.LookupGroup(group)
		if !ok {
			return -1, -1, "invalid group"
		}
		gid = g
	case colon && owner != "":
		if account.GID < 0 {
			return -1, -1, "invalid spec"
		}
		gid = account.GID
	}
	return uid, gid, ""
}

func (c *chowner) fail(format string, args ...any) {
	c.status = 1
	if !c.quiet {
		_ = c.w.Flush()
		cmd.Errorf(c.p, format, args...)
	}
}

func (c *chowner) apply(name string, info fs.FileInfo, depth int) {
	if c.p.Safepoint() != nil || depth > 5000 {
		return
	}
	if c.deep && info.IsDir() {
		list, err := c.p.FS().ReadDir(name)
		if err != nil {
			c.fail("cannot read directory %s: %s", cmd.Quote(name), kernel.Strerror(err))
		}
		for _, d := range list {
			child := join(name, d.Name())
			if ci, err := c.p.FS().Lstat(child); err == nil {
				c.apply(child, ci, depth+1)
			}
		}
	}
	st := statOf(info)
	if c.fromUID >= 0 && st.UID != c.fromUID || c.fromGID >= 0 && st.GID != c.fromGID {
		return
	}
	uid, gid := st.UID, st.GID
	if c.uid >= 0 {
		uid = c.uid
	}
	if c.gid >= 0 {
		gid = c.gid
	}
	change := c.p.FS().Chown
	if c.h || info.Mode()&fs.ModeSymlink != 0 && c.deep {
		change = c.p.FS().Lchown
	}
	if err := change(name, uid, gid); err != nil {
		what := "ownership"
		if c.uid < 0 {
			what = "group"
		}
		c.fail("changing %s of %s: %s", what, cmd.Quote(name), kernel.Strerror(err))
		return
	}
	c.report(name, st.UID, st.GID, uid, gid)
}

func (c *chowner) report(name string, oldUID, oldGID, uid, gid int) {
	same := oldUID == uid && oldGID == gid
	if !c.verbose && (!c.changes || same) {
		return
	}
	show := func(u, g int) string {
		switch {
		case c.uid < 0:
			return c.names.Group(g)
		case c.gid < 0:
			return c.names.User(u)
		}
		return c.names.User(u) + ":" + c.names.Group(g)
	}
	what := "ownership"
	if c.uid < 0 {
		what = "group"
	}
	if same {
		c.w.Printf("%s of %s retained as %s\n", what, cmd.Quote(name), show(uid, gid))
		return
	}
	if c.uid < 0 {
		c.w.Printf("changed group of %s from %s to %s\n", cmd.Quote(name), show(oldUID, oldGID), show(uid, gid))
		return
	}
	c.w.Printf("changed ownership of %s from %s to %s\n", cmd.Quote(name), show(oldUID, oldGID), show(uid, gid))
}
