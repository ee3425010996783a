package sandpittest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/vfs"
)

// scriptCommand is a command of the script's language.
type scriptCommand struct {
	run       func(s *script, args []string) error
	negatable bool // whether ! and ? may stand before it
}

// scriptCommands lists them all; RunDir documents them.
var scriptCommands = map[string]scriptCommand{
	"cd":       {(*script).cd, false},
	"chmod":    {(*script).chmod, false},
	"cmp":      {func(s *script, args []string) error { return s.compare(args, false) }, true},
	"cmpenv":   {func(s *script, args []string) error { return s.compare(args, true) }, true},
	"cp":       {(*script).cp, false},
	"env":      {(*script).setenv, false},
	"exec":     {(*script).exec, true},
	"exists":   {(*script).exists, true},
	"fetch":    {(*script).fetch, true},
	"grep":     {(*script).grep, true},
	"kill":     {(*script).kill, false},
	"mkdir":    {(*script).mkdir, false},
	"mv":       {(*script).mv, false},
	"rm":       {(*script).rm, false},
	"skip":     {(*script).skip, false},
	"stderr":   {func(s *script, args []string) error { return s.match(args, s.stderr) }, true},
	"stdin":    {(*script).setStdin, false},
	"stdout":   {func(s *script, args []string) error { return s.match(args, s.stdout) }, true},
	"stop":     {(*script).stop, false},
	"symlink":  {(*script).symlink, false},
	"unquote":  {(*script).unquote, false},
	"wait":     {func(s *script, args []string) error { return s.waitFor(args) }, false},
	"waitport": {(*script).waitport, false},
}

func (s *script) cd(args []string) error {
	if len(args) != 1 {
		return usageError("dir")
	}
	info, err := s.disk().Stat(args[0])
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a directory", args[0])
	}
	s.dir = s.disk().Abs(args[0])
	return nil
}

func (s *script) chmod(args []string) error {
	if len(args) < 2 {
		return usageError("mode path...")
	}
	mode, err := strconv.ParseUint(args[0], 8, 12)
	if err != nil {
		return fmt.Errorf("mode %q: not an octal number of permissions", args[0])
	}
	for _, name := range args[1:] {
		if err := s.disk().Chmod(name, fs.FileMode(mode)); err != nil {
			return err
		}
	}
	return nil
}

