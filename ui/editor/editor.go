package editor

import (
	"strings"
	"time"
	"unicode/utf8"

	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/editor/buffer"
	"galley/ui/editor/rows"
)

// Options are the editor's options.
type Options struct {
	Cell       cell.Options
	NoWrap     bool // long lines do not wrap
	AutoIndent bool // a new line begins with the blanks of the line before
	NoSticky   bool // the [if] of a block is not shown when it is above the screen
	Margin     int  // rows kept between the caret and the edge when scrolling
}

// defaultOptions returns the options of a new editor. Lines wrap, because templates are prose.
// New lines are not indented, because the lines of a text that is pasted as typed keys would be
// indented more and more.
func defaultOptions() Options { return Options{Margin: 2} }

// Editor is a text being edited and the view of it.
type Editor struct {
	o    Options
	buf  *buffer.Buffer
	hist buffer.History
	log  buffer.Log
	sel  buffer.Selection
	now  time.Time

	goal  int    // the column that moves up and down keep to; -1 means the caret's own column
	saved uint64 // the state of hist that is on disk
	clip  string // what was copied or cut last
	drag  drag

	view   view
	layout *rows.Cache
	marks  marks
	find   find
	menu   completion
	folds  []fold
	pen    pen
}

// New returns an editor of an empty text.
func New() *Editor {
	e := &Editor{o: defaultOptions(), buf: buffer.New(""), goal: -1}
	e.view = view{w: 80, h: 24, textW: 80, sticky: -1}
	e.layout = rows.NewCache(e.rowOptions())
	return e
}

// Options returns the options.
func (e *Editor) Options() Options { return e.o }

// SetOptions changes the options.
func (e *Editor) SetOptions(o Options) {
	e.o = o
	if !o.NoWrap {
		e.view.left = 0
	}
	e.relayout()
}

// SetText replaces the document. Undo, caret, tags and problems start empty.
func (e *Editor) SetText(text string) {
	e.buf = buffer.New(text)
	e.hist = buffer.History{}
	e.log.Reset()
	e.saved = e.hist.State()
	e.sel = buffer.Selection{}
	e.goal = -1
	e.layout.Clear()
	e.view.top, e.view.left = spot{}, 0
	e.marks = marks{}
	e.folds = nil
	e.EndFind()
	e.CloseCompletion()
}

// Replace changes the document to text, as one step that can be undone. It is for changes that
// another program made. The caret keeps its position as far as possible.
func (e *Editor) Replace(text string) {
	old := e.buf.Text()
	head := 0
	for n := min(len(old), len(text)); head < n && old[head] == text[head]; {
		head++
	}
	tail := 0
	for n := min(len(old), len(text)) - head; tail < n && old[len(old)-1-tail] == text[len(text)-1-tail]; {
		tail++
	}
	from, to := buffer.Offset(head), buffer.Offset(len(old)-tail)
	with := text[head : len(text)-tail]
	sel := e.sel
	for _, off := range []*buffer.Offset{&sel.Anchor, &sel.Caret} {
		if *off >= to {
			*off += buffer.Offset(len(with)) - (to - from)
		} else {
			*off = min(*off, from+buffer.Offset(len(with)))
		}
	}
	e.replace(from, to, with, buffer.Whole, sel)
	e.view.follow = false
}

// Text returns the document, byte for byte. It is built once per edit.
func (e *Editor) Text() string { return e.buf.Text() }

// Revision counts edits, including undo and redo. Tags and problems computed for a
// revision are shifted by later edits.
func (e *Editor) Revision() uint64 { return e.log.Revision() }

// MarkSaved records that the current document is on disk.
func (e *Editor) MarkSaved() { e.saved = e.hist.State() }

// Modified reports whether the document differs from the document at the last
// [Editor.MarkSaved] or [Editor.SetText]. It returns false if the user has undone all changes
// since.
func (e *Editor) Modified() bool { return e.hist.Peek() != e.saved }

// SetTime sets the time of the following edits: typing after a pause of more than a
// second is a new undo step.
func (e *Editor) SetTime(now time.Time) { e.now = now }

// Caret returns the caret's offset.
func (e *Editor) Caret() int { return int(e.sel.Caret) }

// Position returns the position of the caret, in the units that all other views use.
func (e *Editor) Position() source.Position {
	n := e.buf.LineAt(e.sel.Caret)
	l := e.buf.Line(n)
	col := utf8.RuneCountInString(l.Text[:e.sel.Caret-l.Start]) + 1
	return source.Position{Offset: int(e.sel.Caret), Line: n + 1, Column: col}
}

