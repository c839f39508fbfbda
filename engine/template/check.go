package template

import (
	"fmt"
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/textutil"
	"galley/engine/variable"
)

// MaxProblems is the most problems of one code that Check lists. If there are more, an additional
// problem says how many were omitted. So the answer for a megabyte of nonsense is short and has the
// right severity.
const MaxProblems = 200

// Check reports what the author of a template should know: tags that stay text, tags that are
// dropped, conditions that are always true or false, and gaps in the output. The problems have
// their positions and are sorted by place. rendered is the result of Render for the same tree and
// values.
func Check(t *Tree, v Lookuper, rendered source.Text) []diag.Problem {
	c := checker{Tree: t, values: t.lookup(v), counts: map[diag.Code]*count{}}
	c.keep = c.keptUnknown(rendered)
	c.checkTags()
	c.checkNear()
	c.checkOpen()
	c.checkForeign()
	c.checkBlank(rendered)
	c.addOmitted()
	locate(c.problems, t.Text)
	diag.Sort(c.problems)
	return c.problems
}

type checker struct {
	*Tree
	values   []variable.Value // by key
	keep     bool             // tags with an unknown type stayed in the text
	problems []diag.Problem
	counts   map[diag.Code]*count
}

// count limits the problems of one code.
type count struct {
	kept, omitted int
	severity      diag.Severity
	first         source.Span // place of the first problem that was omitted
}

// room counts a problem of a code and reports whether the problem may be listed. Call it before
// the message of the problem is made, so that the message of an omitted problem need not be made.
func (c *checker) room(code diag.Code, span source.Span) bool {
	n := c.counts[code]
	if n == nil {
		n = &count{severity: code.Severity()}
		c.counts[code] = n
	}
	if n.kept < MaxProblems {
		n.kept++
		return true
	}
	if n.omitted == 0 {
		n.first = span
	}
	n.omitted++
	return false
}

func (c *checker) add(code diag.Code, span source.Span, message, hint string, fixes ...diag.Fix) {
	p := diag.New(code, span, message, hint)
	p.Fixes = fixes
	c.problems = append(c.problems, p)
}

// addOmitted adds, for each code, a problem that says how many were omitted.
func (c *checker) addOmitted() {
	for _, m := range diag.Registry {
		n := c.counts[m.Code]
		if n == nil || n.omitted == 0 {
			continue
		}
		c.add(m.Code, n.first,
			fmt.Sprintf("%d more of this kind follow and are not listed: %s", n.omitted, m.Text),
			"fix the first ones; then the others appear")
		c.problems[len(c.problems)-1].Severity = n.severity
	}
}

// checkTags checks the tags in one pass.
func (c *checker) checkTags() {
	s := newScope(c.Tree)
	live := true
	var outer []bool // whether text was part of the output before each open block
	for i := range c.tags {
		tag := &c.tags[i]
		switch {
		case tag.Literal:
			c.checkLiteral(i)
		case tag.Kind == TagVar:
			c.checkVar(tag, s, live)
		case tag.Kind == TagIf:
			c.checkIf(i, s, live)
			outer = append(outer, live)
			live = live && tag.holds(c.values)
		case tag.Kind == TagElse:
			live = outer[len(outer)-1] && !c.tags[tag.Match].holds(c.values)
		case tag.Kind == TagEndif:
			live = outer[len(outer)-1]
			outer = outer[:len(outer)-1]
		}
		s.pass(i)
	}
}

// source returns the template's text at a span.
func (c *checker) source(span source.Span) string { return c.Text[span.Start:span.End] }

// maxShown is the most bytes of a tag in a message.
const maxShown = 60

// show returns a tag for a message, in its plain spelling and shortened.
func (tag *Tag) show() string {
	switch tag.Kind {
	case TagElse:
		return plainElse
	case TagEndif:
		return "[endif]"
	case TagIf:
		if tag.Negated {
			return "[if !" + clip(tag.Key) + "]"
		}
		return "[if " + clip(tag.Key) + "]"
	}
	return "[" + clip(tag.Key) + "]"
}

// clip shortens a text for a message and puts it on one line.
func clip(s string) string {
	s = textutil.Shorten(s, maxShown)
	if strings.ContainsAny(s, "\n\r\u2028\u2029") {
		s = strings.Join(strings.Fields(s), " ")
	}
	return s
}
