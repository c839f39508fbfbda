package budget

import (
	"strings"

	"galley/engine/source"
)

// Method says how [Compress] shortened a text.
type Method string

// The methods.
const (
	Unchanged Method = "unchanged" // it fits as it is
	Section   Method = "section"   // the project instructions were cut
	Hard      Method = "hard"      // the end of the text was cut off, whatever it was
)

const (
	sectionHeading = "## Project Instructions\n"
	// sectionUnits is how much of a section is kept, in UTF-16 units.
	sectionUnits = 10000
	sectionMark  = "\n[truncated]"
	hardMark     = "\n[system prompt truncated]"
	// hardRoom is how many UTF-16 units below the limit the end of a text is cut off. The marker
	// needs fewer units.
	hardRoom = 100
)

// Cut describes text that was removed at one place.
type Cut struct {
	At    int           // offset in bytes at which the kept text ends and Mark begins
	Took  source.Length // how much was removed, not counting the marker
	Mark  string        // the marker that replaces the removed text
	Split bool          // the original would cut between the halves of a surrogate pair here; galley removes one unit more
}

// Compress follows compressSystemPrompt, a function of the agent Yume. The argument most is the
// limit. All numbers count UTF-16 units. A text within the limit stays as it is. In a longer text,
// everything after the first heading "## Project Instructions" is cut to 10,000 units, if the
// result then fits. Otherwise the end of the text is cut off after most-100 units. As in the
// original, this hard cut removes 74 units more than necessary. If most is below 100, most-100 is
// negative and counts from the end, so the result may be too long. Unlike the original, Compress
// never cuts a surrogate pair in two.
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

// Truncated shortens one text as the first of the agent Yume's reductions does. It returns the
// first 10,000 UTF-16 units of the text and a marker, or the whole text if that would not be
// longer. The last result reports whether the text was cut.
func Truncated(t source.Text) (source.Text, Cut, bool) {
	if t.Measure().UTF16 <= sectionUnits+len(sectionMark) {
		return t, Cut{}, false
	}
	kept, split := t.CutUTF16(sectionUnits)
	out, _, cut := marked(t, kept.Len(), sectionMark, split, Section)
	return out, cut, true
}
