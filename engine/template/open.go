package template

import (
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/variable"
)

// checkOpen checks tags that are not closed before their line ends or another bracket
// opens: they stay in the text.
func (c *checker) checkOpen() {
	tag, near := 0, 0
	for pos := 0; ; {
		i := strings.IndexByte(c.Text[pos:], '[')
		if i < 0 {
			return
		}
		open := pos + i
		pos = open + 1
		for tag < len(c.tags) && c.tags[tag].Span.End <= open {
			tag++
		}
		for near < len(c.near) && c.near[near].End <= open {
			near++
		}
		switch {
		case tag < len(c.tags) && c.tags[tag].Span.Start <= open:
			pos = c.tags[tag].Span.End
			continue
		case near < len(c.near) && c.near[near].Start <= open:
			pos = c.near[near].End
			continue
		}
		end, block, ok := unclosed(c.Text, open)
		if !ok {
			continue
		}
		span := source.Span{Start: open, End: end}
		room := c.room(diag.NearTag, span)
		if block && !room {
			c.counts[diag.NearTag].severity = diag.Warning
		}
		if !room {
			continue
		}
		closed := clip(c.source(span) + "]")
		c.add(diag.NearTag, span, clip(c.source(span))+" is never closed: it is not a tag and stays in the text", "write "+closed,
			diag.Fix{Label: "Change to " + closed, Span: source.Span{Start: end, End: end}, Text: "]"})
		if block {
			c.problems[len(c.problems)-1].Severity = diag.Warning
		}
	}
}

// unclosed reports whether an unclosed tag begins at the bracket at open, where its ]
// belongs, and whether it is a block tag.
func unclosed(text string, open int) (end int, block, ok bool) {
	rest := text[open+1 : min(len(text), open+1+maxNear)]
	if i := strings.IndexAny(rest, "[]\n\r"); i >= 0 {
		if rest[i] == ']' {
			return 0, false, false
		}
		rest = rest[:i]
	}
	word := skipWord(rest, 0, len(rest))
	key := 0
	switch rest[:word] {
	case "else", "endif":
		return open + 1 + word, true, strings.TrimFunc(rest[word:], source.IsJSSpace) == ""
	case "if":
		if key = skipSpace(rest, word, len(rest)); key == word {
			return 0, false, false
		}
		if key < len(rest) && rest[key] == '!' {
			key++
		}
		block = true
	}
	end = key + skipName(rest[key:])
	return open + 1 + end, block, variable.Known(rest[key:end]) && !strings.HasSuffix(rest[:end], ":")
}

// skipName returns where the key at the start of a text ends: before white space.
func skipName(s string) int {
	if i := strings.IndexFunc(s, source.IsJSSpace); i >= 0 {
		return i
	}
	return len(s)
}
