package commands_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmdtest"
	"github.com/sandpit-dev/sandpit/kernel"
)

// endless are pipelines whose first command never ends by itself: each must print its few bytes and be gone when its
// reader is, without its middle having held its input.
var endless = []struct{ line, want string }{
	{"yes | head -n 1", "y\n"},
	{"seq 1 100000000 | head -n 1", "1\n"},
	{"seq 1 0.5 100000000 | head -n 1", "1.0\n"},
	{"yes | grep -q y; echo $?", "0\n"},
	{"yes | grep -m 1 y", "y\n"},
	{"yes | grep -v n | head -n 1", "y\n"},
	{"yes | sed 1q", "y\n"},
	{"yes | sed s/y/z/ | head -n 1", "z\n"},
	{"yes | awk 'NR == 2 { print NR; exit }'", "2\n"},
	{"yes | awk '{ print }' | head -n 1", "y\n"},
	{"yes | cat -n | head -n 1", "     1\ty\n"},
	{"yes | cut -c1 | head -n 1", "y\n"},
	{"yes | tr y z | head -n 1", "z\n"},
	{"yes | tr -s 'y\\n' | head -c 2", "y\n"},
	{"yes a b | uniq -c > /dev/null & kill $!; wait $! 2>/dev/null; echo $?", "143\n"},
	{"yes | nl | head -n 1", "     1\ty\n"},
	{"yes | paste - - | head -n 1", "y\ty\n"},
	{"yes yy | fold -w 1 | head -n 1", "y\n"},
	{"yes | expand | head -n 1", "y\n"},
	{"yes | unexpand -a | head -n 1", "y\n"},
	{"yes | tee /dev/null | head -n 1", "y\n"},
	{"yes | rev | head -n 1", "y\n"},
	{"yes | base64 | head -c 4", "eQp5"},
	{"yes | xxd | head -c 9", "00000000:"},
	{"yes | od -v -An -c | head -c 4", "   y"},
	{"yes | hexdump -v -C | head -c 8", "00000000"},
	{"yes | strings -n 1 | head -n 1", "y\n"},
	{"yes | comm - /dev/null | head -n 1", "y\n"},
	{"yes | xargs -n 1 | head -n 1", "y\n"},
	{"yes | fmt | head -c 3", "y y"},
	{"yes 1 | jq -c . | head -n 1", "1\n"},
	{"yes | gzip -c | gunzip | head -n 1", "y\n"},
	{"cat /dev/urandom | bzip2 -1 -c | bunzip2 | head -c 3 | wc -c", "3\n"},
	{"yes | zstd -qc | unzstd -qc | head -n 1", "y\n"},
	{"yes | dd bs=2 count=1 status=none", "y\n"},
	{"yes | split -n r/1/2 | head -n 1", "y\n"},
	{"yes | numfmt --invalid=ignore | head -n 1", "y\n"},
	{"cat /dev/zero | head -c 3 | od -An -tx1", " 00 00 00\n"},
	{"cat /dev/urandom | head -c 3 | wc -c", "3\n"},
	{"find / -name '*' | head -n 1", "/\n"},
	{"ls -R /usr | head -n 1", "/usr:\n"},
	{"tar cf - /usr 2>/dev/null | head -c 4", "usr/"},
	{"echo x > f; tail -f f | head -n 1", "x\n"},
	{"echo x > f; timeout 0.1 tail -f f; echo $?", "x\n124\n"},
	{"timeout 0.1 tail -F nofile 2>/dev/null; echo $?", "124\n"},
	{"timeout 0.1 cat /dev/zero > /dev/null; echo $?", "124\n"},
	{"timeout 0.1 sort /dev/zero; echo $?", "124\n"},
	{"timeout 0.1 tac /dev/zero; echo $?", "124\n"},
	{"timeout 0.1 wc /dev/zero; echo $?", "124\n"},
	{"timeout 0.1 sha256sum /dev/zero; echo $?", "124\n"},
	{"timeout 0.1 awk 'BEGIN { while (1) ; }'; echo $?", "124\n"},
	{"timeout 0.1 sed -n ':a;ba' <<< x; echo $?", "124\n"},
	{"timeout 0.1 jq -n 'last(range(1e12))'; echo $?", "124\n"},
	{"timeout 0.1 jq -n '[limit(1e12; repeat(1))] | length'; echo $?", "124\n"},
	{"timeout 0.1 grep -E '(a|aa)+$' /dev/zero; echo $?", "124\n"},
	{"timeout 0.1 seq inf > /dev/null; echo $?", "124\n"},
	{"timeout 0.1 yes > /dev/null; echo $?", "124\n"},
	{"timeout 0.1 shuf -r -e a > /dev/null; echo $?", "124\n"},
	{"timeout 0.1 watch -n 1 true > /dev/null; echo $?", "124\n"},
}

