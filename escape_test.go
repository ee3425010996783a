package sandpit_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/internal/redact"
	"github.com/sandpit-dev/sandpit/kernel"
)

// How a script, a snapshot or a peer tries to reach the host or to use it up. The cases are those of public threat
// models of sandboxes; each test has the number it has in the project's list (E01, E02, ...).

// tight are limits that an attack meets soon.
func tight() kernel.Limits {
	l := kernel.StrictLimits()
	l.DiskBytes, l.FileSize, l.Inodes, l.Processes = 16<<20, 16<<20, 1000, 64
	return l
}

// patience is how late an end may come on a machine that has other things to do. That a kill takes no more than 50 ms is
// held by tests that may try again.
const patience = 10 * time.Second

// hostPaths is what no output of a box may hold: Go file names, traces and pointers of the host.
var hostPaths = regexp.MustCompile(`\.go:\d+|goroutine \d+|0xc0[0-9a-f]{8}|runtime error|/usr/local/go/`)

// attack runs a line that may do what it likes, for at most d. It must end then, and tell nothing about the host.
func attack(t testing.TB, sb *sandpit.Sandbox, d time.Duration, script string) *sandpit.Result {
	t.Helper()
	start := time.Now()
	res, err := sb.Run(context.Background(), script, sandpit.WithTimeout(d))
	if took := time.Since(start); took > d+patience {
		t.Errorf("%.60q: took %v with a timeout of %v", script, took, d)
	}
	if limit, ok := errors.AsType[*sandpit.LimitError](err); err != nil && !ok && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%.60q: %v (limit %v)", script, err, limit)
	}
	if m := hostPaths.FindString(res.Stdout + res.Stderr); m != "" {
		t.Errorf("%.60q: output tells %q of the host:\n%.2000s%.2000s", script, m, res.Stdout, res.Stderr)
	}
	return res
}

// answers checks that a box still works.
func answers(t testing.TB, sb *sandpit.Sandbox) {
	t.Helper()
	res, err := sb.Run(context.Background(), "echo ok")
	if err != nil || res.Stdout != "ok\n" {
		t.Fatalf("the box does not answer: %v, %+v", err, res)
	}
}

// line is one attack and what must come of it: exact output, or just no escape when want is "*".
type line struct{ script, want string }

func attacks(t *testing.T, sb *sandpit.Sandbox, lines []line) {
	t.Helper()
	for _, l := range lines {
		res := attack(t, sb, 5*time.Second, l.script)
		if out := res.Stdout; l.want != "*" && out != l.want {
			t.Errorf("%s\n got %q (stderr %q, status %d)\nwant %q", l.script, out, res.Stderr, res.ExitCode, l.want)
		}
	}
	answers(t, sb)
}

func TestEscapePaths(t *testing.T) { // E01
	sb := create(t, sandpit.Options{Files: map[string]string{"/etc/passwd.box": "box\n", "/etc/passwd": "root:x:0:0:box:/root:/bin/bash\nuser:x:1000:1000:box:/home/user:/bin/bash\n"}, Limits: tight()})
	passwd := "root:x:0:0:box:/root:/bin/bash\nuser:x:1000:1000:box:/home/user:/bin/bash\n"
	attacks(t, sb, []line{
		{`cat ../../../../../../etc/passwd`, passwd},
		{`cat //etc//passwd`, passwd},
		{`cat /proc/../etc/passwd`, passwd},
		{`cat "$(printf '/etc/pass%s' wd)"`, passwd},
		{`(cd / && cat ../etc/hostname)`, "sandpit\n"},
		{`cp /etc/passwd x && cmp x /etc/passwd && rm x && echo same`, "same\n"},
		{`ls /host /nix /Users 2>&1 | grep -c 'No such'`, "3\n"},
		{`read -r l < /etc/passwd; echo "$l"`, "root:x:0:0:box:/root:/bin/bash\n"},
		{`mapfile -t a < /etc/passwd; echo ${#a[@]}`, "2\n"},
		{`sort -r /etc/passwd | head -n 1 | cut -d: -f1`, "user\n"},
		{`tee /etc/cron.d/sandpit-escape <<< x 2>/dev/null >/dev/null || echo refused`, "refused\n"},
		{`node -e 'process.stdout.write(require("fs").readFileSync("../../../../etc/passwd"))'`, passwd},
		{`node -e 'try { require("/etc/passwd") } catch (e) { console.log(e.name) }'`, "SyntaxError\n"},
		{`curl -s file:///etc/passwd | grep -v box`, ""},
		{`awk 'BEGIN { getline x < "/etc/passwd"; print x }'`, "root:x:0:0:box:/root:/bin/bash\n"},
		{`sed -n 'r /etc/passwd' <<< x`, passwd},
		{`grep -rl root:x:0:0 /etc 2>/dev/null`, "/etc/passwd\n"},
		{`find / -name passwd.box`, "/etc/passwd.box\n"},
	})
	if _, err := os.Lstat("/etc/cron.d/sandpit-escape"); err == nil {
		t.Error("a file was made on the host")
	}
}

