package hidden

import (
	"sort"
	"strings"

	"galley/engine/source"
)

// Looked is a text that was looked through. It never changes.
type Looked struct {
	text  string
	found []Finding
	lists [lookers][]seen // each in the order of the text
	crowd bool            // there are too many places to keep: lists are empty
	fresh int             // bytes that had to be looked at, for tests
}

// What is looked for. Comments are not kept: to find them all again takes no time.
const (
	byCharacter = iota
	byGap
	byRun
	byWord
	lookers
)

// mostKept bounds the places that are kept. A text with more of them is looked through
// as a whole again.
const mostKept = 1 << 14

// Look looks through a text.
func Look(text string) *Looked { return look(text, Looked{}) }

// Next looks through a text that differs from the one before in few places, mostly: it
// looks at the lines that changed. What it finds is what [Look] does.
func (l *Looked) Next(text string) *Looked {
	switch {
	case l == nil:
		return Look(text)
	case l.text == text:
		return l
	case l.crowd:
		return Look(text)
	}
	return look(text, *l)
}

// look looks through the part of a text in which it differs from one that is known.
func look(text string, old Looked) *Looked {
	head := source.CommonPrefix(old.text, text)
	tail := source.CommonSuffix(old.text[head:], text[head:])
	l := &Looked{text: text}

	// Nothing but gaps and comments reaches over a line end, and no character at a line's
	// start looks at the one before it.
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
	lines(byCharacter, func(from, to int) {
		if !plain(text[from:to]) {
			f.characters(from, to, false)
		}
	})
	f.comments()
	// A gap ends before what is inked, and that takes the place.
	inkFrom, inkTo := head, len(text)-tail
	for inkFrom > 0 && !inked(text[inkFrom-1]) {
		inkFrom--
	}
	for inkTo < len(text) && !inked(text[inkTo]) {
		inkTo++
	}
	l.lists[byGap] = f.again(old.lists[byGap], inkFrom, min(inkTo+1, len(text)), len(text)-len(old.text), f.far)
	lines(byRun, f.encoded)
	lines(byWord, func(from, to int) {
		if !plain(text[from:to]) {
			f.wordsMixed(from, to)
		}
	})
	l.found = f.sorted()
	if l.crowd = f.crowd; l.crowd {
		l.lists = [lookers][]seen{}
	}
	return l
}

// again finds the places of a look, of which those outside of [from, to) are known. The
// text has grown by a number of bytes.
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

// Findings are what was found, the worst first, and those of one level in the order of
// the text. The caller must not change them.
func (l *Looked) Findings() []Finding { return l.found }
