package bounded

import (
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// MaxYAMLNodes is the most nodes of a YAML text with its aliases replaced by what they name.
const MaxYAMLNodes = 10_000

const whatNodes = "YAML values, with each alias replaced by what it names"

// yamlExpansion returns an [*Excess] if text has more than [MaxYAMLNodes] nodes after each alias is
// replaced by what it names. A few lines of lists that name the line above twice would otherwise
// take exponential time. It returns nil for a text that cannot be parsed: the decoder reports that.
func yamlExpansion(text string) error {
	if strings.IndexByte(text, '*') < 0 || strings.IndexByte(text, '&') < 0 {
		return nil
	}
	file, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		return nil
	}
	e := expansion{anchors: map[string][]ast.Node{}, sizes: map[string]int{}}
	for _, doc := range file.Docs {
		e.collect(doc.Body)
	}
	total := 0
	for _, doc := range file.Docs {
		if total += e.size(doc.Body); total > MaxYAMLNodes {
			return &Excess{strings.IndexByte(text, '*'), whatNodes, MaxYAMLNodes}
		}
	}
	return nil
}

// expansion computes the size of nodes with their aliases replaced.
type expansion struct {
	anchors map[string][]ast.Node // what each name stands for, in each place where it is given
	sizes   map[string]int        // of the largest node of each name; too many while it is being computed
}

// collect finds all anchors in n.
func (e *expansion) collect(n ast.Node) {
	if a, ok := n.(*ast.AnchorNode); ok {
		name := a.Name.GetToken().Value
		e.anchors[name] = append(e.anchors[name], a.Value)
	}
	for _, child := range children(n) {
		e.collect(child)
	}
}

// size returns the number of nodes of n, and no more than MaxYAMLNodes+1. A node that contains an
// alias of itself is too large.
func (e *expansion) size(n ast.Node) int {
	if alias, ok := n.(*ast.AliasNode); ok {
		return e.named(alias.Value.GetToken().Value)
	}
	size := 1
	for _, child := range children(n) {
		if size += e.size(child); size > MaxYAMLNodes {
			return MaxYAMLNodes + 1
		}
	}
	return size
}

// named returns the size of the largest node that has this anchor.
func (e *expansion) named(name string) int {
	if size, ok := e.sizes[name]; ok {
		return size
	}
	e.sizes[name] = MaxYAMLNodes + 1
	most := 1
	for _, n := range e.anchors[name] {
		most = max(most, e.size(n))
	}
	e.sizes[name] = most
	return most
}

// children returns the nodes directly in n. Parsed nodes are nested at most [facts.MaxDepth] deep.
func children(n ast.Node) []ast.Node {
	switch n := n.(type) {
	case *ast.MappingNode:
		list := make([]ast.Node, len(n.Values))
		for i, v := range n.Values {
			list[i] = v
		}
		return list
	case *ast.MappingValueNode:
		return []ast.Node{n.Key, n.Value}
	case *ast.MappingKeyNode:
		return []ast.Node{n.Value}
	case *ast.SequenceNode:
		return n.Values
	case *ast.AnchorNode:
		return []ast.Node{n.Value}
	case *ast.TagNode:
		return []ast.Node{n.Value}
	}
	return nil
}