func TestEscapeLinks(t *testing.T) { // E02, E03 in memory; files_test.go has the host directory
	host := t.TempDir()
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("host secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(host, "planted")); err != nil {
		t.Fatal(err)
	}
	sb := create(t, sandpit.Options{Mounts: []sandpit.Mount{{Path: "/mnt/w", FS: sandpit.HostDir(host)}}, User: "root", Limits: tight()})
	attacks(t, sb, []line{
		{`ln -s /etc/hostname l; cat l; ln -s ../../../../etc/hostname m; cat m`, "sandpit\nsandpit\n"},
		{`ln -s / /mnt/w/root 2>/dev/null || echo refused`, "refused\n"},
		{`ln -s /etc /mnt/w/escape 2>/dev/null || echo refused`, "refused\n"},
		{`ln -s ../.. /mnt/w/up 2>/dev/null || echo refused; echo x 2>/dev/null >/mnt/w/up/planted`, "refused\n"},
		{`cat /mnt/w/planted/secret 2>&1 | grep -c 'host secret'`, "0\n"},
		{`echo x 2>/dev/null >>/mnt/w/planted/secret; chmod 777 /mnt/w/planted/secret 2>/dev/null; mv /mnt/w/planted/secret /tmp/s 2>/dev/null; rm -rf /mnt/w/planted/ 2>/dev/null; ls /tmp`, ""},
		{`ln -s a b; ln -s b a; cat a 2>&1`, "cat: a: Too many levels of symbolic links\n"},
	})
	if data, err := os.ReadFile(filepath.Join(outside, "secret")); err != nil || string(data) != "host secret" {
		t.Errorf("the host's file: %q, %v", data, err)
	}
	// In memory: a directory that becomes a link and back, under readers and writers.
	sb2 := create(t, sandpit.Options{Limits: tight()})
	res := attack(t, sb2, 20*time.Second, `mkdir d t; (for i in {1..300}; do rm -rf d; ln -s t d; rm -f d; mkdir d; done) 2>/dev/null &
for i in {1..300}; do echo x 2>/dev/null >d/f; cat d/f 2>/dev/null; done | sort -u; wait`)
	if res.Stdout != "x\n" && res.Stdout != "" {
		t.Errorf("swapped directory: %q", res.Stdout)
	}
	answers(t, sb2)
}

// packed is a .tar.gz of the headers; a regular file's Linkname is its content.
func packed(t testing.TB, headers ...tar.Header) []byte {
	t.Helper()
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	tw := tar.NewWriter(zw)
	for _, h := range headers {
		text := ""
		if h.Typeflag == 0 || h.Typeflag == tar.TypeReg {
			text, h.Linkname, h.Typeflag = h.Linkname, "", tar.TypeReg
			h.Size = int64(len(text))
		}
		if h.Mode == 0 {
			h.Mode = 0o755
		}
		if err := tw.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		io.WriteString(tw, text)
	}
	tw.Close()
	zw.Close()
	return buf.Bytes()
}

// same tells whether two gzip streams hold the same bytes.
func same(a, b []byte) bool {
	var text [2][]byte
	for i, data := range [2][]byte{a, b} {
		zr, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return false
		}
		if text[i], err = io.ReadAll(zr); err != nil {
			return false
		}
	}
	return bytes.Equal(text[0], text[1])
}

func TestEscapeSnapshot(t *testing.T) { // E04, E06, E12
	ctx := context.Background()
	sb := create(t, sandpit.Options{Files: map[string]string{"keep": "as it was"}, Limits: tight()})
	sh(t, sb, "x=1; cd /tmp; sleep 1000 & echo mine > f")
	listing := func() string {
		return sh(t, sb, "echo $x $PWD; jobs; find / -xdev -newer /etc/hostname -type f 2>/dev/null | sort | xargs cat 2>/dev/null | md5sum")
	}
	before := listing()
	good := make([]tar.Header, 50)
	for i := range good {
		good[i] = tar.Header{Name: fmt.Sprintf("tmp/good%d", i), Linkname: "good"}
	}
	huge := make([]byte, 20<<20)
	for name, bad := range map[string][]tar.Header{
		"dotdot":        {{Name: "../evil", Linkname: "x"}},
		"inner dotdot":  {{Name: "a/../../evil", Linkname: "x"}},
		"dotdot dir":    {{Name: "..", Typeflag: tar.TypeDir}},
		"link out":      {{Name: "h", Typeflag: tar.TypeLink, Linkname: "../../etc/passwd"}},
		"link missing":  {{Name: "h", Typeflag: tar.TypeLink, Linkname: "later"}},
		"link itself":   {{Name: "h", Typeflag: tar.TypeLink, Linkname: "h"}},
		"link to dir":   {{Name: "d/", Typeflag: tar.TypeDir}, {Name: "h", Typeflag: tar.TypeLink, Linkname: "d"}},
		"through link":  {{Name: "s", Typeflag: tar.TypeSymlink, Linkname: "/etc"}, {Name: "s/passwd", Linkname: "x"}},
		"char device":   {{Name: "z", Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 5}},
		"over quota":    {{Name: "big", Linkname: string(huge)}},
		"bad signature": {{Name: "lifo-snapshot.json", Linkname: "{"}},
	} {
		data := packed(t, append(good[:len(good):len(good)], bad...)...)
		if _, err := sb.ImportSnapshot(ctx, bytes.NewReader(data)); err == nil {
			t.Errorf("%s: imported", name)
		} else if hostPaths.MatchString(err.Error()) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := sandpit.ImageFromSnapshot(bytes.NewReader(data)); err == nil && name != "over quota" {
			t.Errorf("%s: image made", name)
		}
	}
	whole := packed(t, good...)
	for n := 0; n < len(whole); n += max(1, len(whole)/40) {
		if _, err := sb.ImportSnapshot(ctx, bytes.NewReader(whole[:n])); err == nil {
			t.Errorf("the first %d bytes of %d were imported", n, len(whole))
		}
	}
	for n := 12; n < len(whole); n += max(1, len(whole)/40) {
		flipped := bytes.Clone(whole)
		flipped[n] ^= 0x10
		if same(whole, flipped) {
			continue // another back-reference to the same zeros
		}
		if _, err := sb.ImportSnapshot(ctx, bytes.NewReader(flipped)); err == nil {
			t.Errorf("imported with byte %d changed", n)
		}
	}
	if after := listing(); after != before {
		t.Errorf("refused imports changed the box:\n%s\nwant\n%s", after, before)
	}
	dots := packed(t, tar.Header{Name: "tmp/...tmp", Linkname: "keep"}, tar.Header{Name: "tmp/..a/b", Linkname: "keep"}, tar.Header{Name: "tmp/a..", Linkname: "keep"})
	if _, err := sb.ImportSnapshot(ctx, bytes.NewReader(dots)); err != nil {
		t.Error(err)
	}
	if got := sh(t, sb, "cat /tmp/...tmp /tmp/..a/b /tmp/a.."); got != "keepkeepkeep" {
		t.Errorf("names with dots: %q", got)
	}
}

