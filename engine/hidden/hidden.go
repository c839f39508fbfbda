// Package hidden finds text that people do not see and models read: tag
// characters, turned writing direction, characters without a width, terminal
// escapes, letters that pass for others. It only looks; nothing is removed, and
// what belongs to writing (flags, families of emoji, joiners in scripts that need
// them, a byte order mark at the start) is not reported.
package hidden

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Level says how likely somebody meant to hide something.
type Level uint8

// The levels. What is low is mostly an accident or a habit.
const (
	Low Level = iota
	Medium
	High
)

// String returns the level's name.
func (l Level) String() string { return [...]string{"low", "medium", "high"}[l] }

// Kind is a sort of hidden text.
type Kind string

// The kinds.
const (
	Tag         Kind = "tag"         // invisible ASCII
	Bidi        Kind = "bidi"        // what turns the writing direction
	ZeroWidth   Kind = "zero-width"  // characters without a width
	Joiner      Kind = "joiner"      // a joiner where nothing is joined
	Operator    Kind = "operator"    // invisible operators and deprecated format characters
	Variation   Kind = "variation"   // variation selectors that vary nothing
	SoftHyphen  Kind = "soft-hyphen" // seen only at a line's end
	Filler      Kind = "filler"      // characters that look like nothing
	Annotation  Kind = "annotation"  // text beneath a text
	Separator   Kind = "separator"   // line ends that most programs do not know
	Private     Kind = "private"     // characters without a meaning of their own
	Control     Kind = "control"     // what terminals obey
	Blank       Kind = "blank"       // blanks that are not spaces
	Homoglyph   Kind = "homoglyph"   // letters of one alphabet in a word of another
	Invalid     Kind = "invalid"     // bytes that are not UTF-8, code points that Unicode never uses
	Lone        Kind = "lone"        // combining marks without a letter, or too many on one
	NumberSign  Kind = "number-sign" // Arabic, Syriac and Kaithi signs that terminals do not place
	Replacement Kind = "replacement" // U+FFFD: something was lost when the text was decoded
	Comment     Kind = "comment"     // an HTML comment, which a rendered page does not show
	Far         Kind = "far"         // text behind a long run of blanks
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
	NumberSign:  {"number sign that terminals do not place", "number signs that terminals do not place"},
	Replacement: {"replacement character", "replacement characters"},
	Comment:     {"HTML comment", "HTML comments"},
	Far:         {"text behind a long run of blanks", "texts behind long runs of blanks"}, Encoded: {"run that looks encoded", "runs that look encoded"},
}

// Finding is all hidden text of one kind and level in one text.
type Finding struct {
	Kind    Kind
	Level   Level
	Count   int    // characters; words, comments or runs where the kind is one of those
	Offset  int    // of the first, in bytes
	Line    int    // of the first, from 1
	Points  []rune // the different characters, in the order of their coming, at most eight
	Decoded string // what they spell, as far as that can be told; may itself be hostile
	InName  bool   // it stands in the file's name, not in its text
	Hidden  bool   // views show it as a mark: see [At]
}

// mostPoints and mostDecoded bound what a finding keeps.
const (
	mostPoints  = 8
	mostDecoded = 400
)

// String says what was found, in a sentence without its stop. Decoded text is
// quoted so that no terminal obeys it.
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

// Scan looks through a text. The findings come the worst first, and those of one
// level in the order of the text.
func Scan(text string) []Finding { return Look(text).Findings() }

// Name looks through a file's name or path, where line ends and tabs hide too.
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

// seen is one place that hides something.
type seen struct {
	kind    Kind
	level   Level
	offset  int
	point   rune
	decoded string
	hidden  bool
}

// finder looks for places in a text and gathers them.
type finder struct {
	text  string
	found []Finding
	kept  []seen // of one look, as long as they are not too many
	crowd bool   // they were
	fence bool   // the last character without a width keeps a fence from being one
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
	line, at := 1, 0
	for i := range f.found {
		x := &f.found[i]
		line += strings.Count(f.text[at:x.Offset], "\n")
		at, x.Line = x.Offset, line
	}
	slices.SortStableFunc(f.found, func(a, b Finding) int { return cmp.Compare(b.Level, a.Level) })
	return f.found
}

// take adds one more place of the finding's kind.
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
