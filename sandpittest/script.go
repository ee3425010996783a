package sandpittest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/vfs"
)

// script is one run of the script of a txtar file.
type script struct {
	t    testing.TB
	ctx  context.Context
	sb   *sandpit.Sandbox
	file string // for messages

	line       int
	dir        string
	env        map[string]string
	stdin      string
	stdout     string // of the last exec, wait or fetch
	stderr     string
	background []*job
	want       outcome // of the line that runs

	log   strings.Builder // the lines of the phase that is running, with what they printed
	ended bool            // by stop
}

func newScript(t testing.TB, sb *sandpit.Sandbox, file string) *script {
	s := &script{t: t, ctx: t.Context(), sb: sb, file: filepath.Base(file), dir: sb.Dir(), env: sb.Env()}
	maps.Copy(s.env, map[string]string{
		"WORK": s.dir, "TMPDIR": "/tmp", "devnull": "/dev/null", "/": "/", ":": ":", "$": "$", "exe": "",
	})
	return s
}

// outcome is what a line asks of its command.
type outcome byte

const (
	mustPass outcome = iota
	mustFail         // !
	mayFail          // ?
)

// judge compares how what has ended with what was asked.
func (o outcome) judge(what string, err error) error {
	switch {
	case o == mustFail && err == nil:
		return fmt.Errorf("%s was to fail and did not", what)
	case o == mustPass && err != nil:
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// run interprets the script; the first line that does not do as it must ends the test.
func (s *script) run(text string) {
	s.t.Helper()
	for i, line := range strings.Split(text, "\n") {
		s.line = i + 1
		if strings.HasPrefix(line, "#") {
			s.log.Reset() // a new phase: the one before has gone well
		}
		if strings.TrimSpace(line) != "" {
			fmt.Fprintf(&s.log, "> %s\n", line)
		}
		if err := s.step(line); err != nil {
			s.t.Fatalf("%s:%d: %v\n%s", s.file, s.line, err, s.log.String())
		}
		if s.ended {
			return
		}
	}
}

// step runs one line.
func (s *script) step(line string) error {
	words, err := s.split(line)
	if err != nil {
		return err
	}
	for len(words) > 0 && strings.HasPrefix(words[0], "[") && strings.HasSuffix(words[0], "]") {
		holds, err := s.condition(words[0][1 : len(words[0])-1])
		if err != nil {
			return err
		}
		if !holds {
			return nil
		}
		words = words[1:]
	}
	s.want = mustPass
	if len(words) > 0 {
		switch words[0] {
		case "!":
			s.want, words = mustFail, words[1:]
		case "?":
			s.want, words = mayFail, words[1:]
		}
	}
	if len(words) == 0 {
		if s.want != mustPass {
			return errors.New("! and ? stand before a command")
		}
		return nil
	}
	cmd, ok := scriptCommands[words[0]]
	if !ok {
		return fmt.Errorf("unknown command %q (programs of the box are run by: exec %s)", words[0], strings.Join(words, " "))
	}
	if s.want != mustPass && !cmd.negatable {
		return fmt.Errorf("%s cannot be negated", words[0])
	}
	err = cmd.run(s, words[1:])
	if usage, ok := errors.AsType[usageError](err); ok {
		return fmt.Errorf("usage: %s %s", words[0], usage)
	}
	if wrong, ok := errors.AsType[wrongUse](err); ok {
		return wrong.error
	}
	if errors.Is(err, errInBackground) {
		return nil
	}
	if err != nil && s.want != mustPass {
		fmt.Fprintf(&s.log, "[%v]\n", err)
	}
	return s.want.judge(strings.Join(words, " "), err)
}

// usageError says how a command is written; it fails the test whatever the line's prefix.
type usageError string

func (e usageError) Error() string { return string(e) }

// wrongUse is an error that fails the test whatever the line's prefix.
type wrongUse struct{ error }

// condition evaluates what stands in [brackets].
func (s *script) condition(cond string) (bool, error) {
	name, negated := strings.CutPrefix(cond, "!")
	var holds bool
	switch prog, isExec := strings.CutPrefix(name, "exec:"); {
	case isExec:
		holds = s.lookPath(prog)
	case name == "short":
		holds = testing.Short()
	case name == "unix", name == "linux", name == "symlink", name == "link":
		holds = true
	case name == "net", name == "windows", name == "darwin":
		holds = false
	default:
		return false, fmt.Errorf("unknown condition [%s]", cond)
	}
	return holds != negated, nil
}

func (s *script) lookPath(prog string) bool {
	for _, dir := range strings.Split(s.env["PATH"], ":") {
		if info, err := s.sb.FS().Stat(path.Join(dir, prog)); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return true
		}
	}
	return false
}

// split makes words of a line: quotes, variables, comments.
func (s *script) split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '\'':
			inWord = true
			end := i + 1
			for {
				n := strings.IndexByte(line[end:], '\'')
				if n < 0 {
					return nil, errors.New("a quote is not closed")
				}
				word.WriteString(line[end : end+n])
				end += n + 1
				if end == len(line) || line[end] != '\'' {
					break
				}
				word.WriteByte('\'')
				end++
			}
			i = end
		case c == ' ' || c == '\t' || c == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
			i++
		case c == '#' && !inWord:
			return words, nil
		case c == '$':
			inWord = true
			value, n := s.variable(line[i:])
			word.WriteString(value)
			i += n
		default:
			inWord = true
			word.WriteByte(c)
			i++
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

var variableForm = regexp.MustCompile(`^\$(?:\{([^}@]+)(@R)?\}|([A-Za-z_][A-Za-z0-9_]*|[/:$]))`)

// variable replaces the reference that text begins with and tells its length; a $ that begins none stands for itself.
func (s *script) variable(text string) (value string, length int) {
	m := variableForm.FindStringSubmatch(text)
	if m == nil {
		return "$", 1
	}
	value = s.env[m[1]+m[3]]
	if m[2] != "" {
		value = regexp.QuoteMeta(value)
	}
	return value, len(m[0])
}

// expand replaces the references of a whole text.
func (s *script) expand(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '$')
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		value, n := s.variable(text[i:])
		b.WriteString(value)
		text = text[i+n:]
	}
}

// disk is the box's disk from the script's directory, as root: a test may look at everything.
func (s *script) disk() *vfs.FS { return s.sb.FS().In(s.dir) }

// content returns a file's text; stdout and stderr stand for what the last command printed.
func (s *script) content(name string) (string, error) {
	switch name {
	case "stdout":
		return s.stdout, nil
	case "stderr":
		return s.stderr, nil
	}
	data, err := s.disk().ReadFile(name)
	return string(data), err
}

// environ returns the script's variables as environ(7) has them.
func (s *script) environ() []string {
	out := make([]string, 0, len(s.env))
	for _, name := range slices.Sorted(maps.Keys(s.env)) {
		if variableName.MatchString(name) {
			out = append(out, name+"="+s.env[name])
		}
	}
	return out
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
