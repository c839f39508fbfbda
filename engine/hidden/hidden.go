// Package hidden finds text that models read but people do not see: tag characters, reversed
// writing direction, characters without a width, terminal escapes, letters that look like others.
// It removes nothing. It does not report ordinary parts of writing: flags, families of emoji,
// joiners in scripts that need them, a byte order mark at the start.
package hidden

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"galley/engine/source"
)

// Level says how likely it is that somebody hides something on purpose.
type Level uint8

// The levels. Low usually means an accident or a habit.
const (
	Low Level = iota
	Medium
	High
)

// String returns the level's name.
func (l Level) String() string { return [...]string{"low", "medium", "high"}[l] }

// Kind is a kind of hidden text.
type Kind string

// The kinds.
const (
	Tag         Kind = "tag"         // invisible ASCII
	Bidi        Kind = "bidi"        // characters that change the writing direction
	ZeroWidth   Kind = "zero-width"  // characters without a width
	Joiner      Kind = "joiner"      // joiners that join nothing
	Operator    Kind = "operator"    // invisible operators and deprecated format characters
	Variation   Kind = "variation"   // variation selectors without effect
	SoftHyphen  Kind = "soft-hyphen" // visible only at a line's end
	Filler      Kind = "filler"      // letters that are drawn blank
	Annotation  Kind = "annotation"  // marks of interlinear annotations
	Separator   Kind = "separator"   // line ends that most programs do not recognise
	Private     Kind = "private"     // private-use characters
	Control     Kind = "control"     // control characters, which terminals obey
	Blank       Kind = "blank"       // blanks that are not spaces
	Homoglyph   Kind = "homoglyph"   // letters of one alphabet in a word of another
	Invalid     Kind = "invalid"     // invalid UTF-8, and noncharacters
	Lone        Kind = "lone"        // combining marks without a letter, or too many
	NumberSign  Kind = "number-sign" // Arabic, Syriac and Kaithi signs that terminals show in the wrong place
	Replacement Kind = "replacement" // U+FFFD: something was lost in decoding
	Comment     Kind = "comment"     // HTML comments, which rendered pages do not show
	Far         Kind = "far"         // text after a long run of blanks
	Encoded     Kind = "encoded"     // a long run that looks like base64
)

var words = map[Kind][2]string{
	Tag: {"tag character", "tag characters"}, Bidi: {"character that turns the writing direction", "characters that turn the writing direction"},
	ZeroWidth: {"character without a width", "characters without a width"}, Joiner: {"joiner that joins nothing", "joiners that join nothing"},
	Operator: {"invisible operator", "invisible operators"}, Variation: {"variation selector that varies nothing", "variation selectors that vary nothing"},
	SoftHyphen: {"soft hyphen", "soft hyphens"}, Filler: {"character that looks like nothing", "characters that look like nothing"},
	Annotation: {"annotation mark", "annotation marks"}, Separator: {"Unicode line separator", "Unicode line separators"},
	Private: {"private character", "private characters"}, Control: {"control character", "control characters"},
	Blank: {"blank that is not a space", "blanks that are not spaces"}, Homoglyph: {"word with letters of another alphabet", "words with letters of another alphabet"},
	Invalid: {"place that is not text", "places that are not text"}, Lone: {"combining mark without a letter", "combining marks without a letter"},
	NumberSign:  {"number mark that terminals show in the wrong place", "number marks that terminals show in the wrong place"},
	Replacement: {"replacement character", "replacement characters"},
	Comment:     {"HTML comment", "HTML comments"},
	Far:         {"text behind a long run of blanks", "texts behind long runs of blanks"}, Encoded: {"run that looks encoded", "runs that look encoded"},
}

