package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/kernel/service"
	"github.com/sandpit-dev/sandpit/vfs"
)

const unitDir = "/etc/systemd/system/"

// unit is a service that runs command.
func unit(command, more string) string {
	return "[Unit]\nDescription=Test\n" + more + "\n[Service]\nExecStart=" + command + "\n[Install]\nWantedBy=multi-user.target\n"
}

func TestBootStartsWhatIsEnabled(t *testing.T) {
	b := boot(t, map[string]string{
		unitDir + "off.service": unit("/bin/sleep 1000", ""),
		unitDir + "on.service":  unit("/bin/sleep 1001", ""),
		// lifo marks an enabled service by an empty file.
		unitDir + "multi-user.target.wants/on.service": "",
	})
	b.eventually("systemctl is-active on off", "active\ninactive\n")
	if out, _ := b.run("ps -o ppid= -o args= -p $(systemctl show -P MainPID on)"); strings.Join(strings.Fields(out), " ") != "1 /bin/sleep 1001" {
		t.Errorf("ps: %q", out)
	}
	if out, _ := b.run("cat /proc/$(systemctl show -P MainPID on)/cgroup"); out != "0::/system.slice/on.service\n" {
		t.Errorf("cgroup: %q", out)
	}
	if out, _ := b.run("systemctl is-active multi-user.target; systemctl is-enabled on"); out != "active\nenabled\n" {
		t.Errorf("target: %q", out)
	}
}

// A box whose disk is replaced begins again with what is enabled there.
func TestDownAndBoot(t *testing.T) {
	b := boot(t, map[string]string{unitDir + "web.service": unit("/bin/sleep 1000", "") + "\n[Service]\nRestart=always\n"})
	if out, st := b.run("systemctl enable -q --now web; systemctl is-active web"); st != 0 || out != "active\n" {
		t.Fatalf("start: %q %d", out, st)
	}
	saved := b.k.FS().Fork()
	b.run("systemctl disable -q --now web; rm /etc/systemd/system/web.service")
	shellProcess := b.s.Process()
	service.Down(b.k)
	b.k.KillAll(func(p *kernel.Process) bool { return p == shellProcess })
	b.k.FS().Reset(saved)
	service.Boot(b.k)
	b.eventually("systemctl is-active web; pgrep -c sleep", "active\n1\n")
}

func TestIdleBoxHasNoManager(t *testing.T) {
	disk := vfs.New()
	if err := kernel.Populate(disk, nil, ""); err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Config{FS: disk})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	if n := testing.AllocsPerRun(100, func() { service.Boot(k) }); n > 8 {
		t.Errorf("Boot of a box without units: %v allocations", n)
	}
	if len(k.Processes()) != 1 {
		t.Errorf("processes: %v", k.Processes())
	}
}

func TestWhoMayManage(t *testing.T) {
	files := map[string]string{unitDir + "web.service": unit("/bin/sleep 1000", "")}
	b := newBox(t, "user", files) // in the group sudo
	if out, st := b.run("systemctl start web && systemctl is-active web && ps -o user= -p $(systemctl show -P MainPID web)"); st != 0 || strings.Join(strings.Fields(out), " ") != "active root" {
		t.Errorf("user: %q %d", out, st)
	}
	b = newBox(t, "nobody", files)
	if out, st := b.run("systemctl start web"); st != 4 || out != "Failed to start web.service: Access denied\n" {
		t.Errorf("nobody: %q %d", out, st)
	}
	if out, st := b.run("systemctl is-active web"); st != 3 || out != "inactive\n" {
		t.Errorf("nobody: %q %d", out, st)
	}
}

func TestFollow(t *testing.T) {
	b := newBox(t, "root", map[string]string{
		unitDir + "tick.service": unit(`/bin/sh -c 'i=0; while :; do i=$$((i+1)); echo tick $$i; sleep 0.02; done'`, ""),
	})
	out, _ := b.run("systemctl start tick; timeout 2 journalctl -u tick -f -o cat | grep -m 3 tick; cat /var/log/tick.log | head -n 2")
	if !strings.HasSuffix(out, "tick 1\ntick 2\n") || strings.Count(out, "tick") < 5 {
		t.Errorf("%q", out)
	}
}

