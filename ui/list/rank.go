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
	Marks []int // the byte offsets of the matching characters in the label
}

// Rank returns the rows whose labels match the typed text, the best match first: those that contain
// the text come before those that contain only its letters in order. For an empty text it returns
// all rows in their order.
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
			return a.Index - b.Index // rows that begin with the typed word keep their order
		}
		return cmp.Or(same(a)-same(b), closeness(b)-closeness(a), a.Index-b.Index)
	})
	var all []Match
	for _, m := range found {
		all = append(all, Match{m.Index, marks(m, lower)})
	}
	return all
}

// marks returns the offsets of the matching characters of a label: those of the typed text if the
// label contains it in one piece.
func marks(m fuzzy.Match, lower string) []int {
	folded := strings.ToLower(m.Str)
	at := strings.Index(folded, lower)
	if at < 0 || len(folded) != len(m.Str) { // if the lengths differ, offsets in folded are wrong in the label
		return m.MatchedIndexes
	}
	var whole []int
	for i := range lower {
		whole = append(whole, at+i)
	}
	return whole
}

// closeness returns a match's score without the penalty of a point for each byte of the label. Rows
// with the same closeness keep their order, so an agent's default version comes before its other
// versions.
func closeness(m fuzzy.Match) int { return m.Score + len(m.Str) }
