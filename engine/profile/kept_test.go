package profile

import (
	"testing"

	"galley/engine/tool"
)

// A value derived from a list is computed once and kept until another list comes. Without a Kept it
// is computed each time.
func TestKeptComputesOncePerList(t *testing.T) {
	type name struct{}
	made := 0
	build := func(tools []tool.Tool) int { made++; return len(tools) }
	one, other := make([]tool.Tool, 2), make([]tool.Tool, 2)
	var k Kept
	for _, step := range []struct {
		k     *Kept
		tools []tool.Tool
		made  int
	}{{&k, one, 1}, {&k, one, 1}, {&k, other, 2}, {&k, one, 3}, {&k, one[:1], 4}, {&k, nil, 5}, {&k, nil, 6}, {nil, one, 7}, {nil, one, 8}} {
		if got := KeepOf(step.k, name{}, step.tools, build); got != len(step.tools) || made != step.made {
			t.Errorf("%d tools: %d, computed %d times, want %d", len(step.tools), got, made, step.made)
		}
	}
}

// plain is a profile that generates no text itself; maker has one method that does.
type (
	plain struct{ Profile }
	maker struct{ Profile }
)

func (maker) Makes() []string { return []string{"built"} }

func TestMakesRequiresAMaker(t *testing.T) {
	if Makes(plain{}, "built") || Makes(maker{}, "system") || !Makes(maker{}, "built") {
		t.Error("Makes does not distinguish generated texts from templates")
	}
}
