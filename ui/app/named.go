package app

import (
	"regexp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/engine/textutil"
	"galley/ui/view"
)

// reference matches an @ sign and a path. Rule files import other files in this way. A backslash
// escapes a blank in the path.
var reference = textutil.LazyRegexp("(?:^|[^\\w@`])@((?:\\\\ |[^\\s`'\"<>()\\[\\]{}|\\\\])+)")

// fileTag matches a tag that inserts a file's text into the template, or asks whether
// the file exists.
var fileTag = textutil.LazyRegexp(`\[(?:if !?|elif !?)?file:([^\]\r\n]+)\]`)

// namedAt returns the path that a line names at a column, which is a byte offset. If the column
// is in no reference, the path is that of the line's first reference, or "" if the line has
// none. tag reports whether the path is in a tag of the template.
func namedAt(line string, column int) (path string, tag bool) {
	for _, re := range []*regexp.Regexp{fileTag(), reference()} {
		first := ""
		for _, m := range re.FindAllStringSubmatchIndex(line, 100) {
			path := strings.TrimSpace(line[m[2]:m[3]])
			if re == reference() {
				path = strings.ReplaceAll(strings.TrimRight(path, ".,;:!?"), `\ `, " ")
			}
			switch {
			case path == "":
			case m[0] <= column && column <= m[1]:
				return path, re == fileTag()
			case first == "":
				first = path
			}
		}
		if first != "" {
			return first, re == fileTag()
		}
	}
	return "", false
}

// openNamed opens the file that the caret's line names, in a tag of the template or
// after an @ sign.
func (o *opened) openNamed() tea.Cmd {
	f := o.m.files.Current()
	line, column := f.Editor.Line()
	name, tag := namedAt(line, column)
	if name == "" {
		o.m.screen.Say("This line does not name a file, as @path or [file:path]")
		return nil
	}
	dir := o.m.o.Request.Cwd
	if !tag && f.Path() != "" && !f.IsTemplate() {
		dir = facts.Dir(facts.Slash(f.Path()))
	}
	from := o.m.short
	from.Cwd = dir
	return host{o.m}.OpenFile(from.Full(name), view.FilePlace{})
}
