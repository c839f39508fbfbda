package learn

import (
	"strconv"

	"galley/engine/prompt"
	"galley/engine/source"
)

// flat is a piece of a message, and the block to which it belongs.
type flat struct {
	source.Piece
	block  int
	before bool // it is the separator before the block
	title  string
}

// flatten lists the pieces of a message. The first piece of a block has the block's title.
func flatten(m prompt.Message) []flat {
	var all []flat
	for i, b := range m.Blocks {
		for _, p := range b.Before.Pieces() {
			all = append(all, flat{Piece: p, block: i, before: true})
		}
		for j, p := range b.Text.Pieces() {
			one := flat{Piece: p, block: i}
			if j == 0 {
				one.title = b.Title
			}
			all = append(all, one)
		}
	}
	return all
}

// gap is a stand-in, or a part of one between two values, as a range of pieces.
type gap struct {
	name     string // the name in entry; for later parts followed by "#2", "#3"
	entry    string // the stand-in's name
	from, to int    // indexes of pieces
	title    string
}

// gaps lists the stand-ins in the pieces of a message.
func gaps(all []flat) []gap {
	var out []gap
	part, end := 1, 0 // number of the part of a stand-in, and end of the part before it
	for i, f := range all {
		if f.Origin.Kind != source.StandIn {
			continue
		}
		if n := len(out); n > 0 && out[n-1].to == i && out[n-1].name == f.Origin.Source && all[i-1].block == f.block && all[i-1].Origin.Span.End <= f.Origin.Span.Start {
			out[n-1].to, end = i+1, f.Origin.Span.End
			continue
		}
		one := gap{f.Origin.Source, f.Origin.Source, i, i + 1, f.title}
		if n := len(out); n > 0 && out[n-1].entry == one.entry && end <= f.Origin.Span.Start {
			part++
			one.name += "#" + strconv.Itoa(part)
		} else {
			part = 1
		}
		end = f.Origin.Span.End
		out = append(out, one)
	}
	return out
}

// joined returns the text of the pieces.
func joined(all []flat) string {
	var b []byte
	for _, f := range all {
		b = append(b, f.Text...)
	}
	return string(b)
}
