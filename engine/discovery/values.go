package discovery

import "slices"

func Unique(list []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(s string) bool {
		again := seen[s]
		seen[s] = true
		return again
	})
}

// Texts returns a value as a list of strings; ok is false if it is anything else.
func Texts(value any) (out []string, ok bool) {
	switch list := value.(type) {
	case []string:
		return slices.Clone(list), true
	case []any:
		for _, item := range list {
			if s, isText := item.(string); isText {
				out = append(out, s)
			}
		}
		return out, true
	}
	return nil, false
}

func SortedKeys(m map[string]any) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
