package data

import (
	"context"
	"encoding/csv"
	"errors"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sandpit-dev/sandpit/commands/internal/cmd"
	"github.com/sandpit-dev/sandpit/commands/internal/jq"
	"github.com/sandpit-dev/sandpit/internal/optparse"
	"github.com/sandpit-dev/sandpit/kernel"
)

// yq follows version 4 of mikefarah's yq, the one whose expressions look like jq's: they are run by the evaluator of jq,
// with yq's own functions added. Comments and the style of scalars are kept by `.` alone; a changed document is written
// anew, in yq's default style and without its comments.
var yqUsage = optparse.Define("yq", "[flags]\n[command]", "Read and write YAML, JSON, CSV and properties.", `
-C, --colors             ignored
-M, --no-colors          ignored
-N, --no-doc             no document separators
-n, --null-input         do not read input
-r, --unwrapScalar[=BOOL]  print scalars without quotes (the default)
-o, --output-format=FORMAT  yaml, json, props, csv, tsv
-p, --input-format=FORMAT  yaml, json, csv, tsv, props
-P, --prettyPrint        the default style
-I, --indent=NUM         indentation of the output
-i, --inplace            write the file that was read
-j, --tojson             output as JSON
-e, --exit-status        status 1 when there is no match, or null or false
-s, --split-exp=EXPR     not supported: an error
    --from-file=FILE     read the expression from a file
    --header-preprocess  ignored
    --xml-attribute-prefix=PREFIX  ignored
-v, --verbose            ignored
-0, --nul-output         separate results by NUL
-V                       print version information
`)

// yqPrelude defines what yq has and jq has not, or has otherwise.
const yqPrelude = `
def tag: {"object":"!!map","array":"!!seq","string":"!!str","number":(if type == "number" and floor == . then "!!int" else "!!float" end),"boolean":"!!bool","null":"!!null"}[type];
def keys: keys_unsorted; def to_json: tojson; def from_json: fromjson; def to_string: tostring; def to_number: tonumber;
def upcase: ascii_upcase; def downcase: ascii_downcase;
def trim: sub("^\\s+";"") | sub("\\s+$";"");
def with(p; f): p |= f;
def sort_keys(f): f |= (if type == "object" then (to_entries | sort_by(.key) | from_entries) else . end);
def filter(f): map(select(f));
def pick(ks): . as $x | ks as $k | if type == "object" then reduce $k[] as $i ({}; if ($x|has($i)) then .[$i] = $x[$i] else . end) else [$k[] | $x[.]] end;
def omit(ks): reduce ks[] as $i (.; del(.[$i]));
def document_index: 0; def di: 0; def file_index: 0; def fi: 0; def filename: input_filename;
def explode(f): .; def alias: ""; def anchor: ""; def style: ""; def line_comment: ""; def head_comment: ""; def foot_comment: "";
def is_key: false; def kind: {"object":"map","array":"seq"}[type] // "scalar";
def array_to_map: . as $a | reduce range(length) as $i ({}; if $a[$i] == null then . else .[$i|tostring] = $a[$i] end);
def any_c(f): any(.[]; f); def all_c(f): all(.[]; f);
def shuffle: .; def pivot: if length == 0 then [] elif (.[0]|type) == "array" then . as $r | [range($r|map(length)|max) as $i | [$r[][$i]]] else . as $r | reduce ($r|map(keys_unsorted)|add|unique[]) as $k ({}; .[$k] = [$r[][$k]]) end;
`

// yqRun is one run of yq.
type yqRun struct {
	p       *kernel.Process
	w       *cmd.Writer
	output  string
	input   string
	unwrap  bool
	indent  int
	noDoc   bool
	end     string
	file    string
	printed int
	last    any
	any     bool
	evalAll bool
	fresh   bool // no result of this document is printed yet
}

