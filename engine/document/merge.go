package document

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// The markers around the two versions of a conflict.
const (
	mergeMine   = "<<<<<<< here\n"
	mergeMiddle = "=======\n"
	mergeTheirs = ">>>>>>> on disk\n"
)

// Merge merges two texts that were both made from base. It takes every change that only one side
// made. Where both sides changed the same lines in different ways, it inserts both versions between
// markers; clashes is the number of these places.
func Merge(base, mine, theirs string) (text string, clashes int) {
	a, b := lineEdits(base, mine), lineEdits(base, theirs)
	var out strings.Builder
	at := 0 // base before this offset has been merged
	for len(a) > 0 || len(b) > 0 {
		next := a
		if len(a) == 0 || len(b) > 0 && b[0].Start < a[0].Start {
			next = b
		}
		// A region consists of edits of both sides that touch each other.
		start, end := next[0].Start, next[0].End
		var mineHere, theirsHere []udiff.Edit
		for grown := true; grown; {
			grown = false
			for len(a) > 0 && touches(a[0], start, end) {
				mineHere, end, a, grown = append(mineHere, a[0]), max(end, a[0].End), a[1:], true
			}
			for len(b) > 0 && touches(b[0], start, end) {
				theirsHere, end, b, grown = append(theirsHere, b[0]), max(end, b[0].End), b[1:], true
			}
		}
		out.WriteString(base[at:start])
		m, t := applied(base, start, end, mineHere), applied(base, start, end, theirsHere)
		switch {
		case len(theirsHere) == 0 || m == t:
			out.WriteString(m)
		case len(mineHere) == 0:
			out.WriteString(t)
		default:
			clashes++
			out.WriteString(mergeMine + ended(m) + mergeMiddle + ended(t) + mergeTheirs)
		}
		at = end
	}
	out.WriteString(base[at:])
	return out.String(), clashes
}

// touches reports whether an edit belongs to the region of base from start to end: it overlaps the
// region or begins at the same place.
func touches(e udiff.Edit, start, end int) bool {
	return e.Start < end && e.End > start || e.Start == start || e.Start == end && e.Start == e.End
}

// applied applies edits to base[start:end].
func applied(base string, start, end int, edits []udiff.Edit) string {
	var out strings.Builder
	for _, e := range edits {
		out.WriteString(base[start:e.Start] + e.New)
		start = e.End
	}
	return out.String() + base[start:end]
}

func ended(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// lineEdits returns the edits from base to text, each of whole lines.
func lineEdits(base, text string) []udiff.Edit {
	edits, err := udiff.ToUnifiedDiff("", "", base, udiff.Lines(base, text), 0)
	if err != nil {
		// This cannot happen, because the edits were made from this base. If it did, treat the
		// whole text as one edit.
		return []udiff.Edit{{Start: 0, End: len(base), New: text}}
	}
	return hunkEdits(base, edits)
}

// hunkEdits converts hunks without context into edits with byte offsets.
func hunkEdits(base string, d udiff.UnifiedDiff) []udiff.Edit {
	starts := []int{0}
	for i := range base {
		if base[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	if starts[len(starts)-1] != len(base) {
		starts = append(starts, len(base))
	}
	var edits []udiff.Edit
	for _, h := range d.Hunks {
		e := udiff.Edit{}
		deleted := 0
		var with strings.Builder
		for _, l := range h.Lines {
			switch l.Kind {
			case udiff.Delete:
				deleted++
			case udiff.Insert:
				with.WriteString(l.Content)
			}
		}
		from := min(max(h.FromLine-1, 0), len(starts)-1)
		e.Start, e.End, e.New = starts[from], starts[min(from+deleted, len(starts)-1)], with.String()
		edits = append(edits, e)
	}
	return edits
}
