package style

import (
	"cmp"

	"galley/engine/diag"
	"galley/engine/source"
	"galley/ui/cell"
)

// Styles is a resolved theme: it has the style of everything on the screen.
type Styles struct {
	Theme string // the theme's name

	Base, Muted, Faint, Accent     cell.Style // usual text, quieter text, still quieter text, emphasised text
	Title, TitleFocused            cell.Style // the name of a pane
	Border, BorderFocused          cell.Style
	Selection, Caret, CursorLine   cell.Style // the editor
	LineNumber, LineNumberCurrent  cell.Style
	Match, MatchCurrent            cell.Style // the matches of a search
	Mark                           cell.Style // the picture of a hostile character
	Good, Info, Warning, Error     cell.Style
	Key                            cell.Style // the name of a key in a hint
	Header, HeaderName, Dirty      cell.Style // the top line
	Tab, TabActive                 cell.Style
	Band                           cell.Style // the background of pane titles and tabs
	Row, RowBlurred                cell.Style // the chosen row of a list, with and without the focus
	Popup, PopupBorder, PopupTitle cell.Style // dialogs and menus above the panes
	PopupSelected                  cell.Style
	Gauge, GaugeWarning, GaugeOver cell.Style
	GaugeEmpty                     cell.Style
	TagVar, TagIf, TagUnknown      cell.Style // tags of the template
	TagLiteral, TagMatch           cell.Style
	ProblemError, ProblemWarning   cell.Style // added to the text that has a problem
	ProblemInfo                    cell.Style
	Added, Removed                 cell.Style // lines of a diff
	Stale                          cell.Style // a result that a newer one will replace
	// Edge is added to the style of the last column of the screen; see Paint.
	Edge    cell.Style
	origins [source.Captured + 1]origin
	syntax  [syntaxCount]cell.Style
}

type origin struct {
	glyph string
	style cell.Style
}

// names maps the names of styles in themes to the fields.
var names = []struct {
	name  string
	field func(*Styles) *cell.Style
}{
	{"base", func(s *Styles) *cell.Style { return &s.Base }},
	{"muted", func(s *Styles) *cell.Style { return &s.Muted }},
	{"faint", func(s *Styles) *cell.Style { return &s.Faint }},
	{"accent", func(s *Styles) *cell.Style { return &s.Accent }},
	{"title", func(s *Styles) *cell.Style { return &s.Title }},
	{"title-focused", func(s *Styles) *cell.Style { return &s.TitleFocused }},
	{"border", func(s *Styles) *cell.Style { return &s.Border }},
	{"border-focused", func(s *Styles) *cell.Style { return &s.BorderFocused }},
	{"selection", func(s *Styles) *cell.Style { return &s.Selection }},
	{"caret", func(s *Styles) *cell.Style { return &s.Caret }},
	{"cursor-line", func(s *Styles) *cell.Style { return &s.CursorLine }},
	{"line-number", func(s *Styles) *cell.Style { return &s.LineNumber }},
	{"line-number-current", func(s *Styles) *cell.Style { return &s.LineNumberCurrent }},
	{"match", func(s *Styles) *cell.Style { return &s.Match }},
	{"match-current", func(s *Styles) *cell.Style { return &s.MatchCurrent }},
	{"mark", func(s *Styles) *cell.Style { return &s.Mark }},
	{"good", func(s *Styles) *cell.Style { return &s.Good }},
	{"info", func(s *Styles) *cell.Style { return &s.Info }},
	{"warning", func(s *Styles) *cell.Style { return &s.Warning }},
	{"error", func(s *Styles) *cell.Style { return &s.Error }},
	{"key", func(s *Styles) *cell.Style { return &s.Key }},
	{"header", func(s *Styles) *cell.Style { return &s.Header }},
	{"header-name", func(s *Styles) *cell.Style { return &s.HeaderName }},
	{"dirty", func(s *Styles) *cell.Style { return &s.Dirty }},
	{"tab", func(s *Styles) *cell.Style { return &s.Tab }},
	{"tab-active", func(s *Styles) *cell.Style { return &s.TabActive }},
	{"band", func(s *Styles) *cell.Style { return &s.Band }},
	{"row", func(s *Styles) *cell.Style { return &s.Row }},
	{"row-blurred", func(s *Styles) *cell.Style { return &s.RowBlurred }},
	{"popup", func(s *Styles) *cell.Style { return &s.Popup }},
	{"popup-border", func(s *Styles) *cell.Style { return &s.PopupBorder }},
	{"popup-title", func(s *Styles) *cell.Style { return &s.PopupTitle }},
	{"popup-selected", func(s *Styles) *cell.Style { return &s.PopupSelected }},
	{"gauge", func(s *Styles) *cell.Style { return &s.Gauge }},
	{"gauge-warning", func(s *Styles) *cell.Style { return &s.GaugeWarning }},
	{"gauge-over", func(s *Styles) *cell.Style { return &s.GaugeOver }},
	{"gauge-empty", func(s *Styles) *cell.Style { return &s.GaugeEmpty }},
	{"tag-var", func(s *Styles) *cell.Style { return &s.TagVar }},
	{"tag-if", func(s *Styles) *cell.Style { return &s.TagIf }},
	{"tag-unknown", func(s *Styles) *cell.Style { return &s.TagUnknown }},
	{"tag-literal", func(s *Styles) *cell.Style { return &s.TagLiteral }},
	{"tag-match", func(s *Styles) *cell.Style { return &s.TagMatch }},
	{"problem-error", func(s *Styles) *cell.Style { return &s.ProblemError }},
	{"problem-warning", func(s *Styles) *cell.Style { return &s.ProblemWarning }},
	{"problem-info", func(s *Styles) *cell.Style { return &s.ProblemInfo }},
	{"added", func(s *Styles) *cell.Style { return &s.Added }},
	{"removed", func(s *Styles) *cell.Style { return &s.Removed }},
	{"stale", func(s *Styles) *cell.Style { return &s.Stale }},
}

// On returns the styles on another background.
func (s *Styles) On(ground cell.Style) *Styles {
	on := *s
	on.Base = ground
	return &on
}

// Origin returns the bar that shows where a piece of text comes from: a shape and a colour for each
// kind of origin. An unknown kind looks like structure.
func (s *Styles) Origin(kind source.Kind) (glyph string, st cell.Style) {
	if int(kind) >= len(s.origins) {
		kind = source.Structure
	}
	o := s.origins[kind]
	return o.glyph, o.style
}

// SeveritySign returns the sign of a severity. The signs differ by shape, not only by colour.
func SeveritySign(v diag.Severity) string {
	return cmp.Or(map[diag.Severity]string{diag.Error: "!", diag.Warning: "~"}[v], "i")
}

// Severity returns the style of a severity's sign, and the style that is added to the text that has
// the problem.
func (s *Styles) Severity(v diag.Severity) (sign, text cell.Style) {
	switch v {
	case diag.Error:
		return s.Error, s.ProblemError
	case diag.Warning:
		return s.Warning, s.ProblemWarning
	default:
		return s.Info, s.ProblemInfo
	}
}
