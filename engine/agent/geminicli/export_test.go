package geminicli

import (
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// GeminiImports expands the imports of one file as the named version of Gemini CLI does. A
// directory that contains one of the names in markers is a root; nil means ".git". If flat is
// true, the imported files follow each other, each once, and no references are returned.
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
