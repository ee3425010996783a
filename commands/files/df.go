package files

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

var dfUsage = optparse.Define("df", "[OPTION]... [FILE]...", "Show information about the file system on which each FILE resides,\nor all file systems by default.", `
-a, --all               include pseudo, duplicate, inaccessible file systems
-B, --block-size=SIZE   scale sizes by SIZE before printing them
-h, --human-readable    print sizes in powers of 1024 (e.g., 1023M)
-H, --si                print sizes in powers of 1000 (e.g., 1.1G)
-i, --inodes            list inode information instead of block usage
-k                      like --block-size=1K
-l, --local             limit listing to local file systems
-m                      like --block-size=1M
    --no-sync           do not invoke sync before getting usage info (default)
    --output[=FIELD_LIST]  use the output format defined by FIELD_LIST,\nor print all fields if FIELD_LIST is omitted.
-P, --portability       use the POSIX output format
    --sync              invoke sync before getting usage info
    --total             elide all entries insignificant to available space,\nand produce a grand total
-t, --type=TYPE         limit listing to file systems of type TYPE
-T, --print-type        print file system type
-x, --exclude-type=TYPE  limit listing to file systems not of type TYPE
!-v                     ignored
`)

// dfMount is a mounted file system as df lists it.
type dfMount struct {
	source, kind, target, file string
	stat                       vfs.Statfs
	total                      bool // the line of --total: nothing is mounted there
}

// dfField is a column: its header depends on the units.
type dfField struct {
	name, header string
	min          int
	left         bool
}

var dfFields = []dfField{
	{"source", "Filesystem", 14, true}, {"fstype", "Type", 4, true},
	{"itotal", "Inodes", 5, false}, {"iused", "IUsed", 5, false}, {"iavail", "IFree", 5, false}, {"ipcent", "IUse%", 4, false},
	{"size", "blocks", 5, false}, {"used", "Used", 5, false}, {"avail", "Available", 5, false}, {"pcent", "Use%", 4, false},
	{"file", "File", 0, true}, {"target", "Mounted on", 0, true},
}

func dfField1(name string) (dfField, bool) {
	for _, f := range dfFields {
		if f.name == name {
			return f, true
		}
	}
	return dfField{}, false
}

type dfRun struct {
	p     *kernel.Process
	block int64 // bytes of a unit; 0 = human
	human int64 // base of -h and -H
	posix bool
	cols  []dfField
}

func df(_ context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, dfUsage)
	if done {
		return status
	}
	d := &dfRun{p: p, block: 1024}
	if p.Getenv("POSIXLY_CORRECT") != "" {
		d.block = 512
	}
	only, except := map[string]bool{}, map[string]bool{}
	var list []string
	for _, m := range o.Options {
		switch m.Key {
		case "h":
			d.human, d.block = 1024, 1
		case "H":
			d.human, d.block = 1000, 1
		case "k":
			d.human, d.block = 0, 1024
		case "m":
			d.human, d.block = 0, 1<<20
		case "B":
			n, err := cmd.ParseSize(m.Value)
			if err != nil || n <= 0 {
				cmd.Errorf(p, "invalid -B argument '%s'", m.Value)
				return 1
			}
			d.human, d.block = 0, n
		case "P":
			d.posix = true
		case "t":
			only[m.Value] = true
		case "x":
			except[m.Value] = true
		case "output":
			if m.HasValue {
				list = append(list, strings.Split(m.Value, ",")...)
			} else {
				list = append(list, "source", "fstype", "itotal", "iused", "iavail", "ipcent", "size", "used", "avail", "pcent", "file", "target")
			}
		}
	}
	switch {
	case list != nil:
		for _, conflict := range []string{"i", "P", "T"} {
			if o.Has(conflict) {
				return cmd.UsageError(p, dfUsage, "options -%s and --output are mutually exclusive", conflict)
			}
		}
	case o.Has("i"):
		list = []string{"source", "itotal", "iused", "iavail", "ipcent", "target"}
	default:
		list = []string{"source", "size", "used", "avail", "pcent", "target"}
	}
	if o.Has("T") {
		list = append([]string{"source", "fstype"}, list[1:]...)
	}
	custom := o.Has("output")
	for _, name := range list {
		f, ok := dfField1(name)
		if !ok {
			return cmd.UsageError(p, dfUsage, "option --output: field %s unknown", cmd.Quote(name))
		}
		d.header(&f, custom)
		d.cols = append(d.cols, f)
	}
	mounts := dfMounts(p)
	var rows []dfMount
	if len(o.Args) == 0 {
		for _, m := range mounts {
			m.stat, _ = p.FS().Statfs(m.target)
			if m.stat.Blocks == 0 && !m.stat.Unknown && !o.Has("a") {
				continue
			}
			m.file = "-"
			rows = append(rows, m)
		}
	}
	for _, name := range o.Args {
		m, err := dfMountOf(p, mounts, name)
		if err != nil {
			cmd.FileError(p, name, err)
			status = 1
			continue
		}
		m.file = name
		rows = append(rows, m)
	}
	kept := rows[:0]
	for _, m := range rows {
		if (len(only) == 0 || only[m.kind]) && !except[m.kind] {
			kept = append(kept, m)
		}
	}
	rows = kept
	if len(rows) == 0 {
		if status == 0 || len(o.Args) == 0 {
			cmd.Errorf(p, "no file systems processed")
		}
		return 1
	}
	if o.Has("total") {
		sum := dfMount{source: "total", kind: "-", target: "-", file: "-", total: true}
		sum.stat.BlockSize = 1
		for _, m := range rows {
			sum.stat.Blocks += m.stat.Blocks * m.stat.BlockSize
			sum.stat.BlocksFree += m.stat.BlocksFree * m.stat.BlockSize
			sum.stat.Files += m.stat.Files
			sum.stat.FilesFree += m.stat.FilesFree
		}
		rows = append(rows, sum)
	}
	w := cmd.NewWriter(p)
	d.print(w, rows)
	return w.Finish(status)
}

