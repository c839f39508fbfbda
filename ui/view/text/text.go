// Package text is the tab of the preview with the prompt's text as it is sent. A bar beside
// each row shows where the row's bytes come from. The tab marks the text that comes from the
// place under the editor's caret.
package text

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/source"
	"galley/engine/textutil"
	"galley/ui/cell"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/viewer"
)

// View is the tab. It is made by [New].
type View struct {
	host    view.Host
	viewer  *viewer.Viewer
	result  *engine.Result
	matched string   // the file and offset of the last Match, or ""
	blocks  []placed // the blocks of the result, in order
	stay    bool     // whether the next match must not scroll, because the user has just jumped from here
	jumped  bool     // whether the next match is the piece from which the user has just jumped
}

// New returns the tab before it has a prompt.
func New(host view.Host, o cell.Options) *View {
	v := &View{host: host}
	v.viewer = viewer.New(viewer.Options{Cell: o, Origins: true, Name: v.name})
	return v
}

// Title implements [view.View].
func (v *View) Title() string { return "Text" }

// Keys implements [view.View].
func (v *View) Keys() []keymap.Action { return []keymap.Action{keymap.Jump, keymap.ToggleOrigins} }

// Hints implements [view.View].
func (v *View) Hints() []view.Hint {
	return []view.Hint{
		{Action: keymap.Jump, Word: "to its source"}, {Action: keymap.CopyPrompt, Word: "copy all"}, {Action: keymap.ToggleOrigins, Word: "origins"},
	}
}

// Crumb implements [view.View].
func (v *View) Crumb() string { return v.viewer.Place() }

// Extent implements [view.View].
func (v *View) Extent() view.Extent { return view.ExtentOf(v.viewer) }

// Selected implements [view.View].
func (v *View) Selected() (text, what string) { return v.viewer.Selected(), view.Selection }

// Search implements [view.View].
func (v *View) Search(m *search.Matcher) []view.Match { return view.SearchText(v.viewer.Search(m)) }

// Update implements [view.View].
func (v *View) Update(msg tea.Msg) (view.View, tea.Cmd) {
	switch msg := msg.(type) {
	case view.Result:
		v.result, v.matched, v.blocks = msg.Result, "", places(msg.Result)
		v.viewer.SetText(msg.Text)
	case view.Click:
		v.stay = msg.Count == 2 && v.viewer.Click(msg.X, msg.Y) // the view stays, so that the third click of a triple click is on the same text
		if v.stay {
			return v, v.jump()
		}
		v.viewer.Press(msg.X, msg.Y, msg.Count)
	case view.Drag:
		v.viewer.Drag(msg.X, msg.Y)
	case keymap.Action:
		switch msg {
		case keymap.Jump:
			return v, v.jump()
		case keymap.ToggleOrigins:
			v.viewer.ToggleBar()
		}
	default:
		view.ReadText(v.viewer, msg)
	}
	return v, nil
}

// Draw implements [view.View].
func (v *View) Draw(a cell.Area, f view.Frame) (x, y int, visible bool) {
	v.viewer.SetStale(f.Stale)
	x, y, visible = v.viewer.Draw(a, f.Styles, f.Focused)
	if v.result != nil && v.viewer.Text() == "" {
		v.drawEmpty(a.Sub(v.viewer.BarWidth(), 0, a.W, a.H), f)
	}
	return x, y, visible
}

// drawEmpty says why nothing is shown.
func (v *View) drawEmpty(a cell.Area, f view.Frame) {
	command := v.result.Prompt.Command
	if len(command) == 0 {
		a.Put(0, 0, "No message is sent: the template is empty.", f.Styles.Muted)
		return
	}
	y := put(a, 0, "galley sends no prompt: the agent makes its own. It is started as", f.Styles.Base)
	y = put(a, y+1, textutil.Command(command...), f.Styles.Accent)
	for _, note := range v.result.Prompt.Notes {
		y = put(a, y+1, note, f.Styles.Muted)
	}
}

// put draws a text over as many rows as it needs, and returns the row after it.
func put(a cell.Area, y int, text string, look cell.Style) int {
	for _, row := range cell.WrapText(text, a.W, 0) {
		a.Put(0, y, row, look)
		y++
	}
	return y
}

