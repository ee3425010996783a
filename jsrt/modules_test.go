package jsrt

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"context"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"github.com/sandpit-dev/sandpit/kernel"
	"go.uber.org/goleak"
)

var confirm = flag.Bool("confirm", false, "run the network cases with the host's node as well")
var record = flag.Bool("record", false, "keep what the host's node prints for testdata/programs")

//go:embed testdata/net.json
var netJSON []byte

//go:embed testdata/h.js
var netHelper string

type netCase struct{ ID, Title, Program, Stdout string }

// TestNetCases runs programs that hold a server and its clients; the output was recorded with Node 20.20.2.
func TestNetCases(t *testing.T) {
	var cases []netCase
	if err := json.Unmarshal(netJSON, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.ID == "N06" && !*confirm {
			c.Program, c.Stdout = smallerBody(c.Program, c.Stdout)
		}
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // what the programs sleep takes no time there
				b := newBox(t, map[string]string{"case.js": c.Program, "h.js": netHelper})
				r := b.nodeSlow("case.js")
				if d := cmp.Diff(strings.Split(c.Stdout, "\n"), strings.Split(r.out, "\n")); d != "" || r.code != 0 {
					t.Errorf("%s: status %d\n%s\nstderr: %s", c.Title, r.code, d, r.err)
				}
			})
			if *confirm {
				dir := t.TempDir()
				os.WriteFile(filepath.Join(dir, "case.js"), []byte(c.Program), 0o644)
				os.WriteFile(filepath.Join(dir, "h.js"), []byte(netHelper), 0o644)
				cmd := exec.Command("node", "case.js")
				cmd.Dir = dir
				out, err := cmd.Output()
				if err != nil || string(out) != c.Stdout {
					t.Errorf("%s: the host's node prints something else: %v\n%s", c.ID, err, cmp.Diff(c.Stdout, string(out)))
				}
			}
		})
	}
}

// smallerBody makes a case that sends 8 MiB send 256 KiB, and its answers those of that size.
func smallerBody(program, stdout string) (string, string) {
	const n = 256 << 10
	body := make([]byte, n)
	for i := 0; i < n; i += 4 {
		binary.BigEndian.PutUint32(body[i:], uint32(i))
	}
	sum := sha256.Sum256(body)
	return strings.Replace(program, "8 << 20", "256 << 10", 1),
		strings.NewReplacer("8388608", strconv.Itoa(n), "c8219b45efaf088b", fmt.Sprintf("%x", sum[:8])).Replace(stdout)
}

// TestModuleCases are recorded cases of the modules over streams, files, timers and agents.
func TestModuleCases(t *testing.T) {
	var cases []nodeCase
	if err := json.Unmarshal(casesJSON, &cases); err != nil {
		t.Fatal(err)
	}
	sorted := map[string]bool{"J16": true} // its command sorts the output
	for _, c := range cases {
		switch c.ID {
		case "J14", "J16", "J17", "J20", "J24":
		default:
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			b := newBox(t, c.Files)
			r := b.node("case.js")
			got, want := r.out, strings.TrimSuffix(c.Stdout, "rc=0\n")
			if sorted[c.ID] {
				g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
				sort.Strings(g)
				sort.Strings(w)
				got, want = strings.Join(g, "\n"), strings.Join(w, "\n")
			}
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" || r.code != 0 {
				t.Errorf("%s: status %d\n%s\nstderr: %s", c.Title, r.code, d, r.err)
			}
		})
	}
}

// nodeSlow is node with the patience that the race detector needs.
func (b *box) nodeSlow(file string) result {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	var out, errb strings.Builder
	p, err := b.k.Spawn(ctx, kernel.Spec{Path: "/usr/bin/node", Args: []string{"node", file}, Dir: "/home/user",
		Env:   []string{"HOME=/home/user", "PATH=/usr/local/bin:/usr/bin:/bin"},
		Files: []*kernel.File{kernel.NewBytesFile(nil, "stdin"), kernel.NewWriterFile(&out, "stdout"), kernel.NewWriterFile(&errb, "stderr")}})
	if err != nil {
		b.t.Fatal(err)
	}
	st, err := p.Wait()
	if err != nil {
		b.t.Fatal(err)
	}
	return result{out.String(), errb.String(), st.ExitCode()}
}

