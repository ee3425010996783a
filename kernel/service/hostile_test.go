package service_test

import (
	"strings"
	"testing"
)

// TestOtherTypes: a unit of a type that is not supported is refused, by hand and at a boot; it once ended the host.
func TestOtherTypes(t *testing.T) {
	types := []string{"automount", "device", "mount", "path", "scope", "slice", "socket", "swap", "timer"}
	files := map[string]string{unitDir + "on.service": unit("/bin/sleep 1000", "Wants=x.mount\nAfter=x.mount"), unitDir + "needs.service": unit("/bin/sleep 1001", "Requires=x.socket")}
	for _, typ := range types {
		files[unitDir+"x."+typ] = "[Unit]\nDescription=Test\n[Install]\nWantedBy=multi-user.target\n"
		files[unitDir+"multi-user.target.wants/x."+typ] = ""
	}
	files[unitDir+"multi-user.target.wants/on.service"] = ""
	b := boot(t, files)
	b.eventually("systemctl is-active on x.mount", "active\ninactive\n")
	for _, typ := range types {
		out, st := b.run("systemctl start x." + typ + "; echo $?; systemctl restart x." + typ + "; echo $?; systemctl is-active x." + typ + "; systemctl stop x." + typ + "; journalctl -u x." + typ + " -o cat")
		if strings.Count(out, "Failed to start x."+typ+": Unit x."+typ+" has a bad unit file setting.\n") != 1 || strings.Count(out, "\n1\n") != 2 ||
			!strings.Contains(out, "\ninactive\n") || !strings.Contains(out, "x."+typ+": Units of type "+typ+" are not supported. Refusing.\n") || st != 0 {
			t.Errorf("%s: %q %d", typ, out, st)
		}
	}
	if out, st := b.run("systemctl start needs"); st == 0 {
		t.Errorf("a service that requires one: %q", out)
	}
}

// TestTypeChanges: a service whose file becomes, under daemon-reload, one of another type or one without a command, is
// not run with it.
func TestTypeChanges(t *testing.T) {
	b := newBox(t, "root", map[string]string{
		unitDir + "a.service": unit("/bin/false", "") + "[Service]\nRestart=always\nRestartSec=300ms\n",
		unitDir + "b.service": unit("/bin/sleep 1000", "Wants=a.service"),
		unitDir + "y.mount":   "[Unit]\nDescription=Test\n",
	})
	b.run("systemctl start b; ln -sf /etc/systemd/system/y.mount /etc/systemd/system/z.service; systemctl start z")
	if out, st := b.run("systemctl start z.service"); st == 0 {
		t.Errorf("a service that is a mount: %q", out)
	}
	b.run(`printf '[Service]\nType=forking\n' > /etc/systemd/system/a.service; systemctl daemon-reload; systemctl status a`)
	b.eventually("journalctl -u a -o cat | grep -c '^a.service: Failed to schedule restart job: Unit a.service has a bad unit file setting.$'", "1\n")
	b.eventually("systemctl is-active a", "failed\n")
	b.run("rm /etc/systemd/system/b.service; ln -s /etc/systemd/system/y.mount /etc/systemd/system/b.service; systemctl daemon-reload")
	if out, st := b.run("systemctl restart b.service"); st == 0 {
		t.Errorf("a service that became a mount: %q", out)
	}
	if out, st := b.run("echo on"); out != "on\n" || st != 0 {
		t.Errorf("the box: %q %d", out, st)
	}
}