func TestEscapeSnapshotState(t *testing.T) { // E11
	ctx := context.Background()
	sb := create(t, sandpit.Options{Limits: tight()})
	manifest := `{"version":1,"cwd":"../../nowhere","env":{"PATH":"/evil","BASH_ENV":"/x","ENV":"/x","PS4":"$(touch /tmp/ran)","PROMPT_COMMAND":"touch /tmp/ran",` +
		`"BASH_FUNC_ls%%":"() { touch /tmp/ran; }","x;touch /tmp/ran":"1","a[$(touch /tmp/ran)]":"1","LD_PRELOAD":"/x"}}`
	data := packed(t,
		tar.Header{Name: "lifo-snapshot.json", Linkname: manifest},
		tar.Header{Name: "home/user/.bashrc", Linkname: "touch /tmp/ran"},
		tar.Header{Name: "home/user/.profile", Linkname: "touch /tmp/ran"},
		tar.Header{Name: "etc/profile", Linkname: "touch /tmp/ran"},
		tar.Header{Name: "x", Linkname: "touch /tmp/ran"},
	)
	meta, err := sb.ImportSnapshot(ctx, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(meta.Ignored) != 4 {
		t.Errorf("ignored: %q", meta.Ignored)
	}
	if ok, err := sb.Exists("/tmp/ran"); ok || err != nil {
		t.Errorf("something ran at the restore: %v", err)
	}
	if got := sh(t, sb, `/usr/bin/ls /tmp; type -t ls; echo "$PATH"`, sandpit.WithEnv(nil)); !strings.HasSuffix(got, "/evil\n") {
		t.Errorf("after the restore: %q", got)
	}
	if got := sb.Kernel().Limits(); got != tight() {
		t.Errorf("limits changed: %+v", got)
	}
}

func TestEscapeEnvironment(t *testing.T) { // E13
	secrets := map[string]string{"OPENAI_API_KEY": "sk-host-secret", "SSH_AUTH_SOCK": "/tmp/sk-host-secret", "AWS_SECRET_ACCESS_KEY": "sk-host-secret", "HTTP_PROXY": "http://sk-host-secret:1", "http_proxy": "http://sk-host-secret:1"}
	for k, v := range secrets {
		t.Setenv(k, v)
	}
	t.Setenv("HOME", "/sk-host-secret")
	sb := create(t, sandpit.Options{Limits: tight()})
	for _, script := range []string{
		"env", "printenv", "set", "export -p", "declare -p", "compgen -v", "echo ${!O*} ${!A*}", "cat /proc/self/environ", "bash -c env", "sh -c 'export -p'",
		"node -p 'JSON.stringify(process.env)'", `node -e 'console.log(require("child_process").execSync("env")+"")'`, `awk 'BEGIN{for(k in ENVIRON)print k, ENVIRON[k]}'`,
		"jq -n 'env, $ENV'", "env -i env", "echo ~", `node -p 'require("os").homedir()+process.execPath+process.argv'`, "curl -v http://127.0.0.1:1 2>&1", "cat /proc/*/environ",
	} {
		res := attack(t, sb, 5*time.Second, script)
		out := res.Stdout + res.Stderr
		if strings.Contains(out, "sk-host-secret") || strings.Contains(out, "OPENAI") || strings.Contains(out, "SSH_AUTH") {
			t.Errorf("%s: %s", script, out)
		}
	}
	if got := sh(t, sb, `echo "$HOME $USER $PWD $PATH $HOSTNAME"`); got != "/home/user user /home/user /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sandpit\n" {
		t.Errorf("own values: %q", got)
	}
}

func TestEscapeIdentity(t *testing.T) { // E15
	sb := create(t, sandpit.Options{Limits: tight()})
	name, _ := os.Hostname()
	attacks(t, sb, []line{
		{`echo ~root ~user ~$(whoami) ~nosuch`, "/root /home/user ~user ~nosuch\n"},
		{`echo $UID $EUID $HOSTNAME ${UID:-x}`, "1000 1000 sandpit 1000\n"},
		{`[ $$ -lt 100 ] && [ $((PPID)) -lt 100 ] && [ ${#PPID} -lt 3 ] && echo own`, "own\n"},
		{`whoami; hostname; id -un; uname -n`, "user\nsandpit\nuser\nsandpit\n"},
		{`node -p '[process.pid<1000,process.ppid<1000,process.getuid(),os.hostname(),os.userInfo().username].join()'`, "true,true,1000,sandpit,user\n"},
		{`kill -9 1 2>/dev/null; kill -0 999999 2>/dev/null || echo $?`, "1\n"},
		{`kill -9 $PPID 2>/dev/null; echo alive`, "alive\n"},
		{fmt.Sprintf(`kill -9 %d 2>/dev/null || echo none`, os.Getpid()+100000), "none\n"},
		{`ls /proc | grep -c '^[0-9]*$' | awk '{ print ($1 < 10) }'`, "1\n"},
	})
	if out := attack(t, sb, 5*time.Second, "uname -a; hostname; cat /proc/version /proc/sys/kernel/hostname /etc/hostname; node -p 'os.hostname()+os.release()'").Stdout; name != "sandpit" && strings.Contains(out, name) {
		t.Errorf("the host's name %q shows: %s", name, out)
	}
}

func TestEscapeSockets(t *testing.T) { // E16
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var hits atomic.Int32
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			hits.Add(1)
			c.Close()
		}
	}()
	defer func() { l.Close(); <-done }()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	sb := create(t, sandpit.Options{Limits: tight(), Env: map[string]string{"P": port}})
	attacks(t, sb, []line{
		{`(exec 3<>/dev/tcp/127.0.0.1/$P) 2>/dev/null || echo refused`, "refused\n"},
		{`(echo x > /dev/tcp/169.254.169.254/80) 2>/dev/null || echo refused`, "refused\n"},
		{`(cat < /dev/tcp/localhost/$P) 2>/dev/null || echo refused`, "refused\n"},
		{`for h in 127.0.0.1 localhost '[::1]' 0.0.0.0 $(hostname); do curl -s http://$h:$P/; echo $?; done`, "7\n7\n7\n7\n7\n"},
		{`curl -s http://host.docker.internal:$P/; echo $?`, "6\n"},
		{`curl -s --unix-socket /var/run/docker.sock http://x/ 2>/dev/null || echo refused`, "refused\n"},
		{`node -e 'require("net").connect(process.env.P).on("error", e => console.log(e.code))'`, "ECONNREFUSED\n"},
		{`node -e 'require("net").connect("/var/run/docker.sock").on("error", e => console.log(e.code))'`, "ENOENT\n"},
		{`node -e 'fetch("http://127.0.0.1:"+process.env.P).catch(e => console.log(e.cause.code))'`, "ECONNREFUSED\n"},
		{`node -e 'require("http").get("http://example.com/").on("error", e => console.log(e.code))'`, "ENOTFOUND\n"},
		{`node -e 'require("dns").lookup("example.com", e => console.log(e.code))'`, "ENOTFOUND\n"},
		{`wget -q http://127.0.0.1:$P/; nc 127.0.0.1 $P </dev/null; ping -c1 8.8.8.8; ssh h; git clone https://x`, "*"},
		{`node -e 'require("net").createServer().listen("/tmp/sandpit-host.sock", () => process.exit())'`, ""},
	})
	if n := hits.Load(); n != 0 {
		t.Errorf("the host's listener saw %d connections", n)
	}
	if _, err := os.Lstat("/tmp/sandpit-host.sock"); err == nil {
		t.Error("a socket was made on the host")
	}
}

