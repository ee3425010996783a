package shell_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// TestOils runs the spec corpus of the Oils project (github.com/oils-for-unix/oils, spec/*.test.sh), which is not part of
// this repository. SANDPIT_OILS names a folder that holds its spec directory; SANDPIT_OILS_GATE a list of the cases that
// count (file, index, class, name, tab-separated: those that bash itself passes). SANDPIT_OILS_FILE limits it to files
// whose name contains a text. Each case runs in a box of its own, its script on standard input, under upstream's rules.
// The test prints the passes of every file and fails below 95%.
func TestOils(t *testing.T) {
	root := os.Getenv("SANDPIT_OILS")
	if root == "" {
		t.Skip("SANDPIT_OILS is not set")
	}
	gate := readGate(t, os.Getenv("SANDPIT_OILS_GATE"))
	files, err := filepath.Glob(filepath.Join(root, "spec", "*.test.sh"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no spec files in %s (%v)", root, err)
	}
	base := oilsDisk(t, root)
	pass, total := 0, 0
	for _, file := range files {
		name := filepath.Base(file)
		if !strings.Contains(name, os.Getenv("SANDPIT_OILS_FILE")) {
			continue
		}
		filePass, fileTotal := 0, 0
		for _, c := range readOils(t, file) {
			if gate != nil && !gate[name+"\t"+strconv.Itoa(c.index)] {
				continue
			}
			fileTotal++
			if why := c.run(t, base); why == "" {
				filePass++
			} else if testing.Verbose() {
				t.Logf("FAIL %s:%d %s\n%s", name, c.index, c.name, why)
			}
		}
		if fileTotal > 0 {
			fmt.Printf("%-40s %4d of %4d\n", name, filePass, fileTotal)
		}
		pass, total = pass+filePass, total+fileTotal
	}
	fmt.Printf("total: %d of %d (%.1f%%)\n", pass, total, 100*float64(pass)/float64(max(total, 1)))
	if gate != nil && os.Getenv("SANDPIT_OILS_FILE") == "" && pass*100 < total*95 {
		t.Errorf("%d of %d cases pass: below 95%%", pass, total)
	}
}

func readGate(t *testing.T, file string) map[string]bool {
	if file == "" {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	gate := make(map[string]bool)
	for line := range strings.Lines(string(data)) {
		if f := strings.Split(line, "\t"); len(f) >= 2 {
			gate[f[0]+"\t"+f[1]] = true
		}
	}
	return gate
}

// oilsDisk is the disk that the cases start from.
func oilsDisk(t *testing.T, root string) *vfs.FS {
	disk := vfs.New()
	var names []string
	for name := range oilsPrograms() {
		names = append(names, name)
	}
	if err := kernel.Populate(disk, names, "sandpit"); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"bin", "testdata"} {
		from := filepath.Join(root, "spec", dir)
		err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			to := "/repo/" + filepath.ToSlash(rel)
			if d.IsDir() {
				return disk.MkdirAll(to, 0o755)
			}
			if dir == "bin" && strings.HasSuffix(path, ".py") {
				return nil // written anew below
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return disk.WriteFile(to, data, 0o755)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return disk
}

// The corpus calls python2 for a few one-liners about bytes; these kinds are all that is done here.
var (
	pythonPrint  = regexp.MustCompile(`^print *\(?"([^"]*)"\)?$`)
	pythonRepeat = regexp.MustCompile(`^print\("([^"%]*)(?:%s" % \(|" \+ )"(.)" ?\* ?([0-9]+)\)?(?: \+ "([^"]*)")?\)$`)
)

// oilsPrograms are the userland and the corpus's helpers.
func oilsPrograms() map[string]kernel.Program {
	programs := testPrograms()
	programs["argv.py"] = func(_ context.Context, p *kernel.Process) int {
		var b strings.Builder
		b.WriteByte('[')
		for i, a := range p.Args()[1:] {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(pythonRepr(a))
		}
		b.WriteString("]\n")
		p.Stdout().Write([]byte(b.String()))
		return 0
	}
	programs["printenv.py"] = func(_ context.Context, p *kernel.Process) int {
		for _, name := range p.Args()[1:] {
			v, ok := p.LookupEnv(name)
			if !ok {
				v = "None"
			}
			fmt.Fprintln(p.Stdout(), v)
		}
		return 0
	}
	programs["stdout_stderr.py"] = func(_ context.Context, p *kernel.Process) int {
		args := append(p.Args()[1:], "STDOUT", "STDERR", "0")
		if n := len(p.Args()) - 1; n < 3 {
			args = append(p.Args()[1:], []string{"STDOUT", "STDERR", "0"}[n:]...)
		}
		fmt.Fprintln(p.Stdout(), args[0])
		fmt.Fprintln(p.Stderr(), args[1])
		n, _ := strconv.Atoi(args[2])
		return n
	}
	programs["read_from_fd.py"] = func(_ context.Context, p *kernel.Process) int {
		for _, a := range p.Args()[1:] {
			n, _ := strconv.Atoi(a)
			fd := p.FD(n)
			if fd == nil {
				fmt.Fprintf(p.Stderr(), "FATAL: Error reading from fd %d\n", n)
				return 1
			}
			buf := make([]byte, 1024)
			k, _ := fd.Read(buf)
			fmt.Fprintf(p.Stdout(), "%d: %s", n, buf[:k])
		}
		return 0
	}
	programs["python2"] = func(_ context.Context, p *kernel.Process) int {
		if len(p.Args()) < 3 || p.Args()[1] != "-c" {
			return 1
		}
		code := strings.TrimSpace(p.Args()[2])
		if strings.Contains(code, "print repr(sys.argv[1])") && len(p.Args()) > 3 {
			fmt.Fprintln(p.Stdout(), pythonRepr(p.Args()[3]))
			return 0
		}
		if m := pythonPrint.FindStringSubmatch(code); m != nil {
			if text, err := strconv.Unquote(`"` + m[1] + `"`); err == nil {
				fmt.Fprintln(p.Stdout(), text)
				return 0
			}
		}
		if m := pythonRepeat.FindStringSubmatch(code); m != nil {
			n, _ := strconv.Atoi(m[3])
			fmt.Fprintln(p.Stdout(), m[1]+strings.Repeat(m[2], n)+m[4])
			return 0
		}
		fmt.Fprintln(p.Stderr(), "python2: not available")
		return 1
	}
	return programs
}

// pythonRepr is repr() of a Python 2 byte string.
func pythonRepr(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b := []byte{quote}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ' || c >= 0x7f:
			b = fmt.Appendf(b, `\x%02x`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, quote))
}

// oilsCase is one case: its code and what each kind of output must be for bash.
type oilsCase struct {
	index  int
	name   string
	code   string
	tmp    bool              // the file wants a directory _tmp
	expect map[string]string // stdout, stderr, status
	own    map[string]bool   // set by a line qualified for bash
}

// readOils parses a spec file.
func readOils(t *testing.T, file string) []*oilsCase {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []*oilsCase
	var c *oilsCase
	lines := strings.Split(string(data), "\n")
	inCode, tmp := false, false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if name, ok := strings.CutPrefix(line, "####"); ok {
			c = &oilsCase{index: len(cases), name: strings.TrimSpace(name), expect: map[string]string{}, own: map[string]bool{}}
			cases = append(cases, c)
			inCode = false
			continue
		}
		if c == nil {
			tmp = tmp || strings.HasPrefix(line, "## legacy_tmp_dir")
			continue
		}
		c.tmp = tmp
		if meta, ok := strings.CutPrefix(line, "## "); ok {
			i = c.meta(meta, lines, i)
			inCode = false
			continue
		}
		if strings.HasPrefix(line, "##") || strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			continue
		}
		if _, given := c.expect["code"]; given || !inCode && (c.code != "" || strings.TrimSpace(line) == "") {
			continue
		}
		inCode = true
		c.code += line + "\n"
	}
	for _, c := range cases {
		if code, ok := c.expect["code"]; ok {
			c.code = code
		}
	}
	return cases
}

