package data

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/jq"
	"github.com/sandpit-dev/sandpit/kernel"
)

const jqHelp = `Usage:	jq [OPTIONS] FILTER [FILES...]
	jq [OPTIONS] --args FILTER [ARGUMENTS...]
	jq [OPTIONS] --jsonargs FILTER [JSON_VALUES...]

jq processes JSON inputs with a filter and writes what it makes of them.

  -c, --compact-output    one line for each output
  -n, --null-input        one run with null as input
  -e, --exit-status       status 1 when the last output was false or null
  -s, --slurp             all inputs as one array
  -r, --raw-output        strings as they are
  -j, --join-output       like -r, without newlines
  -a, --ascii-output      other characters as \u escapes
  -R, --raw-input         each line is a string
  -S, --sort-keys         keys of objects in order
  -C, --color-output      colour the output, as JQ_COLORS says
  -M, --monochrome-output  do not (the default)
      --stream            each input as a series of [path, leaf] events
      --tab               indent with tabs
      --indent n          indent with n spaces (7 at most)
      --seq               records start with the RS character
      --unbuffered        flush after each output
  -f, --from-file file    read the filter from a file
      --arg a v           set $a to the string v
      --argjson a v       set $a to the JSON v
      --slurpfile a f     set $a to the array of the JSON texts in f
      --rawfile a f       set $a to the content of f
      --args              the other arguments are strings in $ARGS.positional
      --jsonargs          the other arguments are JSON in $ARGS.positional
  -h, --help              this text
  -V, --version           the version
`

// jqRun is one run of jq.
type jqRun struct {
	p      *kernel.Process
	w      *cmd.Writer
	files  []string
	input  *cmd.Input
	dec    *jq.Decoder
	lines  *cmd.LineReader
	name   any
	line   int
	slurp  bool
	raw    bool
	done   bool // the slurped input was given
	failed bool // a file could not be read
	bad    error
	env    any
	loc    *time.Location
	format jq.Format

	rawOut, join, seq, flush bool

	stream bool
	events []any // of --stream, not yet given
}

func jqCommand(_ context.Context, p *kernel.Process) int {
	r := &jqRun{p: p, w: cmd.NewWriter(p), format: jq.Format{Indent: "  "}, loc: cmd.Location(p)}
	usage := func(text string) int {
		cmd.Raw(p, "jq: "+text+"\nUse jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://stedolan.github.io/jq\n")
		return 2
	}
	var filter, fromFile string
	haveFilter, exitStatus, nullInput, fileArg := false, false, false, false
	var names []string
	var vals []any
	named := jq.NewObject()
	positional := []any{}
	define := func(name string, v any) {
		for _, n := range names {
			if n == "$"+name {
				return
			}
		}
		names, vals = append(names, "$"+name), append(vals, v)
		named.Set(name, v)
	}
	rest := byte('f') // what arguments are: files, strings, JSON
	args := p.Args()[1:]
	optsDone := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		if optsDone || a == "-" || !strings.HasPrefix(a, "-") {
			switch {
			case !haveFilter && !fileArg:
				filter, haveFilter = a, true
			case rest == 's':
				positional = append(positional, a)
			case rest == 'j':
				v, err := jq.Parse(a)
				if err != nil {
					return usage("Invalid JSON text passed to --jsonargs")
				}
				positional = append(positional, v)
			default:
				r.files = append(r.files, a)
			}
			continue
		}
		if a == "--" {
			optsDone = true
			continue
		}
		long, isLong := strings.CutPrefix(a, "--")
		need := func(n int, what string) bool { return i+n < len(args) }
		flags := a[1:]
		if isLong {
			short, known := jqLong[long]
			switch {
			case known && short != 0:
				flags = string(short)
			case long == "arg" || long == "argjson" || long == "slurpfile" || long == "rawfile" || long == "argfile":
				if !need(2, long) {
					return usage("--" + long + " takes two parameters (e.g. --" + long + " varname value)")
				}
				name, val := args[i+1], args[i+2]
				i += 2
				switch long {
				case "arg":
					define(name, val)
				case "argjson":
					v, err := jq.Parse(val)
					if err != nil {
						return usage("Invalid JSON text passed to --argjson")
					}
					define(name, v)
				default:
					v, err := r.readFile(val, long == "rawfile")
					if err != nil {
						cmd.Raw(p, "jq: Bad JSON in --"+long+" "+name+" "+val+": "+err.Error()+"\n")
						return 2
					}
					if l, ok := v.([]any); ok && long == "argfile" && len(l) == 1 {
						v = l[0]
					}
					define(name, v)
				}
				continue
			case long == "args":
				rest = 's'
				continue
			case long == "jsonargs":
				rest = 'j'
				continue
			case long == "tab":
				r.format.Indent = "\t"
				continue
			case long == "indent":
				if !need(1, long) {
					return usage("--indent takes one parameter")
				}
				i++
				n, err := strconv.Atoi(args[i])
				if err != nil || n < -1 || n > 7 {
					return usage("--indent takes a number between -1 and 7")
				}
				r.format.Indent = strings.Repeat(" ", max(n, 0))
				continue
			case long == "seq":
				r.seq = true
				continue
			case long == "unbuffered":
				r.flush = true
				continue
			case long == "stream":
				r.stream = true
				continue
			default:
				return usage("Unknown option " + a)
			}
		}
		for _, c := range []byte(flags) {
			switch c {
			case 'c':
				r.format.Indent = ""
			case 'n':
				nullInput = true
			case 'e':
				exitStatus = true
			case 's':
				r.slurp = true
			case 'r':
				r.rawOut = true
			case 'j':
				r.rawOut, r.join = true, true
			case 'a':
				r.format.ASCII = true
			case 'R':
				r.raw = true
			case 'S':
				r.format.Sort = true
			case 'C':
				r.format.Colors = jq.NewColors(p.Getenv("JQ_COLORS"))
			case 'M':
				r.format.Colors = nil
			case 'f':
				fileArg = true
			case 'h':
				_, _ = io.WriteString(p.Stdout(), jqHelp)
				return 0
			case 'V':
				_, _ = io.WriteString(p.Stdout(), "jq-1.6\n")
				return 0
			default:
				return usage("Unknown option " + a)
			}
		}
	}
	if fileArg {
		// the first operand is the file with the filter
		if haveFilter {
			fromFile = filter
		} else if len(r.files) > 0 {
			fromFile, r.files = r.files[0], r.files[1:]
			if len(r.files) == 0 {
				r.files = nil
			}
		} else {
			return usage("-f takes a file")
		}
		v, err := r.readFile(fromFile, true)
		if err != nil {
			cmd.Raw(p, "jq: Could not open "+fromFile+": "+kernel.Strerror(err)+"\n")
			return 2
		}
		filter, haveFilter = v.(string), true
	}
	if !haveFilter {
		cmd.Raw(p, jqHelp)
		return 2
	}
	all := jq.NewObject()
	all.Set("positional", positional)
	all.Set("named", named)
	names, vals = append(names, "$ARGS"), append(vals, all)
	prog, err := jq.Compile(filter, names)
	if err != nil {
		cmd.Raw(p, err.Error())
		return 3
	}
	defer r.closeInput()
	return r.run(prog, vals, nullInput, exitStatus)
}

