package dockerfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sandpit-dev/sandpit/kernel"
	"github.com/sandpit-dev/sandpit/vfs"
)

// Options says what Build builds.
type Options struct {
	Dockerfile string             // its text; "" = the file "Dockerfile" of Context
	Context    fs.FS              // what COPY and ADD take from, less what its .dockerignore names; nil = nothing
	Args       map[string]string  // values for ARG
	Target     string             // the stage to stop at, by name or number; "" = the last
	Images     map[string]*Result // what FROM may name beside scratch and earlier stages
	Cache      *Cache             // keeps layers from one build to the next; nil = none
	Output     io.Writer          // each step and what RUN prints; nil = none

	// Run runs a command on a copy of a disk and returns the copy, at rest. Required when there is a RUN.
	Run func(ctx context.Context, cmd Command) (*vfs.FS, error)
}

// Command is one RUN.
type Command struct {
	Disk      *vfs.FS // not to be changed
	User, Dir string
	Env       map[string]string
	Args      []string  // argv
	Output    io.Writer // for both streams
}

// Result is a disk and how what runs on it starts.
type Result struct {
	Disk   *vfs.FS
	Config Config
}

// Config is what a Dockerfile says of how an image's boxes start.
type Config struct {
	Env        map[string]string // ENV
	Dir        string            // WORKDIR
	User       string            // USER
	Entrypoint []string          // ENTRYPOINT
	Cmd        []string          // CMD
	Ports      []string          // EXPOSE: "80", "53/udp"
	Labels     map[string]string // LABEL
}

// Clone returns a copy that shares nothing with c; its maps are never nil.
func (c Config) Clone() Config {
	c.Env, c.Labels = maps.Clone(c.Env), maps.Clone(c.Labels)
	if c.Env == nil {
		c.Env = map[string]string{}
	}
	if c.Labels == nil {
		c.Labels = map[string]string{}
	}
	c.Entrypoint, c.Cmd, c.Ports = slices.Clone(c.Entrypoint), slices.Clone(c.Cmd), slices.Clone(c.Ports)
	return c
}

// BuildError is an instruction that failed.
type BuildError struct {
	Line        int    // in the Dockerfile
	Instruction string // "RUN make"
	Output      string // the end of what RUN printed
	Err         error
}

func (e *BuildError) Error() string {
	text := fmt.Sprintf("line %d: %.200s: %v", e.Line, e.Instruction, e.Err)
	if out := strings.TrimSpace(e.Output); out != "" {
		text += "\n" + out
	}
	return text
}

func (e *BuildError) Unwrap() error { return e.Err }

// Build makes the last stage of a Dockerfile, or the one that opts.Target names. See [Options] for what it may use. It
// refuses what it does not know before anything is built. A step that fails is a *BuildError.
func Build(ctx context.Context, opts Options) (*Result, error) {
	text := opts.Dockerfile
	if opts.Context == nil {
		opts.Context = emptyFS{}
	}
	if text == "" {
		data, err := fs.ReadFile(opts.Context, "Dockerfile")
		if err != nil {
			return nil, err
		}
		text = string(data)
	}
	list, err := Parse(text)
	if err != nil {
		return nil, err
	}
	if err := checkInstructions(list); err != nil {
		return nil, err
	}
	ignore, err := readIgnore(opts.Context)
	if err != nil {
		return nil, err
	}
	b := &builder{ctx: ctx, opts: opts, list: list, ignore: ignore, global: map[string]string{}}
	return b.build()
}

// refused says why an instruction is not there.
var refused = map[string]string{
	"HEALTHCHECK": "a box has no health checks: use WaitForPort", "VOLUME": "a box has no volumes: use Options.Mounts",
	"ONBUILD": "triggers are not supported", "STOPSIGNAL": "Close kills", "SHELL": "RUN, CMD and ENTRYPOINT use /bin/sh; write the other form: [\"bash\", \"-c\", ...]",
	"MAINTAINER": "it is deprecated: use LABEL",
}

// knownFlags are the flags of instructions that have some.
var knownFlags = map[string][]string{"COPY": {"chown", "chmod", "from"}, "ADD": {"chown", "chmod"}}

