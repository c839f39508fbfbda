package glob

import (
	"slices"
	"strings"
)

// npmDepth is how deep minimatch nests extended patterns that cannot be merged; the brackets of
// deeper ones are plain text.
const npmDepth = 2

// flattenPasses is the most passes over the alternatives of one extended pattern.
const flattenPasses = 10

// merges says how a nested extended pattern is merged with the one around it, since minimatch 10.2.
// The key is the outer kind, and each string lists inner kinds.
var merges = map[rune]struct {
	adopts   string        // the inner alternatives become outer ones: `+(a|+(b))`
	optional string        // as adopts, but the empty text also becomes an outer alternative: `@(a|?(b))`
	replaced map[rune]rune // what replaces a group whose only child is such a group: `?(+(a))` is `*(a)`
}{
	'!': {"@", "?", map[rune]rune{'!': '@'}},
	'?': {"?@", "", map[rune]rune{'*': '*', '+': '*'}},
	'@': {"@", "?", map[rune]rune{'!': '!', '?': '?', '@': '@', '*': '*', '+': '+'}},
	'*': {"*+?@", "", nil},
	'+': {"+@", "?*", map[rune]rune{'?': '*', '*': '*'}},
}

// deeper returns the depth of an extended pattern of a kind inside n, and reports whether it is
// read as an extended pattern.
func (n *extNode) deeper(kind rune, depth int) (int, bool) {
	m := merges[n.kind]
	if strings.ContainsRune(m.adopts+m.optional, kind) {
		return depth, true
	}
	return depth + 1, depth <= npmDepth
}

// flatten merges nested extended patterns from the innermost outward.
func (n *extNode) flatten() {
	if n.kind == 0 {
		for _, p := range n.parts {
			if p.node != nil {
				p.node.flatten()
			}
		}
		return
	}
	for pass, done := 0, false; !done && pass < flattenPasses; pass++ {
		done = true
		for i := 0; i < len(n.parts) && len(n.parts) < npmNodes; i++ {
			alternative := n.parts[i].node
			alternative.flatten()
			inner := alternative.only()
			if inner == nil {
				continue
			}
			m := merges[n.kind]
			switch {
			case strings.ContainsRune(m.optional, inner.kind):
				blank := newExt(0, inner)
				blank.parts = []extPart{{}}
				inner.pushNode(blank)
				fallthrough
			case strings.ContainsRune(m.adopts, inner.kind):
				n.parts = slices.Replace(n.parts, i, i+1, inner.parts...)
			case len(n.parts) == 1 && m.replaced[inner.kind] != 0:
				n.kind, n.parts, n.empty = m.replaced[inner.kind], inner.parts, false
			default:
				continue
			}
			done = false
			for _, p := range inner.parts {
				p.node.parent = n
			}
		}
	}
}

// only returns the extended pattern if an alternative consists of nothing else, or nil.
func (n *extNode) only() *extNode {
	if n.kind != 0 || len(n.parts) != 1 {
		return nil
	}
	if inner := n.parts[0].node; inner != nil && inner.kind != 0 {
		return inner
	}
	return nil
}
