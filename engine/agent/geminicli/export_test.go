package geminicli

import (
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// GeminiImports expands the imports of one file as the named version of Gemini CLI does. A
// directory with one of markers is a root; nil means ".git". With flat, each file appears once, one
// after the other, and no references are returned.
func GeminiImports(w facts.World, version, file string, markers []string, flat bool) (source.Text, []discovery.Import, error) {
	old := discovery.MatchVersion(Versions, version) == "0.28.2"
	if markers == nil || old {
		markers = []string{".git"}
	}
	w = facts.Bounded(w)
	data, err := w.ReadFile(file)
	if err != nil {
		return source.Text{}, nil, err
	}
	g := &geminiImports{world: w, markers: markers, links: !old, flat: flat}
	text, refs := g.expand(file, discovery.Decode(file, data, 0))
	return text, refs, nil
}
