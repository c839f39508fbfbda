package app

import (
	"regexp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/ui/view"
)

// reference matches a path behind an at sign, as rule files import others; a blank in
// it stands behind a backslash.
var reference = regexp.MustCompile("(?:^|[^\\w@`])@((?:\\\\ |[^\\s`'\"<>()\\[\\]{}|\\\\])+)")

// fileTag matches a tag that puts a file's text into the template, or asks whether the
// file is there.
var fileTag = regexp.MustCompile(`\[(?:if !?|elif !?)?file:([^\]\r\n]+)\]`)

// namedAt returns the path that a line names at a column, in bytes: that of the
// reference there, else the first one of the line; "" for none. tag says that it stands
// in a tag of the template.
func namedAt(line string, column int) (path string, tag bool) {
	for _, re := range []*regexp.Regexp{fileTag, reference} {
		first := ""
		for _, m := range re.FindAllStringSubmatchIndex(line, 100) {
			path := strings.TrimSpace(line[m[2]:m[3]])
			if re == reference {
				path = strings.ReplaceAll(strings.TrimRight(path, ".,;:!?"), `\ `, " ")
			}
			switch {
			case path == "":
			case m[0] <= column && column <= m[1]:
				return path, re == fileTag
			case first == "":
				first = path
			}
		}
		if first != "" {
			return first, re == fileTag
		}
	}
	return "", false
}

// openNamed opens the file that the caret's line names: in a tag of the template, or
// behind an at sign.
func (o *opened) openNamed() tea.Cmd {
	f := o.m.files.Current()
	line, column := f.Editor.Line()
	name, tag := namedAt(line, column)
	if name == "" {
		o.m.screen.Say("This line names no file: @path and [file:path] do")
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
