package discovery

import (
	"regexp"

	"galley/engine/diag"
	"galley/engine/source"
)

// DeadKey notes a key of a settings file that the agent does not read, at its
// place. file is "" for settings that stand in no file.
func (f *Finder) DeadKey(file, text, key, message, hint string) {
	f.Note("%s; %s", message, hint)
	if file == "" {
		return
	}
	p := diag.New(diag.DeadKey, source.NoSpan, message, hint)
	p.File = file
	if at := regexp.MustCompile(`"` + regexp.QuoteMeta(key) + `"\s*:`).FindStringIndex(text); at != nil {
		p.Span = source.Span{Start: at[0], End: at[0] + len(key) + 2}
		lines := source.NewLines(text)
		p.Start, p.End = lines.Position(p.Span.Start), lines.Position(p.Span.End)
	}
	f.Trace.Problems = append(f.Trace.Problems, p)
}
