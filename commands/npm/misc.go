package npm

import (
	"context"
	"encoding/json"
	"path"
	"strings"
)

// pathCommand is npm root and npm prefix.
func pathCommand(_ context.Context, r *run) error {
	if r.words[0] == "root" {
		r.printf("%s\n", path.Join(r.c.dir, "node_modules"))
		return nil
	}
	if r.c.bool("global") {
		r.printf("/usr/local\n")
		return nil
	}
	r.printf("%s\n", r.c.dir)
	return nil
}

// configCommand is npm config get, set, delete, list; set and delete change ~/.npmrc.
func configCommand(_ context.Context, r *run) error {
	words := r.words
	if words[0] == "get" || words[0] == "set" {
		words = append([]string{"config"}, words...)
	}
	if len(words) < 2 {
		words = append(words, "list")
	}
	file := path.Join(r.p.Getenv("HOME"), ".npmrc")
	switch words[1] {
	case "get":
		for _, k := range words[2:] {
			v := r.c.get(k)
			switch {
			case k == "registry":
				v = r.c.registry("")
			case v == "":
				v = "undefined"
			}
			if strings.Contains(k, ":_") {
				return errorf("", "The %s option is protected, and can not be retrieved in this way", k)
			}
			r.printf("%s\n", v)
		}
	case "set", "delete", "rm":
		text, _ := r.p.FS().ReadFile(file) // none is empty
		lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
		for i, w := range words[2:] {
			k, v, has := strings.Cut(w, "=")
			if !has && words[1] == "set" && i == 0 && len(words) == 4 {
				v, has = words[3], true
			} else if !has && words[1] == "set" {
				continue
			}
			kept := lines[:0]
			for _, l := range lines {
				if key, _, _ := strings.Cut(l, "="); strings.TrimSpace(key) != k && l != "" {
					kept = append(kept, l)
				}
			}
			if lines = kept; has && words[1] == "set" {
				lines = append(lines, k+"="+v)
			}
		}
		return writeFile(r.p, file, strings.Join(lines, "\n")+"\n")
	case "list", "ls":
		r.printf("registry = %q\nuserconfig = %q\n", r.c.registry(""), file)
	default:
		return errorf("EUSAGE", "npm config set|get|delete|list")
	}
	return nil
}

// pkgCommand is npm pkg get, set and delete on package.json.
func pkgCommand(_ context.Context, r *run) error {
	pkg, err := r.manifest()
	if err != nil {
		return err
	}
	if len(r.words) < 2 {
		return errorf("EUSAGE", "npm pkg set|get|delete")
	}
	switch r.words[1] {
	case "get":
		var v any = pkg.object
		if len(r.words) == 3 {
			v = dig(pkg.object, strings.Split(r.words[2], "."))
			if v == nil {
				v = newObject()
			}
		}
		r.printf("%s\n", encode(v, "  "))
		return nil
	case "set":
		for _, w := range r.words[2:] {
			k, v, _ := strings.Cut(w, "=")
			var value any = v
			if r.c.bool("json") {
				var raw any
				if err := json.Unmarshal([]byte(v), &raw); err != nil {
					return errorf("EJSONPARSE", "%v", err)
				}
				if o, err := parseJSON([]byte(`{"v":` + v + `}`)); err == nil {
					value = o.get("v")
				}
			}
			parent, last := pkg.object, k
			for {
				head, rest, more := strings.Cut(last, ".")
				if !more {
					break
				}
				sub := parent.obj(head)
				if sub == nil {
					sub = newObject()
					parent.set(head, sub)
				}
				parent, last = sub, rest
			}
			parent.set(last, value)
		}
	case "delete":
		for _, k := range r.words[2:] {
			keys := strings.Split(k, ".")
			if o, ok := dig(pkg.object, keys[:len(keys)-1]).(*object); ok {
				o.del(keys[len(keys)-1])
			}
		}
	default:
		return errorf("EUSAGE", "npm pkg set|get|delete")
	}
	return pkg.write(r.p, r.c.dir)
}
