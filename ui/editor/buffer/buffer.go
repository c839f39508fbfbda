package buffer

import "strings"

// maxChunk is the most lines in one chunk. It is small enough that inserting a line moves only a
// few KB, and large enough that there are few chunks.
const maxChunk = 256

// Buffer is a document as a sequence of lines, in chunks of known sizes. Lines are immutable
// strings, so reading a line copies nothing. An edit replaces the lines that it touches. The
// zero value is not usable; call [New].
type Buffer struct {
	chunks []chunk
	lines  int
	bytes  int
	nextID uint64
	text   string // the whole text, valid while whole is true
	whole  bool
}

type chunk struct {
	lines []line
	bytes int
}

type line struct {
	text string
	id   uint64
}

// Line is one line of the document.
type Line struct {
	Start Offset // of its first byte
	Text  string // with its line end
	// ID identifies the line during its lifetime. An edit within the line keeps the ID; any
	// other edit that touches the line changes the ID.
	ID uint64
}

// End returns the line's own line end: "\n", "\r\n", "\r", or "" on the last line.
func (l Line) End() string { return l.Text[len(l.Body()):] }

// Body returns the line's text without its line end.
func (l Line) Body() string {
	n := len(l.Text)
	if n > 0 && l.Text[n-1] == '\n' {
		n--
		if n > 0 && l.Text[n-1] == '\r' {
			n--
		}
	} else if n > 0 && l.Text[n-1] == '\r' {
		n--
	}
	return l.Text[:n]
}

// New returns a buffer that holds text.
func New(text string) *Buffer {
	b := &Buffer{text: text, whole: true}
	b.chunks = append(b.chunks, chunk{})
	b.spliceLines(0, 0, b.number(splitLines(text)))
	return b
}

// Len returns the document's length in bytes.
func (b *Buffer) Len() Offset { return Offset(b.bytes) }

// Lines returns the number of lines: one more than there are line ends.
func (b *Buffer) Lines() int { return b.lines }

// Text returns the whole document. It is built at most once per edit.
func (b *Buffer) Text() string {
	if !b.whole {
		var sb strings.Builder
		sb.Grow(b.bytes)
		for i := range b.chunks {
			for j := range b.chunks[i].lines {
				sb.WriteString(b.chunks[i].lines[j].text)
			}
		}
		b.text, b.whole = sb.String(), true
	}
	return b.text
}

// Line returns line n, counted from 0. A number outside of the document gives the first or the last
// line.
func (b *Buffer) Line(n int) Line {
	n = min(max(n, 0), b.lines-1)
	start := 0
	for i := range b.chunks {
		c := &b.chunks[i]
		if n >= len(c.lines) {
			n -= len(c.lines)
			start += c.bytes
			continue
		}
		for j := range n {
			start += len(c.lines[j].text)
		}
		return Line{Offset(start), c.lines[n].text, c.lines[n].id}
	}
	panic("buffer: line count and chunks disagree")
}

// LineAt returns the number, from 0, of the line that contains the byte at off. At the end of the
// document it returns the last line.
func (b *Buffer) LineAt(off Offset) int {
	rest := min(max(int(off), 0), b.bytes)
	n := 0
	for i := range b.chunks {
		c := &b.chunks[i]
		if rest >= c.bytes && i < len(b.chunks)-1 {
			rest -= c.bytes
			n += len(c.lines)
			continue
		}
		for j := range c.lines {
			if rest < len(c.lines[j].text) {
				return n + j
			}
			rest -= len(c.lines[j].text)
		}
		return n + len(c.lines) - 1
	}
	panic("buffer: byte count and chunks disagree")
}

// Slice returns the bytes in [from, to).
func (b *Buffer) Slice(from, to Offset) string {
	from, to = b.clamp(from, to)
	if b.whole {
		return b.text[from:to]
	}
	var parts []string
	for n := b.LineAt(from); from < to; n++ {
		l := b.Line(n)
		part := l.Text[from-l.Start : min(int(to-l.Start), len(l.Text))]
		parts = append(parts, part)
		from += Offset(len(part))
	}
	return strings.Join(parts, "")
}

// clamp returns the part of [from, to) that is in the document.
func (b *Buffer) clamp(from, to Offset) (Offset, Offset) {
	from = min(max(from, 0), b.Len())
	return from, min(max(from, to), b.Len())
}

// number gives each text a new ID and returns the texts as lines.
func (b *Buffer) number(texts []string) []line {
	ls := make([]line, len(texts))
	for i, t := range texts {
		b.nextID++
		ls[i] = line{t, b.nextID}
	}
	return ls
}

// splitLines divides text after every line end. The last piece has no line end and may be empty, so
// there is always at least one piece. It reads the text once.
func splitLines(text string) []string {
	var out []string
	for {
		end := strings.IndexAny(text, "\r\n") + 1
		if end == 0 {
			return append(out, text)
		}
		if strings.HasPrefix(text[end-1:], "\r\n") {
			end++
		}
		out = append(out, text[:end])
		text = text[end:]
	}
}
