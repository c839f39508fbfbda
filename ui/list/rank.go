package list

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"
)

// Match is a row that a filter lets through.
type Match struct {
	Row   int
	Marks []int // byte offsets of the characters of its label that match
}

// Rank returns the rows whose labels match what is typed, the best first: those that
// hold it as it is before those that hold its letters here and there; all of them, in
// their order, when nothing is typed.
func Rank(typed string, labels []string) []Match {
	var all []Match
	if typed == "" {
		for i := range labels {
			all = append(all, Match{Row: i})
		}
		return all
	}
	found := fuzzy.Find(typed, labels)
	lower := strings.ToLower(typed)
	same := func(m fuzzy.Match) int {
		switch {
		case strings.EqualFold(m.Str, typed):
			return 0
		case strings.Contains(strings.ToLower(m.Str), lower):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(found, func(a, b fuzzy.Match) int {
		return cmp.Or(same(a)-same(b), closeness(b)-closeness(a), a.Index-b.Index)
	})
	for _, m := range found {
		all = append(all, Match{m.Index, m.MatchedIndexes})
	}
	return all
}

// closeness is a match's score without what it lost for the length of the label.
// Of rows that match alike the first in the list comes first, so that the version
// of an agent that is meant when none is named comes before the others.
func closeness(m fuzzy.Match) int { return m.Score + len(m.Str) - len(m.MatchedIndexes) }
