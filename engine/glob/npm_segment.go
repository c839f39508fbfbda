package glob

import (
	"strings"
)

// npmTest is a compiled segment: plain text, or a test of names.
type npmTest struct {
	text string
	test func(name string) bool // nil if the segment is plain text
	made *program               // the program that test runs
}

// npmSegment compiles one segment as minimatch does; ok is false if minimatch throws an error.
func npmSegment(pattern string, dot bool) (t npmTest, ok bool) {
	root := &extNode{dot: dot}
	root.root = root
	parseExt(utf16Units(pattern), root, 0, 0)
	root.flatten()
	root.fillNegations()
	g := &npmGen{}
	e := g.gen(root, dot, false)
	if g.unicode && g.strict || root.nodes > npmNodes || g.nodes > npmExpressions || g.scanned > npmScanned {
		return t, false
	}
	if !root.magic {
		return npmTest{text: string(joinSurrogates(plainText(e)))}, true
	}
	if g.bare {
		return t, false
	}
	p := compile(orEmpty(e), !g.unicode)
	t.test, t.made = p.match, p
	if fast := npmFast(pattern, dot); fast != nil {
		t.test = fast
	}
	return t, true
}

// npmFast returns minimatch's quick tests for segments such as `*`, `*.ext` and `??`, or nil. They
// compare the text after the wildcards literally.
func npmFast(pattern string, dot bool) func(string) bool {
	shown := func(f string) bool { return dot || !strings.HasPrefix(f, ".") }
	stars := strings.TrimLeft(pattern, "*")
	marks := strings.TrimLeft(pattern, "?")
	switch {
	case len(stars) < len(pattern) && stars == "":
		return func(f string) bool { return f != "" && shown(f) }
	case len(stars) < len(pattern) && !strings.ContainsAny(stars, "+@!?*[("):
		return func(f string) bool { return shown(f) && strings.HasSuffix(f, stars) }
	case len(marks) < len(pattern) && !strings.ContainsAny(marks, "+@!?*[("):
		width := len(utf16Units(pattern))
		return func(f string) bool {
			return len(utf16Units(f)) == width && shown(f) && strings.HasSuffix(f, marks)
		}
	}
	return nil
}

// extNode is a sequence of text and extended patterns (its kind is 0), or an extended pattern such
// as `@(a|b)`, whose parts are its alternatives.
type extNode struct {
	kind   rune
	parts  []extPart
	parent *extNode
	root   *extNode
	index  int // position in its parent when it was made; as in minimatch, never updated
	empty  bool
	magic  bool
	// Only set in the root.
	dot    bool
	negs   []*extNode
	filled bool
	nodes  int
	// The results of atStart and atEnd.
	start, end cached
}

// cached is a result about a node that is kept once the tree is complete.
type cached struct{ is, known bool }

// value returns find(n). Once the tree is complete, it caches the result.
func (c *cached) value(n *extNode, find func(*extNode) bool) bool {
	if !c.known {
		c.is, c.known = find(n), n.root.filled
	}
	return c.is
}

// extPart is text or a node.
type extPart struct {
	text []rune
	node *extNode
}

func newExt(kind rune, parent *extNode) *extNode {
	n := &extNode{kind: kind, parent: parent, root: parent.root, index: len(parent.parts), magic: kind != 0}
	n.root.nodes++
	if kind == '!' && !n.root.filled {
		n.root.negs = append(n.root.negs, n)
	}
	return n
}

func (n *extNode) pushText(s []rune) {
	if len(s) > 0 {
		n.parts = append(n.parts, extPart{text: s})
	}
}

func (n *extNode) pushNode(c *extNode) { n.parts = append(n.parts, extPart{node: c}) }

// npmNodes is the most nodes of a segment: nested negations copy what follows them, which doubles
// at every level.
const npmNodes = 2_000

// npmExpressions is how often nodes may be converted into expressions: nodes inside others with a
// plus or a star are converted twice, at every level.
const npmExpressions = 100_000

// npmScanned is how many characters are searched for the ends of brackets that are not closed:
// each of them is searched for to the end of the segment.
const npmScanned = 1 << 20

func isExt(s []rune, i int) bool {
	return i+1 < len(s) && strings.ContainsRune("!?+*@", s[i]) && s[i+1] == '('
}

// extScan scans text and keeps track of escapes and brackets.
type extScan struct {
	escaping, inside, negated bool
	start                     int
}