// Finding is all hidden text of one kind and level in one text.
type Finding struct {
	Kind    Kind
	Level   Level
	Count   int    // number of characters, or of words, comments or runs for kinds that consist of these
	Offset  int    // offset of the first occurrence, in bytes
	Line    int    // line of the first occurrence, from 1
	Points  []rune // the first eight different characters that occur
	Decoded string // the text that the characters encode, if galley can decode it; it may be hostile
	InName  bool   // it is in the file's name, not in its text
	Hidden  bool   // views show it as a mark: see [At]
}

// mostPoints and mostDecoded limit the data of a finding.
const (
	mostPoints  = 8
	mostDecoded = 400
)

// String describes the finding in a sentence without a final stop. Decoded text is quoted, so that
// terminals do not obey it.
func (f Finding) String() string {
	var b strings.Builder
	form := words[f.Kind][0]
	if f.Count != 1 {
		form = words[f.Kind][1]
	}
	fmt.Fprintf(&b, "%d %s", f.Count, form)
	if len(f.Points) > 0 {
		var names []string
		for _, r := range f.Points {
			names = append(names, fmt.Sprintf("U+%04X", r))
		}
		if len(names) == mostPoints {
			names = append(names[:3], "…")
		}
		b.WriteString(" (" + strings.Join(names, " ") + ")")
	}
	if f.Decoded != "" {
		fmt.Fprintf(&b, " reading %+q", f.Decoded)
	}
	if f.InName {
		b.WriteString(" in its name")
	} else if f.Line > 0 {
		fmt.Fprintf(&b, " from line %d", f.Line)
	}
	return b.String()
}

// Scan scans a text. The worst findings come first; findings of the same level are in the order of
// the text.
func Scan(text string) []Finding { return NewScanned(text).Findings() }

// Name scans a file's name or path, in which line ends and tabs are hidden too.
func Name(name string) []Finding {
	f := finder{text: name}
	f.characters(0, len(name), true)
	f.wordsMixed(0, len(name))
	found := f.sorted()
	for i := range found {
		found[i].InName, found[i].Line = true, 0
	}
	return found
}

// seen is one place that has hidden text.
type seen struct {
	kind    Kind
	level   Level
	offset  int
	point   rune
	decoded string
	hidden  bool
}

// finder scans a text and collects places.
type finder struct {
	text  string
	found []Finding
	kept  []seen // the places of one scan, up to a limit
	crowd bool   // there were more places than the limit
	fence bool   // the last zero-width character breaks a code fence
}

func (f *finder) add(s seen) {
	i := 0
	for i < len(f.found) && (f.found[i].Level != s.level || f.found[i].Kind != s.kind) {
		i++
	}
	if i == len(f.found) {
		f.found = append(f.found, Finding{Kind: s.kind, Level: s.level, Offset: s.offset})
	}
	f.found[i].take(s)
	if f.crowd = f.crowd || len(f.kept) >= mostKept; !f.crowd {
		f.kept = append(f.kept, s)
	}
}

// sorted returns the findings with their lines.
func (f *finder) sorted() []Finding {
	slices.SortStableFunc(f.found, func(a, b Finding) int { return cmp.Compare(a.Offset, b.Offset) })
	line, next := 1, source.NextLine(f.text, 0)
	for i := range f.found {
		x := &f.found[i]
		for ; next >= 0 && next <= x.Offset; line++ {
			next = source.NextLine(f.text, next)
		}
		x.Line = line
	}
	slices.SortStableFunc(f.found, func(a, b Finding) int { return cmp.Compare(b.Level, a.Level) })
	return f.found
}

// take adds a place to a finding.
func (f *Finding) take(s seen) {
	f.Count++
	f.Hidden = f.Hidden || s.hidden
	if s.point >= 0 && len(f.Points) < mostPoints && !slices.Contains(f.Points, s.point) {
		f.Points = append(f.Points, s.point)
	}
	if f.Kind == Homoglyph && f.Decoded != "" {
		f.decode(" ")
	}
	f.decode(s.decoded)
}

func (f *Finding) decode(s string) {
	if room := mostDecoded - len(f.Decoded); room > 0 {
		f.Decoded += s[:min(len(s), room)]
	}
}
