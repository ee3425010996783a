// Package files holds the commands that list, copy, move, make, remove, describe and find files.
package files

import "github.com/sandpit-dev/sandpit/kernel"

// Programs lists the commands by name.
func Programs() map[string]kernel.Program {
	return map[string]kernel.Program{
		"fd":       fd,
		"fdfind":   fd,
		"basename": basename,
		"cat":      cat,
		"chgrp":    chgrp,
		"chmod":    chmod,
		"chown":    chown,
		"cmp":      cmpCommand,
		"du":       du,
		"tree":     tree,
		"cp":       cp,
		"dirname":  dirname,
		"dir":      ls,
		"find":     find,
		"ln":       ln,
		"ls":       ls,
		"mkdir":    mkdir,
		"mkfifo":   mkfifo,
		"mktemp":   mktemp,
		"mv":       mv,
		"readlink": readlink,
		"realpath": realpath,
		"rm":       rm,
		"rmdir":    rmdir,
		"stat":     statCommand,
		"sync":     syncDisk,
		"tee":      tee,
		"touch":    touch,
		"truncate": truncate,
		"unlink":   unlink,
		"vdir":     ls,
		"dd":       dd,
		"file":     file,
		"df":       df,
		"install":  install,
		"mknod":    mknod,
		"pathchk":  pathchk,
		"shred":    shred,
	}
}
