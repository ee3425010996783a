package files

import (
	"encoding/json"
	"strings"
)

// looksJSON reports whether a text is a JSON object or array; bare scalars are plain text to file(1).
func looksJSON(s string) bool {
	return (strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[")) && json.Valid([]byte(s))
}
