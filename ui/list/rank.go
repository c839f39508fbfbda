package list

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"
)

// Match is a row that passes a filter.
type Match struct {
	Row   int
	Marks []int // byte offsets of the characters of its label that match
}

// Rank returns the rows whose labels match the typed text, the best first: those that
// contain it before those that contain only its letters in order. If nothing is typed
// it returns all rows in their order.
func Rank(typed string, labels []string) []Match {
	if typed == "" {
		all := make([]Match, len(labels))
		for i := range all {
			all[i].Row = i
		}
		return all
	}
	found := fuzzy.Find(typed, labels)
	lower := strings.ToLower(typed)
	same := func(m fuzzy.Match) int {
		label := strings.ToLower(m.Str)
		rest, begins := strings.CutPrefix(label, lower)
		switch next, _ := utf8.DecodeRuneInString(rest); {
		case strings.EqualFold(m.Str, typed):
			return 0
		case begins && !unicode.IsLetter(next) && !unicode.IsDigit(next):
			return 1
		case strings.Contains(label, lower):
			return 2
		}
		return 3
	}
	slices.SortStableFunc(found, func(a, b fuzzy.Match) int {
		if s := same(a); s == 1 && s == same(b) {
			return a.Index - b.Index // rows that begin with the same word keep the list's order
		}
		return cmp.Or(same(a)-same(b), closeness(b)-closeness(a), a.Index-b.Index)
	})
	var all []Match
	for _, m := range found {
		all = append(all, Match{m.Index, marks(m, lower)})
	}
	return all
}

// marks returns the matching characters of a label: those of the text itself if the label
// contains it in one piece.
func marks(m fuzzy.Match, lower string) []int {
	folded := strings.ToLower(m.Str)
	at := strings.Index(folded, lower)
	if at < 0 || len(folded) != len(m.Str) { // the offsets would be those of another text
		return m.MatchedIndexes
	}
	var whole []int
	for i := range lower {
		whole = append(whole, at+i)
	}
	return whole
}

// closeness is a match's score without the penalty of a point for each byte of the label.
// Equally close rows keep the list's order, so an agent's default version comes before
// the others.
func closeness(m fuzzy.Match) int { return m.Score + len(m.Str) }
