package viewer

import (
	"fmt"
	"path"

	"galley/engine/source"
	"galley/ui/cell"
)

// labelled is the last piece for which a label was needed. Later rows of the piece show no
// label, unless none of the names has fitted so far.
type labelled struct {
	piece int      // the index of the piece
	said  string   // the first name of the piece
	owed  []string // the names of the piece, to be shown in a later row, if none has fitted yet
}

// drawLabel draws the label of a row at the right end, after the text, which ends at column next.
func (v *Viewer) drawLabel(a cell.Area, y, next int, r row, o source.Origin, look cell.Style) {
	piece, start := v.source.At(r.start)
	if piece < 0 {
		return
	}
	last := v.labelled
	begins := start == r.start || len(v.rows) == 1
	if piece != last.piece {
		at := start // the piece may begin in the previous row
		if begins {
			at = r.start
		}
		v.labelled = labelled{piece: piece, said: last.said}
		if names, known := v.named(at, o); !known {
			if begins {
				put(a, y, next, []string{v.label(piece, o)}, look)
			}
			v.labelled.said = ""
			return
		} else if len(names) > 0 && names[0] != last.said {
			v.labelled.said, v.labelled.owed = names[0], names
		}
	}
	if put(a, y, next, v.labelled.owed, look) {
		v.labelled.owed = nil
	}
}

// put draws the first of the names that fits at the end of a row. It reports whether a name
// fitted.
func put(a cell.Area, y, next int, names []string, look cell.Style) bool {
	for _, name := range names {
		name = cell.Visible(name)
		if w := cell.Width(name); w > 0 && next+2+w <= a.W {
			a.Put(a.W-w, y, name, look)
			return true
		}
	}
	return false
}

// named returns the names that [Options.Name] has for the text at an offset.
func (v *Viewer) named(offset int, o source.Origin) (names []string, known bool) {
	if v.name == nil {
		return nil, false
	}
	return v.name(offset, o)
}

// label returns the name of a piece's source, or "" for the template's own text.
func (v *Viewer) label(piece int, o source.Origin) string {
	switch o.Kind {
	case source.File, source.Import:
		p := v.source.Pieces()[piece]
		lines := v.fences.lines(piece, p.Text)
		return fmt.Sprintf("%s %d-%d", path.Base(o.Source), p.Origin.Line, p.Origin.Line+lines-1)
	case source.Variable, source.Pack, source.StandIn, source.Tool, source.Captured:
		return o.Source
	case source.Override:
		return o.Source + " (override)"
	default:
		return ""
	}
}