// checkInstructions refuses what cannot be built.
func checkInstructions(list []Instruction) error {
	seenFrom := false
	for _, in := range list {
		fail := func(format string, args ...any) error {
			return &BuildError{Line: in.Line, Instruction: strings.TrimSpace(in.Name + " " + in.Text), Err: fmt.Errorf(format, args...)}
		}
		switch in.Name {
		case "FROM":
			seenFrom = true
		case "ARG":
		case "COPY", "ADD", "RUN", "ENV", "WORKDIR", "USER", "EXPOSE", "CMD", "ENTRYPOINT", "LABEL":
			if !seenFrom {
				return fail("there must be a FROM first")
			}
		default:
			if why := refused[in.Name]; why != "" {
				return fail("%s is not supported: %s", in.Name, why)
			}
			return fail("unknown instruction %.40q", in.Name)
		}
		for _, f := range in.Flags {
			if !slices.Contains(knownFlags[in.Name], f.Name) {
				return fail("--%s is not supported", f.Name)
			}
		}
		if in.Text == "" {
			return fail("needs an argument")
		}
	}
	if !seenFrom {
		return errors.New("the Dockerfile has no FROM")
	}
	return nil
}

// builder is one BuildImage.
type builder struct {
	ctx    context.Context
	opts   Options
	list   []Instruction
	ignore *ignoreFile
	global map[string]string // ARGs before the first FROM
	stages []*stage
}

// stage is what follows a FROM.
type stage struct {
	name string
	layer
	key  string            // what the layer was made of, for the cache
	args map[string]string // declared with ARG
}

func (b *builder) build() (*Result, error) {
	var at *stage
	for i, in := range b.list {
		if b.ctx.Err() != nil {
			return nil, context.Cause(b.ctx)
		}
		if in.Name == "FROM" && at != nil && b.isTarget(at) {
			break
		}
		shown := strings.TrimSpace(in.Name + " " + in.Text)
		b.printf("Step %d/%d : %s\n", i+1, len(b.list), shown)
		next, err := b.step(at, in)
		if err != nil {
			if failed, ok := errors.AsType[*BuildError](err); ok {
				return nil, failed
			}
			return nil, &BuildError{Line: in.Line, Instruction: shown, Err: err}
		}
		at = next
	}
	if b.opts.Target != "" && !b.isTarget(at) {
		return nil, fmt.Errorf("the Dockerfile has no stage %q", b.opts.Target)
	}
	return &Result{Disk: at.disk, Config: at.config}, nil
}

func (b *builder) isTarget(s *stage) bool {
	return b.opts.Target != "" && (strings.EqualFold(s.name, b.opts.Target) || strconv.Itoa(len(b.stages)-1) == b.opts.Target)
}

func (b *builder) printf(format string, args ...any) {
	if b.opts.Output != nil {
		fmt.Fprintf(b.opts.Output, format, args...)
	}
}

