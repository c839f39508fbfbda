package engine

import (
	"slices"

	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/source"
)

// ToolFile is a rule file that a tool call brought into a captured request.
type ToolFile struct {
	Path  string
	Bytes int
}

// ByTool returns the rule files whose text stands in the request after its first tool call
// and that the agent does not load at launch, in the order of the request.
func (r *Result) ByTool() (all []ToolFile) {
	if r.Trace == nil {
		return nil
	}
	called := false
	for _, m := range r.Prompt.Messages {
		if called = called || m.Role == prompt.ToolResult || len(m.Calls) > 0; !called {
			continue
		}
		for _, piece := range m.Text().Pieces() {
			o := piece.Origin
			if o.Kind != source.File && o.Kind != source.Import || r.atLaunch(o.Source) {
				continue
			}
			i := slices.IndexFunc(all, func(f ToolFile) bool { return f.Path == o.Source })
			if i < 0 {
				i, all = len(all), append(all, ToolFile{Path: o.Source})
			}
			all[i].Bytes += len(piece.Text)
		}
	}
	return all
}

// atLaunch reports whether the agent loads a file when it starts.
func (r *Result) atLaunch(path string) bool {
	return slices.ContainsFunc(r.Trace.Candidates, func(c discovery.Candidate) bool { return c.Path == path && c.Verdict == discovery.Loaded })
}