// Hostile units end in an error, not in a hang.
func TestHostileUnits(t *testing.T) {
	files := map[string]string{
		unitDir + "a.service":    unit("/bin/sleep 1000", "Requires=b.service\nAfter=b.service"),
		unitDir + "b.service":    unit("/bin/sleep 1000", "Requires=a.service\nAfter=a.service"),
		unitDir + "self.service": unit("/bin/sleep 1000", "Requires=self.service\nAfter=self.service\nConflicts=self.service"),
		unitDir + "x.service":    unit("/bin/sleep 1000", "Conflicts=y.service"),
		unitDir + "y.service":    unit("/bin/sleep 1000", "Conflicts=x.service\nWants=x.service"),
		unitDir + "flood.service": unit(`/bin/sh -c 'yes | head -c 4000000; yes x | tr -d "\\n" | head -c 3000000'`, "") +
			"[Service]\nType=oneshot\n",
		unitDir + "long.service": unit("/bin/echo "+strings.Repeat("x ", 100000), ""),
		unitDir + "quote.service": "[Service]\nExecStart=" + strings.Repeat(`"`, 99999) + "\n" + strings.Repeat("[", 99999) + "\n" +
			strings.Repeat("\\\n", 9999),
		unitDir + "dir.service/x": "",
	}
	for i := range 300 {
		files[fmt.Sprintf("%sc%d.service", unitDir, i)] = unit("/bin/true", fmt.Sprintf("Requires=c%d.service\nWants=c%d.service", i+1, i+2))
	}
	b := newBox(t, "root", files)
	start := time.Now()
	for _, name := range []string{"a", "self", "x", "y", "flood", "long", "quote", "dir", "c0"} {
		b.run("timeout 5 systemctl start " + name + "; systemctl stop " + name + "; systemctl status " + name + " | head -n 20")
	}
	b.run("mkfifo /etc/systemd/system/fifo.service; timeout 5 systemctl start fifo; mkfifo /var/log/p.log")
	if d := time.Since(start); d > 15*time.Second {
		t.Errorf("took %v", d)
	}
	if n := service.Of(b.k).Journal().Bytes(); n > 5<<20 {
		t.Errorf("journal of %d bytes", n)
	}
}

// Close ends services whatever they do, and leaves no goroutine (the kernel waits for them).
func TestCloseWithServices(t *testing.T) {
	b := newBox(t, "root", map[string]string{
		unitDir + "stubborn.service": "[Service]\nExecStart=/bin/sh -c 'trap \"\" TERM INT; while :; do :; done'\nRestart=always\nRestartSec=0\n",
		unitDir + "stop.service":     "[Service]\nExecStart=/bin/sleep 1000\nExecStop=/bin/sleep 1000\n",
		unitDir + "pre.service":      "[Service]\nExecStartPre=/bin/sleep 1000\nExecStart=/bin/true\n",
	})
	b.run("systemctl start stubborn stop; systemctl start --no-block pre")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := service.Of(b.k).Stop(ctx, "stop.service"); err == nil {
		t.Error("ExecStop=sleep 1000 ended")
	}
	start := time.Now()
	b.k.Close()
	if d := time.Since(start); d > 5*time.Second { // the sleeps are 1000 s
		t.Errorf("Close took %v", d)
	}
}

func TestParseSpan(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"5": 5 * time.Second, "500ms": 500 * time.Millisecond, "1min 30s": 90 * time.Second, "2h": 2 * time.Hour, "1.5s": 1500 * time.Millisecond,
		"1h30min": 90 * time.Minute, "100us": 100 * time.Microsecond,
	} {
		if got, ok := service.ParseSpan(text); !ok || got != want {
			t.Errorf("%q: %v %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "x", "5 parsecs", "-1", "1e9999h"} {
		if got, ok := service.ParseSpan(text); ok {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzUnitFile(f *testing.F) {
	for _, s := range []string{unit("/bin/true", ""), "[Service]\nExecStart=\\\n#x\n\"a\\x41", "[Unit]\nDescription=%i%%%", "[Service]\nEnvironment='A=1 \"B"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		disk := vfs.New()
		if err := kernel.Populate(disk, nil, ""); err != nil {
			t.Fatal(err)
		}
		k, err := kernel.New(kernel.Config{FS: disk})
		if err != nil {
			t.Fatal(err)
		}
		defer k.Close()
		if err := disk.WriteFile(unitDir+"x@y.service", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if st := service.Of(k).Status("x@y.service"); st.Name == "" {
			t.Error("no name")
		}
	})
}
