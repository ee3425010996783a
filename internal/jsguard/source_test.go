package jsguard

import (
	"reflect"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

func TestScanSource(t *testing.T) {
	for src, ok := range map[string]bool{
		"const a = [1, 2, (3)]": true, "// " + strings.Repeat("(", 5000): true, "'" + strings.Repeat("[", 5000) + "'": true, "`" + strings.Repeat("{", 5000) + "`": true, "/" + strings.Repeat("[(]", 2000) + "/": true,
		strings.Repeat("(", 5000): false, strings.Repeat("[", 5000): false, strings.Repeat("`${", 5000): false, strings.Repeat("!", 50000) + "1": false, strings.Repeat("(x=", 40): false, strings.Repeat("a=", 50000) + "1": false,
		strings.Repeat("f();\n", 50000): true, strings.Repeat("x = a + b;\n", 50000): true,
	} {
		if err := ScanSource(src); (err == nil) != ok {
			t.Errorf("%.20q: %v", src, err)
		}
	}
}

func TestTopLevelLines(t *testing.T) {
	src := "a\n// c (\nb = `\nimport x\n${\n1}\n`\n{\nc\n}\n/*\nd\n*/ e\nf"
	var got []string
	for _, at := range TopLevelLines(src) {
		line, _, _ := strings.Cut(src[at:], "\n")
		got = append(got, line)
	}
	if want := []string{"a", "// c (", "b = `", "{", "/*", "f"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestKeys: a computed name that leads to a function with a check brings all checks in.
func TestKeys(t *testing.T) {
	tree, err := goja.Parse("", "'x'['rep' + 'eat'](2 ** 40)")
	if err != nil {
		t.Fatal(err)
	}
	if err := RewriteWith(tree, Options{Computed: true, Strings: true}); err != nil {
		t.Fatal(err)
	}
	prg, err := goja.CompileAST(tree, true)
	if err != nil {
		t.Fatal(err)
	}
	vm := goja.New()
	late := 0
	n := NewNatives(vm, 1<<20, nil)
	n.InstallStrings()
	n.InstallKeys(func() { late++ })
	if _, err := vm.RunProgram(prg); err == nil || !strings.Contains(err.Error(), "Invalid string length") || late != 1 {
		t.Errorf("%v, %d", err, late)
	}
	if v, err := vm.RunString("[1, 2].map(x => x + 1).join('-')"); err != nil || v.String() != "2-3" {
		t.Errorf("%v %v", v, err)
	}
}
