package editor

import (
	"strings"

	"galley/ui/editor/buffer"
)

// lineRange returns the numbers of the lines that the selection touches. A
// selection that ends at a line's start does not touch that line.
func (e *Editor) lineRange() (first, last int) {
	from, to := e.sel.Span()
	first, last = e.buf.LineAt(from), e.buf.LineAt(to)
	if last > first && e.buf.Line(last).Start == to {
		last--
	}
	return first, last
}

// block returns the texts of the lines first to last. from is the start of these lines, and to
// their end.
func (e *Editor) block(first, last int) (texts []string, from, to buffer.Offset) {
	for n := first; n <= last; n++ {
		texts = append(texts, e.buf.Line(n).Text)
	}
	l := e.buf.Line(last)
	return texts, e.buf.Line(first).Start, l.Start + buffer.Offset(len(l.Text))
}

// indentUnit returns one step of indentation. It is a tab if the nearest indented line begins
// with a tab, otherwise as many blanks as the width of a tab stop, but at most four.
func (e *Editor) indentUnit() string {
	n := e.buf.LineAt(e.sel.Caret)
	for m := n; m >= max(0, n-200); m-- {
		switch t := e.buf.Line(m).Text; {
		case strings.HasPrefix(t, "\t"):
			return "\t"
		case strings.HasPrefix(t, "  "):
			return e.blanks()
		}
	}
	return e.blanks()
}

func (e *Editor) blanks() string {
	n := e.o.Cell.Tab
	if n <= 0 || n > 4 {
		n = 4
	}
	return strings.Repeat(" ", n)
}

// Indent indents the selected lines, except empty ones, by one step.
func (e *Editor) Indent() {
	unit := e.indentUnit()
	e.eachLine(func(line string) (string, int) {
		if strings.Trim(line, "\r\n") == "" {
			return line, 0
		}
		return unit + line, len(unit)
	})
}

// Outdent removes up to one step of indentation from the selected lines.
func (e *Editor) Outdent() {
	width := len(e.blanks())
	e.eachLine(func(line string) (string, int) {
		n := 0
		if strings.HasPrefix(line, "\t") {
			n = 1
		} else {
			for n < width && n < len(line) && line[n] == ' ' {
				n++
			}
		}
		return line[n:], -n
	})
}

// eachLine changes every selected line, in one step. change returns the changed line and the
// number of bytes by which the start of the line grew. The selection stays on the same text.
func (e *Editor) eachLine(change func(line string) (string, int)) {
	first, last := e.lineRange()
	texts, from, to := e.block(first, last)
	sel := e.sel
	start := from
	var b strings.Builder
	for _, t := range texts {
		line, grew := change(t)
		b.WriteString(line)
		for _, p := range []struct{ old, now *buffer.Offset }{{&e.sel.Anchor, &sel.Anchor}, {&e.sel.Caret, &sel.Caret}} {
			if at := *p.old - start; at > 0 || at == 0 && e.sel.Empty() {
				*p.now += max(buffer.Offset(grew), -at)
			}
		}
		start += buffer.Offset(len(t))
	}
	e.replace(from, to, b.String(), buffer.Whole, sel)
}

// DuplicateLines puts a copy of the selected lines below them and moves the
// caret to the copy.
func (e *Editor) DuplicateLines() {
	texts, from, to := e.block(e.lineRange())
	copied := strings.Join(texts, "")
	shift := to - from
	if !endsLine(copied) {
		end := e.lineEnd(from)
		copied = end + copied
		shift += buffer.Offset(len(end))
	}
	sel := buffer.Selection{Anchor: e.sel.Anchor + shift, Caret: e.sel.Caret + shift}
	e.replace(to, to, copied, buffer.Whole, sel)
}

// MoveLinesUp moves the selected lines above the line before them.
func (e *Editor) MoveLinesUp() {
	first, last := e.lineRange()
	if first > 0 {
		e.swap(first-1, first, last, -1)
	}
}

// MoveLinesDown moves the selected lines below the line after them.
func (e *Editor) MoveLinesDown() {
	if first, last := e.lineRange(); last < e.buf.Lines()-1 {
		e.swap(first, last+1, last+1, 1)
	}
}

// swap exchanges the lines a to b-1 with the lines b to c, and moves the selection with its
// lines. sign is 1 if the selection is in the first of these groups and moves down, and -1 if it
// is in the second group and moves up. If a last line without a line end moves up, it gets the
// line end of the line that becomes the last.
func (e *Editor) swap(a, b, c, sign int) {
	texts, from, to := e.block(a, c)
	head, tail := strings.Join(texts[:b-a], ""), strings.Join(texts[b-a:], "")
	over := len(head)
	if sign > 0 {
		over = len(tail)
	}
	if !endsLine(tail) {
		body := buffer.Line{Text: head}.Body()
		end := head[len(body):]
		head, tail = body, tail+end
		if sign > 0 {
			over += len(end)
		}
	}
	shift := buffer.Offset(sign * over)
	sel := buffer.Selection{Anchor: e.sel.Anchor + shift, Caret: e.sel.Caret + shift}
	e.replace(from, to, tail+head, buffer.Whole, sel)
}

// JoinLines joins the selected lines or, if nothing is selected, the caret's line and the next
// line. One blank replaces each line end and the blanks around it.
func (e *Editor) JoinLines() {
	first, last := e.lineRange()
	if first == last {
		last++
	}
	if last >= e.buf.Lines() {
		return
	}
	texts, from, to := e.block(first, last)
	joined := buffer.Line{Text: texts[0]}.Body()
	caret := len(joined)
	for _, t := range texts[1:] {
		joined = strings.TrimRight(joined, " \t")
		caret = len(joined)
		if rest := strings.TrimLeft(buffer.Line{Text: t}.Body(), " \t"); rest != "" && joined != "" {
			joined += " " + rest
		} else {
			joined += rest
		}
	}
	end := buffer.Line{Text: texts[len(texts)-1]}.End()
	e.replace(from, to, joined+end, buffer.Whole, at(from+buffer.Offset(caret)))
}

// DeleteLines deletes the selected lines with their line ends. If the last line of the text is
// among them, DeleteLines also deletes the line end before them. The caret keeps its column.
func (e *Editor) DeleteLines() {
	first, last := e.lineRange()
	_, from, to := e.block(first, last)
	column := e.sel.Caret - e.buf.Line(e.buf.LineAt(e.sel.Caret)).Start
	caret := from
	if to == e.buf.Len() && first > 0 && !endsLine(e.buf.Line(last).Text) {
		prev := e.buf.Line(first - 1)
		from, caret = bodyEnd(prev), prev.Start
	}
	e.replace(from, to, "", buffer.Whole, at(caret))
	l := e.buf.Line(e.buf.LineAt(e.sel.Caret))
	e.sel = at(e.buf.At(l.Start + min(column, buffer.Offset(len(l.Body())))).Offset())
}

func endsLine(s string) bool {
	return strings.HasSuffix(s, "\n") || strings.HasSuffix(s, "\r")
}