// step does one instruction and returns the stage that goes on.
func (b *builder) step(s *stage, in Instruction) (*stage, error) {
	switch in.Name {
	case "FROM":
		return b.from(in)
	case "ARG":
		return s, b.arg(s, in)
	case "COPY", "ADD":
		return s, b.copy(s, in)
	case "RUN":
		return s, b.run(s, in)
	}
	s.key = hashOf(s.key, in.Name, in.Text)
	c := &s.config
	switch in.Name {
	case "ENV", "LABEL":
		pairs, err := Pairs(in.Text)
		if err != nil {
			return nil, err
		}
		into := c.Env
		if in.Name == "LABEL" {
			into = c.Labels
		}
		// All the values of a line see the variables from before it.
		values := map[string]string{}
		for _, p := range pairs {
			name, err := b.expand(s, p[0])
			if err != nil {
				return nil, err
			}
			if values[name], err = b.expand(s, p[1]); err != nil {
				return nil, err
			}
		}
		if in.Name == "ENV" {
			if err := checkNames(values); err != nil {
				return nil, err
			}
		}
		maps.Copy(into, values)
	case "WORKDIR":
		dir, err := b.expand(s, in.Text)
		if err != nil {
			return nil, err
		}
		c.Dir = path.Join("/", c.Dir, dir)
		if path.IsAbs(dir) {
			c.Dir = path.Clean(dir)
		}
		s.disk = s.disk.Fork()
		return s, s.disk.MkdirAll(c.Dir, 0o755)
	case "USER":
		user, err := b.expand(s, in.Text)
		if err != nil {
			return nil, err
		}
		name, group, hasGroup := strings.Cut(user, ":")
		u, err := kernel.FindUser(s.disk, name)
		if err != nil {
			return nil, err
		}
		if hasGroup {
			if _, gid, err := parseOwner(s.disk, "0:"+group); err != nil || gid != u.GID {
				return nil, fmt.Errorf("USER %s: a user has the group of its entry in /etc/passwd", user)
			}
		}
		c.User = name
	case "EXPOSE":
		words, err := b.words(s, in.Text)
		if err != nil {
			return nil, err
		}
		for _, w := range words {
			number, proto, _ := strings.Cut(w, "/")
			if n, err := strconv.Atoi(number); err != nil || n < 1 || n > 65535 || proto != "" && proto != "tcp" && proto != "udp" {
				return nil, fmt.Errorf("%s is not a port", w)
			}
			if !slices.Contains(c.Ports, w) {
				c.Ports = append(c.Ports, w)
			}
		}
	case "CMD":
		c.Cmd = command(in)
	case "ENTRYPOINT":
		c.Entrypoint, c.Cmd = command(in), nil
	}
	return s, nil
}

// command is the argv of CMD and ENTRYPOINT.
func command(in Instruction) []string {
	if in.JSON != nil {
		return in.JSON
	}
	return []string{"/bin/sh", "-c", in.Text}
}

// from begins a stage.
func (b *builder) from(in Instruction) (*stage, error) {
	words, err := Words(in.Text)
	if err != nil {
		return nil, err
	}
	s := &stage{args: map[string]string{}}
	switch {
	case len(words) == 3 && strings.EqualFold(words[1], "AS"):
		s.name = words[2]
	case len(words) != 1:
		return nil, errors.New("needs an image, or an image AS a name")
	}
	base, err := Expand(words[0], func(name string) (string, bool) { v, ok := b.global[name]; return v, ok })
	if err != nil {
		return nil, err
	}
	s.config = Config{User: "root", Dir: "/"}
	switch earlier := b.stage(base); {
	case earlier != nil:
		s.layer, s.key = earlier.layer, earlier.key
	case base == "scratch":
		s.disk, s.key = vfs.New(), "scratch"
	default:
		img := b.image(base)
		if img == nil {
			return nil, fmt.Errorf("there is no image %q: FROM takes scratch, an earlier stage, or one of %s", base, strings.Join(slices.Sorted(maps.Keys(b.opts.Images)), ", "))
		}
		s.disk, s.key = img.Disk, fmt.Sprintf("image %p", img.Disk)
		if img.Config.User != "" {
			s.config = img.Config
		}
	}
	s.config = s.config.Clone()
	b.stages = append(b.stages, s)
	return s, nil
}

// image finds one of Options.Images; its tag may be left out.
func (b *builder) image(name string) *Result {
	if img := b.opts.Images[name]; img != nil {
		return img
	}
	return b.opts.Images[strings.TrimSuffix(name, ":latest")]
}

// stage finds an earlier stage by name or number.
func (b *builder) stage(name string) *stage {
	for i := len(b.stages) - 1; i >= 0; i-- {
		if s := b.stages[i]; s.name != "" && strings.EqualFold(s.name, name) || strconv.Itoa(i) == name {
			return s
		}
	}
	return nil
}

