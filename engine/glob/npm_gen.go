package glob

import (
	"strings"
	"unicode"
)

// npmGen converts a parsed segment into an expression. An expression with a named character class
// counts code points, all others count UTF-16 units.
type npmGen struct {
	unicode bool
	nodes   int  // how many nodes were turned into expressions
	scanned int  // how many characters were searched for the ends of brackets that are not closed
	strict  bool // the segment has an escape that is invalid when code points are counted
	bare    bool // an alternative is a repetition of nothing, which is invalid in an expression
}

// plainText returns the text of an expression that consists only of text.
func plainText(e expr) []rune {
	switch e := e.(type) {
	case lit:
		return e.units
	case seq:
		var units []rune
		for _, p := range e.parts {
			units = append(units, plainText(p)...)
		}
		return units
	}
	return nil
}

// gen returns the expression of a node, or nil if it is empty. dot says that wildcards may match a
// leading dot. allow says that the caller lets them do so even if dot is false.
func (g *npmGen) gen(n *extNode, dot, allow bool) expr {
	if g.nodes++; g.nodes > npmExpressions {
		return nil
	}
	if n.kind == 0 {
		return g.sequence(n, dot, allow)
	}
	return g.extended(n, dot, allow)
}

func (g *npmGen) sequence(n *extNode, dot, allow bool) expr {
	onlyText := true
	for _, p := range n.parts {
		onlyText = onlyText && p.node == nil
	}
	noEmpty := n.atStart() && n.atEnd() && onlyText
	var out []expr
	wild := false // whether the node begins with something that might match a dot
	for i, p := range n.parts {
		if p.node != nil {
			if e := g.gen(p.node, dot, allow); e != nil {
				out = append(out, e)
			}
			n.magic = n.magic || p.node.magic
			continue
		}
		e, first, magic := g.text(p.text, noEmpty)
		out = append(out, e...)
		wild = wild || i == 0 && first
		n.magic = n.magic || magic
	}
	if n.atStart() && wild && !dot && !allow {
		out = append([]expr{notDot()}, out...)
	}
	if n.atEnd() && n.root.filled && n.parent != nil && n.parent.kind == '!' {
		out = append(out, atEnd{})
	}
	if len(out) == 0 {
		return nil
	}
	return seq{out}
}

func notDot() expr { return notAhead{lit{[]rune{'.'}}} }

func (g *npmGen) extended(n *extNode, dot, allow bool) expr {
	start, whole := n.atStart(), n.atStart() && n.atEnd()
	body := g.alternatives(n, dot, whole)
	if whole && body == nil && n.kind != '!' {
		// It would match nothing, so treat it as plain text.
		n.magic = false
		if around := n.parent.parent; around != nil && around.kind != '!' && n.kind != '@' {
			g.bare = true
		}
		return seq{[]expr{lit{emptyText(n)}}}
	}
	if n.kind == '!' {
		var out []expr
		if start && !dot && !allow {
			out = append(out, notDot())
		}
		if n.empty {
			return seq{append(out, anyPlus())}
		}
		return seq{append([]expr{notAhead{orEmpty(body)}}, append(out, anyStar())...)}
	}
	body = orEmpty(body)
	if (n.kind == '*' || n.kind == '+') && !allow && !dot {
		// Only the first repetition must not match a leading dot.
		more := orEmpty(g.alternatives(n, true, whole))
		body = seq{[]expr{body, rep{body: more, many: true}}}
		if n.kind == '*' {
			return rep{body: body}
		}
		return body
	}
	switch n.kind {
	case '*':
		return rep{body: body, many: true}
	case '+':
		return rep{body: body, min: 1, many: true}
	case '?':
		return rep{body: body}
	}
	return body
}

func (g *npmGen) alternatives(n *extNode, dot, whole bool) expr {
	var out []expr
	for _, p := range n.parts {
		e := g.gen(p.node, dot, dot)
		if e == nil && whole {
			continue
		}
		out = append(out, orEmpty(e))
	}
	if len(out) == 0 {
		return nil
	}
	if len(out) == 1 {
		if s, ok := out[0].(seq); ok && len(s.parts) == 0 {
			return nil
		}
	}
	return alt{out}
}

// emptyText returns the text of an extended pattern whose alternatives are all empty.
func emptyText(n *extNode) []rune {
	return []rune(string(n.kind) + "(" + strings.Repeat("|", len(n.parts)-1) + ")")
}

// text compiles plain text with `*`, `?` and brackets. first reports that it begins with a wildcard
// or a bracket, and magic that it contains one.
func (g *npmGen) text(s []rune, noEmpty bool) (out []expr, first, magic bool) {
	onlyStars := true
	for _, c := range s {
		onlyStars = onlyStars && c == '*'
	}
	escaping, inStar := false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if escaping {
			escaping = false
			g.strict = g.strict || c == '!'
			out = addUnit(out, c)
			continue
		}
		if c == '*' {
			if inStar {
				continue
			}
			inStar, magic = true, true
			first = first || len(out) == 0
			if noEmpty && onlyStars {
				out = append(out, anyPlus())
			} else {
				out = append(out, anyStar())
			}
			continue
		}
		inStar = false
		switch c {
		case '\\':
			if i == len(s)-1 {
				out = addUnit(out, c)
			} else {
				escaping = true
			}
			continue
		case '[':
			if g.scanned > npmScanned {
				return nil, false, true
			}
			if e, next, isMagic, bracket := g.class(s, i); e != nil {
				first = first || len(out) == 0 && bracket
				out, magic = append(out, e), magic || isMagic
				i = next - 1
				continue
			}
		case '?':
			first = first || len(out) == 0
			out, magic = append(out, any1()), true
			continue
		}
		g.strict = g.strict || c == '-' || c == ',' || c == '#' || unicode.IsSpace(c)
		out = addUnit(out, c)
	}
	return out, first, magic
}

// addUnit appends a plain character to the last run of plain characters.
func addUnit(out []expr, c rune) []expr {
	if len(out) > 0 {
		if l, ok := out[len(out)-1].(lit); ok {
			out[len(out)-1] = lit{append(l.units, c)}
			return out
		}
	}
	return append(out, lit{[]rune{c}})
}
