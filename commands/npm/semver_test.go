package npm

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// TestSemver holds versions and ranges to what npm's semver package says of them; testdata/semver.json was made by it.
func TestSemver(t *testing.T) {
	text, err := os.ReadFile("testdata/semver.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Versions []string
		Valid    []*string
		Sorted   []string
		Ranges   map[string]*string
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Ranges) < 90 || len(want.Versions) < 50 {
		t.Fatal("data is missing")
	}
	var all []semver
	for i, s := range want.Versions {
		v, ok := parseSemver(s)
		if ok != (want.Valid[i] != nil) || ok && v.String() != *want.Valid[i] {
			t.Errorf("parseSemver(%q) = %v %v", s, v, ok)
		}
		if ok {
			all = append(all, v)
		}
	}
	slices.SortStableFunc(all, semver.compare)
	for i := range min(len(all), len(want.Sorted)) {
		v := all[i]
		if w, _ := parseSemver(want.Sorted[i]); w.compare(v) != 0 {
			t.Errorf("sorted[%d] = %v, want %v", i, v, w)
		}
	}
	for text, matches := range want.Ranges {
		r, ok := parseRange(text)
		if ok != (matches != nil) {
			t.Errorf("parseRange(%q) ok = %v", text, ok)
		}
		if !ok || matches == nil {
			continue
		}
		for i, s := range want.Versions {
			v, good := parseSemver(s)
			if got := good && r.match(v); got != ((*matches)[i] == '1') {
				t.Errorf("%q in %q = %v", s, text, got)
			}
		}
	}
}
