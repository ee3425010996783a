package npm

import (
	"context"
	"path"
	"slices"
	"strconv"
)

// next is the version after v of a kind that npm version takes: major, minor, patch, pre of each, or prerelease; id is the
// name of a prerelease. ok is false for another kind. The rules are those of node-semver's inc.
func (v semver) next(kind, id string) (semver, bool) {
	pre := len(v.pre) > 0
	switch kind {
	case "major":
		if !pre || v.minor != 0 || v.patch != 0 {
			v.major++
		}
		v.minor, v.patch, v.pre = 0, 0, nil
	case "minor":
		if !pre || v.patch != 0 {
			v.minor++
		}
		v.patch, v.pre = 0, nil
	case "patch":
		if !pre {
			v.patch++
		}
		v.pre = nil
	case "premajor":
		v = semver{major: v.major + 1}
		return v.nextPre(id), true
	case "preminor":
		v = semver{major: v.major, minor: v.minor + 1}
		return v.nextPre(id), true
	case "prepatch":
		v = semver{major: v.major, minor: v.minor, patch: v.patch + 1}
		return v.nextPre(id), true
	case "prerelease":
		if !pre {
			v.patch++
		}
		return v.nextPre(id), true
	default:
		return v, false
	}
	return v, true
}

func (v semver) nextPre(id string) semver {
	v.pre = slices.Clone(v.pre)
	counted := false
	for i := len(v.pre) - 1; i >= 0 && !counted; i-- {
		if n, wild, ok := number(v.pre[i]); ok && !wild {
			v.pre[i] = strconv.FormatInt(n+1, 10)
			counted = true
		}
	}
	if !counted {
		v.pre = append(v.pre, "0")
	}
	if id != "" && (v.pre[0] != id || len(v.pre) < 2) {
		v.pre = []string{id, "0"}
	} else if id != "" {
		if _, _, ok := number(v.pre[1]); !ok {
			v.pre = []string{id, "0"}
		}
	}
	return v
}

// versionCommand is npm version: without a word it lists versions, else it sets the one of package.json and of the lock
// file, between the scripts preversion, version and postversion. It makes no commit and no tag.
func versionCommand(ctx context.Context, r *run) error {
	pkg, err := r.manifest()
	if err != nil {
		return err
	}
	if len(r.words) < 2 {
		o := newObject()
		if name, v := pkg.str("name"), pkg.str("version"); name != "" && v != "" {
			o.set(name, v)
		}
		o.set("npm", version)
		o.set("node", "20.20.2")
		r.printf("%s\n", encode(o, "  "))
		return nil
	}
	old, known := parseSemver(pkg.str("version"))
	want, ok := parseSemver(r.words[1])
	if !ok {
		if !known {
			return errorf("", "Invalid version: %s", pkg.str("version"))
		}
		if want, ok = old.next(r.words[1], r.c.get("preid")); !ok {
			return errorf("", "Invalid version: %s", r.words[1])
		}
	}
	text := want.String()
	if text == pkg.str("version") && !r.c.bool("allow-same-version") {
		return errorf("", "Version not changed")
	}
	scripts := func(name string) error {
		if pkg.obj("scripts").str(name) == "" || r.c.bool("ignore-scripts") {
			return nil
		}
		return r.scriptIn(ctx, pkg, r.c.dir, name, nil, "version")
	}
	if err := scripts("preversion"); err != nil {
		return err
	}
	pkg.set("version", text)
	if err := pkg.write(r.p, r.c.dir); err != nil {
		return err
	}
	file := path.Join(r.c.dir, "package-lock.json")
	if b, err := r.p.FS().ReadFile(file); err == nil {
		if lock, err := parseJSON(b); err == nil {
			lock.set("version", text)
			if root := lock.obj("packages").obj(""); root != nil {
				root.set("version", text)
			}
			if err := writeFile(r.p, file, encode(lock, "  ")+"\n"); err != nil {
				return err
			}
		}
	}
	if err := scripts("version"); err != nil {
		return err
	}
	if err := scripts("postversion"); err != nil {
		return err
	}
	r.printf("v%s\n", text)
	return nil
}
