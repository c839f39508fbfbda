package discovery

import "galley/engine/source"

// Part is one text that an agent puts into its request because of what discovery
// found: the block of rule files, the list of skills, the names of servers.
//
// Pieces whose origin is a stand-in represent the agent's own words, which a captured
// request supplies. So a Part says exactly how files, frames and separators appear in the
// request, but not what the agent's prose is.
type Part struct {
	Name string // "rules", "skills"; unique in a trace
	Role string // of the message that holds it: "system", "user"
	// Where says which text of the request holds it, in terms that the agent's
	// package comment explains.
	Where string
	Text  source.Text
	// Open says that the part may be spread over several texts of the request, so that its
	// pieces are searched anywhere and in any order, as Crush's files are.
	Open bool
	// Last and Before place a new part if no part of this kind was captured. With Last it goes to
	// the end of the system message. Otherwise, if Before is not "", it goes before the last
	// occurrence of Before in the first message that contains it; the agent always writes that text
	// there.
	Last   bool
	Before string
	// Instead says that the part replaces the agent's own words. A capture without the part then
	// does not show what a request with it contains.
	Instead bool
	// Absent says that the request lacks the tool whose description would hold the
	// part. Text is empty.
	Absent bool
	// Separate says that the part has a place of its own: a part that was not captured cannot be
	// placed next to captured ones.
	Separate bool
}

// StandIn returns a stand-in for the agent's own words. A captured request supplies the words by the
// name slot.
func StandIn(slot string) source.Text {
	text := "[" + slot + "]"
	return source.Of(text, source.Origin{Kind: source.StandIn, Source: slot, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
}

// AddPart appends a part unless it is empty.
func (t *Trace) AddPart(p Part) {
	if p.Text.Len() > 0 || p.Absent {
		t.Parts = append(t.Parts, p)
	}
}
