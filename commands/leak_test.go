package commands_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/sandpit-dev/sandpit/commands/internal/cmdtest"
)

// everyday uses some thirty commands, those with goroutines, timers and backtracking among them.
const everyday = `set -e
mkdir -p d/e; cd d
seq 1 200 > n; cp n m; mv m o; ln -s n l; touch t; chmod 600 t
grep -P '(?<=1)\d(?!5)' n | wc -l
grep -P '(\d)\1' n | head -2
sed 's/1/x/' n | sort -r | uniq -c | tail -1
awk '{s+=$1} END {print s}' n
cut -c1 n | tr 1 2 | sort -u | paste -sd,
find . -type f | sort | xargs -n1 basename
timeout 5 sleep 1; timeout 1 sleep 60 || echo $?
sleep 3 & ps | wc -l; wait
diff n o; cmp n o; comm -12 n n | wc -l
tar czf a.tgz n o; tar tzf a.tgz
gzip -c n | gunzip | md5sum
od -c n | head -1; hexdump -C n | head -1; cksum n; stat -c %s n; du -a . | wc -l
join n n | wc -l; printf 'a b\n' | column -t; fold -w 5 l | wc -l; dd if=n of=p bs=7 status=none
watch -n 1 -g -t date | wc -l
free -m | wc -l; df / | wc -l; uptime | wc -w; date -d @0 -u +%Y; env | wc -l; nproc
jq -n '[1,2]|add'; numfmt --to=iec 2048; tee q < n | tail -n 1; yes | head -n 2; tail -c 3 n
`

// TestNothingOutlivesTheBox runs it on real time and in a synctest bubble, where time passes by itself; in both nothing
// may be left running, not even a clock of a library.
func TestNothingOutlivesTheBox(t *testing.T) {
	run := func(t *testing.T) string {
		k := newShellBox(t)
		var out, errOut cmdtest.Buffer
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		if st := runShell(ctx, t, k, everyday, &out, &errOut); st != 0 {
			t.Errorf("status %d\n%s%s", st, out.String(), errOut.String())
		}
		if err := k.Close(); err != nil {
			t.Error(err)
		}
		if errOut.Len() > 0 {
			t.Errorf("stderr: %s", errOut.String())
		}
		return out.String()
	}
	t.Run("bubble", func(t *testing.T) { synctest.Test(t, func(t *testing.T) { run(t) }) })
	if testing.Short() {
		return
	}
	t.Run("real time", func(t *testing.T) {
		defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
		run(t)
	})
}
