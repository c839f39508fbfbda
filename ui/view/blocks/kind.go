package blocks

import (
	"galley/engine/prompt"
	"galley/engine/source"
)

// mainOrigin returns the kind of origin that most bytes of a block have.
func mainOrigin(b *prompt.Block) source.Kind {
	sizes := map[source.Kind]int{}
	best := source.Structure
	for _, p := range b.Text.Pieces() {
		k := p.Origin.Kind
		sizes[k] += len(p.Text)
		if sizes[k] > sizes[best] {
			best = k
		}
	}
	return best
}
