package system

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

var freeUsage = optparse.Define("free", "[options]", "Display amount of free and used memory in the system.", `
-b, --bytes         show output in bytes
    --kilo          show output in kilobytes
    --mega          show output in megabytes
    --giga          show output in gigabytes
-k, --kibi          show output in kibibytes
-m, --mebi          show output in mebibytes
-g, --gibi          show output in gibibytes
-h, --human         show human-readable output
    --si            use powers of 1000 not 1024
-l, --lohi          accepted for compatibility
-t, --total         show total for RAM + swap
-s, --seconds=N     repeat printing every N seconds
-c, --count=N       repeat printing N times, then exit
-w, --wide          wide output
!-V                 version
`)

func free(ctx context.Context, p *kernel.Process) int {
	o, status, done := cmd.Parse(p, freeUsage)
	if done {
		return status
	}
	if o.Has("V") {
		cmd.Standard(p, freeUsage, "version")
		return 0
	}
	unit := int64(1024)
	powers := map[string]int64{"b": 1, "kilo": 1e3, "mega": 1e6, "giga": 1e9, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
	every, count := time.Duration(0), 1
	for _, m := range o.Options {
		if n, ok := powers[m.Key]; ok {
			unit = n
			if o.Has("si") {
				unit = map[string]int64{"k": 1e3, "m": 1e6, "g": 1e9}[m.Key]
				unit = max(unit, 1)
			}
		}
		switch m.Key {
		case "s":
			f, err := strconv.ParseFloat(m.Value, 64)
			if err != nil || f < 1e-6 || f > 1e9 {
				cmd.Errorf(p, "seconds argument failed: '%s': Invalid argument", m.Value)
				return 1
			}
			if every = time.Duration(f * float64(time.Second)); !o.Has("c") {
				count = -1
			}
		case "c":
			n, err := strconv.Atoi(m.Value)
			if err != nil || n < 1 {
				cmd.Errorf(p, "failed to parse count argument: '%s': Invalid argument", m.Value)
				return 1
			}
			if count = n; every == 0 {
				every = time.Second
			}
		}
	}
	show := func(kb int64) string {
		if o.Has("h") {
			return memoryText(kb*1024, o.Has("si"))
		}
		return strconv.FormatInt(kb*1024/unit, 10)
	}
	w := cmd.NewWriter(p)
	for i := 0; count < 0 || i < count; i++ {
		if i > 0 {
			_, _ = w.WriteString("\n")
			if w.Flush() != nil || p.Sleep(ctx, every) != nil {
				break
			}
		}
		mem := memory(p)
		cache := mem["Cached"] + mem["SReclaimable"]
		used := mem["MemTotal"] - mem["MemAvailable"]
		row := func(name string, cells ...int64) {
			_, _ = w.WriteString(fmt.Sprintf("%-9s", name))
			for i, c := range cells {
				width := 12
				if i == 0 {
					width = 11
				}
				w.Printf("%*s", width, show(c))
			}
			_ = w.WriteByte('\n')
		}
		if o.Has("w") {
			_, _ = w.WriteString("               total        used        free      shared     buffers       cache   available\n")
			row("Mem:", mem["MemTotal"], used, mem["MemFree"], mem["Shmem"], mem["Buffers"], cache, mem["MemAvailable"])
		} else {
			_, _ = w.WriteString("               total        used        free      shared  buff/cache   available\n")
			row("Mem:", mem["MemTotal"], used, mem["MemFree"], mem["Shmem"], mem["Buffers"]+cache, mem["MemAvailable"])
		}
		swapUsed := mem["SwapTotal"] - mem["SwapFree"]
		row("Swap:", mem["SwapTotal"], swapUsed, mem["SwapFree"])
		if o.Has("t") {
			row("Total:", mem["MemTotal"]+mem["SwapTotal"], used+swapUsed, mem["MemFree"]+mem["SwapFree"])
		}
	}
	return w.Finish(0)
}

// memory reads /proc/meminfo, in KiB.
func memory(p *kernel.Process) map[string]int64 {
	out := map[string]int64{}
	data, err := p.FS().ReadFile("/proc/meminfo")
	if err != nil {
		return out
	}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) >= 2 {
			out[strings.TrimSuffix(f[0], ":")], _ = strconv.ParseInt(f[1], 10, 64)
		}
	}
	return out
}

// memoryText is free -h's form: the largest unit that leaves three digits.
func memoryText(n int64, si bool) string {
	base, units := 1024.0, []string{"B", "Ki", "Mi", "Gi", "Ti"}
	if si {
		base, units = 1000, []string{"B", "K", "M", "G", "T"}
	}
	v, i := float64(n), 0
	for i < len(units)-1 && len(strconv.FormatFloat(v, 'f', 0, 64)) > 3 {
		v /= base
		i++
	}
	if i > 0 && v < 10 {
		return strconv.FormatFloat(v, 'f', 1, 64) + units[i]
	}
	return strconv.FormatInt(int64(v), 10) + units[i]
}
