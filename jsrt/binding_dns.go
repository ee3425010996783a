package jsrt

import (
	"net/netip"
	"strings"

	"github.com/dop251/goja"
)

// bindDNS answers names from the box's own /etc/hosts; there is no other resolver in a box.
func bindDNS(rt *runtime) *goja.Object {
	return rt.object(map[string]hostFunc{
		// lookup(name): [address, ...]
		"lookup": func(c goja.FunctionCall) goja.Value {
			return rt.vm.ToValue(toAny(rt.lookupName(c.Argument(0).String())))
		},
		// reverse(address): [name, ...]
		"reverse": func(c goja.FunctionCall) goja.Value {
			want, err := netip.ParseAddr(c.Argument(0).String())
			var names []string
			if err == nil {
				for _, line := range rt.hosts() {
					if a, err := netip.ParseAddr(line[0]); err == nil && a == want {
						names = append(names, line[1:]...)
					}
				}
			}
			return rt.vm.ToValue(toAny(names))
		},
	})
}

func (rt *runtime) hosts() [][]string {
	data, err := rt.p.FS().ReadFile("/etc/hosts")
	if err != nil {
		return nil
	}
	var out [][]string
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		if f := strings.Fields(line); len(f) > 1 {
			out = append(out, f)
		}
	}
	return out
}

func (rt *runtime) lookupName(name string) []string {
	if a, err := netip.ParseAddr(name); err == nil {
		return []string{a.String()}
	}
	var found []string
	for _, line := range rt.hosts() {
		for _, alias := range line[1:] {
			if strings.EqualFold(alias, name) {
				found = append(found, line[0])
				break
			}
		}
	}
	if found == nil && strings.EqualFold(name, "localhost") {
		found = []string{"127.0.0.1", "::1"}
	}
	return found
}