// arg declares build arguments: those before the first FROM for FROM, the others for their stage.
func (b *builder) arg(s *stage, in Instruction) error {
	words, err := Words(in.Text)
	if err != nil {
		return err
	}
	for _, w := range words {
		name, value, given := strings.Cut(w, "=")
		if given {
			if value, err = b.expand(s, value); err != nil {
				return err
			}
		}
		if err := checkNames(map[string]string{name: value}); err != nil {
			return err
		}
		outer, fromOuter := b.global[name]
		switch v, ok := b.opts.Args[name]; {
		case ok:
			value, given = v, true
		case !given && s != nil && fromOuter:
			value, given = outer, true
		}
		if !given {
			continue // declared, and empty
		}
		if s == nil {
			b.global[name] = value
		} else {
			s.args[name] = value
		}
	}
	return nil
}

// expand replaces the variables that a stage sees: ENV before ARG.
func (b *builder) expand(s *stage, word string) (string, error) {
	return Expand(word, func(name string) (string, bool) {
		if s == nil {
			v, ok := b.global[name]
			return v, ok
		}
		if v, ok := s.config.Env[name]; ok {
			return v, true
		}
		v, ok := s.args[name]
		return v, ok
	})
}

// words splits arguments and expands each.
func (b *builder) words(s *stage, text string) ([]string, error) {
	words, err := Words(text)
	for i := range words {
		if err == nil {
			words[i], err = b.expand(s, words[i])
		}
	}
	return words, err
}

// cached continues with a layer of the cache, if it has this one.
func (b *builder) cached(s *stage, key string) bool {
	s.key = key
	l, ok := b.opts.Cache.get(key)
	if ok {
		b.printf(" ---> Using cache\n")
		s.disk = l.disk
	}
	return ok
}

// outputTail is how much of what RUN printed a BuildError holds, in bytes.
const outputTail = 4 << 10

// run runs a command in a box on the stage's disk.
func (b *builder) run(s *stage, in Instruction) error {
	argv := in.JSON
	if argv == nil {
		script := in.Text
		var literal strings.Builder
		for _, doc := range in.Heredoc {
			literal.WriteString(doc.Content)
			script += "\n" + doc.Content + doc.Name
		}
		if len(in.Heredoc) == 1 && len(strings.Fields(in.Text)) == 1 {
			script = literal.String() // RUN <<EOF: the document is the script
		}
		argv = []string{"/bin/sh", "-c", script}
	}
	if len(argv) == 0 {
		return errors.New("needs a command")
	}
	env := maps.Clone(s.args)
	maps.Copy(env, s.config.Env)
	if b.cached(s, hashOf(s.key, "RUN", strings.Join(argv, "\x00"), fmt.Sprint(env), s.config.User, s.config.Dir)) {
		return nil
	}
	tail := &tailWriter{max: outputTail}
	var out io.Writer = tail
	if b.opts.Output != nil {
		out = io.MultiWriter(tail, b.opts.Output)
	}
	disk, err := b.opts.Run(b.ctx, Command{Disk: s.disk, User: s.config.User, Dir: s.config.Dir, Env: env, Args: argv, Output: out})
	if err != nil {
		if b.ctx.Err() != nil {
			return context.Cause(b.ctx)
		}
		return &BuildError{Line: in.Line, Instruction: "RUN " + in.Text, Output: tail.String(), Err: err}
	}
	s.disk = disk
	b.opts.Cache.put(s.key, s.layer)
	return nil
}

// hashOf is the cache key of a step.
func hashOf(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// tailWriter keeps the last bytes that were written.
type tailWriter struct {
	buf bytes.Buffer
	max int
}

func (w *tailWriter) Write(p []byte) (int, error) {
	w.buf.Write(p)
	if over := w.buf.Len() - w.max; over > w.max {
		w.buf.Next(over)
	}
	return len(p), nil
}

func (w *tailWriter) String() string {
	b := w.buf.Bytes()
	return string(b[max(0, len(b)-w.max):])
}

// checkNames holds the names of variables to what a shell can export.
func checkNames(env map[string]string) error {
	for name, value := range env {
		ok := name != "" && (name[0] < '0' || name[0] > '9')
		for i := 0; ok && i < len(name); i++ {
			c := name[i]
			ok = c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		}
		if !ok || strings.IndexByte(value, 0) >= 0 {
			return fmt.Errorf("environment variable %q: not a valid name or value", name)
		}
	}
	return nil
}
