package jsrt

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestConfirm runs the recorded cases with the real thing, when -confirm is given: go test -run Confirm -confirm.
func TestConfirm(t *testing.T) {
	if !*confirm {
		return
	}
	var cases []nodeCase
	if err := json.Unmarshal(casesJSON, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.Files {
				file := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("bash", "-c", c.Cmd)
			cmd.Dir = dir
			out, err := cmd.Output()
			if _, exited := err.(*exec.ExitError); err != nil && !exited {
				t.Fatal(err)
			}
			if string(out) != c.Stdout {
				t.Errorf("node wrote\n%s\nrecorded\n%s", out, c.Stdout)
			}
		})
	}
}
