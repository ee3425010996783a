// Package examples runs each example as a newcomer would, and holds the README to them.
package examples

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestHello(t *testing.T) {
	out, err := exec.Command("go", "run", "./hello").CombinedOutput()
	if want := "a b c  0\n200 OK hello /you\n"; err != nil || string(out) != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
}

// The README's example is examples/hello, to the letter.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("hello/main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(source), "\n") // without its doc comment
	_, block, _ := strings.Cut(string(readme), "```go\n")
	block, _, _ = strings.Cut(block, "```")
	if block != program {
		t.Error("the example of README.md differs from examples/hello/main.go")
	}
}
