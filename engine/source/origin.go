package source

import "slices"

// Kind says where a piece of text comes from.
type Kind uint8

// The kinds of origin. The zero value is Structure, so that text without an origin of its own (a
// separator, a tag, a cut marker) is never attributed to a file or to the user.
const (
	Structure Kind = iota // tags, separators, headings, cut markers, which a profile writes
	Template              // literal text of the template
	Variable              // the value of a variable
	Override              // a value that the user set for a variable
	File                  // the text of a file
	Import                // the text of a file that another file imported
	Pack                  // the agent's own text from a pack that the user supplied
	StandIn               // galley's text, because the pack does not have the agent's own text
	Tool                  // a tool declaration
	Captured              // text of a recorded request, with an unknown origin
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

// KindOf returns the kind with the name of [Kind.String], or Structure.
func KindOf(name string) Kind {
	return Kind(max(slices.Index(kindNames[:], name), int(Structure)))
}

// Span is a half-open range of byte offsets, [Start, End).
type Span struct{ Start, End int }

// Len returns the number of bytes the span covers.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether the byte at offset lies in the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// NoSpan is the Tag of an origin that no tag of the template made.
var NoSpan = Span{-1, -1}

// Origin says where a piece of text came from.
type Origin struct {
	Kind Kind
	// Source names the origin. It is the path of the template ("" if it is unsaved) or of a file,
	// the key of a variable, or the name of a pack's entry or of a tool.
	Source string
	// Span is the range within Source, in bytes. If the range is as long as the piece, they
	// correspond byte for byte. Otherwise the piece was made from the whole range.
	Span Span
	// Line is the line of Source, from 1, at which Span starts, or 0 if Source has no lines.
	Line int
	// Tag is the range of the template whose tag made the piece. Text of the template has its own
	// span as Tag. A value has the span of `[type:name]`. Other pieces have NoSpan.
	Tag Span
}

// slice returns the origin of the part [from, to) of a piece with this origin and the given text.
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
