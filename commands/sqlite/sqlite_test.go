package sqlite_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"os"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/commands/sqlite"
)

func Example() {
	ctx := context.Background()
	sb, err := sandpit.Create(ctx, sandpit.Options{Commands: map[string]sandpit.Command{"sqlite3": sqlite.Program}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sb.Close()
	res, err := sb.Run(ctx, `sqlite3 app.db "create table t(a, b); insert into t values (1, 'x'), (2, 'y')"; sqlite3 -json app.db "select * from t"`)
	fmt.Print(res.Stdout, err)
	// Output:
	// [{"a":1,"b":"x"},
	// {"a":2,"b":"y"}]
	// <nil>
}

func newBox(t *testing.T) *sandpit.Sandbox {
	t.Helper()
	sb, err := sandpit.Create(t.Context(), sandpit.Options{Commands: map[string]sandpit.Command{"sqlite3": sqlite.Program}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sb.Close() })
	return sb
}

// TestNoWayToTheHost tries the ways that SQL has to name a file system of the library's own.
func TestNoWayToTheHost(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "host.db")
	if out, err := exec.Command("sqlite3", secret, "create table s(v); insert into s values('SECRET')").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	made := filepath.Join(t.TempDir(), "made.db")
	sb := newBox(t)
	for _, sql := range []string{
		"ATTACH 'file:%s?vfs=os' AS h; SELECT * FROM h.s",
		"ATTACH 'file:%s?vfs=unix' AS h; SELECT * FROM h.s",
		"ATTACH 'file:%s?v%%66s=os' AS h; SELECT * FROM h.s",
		"ATTACH 'fi'||'le:%s?vfs=os' AS h; SELECT * FROM h.s",
		"ATTACH ('file:%s?vfs=os') AS h; SELECT * FROM h.s",
		"attach database \"file:%s?vfs=os\" as h; SELECT * FROM h.s",
		"explain attach 'fi'||'le:%s?vfs=os' AS h; SELECT * FROM h.s",
		"/* c */ ATTACH -- x\n 'fi'||'le:%s?vfs=os' AS h; SELECT * FROM h.s",
		"ATTACH '%s' AS h; SELECT * FROM h.s",
		";;ATTACH DATABASE 'file:%s?vfs=os&mode=ro' AS h; SELECT * FROM h.s",
	} {
		text := strings.Replace(sql, "%s", secret, 1)
		res, err := sb.Run(t.Context(), "sqlite3 x.db <<'EOF'\n"+text+";\nEOF")
		if err != nil || strings.Contains(res.Stdout, "SECRET") {
			t.Errorf("%s: %v\n%s%s", sql, err, res.Stdout, res.Stderr)
		}
	}
	for _, sql := range []string{"VACUUM INTO 'file:%s?vfs=os'", "VACUUM INTO 'fi'||'le:%s?vfs=os'", "ATTACH 'file:%s?vfs=os' AS h; CREATE TABLE h.t(a)", ".open 'file:%s?vfs=os'\nCREATE TABLE t(a)"} {
		text := strings.Replace(sql, "%s", made, 1)
		if _, err := sb.Run(t.Context(), "sqlite3 x.db <<'EOF'\n"+text+";\nEOF"); err != nil {
			t.Error(sql, err)
		}
	}
	if _, err := os.Stat(made); err == nil {
		t.Error("a file was made on the host")
	}
	if res, err := sb.Run(t.Context(), "sqlite3 'file:"+secret+"?vfs=os' 'select * from s'"); err != nil || strings.Contains(res.Stdout, "SECRET") {
		t.Error(res.Stdout, err)
	}
}

// TestQueriesEnd kills a query without end, and one that takes all memory.
func TestQueriesEnd(t *testing.T) {
	sb := newBox(t)
	start := time.Now()
	res, err := sb.Run(t.Context(), `timeout 0.3 sqlite3 :memory: 'with recursive c(x) as (select 1 union all select x+1 from c) select count(*) from c'; echo $?`)
	if err != nil || res.Stdout != "124\n" || time.Since(start) > 10*time.Second {
		t.Errorf("%q %v after %v", res.Stdout, err, time.Since(start))
	}
	res, err = sb.Run(t.Context(), `sqlite3 :memory: "select length(zeroblob(900000000))"; sqlite3 :memory: "create table t(a); with recursive c(x) as (select 1 union all select x+1 from c limit 1000) insert into t select zeroblob(1000000) from c"; echo $?; sqlite3 :memory: 'select 1'`, sandpit.WithTimeout(60*time.Second))
	if err != nil || !strings.HasSuffix(res.Stdout, "\n1\n") || strings.Contains(res.Stderr, "goroutine") {
		t.Errorf("%q %q %v", res.Stdout, res.Stderr, err)
	}
}

// TestFilesAreSQLites takes a database of a box to the machine's sqlite3, and two writers to one file.
func TestFilesAreSQLites(t *testing.T) {
	sb := newBox(t)
	res, err := sb.Run(t.Context(), `sqlite3 a.db 'create table t(a)'; for i in 1 2 3 4; do (for j in 1 2 3 4 5; do until sqlite3 a.db "insert into t values($i*10+$j)" 2>/dev/null; do :; done; done) & done; wait; sqlite3 a.db 'select count(*), sum(a) from t; pragma integrity_check'; ls`, sandpit.WithTimeout(60*time.Second))
	if err != nil || res.Stdout != "20|560\nok\na.db\n" {
		t.Fatalf("%q %q %v", res.Stdout, res.Stderr, err)
	}
	data, err := sb.ReadFile("a.db")
	if err != nil {
		t.Fatal(err)
	}
	host := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(host, data, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("sqlite3", host, "select count(*), sum(a) from t; pragma integrity_check").CombinedOutput()
	if err != nil || string(out) != "20|560\nok\n" {
		t.Errorf("%s %v", out, err)
	}
}
