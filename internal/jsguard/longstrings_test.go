package jsguard

import (
	"testing"

	"github.com/dop251/goja"
)

// TestLongStrings compares what is done in pieces with what the engine does at once.
func TestLongStrings(t *testing.T) {
	t.Parallel()
	vm, _ := realm(t, 1<<30)
	theirs := goja.New()
	for _, code := range []string{
		"'ab'.repeat(50000)", "'é'.repeat(70000)", "'a😀'.repeat(33333)", "'x'.repeat(1.9)", "'abc'.repeat(40000.9).length", "''.repeat(2**27)", "'x'.padEnd(100001, 'abc')", "'x'.padStart(100001, 'abc')", "'xyz'.padStart(70000)",
		"'x'.padEnd(100001, 'é😀')", "'x'.padEnd(100001, '')", "'x'.padEnd(Infinity, '')", "'x'.repeat(70000).padEnd(69000)", "'é😀 ß ﬁ ŉ σας ΣΑΣ'.repeat(9000).toUpperCase()", "'ÀÉ İI ΑΒ'.repeat(9000).toLowerCase()",
		"'ABC'.repeat(40000).toLowerCase()", "'ΑΣ'.repeat(50000).toLowerCase()", "'a\\u0301e\\u0300\\u0301 ﬁ'.repeat(20000).normalize()", "'éàõ'.repeat(40000).normalize('NFD')", "'ﬁ½'.repeat(40000).normalize('NFKC')", "'e\\u0301\\u0323'.repeat(40000).normalize('NFC')",
		"'가'.repeat(70000).normalize('NFD')", "'\\u1100\\u1161\\u11a8'.repeat(30000).normalize('NFC')", "('a'+'\\u0301'.repeat(70000)).normalize().length",
		"JSON.stringify('a,b,,c'.repeat(20000).split(','))", "JSON.stringify('a,b'.repeat(40000).split(',', 5))", "'ab'.repeat(40000).split('').length", "'é😀'.repeat(30000).split('').slice(0, 6).map(c => c.charCodeAt(0)).join()", "'xé'.repeat(40000).split('éx').length",
		"'ab'.repeat(40000).split().length", "'ab'.repeat(40000).split('zz').length", "'ab'.repeat(40000).split('a', 0).length", "'ab'.repeat(40000).split('a', -1).length", "'a'.localeCompare('b')", "'a'.repeat(300000).localeCompare('a'.repeat(300001))",
	} {
		a, err := vm.RunString(code)
		if err != nil {
			t.Fatal(code, err)
		}
		b, err := theirs.RunString(code)
		if err != nil {
			t.Fatal(code, err)
		}
		if !a.StrictEquals(b) {
			t.Errorf("%s:\n got %.300s\nwant %.300s", code, a, b)
		}
	}
}

func TestLongStringsStop(t *testing.T) {
	t.Parallel()
	stops(t, []string{
		"const s = 'é'.repeat(2**24); for (;;) s.toUpperCase()", "const s = 'é'.repeat(2**24); for (;;) s.normalize('NFD')", "const s = 'x'.repeat(2**24); for (;;) s.split('x')", "const s = 'x'.repeat(2**24); for (;;) s.split('')",
		"for (;;) 'x'.repeat(2**28)",
	})
}
