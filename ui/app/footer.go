package app

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine"
	"galley/engine/diag"
	"galley/ui/cell"
	"galley/ui/inspector"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/view"
	"galley/ui/words"
)

// problemNote returns the numbers of problems, for the right end of the bar at the bottom.
func (p *painter) problemNote() (string, cell.Style) {
	problems, st := p.m.prompts.Problems(), p.m.screen.Styles()
	worst, any := diag.Worst(problems)
	switch {
	case !any && p.m.prompts.Checkup().Checking():
		return "checking…", st.Muted
	case !any:
		return "no problems", st.Muted
	case worst >= diag.Warning:
		remarks := 0
		for _, one := range problems {
			if one.Severity < diag.Warning {
				remarks++
			}
		}
		text := "~ " + words.Plural(len(problems)-remarks, "problem")
		if remarks > 0 {
			text += ", " + words.Plural(remarks, "remark")
		}
		return text, st.Warning
	default:
		return "i " + words.Plural(len(problems), "remark"), st.Info
	}
}

// drawFooter draws the current message, otherwise a description of what is under the caret,
// otherwise the useful keys. At the right it draws the position of the caret.
func (p *painter) drawFooter(screen cell.Area) {
	r, st := p.m.screen.Layout().Footer, p.m.screen.Styles()
	if r.Empty() {
		return
	}
	a := screen.Sub(r.X, r.Y, r.W, r.H)
	width := p.footerWidth(a.W)
	if width < a.W {
		a.Put(width+1, 0, " "+p.crumb()+" ", st.Muted)
	}
	left := a.Sub(0, 0, width, 1)
	if text, look := p.footerNews(); text != "" {
		p.drawNews(left, p.drawAbove(screen, cell.Visible(text), left.W-3, look), look)
		return
	}
	left.Put(0, 0, " ", st.Muted)
	draw(left, p.footer(width))
}

// footerWidth returns the width to the left of the position.
func (p *painter) footerWidth(width int) int {
	if n := cell.Width(p.crumb()); n > 0 && n+2 < width {
		return width - n - 3
	}
	return width
}

// footerNews returns the message that replaces the keys in the footer, or "".
func (p *painter) footerNews() (text string, look cell.Style) {
	st := p.m.screen.Styles()
	if p.m.revealed != layout.None {
		return "Masked values are shown here until the next key or click", st.Warning
	}
	switch text, warn := p.m.screen.News(); {
	case text == "":
		return p.hover()
	case warn:
		return text, st.Warning
	default:
		return text, st.Base
	}
}

// footer returns the keys for the footer that fit into a width.
func (p *painter) footer(width int) []titleWord {
	st := p.m.screen.Styles()
	var all []titleWord
	x := 1
	for _, h := range p.hints() {
		key := p.m.keys.HintIn(p.m.context(), h.Action)
		if key == "" || x+cell.Width(key)+cell.Width(h.Word)+3 > width {
			continue
		}
		all = append(all, titleWord{text: key + " ", look: st.Key, action: h.Action, x: x})
		all = append(all, titleWord{text: h.Word + "  ", look: st.Muted, action: h.Action, x: x + cell.Width(key) + 1})
		x += cell.Width(key) + cell.Width(h.Word) + 3
	}
	return all
}

// drawAbove returns the part of a message that is left for the footer. If the message does not
// fit into the footer, drawAbove first draws its beginning in the row above, in place of the
// line about the files. A description of the place under the caret stays in the footer, so that
// the line about the files does not flicker while the caret moves.
func (p *painter) drawAbove(screen cell.Area, text string, room int, look cell.Style) string {
	r := p.m.screen.Layout().Budget
	if news, _ := p.m.screen.News(); news == "" || r.H < 2 || cell.Width(text) <= room {
		return text
	}
	rows := cell.WrapText(text, r.W-2, 0)
	if len(rows) < 2 {
		return text
	}
	above := screen.Sub(r.X, r.Y+r.H-1, r.W, 1)
	above.Fill(p.m.screen.Styles().Base)
	above.Put(1, 0, rows[0], look)
	return strings.Join(rows[1:], "")
}

// drawNews draws a message. If the message is too long, it ends with the key that shows all of it.
func (p *painter) drawNews(a cell.Area, text string, look cell.Style) {
	room := a.W - 3
	if key := p.m.keys.Hint(keymap.Messages); cell.Width(text) > room && key != "" {
		hint := key + " read all"
		if rest := room - cell.Width(hint) - 2; rest > 20 {
			room = rest
			a.Put(a.W-cell.Width(hint)-1, 0, hint, p.m.screen.Styles().Key)
		}
	}
	a.Put(0, 0, " "+cell.Shorten(text, room)+" ", look)
}

