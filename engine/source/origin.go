package source

// Kind says what sort of thing a piece of text came from.
type Kind uint8

// The kinds of origin. The zero value is Structure, so that text made without
// an origin of its own (a join, a tag, a cut mark) is never mistaken for
// somebody's words.
const (
	Structure Kind = iota // tags, joins, headings, cut marks: written by a profile
	Template              // literal text of the template
	Variable              // the value of a variable
	Override              // a value that the user put in a variable's place
	File                  // the text of a file
	Import                // the text of a file that another file imported
	Pack                  // prose from a pack: the agent's own words, supplied by the user
	StandIn               // prose of our own where the agent's own is not in the pack
	Tool                  // a tool declaration
	Captured              // text of a recorded request that matches nothing galley knows
)

var kindNames = [...]string{
	Structure: "structure",
	Template:  "template",
	Variable:  "variable",
	Override:  "override",
	File:      "file",
	Import:    "import",
	Pack:      "pack",
	StandIn:   "stand-in",
	Tool:      "tool",
	Captured:  "captured",
}

// String returns the kind's name as reports spell it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// KindOf returns the kind with a name that [Kind.String] gave; Structure for any
// other.
func KindOf(name string) Kind {
	for k, n := range kindNames {
		if n == name {
			return Kind(k)
		}
	}
	return Structure
}

// Span is a half-open range of byte offsets, [Start, End).
type Span struct{ Start, End int }

// Len returns the number of bytes the span covers.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte at offset lies in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// NoSpan marks an origin that no tag of the template put there.
var NoSpan = Span{-1, -1}

// Origin tells where a piece of text came from.
type Origin struct {
	Kind Kind
	// Source names the thing itself: the template's path ("" when it is unsaved),
	// a variable's key, a file's path, a pack entry, a tool's name.
	Source string
	// Span is the range within Source, in bytes. When its length equals the
	// piece's, the two correspond byte for byte; otherwise the piece was made
	// from that range as a whole.
	Span Span
	// Line is the line of Source, counted from 1, at which Span starts; 0 when
	// lines mean nothing there.
	Line int
	// Tag is the range of the template whose tag put the piece here: for template
	// text its own span, for a value the span of `[type:name]`. NoSpan elsewhere.
	Tag Span
}

// slice returns the origin of the part [from, to) of a piece whose text is text.
func (o Origin) slice(text string, from, to int) Origin {
	if o.Span.Len() != len(text) {
		return o
	}
	verbatimTag := o.Tag == o.Span && o.Kind == Template
	if o.Line > 0 {
		o.Line += lineEnds(text[:from])
	}
	o.Span = Span{o.Span.Start + from, o.Span.Start + to}
	if verbatimTag {
		o.Tag = o.Span
	}
	return o
}
