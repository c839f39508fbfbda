// Package template is the template language. `[type:name]` is replaced by a variable's value. `[if
// type:name]`, `[else]` and `[endif]` choose between texts. Everything else is text.
//
// A candidate for a tag is a `[` and the text up to the next `]`, without the white space at its
// ends (what JavaScript considers white space). It is a tag if its text is `endif` or `else`; or
// `if`, white space, an optional `!` and a key; or a key. A key consists of ASCII letters, digits
// and underscores, a colon, and any characters except a line end. Otherwise the bracket is text
// and the search continues one byte after it. Brackets cannot be escaped, and values are not
// parsed for tags.
//
// [Parse] never fails: a block tag without its partner stays text. [Check] reports such tags.
//
// The functions of the package run at every key press, on texts of a megabyte and on untrusted
// text. So they take linear time and do not recurse.
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
// A Tree has a flat list of tags, which is enough for rendering, checking and an editor.
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
	orphan  bool  // an [else] whose [if] was never closed; it is rendered as plainElse
	key     int32 // index in the tree's keys, or -1

	Span source.Span // the tag with its brackets
	// Key is the key of a TagVar or TagIf, at KeySpan in the template.
	Key     string
	KeySpan source.Span
	// Match is the index of the other end of a block. For an [if] it is the [endif], and for an
	// [endif] or [else] it is the [if]. It is -1 for a variable and for a literal tag.
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

// Keys returns the distinct keys of the template in the order in which they first occur. They
// include keys in branches that are not taken and in an [if] that was never closed. The caller
// must not change them.
func (t *Tree) Keys() []string { return t.keys }
