package editor

import (
	"slices"

	"galley/ui/editor/buffer"
)

// fold hides the lines after first up to last.
type fold struct{ first, last int }

// ToggleFold opens the fold on the caret's line or, if the line has no fold, folds the block
// around the caret. It reports whether it did either.
func (e *Editor) ToggleFold() bool {
	n := e.buf.LineAt(e.sel.Caret)
	for i, f := range e.folds {
		if f.first == n {
			e.folds = slices.Delete(e.folds, i, i+1)
			e.view.follow = true
			return true
		}
	}
	i, _ := e.tagAt(e.Caret())
	if i < 0 || e.marks.tags[i].Match < 0 {
		i = e.enclosing(e.Caret())
	} else if m := e.marks.tags[i].Match; m < i {
		i = m
	}
	return i >= 0 && e.foldBlock(i)
}

// FoldAll folds every outermost block.
func (e *Editor) FoldAll() {
	e.folds = nil
	for i := 0; i < len(e.marks.tags); i++ {
		if m := e.marks.tags[i].Match; m > i {
			e.foldBlock(i)
			i = m
		}
	}
}

// UnfoldAll opens every fold.
func (e *Editor) UnfoldAll() {
	e.folds = nil
	e.view.follow = true
}

// foldBlock folds the block of the [if] with index i. It does nothing with a block on a single
// line.
func (e *Editor) foldBlock(i int) bool {
	tags, trail := e.marks.tags, e.marks.tagsTrail
	open, ok1 := forward(trail, tags[i].Span)
	end, ok2 := forward(trail, tags[tags[i].Match].Span)
	f := fold{e.buf.LineAt(buffer.Offset(open.Start)), e.buf.LineAt(buffer.Offset(end.Start))}
	if !ok1 || !ok2 || f.first >= f.last {
		return false
	}
	e.folds = slices.DeleteFunc(e.folds, func(g fold) bool { return g.first == f.first })
	e.folds = append(e.folds, f)
	if n := e.buf.LineAt(e.sel.Caret); n > f.first && n <= f.last {
		e.sel = at(buffer.Offset(open.Start))
	}
	e.view.follow = true
	return true
}

// foldOver returns the outermost fold that hides line n.
func (e *Editor) foldOver(n int) (best fold, ok bool) {
	for _, f := range e.folds {
		if f.first < n && n <= f.last && (!ok || f.first < best.first) {
			best, ok = f, true
		}
	}
	return best, ok
}

// foldOn returns the fold whose first line, the only visible one, is line n.
func (e *Editor) foldOn(n int) (fold, bool) {
	for _, f := range e.folds {
		if f.first == n {
			return f, true
		}
	}
	return fold{}, false
}

// nextLine returns the visible line below line n, and prevLine the visible line above line n.
func (e *Editor) nextLine(n int) (int, bool) {
	n++
	for f, ok := e.foldOver(n); ok; f, ok = e.foldOver(n) {
		n = f.last + 1
	}
	return n, n < e.buf.Lines()
}

func (e *Editor) prevLine(n int) (int, bool) {
	n--
	for f, ok := e.foldOver(n); ok; f, ok = e.foldOver(n) {
		n = f.first
	}
	return n, n >= 0
}

// openFoldAt opens the folds that hide an offset. It is called with the caret's offset, because
// the caret is never in hidden text.
func (e *Editor) openFoldAt(off buffer.Offset) {
	if len(e.folds) == 0 {
		return
	}
	n := e.buf.LineAt(off)
	e.folds = slices.DeleteFunc(e.folds, func(f fold) bool { return f.first < n && n <= f.last })
}

// shiftFolds moves the folds after a change and opens those that it touches.
func (e *Editor) shiftFolds(c buffer.Change) {
	e.folds = slices.DeleteFunc(e.folds, func(f fold) bool {
		return !c.Within && c.Line <= f.last && c.Line+c.Removed > f.first || c.Within && c.Line > f.first && c.Line <= f.last
	})
	for i := range e.folds {
		if f := &e.folds[i]; f.first >= c.Line+c.Removed {
			f.first += c.Added - c.Removed
			f.last += c.Added - c.Removed
		}
	}
}