func yq(_ context.Context, p *kernel.Process) int {
	args := p.Args()[1:]
	r := &yqRun{p: p, w: cmd.NewWriter(p), unwrap: true, indent: 2, end: "\n"}
	if len(args) > 0 {
		switch args[0] {
		case "e", "eval":
			args = args[1:]
		case "ea", "eval-all":
			r.evalAll = true
			args = args[1:]
		}
	}
	for i, a := range args { // -o=json as yq's own parser takes it
		if len(a) > 3 && a[0] == '-' && a[1] != '-' && a[2] == '=' {
			args[i] = a[:2] + a[3:]
		}
	}
	o, status, done := cmd.ParseArgs(p, yqUsage, args)
	if done {
		return status
	}
	inPlace, nullInput, exitStatus, source := false, false, false, ""
	haveSource := false
	for _, m := range o.Options {
		switch m.Key {
		case "N":
			r.noDoc = true
		case "n":
			nullInput = true
		case "r":
			r.unwrap = m.Value != "false"
		case "o":
			r.output = strings.TrimPrefix(m.Value, "=")
		case "p":
			r.input = strings.TrimPrefix(m.Value, "=")
		case "j":
			r.output = "json"
		case "I":
			n, err := strconv.Atoi(strings.TrimPrefix(m.Value, "="))
			if err != nil || n < 0 || n > 64 {
				return r.fail("invalid argument \"" + m.Value + "\" for \"-I, --indent\" flag: strconv.ParseInt: parsing \"" + m.Value + "\": invalid syntax")
			}
			r.indent = n
		case "i":
			inPlace = true
		case "e":
			exitStatus = true
		case "s":
			return r.fail("--split-exp is not supported in this yq")
		case "0":
			r.end = "\x00"
		case "V":
			_, _ = r.w.WriteString("yq (sandpit, compatible with mikefarah's yq) version v4.44.3\n")
			return r.w.Finish(0)
		case "from-file":
			data, err := p.FS().ReadFile(m.Value)
			if err != nil {
				return r.fail("open " + m.Value + ": " + goErrorText(err))
			}
			source, haveSource = string(data), true
		}
	}
	operands := o.Args
	if !haveSource {
		source = "."
		switch {
		case len(operands) == 0:
		case len(operands) == 1 && r.isFile(operands[0]):
		default:
			source, operands = operands[0], operands[1:]
		}
	}
	if inPlace && (len(operands) == 0 || operands[0] == "-") {
		return r.fail("write in place flag only applicable when giving an expression and at least one file")
	}
	prog, err := jq.Compile(yqPrelude+r.translate(source), []string{"__yq"})
	if err != nil {
		text := strings.TrimPrefix(err.Error(), "jq: error: ")
		text, _, _ = strings.Cut(text, " at <top-level>")
		return r.fail("invalid expression: " + text)
	}
	if nullInput {
		return r.finish(r.eval(prog, nil), exitStatus)
	}
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	var all []any
	for _, name := range operands {
		var data []byte
		if name == "-" {
			data, err = cmd.ReadAll(p.Stdin())
		} else {
			data, err = p.FS().ReadFile(name)
		}
		if err != nil {
			return r.fail("open " + name + ": " + goErrorText(err))
		}
		r.file = name
		docs, err := r.decode(name, data)
		if err != nil {
			return r.fail("bad file '" + name + "': " + err.Error())
		}
		format := r.outputFor(name)
		if r.evalAll {
			all = append(all, docs...)
			continue
		}
		if strings.TrimSpace(source) == "." && format == "yaml" && r.inputFor(name) == "yaml" && !o.Has("P") && r.indent == 2 && len(operands) == 1 && !inPlace && plainYAML(string(data)) {
			_, _ = r.w.WriteString(strings.TrimRight(string(data), "\n") + "\n")
			return r.w.Finish(0)
		}
		if inPlace {
			if code := r.rewrite(prog, name, docs); code != 0 {
				return code
			}
			continue
		}
		for _, d := range docs {
			if code := r.eval(prog, d); code != 0 {
				return r.w.Finish(code)
			}
		}
	}
	if r.evalAll {
		for _, d := range all {
			if code := r.eval(prog, d); code != 0 {
				return r.w.Finish(code)
			}
		}
	}
	return r.finish(0, exitStatus)
}