// serve starts a program and waits for its first line of output.
func (b *box) serve(src string) *kernel.Process {
	b.t.Helper()
	b.k.FS().WriteFile("/home/user/server.js", []byte(src), 0o644)
	r, w := b.k.Pipe()
	defer w.Close()
	p, err := b.k.Spawn(context.Background(), kernel.Spec{Path: "/usr/bin/node", Args: []string{"node", "server.js"}, Dir: "/home/user",
		Env: []string{"PATH=/usr/bin"}, Files: []*kernel.File{nil, w, w}})
	if err != nil {
		b.t.Fatal(err)
	}
	buf := make([]byte, 4096)
	n, err := r.Read(context.Background(), buf)
	if err != nil || !strings.HasPrefix(string(buf[:n]), "up") {
		b.t.Fatalf("server said %q, %v", buf[:n], err)
	}
	return p
}

func (b *box) client() *http.Client {
	tr := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		return b.k.Net().Dial(ctx, network, addr)
	}}
	b.t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: 20 * time.Second}
}

const chunkServer = `
const http = require('http');
http.createServer((req, res) => {
  let n = 0;
  const more = () => { if (n === 3) return res.end('end'); res.write('part ' + n++ + '\n'); };
  req.on('data', more);
  req.on('end', () => res.end('end'));
  more();
}).listen(3000, () => console.log('up'));
`

// TestStreamingBothWays: each part of the answer arrives before the next part of the request is sent.
func TestStreamingBothWays(t *testing.T) {
	b := newBox(t, nil)
	b.serve(chunkServer)
	pr, pw := io.Pipe()
	res, err := b.client().Post("http://127.0.0.1:3000/", "text/plain", pr)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewReader(res.Body)
	for i, want := range []string{"part 0\n", "part 1\n", "part 2\n"} {
		got, err := lines.ReadString('\n')
		if got != want || err != nil {
			t.Fatalf("line %d: %q, %v", i, got, err)
		}
		if i < 2 {
			io.WriteString(pw, "go")
		}
	}
	pw.Close()
	if rest, err := io.ReadAll(lines); string(rest) != "end" || err != nil {
		t.Fatalf("%q, %v", rest, err)
	}
}

const echoServer = `
const http = require('http'), crypto = require('crypto');
const s = http.createServer((q, r) => r.end('plain'));
s.on('upgrade', (req, sock, head) => {
  const key = crypto.createHash('sha1').update(req.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
  sock.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ' + key + '\r\n\r\n');
  sock.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]));
  let buf = head;
  const take = () => {
    while (buf.length >= 6) {
      let n = buf[1] & 127, at = 2;
      if (n === 126) { if (buf.length < 8) return; n = buf.readUInt16BE(2); at = 4; }
      if (buf.length < at + 4 + n) return;
      const mask = buf.subarray(at, at + 4), data = Buffer.from(buf.subarray(at + 4, at + 4 + n));
      for (let i = 0; i < n; i++) data[i] ^= mask[i & 3];
      const op = buf[0];
      buf = buf.subarray(at + 4 + n);
      const h = n < 126 ? Buffer.from([op, n]) : Buffer.from([op, 126, n >> 8, n & 255]);
      sock.write(Buffer.concat([h, data]));
      if ((op & 15) === 8) return sock.end();
    }
  };
  sock.on('data', d => { buf = Buffer.concat([buf, d]); take(); });
  sock.on('error', () => {});
  take();
});
s.listen(3000, () => console.log('up'));
`

func TestUpgrade(t *testing.T) {
	b := newBox(t, nil)
	b.serve(echoServer)
	d := websocket.Dialer{NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		return b.k.Net().Dial(ctx, network, addr)
	}}
	c, _, err := d.Dial("ws://127.0.0.1:3000/", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, want := range []string{"hello", "one", strings.Repeat("x", 5000)} {
		if want != "hello" {
			if err := c.WriteMessage(websocket.TextMessage, []byte(want)); err != nil {
				t.Fatal(err)
			}
		}
		_, got, err := c.ReadMessage()
		if err != nil || string(got) != want {
			t.Fatalf("got %.20q, %v", got, err)
		}
	}
	c.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, "bye"))
	if _, _, err := c.ReadMessage(); !websocket.IsCloseError(err, 1000) {
		t.Fatal(err)
	}
}

