package profile

import (
	"testing"

	"galley/engine/tool"
)

// A value that is made from a list is made once and kept until it is asked for with another list.
// Without a Kept, it is made each time.
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

// plain is a profile that makes no text of its own. maker has the method Makes, which names one.
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
