package report

import (
	"testing"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/prompt"
)

func TestTheSizeOfStandInsIsThatOfTheAgentsOwnWords(t *testing.T) {
	for _, c := range []struct {
		s    budget.StandIns
		own  bool // whether the prompt has tools of its own
		size string
		text string
	}{
		{budget.StandIns{Blocks: 2, Tools: 1, Bytes: 30, Real: 4100, Measured: "1.0"}, false, "4.1 kB",
			"stand-ins for the agent's own words, 4.1 kB, in 2 blocks and 1 tool declaration; all numbers count them with the size measured on 1.0"},
		{budget.StandIns{Blocks: 2, Bytes: 30, Real: 4100, Unknown: 1, Measured: "1.0"}, true, "at least 4.1 kB",
			"stand-ins for the agent's own words, at least 4.1 kB, in 2 blocks; 1 of 2 count with the size measured on 1.0; the other one was not measured, so the real prompt is larger than the numbers say"},
		{budget.StandIns{Blocks: 1, Bytes: 30, Unknown: 1}, false, "size unknown",
			"stand-ins for the agent's own words, size unknown, in 1 block; its tools are declared separately, not known, and not counted; they were not measured, so the real prompt is larger than the numbers say"},
		{budget.StandIns{}, false, "0 B", ""},
	} {
		r := &engine.Result{Whole: budget.Whole{StandIns: c.s}}
		if c.own {
			r.Prompt.Tools = []prompt.Tool{{}}
		}
		if size, text := StandInSize(c.s), ReplacedText(r); size != c.size || text != c.text {
			t.Errorf("%+v: %q and %q", c.s, size, text)
		}
	}
}
