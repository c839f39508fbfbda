// Package variabletest gives tests fixed values of variables. With these, tests of templates need
// no world.
package variabletest

import (
	"context"
	"maps"
	"slices"
	"testing"

	"galley/engine/variable"
)

// Fixed returns the values of some keys. texts maps each key to its text; nil means that the key
// has no value.
func Fixed(texts map[string]*string) *variable.Values {
	if !testing.Testing() {
		panic("variabletest: values are fixed only in tests")
	}
	var keys []string
	var overrides []variable.Override
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		if text := texts[key]; text != nil {
			keys = append(keys, key)
			overrides = append(overrides, variable.Override{Key: key, Text: *text})
		}
	}
	return variable.Resolve(context.Background(), nil, variable.Context{}, keys, overrides)
}