// header names a column after the units it is in.
func (d *dfRun) header(f *dfField, custom bool) {
	switch {
	case f.name == "size" && d.human != 0:
		f.header = "Size"
	case f.name == "size" && d.posix:
		f.header = strconv.FormatInt(d.block, 10) + "-blocks"
	case f.name == "size":
		f.header = blockName(d.block) + "-blocks"
	case f.name == "avail" && (d.human != 0 || custom):
		f.header = "Avail"
	case f.name == "pcent" && d.posix:
		f.header = "Capacity"
	}
}

// blockName is a unit as GNU heads a column with it: 1K, 1M, 512B, 1kB.
func blockName(n int64) string {
	units := "KMGTPE"
	for i := len(units) - 1; i >= 0; i-- {
		if size := int64(1) << (10 * (i + 1)); n%size == 0 {
			return strconv.FormatInt(n/size, 10) + units[i:i+1]
		}
	}
	size := int64(1000)
	for i := range 2 {
		if n%size == 0 && n/size < 1000 {
			return strconv.FormatInt(n/size, 10) + "kM"[i:i+1] + "B"
		}
		size *= 1000
	}
	return strconv.FormatInt(n, 10) + "B"
}

// dfMounts lists the disk and what is mounted on it.
func dfMounts(p *kernel.Process) []dfMount {
	data, err := p.FS().ReadFile("/proc/mounts")
	if err != nil {
		return []dfMount{{source: "/dev/root", kind: "sandpit", target: "/"}}
	}
	unescape := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	var out []dfMount
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) >= 3 {
			out = append(out, dfMount{source: unescape.Replace(f[0]), target: unescape.Replace(f[1]), kind: f[2]})
		}
	}
	return out
}

// dfMountOf finds the file system that holds a file.
func dfMountOf(p *kernel.Process, mounts []dfMount, name string) (dfMount, error) {
	if _, err := p.FS().Stat(name); err != nil {
		return dfMount{}, err
	}
	real, err := p.FS().Realpath(name)
	if err != nil {
		return dfMount{}, err
	}
	best := dfMount{target: "/"}
	for _, m := range mounts {
		if under(m.target, real) && len(m.target) >= len(best.target) {
			best = m
		}
	}
	best.stat, err = p.FS().Statfs(name)
	return best, err
}

func (d *dfRun) print(w *cmd.Writer, rows []dfMount) {
	cells := make([][]string, 0, len(rows)+1)
	widths := make([]int, len(d.cols))
	add := func(cell func(f dfField) string) {
		line := make([]string, len(d.cols))
		for i, f := range d.cols {
			line[i] = cell(f)
			widths[i] = max(widths[i], f.min, utf8.RuneCountInString(line[i]))
		}
		cells = append(cells, line)
	}
	add(func(f dfField) string { return f.header })
	for _, m := range rows {
		add(func(f dfField) string { return d.cell(m, f.name) })
	}
	for _, line := range cells {
		for i, text := range line {
			if i > 0 {
				_ = w.WriteByte(' ')
			}
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			switch {
			case d.cols[i].left && i == len(line)-1:
				_, _ = w.WriteString(text)
			case d.cols[i].left:
				_, _ = w.WriteString(text + pad)
			default:
				_, _ = w.WriteString(pad + text)
			}
		}
		_ = w.WriteByte('\n')
	}
}

func (d *dfRun) cell(m dfMount, field string) string {
	s := m.stat
	if s.Unknown {
		switch field {
		case "itotal", "iused", "iavail", "ipcent", "size", "used", "avail", "pcent":
			return "-"
		}
	}
	switch field {
	case "source":
		return m.source
	case "fstype":
		return m.kind
	case "file":
		return m.file
	case "target":
		return m.target
	case "itotal":
		return d.count(s.Files)
	case "iused":
		return d.count(s.Files - s.FilesFree)
	case "iavail":
		return d.count(s.FilesFree)
	case "ipcent":
		return percent(s.Files-s.FilesFree, s.Files)
	case "size":
		return d.size(s.Blocks, s.BlockSize)
	case "used":
		return d.size(s.Blocks-s.BlocksFree, s.BlockSize)
	case "avail":
		return d.size(s.BlocksFree, s.BlockSize)
	}
	return percent(s.Blocks-s.BlocksFree, s.Blocks)
}

func (d *dfRun) count(n int64) string {
	if d.human != 0 {
		return cmd.Human(n, d.human)
	}
	return strconv.FormatInt(n, 10)
}

func (d *dfRun) size(blocks, size int64) string {
	bytes := blocks * size
	if d.human != 0 {
		return cmd.Human(bytes, d.human)
	}
	n := bytes / d.block
	if bytes%d.block != 0 {
		n++
	}
	return strconv.FormatInt(n, 10)
}

// percent is rounded up, as df does; without a total there is none.
func percent(used, total int64) string {
	if total <= 0 {
		return "-"
	}
	whole, rest := used/total*100, used%total
	n := whole + int64(float64(rest)*100/float64(total))
	if float64(rest)*100/float64(total) > float64(n-whole) {
		n++
	}
	return strconv.FormatInt(n, 10) + "%"
}
