package jq

import (
	"encoding/base32"
	"encoding/base64"
	"strings"
)

// format gives the function of @name.
func (c *compiler) format(name string) func(any) (any, error) {
	text := func(f func(string) string) func(any) (any, error) {
		return func(v any) (any, error) { return f(toString(v)), nil }
	}
	switch name {
	case "@text":
		return text(func(s string) string { return s })
	case "@json":
		return func(v any) (any, error) { return toJSON(v), nil }
	case "@html":
		r := strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "'", "&#39;", `"`, "&quot;")
		return text(r.Replace)
	case "@uri":
		return text(escapeURI)
	case "@base64":
		return text(func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) })
	case "@base32":
		return text(func(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) })
	case "@base64d":
		return func(v any) (any, error) {
			s := toString(v)
			b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("\n", "", "-", "+", "_", "/").Replace(s), "="))
			if err != nil && (len(b) == 0 && s != "") {
				return nil, fail("%s is not valid base64 data", describe(v))
			}
			return strings.ToValidUTF8(string(b), "\uFFFD"), nil
		}
	case "@base32d":
		return func(v any) (any, error) {
			b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimRight(toString(v), "="))
			if err != nil {
				return nil, fail("%s is not valid base32 data", describe(v))
			}
			return strings.ToValidUTF8(string(b), "\uFFFD"), nil
		}
	case "@csv":
		return rowFormat("csv", ",", func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` })
	case "@tsv":
		r := strings.NewReplacer("\\", `\\`, "\t", `\t`, "\r", `\r`, "\n", `\n`)
		return rowFormat("tsv", "\t", r.Replace)
	case "@sh":
		return func(v any) (any, error) {
			list, ok := v.([]any)
			if !ok {
				list = []any{v}
			}
			parts := make([]string, len(list))
			for i, x := range list {
				switch x := x.(type) {
				case string:
					parts[i] = "'" + strings.ReplaceAll(x, "'", `'\''`) + "'"
				case []any, *Object:
					return nil, fail("%s can not be escaped for shell", describe(x))
				default:
					parts[i] = toJSON(x)
				}
			}
			return strings.Join(parts, " "), nil
		}
	}
	c.fail("%s is not a valid format", strings.TrimPrefix(name, "@"))
	return nil
}

func rowFormat(name, sep string, quote func(string) string) func(any) (any, error) {
	return func(v any) (any, error) {
		list, ok := v.([]any)
		if !ok {
			return nil, fail("%s cannot be %s-formatted, only an array can be", describe(v), name)
		}
		parts := make([]string, len(list))
		for i, x := range list {
			switch x := x.(type) {
			case nil:
			case string:
				parts[i] = quote(x)
			case float64, bool:
				parts[i] = toJSON(x)
			default:
				return nil, fail("%s is not valid in a %s row", describe(x), name)
			}
		}
		return strings.Join(parts, sep), nil
	}
}

func escapeURI(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}
