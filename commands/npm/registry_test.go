package npm_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// fixture is a package of the test registry: its package.json and other files, by version.
type fixture map[string]map[string]string

// archive packs files as npm does.
func archive(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	w := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &tar.Header{Name: "package/" + name, Mode: 0o644, Size: int64(len(files[name])), Typeflag: tar.TypeReg}
		if target, ok := strings.CutPrefix(files[name], "LINK "); ok {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, target, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			w.Write([]byte(files[name]))
		}
	}
	w.Close()
	z.Close()
	return buf.Bytes()
}

// registry serves fixtures as an npm registry does. The last version is the one tagged latest, unless the package's
// "latest" file says otherwise.
func registry(t testing.TB, packages map[string]fixture) http.Handler {
	mux := http.NewServeMux()
	for name, versions := range packages {
		archives := map[string][]byte{}
		order := slices.Sorted(maps.Keys(versions))
		for _, v := range order {
			archives[v] = archive(t, versions[v])
			base := name[strings.LastIndexByte(name, '/')+1:]
			mux.HandleFunc("GET /"+name+"/-/"+base+"-"+v+".tgz", func(w http.ResponseWriter, r *http.Request) { w.Write(archives[v]) })
		}
		serve := func(w http.ResponseWriter, r *http.Request) {
			doc := map[string]any{"name": name, "dist-tags": map[string]string{"latest": order[len(order)-1], "first": order[0]}}
			all := map[string]any{}
			for _, v := range order {
				var pkg map[string]any
				if err := json.Unmarshal([]byte(versions[v]["package.json"]), &pkg); err != nil {
					t.Errorf("%s@%s: %v", name, v, err)
				}
				sum, sum1 := sha512.Sum512(archives[v]), sha1.Sum(archives[v])
				base := name[strings.LastIndexByte(name, '/')+1:]
				dist := map[string]any{"tarball": "http://" + r.Host + "/" + name + "/-/" + base + "-" + v + ".tgz", "shasum": hex.EncodeToString(sum1[:])}
				dist["integrity"] = "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
				if strings.HasPrefix(name, "forged") {
					dist["integrity"] = "sha512-" + base64.StdEncoding.EncodeToString(make([]byte, 64))
				}
				if strings.HasPrefix(name, "old") {
					delete(dist, "integrity")
				}
				pkg["dist"] = dist
				all[v] = pkg
			}
			doc["versions"] = all
			json.NewEncoder(w).Encode(doc)
		}
		mux.HandleFunc("GET /"+name, serve)
		if strings.HasPrefix(name, "@") {
			mux.HandleFunc("GET /"+strings.Replace(name, "/", "%2f", 1), serve)
		}
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		w.Write([]byte("{}"))
	})
	return mux
}

// pkg is a version of a package with a module that tells its name, and more package.json fields.
func pkg(name, version, fields string, files ...string) map[string]string {
	out := map[string]string{"index.js": "module.exports = '" + name + "@" + version + "';\n"}
	for i := 0; i+1 < len(files); i += 2 {
		out[files[i]] = files[i+1]
	}
	if fields != "" {
		fields = "," + fields
	}
	out["package.json"] = `{"name":"` + name + `","version":"` + version + `"` + fields + `}`
	return out
}

func fixtures() map[string]fixture {
	return map[string]fixture{
		"a":      {"1.0.0": pkg("a", "1.0.0", `"dependencies":{"b":"^1.0.0"}`), "1.2.0": pkg("a", "1.2.0", `"license":"MIT","dependencies":{"b":"^1.0.0","c":"~2.1.0"}`)},
		"b":      {"1.0.0": pkg("b", "1.0.0", ""), "1.4.0": pkg("b", "1.4.0", ""), "2.0.0": pkg("b", "2.0.0", ""), "3.0.0-rc.1": pkg("b", "3.0.0-rc.1", "")},
		"c":      {"2.1.0": pkg("c", "2.1.0", `"dependencies":{"b":"^2.0.0"}`), "2.1.9": pkg("c", "2.1.9", `"dependencies":{"b":"^2.0.0"}`), "2.2.0": pkg("c", "2.2.0", "")},
		"@s/p":   {"0.1.0": pkg("@s/p", "0.1.0", `"peerDependencies":{"b":"1"}`), "0.1.1": pkg("@s/p", "0.1.1", `"peerDependencies":{"b":"1"},"peerDependenciesMeta":{"b":{"optional":false}}`)},
		"needs2": {"1.0.0": pkg("needs2", "1.0.0", `"peerDependencies":{"b":"2"}`)},
		"tool": {"1.0.0": pkg("tool", "1.0.0", `"bin":{"tool":"cli.js","other":"./bin/other.js"},"engines":{"node":">=10"}`,
			"cli.js", "#!/usr/bin/env node\nconsole.log('tool', process.argv.slice(2).join(','));\n", "bin/other.js", "#!/usr/bin/env node\nconsole.log('other');process.exit(7);\n")},
		"create-thing": {"1.0.0": pkg("create-thing", "1.0.0", `"bin":"index.js"`, "index.js", "#!/usr/bin/env node\nrequire('fs').mkdirSync(process.argv[2]); console.log('made', process.argv[2]);\n")},
		"scripted":     {"1.0.0": pkg("scripted", "1.0.0", `"scripts":{"preinstall":"echo pre > pre.txt","postinstall":"echo $npm_package_name $npm_lifecycle_event > post.txt"},"hasInstallScript":true`)},
		"failing":      {"1.0.0": pkg("failing", "1.0.0", `"scripts":{"install":"echo bad news; exit 3"},"hasInstallScript":true`)},
		"native":       {"1.0.0": pkg("native", "1.0.0", "", "binding.gyp", "{}")},
		"opt":          {"1.0.0": pkg("opt", "1.0.0", `"optionalDependencies":{"native":"1","mac":"1","gone":"1","b":"1"}`)},
		"mac":          {"1.0.0": pkg("mac", "1.0.0", `"os":["darwin"]`)},
		"forged":       {"1.0.0": pkg("forged", "1.0.0", "")},
		"oldie":        {"1.0.0": pkg("oldie", "1.0.0", `"deprecated":"use b"`), "1.1.0": pkg("oldie", "1.1.0", "")},
		"dotdot":       {"1.0.0": pkg("dotdot", "1.0.0", "", "../../../../evil", "x")},
		"linked":       {"1.0.0": pkg("linked", "1.0.0", "", "out", "LINK /etc/passwd")},
	}
}