// jqLong maps long options to letters.
var jqLong = map[string]byte{"compact-output": 'c', "null-input": 'n', "exit-status": 'e', "slurp": 's', "raw-output": 'r', "join-output": 'j',
	"ascii-output": 'a', "raw-input": 'R', "sort-keys": 'S', "color-output": 'C', "monochrome-output": 'M', "from-file": 'f', "help": 'h', "version": 'V'}

func (r *jqRun) run(prog *jq.Program, vals []any, nullInput, exitStatus bool) int {
	status := 0
	any1 := false
	var last any
	emit := func(v any) error {
		any1, last = true, v
		r.write(v)
		if r.flush {
			_ = r.w.Flush()
		}
		return r.w.Err()
	}
	for first := true; ; first = false {
		var in any
		if nullInput {
			if !first {
				break
			}
		} else {
			v, err := r.Input()
			if err == jq.NoInput() {
				break
			}
			if err != nil {
				r.bad = err
				break
			}
			in = v
		}
		err := prog.Run(r, r.p.Safepoint, in, vals, emit)
		if r.w.Err() != nil || r.p.Safepoint() != nil {
			return r.w.Finish(2)
		}
		var halt *jq.HaltError
		var je *jq.Error
		var pe *jq.ParseError
		switch {
		case err == nil:
		case errors.As(err, &halt):
			if halt.Silent {
				return r.w.Finish(0)
			}
			_ = r.w.Flush()
			if s, ok := halt.Value.(string); ok {
				cmd.Raw(r.p, s)
			} else {
				cmd.Raw(r.p, string((&jq.Format{}).Append(nil, halt.Value))+"\n")
			}
			return r.w.Finish(halt.Code)
		case errors.As(err, &je):
			_ = r.w.Flush()
			where := "<unknown>"
			if r.name != nil {
				where = r.name.(string)
			} else if r.dec != nil || r.lines != nil {
				where = "<stdin>"
			}
			if where != "<unknown>" {
				where += ":" + strconv.Itoa(r.Line())
			}
			if _, ok := je.Value.(string); ok {
				cmd.Raw(r.p, "jq: error (at "+where+"): "+je.Error()+"\n")
			} else {
				cmd.Raw(r.p, "jq: error (at "+where+") (not a string): "+je.Error()+"\n")
			}
			status = 5
		case errors.As(err, &pe):
			r.bad = err
		default:
			cmd.Raw(r.p, "jq: error: "+kernel.Strerror(err)+"\n")
			return r.w.Finish(2)
		}
		if r.bad != nil {
			break
		}
	}
	if r.bad != nil {
		_ = r.w.Flush()
		cmd.Raw(r.p, "parse error: "+r.bad.Error()+"\n")
		return r.w.Finish(4)
	}
	if r.failed {
		return r.w.Finish(2)
	}
	if exitStatus && status == 0 {
		switch {
		case !any1:
			status = 4
		case last == nil || last == false:
			status = 1
		}
	}
	return r.w.FinishAs(status, 2)
}

