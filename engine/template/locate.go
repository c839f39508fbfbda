package template

import (
	"slices"
	"unicode/utf8"

	"galley/engine/diag"
	"galley/engine/source"
)

// locate sets the positions of problems in one pass over the text. Separate lookups would count the
// columns of a long line again for every problem in it.
func locate(problems []diag.Problem, text string) {
	type place struct {
		offset int
		at     *source.Position
	}
	places := make([]place, 0, 2*len(problems))
	for i := range problems {
		p := &problems[i]
		places = append(places, place{p.Span.Start, &p.Start}, place{p.Span.End, &p.End})
	}
	slices.SortFunc(places, func(a, b place) int { return a.offset - b.offset })
	at := source.Position{Line: 1, Column: 1}
	next := 0 // start of the next line; 0 if not searched yet, beyond the end of the text if no line follows
	for _, p := range places {
		for at.Offset < p.offset {
			if next <= at.Offset {
				if next = source.NextLine(text, at.Offset); next < 0 {
					next = len(text) + 1
				}
			}
			if next <= p.offset {
				at = source.Position{Offset: next, Line: at.Line + 1, Column: 1}
				continue
			}
			at.Column += utf8.RuneCountInString(text[at.Offset:p.offset])
			at.Offset = p.offset
		}
		*p.at = at
	}
}