// Line returns the caret's line without its end, and the caret's place in it, in bytes.
func (e *Editor) Line() (text string, column int) {
	l := e.buf.Line(e.buf.LineAt(e.sel.Caret))
	return l.Body(), min(int(e.sel.Caret-l.Start), len(l.Body()))
}

// LineCount returns the number of lines: one more than there are line ends.
func (e *Editor) LineCount() int { return e.buf.Lines() }

// Words counts the words of the document. It reads the whole document, so do not call it for each
// key.
func (e *Editor) Words() int {
	return len(strings.Fields(e.buf.Text()))
}

// Selection returns the selected span; it is empty, at the caret, if nothing is
// selected.
func (e *Editor) Selection() source.Span {
	from, to := e.sel.Span()
	return source.Span{Start: int(from), End: int(to)}
}

// Selected returns the selected text, byte for byte.
func (e *Editor) Selected() string { return e.buf.Slice(e.sel.Span()) }

// SetCaret puts the caret at an offset, selects nothing and brings the caret into view.
func (e *Editor) SetCaret(off int) { e.jump(off, off) }

// Select selects a span, with the caret at its end, and brings it into view.
func (e *Editor) Select(span source.Span) { e.jump(span.Start, span.End) }

// SelectAll selects the whole document and leaves the view where it is.
func (e *Editor) SelectAll() {
	e.setSelection(buffer.Selection{Anchor: 0, Caret: e.buf.Len()})
	e.view.follow = false
}

// Unselect removes the selection and leaves the caret where it is. It reports whether text was
// selected.
func (e *Editor) Unselect() bool {
	had := !e.sel.Empty()
	e.sel.Anchor = e.sel.Caret
	return had
}

// jump selects from anchor to caret; a caret outside the view is shown in the middle
// of the view.
func (e *Editor) jump(anchor, caret int) {
	e.setSelection(buffer.Selection{Anchor: e.snap(anchor), Caret: e.snap(caret)})
	e.view.centre = true
}

func (e *Editor) snap(off int) buffer.Offset { return e.buf.At(buffer.Offset(off)).Offset() }

// setSelection moves the caret: it ends the undo step, and the view follows.
func (e *Editor) setSelection(sel buffer.Selection) {
	e.hist.Break()
	e.sel = sel
	e.goal = -1
	e.view.follow = true
	e.openFoldAt(e.sel.Caret)
}

// replace is the function through which all edits are made. It changes the text, updates
// everything that depends on the text, and records the step. after is the selection after the
// edit.
func (e *Editor) replace(from, to buffer.Offset, with string, kind buffer.Kind, after buffer.Selection) {
	if e.buf.Slice(from, to) == with {
		e.sel = after
		return
	}
	before := e.sel
	c := e.buf.Replace(from, to, with)
	e.changed(c)
	e.sel = buffer.Selection{Anchor: e.settle(after.Anchor), Caret: e.settle(after.Caret)}
	e.hist.Record(c.Edit, kind, before, e.sel, e.now)
	e.edited()
}

// settle moves an offset that an edit left inside a grapheme cluster to the end of the cluster.
// This happens when the typed text joins the existing text to one cluster.
func (e *Editor) settle(off buffer.Offset) buffer.Offset {
	p := e.buf.At(off)
	if p.Offset() < off {
		p = e.buf.Next(p)
	}
	return p.Offset()
}

// changed updates everything that depends on the text after one change.
func (e *Editor) changed(c buffer.Change) {
	e.log.Add(c.Edit)
	e.marks.changed(c.Edit)
	if c.Within {
		l := e.buf.Line(c.Line)
		e.layout.Edited(l.ID, l.Body(), int(c.At-l.Start))
	}
	e.shiftFolds(c)
	if top := &e.view.top; c.Line+c.Removed <= top.line {
		top.line += c.Added - c.Removed
	} else if c.Line < top.line {
		*top = spot{line: min(c.Line+c.Added-1, top.line)}
	}
}

// edited makes the view follow the caret and shows the caret's line. It is called after every
// edit, undo and redo.
func (e *Editor) edited() {
	e.goal = -1
	e.view.follow = true
	e.openFoldAt(e.sel.Caret)
}

// Undo reverts the last step and restores the caret and the selection. It reports whether a
// step was left to undo.
func (e *Editor) Undo() bool { return e.travel(e.hist.Undo) }

// Redo repeats the step that was undone last. It reports whether a step was left to redo.
func (e *Editor) Redo() bool { return e.travel(e.hist.Redo) }

func (e *Editor) travel(step func(*buffer.Buffer, func(buffer.Change)) (buffer.Selection, bool)) bool {
	sel, ok := step(e.buf, e.changed)
	if ok {
		e.sel = sel
		e.edited()
	}
	return ok
}
