package git

import (
	"maps"
	"slices"
	"strconv"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// sscan reads a whole decimal number.
func sscan(s string, n *int) (bool, error) {
	v, err := strconv.Atoi(s)
	if err == nil {
		*n = v
	}
	return err == nil, err
}

func sortStable(list []string, less func(a, b string) bool) {
	slices.SortStableFunc(list, func(a, b string) int {
		switch {
		case less(a, b):
			return -1
		case less(b, a):
			return 1
		}
		return 0
	})
}
