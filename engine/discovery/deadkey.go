package discovery

import (
	"fmt"
	"regexp"

	"galley/engine/diag"
	"galley/engine/source"
)

// DeadKey reports a key of a settings file that has no effect because the agent does not read it.
// file is "" for settings that are not in a file.
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

// BadFile reports a settings file that the agent ignores as a whole because of a fault. at is the
// offset of the fault in text, the content of the file.
func (f *Finder) BadFile(file, text, message string, at int) {
	lines := source.NewLines(text)
	p := diag.New(diag.BadFile, source.Span{Start: at, End: at}, message, "fix it: until then the agent ignores the whole file")
	p.File, p.Start = file, lines.Position(at)
	p.End = p.Start
	f.Note("%s: %s", file, Located(p.Start, message))
	f.Trace.Problems = append(f.Trace.Problems, p)
}

// Located puts the position in a file, if it is known, before a message.
func Located(at source.Position, message string) string {
	if at.Line == 0 {
		return message
	}
	return fmt.Sprintf("line %d, column %d: %s", at.Line, at.Column, message)
}
