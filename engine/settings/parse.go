package settings

import (
	"path"
	"strings"

	"galley/engine/diag"
	"galley/engine/source"
)

// maxDepth is how deep values and dotted keys may be nested. People stay far
// below; a hostile file must not exhaust the stack.
const maxDepth = 100

// File is a settings file as read.
type File struct {
	Name     string // what problems call it: its path
	Root     *Value // a Table; empty when nothing could be read
	Problems []diag.Problem
	lines    *source.Lines
}

// Parse reads a settings file. It is JSON when its name ends in .json or .jsonc,
// TOML when it ends in .toml, and otherwise JSON when its first character that
// is not blank is a brace. A byte order mark at the head is skipped.
func Parse(name, text string) *File {
	f := &File{Name: name, Root: &Value{Kind: Table, open: true}, lines: source.NewLines(text)}
	if isJSON(name, text) {
		f.parseJSON(text)
	} else {
		f.parseTOML(text)
	}
	return f
}

const byteOrderMark = "\ufeff"

func isJSON(name, text string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".jsonc":
		return true
	case ".toml":
		return false
	}
	return strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(text, byteOrderMark), " \t\r\n"), "{")
}

// problem notes a problem at a place of the file.
func (f *File) problem(code diag.Code, span source.Span, message, hint string) *diag.Problem {
	p := diag.New(code, span, message, hint)
	p.File = f.Name
	p.Start, p.End = f.lines.Position(span.Start), f.lines.Position(span.End)
	f.Problems = append(f.Problems, p)
	return &f.Problems[len(f.Problems)-1]
}

// syntax notes that the text cannot be read from a place on.
func (f *File) syntax(at int, message, hint string) {
	f.problem(diag.BadFile, source.Span{Start: at, End: at}, message, hint)
}

// add puts a field into a table. A key that is there already stays as it was.
func (f *File) add(table *Value, field Field) {
	if table.Field(field.Name) != nil {
		f.twice(field)
		return
	}
	table.append(field)
}

func (f *File) twice(field Field) {
	f.problem(diag.BadValue, field.Span, "the key "+quote(field.Name)+" is given twice",
		"the first one counts: remove one of the two")
}
