package jsregexp

import (
	"bufio"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"encoding/json"
)

// TestNode compares with what Node 20 answered: a line is [pattern, flags, text, lastIndex, indices | null | reason].
func TestNode(t *testing.T) {
	f, err := os.Open("testdata/node20.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var m Machine
	n := 0
	for sc := bufio.NewScanner(f); sc.Scan(); n++ {
		var c []any
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		p, flags, s, at := c[0].(string), c[1].(string), c[2].(string), int(c[3].(float64))
		text := utf16.Encode([]rune(s))
		got, err := matchOnce(&m, p, flags, text, at)
		if err != nil {
			got = err.Error()
		}
		if !reflect.DeepEqual(got, c[4]) {
			t.Errorf("/%s/%s on %q at %d: got %v, want %v", p, flags, s, at, got, c[4])
		}
		if len(text) == len(s) && err == nil {
			re, _ := Compile(utf16.Encode([]rune(p)), flags)
			r, err := m.MatchASCII(re, []byte(s), at, strings.Contains(flags, "y"))
			if again := pairs(r); err != nil || !reflect.DeepEqual(again, got) {
				t.Errorf("/%s/%s on ASCII %q: got %v, want %v", p, flags, s, again, got)
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d cases", n)
	}
}

func matchOnce(m *Machine, p, flags string, text []uint16, at int) (any, error) {
	re, err := Compile(utf16.Encode([]rune(p)), flags)
	if err != nil {
		var se *SyntaxError
		errors.As(err, &se)
		return nil, errors.New(se.Reason)
	}
	r, err := m.MatchUTF16(re, text, at, strings.Contains(flags, "y"))
	return pairs(r), err
}

func pairs(r []int32) any {
	if r == nil {
		return nil
	}
	out := []any{}
	for i := 0; i < len(r); i += 2 {
		if r[i] < 0 || r[i+1] < 0 {
			out = append(out, nil)
		} else {
			out = append(out, []any{float64(r[i]), float64(r[i+1])})
		}
	}
	return out
}

// TestBudget: what backtracks without end is ended by steps, by memory, or from outside.
func TestBudget(t *testing.T) {
	text := []byte(strings.Repeat("a", 60) + "!")
	for _, p := range []string{"^(a+)+$", "^(a|aa)+$", "^(a*)*b", `^(a+)+\1b$`, "(?=(a+)+$)b", "(?<=(a|aa)+)b!", "(.*)*x"} {
		re, err := Compile(utf16.Encode([]rune(p)), "")
		if err != nil {
			t.Fatal(err)
		}
		m := Machine{Steps: 1 << 20}
		if r, err := m.MatchASCII(re, text, 0, false); r != nil || err != nil && !errors.Is(err, ErrBudget) {
			t.Errorf("%s: %v, %v", p, r, err)
		}
		start := time.Now()
		m = Machine{Stop: func() bool { return time.Since(start) > 20*time.Millisecond }}
		if _, err := m.MatchASCII(re, text, 0, false); err != nil && !errors.Is(err, ErrStopped) || time.Since(start) > 2*time.Second {
			t.Errorf("%s: %v after %v", p, err, time.Since(start))
		}
	}
	re, _ := Compile(utf16.Encode([]rune("(?:a|b)*c")), "")
	if _, err := new(Machine).MatchASCII(re, []byte(strings.Repeat("a", maxFrames+10)), 0, false); !errors.Is(err, ErrBudget) {
		t.Error("no bound on memory:", err)
	}
}

// TestNesting: the parser's own depth is bounded.
func TestNesting(t *testing.T) {
	for _, p := range []string{strings.Repeat("(", 1e6), strings.Repeat("(?:", 1e5) + strings.Repeat(")", 1e5), strings.Repeat("[", 1e5)} {
		for _, flags := range []string{"", "u", "v"} {
			if _, err := Compile(utf16.Encode([]rune(p)), flags); err == nil {
				t.Errorf("%.10s with %q compiled", p, flags)
			}
		}
	}
}

// FuzzCompile: no pattern panics or runs on.
func FuzzCompile(f *testing.F) {
	for _, p := range []string{"a(b|c)*?d", `[\p{L}--[a-z]]`, `(?<n>x)\k<n>`, `(?i-s:a)`, `\u{1F600}`, "(?<=a)b"} {
		f.Add(p, "v", "abc")
		f.Add(p, "", "abc")
	}
	f.Fuzz(func(t *testing.T, p, flags, text string) {
		re, err := Compile(utf16.Encode([]rune(p)), flags)
		if err != nil {
			return
		}
		m := Machine{Steps: 1 << 16}
		u := utf16.Encode([]rune(text))
		if r, err := m.MatchUTF16(re, u, 0, false); err == nil && r != nil && (r[0] < 0 || r[1] < r[0] || int(r[1]) > len(u)) {
			t.Errorf("/%s/%s on %q: %v", p, flags, text, r)
		}
	})
}
