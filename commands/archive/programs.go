package archive

import "github.com/sandpit-dev/sandpit/kernel"

// Programs lists the commands by name.
func Programs() map[string]kernel.Program {
	return map[string]kernel.Program{
		"bunzip2":    bzip2Command,
		"bzcat":      bzip2Command,
		"bzip2":      bzip2Command,
		"ar":         ar,
		"cpio":       cpio,
		"gunzip":     gzipCommand,
		"gzip":       gzipCommand,
		"tar":        tarCommand,
		"unzip":      unzipCommand,
		"zip":        zipCommand,
		"uncompress": gzipCommand,
		"lzcat":      xzCommand,
		"lzma":       xzCommand,
		"unlzma":     xzCommand,
		"unxz":       xzCommand,
		"unzstd":     zstdCommand,
		"xz":         xzCommand,
		"xzcat":      xzCommand,
		"zcat":       gzipCommand,
		"zstd":       zstdCommand,
		"zstdcat":    zstdCommand,
		"zstdmt":     zstdCommand,
	}
}
