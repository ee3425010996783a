package sandpittest

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/sandpit-dev/sandpit"
	"github.com/sandpit-dev/sandpit/kernel"
)

// job is a program in the background.
type job struct {
	name           string // "" unless it was started with &name&
	cmd            *sandpit.Cmd
	stdout, stderr bytes.Buffer
	want           outcome
}

// errInBackground says that whether the program does as it must is seen by wait.
var errInBackground = errors.New("started in the background")

var jobName = regexp.MustCompile(`^&(\w+)&$`)

func (s *script) exec(args []string) error {
	if len(args) == 0 || len(args) == 1 && strings.HasPrefix(args[0], "&") {
		return usageError("prog [arg...] [&|&name&]")
	}
	last := args[len(args)-1]
	named := jobName.FindStringSubmatch(last)
	inBackground := last == "&" || named != nil
	if inBackground {
		args = args[:len(args)-1]
	}
	j := &job{cmd: s.sb.CommandContext(s.ctx, args[0], args[1:]...)}
	j.cmd.Env, j.cmd.Dir = s.environ(), s.dir
	j.cmd.Stdin = strings.NewReader(s.stdin)
	j.cmd.Stdout, j.cmd.Stderr = &j.stdout, &j.stderr
	s.stdin, s.stdout, s.stderr = "", "", ""
	if err := j.cmd.Start(); err != nil {
		return err
	}
	if inBackground {
		if named != nil {
			j.name = named[1]
		}
		j.want = s.want
		s.background = append(s.background, j)
		return errInBackground
	}
	err := j.cmd.Wait()
	s.printed(j)
	return err
}

// printed makes a program's output that which stdout, stderr and cmp look at.
func (s *script) printed(j *job) {
	s.stdout += j.stdout.String()
	s.stderr += j.stderr.String()
	if j.stdout.Len() > 0 {
		fmt.Fprintf(&s.log, "[stdout]\n%s", j.stdout.String())
	}
	if j.stderr.Len() > 0 {
		fmt.Fprintf(&s.log, "[stderr]\n%s", j.stderr.String())
	}
}

// jobs takes the background jobs of a name ("" = all) off the list.
func (s *script) jobs(name string) ([]*job, error) {
	if name == "" {
		all := s.background
		s.background = nil
		return all, nil
	}
	for i, j := range s.background {
		if j.name == name {
			s.background = append(s.background[:i:i], s.background[i+1:]...)
			return []*job{j}, nil
		}
	}
	return nil, fmt.Errorf("nothing in the background is called %q", name)
}

// wait waits for the background. A program that kill has ended may have any status.
func (s *script) wait(name string) error {
	jobs, err := s.jobs(name)
	if err != nil {
		return err
	}
	s.stdout, s.stderr = "", ""
	var errs []error
	for _, j := range jobs {
		if err := j.want.judge(j.cmd.String(), j.cmd.Wait()); err != nil {
			errs = append(errs, err)
		}
		s.printed(j)
	}
	return errors.Join(errs...)
}

func (s *script) kill(args []string) error {
	sig := kernel.SIGKILL
	if len(args) > 0 && strings.HasPrefix(args[0], "-") {
		var ok bool
		if sig, ok = kernel.ParseSignal(args[0][1:]); !ok {
			return fmt.Errorf("unknown signal %s", args[0])
		}
		args = args[1:]
	}
	if len(args) > 1 {
		return usageError("[-SIGNAL] [name]")
	}
	found := false
	for _, j := range s.background {
		if len(args) == 1 && j.name != args[0] {
			continue
		}
		found = true
		j.want = mayFail
		_ = s.sb.Kernel().Kill(nil, j.cmd.Process.PID(), sig) // one that has ended needs none
	}
	if !found && len(args) == 1 {
		return fmt.Errorf("nothing in the background is called %q", args[0])
	}
	return nil
}

// endBackground kills what a script that has failed, stopped or been skipped left in the background.
func (s *script) endBackground() {
	for _, j := range s.background {
		// It may have ended by itself: then there is nothing to kill.
		_ = s.sb.Kernel().Kill(nil, j.cmd.Process.PID(), kernel.SIGKILL)
		_ = j.cmd.Wait()
	}
	s.background = nil
}
