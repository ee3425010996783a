package shell_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/shell"
)

// runaways are scripts that do not end by themselves, or not soon, each stuck in something else.
var runaways = map[string]string{
	"busy loop":        `while :; do :; done`,
	"c loop":           `for ((;;)); do :; done`,
	"arithmetic":       `((i=0)); while ((i+=1)); do ((j=i*i%7, k=j**3)); done`,
	"long arithmetic":  `x=1; for i in {1..14}; do x="$x+$x"; done; while :; do y=$((x)); done`,
	"doubling":         `while :; do x=aaaa; for i in {1..22}; do x=$x$x; done; done`,
	"recursion":        `f() { local a=$1; f $((a+1)); }; while :; do (f 0) 2>/dev/null; done`,
	"eval recursion":   `f() { eval "f"; }; while :; do (f) 2>/dev/null; done`,
	"source recursion": `echo '. /tmp/me' > /tmp/me; while :; do (. /tmp/me) 2>/dev/null; done`,
	"subst recursion":  `f() { x=$(f); }; while :; do f 2>/dev/null; done`,
	"braces":           `while :; do echo {1..30000} {a..z}{a..z}{a..z} >/dev/null; done`,
	"regex":            `x=$(printf 'a%.0s' {1..5000}); while :; do [[ ${x}b =~ ^(a|aa)+(a*)*$ ]]; done`,
	"back-reference":   `x=$(printf 'a%.0s' {1..40}); while :; do [[ ${x}b =~ ^(a*)*(a*)*\1\2$ ]]; done`,
	"pattern":          `x=$(printf 'a%.0s' {1..20000}); while :; do y=${x//a*b/c}; [[ $x == *a*a*a*a*b ]]; done`,
	"extglob":          `shopt -s extglob; x=$(printf 'a%.0s' {1..200}); while :; do [[ $x == *(*(a)|+(aa)|b)c ]]; done`,
	"glob":             `mkdir /tmp/g; cd /tmp/g; for ((i=0;i<3000;i++)); do : >f$i; done; while :; do echo * */* >/dev/null; done`,
	"here-documents":   "while :; do cat <<E >/dev/null\n$(printf '%s\\n' {1..20000})\nE\ndone",
	"here-strings":     `x=$(printf 'a%.0s' {1..200000}); while :; do read y <<<"$x"; done`,
	"traps":            `trap 'trap "kill \$\$; :" TERM; kill $$' TERM INT; trap 'while :; do :; done' EXIT; kill $$; while :; do kill $$; done`,
	"debug trap":       `trap ': $((i++))' DEBUG; while :; do :; done`,
	"read":             `mkfifo /tmp/p; exec 3<>/tmp/p; read x <&3`,
	"mapfile":          `mkfifo /tmp/q; exec 3<>/tmp/q; mapfile a <&3`,
	"fifo open":        `mkfifo /tmp/r; cat < /tmp/r`,
	"select":           `mkfifo /tmp/s; exec 3<>/tmp/s; select x in a b; do :; done <&3`,
	"coproc":           `coproc { while :; do read x; done; }; wait`,
	"substitutions":    `while :; do cat <(echo a) <(echo b) >(cat >/dev/null) >/dev/null; done`,
	"wait":             `sleep 1000 & wait`,
	"sleep":            `trap '' TERM INT HUP; sleep 1000; sleep 1000`,
	"pipeline":         `yes | tr y x | while read a; do :; done`,
	"fork chain":       `f() { f | f & }; while :; do (ulimit -u 60; f) 2>/dev/null; done`,
	"background":       `while :; do sleep 1000 & (( ++n % 40 )) || { kill $(jobs -p); wait; }; done 2>/dev/null`,
	"printf":           `while :; do printf '%0100000d' 1 >/dev/null; done`,
	"sort":             `yes | head -c 30000000 | sort | sort -r | sort`,
	"stopped":          `kill -STOP $$`,
	"exec":             `exec bash -c 'while :; do :; done'`,
	"errexit":          `set -e; trap 'while :; do :; done' ERR; false`,
	"many variables":   `while :; do declare v$((i++))=$i; done`,
	"string building":  `while :; do s+=xxxxxxxxxxxxxxxx; [[ ${#s} -gt 3000000 ]] && s=; t=${s:5:10}; done`,
	"globstar":         `shopt -s globstar; while :; do echo /** >/dev/null; done`,
	"precision":        `while :; do printf '%.100000000e' 1 >/dev/null; done`,
	"endless sort":     `yes | sort`,
	"endless file":     `mapfile -d '' a < /dev/zero`,
	"timed read":       `mkfifo /tmp/t; exec 3<>/tmp/t; read -t 1000 -n 5 x <&3`,
	"wait for any":     `sleep 1000 & wait -n`,
	"lock":             `exec 9>/tmp/l; flock 9; flock /tmp/l true`,
	"xargs":            `yes 1000 | xargs -P 4 -n 1 sleep`,
	"alias":            `shopt -s expand_aliases; alias a='a ' b='b b b'; while :; do eval 'a b'; done 2>/dev/null`,
}

// soon is how long after a kill or a cancel a shell may go on.
const soon = 50 * time.Millisecond

// endsSoon runs attempt, which says how long an end took, until one was soon: the machine may be busy with other work.
func endsSoon(t *testing.T, attempt func() time.Duration) {
	t.Helper()
	best := time.Hour
	for range 8 {
		if best = min(best, attempt()); best <= soon {
			return
		}
	}
	t.Errorf("still running %v later", best)
}

// TestKillRunaways kills shells with SIGKILL, whatever they do.
func TestKillRunaways(t *testing.T) {
	for name, script := range runaways {
		t.Run(name, func(t *testing.T) {
			endsSoon(t, func() time.Duration {
				k := newBox(t)
				defer k.Close()
				var out, errs bytes.Buffer
				p := spawnScript(t, context.Background(), k, script, &out, &errs)
				time.Sleep(30 * time.Millisecond)
				start := time.Now()
				if err := p.Signal(kernel.SIGKILL); err != nil {
					t.Fatal(err)
				}
				<-p.Done()
				return time.Since(start)
			})
		})
	}
}

var errEnough = errors.New("enough")

// TestCancelRunaways cancels the context of a session's Run: it returns, and nothing of it is left.
func TestCancelRunaways(t *testing.T) {
	for name, script := range runaways {
		t.Run(name, func(t *testing.T) {
			endsSoon(t, func() time.Duration {
				k := newBox(t)
				defer k.Close()
				s, err := shell.NewSession(k, shell.SessionOptions{Env: caseEnv, Dir: "/tmp"})
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancelCause(t.Context())
				var canceled time.Time
				timer := time.AfterFunc(30*time.Millisecond, func() { canceled = time.Now(); cancel(errEnough) })
				defer timer.Stop()
				_, err = s.Run(ctx, script+"\n", shell.RunOptions{Stdout: kernel.NewWriterFile(io.Discard, "out"), Stderr: kernel.NewWriterFile(io.Discard, "err")})
				var limit *kernel.LimitError // some run into one before
				if !errors.Is(err, errEnough) && !errors.As(err, &limit) {
					t.Fatalf("Run: %v", err)
				}
				for _, p := range k.Processes() {
					if p.PID() != 1 && p != s.Process() {
						select {
						case <-p.Done():
						case <-time.After(10 * time.Second):
							t.Errorf("process %d is left: %q", p.PID(), p.Args())
						}
					}
				}
				if canceled.IsZero() {
					return 0 // the limit came first
				}
				return time.Since(canceled)
			})
		})
	}
}
