package editor

import (
	"sort"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/template"
	"galley/ui/editor/buffer"
)

// marks are the tags and the problems of the text at some revision. They are not changed when
// the text changes. Instead, their spans are mapped through the later edits when they are
// drawn.
type marks struct {
	tags          []template.Tag
	problems      []diag.Problem
	reach         int          // the length of the longest span of a problem
	tagsTrail     buffer.Trail // edits since the tags were computed
	problemsTrail buffer.Trail
}

// changed records an edit, so that the spans of the marks can be mapped through it later.
func (m *marks) changed(e buffer.Edit) {
	m.tagsTrail.Add(e)
	m.problemsTrail.Add(e)
}

// SetTagsAt sets the tags of the text at a revision. If the edits since then are no longer
// known, it sets no tags.
func (e *Editor) SetTagsAt(revision uint64, tags []template.Tag) {
	trail, ok := e.log.Since(revision)
	if !ok {
		tags = nil
	}
	e.marks.tags, e.marks.tagsTrail = tags, trail
}

// SetProblemsAt sets the problems of the text at a revision. It leaves out problems of other
// files and problems without a position.
func (e *Editor) SetProblemsAt(revision uint64, problems []diag.Problem) {
	m := &e.marks
	trail, ok := e.log.Since(revision)
	m.problems, m.problemsTrail, m.reach = nil, trail, 0
	if !ok {
		return
	}
	for _, p := range problems {
		if p.File == "" && (p.Span.Len() > 0 || p.Start.Line > 0) {
			m.problems = append(m.problems, p)
			m.reach = max(m.reach, p.Span.Len())
		}
	}
	sort.SliceStable(m.problems, func(i, j int) bool {
		return m.problems[i].Span.Start < m.problems[j].Span.Start
	})
}

// eachTag calls f for the tags that touch [from, to], with their current spans, until
// f returns false.
func (e *Editor) eachTag(from, to buffer.Offset, f func(i int, span source.Span) bool) {
	tags, trail := e.marks.tags, e.marks.tagsTrail
	old := int(trail.Back(from))
	i := sort.Search(len(tags), func(i int) bool { return tags[i].Span.End >= old })
	for ; i < len(tags); i++ {
		span, ok := forward(trail, tags[i].Span)
		if !ok || span.End < int(from) {
			continue
		}
		if span.Start > int(to) || !f(i, span) {
			return
		}
	}
}

// eachProblem calls f for the problems that touch [from, to], with their current
// spans.
func (e *Editor) eachProblem(from, to buffer.Offset, f func(p *diag.Problem, span source.Span)) {
	problems, trail := e.marks.problems, e.marks.problemsTrail
	old := int(trail.Back(from)) - e.marks.reach
	i := sort.Search(len(problems), func(i int) bool { return problems[i].Span.Start >= old })
	for ; i < len(problems); i++ {
		span, ok := forward(trail, problems[i].Span)
		if !ok || span.End < int(from) {
			continue
		}
		if span.Start > int(to) {
			return
		}
		f(&problems[i], span)
	}
}

func forward(t buffer.Trail, s source.Span) (source.Span, bool) {
	from, to, ok := t.Forward(buffer.Offset(s.Start), buffer.Offset(s.End))
	return source.Span{Start: int(from), End: int(to)}, ok
}

// TagAt returns the tag that contains or touches an offset, with the tag's current span.
func (e *Editor) TagAt(off int) (tag template.Tag, span source.Span, ok bool) {
	i, span := e.tagAt(off)
	if i < 0 {
		return template.Tag{}, source.Span{}, false
	}
	return e.marks.tags[i], span, true
}

// tagAt returns the index of the tag at an offset, or -1. For an offset between two tags it
// returns the second one.
func (e *Editor) tagAt(off int) (index int, span source.Span) {
	index = -1
	e.eachTag(buffer.Offset(off), buffer.Offset(off), func(i int, s source.Span) bool {
		index, span = i, s
		return true
	})
	return index, span
}

// partners returns the spans of the tags that belong to the block tag at the caret:
// the [if], the [else] if there is one, the [endif].
func (e *Editor) partners() []source.Span {
	i, _ := e.tagAt(e.Caret())
	if i < 0 {
		return nil
	}
	tags := e.marks.tags
	if k := tags[i].Kind; k == template.TagElse || k == template.TagEndif {
		i = tags[i].Match
	}
	if i < 0 || tags[i].Match < i {
		return nil
	}
	var spans []source.Span
	for _, j := range []int{i, tags[i].Else, tags[i].Match} {
		if j < 0 {
			continue
		}
		if s, ok := forward(e.marks.tagsTrail, tags[j].Span); ok {
			spans = append(spans, s)
		}
	}
	return spans
}

// enclosing returns the index of the innermost [if] whose block contains an offset, or -1.
func (e *Editor) enclosing(off int) int {
	tags := e.marks.tags
	old := int(e.marks.tagsTrail.Back(buffer.Offset(off)))
	i := sort.Search(len(tags), func(i int) bool { return tags[i].Span.End > old }) - 1
	for ; i >= 0; i-- {
		switch t := &tags[i]; {
		case t.Match > i: // an [if] whose block ends after off
			return i
		case t.Kind == template.TagEndif && t.Match >= 0:
			i = t.Match // skip a block that ends before off
		}
	}
	return -1
}

// enclosingIf returns the span of the innermost [if] whose block contains an offset.
func (e *Editor) enclosingIf(off int) (source.Span, bool) {
	i := e.enclosing(off)
	if i < 0 {
		return source.Span{}, false
	}
	return forward(e.marks.tagsTrail, e.marks.tags[i].Span)
}

// ProblemsAt returns the problems whose spans contain or touch an offset, with their spans and
// fixes updated.
func (e *Editor) ProblemsAt(off int) []diag.Problem {
	var out []diag.Problem
	e.eachProblem(buffer.Offset(off), buffer.Offset(off), func(p *diag.Problem, span source.Span) {
		q := *p
		q.Span = span
		q.Fixes = nil
		for _, f := range p.Fixes {
			if s, ok := forward(e.marks.problemsTrail, f.Span); ok {
				f.Span = s
				q.Fixes = append(q.Fixes, f)
			}
		}
		out = append(out, q)
	})
	return out
}

// Apply replaces a span of the present text by another text, as one undo step. It is used for
// fixes and other replacements.
func (e *Editor) Apply(span source.Span, text string) {
	from, to := buffer.Offset(span.Start), buffer.Offset(span.End)
	e.replace(from, to, text, buffer.Whole, at(from+buffer.Offset(len(text))))
}
