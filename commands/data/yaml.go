package data

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/sandpit-dev/sandpit/commands/internal/jq"
)

const (
	maxYAML      = 16 << 20 // bytes of a text
	maxYAMLDepth = 500
	maxYAMLNodes = 2 << 20 // after aliases are followed: they can double with every line
)

// decodeYAML reads all documents of a text.
func decodeYAML(data []byte) (docs []any, err error) {
	if len(data) > maxYAML {
		return nil, errors.New("yaml: document too large")
	}
	if depthOfYAML(data) > maxYAMLDepth {
		return nil, errors.New("yaml: exceeded max depth")
	}
	if strings.TrimSpace(string(data)) == "" {
		return []any{nil}, nil
	}
	defer func() {
		if r := recover(); r != nil { // the parser is not ours; a text that breaks it is a bad text
			docs, err = nil, errors.New("yaml: cannot parse the document")
		}
	}()
	f, err := parser.ParseBytes(data, 0)
	if err != nil {
		text := err.Error()
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			text = text[:i]
		}
		return nil, errors.New("yaml: " + text)
	}
	for _, d := range f.Docs {
		if d == nil || d.Body == nil {
			docs = append(docs, nil)
			continue
		}
		y := &yamlReader{anchors: map[string]any{}}
		v, err := y.value(d.Body, 0)
		if err != nil {
			return nil, err
		}
		if _, directive := d.Body.(*ast.DirectiveNode); directive {
			continue
		}
		docs = append(docs, v)
	}
	return docs, nil
}

// depthOfYAML bounds from above how deep a text can nest, before the recursive parser sees it.
func depthOfYAML(data []byte) int {
	depth, deepest, flow := 0, 0, 0
	lineStart := true
	indent := 0
	for i, c := range data {
		switch {
		case c == '\n':
			lineStart, indent, depth = true, 0, 0
			continue
		case lineStart && c == ' ':
			indent++
			deepest = max(deepest, indent/2)
			continue
		case c == '[' || c == '{':
			flow++
			deepest = max(deepest, flow)
		case c == ']' || c == '}':
			flow = max(0, flow-1)
		case (c == '-' || c == '?' || c == ':') && i+1 < len(data) && data[i+1] == ' ':
			depth++
			deepest = max(deepest, depth+indent/2)
		}
		lineStart = false
	}
	return deepest
}

type yamlReader struct {
	anchors map[string]any
	sizes   map[string]int
	nodes   int
}

func (y *yamlReader) count(n int) error {
	if y.nodes += n; y.nodes > maxYAMLNodes {
		return errors.New("yaml: document contains excessive aliasing")
	}
	return nil
}

