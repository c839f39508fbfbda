package viewer

import (
	"unicode"

	"galley/engine/source"
)

// selection is a part of the text that the user selects with the mouse. It grows by characters,
// words or lines.
type selection struct {
	span     source.Span // what is selected; empty if nothing is
	from, to int         // what the first press selected
	unit     int         // the number of clicks that began it; 0 without a selection by the mouse
}

// Press begins a selection at a cell of the text: of characters for a count of 1, of words for 2,
// of lines for 3. The reading position moves there. It reports whether there is text at the cell.
func (v *Viewer) Press(x, y, count int) bool {
	if !v.Click(x, y) {
		v.Unselect()
		return false
	}
	from, to := v.around(v.cursor, count)
	v.selected = selection{span: source.Span{Start: from, End: to}, from: from, to: to, unit: max(count, 1)}
	return true
}

// Drag extends the selection to a cell of the text. Above and below the window it scrolls.
func (v *Viewer) Drag(x, y int) {
	s := &v.selected
	if s.unit == 0 || len(v.rows) == 0 {
		return
	}
	if y < 0 {
		v.Scroll(y)
	} else if y >= v.height {
		v.Scroll(y - v.height + 1)
	}
	cursor := v.cursor
	v.Click(x, min(max(y, 0), len(v.rows)-1))
	from, to := v.around(v.cursor, s.unit)
	v.cursor = cursor
	s.span = source.Span{Start: min(s.from, from), End: max(s.to, to)}
}

// around returns the bounds of the character, the word or the line at an offset; unit says which
// of the three.
func (v *Viewer) around(offset, unit int) (from, to int) {
	switch unit {
	case 2:
		return wordAround(v.text, offset)
	case 3:
		return lineStart(v.text, offset), min(lineEnd(v.text, offset)+1, len(v.text))
	}
	return offset, offset
}

// wordAround returns the word at an offset or, if no word is there, the run of other characters.
func wordAround(text string, offset int) (from, to int) {
	start := lineStart(text, offset)
	line := text[start:lineEnd(text, offset)]
	from, to = start, start
	word := false
	for i, r := range line {
		is := r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
		if is == word {
			continue
		}
		if start+i > offset {
			return from, start + i
		}
		from, word = start+i, is
	}
	return from, start + len(line)
}

// Selected returns the selected text, or "".
func (v *Viewer) Selected() string {
	s := v.selected.span
	return v.text[min(s.Start, len(v.text)):min(s.End, len(v.text))]
}

// Unselect clears the selection and reports whether text was selected.
func (v *Viewer) Unselect() bool {
	was := v.Selected() != ""
	v.selected = selection{}
	return was
}

// SetFound marks the matches of a search, which must be in order; nil marks nothing.
func (v *Viewer) SetFound(spans []source.Span) { v.found = spans }

// Extent returns the first byte and the number of bytes that the window shows, and the length of
// the text.
func (v *Viewer) Extent() (top, shown, total int) {
	if len(v.rows) == 0 {
		return 0, len(v.text), len(v.text)
	}
	return v.rows[0].start, max(v.rows[len(v.rows)-1].end-v.rows[0].start, 1), len(v.text)
}

// ScrollTo scrolls so that a share of the text, 0 to 1, is above the window. It does not leave rows
// blank.
func (v *Viewer) ScrollTo(share float64) {
	v.top = v.rowStart(int(share * float64(len(v.text))))
	v.FillWindow()
}

// Keep stores the reading position for [Viewer.Return].
func (v *Viewer) Keep() { v.kept = [2]int{v.top, v.cursor} }

// Return goes back to the stored position.
func (v *Viewer) Return() {
	v.cursor = min(v.kept[1], len(v.text))
	v.top = v.rowStart(v.kept[0])
}
