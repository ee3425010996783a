package files

import (
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

// backups says whether and under which name cp, mv, ln and install keep a file they replace: the options --backup, -b
// and -S with the variables VERSION_CONTROL and SIMPLE_BACKUP_SUFFIX, as the coreutils manual has them.
type backups struct {
	on      bool
	control string // none, simple, existing, numbered
	suffix  string
}

// option takes one of --backup, -b and -S; false after a word that is none was reported.
func (b *backups) option(p *kernel.Process, m optparse.Match) bool {
	b.on = true
	if m.Key == "S" {
		b.suffix = m.Value
		return true
	}
	if !m.HasValue {
		return true
	}
	word, ok := cmd.Choice(m.Value, "none", "off", "simple", "never", "existing", "nil", "numbered", "t")
	if !ok {
		cmd.BadChoice(p, "backup type", m.Value, "'none', 'off'", "'simple', 'never'", "'existing', 'nil'", "'numbered', 't'")
		return false
	}
	b.control = word
	return true
}

// settle fills in what the options left open.
func (b *backups) settle(p *kernel.Process) {
	if b.control == "" {
		b.control, _ = cmd.Choice(p.Getenv("VERSION_CONTROL"), "none", "off", "simple", "never", "existing", "nil", "numbered", "t")
	}
	switch b.control {
	case "none", "off":
		b.on = false
	case "never":
		b.control = "simple"
	case "t":
		b.control = "numbered"
	case "", "nil":
		b.control = "existing"
	}
	if b.suffix == "" {
		b.suffix = p.Getenv("SIMPLE_BACKUP_SUFFIX")
	}
	if b.suffix == "" || strings.Contains(b.suffix, "/") {
		b.suffix = "~"
	}
}

// name is where the file goes that is about to be replaced.
func (b *backups) name(p *kernel.Process, file string) string {
	if b.control == "simple" {
		return file + b.suffix
	}
	dir, base := ".", file
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		dir, base = file[:i+1], file[i+1:]
	}
	last := 0
	list, _ := p.FS().ReadDir(dir)
	for _, e := range list {
		if rest, ok := strings.CutPrefix(e.Name(), base+".~"); ok {
			if n, err := strconv.Atoi(strings.TrimSuffix(rest, "~")); err == nil && strings.HasSuffix(rest, "~") {
				last = max(last, n)
			}
		}
	}
	if last == 0 && b.control == "existing" {
		return file + b.suffix
	}
	return file + ".~" + strconv.Itoa(last+1) + "~"
}