func (r *jqRun) write(v any) {
	if r.seq {
		_ = r.w.WriteByte(0x1e)
	}
	if s, ok := v.(string); ok && r.rawOut {
		if r.format.ASCII {
			b := r.format.Append(nil, s)
			_, _ = r.w.Write(b)
		} else {
			_, _ = r.w.WriteString(s)
		}
	} else {
		_, _ = r.w.Write(r.format.Append(nil, v))
	}
	if !r.join {
		_ = r.w.WriteByte('\n')
	}
}

func (r *jqRun) closeInput() {
	if r.input != nil {
		r.input.Close()
		r.input = nil
	}
}

// nextFile opens the next input; false at the end.
func (r *jqRun) nextFile() bool {
	r.closeInput()
	for {
		if r.files == nil {
			r.files = []string{}
			r.input = cmd.Stdin(r.p)
			r.name = nil
		} else if len(r.files) == 0 {
			return false
		} else {
			name := r.files[0]
			r.files = r.files[1:]
			in, err := cmd.Open(r.p, name)
			if err == nil {
				if info, serr := in.Stat(); serr == nil && info.IsDir() {
					in.Close()
					cmd.Raw(r.p, "jq: error: Could not open file "+name+": It's a directory\n")
					r.failed = true
					continue
				}
			}
			if err != nil {
				cmd.Raw(r.p, "jq: error: Could not open file "+name+": "+kernel.Strerror(err)+"\n")
				r.failed = true
				continue
			}
			r.input, r.name = in, name
		}
		if r.raw {
			r.lines = cmd.NewLineReader(r.input, '\n')
		} else {
			r.dec = jq.NewDecoder(r.input)
		}
		return true
	}
}

// one gives the next input text, over all files.
func (r *jqRun) one() (any, error) {
	for {
		if len(r.events) > 0 {
			v := r.events[0]
			r.events = r.events[1:]
			return v, nil
		}
		if r.input == nil && !r.nextFile() {
			return nil, jq.NoInput()
		}
		var v any
		var err error
		if r.raw {
			var line []byte
			line, _, err = r.lines.Next()
			if err == nil {
				r.line++
				v = strings.ToValidUTF8(string(line), "\uFFFD")
			}
		} else {
			v, err = r.dec.Next()
			if err == nil && r.stream {
				r.events = jq.StreamEvents(v)
				continue
			}
		}
		if err == io.EOF {
			r.closeInput()
			continue
		}
		return v, err
	}
}

// Input is the next input: all of them at once with -s.
func (r *jqRun) Input() (any, error) {
	if !r.slurp {
		return r.one()
	}
	if r.done {
		return nil, jq.NoInput()
	}
	r.done = true
	if r.raw {
		var b strings.Builder
		for r.nextFile() {
			data, err := cmd.ReadAll(r.input)
			if err != nil {
				return nil, err
			}
			b.Write(data)
		}
		return strings.ToValidUTF8(b.String(), "\uFFFD"), nil
	}
	out := []any{}
	for {
		v, err := r.one()
		if err == jq.NoInput() {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
}

// readFile reads a file of an option: its text, or the array of its JSON texts.
func (r *jqRun) readFile(name string, raw bool) (any, error) {
	in, err := cmd.OpenFile(r.p, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if raw {
		data, err := cmd.ReadAll(in)
		return strings.ToValidUTF8(string(data), "\uFFFD"), err
	}
	d := jq.NewDecoder(in)
	out := []any{}
	for {
		v, err := d.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
}

// Debug is the debug function's message.
func (r *jqRun) Debug(v any) {
	_ = r.w.Flush()
	cmd.Raw(r.p, string((&jq.Format{}).Append(nil, v))+"\n")
}

// Stderr writes text as it is.
func (r *jqRun) Stderr(text string) {
	_ = r.w.Flush()
	cmd.Raw(r.p, text)
}

// Env is the environment of the process as an object.
func (r *jqRun) Env() any {
	if r.env == nil {
		o := jq.NewObject()
		for _, kv := range r.p.Environ() {
			k, v, _ := strings.Cut(kv, "=")
			o.Set(k, strings.ToValidUTF8(v, "\uFFFD"))
		}
		r.env = o
	}
	return r.env
}

// Now is the time in the zone of the process.
func (r *jqRun) Now() time.Time { return r.p.Kernel().Clock().Now().In(r.loc) }

// Filename is input_filename.
func (r *jqRun) Filename() any { return r.name }

// Line is input_line_number.
func (r *jqRun) Line() int {
	switch {
	case r.raw:
		return r.line
	case r.dec != nil:
		return min(r.dec.Line(), math.MaxInt32)
	}
	return 0
}
