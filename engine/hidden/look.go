package hidden

import (
	"sort"
	"strings"

	"galley/engine/source"
)

// Scanned is a text with the findings in it. It is immutable.
type Scanned struct {
	text  string
	found []Finding
	lists [lookers][]seen // the places of each kind, in the order of the text
	crowd bool            // there were too many places to keep, so lists are empty
	fresh int             // number of bytes that had to be scanned, for tests
}

// The kinds of places that are kept. Comments are not kept, because finding them again is fast.
const (
	byCharacter = iota
	byGap
	byRun
	byWord
	lookers
)

// mostKept is the most places that are kept. A text with more places is always scanned as a whole.
const mostKept = 1 << 14

// NewScanned scans a text.
func NewScanned(text string) *Scanned { return scan(text, Scanned{}) }

// Next scans a text that is mostly the same as l's text: it scans only the changed lines. The
// result equals that of [NewScanned].
func (l *Scanned) Next(text string) *Scanned {
	switch {
	case l == nil:
		return NewScanned(text)
	case l.text == text:
		return l
	case l.crowd:
		return NewScanned(text)
	}
	return scan(text, *l)
}

// scan scans the part of a text that differs from the text of old.
func scan(text string, old Scanned) *Scanned {
	head := source.CommonPrefix(old.text, text)
	tail := source.CommonSuffix(old.text[head:], text[head:])
	l := &Scanned{text: text}

	// Only gaps and comments extend over line ends, and no character at the start of a line depends
	// on the character before it.
	from := strings.LastIndexByte(text[:head], '\n') + 1
	to := len(text)
	if end := strings.IndexByte(text[len(text)-tail:], '\n'); end >= 0 {
		to = len(text) - tail + end + 1
	}
	l.fresh = to - from
	f := &finder{text: text}
	lines := func(which int, find func(from, to int)) {
		l.lists[which] = f.again(old.lists[which], from, to, len(text)-len(old.text), find)
	}
	simple := plain(text[from:to])
	lines(byCharacter, func(from, to int) {
		if !simple {
			f.characters(from, to, false)
		}
	})
	f.comments()
	// A gap ends before a character that is not blank; the place of the gap is that character.
	inkFrom, inkTo := head, len(text)-tail
	for inkFrom > 0 && !isVisible(text[inkFrom-1]) {
		inkFrom--
	}
	for inkTo < len(text) && !isVisible(text[inkTo]) {
		inkTo++
	}
	l.lists[byGap] = f.again(old.lists[byGap], inkFrom, min(inkTo+1, len(text)), len(text)-len(old.text), f.far)
	lines(byRun, f.encoded)
	lines(byWord, func(from, to int) {
		if !simple {
			f.wordsMixed(from, to)
		}
	})
	l.found = f.sorted()
	if l.crowd = f.crowd; l.crowd {
		l.lists = [lookers][]seen{}
	}
	return l
}

// again updates the places of an earlier scan after a change of the text. It keeps the places
// outside [from, to), and calls the function find to search [from, to) once more. grown is how
// many bytes longer the text has become.
func (f *finder) again(old []seen, from, to, grown int, find func(from, to int)) []seen {
	first := sort.Search(len(old), func(i int) bool { return old[i].offset >= from })
	last := sort.Search(len(old), func(i int) bool { return old[i].offset >= to-grown })
	f.kept = make([]seen, 0, len(old))
	for _, s := range old[:first] {
		f.add(s)
	}
	find(from, to)
	for _, s := range old[last:] {
		s.offset += grown
		f.add(s)
	}
	return f.kept
}

// Findings returns the findings, the worst first; those of the same level are in the order of the
// text. The caller must not change them.
func (l *Scanned) Findings() []Finding { return l.found }
