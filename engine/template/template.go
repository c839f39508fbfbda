// Package template is the template language: `[type:name]` is replaced by a variable's value, `[if
// type:name]`, `[else]` and `[endif]` choose between texts, and everything else is text.
//
// A tag is a `[` and the text up to the next `]`, not counting the white space at its ends (what
// JavaScript considers white space). That text is a tag if it is `endif` or `else`; or `if`, white
// space, an optional `!` and a key; or a key. A key consists of ASCII letters, digits and
// underscores, a colon, and any characters except a line end. Otherwise the bracket is text and the
// search continues one byte after it. Nothing can be escaped, and values are never parsed again.
//
// [Parse] never fails: a block tag without its partner stays text. [Check] reports such tags.
//
// Everything here runs at every key press, on texts of a megabyte and on untrusted text: it takes
// linear time and does not recurse.
package template

import (
	"galley/engine/source"
)

// Default is the template that is used if a project has none.
const Default = `You are a helpful coding assistant.

[if file:AGENTS.md]
[file:AGENTS.md]
[endif]

The current working directory is [prompt:cwd].
`

// Tree is a parsed template. It is immutable.
//
// Its tags are a flat list. Rendering, checking and an editor need no more than that.
type Tree struct {
	Text string

	tags []Tag
	keys []string      // distinct, in the order in which they first occur
	near []source.Span // places of brackets that are almost a tag
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
	orphan  bool  // an [else] whose [if] was never closed; it is rendered without its white space
	key     int32 // index in the tree's keys, or -1

	Span source.Span // the tag with its brackets
	// Key is the key of a TagVar or TagIf, at KeySpan in the template.
	Key     string
	KeySpan source.Span
	// Match is the index of the other end: for an [if] its [endif], for an [endif] or [else] its
	// [if]; -1 for a variable and for a literal tag.
	Match int
	// Else is the index of the [else] of an [if], or -1.
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
