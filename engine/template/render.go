package template

import (
	"strings"

	"galley/engine/source"
	"galley/engine/variable"
)

// Lookuper returns the values of keys, as a [*variable.Values] does.
type Lookuper interface {
	Lookup(key string) variable.Value
}

// Options configure rendering.
type Options struct {
	// Path is the path of the template itself, for origins; "" if it is unsaved.
	Path string
	// KeepUnknown keeps variables of unknown types in the text instead of dropping
	// them.
	KeepUnknown bool
	// Most is a limit in bytes: once the text is longer, rendering stops before the next tag, and the
	// rest of the template is left out. 0 means no limit.
	Most int
}

// plainElse is the text of an [else] in a block that was never closed. It replaces the spelling in
// the template.
const plainElse = "[else]"

// manyPieces is the most pieces for which room is reserved. Most tags make at most one piece.
const manyPieces = 1 << 13

// Render inserts the values into the template. Every byte of the result has its origin. The origin
// of literal text is a span of the template. The origin of a value is its variable, file or
// override, and its tag.
func Render(t *Tree, v Lookuper, o Options) source.Text {
	r := renderer{Tree: t, Options: o, values: t.lookup(v), lines: lineCounter{text: t.Text, line: 1}}
	r.lines.cr = strings.IndexByte(t.Text, '\r') >= 0
	r.out.Grow(min(len(t.tags)+1, manyPieces))
	for i := 0; i < len(t.tags); {
		if o.Most > 0 && r.out.Len() > o.Most {
			return r.out.Text()
		}
		i = r.tag(i)
	}
	r.literal(len(t.Text))
	return r.out.Text()
}

// listed is a Lookuper that can return the values of a tree's keys as one list.
type listed interface {
	// Listed returns the values of the keys in the order of keys. It returns nil if it cannot.
	Listed(keys []string) []variable.Value
}

// lookup looks up the value of each key once.
func (t *Tree) lookup(v Lookuper) []variable.Value {
	if l, ok := v.(listed); ok {
		if all := l.Listed(t.keys); all != nil {
			return all
		}
	}
	values := make([]variable.Value, len(t.keys))
	for i, key := range t.keys {
		values[i] = v.Lookup(key)
	}
	return values
}

// holds reports whether an [if]'s condition holds.
func (tag *Tag) holds(values []variable.Value) bool {
	return values[tag.key].Exists() != tag.Negated
}

type renderer struct {
	*Tree
	Options
	values []variable.Value // by key
	lines  lineCounter
	out    source.Builder
	pos    int // everything before this offset is rendered or skipped
}

// tag renders the text before the tag with index i, followed by the tag itself. It returns the
// index of the next tag to render.
func (r *renderer) tag(i int) int {
	tag := &r.tags[i]
	if tag.Literal {
		if tag.orphan && tag.Span.Len() != len(plainElse) {
			r.literal(tag.Span.Start)
			r.add(tag.Span, plainElse)
		}
		return i + 1
	}
	switch tag.Kind {
	case TagVar:
		value := &r.values[tag.key]
		if r.KeepUnknown && value.State == variable.Unknown && !variable.KnownType(value.Type) {
			return i + 1
		}
		r.literal(tag.Span.Start)
		r.value(tag, value)
	case TagIf:
		r.literal(tag.Span.Start)
		switch {
		case tag.holds(r.values):
			r.pos = tag.Span.End
		case tag.Else >= 0:
			r.pos = r.tags[tag.Else].Span.End
			return tag.Else + 1
		default:
			r.pos = r.tags[tag.Match].Span.End
			return tag.Match + 1
		}
	case TagElse:
		// An [else] is reached only at the end of a branch that was taken.
		r.literal(tag.Span.Start)
		end := r.tags[tag.Match].Match
		r.pos = r.tags[end].Span.End
		return end + 1
	case TagEndif:
		r.literal(tag.Span.Start)
		r.pos = tag.Span.End
	}
	return i + 1
}

// literal renders the template's text from pos up to an offset.
func (r *renderer) literal(to int) {
	if r.pos < to {
		r.add(source.Span{Start: r.pos, End: to}, r.Text[r.pos:to])
	}
	r.pos = to
}

// add renders the template's text at span.
func (r *renderer) add(span source.Span, text string) {
	r.out.Add(text, source.Origin{
		Kind: source.Template, Source: r.Path, Span: span, Line: r.lines.at(span.Start), Tag: span,
	})
	r.pos = span.End
}

// value renders a variable.
func (r *renderer) value(tag *Tag, v *variable.Value) {
	r.pos = tag.Span.End
	if !v.Exists() || v.Text == "" {
		return
	}
	origin := source.Origin{
		Kind: source.Variable, Source: v.Key, Span: source.Span{End: len(v.Text)}, Tag: tag.Span,
	}
	switch {
	case v.Overridden:
		origin.Kind = source.Override
	case v.Path != "":
		origin.Kind, origin.Source, origin.Line = source.File, v.Path, 1
		if v.Span.End > 0 {
			origin.Span = v.Span
		}
	}
	r.out.Add(v.Text, origin)
}

// lineCounter finds the lines of rising offsets without an index of all lines.
type lineCounter struct {
	text      string
	cr        bool // the text contains a CR
	pos, line int
}

// at returns the line, from 1, of an offset. The offset must not be smaller than in the call
// before, and must not lie between a CR and its LF.
func (c *lineCounter) at(offset int) int {
	s := c.text[c.pos:offset]
	c.line += strings.Count(s, "\n")
	if c.cr {
		c.line += strings.Count(s, "\r") - strings.Count(s, "\r\n")
	}
	c.pos = offset
	return c.line
}