// plainYAML reports whether a text can be printed as it is: it has nothing that yq would write otherwise.
func plainYAML(s string) bool {
	return strings.TrimSpace(s) != "" && !strings.Contains(s, "\t") && !strings.Contains(s, "\r")
}

func (r *yqRun) isFile(name string) bool {
	if name == "-" {
		return true
	}
	info, err := r.p.FS().Stat(name)
	return err == nil && !info.IsDir()
}

func (r *yqRun) fail(text string) int {
	_ = r.w.Flush()
	cmd.Raw(r.p, "Error: "+text+"\n")
	return r.w.Finish(1)
}

func (r *yqRun) finish(code int, exitStatus bool) int {
	if code == 0 && exitStatus && (!r.any || r.last == nil || r.last == false) {
		_ = r.w.Flush()
		cmd.Raw(r.p, "Error: no matches found\n")
		code = 1
	}
	return r.w.Finish(code)
}

func goErrorText(err error) string { return strings.ToLower(kernel.Strerror(err)) }

var (
	yqEnv    = regexp.MustCompile(`\b(str)?env\(\s*([A-Za-z_][A-Za-z0-9_]*)\s*\)`)
	yqLoad   = regexp.MustCompile(`\b(load|load_str)\(\s*"([^"]*)"\s*\)`)
	yqDeep   = regexp.MustCompile(`\*[+?dnc]*d[+?dnc]*\b|\*[+?n]+`)
	yqType   = regexp.MustCompile(`\|\s*type\b|^type\b|\(type\b`)
	yqReduce = regexp.MustCompile(`^(.*?)\s+as\s+(\$\w+)\s+ireduce\s*\(`)
	yqSub    = regexp.MustCompile(`\bsub\(\s*("(?:[^"\\]|\\.)*")\s*,\s*`)
	yqHead   = regexp.MustCompile(`(\.[\w.]*\s*)?\b(line|head|foot)_comment\s*=\s*"[^"]*"|\.\.\.\s*comments\s*=\s*""`)
)

// translate writes the parts of yq's syntax that jq does not have in jq's.
func (r *yqRun) translate(s string) string {
	s = yqHead.ReplaceAllString(s, ".")
	s = yqEnv.ReplaceAllStringFunc(s, func(m string) string {
		g := yqEnv.FindStringSubmatch(m)
		v := r.p.Getenv(g[2])
		if g[1] == "" {
			if docs, err := decodeYAML([]byte(v)); err == nil && len(docs) == 1 {
				return string((&jq.Format{}).Append(nil, docs[0]))
			}
		}
		return string((&jq.Format{}).Append(nil, v))
	})
	s = yqLoad.ReplaceAllStringFunc(s, func(m string) string {
		g := yqLoad.FindStringSubmatch(m)
		data, err := r.p.FS().ReadFile(g[2])
		if err != nil {
			return m
		}
		if g[1] == "load_str" {
			return string((&jq.Format{}).Append(nil, string(data)))
		}
		if docs, err := decodeYAML(data); err == nil && len(docs) > 0 {
			return string((&jq.Format{}).Append(nil, docs[0]))
		}
		return m
	})
	s = yqSub.ReplaceAllString(s, "gsub($1; ")
	s = yqDeep.ReplaceAllString(s, "*")
	s = yqType.ReplaceAllStringFunc(s, func(m string) string { return strings.Replace(m, "type", "tag", 1) })
	if g := yqReduce.FindStringSubmatchIndex(s); g != nil {
		s = "reduce " + s[g[2]:g[3]] + " as " + s[g[4]:g[5]] + " (" + s[g[1]:]
	}
	return s
}

// eval runs the program over a document and prints what it gives.
func (r *yqRun) eval(prog *jq.Program, doc any) int {
	r.fresh = true
	err := prog.Run(r, r.p.Safepoint, doc, []any{nil}, func(v any) error {
		r.any, r.last = true, v
		r.print(v)
		return r.w.Err()
	})
	return r.problem(err)
}