// TestEndless runs them: a command that collected its input would not end here.
func TestEndless(t *testing.T) {
	for _, c := range endless {
		t.Run(c.line, func(t *testing.T) {
			k := newShellBox(t)
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			var out, errOut cmdtest.Buffer
			start := time.Now()
			runShell(ctx, t, k, c.line, &out, &errOut)
			if out.String() != c.want {
				t.Errorf("got %q, want %q; %s", out.String(), c.want, errOut.String())
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			left(t, k)
		})
	}
}

// left fails when a process is still there a second after its shell has ended.
func left(t *testing.T, k *kernel.Kernel) {
	t.Helper()
	var names []string
	for range 200 {
		names = names[:0]
		for _, p := range k.Processes() {
			if p.PID() != 1 && p.State() != kernel.Zombie {
				names = append(names, fmt.Sprint(p.PID(), " ", strings.Join(p.Args(), " ")))
			}
		}
		if len(names) == 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("left behind: %q", names)
}

// TestKilledPipelines kills whole pipelines in the middle of their work.
func TestKilledPipelines(t *testing.T) {
	for _, line := range []string{
		"yes | cat | sort | uniq | tail -n 1",
		"yes | gzip | gunzip | bzip2 > /dev/null",
		"find / -exec sleep 100 \\;",
		"yes | xargs -P 4 -n 1 sleep",
		"tail -f /dev/null | grep x",
		"awk 'BEGIN { while ((\"yes\" | getline x) > 0) n++ }'",
		"yes | awk '{ print | \"cat > /dev/null\" }'",
		"yes | split --filter='cat > /dev/null' -l 3",
		"watch -n 0.1 'sleep 10'",
		"sleep 100 & sleep 100 & wait",
		"env sh -c 'sleep 100; true' | cat",
		"tar cf - / | tar xf - -C /tmp/work",
		"time sleep 100",
	} {
		t.Run(line, func(t *testing.T) {
			k := newShellBox(t)
			var out, errOut cmdtest.Buffer
			time.AfterFunc(60*time.Millisecond, func() {
				for _, p := range k.Processes() {
					if p.PID() != 1 {
						_ = k.Kill(nil, -p.PGID(), kernel.SIGTERM)
						break
					}
				}
			})
			start := time.Now()
			runShell(context.Background(), t, k, line, &out, &errOut)
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("ended after %v", took)
			}
			left(t, k)
		})
	}
}

// longLines is one line of 20 MB through the commands that work on lines. The answers follow from the arithmetic.
var longLines = []struct{ line, want string }{
	{"wc f", "       1        1 20000001 f\n"},
	{"wc -L f", "20000000 f\n"},
	{"grep -c a f", "1\n"},
	{"grep -c b f", "0\n"},
	{"grep -cE 'a+$' f", "1\n"},
	{"sed 's/a$/b/' f | tail -c 3", "ab\n"},
	{"sed -n '$=' f", "1\n"},
	{"awk '{ print length($0), NF }' f", "20000000 1\n"},
	{"cut -c5-7 f", "aaa\n"},
	{"cut -d b -f1 f | wc -c", "20000001\n"},
	{"tr a b < f | tail -c 3", "bb\n"},
	{"sort f | wc -c", "20000001\n"},
	{"uniq -c f | head -c 10", "      1 aa"},
	{"rev f | wc -c", "20000001\n"},
	{"tac f | wc -c", "20000001\n"},
	{"fold -w 1000000 f | wc -l", "20\n"},
	{"paste f f | wc -c", "40000002\n"},
	{"head -n 1 f | wc -c", "20000001\n"},
	{"tail -n 1 f | wc -c", "20000001\n"},
	{"nl f | wc -c", "20000008\n"},
	{"expand f | wc -c", "20000001\n"},
	{"diff f f && echo same", "same\n"},
	{"comm -12 f f | wc -c", "20000001\n"},
	{"join f f | wc -c", "20000001\n"},
	{"xargs < f; echo $?", "1\n"},
	{"strings f | wc -c", "20000001\n"},
	{"base64 -w 0 f | base64 -d | cmp - f; echo $?", "0\n"},
	{"gzip -c f | gunzip | cmp - f; echo $?", "0\n"},
	{"split -C 9000000 f p; cat p* | cmp - f; echo $?", "0\n"},
}

func TestLongLines(t *testing.T) {
	k := newShellBox(t)
	data := make([]byte, 20_000_001)
	for i := range data {
		data[i] = 'a'
	}
	data[len(data)-1] = '\n'
	if err := k.FS().WriteFile("/tmp/work/f", data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range longLines {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		var out, errOut cmdtest.Buffer
		start := time.Now()
		runShell(ctx, t, k, c.line, &out, &errOut)
		if out.String() != c.want {
			t.Errorf("%s: got %.80q, want %q; %.200s", c.line, out.String(), c.want, errOut.String())
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s took %v", c.line, took)
		}
		cancel()
	}
}
