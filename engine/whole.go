package engine

import (
	"galley/engine/budget"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// measured holds the sizes of an agent's own words, as far as they were measured for its profile.
type measured struct {
	sizes profile.Sizes
	given bool // the scenario defines the tools, so their declarations are not galley's
	model bool // the profile declares tools in galley's own words
}

// withTools adds stand-ins for the tools that an agent always declares, if its profile does not
// declare them and the scenario defines none.
func withTools(p prompt.Prompt, in profile.Input, agent profile.Profile, given bool) prompt.Prompt {
	s, ok := agent.(profile.Sizer)
	if !ok || given || p.NoTools || len(p.Tools) > 0 || len(p.Messages) == 0 {
		return p
	}
	sizes, _ := s.Sizes(p)
	p.Tools = in.Canonical(sizes.StandInTools(agent.Name()))
	return p
}

// sizesOf returns the measured sizes of a profile's agent, and where they were measured. given says
// that the scenario defines the tools.
func sizesOf(p profile.Profile, made prompt.Prompt, given bool) (m measured, from string) {
	m.given = given
	if s, ok := p.(profile.Sizer); ok {
		m.sizes, from = s.Sizes(made)
		m.model = true
	}
	return m, from
}

// Block implements [budget.Sizes]. It looks up the block's id, then its stand-ins.
func (m measured) Block(b prompt.Block) (bytes int, known bool) {
	if n, ok := m.sizes[b.ID]; ok {
		return n, true
	}
	last := source.Origin{}
	for _, p := range b.Text.Pieces() {
		o := p.Origin
		if o.Kind != source.StandIn {
			continue
		}
		if o.Source == last.Source && o.Span.Start >= last.Span.End { // the same text continues after a value
			last = o
			continue
		}
		n, ok := m.sizes[o.Source]
		if !ok {
			return 0, false
		}
		bytes, last = bytes+n, o
	}
	return bytes, last.Source != ""
}

// Tool implements [budget.Sizes].
func (m measured) Tool(t prompt.Tool) (bytes int, known, standIn bool) {
	if m.given || !m.model || fromCapture(t) {
		return 0, false, false
	}
	bytes, known = m.sizes[profile.ToolKey(t.Name)]
	return bytes, known, true
}

// whole returns the size of everything that the agent sends.
func whole(m budget.Measurement, p prompt.Prompt, agent profile.Profile, given bool) budget.Whole {
	sizes, from := sizesOf(agent, p, given)
	w := m.Whole(p, sizes)
	w.StandIns.Measured = from
	return w
}

// fromCapture reports whether a tool's declaration comes from a capture, so that it is the agent's
// own.
func fromCapture(t prompt.Tool) bool {
	pieces := t.Declaration.Pieces()
	return len(pieces) > 0 && pieces[0].Origin.Kind == source.Captured
}
