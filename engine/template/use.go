package template

import "galley/engine/source"

// Use is one place where a template names a key.
type Use struct {
	Key       string
	Span      source.Span // the whole tag
	Condition bool        // the key is the condition of an [if]
	Negated   bool        // the condition is negated: [if !…]
	// Guarded says that the place is reached only if the key has a value, because an [if] around it
	// requires that.
	Guarded bool
}

// Uses returns every place that names a key, in order.
func (t *Tree) Uses() []Use {
	var uses []Use
	s := newScope(t)
	for i := range t.tags {
		tag := &t.tags[i]
		if tag.key >= 0 {
			uses = append(uses, Use{tag.Key, tag.Span, tag.Kind == TagIf, tag.Negated, s.present(tag.key)})
		}
		s.pass(i)
	}
	return uses
}

// scope follows the tags in order. For each key it counts the surrounding conditions that imply
// that the key has a value, and those that imply that it has no value.
type scope struct {
	tags            []Tag
	holding, absent []int // by key
}

func newScope(t *Tree) *scope {
	counts := make([]int, 2*len(t.keys))
	return &scope{tags: t.tags, holding: counts[:len(t.keys)], absent: counts[len(t.keys):]}
}

// present reports whether the key certainly has a value at this point.
func (s *scope) present(key int32) bool { return s.holding[key] > 0 }

// missing reports whether the key certainly has no value at this point.
func (s *scope) missing(key int32) bool { return s.absent[key] > 0 }

// pass updates the counts for the text after the tag with index i.
func (s *scope) pass(i int) {
	tag := &s.tags[i]
	if tag.Literal {
		return
	}
	switch tag.Kind {
	case TagIf:
		s.count(tag, !tag.Negated, 1)
	case TagElse:
		open := &s.tags[tag.Match]
		s.count(open, !open.Negated, -1)
		s.count(open, open.Negated, 1)
	case TagEndif:
		open := &s.tags[tag.Match]
		s.count(open, open.Negated == (open.Else >= 0), -1)
	}
}

// count enters a branch (by is 1) or leaves it (by is -1). holds says that in this branch the key
// of the condition has a value. Otherwise the key has no value in it.
func (s *scope) count(open *Tag, holds bool, by int) {
	if holds {
		s.holding[open.key] += by
	} else {
		s.absent[open.key] += by
	}
}