// Match marks the part of the prompt that comes from an offset in a file, and shows it. names
// are the paths of the file. If names is nil, the file is the template; an offset inside a tag
// then means the whole text that the tag produced.
func (v *View) Match(names []string, offset int) {
	key := fmt.Sprint(offset, names)
	if v.result == nil || v.matched == key {
		return
	}
	v.matched = key
	stay, jumped := v.stay, v.jumped
	if v.stay, v.jumped = false, false; stay {
		return
	}
	if jumped {
		v.viewer.MarkAt(v.piece(v.viewer.Cursor()), v.viewer.Cursor())
		return
	}
	at, best := 0, source.NoSpan
	for _, piece := range v.result.Text.Pieces() {
		o, span := piece.Origin, source.Span{Start: at, End: at + len(piece.Text)}
		at = span.End
		from := o.Tag
		if names != nil {
			if from = o.Span; o.Kind != source.File && o.Kind != source.Import || !slices.Contains(names, o.Source) {
				continue
			}
		}
		if from == source.NoSpan || offset < from.Start || offset > from.End {
			continue
		}
		if from.Len() == span.Len() && (names != nil || o.Kind == source.Template) {
			// The text in the prompt equals that of the file, byte for byte, so the span can be a
			// single byte.
			span = source.Span{Start: span.Start + offset - from.Start, End: span.Start + offset - from.Start + 1}
		}
		best = span
		if offset < from.End {
			break
		}
	}
	v.viewer.Mark(best)
}

// piece returns the span of the piece at an offset of the prompt. The end of the prompt belongs to
// the last piece.
func (v *View) piece(offset int) source.Span {
	span, at := source.NoSpan, 0
	for _, piece := range v.result.Text.Pieces() {
		span = source.Span{Start: at, End: at + len(piece.Text)}
		if at = span.End; offset < at {
			break
		}
	}
	return span
}

// Matched returns the part of the prompt that the last Match marked.
func (v *View) Matched() (source.Span, bool) {
	span := v.viewer.Marked()
	return span, span != source.NoSpan
}

// Cursor returns the offset of the reading position in the prompt.
func (v *View) Cursor() int { return v.viewer.Cursor() }

// GoTo moves the reading position to an offset of the prompt and shows it.
func (v *View) GoTo(offset int) { v.viewer.GoTo(offset) }

// GoToCut moves the reading position to a cut and shows it. The view stays there until the caret of
// the editor pane moves.
func (v *View) GoToCut(offset int) {
	v.stay = true
	v.viewer.GoTo(offset)
}

// GoToTop moves the reading position to an offset and shows it near the top, so that the text after
// it is visible.
func (v *View) GoToTop(offset int) { v.viewer.GoToTop(offset) }

// Text returns the prompt's text as shown.
func (v *View) Text() string { return v.viewer.Text() }

// jump goes to the source of the text at the reading position: a tag or text of the template, or a
// file that no tag inserted.
func (v *View) jump() tea.Cmd {
	origin, ok := v.viewer.Origin()
	switch {
	case ok && origin.Tag == source.NoSpan && (origin.Kind == source.File || origin.Kind == source.Import):
		return v.host.OpenFile(origin.Source, view.FilePlace{Offset: origin.Span.Start})
	case !ok || origin.Tag == source.NoSpan:
		v.host.Say("This text comes neither from the template nor from a file")
		return nil
	case origin.Kind == source.Template:
		start := origin.Tag.Start
		return v.host.GoTo(view.Place{In: view.Template, Span: source.Span{Start: start, End: start}})
	}
	v.jumped = true
	v.host.Say(v.describe(origin))
	return v.host.GoTo(view.Place{In: view.Template, Span: origin.Tag})
}

// describe says where a piece comes from, in one line.
func (v *View) describe(o source.Origin) string {
	switch o.Kind {
	case source.File, source.Import:
		return fmt.Sprintf("%s, line %d", v.host.Short(o.Source), o.Line)
	case source.Override:
		return o.Source + ", overridden here"
	case source.Variable:
		return capture.ValueName(o.Source)
	default:
		return o.Source
	}
}
