package match

import (
	"slices"
	"strings"
)

// section is a part of the agent's own text that is under one heading.
type section struct {
	title      string // "" for the text before the first heading
	start, end int
}

// splitter divides a text into sections. It gets one range of the text after another, and remembers
// between them which tags and code fences are open.
type splitter struct {
	text   string
	fenced bool     // the position is inside a code fence
	tags   []string // the open tags
	closed bool     // a tag was just closed
}

// sections divides a range of the text at Markdown headings of the first two levels, at lines that
// only open a tag, and after lines that close it, outside of code fences. If a range does not begin
// at the start of a line, its first section has no heading.
func (p *splitter) sections(from, to int) []section {
	text, out := p.text, []section{{start: from}}
	for at := from; at < to; {
		end := to
		if i := strings.IndexByte(text[at:to], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := strings.TrimRight(text[at:end], "\r\n")
		if strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			p.fenced = !p.fenced
		}
		title, whole := Heading(line), at == 0 || text[at-1] == '\n'
		name, closes := strings.CutPrefix(line, "</")
		switch {
		case p.fenced || !whole:
		case title != "":
			if strings.HasPrefix(title, "<") {
				p.tags = append(p.tags, title[1:])
			}
			if last := &out[len(out)-1]; at > last.start {
				last.end = at
				out = append(out, section{title: title, start: at})
			} else {
				last.title = title
			}
			p.closed = false
		case closes:
			if i := slices.Index(p.tags, name); i >= 0 {
				p.tags, p.closed = p.tags[:i], true
			}
		case p.closed && strings.TrimSpace(line) != "":
			out[len(out)-1].end = at
			out, p.closed = append(out, section{start: at}), false
		}
		at = end
	}
	out[len(out)-1].end = to
	return out
}

// Heading returns the title that a line gives to the text after it, or "".
func Heading(line string) string {
	for _, mark := range []string{"# ", "## "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.TrimSpace(rest)
		}
	}
	if n := len(line); n > 2 && n <= 60 && line[0] == '<' && line[n-1] == '>' && line[1] != '/' && !strings.ContainsAny(line[1:n-1], "<> /=") {
		return line
	}
	return ""
}