// meta takes the metadata line i and returns the index of its last line.
func (c *oilsCase) meta(meta string, lines []string, i int) int {
	fields := strings.SplitN(meta, " ", 3)
	applies, own := true, false
	if q := fields[0]; q == "BUG" || q == "N-I" || q == "OK" || strings.HasPrefix(q, "OK-") || strings.HasPrefix(q, "BUG-") {
		if len(fields) < 3 {
			return i
		}
		applies = slices.ContainsFunc(strings.Split(fields[1], "/"), func(s string) bool { return s == "bash" })
		own = applies
		meta = fields[2]
	}
	key, value, _ := strings.Cut(meta, ":")
	value = strings.TrimPrefix(value, " ")
	set := func(key, value string) {
		if applies && (own || !c.own[key]) {
			c.expect[key] = value
			c.own[key] = own
		}
	}
	switch key {
	case "STDOUT", "STDERR":
		var b strings.Builder
		k := i + 1
		for ; k < len(lines) && !strings.HasPrefix(lines[k], "## ") && !strings.HasPrefix(lines[k], "####"); k++ {
			if strings.HasPrefix(strings.TrimLeft(lines[k], " \t"), "#") {
				continue
			}
			b.WriteString(lines[k] + "\n")
		}
		set(strings.ToLower(key), b.String())
		if k < len(lines) && strings.HasPrefix(lines[k], "## END") {
			return k
		}
		return k - 1
	case "stdout", "stderr", "code":
		set(key, value+"\n")
	case "stdout-json", "stderr-json":
		var s string
		if json.Unmarshal([]byte(value), &s) == nil {
			set(strings.TrimSuffix(key, "-json"), s)
		}
	case "status":
		set(key, strings.TrimSpace(value))
	}
	return i
}

