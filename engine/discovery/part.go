package discovery

import "galley/engine/source"

// Part is one text that an agent puts into its request because of what discovery found: the block
// of rule files, the list of skills, the names of servers.
//
// In its text, pieces whose origin is a stand-in represent the agent's own words, which a captured
// request supplies. So a Part says exactly how files, frames and separators appear in the request,
// but not what the agent's own words are.
type Part struct {
	Name string // "rules", "skills"; unique in a trace
	Role string // of the message that holds it: "system", "user"
	// Where says which text of the request contains the part, in terms that the comment of the
	// agent's package explains.
	Where string
	Text  source.Text
	// Open says that the part may be spread over several texts of the request. galley then searches
	// for its pieces anywhere in the request and in any order. Crush's files need this.
	Open bool
	// Last and Before say where to insert a part if the capture has none of its kind. With Last it
	// goes to the end of the system message. Otherwise, if Before is not "", it goes before the
	// last occurrence of Before, a text that the agent always writes, in the first message that
	// contains it.
	Last   bool
	Before string
	// Instead says that the part replaces the agent's own words. A capture without the part shows
	// these words, so it does not show what a request with the part looks like.
	Instead bool
	// Absent says that the request lacks the tool whose description would contain the part. Text is
	// empty in this case.
	Absent bool
	// Separate says that the part has a place of its own in the request, not beside the other
	// parts. If the part was not captured, galley cannot insert it beside captured parts.
	Separate bool
	// OwnOnly says that the part has only the agent's own words, such as a list without an entry of
	// the user's. Only a capture needs it, to insert the first entry or to remove the last.
	OwnOnly bool
	// Numbered is a text with a number, such as "(file: r2/", that also occurs in the agent's own
	// words in Text. A captured request may have another number there.
	Numbered string
	// Item says that the part is a whole item of a message's content. If it was not captured, it
	// is inserted as an item before the one with the label Before. The new item has the label
	// Where, and the agent puts the JSON value Data beside it. If Before is "", the part becomes
	// the first item of the first user message.
	Item bool
	Data string
}

// StandIn returns a stand-in for the agent's own words. slot is the name under which a captured
// request supplies the words.
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