// The footer shows these hints before and after those of the view.
var (
	firstHints = []view.Hint{{Action: keymap.Palette, Word: "all actions"}, {Action: keymap.Help, Word: "help"}}
	lastHints  = []view.Hint{
		{Action: keymap.NextPane, Word: "pane"}, {Action: keymap.Quit, Word: "quit"}, {Action: keymap.Legend, Word: "signs"},
	}
	saveHint    = view.Hint{Action: keymap.Save, Word: "save"} // while the file has unsaved text
	editorHints = []view.Hint{
		{Action: keymap.ChooseProfile, Word: "whose prompt"}, {Action: keymap.Rules, Word: "which rules load"}, {Action: keymap.InsertVariable, Word: "insert"},
		{Action: keymap.Find, Word: "find"}, {Action: keymap.Jump, Word: "to preview"},
	}
	fileHints = []view.Hint{
		{Action: keymap.ToTemplate, Word: "template"}, {Action: keymap.OpenFiles, Word: "files"}, {Action: keymap.OpenNamed, Word: "open named file"},
		{Action: keymap.Jump, Word: "to preview"},
	}
)

// searchHints are the hints while matches of a search are marked in the pane.
var searchHints = []view.Hint{{Action: keymap.FindNext, Word: "next match"}, {Action: keymap.FindPrev, Word: "previous match"}, {Action: keymap.Cancel, Word: "end search"}}

// searching reports whether matches are marked in the pane with the focus.
func (p *painter) searching() bool {
	if v := p.m.focused(); v != nil {
		return p.m.finding.matchCount(v) != ""
	}
	_, total, _ := p.m.editor().FindCount()
	return total > 0
}

// hints returns the actions for the footer, which depend on the pane with the focus.
func (p *painter) hints() []view.Hint {
	own := editorHints
	if v := p.m.focused(); v != nil {
		own = slices.Clone(v.Hints())
		if t, tells := v.(view.Detailer); tells && t.Details() != "" {
			own = append(own, view.Hint{Action: keymap.Tell, Word: "read all"})
		}
		own = append(own, view.Hint{Action: keymap.Find, Word: "find"})
		if p.m.screen.Focus() == layout.Preview {
			own = slices.Insert(own, min(1, len(own)), view.Hint{Action: keymap.NextTab, Word: "next tab"})
		}
	} else if !p.m.files.Current().IsTemplate() {
		own = fileHints
		if p.m.files.Current().Dirty() {
			own = append(slices.Clone(own), view.Hint{Action: keymap.Undo, Word: "undo"})
		}
	}
	if p.searching() {
		// The first key of the pane comes second: what Enter does with a match matters more than the other keys of the search.
		first := min(1, len(own))
		own = slices.Concat(searchHints[:1], own[:first], searchHints[1:], own[first:])
	}
	if p.m.files.Current().Dirty() {
		own = append(slices.Clone(own), saveHint)
	}
	return slices.Concat(firstHints, own, lastHints)
}

// crumb describes the position of the user: the reading position in a view or, in the editor,
// the line and the column of the caret and what is unusual about the file.
func (p *painter) crumb() string {
	if v := p.m.focused(); v != nil {
		return v.Crumb()
	}
	e := p.m.editor()
	pos := e.Position()
	parts := []string{fmt.Sprintf("%d:%d", pos.Line, pos.Column)}
	if n := e.Selection().Len(); n > 0 {
		parts = append([]string{words.Plural(n, "byte") + " selected"}, parts...)
	}
	if form := p.m.files.Current().Form(); form != nil {
		parts = append(parts, strings.Join(form, " "))
	}
	return strings.Join(parts, "  ")
}

// hover describes what is under the caret: its problem, otherwise the tag's value and source. It
// returns "" in text without tags.
func (p *painter) hover() (text string, look cell.Style) {
	r, st := p.m.prompts.Result(), p.m.screen.Styles()
	if p.m.screen.Focus() != layout.Template || r == nil || p.m.editor().Completing() {
		return "", cell.Style{}
	}
	caret := p.m.editor().Caret()
	if problems := p.m.editor().ProblemsAt(caret); len(problems) > 0 {
		worst := problems[0]
		text = worst.Message
		if worst.Hint != "" {
			text += ": " + worst.Hint
		}
		text = p.m.short.InText(text)
		if fixable(problems) {
			text = p.m.keys.Hint(keymap.QuickFix) + " fixes it. " + text
		}
		look, _ = st.Severity(worst.Severity)
		return text, look
	}
	if !p.m.files.Current().IsTemplate() {
		if _, text, whole := p.m.opened.fileUse(); !whole {
			return text, st.Warning
		}
		return "", cell.Style{}
	}
	tag, _, ok := p.m.editor().TagAt(caret)
	if !ok || tag.Key == "" {
		return "", cell.Style{}
	}
	for _, v := range r.Values {
		if v.Key == tag.Key {
			return describeValue(v), st.Base
		}
	}
	return "", cell.Style{}
}

// describeValue describes a variable's value and where it comes from.
func describeValue(v engine.ValueUse) string {
	text := v.Key + ": " + inspector.Describe(v)
	if v.Exists() && v.Source != "" {
		text += ", from " + v.Source
	}
	if v.Outside {
		text += ", outside the project"
	}
	return text
}