// run runs the case and says what is wrong, "" when it passes.
func (c *oilsCase) run(t *testing.T, base *vfs.FS) string {
	k, err := kernel.New(kernel.Config{FS: base.Fork(), Programs: oilsPrograms(), Hostname: "sandpit"})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	if err := k.FS().MkdirAll("/tmp/case", 0o777); err != nil {
		t.Fatal(err)
	}
	if c.tmp {
		if err := k.FS().MkdirAll("/tmp/case/_tmp", 0o777); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	p, err := k.Spawn(ctx, kernel.Spec{
		Path: "/usr/bin/bash", Args: []string{"bash"}, Dir: "/tmp/case",
		Env: []string{"PATH=/repo/spec/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "REPO_ROOT=/repo", "SH=bash", "TMP=/tmp/case"},
		Files: []*kernel.File{
			kernel.NewBytesFile([]byte(c.code), "script"), kernel.NewWriterFile(&out, "out"), kernel.NewWriterFile(&errs, "err"),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	// Upstream reads until nobody holds the pipe any more.
	for _, q := range k.Processes() {
		if q.PID() == 1 {
			continue
		}
		select {
		case <-q.Done():
		case <-time.After(time.Second):
		}
	}
	var why strings.Builder
	if ctx.Err() != nil {
		why.WriteString("timeout\n")
	}
	want, ok := c.expect["status"]
	if !ok {
		want = "0"
	}
	if got := strconv.Itoa(st.ExitCode()); got != want {
		fmt.Fprintf(&why, "status %s, want %s\n", got, want)
	}
	if want, ok := c.expect["stdout"]; ok && out.String() != want {
		fmt.Fprintf(&why, "stdout %q\n  want %q\n", out.String(), want)
	}
	if want, ok := c.expect["stderr"]; ok && errs.String() != want {
		fmt.Fprintf(&why, "stderr %q\n  want %q\n", errs.String(), want)
	}
	if why.Len() > 0 {
		fmt.Fprintf(&why, "code:\n%sstderr: %.600s", c.code, errs.String())
	}
	return why.String()
}