// TestNothingIsLeft: a box that is closed with servers, sockets, children, timers and watches in it leaves no goroutine.
func TestNothingIsLeft(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	b := newBox(t, nil)
	b.serve(`
const http = require('http'), net = require('net'), fs = require('fs'), zlib = require('zlib'), { spawn } = require('child_process');
fs.watch('.', () => {});
setInterval(() => {}, 1000);
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
zlib.createGunzip().write(zlib.gzipSync('half').subarray(0, 12));
http.createServer((q, r) => r.write('never ends')).listen(3000, () => {
  net.connect(3000, '127.0.0.1', function () { this.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'); }).once('data', () => console.log('up'));
});
process.stdin.resume();`)
	if err := b.k.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestChildProcess(t *testing.T) {
	b := newBox(t, map[string]string{"case.js": `
const { spawnSync, spawn, execFile, execFileSync } = require('child_process');
const r = spawnSync(process.execPath, ['-e', 'process.stdin.on("data", d => process.stdout.write(String(d).toUpperCase())).on("end", () => { console.error("e"); process.exit(3); })'], { input: 'abc', encoding: 'utf8' });
console.log(r.status, r.signal, r.stdout, JSON.stringify(r.stderr));
console.log(spawnSync('nope').error.message);
spawn('nope').on('error', (e) => console.log(e.code, e.syscall, e.path));
console.log(String(execFileSync(process.execPath, ['-p', '1+1'])).trim());
const c = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
c.on('exit', (code, sig) => console.log('exit', code, sig));
c.on('close', () => execFile(process.execPath, ['-e', 'console.log(process.env.K);process.exit(2)'], { env: { K: 'v' } }, (e, out) => console.log(e.code, e.killed, out.trim())));
setTimeout(() => c.kill(), 50);
`})
	r := b.node("case.js")
	want := "3 null ABC \"e\\n\"\nspawnSync nope ENOENT\n2\nENOENT spawn nope nope\nexit null SIGTERM\n2 false v\n"
	if r.out != want || r.code != 0 {
		t.Errorf("got\n%s\nwant\n%s\nstderr %s", r.out, want, r.err)
	}
}

func BenchmarkHTTPHello(bm *testing.B) {
	b := newBox(bm, nil)
	b.serve(`require('http').createServer((q, r) => r.end('hello world')).listen(3000, () => console.log('up'))`)
	c := b.client()
	bm.ReportAllocs()
	for bm.Loop() {
		res, err := c.Get("http://127.0.0.1:3000/")
		if err != nil {
			bm.Fatal(err)
		}
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
	}
}

// TestStdin: input arrives as events, by asynchronous iteration over lines, and by readFileSync(0).
func TestStdin(t *testing.T) {
	b := newBox(t, map[string]string{
		"up.js":    `process.stdin.setEncoding('utf8'); let n = 0; process.stdin.on('data', d => { process.stdout.write(d.toUpperCase()); n += d.length; }); process.stdin.on('end', () => { console.error('n=' + n); process.exitCode = 4; });`,
		"lines.js": `(async () => { let n = 0; for await (const l of require('readline').createInterface({ input: process.stdin })) console.log(++n + ':' + l); })();`,
		"sync.js":  `const s = require('fs').readFileSync(0, 'utf8'); console.log(s.split('\n').length, JSON.stringify(s.slice(0, 5)));`,
	})
	for _, tt := range []struct {
		file, in string
		want     result
	}{
		{"up.js", "abc\ndef\n", result{"ABC\nDEF\n", "n=8\n", 4}},
		{"lines.js", "x\r\ny\nz", result{"1:x\n2:y\n3:z\n", "", 0}},
		{"sync.js", "p\nq\n", result{"3 \"p\\nq\\n\"\n", "", 0}},
		{"sync.js", "", result{"1 \"\"\n", "", 0}},
	} {
		if got := b.nodeIn(tt.in, tt.file); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.file, got, tt.want)
		}
	}
}
