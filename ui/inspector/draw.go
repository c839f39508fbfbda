package inspector

import (
	"fmt"
	"strings"

	"galley/engine"
	"galley/engine/report"
	"galley/engine/textutil"
	"galley/engine/variable"
	"galley/ui/cell"
	"galley/ui/style"
	"galley/ui/view"
	"galley/ui/words"
)

// Draw implements [view.View].
func (v *View) Draw(a cell.Area, f view.Frame) (x, y int, visible bool) {
	if len(v.shown) == 0 {
		a.Put(1, 0, v.emptyNote(), f.Styles.Muted)
		return
	}
	keys, told, foot := v.keyWidth(a.W), "", 0
	if f.Focused {
		told, foot = v.Details(), view.FootHeight(a.H)
	}
	view.DrawDetails(a.Sub(0, a.H-foot, a.W, foot), told, f.Styles)
	return v.list.Draw(a.Sub(0, 0, a.W, a.H-foot), f.Styles, f.Focused, func(a cell.Area, y, row int) {
		v.drawRow(a, y, keys, v.all[v.shown[row]], f.Styles)
	})
}

func (v *View) emptyNote() string {
	if v.filter != "" {
		return fmt.Sprintf("No variable matches %q.", v.filter)
	}
	return "The template uses no variables."
}

// keyWidth returns the width of the column of keys, which is at most two fifths of the pane.
func (v *View) keyWidth(width int) int { return min(v.widest, max(width*2/5, 8)) }

func (v *View) drawRow(a cell.Area, y, keys int, u engine.ValueUse, st *style.Styles) {
	glyph, look := sign(u, st)
	a.Put(1, y, glyph, look)
	a.Put(3, y, cell.Shorten(cell.Visible(u.Key), keys), keyStyle(u, st))
	tail := v.tail(u)
	w := cell.Width(tail)
	x := 3 + keys + 2
	room := a.W - x - w - 3
	if room < 6 {
		room, w = a.W-x-1, 0
	}
	if room > 0 {
		a.Put(x, y, cell.Shorten(Describe(u), room), valueStyle(u, st))
	}
	if w > 0 {
		a.Put(a.W-w-1, y, tail, st.Muted)
	}
}

// tail returns the text after a variable's value: where the variable is used and what is special
// about it.
func (v *View) tail(u engine.ValueUse) string {
	var parts []string
	switch {
	case u.Overridden:
		parts = append(parts, "override")
	case u.Outside:
		parts = append(parts, "outside")
	}
	switch len(u.Uses) {
	case 0:
		parts = append(parts, "unused")
	case 1:
		parts = append(parts, fmt.Sprintf("l%d", v.line(u.Uses[0])))
	default:
		parts = append(parts, fmt.Sprintf("l%d ×%d", v.line(u.Uses[0]), len(u.Uses)))
	}
	if u.Dynamic {
		parts = append(parts, "dynamic")
	}
	return strings.Join(parts, "  ")
}

// Describe returns a variable's value in one line: a size for a file, the value
// itself if it is short, or the problem if it has no value.
func Describe(v engine.ValueUse) string {
	switch v.State {
	case variable.Present:
		if v.Type == "file" && !v.Overridden {
			return report.Size(len(v.Text))
		}
		if v.Text == "" {
			return "(empty)"
		}
		first, rest, more := strings.Cut(strings.TrimSuffix(v.Text, "\n"), "\n")
		text := cell.Visible(textutil.Clip(first, 400))
		if more {
			text += " ⏎ +" + words.Plural(strings.Count(rest, "\n")+1, "line")
		}
		if v.Detail != "" && len(v.Text) < 40 {
			text += " (" + cell.Visible(v.Detail) + ")"
		}
		return text
	case variable.Missing:
		if v.Detail != "" {
			return cell.Visible(v.Detail)
		}
		return "no value here"
	default:
		if v.Detail != "" {
			return cell.Visible(v.Detail)
		}
		return string(v.State)
	}
}

func sign(v engine.ValueUse, st *style.Styles) (string, cell.Style) {
	switch {
	case len(v.Uses) == 0 && !v.Overridden:
		return "○", st.Muted
	case v.State == variable.Present && v.Overridden:
		return "●", st.Info
	case v.State == variable.Present:
		return "✓", st.Good
	case v.State == variable.Unreadable:
		return "!", st.Error
	case v.State == variable.Missing:
		return "–", st.Warning
	default:
		return "✗", st.Error
	}
}

func keyStyle(v engine.ValueUse, st *style.Styles) cell.Style {
	if len(v.Uses) == 0 {
		return st.Muted
	}
	return st.Base
}

func valueStyle(v engine.ValueUse, st *style.Styles) cell.Style {
	if v.State == variable.Present || v.State == variable.Missing {
		return st.Muted
	}
	return st.Warning
}
