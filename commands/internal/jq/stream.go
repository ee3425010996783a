package jq

// StreamEvents takes a value apart as --stream and tostream do: [path, leaf] for each scalar and empty container, and
// [path] behind the last member of the others.
func StreamEvents(v any) []any {
	var out []any
	var path []any
	leaf := func(v any) { out = append(out, []any{append([]any{}, path...), v}) }
	var walk func(v any)
	walk = func(v any) {
		n := 0
		switch v := v.(type) {
		case []any:
			n = len(v)
			for i, e := range v {
				path = append(path, float64(i))
				walk(e)
				if i == n-1 {
					out = append(out, []any{append([]any{}, path...)})
				}
				path = path[:len(path)-1]
			}
		case *Object:
			n = v.Len()
			for i, key := range v.keys {
				path = append(path, key)
				walk(v.vals[i])
				if i == n-1 {
					out = append(out, []any{append([]any{}, path...)})
				}
				path = path[:len(path)-1]
			}
		}
		if n == 0 {
			leaf(v)
		}
	}
	walk(v)
	return out
}
