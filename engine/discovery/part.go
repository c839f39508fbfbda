package discovery

import "galley/engine/source"

// Part is one text that an agent puts into its request because of what discovery
// found: the block of rule files, the list of skills, the names of servers.
//
// Pieces of its text whose origin is a stand-in are words of the agent's own; a
// captured request tells what they really are. So a Part says exactly how files,
// frames and separators stand in the request, and leaves the prose open.
type Part struct {
	Name string // "rules", "skills"; unique in a trace
	Role string // of the message that holds it: "system", "user"
	// Where says which text of the request holds it, in the agent's own terms; the
	// agent's folder documents the words that it uses.
	Where string
	Text  source.Text
	// Open says that the part is more than one text of the request may hold and is
	// looked for anywhere, in any order: Crush's files.
	Open bool
	// Where nothing of the part's kind was captured, a new one stands at the end of the
	// system message when Last is set, and before the last text Before of the first message
	// that holds it, when that is not "": the agent always writes it there.
	Last   bool
	Before string
	// Instead says that the part stands in the place of the agent's own words, which a
	// request with it lacks: nothing is known about a request that first holds it.
	Instead bool
	// Absent says that the request lacks the tool whose description would hold the
	// part. Its text is empty.
	Absent bool
	// Apart says that the part has a place of its own: one that was not in a captured
	// request cannot be put beside the parts that were.
	Apart bool
}

// Words stands where an agent writes words of its own. Slot names them; a captured
// request tells what they are.
func Words(slot string) source.Text {
	text := "[" + slot + "]"
	return source.Of(text, source.Origin{Kind: source.StandIn, Source: slot, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
}

// AddPart appends a part, unless it holds nothing and says nothing.
func (t *Trace) AddPart(p Part) {
	if p.Text.Len() > 0 || p.Absent {
		t.Parts = append(t.Parts, p)
	}
}
