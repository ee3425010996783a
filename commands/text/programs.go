// Package text holds the commands that read, search, cut, sort, number and print lines and bytes.
package text

import (
	"maps"

	"github.com/sandpit-dev/sandpit/kernel"
)

// Programs lists the commands by name.
func Programs() map[string]kernel.Program {
	all := map[string]kernel.Program{
		"diff3":    diff3,
		"pr":       pr,
		"csplit":   csplit,
		"rg":       rg,
		"awk":      awkCommand,
		"gawk":     awkCommand,
		"mawk":     awkCommand,
		"base32":   base32Command,
		"basenc":   basenc,
		"iconv":    iconv,
		"base64":   base64Command,
		"diff":     diff,
		"fold":     fold,
		"shuf":     shuf,
		"split":    split,
		"strings":  stringsCommand,
		"xxd":      xxd,
		"cmp":      cmpFiles,
		"patch":    patch,
		"comm":     comm,
		"nl":       nl,
		"paste":    paste,
		"rev":      rev,
		"tac":      tac,
		"cut":      cut,
		"echo":     echo,
		"egrep":    grep,
		"fgrep":    grep,
		"grep":     grep,
		"head":     head,
		"printf":   printfCommand,
		"sed":      sed,
		"seq":      seq,
		"sort":     sortCommand,
		"tail":     tail,
		"tr":       tr,
		"uniq":     uniq,
		"wc":       wc,
		"yes":      yes,
		"less":     pager,
		"more":     pager,
		"od":       od,
		"column":   column,
		"numfmt":   numfmt,
		"envsubst": envsubst,
		"tsort":    tsort,
		"factor":   factor,
		"cksum":    cksum,
		"sum":      sum,
		"expand":   expand,
		"unexpand": unexpand,
		"join":     join,
		"fmt":      fmtCommand,
		"hexdump":  hexdump,
		"hd":       hexdump,
	}
	maps.Copy(all, checksums())
	return all
}
