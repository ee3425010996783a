package shell_test

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestHostileNesting gives the shell texts that open something a hundred thousand times. Each must be turned down at
// once, whether a script, eval or a run-time expansion holds it.
func TestHostileNesting(t *testing.T) {
	units := []string{
		"(", "((", "$((", "$(", "[[ (", "{ ", "`", "if ", "case x in ", "<<E ", "${a", "${a:-", "\"", "\"$(", "while ", "! ", "a[", "a=(", "f() { ",
		"$((a[", "@(", "<(", "echo $((1+", "x=$[", "'", "case x in (", "&& ", "[", "a[$((", "(( ", "${a[", "${#", "\\", "\r", "\"${a:-\"", "a=1 ",
		"a[1]=1 ", "let x=(", "coproc ", "time ", "function f ", "| ", "for ((", "select x in ", "$'", "{a,", "~", "*", "${!a", "export a=(", "- ",
		"1+", "x[", "-(", "?1:",
	}
	for _, unit := range units {
		for _, form := range []string{"x", "eval \"$x\"", "echo $((x))", ": ${x@P}", "[[ $x == $x ]]; case a in $x) esac", "echo ${a/$x} ${x%$x} ${x//$x}", "echo $x", "a=$x; [[ a =~ $x ]]", "compgen -W \"$x\"", "alias e=\"$x\"; trap \"$x\" EXIT", "bash -c \"$x\""} {
			if form == "[[ $x == $x ]]; case a in $x) esac" && unit == "*" {
				continue // stars against as many stars are work that was asked for
			}
			times := 10_000
			if form == "x" || form == `eval "$x"` {
				times = 100_000
			}
			text := strings.Repeat(unit, times)
			t.Run(unit+" "+form, func(t *testing.T) {
				k := limitedBox(t, 64<<20)
				defer k.Close()
				if err := k.FS().WriteFile("/tmp/text", []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				script := "x=$(</tmp/text)\n" + form + "\n"
				if form == "x" {
					script = text
				}
				var out, errs bytes.Buffer
				start := time.Now()
				p := spawnScript(t, t.Context(), k, script, &out, &errs)
				p.Wait()
				// What is quadratic takes many seconds; an idle machine needs a thirtieth of this.
				if d := time.Since(start); d > 10*time.Second {
					t.Errorf("took %v", d)
				}
			})
		}
	}
}
