// Package diag defines problems: what galley reports about a template, a file or a prompt, as data.
// A problem never stops the program. It has a code from one registry, a place, a message and a
// hint. Every view and command shows the same problems in the same order.
package diag

import (
	"cmp"
	"slices"

	"galley/engine/source"
)

// Severity says how much a problem matters.
type Severity uint8

// The severities. A warning means that text is changed or lost; with --strict it sets the exit
// status.
const (
	Info Severity = iota
	Warning
	Error
)

// String returns the severity's name as reports spell it.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "info"
	}
}

// Fix is an edit that fixes a problem: Text replaces Span of the problem's file.
type Fix struct {
	Label string // what the fix does, in the words of a menu
	Span  source.Span
	Text  string
}

// Problem is one fault at one place.
type Problem struct {
	Code     Code
	Severity Severity
	Message  string // what is wrong here; a sentence without a final stop
	Hint     string // what to do about it; may be empty
	File     string // the file of the problem; "" for the template
	Span     source.Span
	Start    source.Position // line and column of Span.Start; zero without a place
	End      source.Position // line and column of Span.End
	Fixes    []Fix
}

// New returns a problem with its code's severity.
func New(code Code, span source.Span, message, hint string) Problem {
	return Problem{Code: code, Severity: code.Severity(), Span: span, Message: message, Hint: hint}
}

// Locate sets the positions of every problem from its span; lines belong to the text of the spans.
func Locate(problems []Problem, lines *source.Lines) {
	for i := range problems {
		p := &problems[i]
		p.Start, p.End = lines.Position(p.Span.Start), lines.Position(p.Span.End)
	}
}

// Sort sorts problems as every view shows them: by file, place, code and message.
func Sort(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(rank(a.Code), rank(b.Code)),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
		)
	})
}

// rank puts the problem of a tag without a partner after the other problem of the same tag, because
// the other one is often the cause.
func rank(code Code) int {
	if code == UnclosedIf {
		return 1
	}
	return 0
}

// Worst returns the highest severity among the problems; ok is false for an
// empty list.
func Worst(problems []Problem) (worst Severity, ok bool) {
	for _, p := range problems {
		worst = max(worst, p.Severity)
	}
	return worst, len(problems) > 0
}
