package budget

import (
	"slices"
	"strings"

	"galley/engine/prompt"
	"galley/engine/source"
)

// Without returns a prompt without the sections under a heading. heading must be the exact line of
// Markdown, for example "## Examples". Lines in code fences are not headings. A section ends at
// the next heading of the same or a higher level. Only messages with the system's words are
// searched. If the prompt has no such heading, no cuts are returned.
func Without(p prompt.Prompt, heading string) (prompt.Prompt, []BlockCut) {
	var cuts []BlockCut
	out := p
	out.Messages = slices.Clone(p.Messages)
	for i, m := range out.Messages {
		if m.Role == prompt.User || m.Role == prompt.Assistant || m.Role == prompt.ToolResult {
			continue
		}
		spans, before := sections(m.Text().String(), heading), len(cuts)
		for n := len(spans) - 1; n >= 0; n-- {
			blocks, cut := removeSpan(m, spans[n])
			m.Blocks, m.Parts = blocks, nil
			cut.Message = i
			cuts = slices.Insert(cuts, before, cut)
		}
		out.Messages[i] = m
	}
	return out, cuts
}

// sections returns the sections under a heading in a text.
func sections(text, heading string) (all []source.Span) {
	want := strings.TrimSpace(heading)
	top := level(want)
	from, fenced, at := -1, false, 0
	for line := range strings.SplitSeq(text, "\n") {
		bare := strings.TrimRight(line, " \t\r")
		if strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~") {
			fenced = !fenced
		}
		if n := level(bare); n > 0 && !fenced {
			if from >= 0 && n <= top {
				all = append(all, source.Span{Start: from, End: at})
				from = -1
			}
			if bare == want {
				from = at
			}
		}
		at += len(line) + 1
	}
	if from >= 0 {
		all = append(all, source.Span{Start: from, End: len(text)})
	}
	return all
}

// level returns the number of # signs of a heading, or 0 for any other line.
func level(line string) int {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n == 0 || n > 6 || n == len(line) || line[n] != ' ' {
		return 0
	}
	return n
}

// removeSpan removes a span of a message's text from its blocks, and drops blocks that become
// empty.
func removeSpan(m prompt.Message, gone source.Span) (kept []prompt.Block, cut BlockCut) {
	whole := m.Text()
	cut.Took = whole.Slice(gone.Start, gone.End).Measure()
	for i, span := range m.Spans() {
		b := m.Blocks[i]
		start := span.Start - b.Before.Len()
		b.Before = without(b.Before, gone.Start-start, gone.End-start)
		b.Text = without(b.Text, gone.Start-span.Start, gone.End-span.Start)
		if cut.Block == "" && gone.Start < span.End {
			cut.Block, cut.At = b.ID, max(gone.Start-span.Start, 0)
		}
		if b.Text.Len() > 0 || span.Len() == 0 {
			kept = append(kept, b)
		}
	}
	return kept, cut
}

// without removes the bytes from one offset to another; either may lie outside the text.
func without(t source.Text, from, to int) source.Text {
	if from >= to {
		return t
	}
	return t.Slice(0, from).Append(t.Slice(to, t.Len()))
}

// Shorter shortens each block that comes from rule files with [Truncated]. It returns the new
// prompt and the cuts.
func Shorter(p prompt.Prompt) (prompt.Prompt, []BlockCut) {
	var cuts []BlockCut
	out := p
	out.Messages = slices.Clone(p.Messages)
	for i, m := range out.Messages {
		m.Blocks = slices.Clone(m.Blocks)
		for j, b := range m.Blocks {
			if !ofFile(b) {
				continue
			}
			if short, cut, did := Truncated(b.Text); did {
				m.Blocks[j].Text, m.Parts = short, nil
				cuts = append(cuts, BlockCut{i, b.ID, cut})
			}
		}
		out.Messages[i] = m
	}
	return out, cuts
}

// ofFile reports whether most of a block's text comes from files.
func ofFile(b prompt.Block) bool {
	n := 0
	for _, p := range b.Text.Pieces() {
		if p.Origin.Kind == source.File || p.Origin.Kind == source.Import {
			n += len(p.Text)
		}
	}
	return 2*n > b.Text.Len()
}
