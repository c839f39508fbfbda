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

func TestManyQuestionsBesideListingsAreBoundedToo(t *testing.T) {
	all := make([]facts.Question, mostWatched+3)
	for i := range all {
		all[i] = facts.Question{Op: facts.OpStat, Arg: string(rune('a' + i%26))}
	}
	all[1].Op = facts.OpReadDir
	for n, want := range map[int]int{mostWatched: mostWatched, mostWatched + 1: mostWatched, mostWatched + 3: mostWatched, 2: 2} {
		if got := worthWatching(append([]facts.Question{}, all[:n]...)); len(got) != want || got[0] != all[0] || n > mostWatched == (got[1].Op == facts.OpReadDir) {
			t.Errorf("of %d questions %d are watched, the second %+v", n, len(got), got[1])
		}
	}
}
