package budget

import (
	"strings"

	"galley/engine/source"
)

// Method is how [Compress] shortened a text.
type Method string

// The methods.
const (
	Unchanged Method = "unchanged" // it fits as it is
	Section   Method = "section"   // the project instructions were cut
	Hard      Method = "hard"      // the end was cut off, whatever it was
)

const (
	sectionHeading = "## Project Instructions\n"
	// sectionUnits is how much of a section is kept, in UTF-16 units.
	sectionUnits = 10000
	sectionMark  = "\n[truncated]"
	hardMark     = "\n[system prompt truncated]"
	// hardRoom is how many units a hard cut leaves free, more than its marker needs.
	hardRoom = 100
)

// Cut describes text that was removed at one place.
type Cut struct {
	At    int           // the byte at which the kept text ends and Mark begins
	Took  source.Length // what was removed, without the marker
	Mark  string        // the text there now
	Split bool          // the original would cut a surrogate pair in two here; galley removes one more unit
}

// Compress is Yume's compressSystemPrompt, in UTF-16 units. A text of at most `most`
// stays. Otherwise all that follows the first heading "## Project Instructions" is
// cut to 10,000 units, if the result then fits. Otherwise the text is cut to most-100
// units, wherever that is. As in the original, the hard cut wastes 74 units, and for
// a most below 100, where the length is negative and counts from the end, the result
// may be too long. Unlike the original, it never cuts a surrogate pair in two.
func Compress(t source.Text, most int) (source.Text, Method, Cut) {
	length := t.Measure().UTF16
	if length <= most {
		return t, Unchanged, Cut{At: t.Len()}
	}
	if i := strings.Index(t.String(), sectionHeading); i >= 0 {
		before := i + len(sectionHeading)
		body := t.Slice(before, t.Len())
		units := length - body.Measure().UTF16
		if units+min(body.Measure().UTF16, sectionUnits)+len(sectionMark) <= most {
			kept, split := body.CutUTF16(sectionUnits)
			return marked(t, before+kept.Len(), sectionMark, split, Section)
		}
	}
	units := most - hardRoom
	if units < 0 {
		units = max(length+units, 0)
	}
	kept, split := t.CutUTF16(units)
	return marked(t, kept.Len(), hardMark, split, Hard)
}

func marked(t source.Text, at int, mark string, split bool, b Method) (source.Text, Method, Cut) {
	cut := Cut{At: at, Took: t.Slice(at, t.Len()).Measure(), Mark: mark, Split: split}
	return t.Slice(0, at).Append(source.Literal(mark)), b, cut
}

// Truncated is the first step of Yume's list for one text: its first 10,000 UTF-16
// units and a marker, or the text itself if that would not be shorter.
func Truncated(t source.Text) (source.Text, Cut, bool) {
	if t.Measure().UTF16 <= sectionUnits+len(sectionMark) {
		return t, Cut{}, false
	}
	kept, split := t.CutUTF16(sectionUnits)
	out, _, cut := marked(t, kept.Len(), sectionMark, split, Section)
	return out, cut, true
}
