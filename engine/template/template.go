// Package template is the template language: `[type:name]` is replaced by a
// variable's value, `[if type:name]`, `[else]` and `[endif]` choose between
// texts, and everything else is text.
//
// A tag is a `[` and the text up to the next `]`, without the white space at its
// ends (JavaScript's idea of white space). That text is a tag when it is `endif`
// or `else`; `if`, white space, an optional `!` and a key; or a key, which is
// ASCII letters, digits and underscores, a colon, and anything but a line end.
// Otherwise the bracket is text and the search goes on one byte after it. There
// is not an escape, and values are never parsed again.
//
// [Parse] never fails: block tags without their partner stay text. What a writer
// should know about that, [Check] says.
//
// Everything here runs on every key press, on a megabyte if need be, and on text
// by strangers: it is linear in the text, whatever the text, and never recurses.
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

// Tree is a parsed template. It does not change once made.
//
// Its tags are a flat list, which is all that rendering, checking and an editor need.
type Tree struct {
	Text string

	tags []Tag
	keys []string      // distinct, by first appearance
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

// Tag is one bracketed tag, for those who colour, match and fold them.
type Tag struct {
	Kind    TagKind
	Negated bool // [if !type:name]
	// Literal: a block tag that found no partner and stays text.
	Literal bool
	second  bool  // an [else] in a block that has one
	orphan  bool  // an [else] whose [if] was never closed: it loses its white space
	key     int32 // index in the tree's keys; -1 without one

	Span source.Span // with its brackets
	// Key is what a TagVar or TagIf names, at KeySpan in the template.
	Key     string
	KeySpan source.Span
	// Match is the index of the other end: of the [endif] for an [if], of the [if]
	// for an [endif] and for an [else]. -1 for a variable and a literal tag.
	Match int
	// Else is the index of the [else] of an [if]; -1 when it has none.
	Else int
}

// Parse reads a template.
func Parse(text string) *Tree {
	t := &Tree{Text: text}
	t.scan()
	return t
}

// Tags returns every tag in order, the literal ones too. The caller must not
// change them.
func (t *Tree) Tags() []Tag { return t.tags }

// Keys returns the distinct keys that the template names, by first appearance:
// in branches that are not taken too, and in an [if] that was never closed. The
// caller must not change them.
func (t *Tree) Keys() []string { return t.keys }
