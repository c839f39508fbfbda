package engine

import (
	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/source"
)

// ToolFile is a rule file that a tool call brought into a captured request.
type ToolFile struct {
	Path  string
	Bytes int
}

// ByTool returns the rule files that tool calls brought into the request: their text stands after
// the first tool call, and the agent does not load them at launch. They are in the order of the
// request.
func (r *Result) ByTool() (all []ToolFile) {
	if r.Trace == nil {
		return nil
	}
	atLaunch := map[string]bool{}
	for i := range r.Trace.Candidates {
		if c := &r.Trace.Candidates[i]; c.Verdict == discovery.Loaded {
			atLaunch[c.Path] = true
		}
	}
	called, at := false, map[string]int{}
	for _, m := range r.Prompt.Messages {
		if called = called || m.Role == prompt.ToolResult || len(m.Calls) > 0; !called {
			continue
		}
		for _, piece := range m.Text().Pieces() {
			o := piece.Origin
			if o.Kind != source.File && o.Kind != source.Import || atLaunch[o.Source] {
				continue
			}
			i, known := at[o.Source]
			if !known {
				i, all = len(all), append(all, ToolFile{Path: o.Source})
				at[o.Source] = i
			}
			all[i].Bytes += len(piece.Text)
		}
	}
	return all
}
