package examples

import (
	"os"
	"os/exec"
	"testing"
)

// The examples of package script print what is written beside them.
func TestScripts(t *testing.T) {
	for _, name := range []string{"vault", "readonly", "agent"} {
		want, err := os.ReadFile(name + "/output.txt")
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("go", "run", "./"+name).CombinedOutput()
		if err != nil || string(out) != string(want) {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", name, err, out, want)
		}
	}
}
