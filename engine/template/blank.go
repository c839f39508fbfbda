package template

import (
	"fmt"
	"sort"
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
)

// longRun is the number of consecutive line ends from which a gap is reported. Three line ends
// make two blank lines.
const longRun = 3

// blankRun is the run of line ends at the end of the output so far.
type blankRun struct {
	ends       int
	cr         bool        // the last byte was a CR, which forms one line end with a following LF
	first      source.Span // place in the template of the first line end
	last       source.Span // place in the template of the last line end
	template   bool        // one of the line ends is text of the template
	firstPiece int
	lastPiece  int
	valueEnd   int // 1 if the first line end is the last byte of a value, as at the end of a file, and so belongs to the value
}

// checkBlank reports gaps in the output. Line ends within a value, and the line end after its last
// line, belong to the value and are not counted.
func (c *checker) checkBlank(rendered source.Text) {
	var run blankRun
	for i, p := range rendered.Pieces() {
		c.followRun(&run, i, p)
	}
	c.endRun(&run)
}

// followRun handles one piece of the output.
func (c *checker) followRun(run *blankRun, index int, p source.Piece) {
	text, pos := p.Text, 0
	if run.cr && text[0] == '\n' {
		run.note(index, positionOf(p, 0)) // this LF belongs to the CR that was counted
		run.cr = false
		pos = 1
	}
	for pos < len(text) {
		end := source.NextLine(text, pos)
		if end < 0 {
			c.endRun(run)
			return
		}
		start := end - 1
		if start > pos && text[start] == '\n' && text[start-1] == '\r' {
			start--
		}
		if start != pos {
			c.endRun(run)
		}
		if run.ends == 0 && end == len(text) && p.Origin.Kind != source.Template {
			run.valueEnd = 1
		}
		run.ends++
		run.note(index, positionOf(p, start))
		run.note(index, positionOf(p, end-1))
		run.cr = text[end-1] == '\r'
		run.template = run.template || p.Origin.Kind == source.Template
		pos = end
	}
}

// note records a byte of a line end.
func (r *blankRun) note(piece int, at source.Span) {
	if r.first.End == 0 {
		r.first, r.firstPiece = at, piece
	}
	r.last, r.lastPiece = at, piece
}

// positionOf returns the place in the template of the byte at an offset in a piece, or of the tag that
// made the piece.
func positionOf(p source.Piece, offset int) source.Span {
	o := p.Origin
	if o.Kind != source.Template {
		return o.Tag
	}
	return source.Span{Start: o.Span.Start + offset, End: o.Span.Start + offset + 1}
}

// endRun reports a finished run if it is long, and resets it.
func (c *checker) endRun(run *blankRun) {
	done := *run
	*run = blankRun{}
	if done.ends < longRun || !done.template && done.firstPiece == done.lastPiece {
		return
	}
	from, to := done.first.Start, done.last.End
	first := sort.Search(len(c.tags), func(i int) bool { return c.tags[i].Span.Start >= from })
	after := sort.Search(len(c.tags), func(i int) bool { return c.tags[i].Span.End > to })
	if done.ends-c.blockTags(first, after)-done.valueEnd < longRun {
		return
	}
	if first < after && strings.Contains(Default, c.source(source.Span{Start: from, End: to})) {
		return // the built-in template itself leaves this gap, and may still do so after a change elsewhere
	}
	span := source.Span{Start: from, End: to}
	if first < after {
		span = source.Span{Start: c.tags[first].Span.Start, End: c.tags[after-1].Span.End}
	}
	if !c.room(diag.BlankRun, span) {
		return
	}
	if first >= after {
		c.add(diag.BlankRun, span, fmt.Sprintf("%d line breaks in a row in the output", done.ends),
			"they are sent like this: remove some if you do not want them",
			diag.Fix{Label: "Leave one blank line", Span: span, Text: firstTwoLineEnds(c.source(span))})
		return
	}
	c.add(diag.BlankRun, span, fmt.Sprintf("%d line breaks in a row in the output, left by %s", done.ends, c.list(first, after)),
		"they are sent like this: to close the gap, put the tags on the lines of their text")
}

// blockTags counts the tags in c.tags[first:after] that belong to blocks which leave text in the
// output. Each such tag may be on a line of its own, whose line end belongs to the block.
func (c *checker) blockTags(first, after int) (n int) {
	for i := first; i < after; i++ {
		tag := &c.tags[i]
		if c.gone(tag, after) {
			i = tag.Match
		} else if block := tag.Kind == TagIf || tag.Kind == TagElse || tag.Kind == TagEndif; block && !tag.Literal {
			n++
		}
	}
	return n
}

// gone reports whether a tag begins a block that leaves no text in the output. The block must end
// before c.tags[after].
func (c *checker) gone(tag *Tag, after int) bool {
	return tag.Kind == TagIf && !tag.Literal && tag.Else < 0 && tag.Match < after && !tag.holds(c.values)
}

// firstTwoLineEnds returns the first two line ends of a run.
func firstTwoLineEnds(run string) string {
	end := source.NextLine(run, 0)
	return run[:source.NextLine(run, end)]
}

// maxListed is the most tags that a message names.
const maxListed = 3

// list names the tags in c.tags[first:after] for a message. A block that is skipped is named once.
func (c *checker) list(first, after int) string {
	var names []string
	for i := first; i < after; i++ {
		if len(names) == maxListed {
			names = append(names, "…")
			break
		}
		tag := &c.tags[i]
		name := tag.show()
		if c.gone(tag, after) {
			name += " … [endif]"
			i = tag.Match
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
