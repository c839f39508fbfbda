package editor

import (
	"strings"

	"galley/engine/source"
	"galley/ui/editor/buffer"
	"galley/ui/editor/search"
)

// find is the current search.
type find struct {
	m       *search.Matcher // nil if none
	origin  buffer.Selection
	hit     source.Span // the match that the search selected last
	within  source.Span // the span to search, if limited is true
	rev     uint64      // the revision to which within belongs
	limited bool
	count   count
}

// count caches the last result of [Editor.FindCount].
type count struct {
	of           counted
	index, total int
	more         bool
}

// counted is what a count depends on.
type counted struct {
	m        *search.Matcher
	revision uint64
	sel      buffer.Selection
}

// mostMatches is the number of matches at which counting stops.
const mostMatches = 10_000

// nearby is a number of bytes: the search for matches to show in a long line begins this far
// before the part on screen.
const nearby = 1 << 12

// BeginFind starts a search. [Editor.SetFind] searches from the present position on, and
// [Editor.CancelFind] returns to it. If inSelection is set, the search stays within the present
// selection.
func (e *Editor) BeginFind(inSelection bool) {
	e.find = find{origin: e.sel}
	if inSelection && !e.sel.Empty() {
		e.find.within, e.find.rev, e.find.limited = e.Selection(), e.Revision(), true
	}
}

// SetFind selects the first match of q at or after the position where the search
// began. It is called at every key typed into a search field. It reports whether
// there is a match. The error says what is wrong with an expression.
func (e *Editor) SetFind(q search.Query) (found bool, err error) {
	m, err := search.Compile(q)
	if err != nil {
		e.find.m = nil
		return false, err
	}
	e.find.m = m
	from, _ := e.find.origin.Span()
	s, _, ok := e.next(int(from))
	if !ok {
		e.setSelection(e.find.origin)
		return false, nil
	}
	e.hit(s)
	return true, nil
}

// Finding reports whether matches are being shown.
func (e *Editor) Finding() bool { return e.find.m != nil }

// FindNext selects the next match. After the last match it selects the first one; wrapped
// reports this.
func (e *Editor) FindNext() (found, wrapped bool) {
	_, to := e.sel.Span()
	s, wrapped, ok := e.next(int(to))
	if ok {
		e.hit(s)
	}
	return ok, wrapped
}

// FindPrev selects the match before the caret. Before the first match it selects the last
// one; wrapped reports this.
func (e *Editor) FindPrev() (found, wrapped bool) {
	if e.find.m == nil {
		return false, false
	}
	start, _ := e.sel.Span()
	var before, last source.Span
	e.each(e.bounds(), func(s source.Span) bool {
		last = s
		if s.End > int(start) {
			return before == source.Span{}
		}
		before = s
		return true
	})
	if before.Len() == 0 {
		before, wrapped = last, true
	}
	if before.Len() == 0 {
		return false, false
	}
	e.hit(before)
	return true, wrapped
}

// next returns the first match at or after an offset. Without one it returns the first of all
// matches and sets wrapped.
func (e *Editor) next(from int) (s source.Span, wrapped, ok bool) {
	if e.find.m == nil {
		return
	}
	in := e.bounds()
	s, ok = e.find.m.Next(e.Text(), max(from, in.Start))
	if !ok || s.End > in.End {
		s, ok = e.find.m.Next(e.Text(), in.Start)
		wrapped = true
	}
	return s, wrapped, ok && s.End <= in.End
}

// each calls f for the matches in a span of the text, until f returns false.
func (e *Editor) each(in source.Span, f func(source.Span) bool) {
	e.find.m.Each(e.Text(), in.Start, in.End, func(s source.Span) bool { return s.End <= in.End && f(s) })
}

// bounds returns the span to search. If the search is limited to a selection, that is the selection's
// span, moved along with the edits that were made since.
func (e *Editor) bounds() source.Span {
	f := &e.find
	if !f.limited {
		return source.Span{Start: 0, End: int(e.buf.Len())}
	}
	trail, ok := e.log.Since(f.rev)
	if ok {
		f.within, ok = forward(trail, f.within)
	}
	if !ok {
		f.within = source.Span{}
	}
	f.rev = e.Revision()
	return f.within
}

func (e *Editor) hit(s source.Span) {
	e.Select(s)
	e.find.hit = e.Selection()
}

// current reports whether s is the match that was found last.
func (f *find) current(s source.Span) bool { return f.m != nil && s == f.hit && s.Len() > 0 }

// FindCount returns the index of the selected match, counted from 1, or 0 if no match is
// selected. total is the number of counted matches, and more reports that the count stopped at
// its limit.
func (e *Editor) FindCount() (index, total int, more bool) {
	c, of := &e.find.count, counted{e.find.m, e.Revision(), e.sel}
	if of.m == nil {
		return 0, 0, false
	}
	if c.of == of {
		return c.index, c.total, c.more
	}
	*c = count{of: of}
	selected := e.Selection()
	e.each(e.bounds(), func(s source.Span) bool {
		c.total++
		if s == selected {
			c.index = c.total
		}
		c.more = c.total >= mostMatches
		return !c.more
	})
	return c.index, c.total, c.more
}

// ReplaceNext replaces the selected match and selects the next one. If no match is selected, it
// only selects the next one. It reports whether it replaced a match.
func (e *Editor) ReplaceNext(with string) bool {
	done := false
	if s := e.Selection(); e.find.current(s) {
		e.Apply(s, e.find.m.Expand(e.Text(), s, with))
		done = true
	}
	e.FindNext()
	return done
}

// ReplaceAll replaces every match in one step and returns how many there were.
func (e *Editor) ReplaceAll(with string) int {
	if e.find.m == nil {
		return 0
	}
	text := e.Text()
	var b strings.Builder
	first, end, n := -1, 0, 0
	e.each(e.bounds(), func(s source.Span) bool {
		if first < 0 {
			first, end = s.Start, s.Start
		}
		b.WriteString(text[end:s.Start])
		b.WriteString(e.find.m.Expand(text, s, with))
		end = s.End
		n++
		return true
	})
	if n > 0 {
		e.Apply(source.Span{Start: first, End: end}, b.String())
	}
	return n
}

// EndFind ends the search: matches are no longer shown, the selection stays.
func (e *Editor) EndFind() { e.find = find{} }

// CancelFind ends the search and goes back to where it began, unless the text
// was edited since.
func (e *Editor) CancelFind() {
	origin := e.find.origin
	e.EndFind()
	if origin.Anchor <= e.buf.Len() && origin.Caret <= e.buf.Len() {
		e.jump(int(origin.Anchor), int(origin.Caret))
	}
}

// eachMatch calls f for the matches that touch [from, to).
func (e *Editor) eachMatch(from, to buffer.Offset, f func(source.Span)) {
	if e.find.m == nil {
		return
	}
	// Start at the line's start, so that the matches do not depend on what is on
	// screen.
	start := max(e.buf.Line(e.buf.LineAt(from)).Start, from-nearby)
	in := e.bounds()
	e.find.m.Each(e.Text(), max(int(start), in.Start), min(int(to), in.End), func(s source.Span) bool {
		if s.End > int(from) && s.End <= in.End {
			f(s)
		}
		return true
	})
}