func (r *yqRun) problem(err error) int {
	var je *jq.Error
	switch {
	case err == nil:
		return 0
	case r.p.Safepoint() != nil || r.w.Err() != nil:
		return 1
	case errors.As(err, &je):
		return r.fail(strings.TrimSpace(je.Error()))
	}
	return r.fail(err.Error())
}

// rewrite puts the results back into the file.
func (r *yqRun) rewrite(prog *jq.Program, name string, docs []any) int {
	var results []any
	for _, d := range docs {
		if code := r.problem(prog.Run(r, r.p.Safepoint, d, []any{nil}, func(v any) error { results = append(results, v); return nil })); code != 0 {
			return code
		}
	}
	var text []byte
	for i, v := range results {
		if i > 0 && r.outputFor(name) == "yaml" && !r.noDoc {
			text = append(text, "---\n"...)
		}
		text = append(text, r.encode(v, r.outputFor(name))...)
	}
	fsys := r.p.FS()
	info, err := fsys.Stat(name)
	if err != nil {
		return r.fail("open " + name + ": " + goErrorText(err))
	}
	real, err := fsys.Realpath(name)
	if err != nil {
		real = name
	}
	temp := path.Join(path.Dir(real), ".yq-"+strconv.FormatUint(r.p.Kernel().Rand().Uint64(), 36))
	err = fsys.WriteFile(temp, text, info.Mode().Perm())
	if err == nil {
		err = fsys.Rename(temp, real)
	}
	if err != nil {
		_ = fsys.Remove(temp)
		return r.fail("open " + name + ": " + goErrorText(err))
	}
	return 0
}

func (r *yqRun) inputFor(name string) string {
	if r.input != "" {
		return formatName(r.input)
	}
	switch path.Ext(name) {
	case ".json":
		return "json"
	case ".csv":
		return "csv"
	case ".tsv":
		return "tsv"
	case ".properties":
		return "props"
	}
	return "yaml"
}

func (r *yqRun) outputFor(name string) string {
	if r.output != "" && r.output != "auto" {
		return formatName(r.output)
	}
	if f := r.inputFor(name); f == "json" && r.input == "" {
		return f
	}
	return "yaml"
}

func formatName(s string) string {
	switch s {
	case "j":
		return "json"
	case "y":
		return "yaml"
	case "p", "properties":
		return "props"
	case "c":
		return "csv"
	case "t":
		return "tsv"
	}
	return s
}

func (r *yqRun) decode(name string, data []byte) ([]any, error) {
	switch f := r.inputFor(name); f {
	case "yaml":
		return decodeYAML(data)
	case "json":
		d := jq.NewDecoder(strings.NewReader(string(data)))
		var out []any
		for {
			v, err := d.Next()
			if err != nil {
				if _, bad := err.(*jq.ParseError); bad {
					return nil, err
				}
				return out, nil
			}
			out = append(out, v)
		}
	case "csv", "tsv":
		cr := csv.NewReader(strings.NewReader(string(data)))
		if f == "tsv" {
			cr.Comma = '\t'
		}
		rows, err := cr.ReadAll()
		if err != nil || len(rows) == 0 {
			return []any{[]any{}}, err
		}
		list := []any{}
		for _, row := range rows[1:] {
			o := jq.NewObject()
			for i, c := range row {
				if i < len(rows[0]) {
					o.Set(rows[0][i], csvValue(c))
				}
			}
			list = append(list, o)
		}
		return []any{list}, nil
	case "props":
		o := jq.NewObject()
		for line := range strings.Lines(string(data)) {
			if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
				continue
			}
			k, v, _ := strings.Cut(line, "=")
			setPath(o, strings.Split(strings.TrimSpace(k), "."), strings.TrimSpace(v))
		}
		return []any{o}, nil
	}
	return nil, errors.New("unknown format '" + r.inputFor(name) + "' please use [yaml|json|props|csv|tsv]")
}