func TestEscapeCommands(t *testing.T) { // E18
	bin := t.TempDir()
	mark := filepath.Join(bin, "mark")
	for _, name := range []string{"python3", "gcc", "id", "ls", "git", "bash"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	sb := create(t, sandpit.Options{Limits: tight(), Env: map[string]string{"BIN": bin}})
	for _, script := range []string{
		"python3 -c 'print(1)'", "/usr/bin/python3", "./a.out", "PATH=$BIN:/bin python3", "PATH=$BIN ls", "command python3", "(exec python3)", "env python3", "nohup python3",
		"time python3", "timeout 1 python3", "xargs python3 <<< x", "$BIN/id", "gcc x.c",
	} {
		if res := attack(t, sb, 5*time.Second, script); res.ExitCode != 127 && res.ExitCode != 126 && res.ExitCode != 125 {
			t.Errorf("%s: status %d, %q", script, res.ExitCode, res.Stdout+res.Stderr)
		}
	}
	attacks(t, sb, []line{
		{"command -v python3 gcc; type -a python3 2>/dev/null; which python3; hash python3 2>/dev/null", ""},
		{`find . -maxdepth 0 -exec python3 {} \; 2>/dev/null`, ""},
		{`awk 'BEGIN { system("python3 2>/dev/null"); "id -u" | getline x; print x }'`, "1000\n"},
		{`sed '1e id -u' <<< x`, "1000\nx\n"},
		{`printf '#!/usr/bin/python3\n' > s; chmod +x s; ./s 2>/dev/null; echo $?`, "127\n"},
		{`printf '\177ELF\2\1\1' > elf; chmod +x elf; ./elf 2>/dev/null; echo $?`, "126\n"},
		{`echo data > plain; ./plain 2>/dev/null; echo $?`, "126\n"},
		{`node -e 'const r = require("child_process").spawnSync("python3"); console.log(r.error.code)'`, "ENOENT\n"},
		{`node -e 'console.log(require("child_process").execSync("id -u", {shell: "/bin/bash"}) + "")'`, "1000\n\n"},
	})
	if _, err := os.Lstat(mark); err == nil {
		t.Error("a program of the host ran")
	}
}

func TestEscapeNode(t *testing.T) { // E20
	sb := create(t, sandpit.Options{Limits: tight()})
	for _, js := range []string{
		`process.binding('fs')`, `process._linkedBinding('x')`, `process.dlopen({exports:{}},'/lib/x86_64-linux-gnu/libc.so.6')`, `require('/tmp/a.node')`,
		`process.kill(process.ppid, 'SIGTERM')`, `process.abort()`, `process.reallyExit(9)`, `process.setuid(0)`, `process._debugProcess(1)`, `require('inspector').open()`,
		`new (require('worker_threads').Worker)('while(1);',{eval:true})`, `require('vm').runInNewContext('this.constructor.constructor("return process")()').exit()`,
		`require('module')._load('fs')`, `require('module')._extensions['.js']=0`, `require('v8').setFlagsFromString('--allow_natives_syntax')`, `new (require('wasi').WASI)({version:'preview1',preopens:{'/':'/'}})`,
		`require('cluster').fork()`, `require('repl').start()`, `import('node:fs').then(m=>m.readFileSync('/etc/shadow'))`, `Error.prepareStackTrace=(e,s)=>s; new Error().stack[0].getThis()`,
		`WebAssembly.compile(new Uint8Array([0,97,115,109,1,0,0,0]))`, `(function(){ return arguments.callee.caller })()`, `({}).constructor.constructor('return this')().process.exit(3)`,
		`process.kill(process.pid,'SIGKILL')`, `process.kill(1,'SIGKILL')`, `process.kill(-1,'SIGKILL')`, `process.report&&process.report.getReport()`,
	} {
		if err := sb.WriteFile("t.js", []byte(js)); err != nil {
			t.Fatal(err)
		}
		attack(t, sb, 2*time.Second, "node t.js")
	}
	answers(t, sb)
}

// floods are run in one box each while another one must go on answering; each ends by a limit or by its timeout.
func floods(t *testing.T, d time.Duration, scripts []string) {
	t.Helper()
	other := create(t, sandpit.Options{})
	for _, script := range scripts {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{Limits: tight()})
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			attack(t, sb, d, script)
		}()
		for range 3 {
			start := time.Now()
			answers(t, other)
			if took := time.Since(start); took > patience {
				t.Errorf("%.60q: another box needed %v to answer", script, took)
			}
			time.Sleep(d / 10)
		}
		<-done
		shell := sb.Shell().Process()
		sb.Kernel().KillAll(func(p *kernel.Process) bool { return p == shell }) // what a script that ended left in the background
		// The session itself may be left with a trap or a function that the script wanted: a new one must work.
		if got := sh(t, sb, "echo ok", sandpit.WithSession(nil)); got != "ok\n" {
			t.Errorf("%.60q: afterwards: %q", script, got)
		}
		start := time.Now()
		if sb.Close(); time.Since(start) > patience {
			t.Errorf("%.60q: Close needed %v", script, time.Since(start))
		}
	}
}

