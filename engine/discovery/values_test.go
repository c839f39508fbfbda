package discovery_test

import (
	"reflect"
	"testing"

	"galley/engine/discovery"
)

func TestMergeDoesNotChangeItsSources(t *testing.T) {
	t.Parallel()
	user := map[string]any{"servers": map[string]any{"a": map[string]any{"x": 1.0}}, "plain": "u", "was": map[string]any{"k": 1.0}}
	project := map[string]any{"servers": map[string]any{"a": map[string]any{"y": 2.0}, "b": 3.0}, "plain": map[string]any{"k": 4.0}, "was": "p"}
	merged := map[string]any{}
	discovery.MergeSettings(merged, user)
	discovery.MergeSettings(merged, project)
	want := map[string]any{"servers": map[string]any{"a": map[string]any{"x": 1.0, "y": 2.0}, "b": 3.0}, "plain": map[string]any{"k": 4.0}, "was": "p"}
	if !reflect.DeepEqual(merged, want) {
		t.Errorf("merged %v, want %v", merged, want)
	}
	if got := user["servers"].(map[string]any); len(got) != 1 || len(got["a"].(map[string]any)) != 1 {
		t.Errorf("the source changed to %v", user)
	}
}
