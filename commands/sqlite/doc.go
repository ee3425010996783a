// Package sqlite is the sqlite3 command of a box, over SQLite itself (a translation to Go without cgo). It is not part
// of the userland that every box has, so that a program without it does not link SQLite; hand it to a box:
//
//	sb, err := sandpit.Create(ctx, sandpit.Options{
//		Commands: map[string]sandpit.Command{"sqlite3": sqlite.Program},
//	})
//
// Databases, journals and temporary files lie on the box's disk, under its permissions and quotas; nothing of the host
// is opened, and the ways that SQL has to name another file system (URI parameters) are refused. A query ends when its
// process is killed, and a connection uses at most 256 MB of memory.
//
// The shell is that of SQLite 3.40: modes list csv tabs ascii column table box markdown line json insert quote html,
// the common dot-commands, its error texts and statuses. Write-ahead logging needs shared memory, which is not there:
// PRAGMA journal_mode=WAL leaves the mode as it was.
package sqlite