func TestEscapeForks(t *testing.T) { // E21
	floods(t, 300*time.Millisecond, []string{
		`:(){ :|:& };:; wait`, `f(){ f & f & }; f; wait`, `while :; do sleep 1000 & done`, `for i in {1..100000}; do (sleep 1000 | sleep 1000) & done; wait`,
		`x='bash -c "$x"'; export x; eval "$x"`, `echo 'bash ./s & bash ./s &' > s; bash s; sleep 9`, `node -e 'for(;;)require("child_process").spawn("node",["-e","0"])'`,
		`node -e 'for(;;)new Promise(r=>setTimeout(r,1e9))'`,
	})
}

func TestEscapeLoops(t *testing.T) { // E22
	floods(t, 200*time.Millisecond, []string{
		`while :; do :; done`, `for ((;;)); do :; done`, `f(){ f; }; f`, `f(){ x=$(f); }; f`, `e='eval "$e"'; eval "$e"`, `echo '. ./s' > s; . ./s`, `a=a; echo $((a))`, `a=b b=a; echo $((a))`,
		`declare -n p=q q=p; echo $p`, `sleep infinity`, `read < /dev/zero`, `cat /dev/zero > /dev/null`, `yes > /dev/null`, `printf 'a%.0s' {1..999999999}`, `mkfifo p; exec 3<> p; read <&3`, `mkfifo q; cat q`,
		`trap '' TERM INT HUP EXIT; while :; do :; done`, `trap 'f' EXIT ERR DEBUG; f(){ f; }; false`, `trap ': $(sleep 99)' EXIT; while :; do :; done`, `(trap '' TERM; sleep 1000) & wait`, `trap 'while :; do :; done' EXIT; exit`,
	})
}

