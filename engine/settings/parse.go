package settings

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"galley/engine/bounded"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/source"
)

// maxDepth is how deep values and dotted keys may be nested. People stay far
// below; a hostile file must not exhaust the stack.
const maxDepth = facts.MaxDepth

// The most that a settings file may hold. Nobody writes so much.
const (
	maxBytes = 1 << 20
	maxKeys  = bounded.MaxKeys
)

// File is a settings file as read.
type File struct {
	Name     string // what problems call it: its path
	Root     *Value // a Table; empty when nothing could be read
	Problems []diag.Problem
	lines    *source.Lines
	keys     int // met so far
}

// Parse reads a settings file. It is JSON when its name ends in .json or .jsonc,
// TOML when it ends in .toml, and otherwise JSON when its first character that
// is not blank is a brace. A byte order mark at the head is skipped.
func Parse(name, text string) *File {
	f := &File{Name: name, Root: &Value{Kind: Table, open: true}, lines: source.NewLines(text)}
	switch over := f.tooLarge(text); {
	case over:
	case IsJSON(name, text):
		f.parseJSON(text)
	default:
		f.parseTOML(text)
	}
	return f
}

// Position returns the line and column of an offset.
func (f *File) Position(offset int) source.Position { return f.lines.Position(offset) }

// tooLarge reports a file that holds more than settings may, before a parser
// sees it.
func (f *File) tooLarge(text string) bool {
	if len(text) > maxBytes {
		f.over(maxBytes, fmt.Sprintf("settings of more than %d bytes", maxBytes))
		return true
	}
	depth := bounded.TOMLDepth
	if IsJSON(f.Name, text) {
		depth = bounded.JSONDepth
	}
	var excess *bounded.Excess
	if errors.As(depth(text), &excess) {
		f.over(excess.Offset, "settings "+excess.Error())
		return true
	}
	return false
}

// over notes at a place that the file holds more than settings may; nothing of
// it is used.
func (f *File) over(at int, message string) {
	f.problem(diag.OverBudget, source.Span{Start: at, End: at}, message, "nothing that galley knows needs so much: make the file smaller")
}

// counted notes one more key; false when there are too many.
func (f *File) counted(at int) bool {
	f.keys++
	if f.keys == maxKeys+1 {
		f.over(at, fmt.Sprintf("settings with more than %d keys", maxKeys))
	}
	return f.keys <= maxKeys
}

const byteOrderMark = "\ufeff"

// IsJSON reports whether a settings file is JSON and not TOML, by its name, else by its text.
func IsJSON(name, text string) bool {
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
	if !f.counted(field.Span.Start) {
		return
	}
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
