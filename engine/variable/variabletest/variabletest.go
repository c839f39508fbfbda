// Package variabletest gives tests variables with values of their own choice. No world is
// asked for them, so a test of templates needs none.
package variabletest

import (
	"context"
	"maps"
	"slices"
	"testing"

	"galley/engine/variable"
)

// Fixed returns values that are told; nil is a key without a value.
func Fixed(told map[string]*string) *variable.Values {
	if !testing.Testing() {
		panic("variabletest: values are told in tests alone")
	}
	var keys []string
	var overrides []variable.Override
	for _, key := range slices.Sorted(maps.Keys(told)) {
		if text := told[key]; text != nil {
			keys = append(keys, key)
			overrides = append(overrides, variable.Override{Key: key, Text: *text})
		}
	}
	return variable.Resolve(context.Background(), nil, variable.Context{}, keys, overrides)
}