func TestEscapeDisk(t *testing.T) { // E24
	limits := tight()
	for _, script := range []string{
		`head -c 1T /dev/zero > f`, `yes > f`, `dd if=/dev/zero of=f bs=1M count=1000 2>/dev/null`, `truncate -s 1E f`, `fallocate -l 1T f`, `printf x | dd of=g bs=1 seek=9223372036854775806 conv=notrunc`,
		`head -c 1M /dev/zero > f; while cat f >> h; do :; done; false`, `for i in {1..40}; do head -c 1M /dev/zero > f$i || break; done; false`,
		`node -e 'fs.ftruncateSync(fs.openSync("f","w"),2**53-1)'`, `node -e 'fs.writeSync(fs.openSync("f","w"),"x",2**50)'`,
		`exec 9> f; rm f; head -c 1G /dev/zero >&9`, `tar cf all.tar / 2>/dev/null; head -c 1G /dev/zero > b`, `head -c 100M /dev/zero | gzip > b.gz; gzip -dc b.gz > f`, `i=0; while : > n$i; do i=$((i+1)); done; false`,
	} {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		res := attack(t, sb, 3*time.Second, script)
		if res.ExitCode == 0 {
			t.Errorf("%s: status 0: %q", script, res.Stderr)
		}
		if u := sb.Usage(); u.DiskBytes > limits.DiskBytes || u.Files > limits.Inodes {
			t.Errorf("%s: %+v", script, u)
		}
		sh(t, sb, "cd; exec 9>&-; rm -rf *")
		if res, err := sb.Run(context.Background(), "echo room > f && cat f"); err != nil || res.Stdout != "room\n" {
			t.Errorf("%s: freed space cannot be used: %v, %+v, %+v", script, err, res, sb.Usage())
		}
		sb.Close()
	}
}

