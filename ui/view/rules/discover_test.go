package rules

import (
	"testing"

	"galley/engine/facts"
)

func TestALargeDiscoveryIsWatchedWithinBounds(t *testing.T) {
	var questions []facts.Question
	for range mostWatched {
		questions = append(questions, facts.Question{Op: facts.OpReadDir, Arg: "/d"}, facts.Question{Op: facts.OpStat, Arg: "/f"})
	}
	if got := worthWatching(questions); len(got) != mostWatched || got[0].Op != facts.OpStat {
		t.Errorf("%d questions are watched", len(got))
	}
}
