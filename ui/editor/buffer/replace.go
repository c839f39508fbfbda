package buffer

import (
	"slices"
	"strings"
)

// Edit is one change of the text: the text Inserted replaced the text Deleted at the offset At.
type Edit struct {
	At       Offset
	Deleted  string
	Inserted string
}

// inverse returns the edit that reverts e.
func (e Edit) inverse() Edit { return Edit{e.At, e.Inserted, e.Deleted} }

// after returns the offset of the end of the inserted text.
func (e Edit) after() Offset { return e.At + Offset(len(e.Inserted)) }

// Change is an applied edit, with its effect on the lines.
type Change struct {
	Edit
	Line    int  // the first line that was replaced, from 0
	Removed int  // the number of lines that were replaced
	Added   int  // the number of lines that replaced them
	Within  bool // whether the edit stayed inside one line, which kept its ID
}

// Replace replaces the bytes in [from, to) by the string with, and returns the change. Offsets
// outside of the document count as its start or end.
func (b *Buffer) Replace(from, to Offset, with string) Change {
	from, to = b.clamp(from, to)
	edit := Edit{from, b.Slice(from, to), with}
	first, last := b.LineAt(from), b.LineAt(to)
	l := b.Line(first)
	at := int(from - l.Start)
	if within(l, at, len(edit.Deleted), with) {
		b.replaceWithin(first, at, len(edit.Deleted), with)
		return Change{edit, first, 1, 1, true}
	}
	// A CR at the end of the line before and an LF at the start of this one make one line end, so
	// include the line before.
	if at == 0 && first > 0 {
		if p := b.Line(first - 1); strings.HasSuffix(p.Text, "\r") {
			first, l, at = first-1, p, len(p.Text)
		}
	}
	end := b.Line(last)
	text := l.Text[:at] + with + end.Text[to-end.Start:]
	pieces := splitLines(text)
	if last < b.lines-1 {
		pieces = pieces[:len(pieces)-1] // the range ends with a line end, so the empty last piece is not a line
	}
	removed := last - first + 1
	b.spliceLines(first, removed, b.number(pieces))
	b.whole, b.text = false, ""
	return Change{edit, first, removed, len(pieces), false}
}

// within reports whether an edit of line l leaves the ends of this line and of the line before
// it unchanged. The edit replaces del bytes, the first of which has the index at, by the string
// with. If only an LF is left of the line, it may become one line end with a CR at the end of
// the line before.
func within(l Line, at, del int, with string) bool {
	body := len(l.Body())
	empties := with == "" && del == body && l.End() == "\n"
	return at+del <= body && !empties && !hasLineEnd(with)
}

// replaceWithin edits line n without changing a line end.
func (b *Buffer) replaceWithin(n, at, del int, with string) {
	c, i := b.locate(n)
	l := &b.chunks[c].lines[i]
	l.text = l.text[:at] + with + l.text[at+del:]
	b.chunks[c].bytes += len(with) - del
	b.bytes += len(with) - del
	b.whole, b.text = false, ""
}

// locate returns the chunk with line n, and the line's index in the chunk. If n is the number
// of lines, it returns the end of the last chunk.
func (b *Buffer) locate(n int) (c, i int) {
	for ; c < len(b.chunks)-1 && n >= len(b.chunks[c].lines); c++ {
		n -= len(b.chunks[c].lines)
	}
	return c, n
}

// spliceLines replaces n lines, starting at first, by the given ones.
func (b *Buffer) spliceLines(first, n int, with []line) {
	c, i := b.locate(first)
	b.lines += len(with) - n
	// Remove lines chunk by chunk; the chunk of the insertion stays, even if empty.
	for at, k := i, c; n > 0; at = 0 {
		ch := &b.chunks[k]
		m := min(n, len(ch.lines)-at)
		gone := sizeOf(ch.lines[at : at+m])
		ch.lines = slices.Delete(ch.lines, at, at+m)
		ch.bytes -= gone
		b.bytes -= gone
		n -= m
		if len(ch.lines) == 0 && k != c {
			b.chunks = slices.Delete(b.chunks, k, k+1)
		} else {
			k++
		}
	}
	ch := &b.chunks[c]
	size := sizeOf(with)
	ch.lines = slices.Insert(ch.lines, i, with...)
	ch.bytes += size
	b.bytes += size
	b.balance(c)
}

// balance corrects the size of chunk c: it splits a chunk that is too large, and joins a chunk that
// is too small with its neighbour.
func (b *Buffer) balance(c int) {
	ls := b.chunks[c].lines
	switch {
	case len(ls) > maxChunk:
		var parts []chunk
		for part := range slices.Chunk(ls, maxChunk/2) {
			parts = append(parts, chunk{slices.Clone(part), sizeOf(part)})
		}
		b.chunks = slices.Replace(b.chunks, c, c+1, parts...)
	case len(ls) < maxChunk/4 && len(b.chunks) > 1:
		if c == len(b.chunks)-1 {
			c--
		}
		a, z := &b.chunks[c], &b.chunks[c+1]
		if len(a.lines)+len(z.lines) <= maxChunk {
			a.lines = append(a.lines, z.lines...)
			a.bytes += z.bytes
			b.chunks = slices.Delete(b.chunks, c+1, c+2)
		}
	}
}

func sizeOf(ls []line) int {
	n := 0
	for i := range ls {
		n += len(ls[i].text)
	}
	return n
}