func (s *script) compare(args []string, expand bool) error {
	if len(args) != 2 {
		return usageError("file1 file2")
	}
	got, err := s.content(args[0])
	if err != nil {
		return err
	}
	want, err := s.content(args[1])
	if err != nil {
		return err
	}
	if expand {
		want = s.expand(want)
	}
	if got == want {
		return nil
	}
	return fmt.Errorf("%s and %s differ (-want +got):\n%s", args[0], args[1],
		cmp.Diff(strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")))
}

func (s *script) cp(args []string) error {
	if len(args) < 2 {
		return usageError("src... dst")
	}
	sources, dst := args[:len(args)-1], args[len(args)-1]
	info, err := s.disk().Stat(dst)
	intoDir := err == nil && info.IsDir()
	if len(sources) > 1 && !intoDir {
		return fmt.Errorf("%s is not a directory", dst)
	}
	for _, src := range sources {
		text, err := s.content(src)
		if err != nil {
			return err
		}
		perm := fs.FileMode(0o644)
		if info, err := s.disk().Stat(src); err == nil {
			perm = info.Mode().Perm()
		}
		to := dst
		if intoDir {
			to = path.Join(dst, path.Base(src))
		}
		if err := s.write(to, text, perm); err != nil {
			return err
		}
	}
	return nil
}

// write makes a file as the box's user would: it belongs to whom the directory belongs to.
func (s *script) write(name, text string, perm fs.FileMode) error {
	if err := s.disk().WriteFile(name, []byte(text), perm); err != nil {
		return err
	}
	return s.own(name)
}

// own gives a file that the script has made to the owner of its directory.
func (s *script) own(name string) error {
	dir, err := s.disk().Stat(path.Dir(s.disk().Abs(name)))
	if err != nil {
		return err
	}
	stat, ok := dir.Sys().(*vfs.Stat)
	if !ok {
		return nil
	}
	return s.disk().Lchown(name, stat.UID, stat.GID)
}

func (s *script) setenv(args []string) error {
	if len(args) == 0 {
		for _, name := range slices.Sorted(maps.Keys(s.env)) {
			fmt.Fprintf(&s.log, "%s=%s\n", name, s.env[name])
		}
	}
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok || name == "" || strings.ContainsRune(value, 0) {
			return usageError("[name=value...]")
		}
		s.env[name] = value
	}
	return nil
}

func (s *script) exists(args []string) error {
	readonly := len(args) > 0 && args[0] == "-readonly"
	if readonly {
		args = args[1:]
		if s.want == mustFail {
			return wrongUse{errors.New("exists -readonly cannot be negated")}
		}
	}
	if len(args) == 0 {
		return usageError("[-readonly] path...")
	}
	for _, name := range args {
		info, err := s.disk().Stat(name)
		if err != nil {
			if s.want == mustFail && errors.Is(err, fs.ErrNotExist) {
				continue
			}
			return err
		}
		if s.want == mustFail {
			return nil // one that is there is one too many
		}
		if readonly && info.Mode()&0o222 != 0 {
			return fmt.Errorf("%s is writable (%v)", name, info.Mode())
		}
	}
	if s.want == mustFail {
		return fs.ErrNotExist
	}
	return nil
}

// defaultFetchTimeout is how long a server may take to answer fetch.
const defaultFetchTimeout = 30 * time.Second

func (s *script) fetch(args []string) error {
	const usage = usageError("[-X method] [-d body] [-status N] url")
	init := &sandpit.FetchInit{Method: "GET", Timeout: defaultFetchTimeout}
	status := 0
	for len(args) > 2 {
		switch args[0] {
		case "-X":
			init.Method = args[1]
		case "-d":
			init.Body = strings.NewReader(args[1])
			if init.Method == "GET" {
				init.Method = "POST"
			}
		case "-status":
			n, err := strconv.Atoi(args[1])
			if err != nil {
				return usage
			}
			status = n
		default:
			return usage
		}
		args = args[2:]
	}
	if len(args) != 1 {
		return usage
	}
	s.stdout, s.stderr = "", ""
	resp, err := s.sb.Fetch(s.ctx, args[0], init)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	var head strings.Builder
	fmt.Fprintf(&head, "%s %s\n", resp.Proto, resp.Status)
	for _, name := range slices.Sorted(maps.Keys(resp.Header)) {
		for _, value := range resp.Header[name] {
			fmt.Fprintf(&head, "%s: %s\n", name, value)
		}
	}
	s.stdout, s.stderr = string(body), head.String()
	fmt.Fprintf(&s.log, "%s\n%s\n", s.stderr, s.stdout)
	switch {
	case status != 0 && resp.StatusCode != status:
		return fmt.Errorf("status %s, not %d", resp.Status, status)
	case status == 0 && resp.StatusCode >= 400:
		return fmt.Errorf("status %s", resp.Status)
	}
	return nil
}

func (s *script) grep(args []string) error {
	if len(args) < 2 {
		return usageError("[-count=N] pattern file")
	}
	text, err := s.content(args[len(args)-1])
	if err != nil {
		if s.want == mustFail {
			return wrongUse{err} // that there is no file is not the absence of a match
		}
		return err
	}
	return s.match(args[:len(args)-1], text)
}

// match looks for a pattern in text.
func (s *script) match(args []string, text string) error {
	count := 0
	if len(args) > 0 {
		if n, ok := strings.CutPrefix(args[0], "-count="); ok {
			var err error
			if count, err = strconv.Atoi(n); err != nil || count < 1 {
				return usageError("[-count=N] pattern, N at least 1")
			}
			args = args[1:]
		}
	}
	if len(args) != 1 {
		return usageError("[-count=N] pattern")
	}
	re, err := regexp.Compile("(?m)" + args[0])
	if err != nil {
		return wrongUse{err}
	}
	found := re.FindAllStringIndex(text, -1)
	switch {
	case len(found) == 0:
		return fmt.Errorf("no match for %#q in:\n%s", args[0], text)
	case count > 0 && len(found) != count:
		return fmt.Errorf("%d matches for %#q, not %d, in:\n%s", len(found), args[0], count, text)
	}
	return nil
}

func (s *script) mkdir(args []string) error {
	if len(args) == 0 {
		return usageError("dir...")
	}
	for _, name := range args {
		var missing []string
		for d := s.disk().Abs(name); ; d = path.Dir(d) {
			if _, err := s.disk().Stat(d); err == nil {
				break
			}
			missing = append(missing, d)
		}
		if err := s.disk().MkdirAll(name, 0o755); err != nil {
			return err
		}
		for _, d := range slices.Backward(missing) {
			if err := s.own(d); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *script) mv(args []string) error {
	if len(args) != 2 {
		return usageError("path1 path2")
	}
	return s.disk().Rename(args[0], args[1])
}

func (s *script) rm(args []string) error {
	if len(args) == 0 {
		return usageError("path...")
	}
	for _, name := range args {
		if err := s.disk().RemoveAll(name); err != nil {
			return err
		}
	}
	return nil
}

func (s *script) skip(args []string) error {
	s.endBackground()
	s.t.Skip(strings.Join(args, " "))
	return nil
}

func (s *script) stop(args []string) error {
	s.t.Log("stop:", strings.Join(args, " "))
	s.endBackground()
	s.ended = true
	return nil
}

func (s *script) setStdin(args []string) error {
	if len(args) != 1 {
		return usageError("file")
	}
	text, err := s.content(args[0])
	s.stdin = text
	return err
}

func (s *script) symlink(args []string) error {
	if len(args) != 3 || args[1] != "->" {
		return usageError("link -> target")
	}
	if err := s.disk().Symlink(args[2], args[0]); err != nil {
		return err
	}
	return s.own(args[0])
}

func (s *script) unquote(args []string) error {
	if len(args) == 0 {
		return usageError("file...")
	}
	for _, name := range args {
		data, err := s.disk().ReadFile(name)
		if err != nil {
			return err
		}
		if data, err = txtar.Unquote(data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := s.disk().WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (s *script) waitFor(args []string) error {
	switch len(args) {
	case 0:
		return s.wait("")
	case 1:
		return s.wait(args[0])
	}
	return usageError("[name]")
}

// waitportTimeout is how long a server may take to begin to listen.
const waitportTimeout = 30 * time.Second

func (s *script) waitport(args []string) error {
	port := 0
	if len(args) == 1 {
		port, _ = strconv.Atoi(args[0])
	}
	if port < 1 || port > 65535 {
		return usageError("port")
	}
	ctx, cancel := context.WithTimeout(s.ctx, waitportTimeout)
	defer cancel()
	return s.sb.WaitForPort(ctx, port)
}
