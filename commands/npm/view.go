package npm

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// viewCommand shows what the registry knows of a package, or some fields of it.
func viewCommand(ctx context.Context, r *run) error {
	words := r.words[1:]
	if len(words) == 0 || words[0] == "." {
		pkg, err := r.manifest()
		if err != nil {
			return err
		}
		words = append([]string{pkg.name()}, words[min(1, len(words)):]...)
	}
	name, want := splitAt(words[0])
	reg := newRegistry(ctx, r.p, r.c)
	defer reg.stop()
	pack, err := reg.packument(name, orStar(want))
	if err != nil {
		return err
	}
	m, err := pack.pick(name, want)
	if err != nil {
		return err
	}
	versions := pack.sorted()
	all := make([]any, len(versions))
	for i, v := range versions {
		all[i] = v
	}
	tags := newObject()
	for _, t := range sortedKeys(pack.Tags) {
		tags.set(t, pack.Tags[t])
	}
	m.set("versions", all)
	m.set("dist-tags", tags)
	if len(words) > 1 {
		return r.viewFields(m, words[1:])
	}
	if r.c.bool("json") {
		r.printf("%s\n", encode(m.object, "  "))
		return nil
	}
	deps := m.obj("dependencies").strings()
	count := fmt.Sprint(len(deps))
	if len(deps) == 0 {
		count = "none"
	}
	license := m.str("license")
	if license == "" {
		license = "Proprietary"
	}
	r.printf("\n%s | %s | deps: %s | versions: %d\n", m.id(), license, count, len(versions))
	for _, k := range []string{"description", "homepage"} {
		if s := m.str(k); s != "" {
			r.printf("%s\n", s)
		}
	}
	if s := m.str("deprecated"); s != "" {
		r.printf("\nDEPRECATED!! - %s\n", s)
	}
	if bins := m.bins(); len(bins) > 0 {
		r.printf("\nbin: %s\n", strings.Join(sortedKeys(bins), ", "))
	}
	r.printf("\ndist\n")
	for _, k := range []string{"tarball", "shasum", "integrity"} {
		if s := m.obj("dist").str(k); s != "" {
			r.printf(".%s: %s\n", k, s)
		}
	}
	if len(deps) > 0 {
		r.printf("\ndependencies:\n")
		var list []string
		for _, d := range sortedKeys(deps) {
			list = append(list, d+": "+deps[d])
		}
		r.printf("%s\n", strings.Join(list, "\n"))
	}
	r.printf("\ndist-tags:\n")
	for _, t := range tags.keys {
		r.printf("%s: %s\n", t, tags.str(t))
	}
	return nil
}

func (r *run) viewFields(m *manifest, fields []string) error {
	found := newObject()
	for _, f := range fields {
		if v := dig(m.object, strings.Split(f, ".")); v != nil {
			found.set(f, v)
		}
	}
	switch {
	case len(found.keys) == 0:
	case r.c.bool("json"):
		var v any = found
		if len(fields) == 1 {
			v = found.values[found.keys[0]]
		}
		r.printf("%s\n", encode(v, "  "))
	case len(fields) == 1:
		r.printf("%s\n", inspect(found.values[found.keys[0]], false))
	default:
		for _, k := range found.keys {
			r.printf("%s = %s\n", k, inspect(found.values[k], true))
		}
	}
	return nil
}

func dig(o *object, keys []string) any {
	var v any = o
	for _, k := range keys {
		sub, ok := v.(*object)
		if !ok {
			return nil
		}
		v = sub.get(k)
	}
	return v
}

// inspect shows a value nearly as node's console does.
func inspect(v any, quoted bool) string {
	switch v := v.(type) {
	case string:
		if quoted {
			return "'" + strings.ReplaceAll(v, "'", `\'`) + "'"
		}
		return v
	case *object:
		var parts []string
		for _, k := range v.keys {
			key := k
			if envName(k) != k {
				key = "'" + k + "'"
			}
			parts = append(parts, key+": "+inspect(v.values[k], true))
		}
		return wrap("{", parts, "}")
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, inspect(e, true))
		}
		return wrap("[", parts, "]")
	case nil:
		return "null"
	case json.Number:
		return v.String()
	}
	return fmt.Sprint(v)
}

func wrap(open string, parts []string, end string) string {
	one := open + " " + strings.Join(parts, ", ") + " " + end
	if len(parts) == 0 {
		return open + end
	}
	if len(one) <= 72 && len(parts) <= 6 {
		return one
	}
	return open + "\n  " + strings.Join(parts, ",\n  ") + "\n" + end
}
