package config

import (
	"galley/engine/diag"
	"galley/engine/settings"
	"galley/engine/source"
)

// Places has the positions of settings that only other packages can check: the theme, the profile,
// the actions of [keys], the providers of [budgets], the families of [packs] and the requirements
// of [check].
type Places map[Setting]Place

// Setting names a setting by its table, or "", and its key. For a list, such as check.forbid, Table
// is the list and Key one of its texts.
type Setting struct{ Table, Key string }

// Place is the position of a setting in its file.
type Place struct {
	File       string
	Span       source.Span
	Start, End source.Position
}

// Put gives a problem the place of a setting. If the setting is not in a file, Put returns the
// problem unchanged.
func (p Places) Put(of Setting, problem diag.Problem) diag.Problem {
	if at, ok := p[of]; ok {
		problem.File, problem.Span, problem.Start, problem.End = at.File, at.Span, at.Start, at.End
	}
	return problem
}

// note records the places of a file's settings, which replace those of an earlier file.
func (p Places) note(f *settings.File) {
	put := func(table string, field settings.Field, span source.Span) {
		p[Setting{table, field.Name}] = Place{f.Name, span, f.Position(span.Start), f.Position(span.End)}
	}
	for _, field := range f.Root.Fields {
		switch field.Name {
		case "theme", "profile":
			put("", field, field.Value.Span)
		case "keys", "budgets", "packs":
			for _, entry := range field.Value.Fields {
				put(field.Name, entry, entry.Span)
			}
		case "check":
			for _, rule := range field.Value.Fields {
				for _, entry := range rule.Value.Fields {
					put("check."+rule.Name, entry, entry.Span)
				}
				for _, word := range rule.Value.Items {
					put("check."+rule.Name, settings.Field{Name: word.Text}, word.Span)
				}
			}
		}
	}
}
