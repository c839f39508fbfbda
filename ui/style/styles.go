package style

import (
	"galley/engine/diag"
	"galley/engine/source"
	"galley/ui/cell"
)

// Styles is a resolved theme: the style of each thing on the screen.
type Styles struct {
	Theme string // the theme's name

	Base, Muted, Faint, Accent     cell.Style // text, from plain to quiet to loud
	Title, TitleFocused            cell.Style // a pane's name
	Border, BorderFocused          cell.Style
	Selection, Caret, CursorLine   cell.Style // the editor
	LineNumber, LineNumberCurrent  cell.Style
	Match, MatchCurrent            cell.Style // what a search found
	Mark                           cell.Style // the picture of a hostile character
	Good, Info, Warning, Error     cell.Style
	Key                            cell.Style // a key's name in a hint
	Header, HeaderName, Dirty      cell.Style // the top line
	Tab, TabActive                 cell.Style
	Band                           cell.Style // the background of pane titles and tabs
	Row, RowBlurred                cell.Style // the chosen row of a list, with and without focus
	Popup, PopupBorder, PopupTitle cell.Style // dialogs and menus above the panes
	PopupSelected                  cell.Style
	Gauge, GaugeWarning, GaugeOver cell.Style
	GaugeEmpty                     cell.Style
	TagVar, TagIf, TagUnknown      cell.Style // tags of the template
	TagLiteral, TagMatch           cell.Style
	ProblemError, ProblemWarning   cell.Style // laid over the text of a problem
	ProblemInfo                    cell.Style
	Added, Removed                 cell.Style // a diff
	Stale                          cell.Style // a result that is being replaced
	// Edge is the style added to the screen's last column; see Paint.
	Edge    cell.Style
	origins [source.Captured + 1]origin
	syntax  [syntaxCount]cell.Style
}

type origin struct {
	glyph string
	style cell.Style
}

// names lists the semantic names as themes spell them, with the field of each.
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

// Origin returns the bar that shows where a piece of text came from: a shape and a
// colour for each kind. An unknown kind shows as structure.
func (s *Styles) Origin(kind source.Kind) (glyph string, st cell.Style) {
	if int(kind) >= len(s.origins) {
		kind = source.Structure
	}
	o := s.origins[kind]
	return o.glyph, o.style
}

// Severity returns the sign and style of a problem's severity.
func (s *Styles) Severity(v diag.Severity) (glyph string, st cell.Style) {
	switch v {
	case diag.Error:
		return "✗", s.Error
	case diag.Warning:
		return "▲", s.Warning
	default:
		return "•", s.Info
	}
}

// Problem returns the style added to the text of a problem.
func (s *Styles) Problem(v diag.Severity) cell.Style {
	switch v {
	case diag.Error:
		return s.ProblemError
	case diag.Warning:
		return s.ProblemWarning
	default:
		return s.ProblemInfo
	}
}
