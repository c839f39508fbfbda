// Package template is the template language: `[type:name]` is replaced by a
// variable's value, `[if type:name]`, `[else]` and `[endif]` choose between
// texts, and everything else is text.
//
// A tag is a `[` and the text up to the next `]`, without the white space at its ends
// (JavaScript's idea of white space). That text is a tag when it is `endif` or
// `else`; `if`, white space, an optional `!` and a key; or a key, which is ASCII
// letters, digits and underscores, a colon, and anything but a line end. Otherwise
// the bracket is text and the search continues one byte after it. Nothing
// can be escaped, and values are never parsed again.
//
// [Parse] never fails: block tags without their partner stay text. [Check] reports
// them.
//
// Everything here runs at every key press, on texts of a megabyte and on untrusted
// text: it is linear in the text and does not recurse.
package template

import (
	"galley/engine/source"
)

// Default is the template that is used if none exists.
const Default = `You are a helpful coding assistant.

[if file:AGENTS.md]
[file:AGENTS.md]
[endif]

The current working directory is [prompt:cwd].
`

// Tree is a parsed template. It is immutable.
//
// Its tags are a flat list, which is all that rendering, checking and an editor need.
type Tree struct {
	Text string

	tags []Tag
	keys []string      // distinct, in the order in which they first occur
	near []source.Span // brackets that are almost a tag
}

// TagKind says what a tag does.
type TagKind uint8

// The kinds of tag.
const (
	TagVar   TagKind = iota // [type:name]
	TagIf                   // [if type:name]
	TagElse                 // [else]
	TagEndif                // [endif]
)

// Tag is one bracketed tag, for colouring, matching and folding.
type Tag struct {
	Kind    TagKind
	Negated bool // [if !type:name]
	// Literal marks a block tag without a partner, which stays text.
	Literal bool
	second  bool  // an [else] in a block that already has one
	orphan  bool  // an [else] whose [if] was never closed: it loses its white space
	key     int32 // index in the tree's keys, or -1

	Span source.Span // with its brackets
	// Key is the key of a TagVar or TagIf, at KeySpan in the template.
	Key     string
	KeySpan source.Span
	// Match is the index of the other end: the [endif] of an [if], or the [if] of an
	// [endif] or [else]; -1 for a variable and a literal tag.
	Match int
	// Else is the index of an [if]'s [else], or -1.
	Else int
}

// Parse reads a template.
func Parse(text string) *Tree {
	t := &Tree{Text: text}
	t.scan()
	return t
}

// Tags returns every tag in order, including literal ones. The caller must not change
// them.
func (t *Tree) Tags() []Tag { return t.tags }

// Keys returns the distinct keys of the template in the order in which they first
// occur, including those in branches that are not taken and in an [if] that was never
// closed. The caller must not change them.
func (t *Tree) Keys() []string { return t.keys }