// plain reports whether the unit at i belongs to an escape or a bracket.
func (x *extScan) plain(c rune, next int) bool {
	switch {
	case x.escaping || c == '\\':
		x.escaping = !x.escaping
	case x.inside:
		switch {
		case next == x.start+1 && (c == '^' || c == '!'):
			x.negated = true
		case next != x.start+1 && c == ']' && !(next == x.start+2 && x.negated):
			x.inside = false
		}
	case c == '[':
		x.inside, x.start, x.negated = true, next, false
	default:
		return false
	}
	return true
}

// parseExt parses s from i on into n: to the end for a sequence; for an extended pattern, whose
// opening bracket is at i, to its closing bracket. depth is the number of extended patterns around
// n that cannot be merged. It returns the position after what it parsed.
func parseExt(s []rune, n *extNode, i, depth int) int {
	var scan extScan
	var acc []rune
	if n.kind == 0 {
		for i < len(s) {
			c := s[i]
			i++
			if !scan.plain(c, i) && isExt(s, i-1) && depth <= npmDepth && n.root.nodes < npmNodes {
				n.pushText(acc)
				acc = nil
				ext := newExt(c, n)
				i = parseExt(s, ext, i, depth+1)
				n.pushNode(ext)
				continue
			}
			acc = append(acc, c)
		}
		n.pushText(acc)
		return i
	}
	open := i
	i++
	part := newExt(0, n)
	var done []*extNode
	for i < len(s) {
		c := s[i]
		i++
		if scan.plain(c, i) {
			acc = append(acc, c)
			continue
		}
		inner, nested := n.deeper(c, depth)
		switch {
		case isExt(s, i-1) && nested && n.root.nodes < npmNodes:
			part.pushText(acc)
			acc = nil
			ext := newExt(c, part)
			part.pushNode(ext)
			i = parseExt(s, ext, i, inner)
		case c == '|':
			part.pushText(acc)
			acc = nil
			done = append(done, part)
			part = newExt(0, n)
		case c == ')':
			n.empty = len(acc) == 0 && len(n.parts) == 0
			part.pushText(acc)
			for _, d := range append(done, part) {
				n.pushNode(d)
			}
			return i
		default:
			acc = append(acc, c)
		}
	}
	// The pattern is never closed, so it is plain text from its first character on.
	n.kind, n.magic = 0, false
	n.parts = []extPart{{text: s[open-1:]}}
	return i
}

// fillNegations appends to the alternatives of `!(…)` what follows it, because an alternative must
// not match together with the rest of the segment.
func (n *extNode) fillNegations() {
	n.filled = true
	for len(n.negs) > 0 {
		neg := n.negs[len(n.negs)-1]
		n.negs = n.negs[:len(n.negs)-1]
		if neg.kind != '!' {
			continue
		}
		for p, up := neg, neg.parent; up != nil; p, up = up, up.parent {
			if up.kind != 0 {
				continue
			}
			for i := p.index + 1; i < len(up.parts); i++ {
				for _, part := range neg.parts {
					part.node.copyIn(up.parts[i])
				}
			}
		}
	}
}

func (n *extNode) copyIn(p extPart) {
	if p.node == nil {
		n.pushText(p.text)
		return
	}
	n.pushNode(p.node.clone(n))
}

func (n *extNode) clone(parent *extNode) *extNode {
	c := newExt(n.kind, parent)
	if n.root.nodes > npmNodes {
		return c
	}
	for _, p := range n.parts {
		c.copyIn(p)
	}
	return c
}

func (n *extNode) atStart() bool {
	return n.start.value(n, (*extNode).findStart)
}

func (n *extNode) findStart() bool {
	if n.root == n {
		return true
	}
	if !n.parent.atStart() {
		return false
	}
	for i := 0; i < n.index && i < len(n.parent.parts); i++ {
		if p := n.parent.parts[i].node; p == nil || p.kind != '!' {
			return false
		}
	}
	return true
}

func (n *extNode) atEnd() bool {
	return n.end.value(n, (*extNode).findEnd)
}

func (n *extNode) findEnd() bool {
	switch {
	case n.root == n || n.parent.kind == '!':
		return true
	case !n.parent.atEnd():
		return false
	case n.kind == 0:
		return true
	}
	return n.index == len(n.parent.parts)-1
}

func orEmpty(e expr) expr {
	if e == nil {
		return seq{}
	}
	return e
}
