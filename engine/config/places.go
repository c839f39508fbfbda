package config

import (
	"galley/engine/diag"
	"galley/engine/settings"
	"galley/engine/source"
)

// Places are where settings stand that only others can judge: the theme, the actions
// of [keys], the providers of [budgets].
type Places map[Setting]Place

// Setting names a setting: its table, "" for none, and its key.
type Setting struct{ Table, Key string }

// Place is where a setting stands.
type Place struct {
	File       string
	Span       source.Span
	Start, End source.Position
}

// Put gives a problem the place of a setting. A problem of a setting that stands in no
// file stays as it is.
func (p Places) Put(of Setting, problem diag.Problem) diag.Problem {
	if at, ok := p[of]; ok {
		problem.File, problem.Span, problem.Start, problem.End = at.File, at.Span, at.Start, at.End
	}
	return problem
}

// note keeps the places of a file's settings, over those of a file before.
func (p Places) note(f *settings.File) {
	put := func(table string, field settings.Field, span source.Span) {
		p[Setting{table, field.Name}] = Place{f.Name, span, f.Position(span.Start), f.Position(span.End)}
	}
	if f.Root == nil {
		return
	}
	for _, field := range f.Root.Fields {
		switch field.Name {
		case "theme":
			put("", field, field.Value.Span)
		case "keys", "budgets":
			for _, entry := range field.Value.Fields {
				put(field.Name, entry, entry.Span)
			}
		}
	}
}
