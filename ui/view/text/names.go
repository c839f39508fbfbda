package text

import (
	"sort"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/prompt"
	"galley/engine/source"
)

// standIn is the label of galley's replacement for the agent's own words.
const standIn = "stand-in"

// placed is a block and its span in the prompt's text.
type placed struct {
	block prompt.Block
	span  source.Span
	ours  int // the number of bytes that are stand-ins
}

// places returns the blocks of a result with their spans, in the order of the prompt's text.
func places(r *engine.Result) (all []placed) {
	at := 0
	for i, m := range r.Prompt.Messages {
		if i > 0 {
			at += len("\n\n") // the separator between messages; see [engine.Result]
		}
		spans := m.ReadSpans()
		for j, b := range m.Blocks {
			all = append(all, placed{b, source.Span{Start: at + spans[j].Start, End: at + spans[j].End}, b.StandInBytes()})
		}
		at += m.Read().Len()
	}
	return all
}

// name returns the names for a text that does not come from a file. The names of a stand-in are
// the word "stand-in" and the title of its block. The name of a captured text is the title of
// its block.
func (v *View) name(offset int, o source.Origin) (names []string, known bool) {
	i := sort.Search(len(v.blocks), func(i int) bool { return v.blocks[i].span.End > offset })
	if i == len(v.blocks) || offset < v.blocks[i].span.Start {
		return nil, false
	}
	b := v.blocks[i]
	head := offset == b.span.Start
	switch {
	case o.Kind == source.Captured && b.block.Title == o.Source: // the source would only repeat the title
		return []string{"captured"}, true
	case o.Kind == source.Captured:
		return []string{b.block.Title, "captured"}, true
	case o.Kind == source.File, o.Kind == source.Import, o.Kind == source.Template, o.Kind == source.Override:
		return nil, false
	case o.Kind == source.StandIn && !head:
		return []string{standIn}, true
	case o.Kind == source.StandIn, head && 2*b.ours > b.span.Len():
		return []string{standIn + ": " + b.block.Title, standIn}, true
	case o.Kind == source.Variable && capture.ValueName(o.Source) != o.Source:
		return []string{capture.ValueName(o.Source)}, true
	}
	return nil, false
}