// csvValue reads numbers and words of YAML in a cell.
func csvValue(c string) any {
	switch v := plainScalar(c).(type) {
	case nil, bool, float64:
		return v
	}
	return c
}

func setPath(o *jq.Object, keys []string, v string) {
	for _, k := range keys[:len(keys)-1] {
		next, ok := o.Get(k)
		child, isObject := next.(*jq.Object)
		if !ok || !isObject {
			child = jq.NewObject()
			o.Set(k, child)
		}
		o = child
	}
	o.Set(keys[len(keys)-1], v)
}

func (r *yqRun) print(v any) {
	format := r.outputFor(r.file)
	if r.printed++; r.printed > 1 && format == "yaml" && !r.noDoc && r.fresh {
		_, _ = r.w.WriteString("---\n")
	}
	r.fresh = false
	text := r.encode(v, format)
	if r.end != "\n" {
		text = strings.TrimSuffix(text, "\n") + r.end
	}
	_, _ = r.w.WriteString(text)
}

func isCollection(v any) bool {
	switch v := v.(type) {
	case *jq.Object:
		return true
	case []any:
		return v != nil
	}
	return false
}

// encode writes a result with its newline.
func (r *yqRun) encode(v any, format string) string {
	switch format {
	case "json":
		indent := strings.Repeat(" ", r.indent)
		return string((&jq.Format{Indent: indent}).Append(nil, v)) + "\n"
	case "props":
		var b strings.Builder
		writeProps(&b, "", v)
		return b.String()
	case "csv", "tsv":
		return writeTable(v, format)
	}
	if s, ok := v.(string); ok && r.unwrap {
		return s + "\n"
	}
	return encodeYAML(v, r.indent)
}

func writeProps(b *strings.Builder, prefix string, v any) {
	join := func(k string) string {
		if prefix == "" {
			return k
		}
		return prefix + "." + k
	}
	switch v := v.(type) {
	case *jq.Object:
		v.Each(func(k string, e any) { writeProps(b, join(k), e) })
	case []any:
		for i, e := range v {
			writeProps(b, join(strconv.Itoa(i)), e)
		}
	default:
		b.WriteString(prefix + " = " + scalarText(v) + "\n")
	}
}

func scalarText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	return string((&jq.Format{}).Append(nil, v))
}

func writeTable(v any, format string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if format == "tsv" {
		w.Comma = '\t'
	}
	rows, ok := v.([]any)
	if !ok {
		return scalarText(v) + "\n"
	}
	flat := true
	for _, row := range rows {
		flat = flat && !isCollection(row)
	}
	if flat {
		rows = []any{rows}
	}
	var head []string
	for i, row := range rows {
		switch row := row.(type) {
		case []any:
			var line []string
			for _, c := range row {
				line = append(line, scalarText(c))
			}
			_ = w.Write(line)
		case *jq.Object:
			if i == 0 {
				row.Each(func(k string, _ any) { head = append(head, k) })
				_ = w.Write(head)
			}
			var line []string
			for _, k := range head {
				c, _ := row.Get(k)
				line = append(line, scalarText(c))
			}
			_ = w.Write(line)
		}
	}
	w.Flush()
	return b.String()
}

// What a program can reach: yq has no further inputs.

func (r *yqRun) Input() (any, error) { return nil, jq.NoInput() }
func (r *yqRun) Debug(any)           {}
func (r *yqRun) Stderr(text string)  { cmd.Raw(r.p, text) }
func (r *yqRun) Now() time.Time      { return r.p.Kernel().Clock().Now().In(cmd.Location(r.p)) }
func (r *yqRun) Filename() any       { return r.file }
func (r *yqRun) Line() int           { return 0 }

func (r *yqRun) Env() any {
	o := jq.NewObject()
	for _, kv := range r.p.Environ() {
		k, v, _ := strings.Cut(kv, "=")
		o.Set(k, v)
	}
	return o
}
