package buffer

import (
	"strings"
	"time"
)

// pause is the length of a break in the typing after which more typing is a new undo step.
const pause = time.Second

// Kind is the kind of an edit. It decides which edits are undone together.
type Kind uint8

// The kinds of edit.
const (
	Whole   Kind = iota // a separate undo step: a paste, a replacement, a moved line
	Typing              // undone together with the typing before it on the same line
	Erasing             // undone together with the deleting before it on the same line
)

// Selection is the selected text, from Anchor to Caret in either order. Nothing is selected if they
// are equal.
type Selection struct{ Anchor, Caret Offset }

// Span returns the selection's ends in order.
func (s Selection) Span() (from, to Offset) {
	return min(s.Anchor, s.Caret), max(s.Anchor, s.Caret)
}

// Empty reports whether nothing is selected.
func (s Selection) Empty() bool { return s.Anchor == s.Caret }

// History is the log of edits, in groups. An undo reverts one group. The zero value is ready.
type History struct {
	groups []group
	done   int  // the number of groups that are applied; the others can be redone
	open   bool // whether further edits may join the last group
	depth  int  // the number of calls of Begin without their End
	nextID uint64
}

type group struct {
	edits         []Edit
	before, after Selection
	kind          Kind
	at            time.Time
	id            uint64
}

// Record records an edit at the time now, with the selections before and after it. If now is zero,
// no pause ends a group; only moves of the caret do.
func (h *History) Record(e Edit, kind Kind, before, after Selection, now time.Time) {
	h.groups = h.groups[:h.done]
	if h.depth > 0 && h.open || h.joins(e, kind, now) {
		g := &h.groups[h.done-1]
		last := &g.edits[len(g.edits)-1]
		if h.depth > 0 {
			g.edits = append(g.edits, e)
		} else {
			merge(last, e)
		}
		g.after, g.at = after, now
		return
	}
	h.nextID++
	h.groups = append(h.groups, group{[]Edit{e}, before, after, kind, now, h.nextID})
	h.done++
	h.open = true
}

// joins reports whether e is added to the last group, the edits that are undone together.
func (h *History) joins(e Edit, kind Kind, now time.Time) bool {
	if !h.open || h.done == 0 || kind == Whole {
		return false
	}
	g := &h.groups[h.done-1]
	if g.kind != kind || now.Sub(g.at) > pause {
		return false
	}
	last := g.edits[len(g.edits)-1]
	if kind == Typing {
		return e.Deleted == "" && e.At == last.after() && !hasLineEnd(e.Inserted)
	}
	adjacent := e.At == last.At || e.At+Offset(len(e.Deleted)) == last.At
	return adjacent && e.Inserted == "" && last.Inserted == "" && !hasLineEnd(e.Deleted)
}

// merge makes e part of last, which it joins, so that a run of typing is one edit in the log.
func merge(last *Edit, e Edit) {
	switch {
	case e.Deleted == "":
		last.Inserted += e.Inserted
	case e.At == last.At:
		last.Deleted += e.Deleted
	default: // e deleted the text just before that of last
		last.At, last.Deleted = e.At, e.Deleted+last.Deleted
	}
}

// Break closes the group, so that the next edit begins a new one. It is called when the caret
// moves, and after everything else that users would not want to undo together.
func (h *History) Break() {
	if h.depth == 0 {
		h.open = false
	}
}

// Begin makes one group of all edits until the matching [History.End].
func (h *History) Begin() {
	if h.depth == 0 {
		h.open = false
	}
	h.depth++
}

// End closes the group that Begin opened.
func (h *History) End() {
	h.depth--
	h.Break()
}

// Undo reverts the last group in b and calls tell for each change. It returns the selection before
// the group. ok is false if nothing can be undone.
func (h *History) Undo(b *Buffer, tell func(Change)) (sel Selection, ok bool) {
	if h.done == 0 {
		return Selection{}, false
	}
	h.done--
	h.open = false
	g := h.groups[h.done]
	for i := len(g.edits) - 1; i >= 0; i-- {
		e := g.edits[i].inverse()
		tell(b.Replace(e.At, e.At+Offset(len(e.Deleted)), e.Inserted))
	}
	return g.before, true
}

// Redo repeats the group that was undone last and calls tell for each change. It returns the
// selection after the group. ok is false if nothing can be redone.
func (h *History) Redo(b *Buffer, tell func(Change)) (sel Selection, ok bool) {
	if h.done == len(h.groups) {
		return Selection{}, false
	}
	g := h.groups[h.done]
	h.done++
	h.open = false
	for _, e := range g.edits {
		tell(b.Replace(e.At, e.At+Offset(len(e.Deleted)), e.Inserted))
	}
	return g.after, true
}

// State returns an identifier of the current text. In one History, equal states mean equal
// texts. State closes the group, so that a later edit cannot have the same state.
func (h *History) State() uint64 {
	h.Break()
	return h.Peek()
}

// Peek returns the same as State, but does not close the group. It is for checking whether the
// text differs from an earlier state.
func (h *History) Peek() uint64 {
	if h.done == 0 {
		return 0
	}
	return h.groups[h.done-1].id
}

func hasLineEnd(s string) bool { return strings.ContainsAny(s, "\r\n") }