func (y *yamlReader) value(n ast.Node, depth int) (any, error) {
	if err := y.count(1); err != nil {
		return nil, err
	}
	if depth > 2*maxYAMLDepth {
		return nil, errors.New("yaml: exceeded max depth")
	}
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil, nil
	case *ast.BoolNode:
		return n.Value, nil
	case *ast.IntegerNode:
		switch v := n.Value.(type) {
		case int64:
			return float64(v), nil
		case uint64:
			return float64(v), nil
		}
		return n.GetToken().Value, nil
	case *ast.FloatNode:
		return n.Value, nil
	case *ast.InfinityNode:
		return n.Value, nil
	case *ast.NanNode:
		return math.NaN(), nil
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return n.Value.Value, nil
	case *ast.MappingNode:
		o := jq.NewObject()
		for _, v := range n.Values {
			if err := y.pair(o, v, depth); err != nil {
				return nil, err
			}
		}
		return o, nil
	case *ast.MappingValueNode:
		o := jq.NewObject()
		return o, y.pair(o, n, depth)
	case *ast.SequenceNode:
		list := make([]any, 0, len(n.Values))
		for _, e := range n.Values {
			v, err := y.value(e, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case *ast.AnchorNode:
		before := y.nodes
		v, err := y.value(n.Value, depth+1)
		if err == nil {
			name := n.Name.GetToken().Value
			y.anchors[name] = v
			if y.sizes == nil {
				y.sizes = map[string]int{}
			}
			y.sizes[name] = y.nodes - before
		}
		return v, err
	case *ast.AliasNode:
		name := n.Value.GetToken().Value
		v, ok := y.anchors[name]
		if !ok {
			return nil, errors.New("yaml: unknown anchor '" + name + "' referenced")
		}
		return v, y.count(y.sizes[name])
	case *ast.TagNode:
		v, err := y.value(n.Value, depth+1)
		if err != nil {
			return nil, err
		}
		if n.Start.Value == "!!str" && !isCollection(v) {
			if v == nil {
				return "", nil
			}
			if tok := n.Value.GetToken(); tok != nil {
				if s, isString := v.(string); isString {
					return s, nil
				}
				return tok.Value, nil
			}
		}
		return v, nil
	case *ast.DirectiveNode:
		return nil, nil
	case *ast.CommentGroupNode:
		return nil, nil
	}
	return nil, errors.New("yaml: unsupported node")
}

func (y *yamlReader) pair(o *jq.Object, n *ast.MappingValueNode, depth int) error {
	v, err := y.value(n.Value, depth+1)
	if err != nil {
		return err
	}
	if _, merge := n.Key.(*ast.MergeKeyNode); merge {
		from := []any{v}
		if list, ok := v.([]any); ok {
			from = list
		}
		for _, f := range from {
			if m, ok := f.(*jq.Object); ok {
				m.Each(func(k string, e any) {
					if _, have := o.Get(k); !have {
						o.Set(k, e)
					}
				})
			}
		}
		return nil
	}
	k, err := y.value(n.Key, depth+1)
	if err != nil {
		return err
	}
	key, ok := k.(string)
	if !ok {
		if tok := n.Key.GetToken(); tok != nil && !isCollection(k) {
			key = tok.Value
		} else {
			key = scalarText(k)
		}
	}
	o.Set(key, v)
	return nil
}

// encodeYAML writes a value in the style of yq: maps and lists in blocks, two blanks deeper, strings plain where they
// can be.
func encodeYAML(v any, indent int) string {
	var b strings.Builder
	e := yamlWriter{b: &b, indent: max(indent, 2)}
	switch v := v.(type) {
	case *jq.Object:
		if v.Len() == 0 {
			return "{}\n"
		}
		e.mapping(v, 0, false)
	case []any:
		if len(v) == 0 {
			return "[]\n"
		}
		e.sequence(v, 0, false)
	default:
		e.scalar(v, 0)
		b.WriteByte('\n')
	}
	return b.String()
}

type yamlWriter struct {
	b      *strings.Builder
	indent int
}

func (e *yamlWriter) pad(n int) { e.b.WriteString(strings.Repeat(" ", n)) }

// mapping writes pairs; inline says that the first follows a dash.
func (e *yamlWriter) mapping(o *jq.Object, at int, inline bool) {
	first := true
	o.Each(func(k string, v any) {
		if !first || !inline {
			e.pad(at)
		}
		first = false
		e.b.WriteString(yamlString(k, true) + ":")
		e.after(v, at)
	})
}

// after writes what follows a colon.
func (e *yamlWriter) after(v any, at int) {
	switch v := v.(type) {
	case *jq.Object:
		if v.Len() == 0 {
			e.b.WriteString(" {}\n")
			return
		}
		e.b.WriteByte('\n')
		e.mapping(v, at+e.indent, false)
	case []any:
		if len(v) == 0 {
			e.b.WriteString(" []\n")
			return
		}
		e.b.WriteByte('\n')
		e.sequence(v, at+e.indent, false)
	default:
		e.b.WriteByte(' ')
		e.scalar(v, at+e.indent)
		e.b.WriteByte('\n')
	}
}

func (e *yamlWriter) sequence(list []any, at int, inline bool) {
	for i, v := range list {
		if i > 0 || !inline {
			e.pad(at)
		}
		e.b.WriteString("-" + strings.Repeat(" ", e.dash()))
		switch v := v.(type) {
		case *jq.Object:
			if v.Len() == 0 {
				e.b.WriteString("{}\n")
				continue
			}
			e.mapping(v, at+1+e.dash(), true)
		case []any:
			if len(v) == 0 {
				e.b.WriteString("[]\n")
				continue
			}
			e.sequence(v, at+1+e.dash(), true)
		default:
			e.scalar(v, at+1+e.dash())
			e.b.WriteByte('\n')
		}
	}
}

func (e *yamlWriter) dash() int { return 1 }

func (e *yamlWriter) scalar(v any, at int) {
	switch v := v.(type) {
	case nil:
		e.b.WriteString("null")
	case string:
		if strings.Contains(v, "\n") && !strings.ContainsAny(v, "\r\t\x00") && strings.TrimSpace(v) != "" && !strings.HasPrefix(v, " ") && !strings.HasPrefix(v, "\n") {
			chomp := ""
			body := v
			switch {
			case !strings.HasSuffix(v, "\n"):
				chomp = "-"
			case strings.HasSuffix(v, "\n\n"):
				chomp = "+"
				body = v[:len(v)-1]
			default:
				body = v[:len(v)-1]
			}
			e.b.WriteString("|" + chomp)
			for line := range strings.SplitSeq(body, "\n") {
				e.b.WriteByte('\n')
				if line != "" {
					e.pad(at)
					e.b.WriteString(line)
				}
			}
			return
		}
		e.b.WriteString(yamlString(v, false))
	case float64:
		switch {
		case math.IsInf(v, 1):
			e.b.WriteString(".inf")
		case math.IsInf(v, -1):
			e.b.WriteString("-.inf")
		case math.IsNaN(v):
			e.b.WriteString(".nan")
		default:
			e.b.Write((&jq.Format{}).Append(nil, v))
		}
	default:
		e.b.Write((&jq.Format{}).Append(nil, v))
	}
}

// yamlString writes a string plain when it reads back as itself, else in quotes.
func yamlString(s string, key bool) string {
	if s == "" {
		return `""`
	}
	for _, r := range s {
		if r < ' ' || r == 0x7f || r == '\uFEFF' {
			return strconv.Quote(s)
		}
	}
	if _, isString := plainScalar(s).(string); !isString {
		return `"` + s + `"`
	}
	bad := strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") || strings.Contains(s, ": ") || strings.HasSuffix(s, ":") || strings.Contains(s, " #") ||
		strings.IndexByte("#&*!|>'\"%@`{}[],", s[0]) >= 0 || strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "? ") || strings.HasPrefix(s, ": ") || s == "-" || s == "?" || s == "---" || s == "..." || s == "=" || s == "<<"
	if !bad {
		return s
	}
	if strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") || !strings.Contains(s, "'") {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return strconv.Quote(s)
}

// plainScalar is what an unquoted word means.
func plainScalar(s string) any {
	switch s {
	case "", "null", "Null", "NULL", "~":
		return nil
	case "true", "True", "TRUE":
		return true
	case "false", "False", "FALSE":
		return false
	case ".inf", ".Inf", ".INF", "+.inf":
		return math.Inf(1)
	case "-.inf":
		return math.Inf(-1)
	case ".nan", ".NaN", ".NAN":
		return math.NaN()
	}
	if c := s[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' {
		if v, err := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 0, 64); err == nil {
			return float64(v)
		}
		if v, err := strconv.ParseFloat(s, 64); err == nil && !strings.ContainsAny(s, "xXpPiInN_") {
			return v
		}
		if len(s) >= 10 && s[4] == '-' && s[7] == '-' && strings.Trim(s[:10], "0123456789-") == "" {
			return timestamp(s)
		}
	}
	return s
}

// timestamp is a word that YAML gives a meaning to: it stays a string here, and is quoted when written.
type timestamp string