func TestEscapeOutput(t *testing.T) { // E27
	limits := tight()
	for _, script := range []string{
		"yes", "cat /dev/zero", "yes >&2", "seq 1000000000000", "while :; do echo x; echo y >&2; done", `node -e 'for(;;)console.log("x".repeat(1e5))'`, "for ((i=0;;i++)); do nosuchcmd$i; done",
	} {
		sb, err := sandpit.Create(context.Background(), sandpit.Options{Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		res, err := sb.Run(context.Background(), script, sandpit.WithTimeout(10*time.Second))
		if limit, ok := errors.AsType[*sandpit.LimitError](err); !ok || limit.Limit != kernel.LimitOutput {
			t.Errorf("%s: %v", script, err)
		}
		if n := len(res.Stdout) + len(res.Stderr); int64(n) != limits.OutputBytes {
			t.Errorf("%s: %d bytes kept, want %d", script, n, limits.OutputBytes)
		}
		if res.ExitCode != 137 {
			t.Errorf("%s: status %d", script, res.ExitCode)
		}
		sb.Close()
	}
	sb := create(t, sandpit.Options{Limits: limits})
	if got := sh(t, sb, `printf 'a\0b\xff\xfe\n'`); got != "a\x00b\xff\xfe\n" {
		t.Errorf("bytes: %q", got)
	}
}

func TestEscapeRegexps(t *testing.T) { // E28
	floods(t, time.Second, []string{
		`s=$(head -c 60 /dev/zero | tr '\0' a)!; grep -E '^(a+)+$' <<< $s; grep -P '^(?=(a+)+$)b' <<< $s; grep -E '^(a*)*\1b' <<< $s`,
		`s=$(head -c 60 /dev/zero | tr '\0' a)!; sed -E 's/^(a|aa)+$/x/' <<< $s; sed 's/\(a*\)*\1c/x/' <<< $s; awk '/^(a|a?)+$/' <<< $s; [[ $s =~ ^(a+)+$ ]]; expr "$s" : '\(a*\)*b'`,
		`s=$(head -c 60 /dev/zero | tr '\0' a)!; jq -n --arg s $s '$s|test("^(a+)+$")'; jq -n --arg s $s '$s|test("^(?=(a+)+$)b")'; grep -E '((a{1,100}){1,100}){1,100}' <<< $s`,
		`grep -E "$(printf '(a|%.0s' {1..50000})" f`, `node -e 'new RegExp("(".repeat(1e5))'`,
		`node -e '/^(a+)+\1b$/.test("a".repeat(40)+"c")'`, `node -e '/^(?=(a+)+$)b/.test("a".repeat(40)+"b")'`, `node -e '"a".repeat(1e5).match(/(.*)*x/)'`, `node -e '"x".repeat(1e6).replace(/(?<=x*)y/g,"")'`,
	})
}

func TestEscapeJSDeadline(t *testing.T) { // E30
	scripts := []string{
		`while(true){ try { while(true){} } catch(e) {} }`, `function f(){ try { while(true){} } finally { while(true){} } } f()`, `(async()=>{ while(true) try { await (async()=>{ while(true){} })() } catch {} })()`,
		`(function s(){ Promise.resolve().then(s) })()`, `(function t(){ process.nextTick(t) })()`, `(function i(){ setImmediate(i) })()`, `setInterval(()=>{while(true){}},0)`,
		`function* g(){ try { while(true) yield 1 } finally { while(true){} } } for (const x of g()) break`, `process.on("exit",()=>{while(true){}})`, `process.on("uncaughtException",()=>{while(true){}}); throw 1`,
		`process.on("SIGTERM",()=>{while(true){}}); process.kill(process.pid, "SIGTERM"); setTimeout(()=>{},1e6)`, `new Proxy({}, {get(){while(true){}}}).x`, `[3,2,1].sort(()=>{while(true){}})`, `"a".replace(/a/,()=>{while(true){}})`,
		`JSON.stringify({toJSON(){while(true){}}})`, `console.log({[Symbol.for("nodejs.util.inspect.custom")]: ()=>{while(true){}}})`, `require("http").createServer(()=>{while(1);}).listen(3000)`,
	}
	for i, js := range scripts {
		scripts[i] = "node -e '" + js + "'"
	}
	floods(t, 200*time.Millisecond, scripts)
}

func TestEscapeJSMemory(t *testing.T) { // E32
	sb := create(t, sandpit.Options{Limits: tight()})
	attacks(t, sb, []line{
		{`node -e 'try { "x".repeat(1024**4) } catch (e) { console.log(e.name) }'`, "RangeError\n"},
		{`node -e 'try { new ArrayBuffer(2**46) } catch (e) { console.log(e.name) }'`, "RangeError\n"},
		{`node -e 'try { new Uint8Array(2**33) } catch (e) { console.log(e.name) }'`, "RangeError\n"},
		{`node -e 'try { "".padStart(2**30, "ab") } catch (e) { console.log(e.name) }'`, "RangeError\n"},
		{`node -e 'try { Buffer.alloc(8e9) } catch (e) { console.log(e.name) }'`, "RangeError\n"},
	})
	if testing.Short() {
		return
	}
	var before, peak runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for _, js := range []string{
		`var s="xx"; while(true) s+=s`, `var a=[]; for(;;) a.push("y".repeat(1e5)+a.length)`, `var m=new Map(); for(let i=0;;i++) m.set(i,"x".repeat(1e4)+i)`, `Buffer.concat(Array(1e5).fill(Buffer.alloc(1e6)))`,
		`let f=()=>0; for(;;){ const g=f; f=()=>g() }`, `for(;;) setTimeout(()=>{},1e9)`, `2n**(2n**33n)`, `let s="x".repeat(1e6); for(;;) s=s.replace(/x/g,"yyyyyyyy").replace(/y/g,"x")`,
	} {
		attack(t, sb, 3*time.Second, "node -e '"+js+"'")
		runtime.ReadMemStats(&peak)
		if grown := int64(peak.Sys) - int64(before.Sys); grown > 2500<<20 { // a text that doubles between two samples
			t.Errorf("%s: the process grew by %d MiB", js, grown>>20)
			break
		}
	}
	answers(t, sb)
}

func TestEscapeJSStack(t *testing.T) { // E33
	sb := create(t, sandpit.Options{Limits: tight()})
	for _, js := range []string{
		`function f(){f()} f()`, `var o={toString(){return ""+o}}; ""+o`, `new Proxy({}, {get(t,k,r){return r[k]}}).x`, `(function r(){ JSON.parse("[1]",r) })()`, `(function r(){ [2,1].sort(r) })()`, `(function r(){ "a".replace(/a/,r) })()`,
		`class A{constructor(){new A}} new A`, `let g=async()=>g(); g()`, `function* y(){ yield* y() } y().next()`, `var p={get a(){return p.a}}; p.a`, `JSON.parse("[".repeat(5e6))`, `let n=[]; for(let i=0;i<1e6;i++) n=[n]; JSON.stringify(n)`,
		`eval("(".repeat(3e5))`, `eval("[".repeat(3e5))`, `eval("!".repeat(5e5)+"1")`, `eval("a=".repeat(3e5)+"1")`, `eval("{".repeat(3e5))`, `eval("x?".repeat(1e5))`, `eval("` + "`${" + `".repeat(5e4))`, `new RegExp("(".repeat(1e5))`,
		`let n=[]; for(let i=0;i<1e6;i++) n=[n]; structuredClone(n)`, `let n=[]; for(let i=0;i<1e6;i++) n=[n]; require("util").inspect(n,{depth:Infinity})`, `let a=[],b=[]; for(let i=0;i<1e5;i++) { a=[a]; b=[b] } require("assert").deepEqual(a,b)`,
	} {
		if err := sb.WriteFile("t.js", []byte("try { "+js+" } catch (e) { console.log(e.name) }\nconsole.log('usable')")); err != nil {
			t.Fatal(err)
		}
		res := attack(t, sb, 5*time.Second, "node t.js")
		if strings.Contains(res.Stderr, "internal error") {
			t.Errorf("%s: status %d, %q", js, res.ExitCode, res.Stderr)
		}
	}
	answers(t, sb)
}

func TestEscapeJSBindings(t *testing.T) { // E34, E36
	sb := create(t, sandpit.Options{Limits: tight(), Files: map[string]string{"ok": "ok"}})
	attacks(t, sb, []line{
		{`node -e 'Array.prototype.push=()=>{throw 1}; Promise.prototype.then=null; String.prototype.startsWith=()=>true; console.log("still", require("fs").readFileSync("ok","utf8"))'`, "*"},
		{`node -e 'console.log(JSON.parse("{\"__proto__\":{\"allow\":true}}").allow, ({}).allow)'`, "undefined undefined\n"},
		{`node -e 'process.env.__proto__="x"; console.log(({}).x, typeof process.env)'`, "undefined object\n"},
		{`node -p '({}).shell, Object.prototype.env'`, "undefined\n"},
		{`declare -A m; m[__proto__]=x; echo ${m[__proto__]}; jq -n '{"__proto__":1}|keys[0]'`, "x\n\"__proto__\"\n"},
		{`node -e 'let n=0; try { fs.readFileSync({toString(){ return n++ ? "/etc/passwd" : "/ok" }}) } catch (e) { console.log(e.code, n) }'`, "ERR_INVALID_ARG_TYPE 0\n"},
		{`node -e 'for (const p of [["/etc/passwd"], new String("ok"), null, 1.5, Symbol(), {}, ()=>1]) try { fs.readFileSync(p) } catch (e) { console.log(e.code) }' | sort | uniq -c | sed 's/^ *//'`, "*"},
		{`node -e 'try { fs.readFileSync("ok\0/etc/passwd") } catch (e) { console.log(e.code) }'`, "ERR_INVALID_ARG_VALUE\n"},
		{`node -e 'try { require("child_process").spawn("echo", {get length(){return 1e9}, 0:"x"}) } catch (e) { console.log(e.code) }'`, "*"},
		{`node -e 'try { Buffer.from({length:2**40}) } catch (e) { console.log(e.name) }'`, "RangeError\n"},
		{`node -e 'const b=new Uint8Array(8); const fd=fs.openSync("ok"); try { fs.readSync(fd,b,{valueOf(){ structuredClone(b.buffer,{transfer:[b.buffer]}); return 0 }},8) } catch (e) { console.log(e.code || e.name) }'`, ""},
		{`node -e 'try { fs.readFileSync("ok", {get encoding(){ throw {toString(){throw 1}} }}) } catch (e) { console.log(typeof e) }'`, "object\n"},
		{`node -e 'fs.readFile("ok", {get encoding(){ process.exit(3) }}, ()=>{})'; echo $?`, "3\n"},
	})
}

func TestEscapePorts(t *testing.T) { // E39
	ctx := context.Background()
	sb := create(t, sandpit.Options{Limits: tight()})
	attacks(t, sb, []line{
		{`node -e 'const s=require("net").createServer().listen(3000,()=>{ require("net").createServer().on("error",e=>{console.log(e.code);process.exit()}).listen(3000) })'`, "EADDRINUSE\n"},
		{`node -e 'let n=0; const f=()=>require("net").createServer().on("error",e=>{console.log(e.code, n<=16);process.exit()}).listen(0,()=>{n++;f()}); f()'`, "EMFILE true\n"},
		{`node -e 'const s=require("net").createServer(c=>0).listen(3001,()=>{ let n=0; const f=()=>require("net").connect(3001).on("error",e=>{console.log(e.code,n<=128);process.exit()}).on("connect",()=>{n++;f()}); f() })'`, "EMFILE true\n"},
	})
	if u := sb.Usage(); u.Ports != 0 {
		t.Errorf("ports of ended programs: %+v", sb.Ports())
	}
	// Separate port spaces.
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			b, err := sandpit.Create(ctx, sandpit.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer b.Close()
			if _, err := b.Listen("tcp", ":3000"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestEscapeTexts(t *testing.T) { // E40
	sb := create(t, sandpit.Options{Limits: tight(), Commands: map[string]sandpit.Command{
		"broken": func(context.Context, *kernel.Process) int { panic("kaput") },
		"gone":   func(context.Context, *kernel.Process) int { runtime.Goexit(); return 0 },
		"index":  func(_ context.Context, p *kernel.Process) int { return []int{}[len(p.Args())] },
	}})
	for _, script := range []string{
		`touch $'x\n{"level":"info"}'; $'evil\ncmd'; ls $'\e[2K\e[1A fake'`, `curl -u user:pass "http://u:p@h/?key=x"`, `mkdir $'a\0b'`, `: "$(head -c 1M /dev/zero | tr '\0' A)"`, `nosuch$'\x1b]52;c;\a'`,
		`node -e 'throw new Error("\n[host] panic: secret")'`, `node -e 'process.emitWarning("x\ny")'`, `cat /no/such`, `node -e 'fs.readFileSync("/x")'`, `node -e 'null.x'`, `node -e '(function f(){f()})()'`, `broken`, `gone`,
	} {
		attack(t, sb, 5*time.Second, script)
	}
	for _, name := range []string{"broken", "gone", "index"} {
		if res, err := sb.Run(context.Background(), name); err != nil || res.ExitCode != 134 {
			t.Errorf("%s: %v, %+v", name, err, res)
		}
	}
	answers(t, sb)
}

// TestEscapeLog holds the host's log of E40: one event is one record, nothing in it moves a cursor, and secrets of argv
// are masked.
func TestEscapeLog(t *testing.T) {
	for name, handler := range map[string]func(io.Writer) slog.Handler{
		"text": func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) },
		"json": func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			var log lockedBuffer
			sb := create(t, sandpit.Options{Log: slog.New(handler(&log))})
			for _, script := range []string{
				`printf '#!/bin/sh\nexit 3\n' > $'evil\ncmd'; chmod +x evil*; ./evil*`, `ls $'x\n{"level":"info","event":"allowed"}' $'\e[2K\e[1A fake'`,
				`env TOKEN=sk-live-123 true; curl -s -H "Authorization: Bearer sk-live-123" -u user:sk-live-123 "http://u:sk-live-123@localhost:1/?key=sk-live-123"`,
				`logger 'TOKEN=sk-live-123'; bash -c 'API_KEY=sk-live-123; true'`, `true $'\u202e gnp.exe' "$(head -c 100000 /dev/zero | tr '\0' A)" $(seq 1000)`, `true '"}],"x":[{'`,
			} {
				if _, err := sb.Run(context.Background(), script); err != nil {
					t.Errorf("%s: %v", script, err)
				}
			}
			records := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
			if len(records) < 20 {
				t.Errorf("only %d records", len(records))
			}
			for _, r := range records {
				if len(r) > 16<<10 || redact.Printable(r) != r || strings.Contains(r, "sk-live-123") {
					t.Errorf("record: %.300q", r)
				}
				if name == "json" && !json.Valid([]byte(r)) || name == "text" && !strings.HasPrefix(r, "time=") {
					t.Errorf("not one record: %.300q", r)
				}
			}
		})
	}
}

// lockedBuffer may be written by several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
