package template

import (
	"strings"

	"galley/engine/source"
)

// Node is a part of a tree: a [*Literal], a [*Var] or an [*If]. The nodes of a
// tree cover its text without a gap.
type Node interface {
	// Span is the node's range in the template.
	Span() source.Span
	node()
}

// Literal is text that stands for itself.
type Literal struct {
	span source.Span
	Text string // as it comes out
}

// Var is a [type:name].
type Var struct {
	span source.Span
	Key  string
}

// If is a block: a condition and what depends on it.
type If struct {
	Key     string
	Negated bool
	// Open, Alt and Close are the ranges of its tags; Alt is empty without an [else].
	Open, Alt, Close source.Span
	Then, Else       []Node
}

// Span is the literal's range in the template.
func (n *Literal) Span() source.Span { return n.span }

// Span is the tag's range in the template.
func (n *Var) Span() source.Span { return n.span }

// Span is the whole block's range in the template.
func (n *If) Span() source.Span { return source.Span{Start: n.Open.Start, End: n.Close.End} }

func (*Literal) node() {}
func (*Var) node()     {}
func (*If) node()      {}

// builder makes the nodes out of the tags. Nodes of a kind lie in one slab, so
// that a tree costs a few allocations however many tags it has.
type builder struct {
	text     string
	literals []Literal
	vars     []Var
	ifs      []If
	nodes    []Node // finished branches, one behind the other
	pending  []Node // the branches still open, the innermost last
	blocks   []block
}

// block is an [if] whose [endif] has not come yet.
type block struct {
	node  *If
	start int // where its current branch begins in pending
}

func (t *Tree) build() []Node {
	var vars, ifs, literals int
	for i := range t.tags {
		tag := &t.tags[i]
		switch {
		case tag.orphan:
			literals += 2
		case tag.Literal:
		case tag.Kind == TagVar:
			vars++
			literals++
		case tag.Kind == TagIf:
			ifs++
			literals += 3
		}
	}
	b := builder{
		text:     t.Text,
		literals: make([]Literal, 0, literals+1),
		vars:     make([]Var, 0, vars),
		ifs:      make([]If, 0, ifs),
		nodes:    make([]Node, 0, literals+1+vars+ifs),
	}
	pos := 0
	for i := range t.tags {
		tag := &t.tags[i]
		if tag.Literal && !tag.orphan {
			continue
		}
		b.literal(pos, tag.Span.Start)
		pos = tag.Span.End
		b.tag(tag)
	}
	b.literal(pos, len(t.Text))
	return b.branch(0)
}

func (b *builder) literal(from, to int) {
	if from < to {
		b.add(source.Span{Start: from, End: to}, b.text[from:to])
	}
}

func (b *builder) add(span source.Span, text string) {
	b.literals = append(b.literals, Literal{span, text})
	b.pending = append(b.pending, &b.literals[len(b.literals)-1])
}

func (b *builder) tag(tag *Tag) {
	if tag.orphan {
		b.add(tag.Span, plainElse)
		return
	}
	switch tag.Kind {
	case TagVar:
		b.vars = append(b.vars, Var{tag.Span, tag.Key})
		b.pending = append(b.pending, &b.vars[len(b.vars)-1])
	case TagIf:
		b.ifs = append(b.ifs, If{Key: tag.Key, Negated: tag.Negated, Open: tag.Span})
		node := &b.ifs[len(b.ifs)-1]
		b.pending = append(b.pending, node)
		b.blocks = append(b.blocks, block{node, len(b.pending)})
	case TagElse:
		top := &b.blocks[len(b.blocks)-1]
		top.node.Alt, top.node.Then = tag.Span, b.branch(top.start)
	case TagEndif:
		top := b.blocks[len(b.blocks)-1]
		b.blocks = b.blocks[:len(b.blocks)-1]
		top.node.Close = tag.Span
		if top.node.Alt.Len() > 0 {
			top.node.Else = b.branch(top.start)
		} else {
			top.node.Then = b.branch(top.start)
		}
	}
}

// branch takes the nodes from start on out of pending and returns them.
func (b *builder) branch(start int) []Node {
	from := len(b.nodes)
	b.nodes = append(b.nodes, b.pending[start:]...)
	b.pending = b.pending[:start]
	return b.nodes[from:len(b.nodes):len(b.nodes)]
}

// writeNodes writes the template text that the nodes cover. It keeps its own
// stack: a template may nest deeper than a goroutine's stack allows.
func writeNodes(b *strings.Builder, text string, nodes []Node) {
	type step struct {
		nodes []Node
		tail  source.Span // written after them
	}
	stack := []step{{nodes: nodes}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.nodes) == 0 {
			b.WriteString(text[top.tail.Start:top.tail.End])
			stack = stack[:len(stack)-1]
			continue
		}
		node := top.nodes[0]
		top.nodes = top.nodes[1:]
		n, ok := node.(*If)
		if !ok {
			span := node.Span()
			b.WriteString(text[span.Start:span.End])
			continue
		}
		b.WriteString(text[n.Open.Start:n.Open.End])
		stack = append(stack, step{n.Else, n.Close}, step{n.Then, n.Alt})
	}
}
