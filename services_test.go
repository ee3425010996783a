package sandpit_test

import (
	"bytes"
	"testing"

	"github.com/sandpit-dev/sandpit"
)

const webUnit = "[Service]\nExecStart=/usr/bin/sleep 1000\n[Install]\nWantedBy=multi-user.target\n"

// isActive runs systemctl is-active until the service is up: Create and Restore do not wait for services.
func isActive(t *testing.T, sb *sandpit.Sandbox) bool {
	t.Helper()
	res, err := sb.Run(t.Context(), "for i in $(seq 200); do systemctl is-active -q web && exit 0; sleep 0.01; done; exit 1")
	if err != nil {
		t.Fatal(err)
	}
	return res.ExitCode == 0
}

// Enabled services come up at boot, in a fork, after a restore and after an import.
func TestServicesStart(t *testing.T) {
	sb, err := sandpit.Create(t.Context(), sandpit.Options{Files: map[string]string{
		"/etc/systemd/system/web.service": webUnit,
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer sb.Close()
	before := sb.Checkpoint()
	if res, err := sb.Run(t.Context(), "systemctl enable --now web 2>/dev/null; systemctl is-active web"); err != nil || res.Stdout != "active\n" {
		t.Fatalf("%+v %v", res, err)
	}
	fork, err := sb.Fork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer fork.Close()
	if !isActive(t, fork) {
		t.Error("not active in a fork")
	}
	image, err := sandpit.Create(t.Context(), sandpit.Options{Image: sb.Image()})
	if err != nil {
		t.Fatal(err)
	}
	defer image.Close()
	if !isActive(t, image) {
		t.Error("not active at boot")
	}
	var archive bytes.Buffer
	if err := sb.ExportSnapshot(t.Context(), &archive, nil); err != nil {
		t.Fatal(err)
	}
	up := sb.Checkpoint()
	if err := sb.Restore(before); err != nil {
		t.Fatal(err)
	}
	if res, err := sb.Run(t.Context(), "systemctl is-active web; pgrep -c sleep"); err != nil || res.Stdout != "inactive\n0\n" {
		t.Errorf("before it was enabled: %+v %v", res, err)
	}
	if err := sb.Restore(up); err != nil {
		t.Fatal(err)
	}
	if !isActive(t, sb) {
		t.Error("not active after Restore")
	}
	fresh, err := sandpit.Create(t.Context(), sandpit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	if _, err := fresh.ImportSnapshot(t.Context(), &archive); err != nil {
		t.Fatal(err)
	}
	if !isActive(t, fresh) {
		t.Error("not active after ImportSnapshot")
	}
}
