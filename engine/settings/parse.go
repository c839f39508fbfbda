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

// maxDepth limits how deep values and dotted keys may be nested. People write far less deep
// values. A hostile file of this depth cannot exhaust the stack.
const maxDepth = facts.MaxDepth

// The limits of a settings file, far above the sizes of real files.
const (
	maxBytes = 1 << 20
	maxKeys  = bounded.MaxKeys
)

// File is a settings file after reading.
type File struct {
	Name     string // the path of the file, for problems
	Root     *Value // a Table; empty if the file could not be read
	Problems []diag.Problem
	lines    *source.Lines
	keys     int // number of keys so far
}

// Parse reads a settings file. The file is JSON if its name ends in .json or .jsonc, and TOML if it
// ends in .toml. Otherwise it is JSON if its first non-blank character is a brace. A byte order
// mark at the start is skipped.
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

// tooLarge reports a file above the limits, before it is parsed.
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

// over reports that the file exceeds the limits; nothing of the file is then used.
func (f *File) over(at int, message string) {
	f.problem(diag.OverBudget, source.Span{Start: at, End: at}, message, "no setting of galley needs so much: make the file smaller")
}

// counted counts one more key. It returns false if the file has too many keys.
func (f *File) counted(at int) bool {
	f.keys++
	if f.keys == maxKeys+1 {
		f.over(at, fmt.Sprintf("settings with more than %d keys", maxKeys))
	}
	return f.keys <= maxKeys
}

const byteOrderMark = "\ufeff"

// IsJSON reports whether a settings file is JSON and not TOML. The extension of its name decides
// or, without a known extension, its text.
func IsJSON(name, text string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".json", ".jsonc":
		return true
	case ".toml":
		return false
	}
	return strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(text, byteOrderMark), " \t\r\n"), "{")
}

// problem adds a problem at a place of the file.
func (f *File) problem(code diag.Code, span source.Span, message, hint string) *diag.Problem {
	p := diag.New(code, span, message, hint)
	p.File = f.Name
	p.Start, p.End = f.lines.Position(span.Start), f.lines.Position(span.End)
	f.Problems = append(f.Problems, p)
	return &f.Problems[len(f.Problems)-1]
}

// syntax reports that the text cannot be parsed from an offset on.
func (f *File) syntax(at int, message, hint string) {
	f.problem(diag.BadFile, source.Span{Start: at, End: at}, message, hint)
}

// add adds a field to a table. If the table already has the key, it does not change.
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
		"the first one is used: remove one of the two")
}
