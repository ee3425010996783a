package jsrt

import (
	"os"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/sandpit-dev/sandpit/internal/tz"
)

// zoneFinder finds time zones for one program: those that TZ and Intl name, and its own.
type zoneFinder struct {
	rt    *runtime
	zones map[string]*time.Location
	local *time.Location
	asked bool
	moved bool   // local is another than the engine's
	name  string // of local: a name of the tz database, or "UTC"
}

// maxZones bounds the zones that a program keeps.
const maxZones = 700

func (z *zoneFinder) readFile(name string) ([]byte, error) {
	if z.rt.p == nil {
		return nil, os.ErrNotExist
	}
	return z.rt.p.FS().ReadFile(name)
}

func (z *zoneFinder) find(name string) *time.Location {
	if name == "" {
		return z.localZone()
	}
	if l := z.zones[name]; l != nil {
		return l
	}
	l := tz.Zone(z.readFile, name)
	if len(z.zones) < maxZones {
		z.zones[name] = l
	}
	return l
}

// localZone is the zone of the program: TZ, else the box's /etc/localtime, else UTC.
func (z *zoneFinder) localZone() *time.Location {
	if z.local != nil {
		return z.local
	}
	name := ""
	if z.rt.p != nil {
		for _, kv := range z.rt.p.Environ() {
			if v, ok := strings.CutPrefix(kv, "TZ="); ok {
				name = strings.TrimPrefix(v, ":")
			}
		}
	}
	if name != "" {
		z.local, z.name = tz.Zone(z.readFile, name), name
		return z.local
	}
	z.local, z.name = tz.Local(z.readFile), "UTC"
	if z.rt.p != nil {
		if to, err := z.rt.p.FS().ReadlinkIfPossible("/etc/localtime"); err == nil {
			if _, n, ok := strings.Cut(to, "zoneinfo/"); ok {
				z.name = n
			}
		}
	}
	return z.local
}

// sameClock tells whether two zones agree at some times of year and century; the engine's Date uses the host's.
func sameClock(a, b *time.Location) bool {
	for _, y := range []int{1970, 2000, 2024} {
		for _, m := range []time.Month{time.January, time.July} {
			t := time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
			_, x := t.In(a).Zone()
			if _, y := t.In(b).Zone(); x != y {
				return false
			}
		}
	}
	return true
}

func zoneBinding(rt *runtime) *goja.Object {
	vm := rt.vm
	z := &zoneFinder{rt: rt, zones: map[string]*time.Location{}}
	return rt.object(map[string]hostFunc{
		// offset(zone or "", ms): [seconds ahead of UTC, daylight saving time or not]
		"offset": func(c goja.FunctionCall) goja.Value {
			t := time.UnixMilli(c.Argument(1).ToInteger()).In(z.find(c.Argument(0).String()))
			_, sec := t.Zone()
			return vm.NewArray(sec, t.IsDST())
		},
		"local": func(goja.FunctionCall) goja.Value { z.localZone(); return vm.ToValue(z.name) },
		// moved() tells whether local time is another than the engine's.
		"moved": func(goja.FunctionCall) goja.Value {
			if !z.asked {
				z.asked, z.moved = true, !sameClock(z.localZone(), tz.Host())
			}
			return vm.ToValue(z.moved)
		},
		// reset() forgets the local zone: TZ has changed.
		"reset": func(goja.FunctionCall) goja.Value { z.local, z.asked = nil, false; return goja.Undefined() },
	})
}
