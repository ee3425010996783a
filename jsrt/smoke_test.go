package jsrt

import "testing"

func TestCommandLine(t *testing.T) {
	b := newBox(t, map[string]string{"a.js": "console.log(process.argv.slice(2).join())", "pre.js": "globalThis.pre = 1", "bad.js": "let ="})
	for _, c := range []struct {
		args []string
		in   string
		out  string
		code int
	}{
		{[]string{"-e", "1"}, "", "", 0},
		{[]string{"-p", "[1,2].map(x=>x*2)"}, "", "[ 2, 4 ]\n", 0},
		{[]string{"-e", "console.log(process.argv.slice(1).join())", "a", "b"}, "", "a,b\n", 0},
		{[]string{"a.js", "x", "-y", "--z=1"}, "", "x,-y,--z=1\n", 0},
		{[]string{"-", "q"}, "console.log('from stdin', process.argv[2])", "from stdin q\n", 0},
		{nil, "console.log(require('path').sep)", "/\n", 0},
		{[]string{"-r", "./pre.js", "-p", "pre"}, "", "1\n", 0},
		{[]string{"-v"}, "", "v20.20.2\n", 0},
		{[]string{"--bad-option"}, "", "", 9},
		{[]string{"--check", "a.js"}, "", "", 0},
		{[]string{"--check", "bad.js"}, "", "", 1},
		{[]string{"-e", "process.exit(300)"}, "", "", 44},
		{[]string{"-p", "require('os').cpus().length"}, "", "2\n", 0},
		{[]string{"-e", "console.log(await 3)"}, "", "3\n", 0},
	} {
		if r := b.nodeIn(c.in, c.args...); r.out != c.out || r.code != c.code {
			t.Errorf("%q: %d %q %s", c.args, r.code, r.out, r.err)
		}
	}
}
