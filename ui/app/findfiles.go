package app

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/files"
	"galley/ui/words"
)

// filesSearch is the search through all open files.
type filesSearch struct {
	on             bool
	matches, files int // the numbers of matches and of files with matches outside the editor pane
	uncounted      int // the number of files that are too large to search at each key press
}

// At each key press, the search also counts matches in the files that are not on the screen.
// These limits keep the count fast.
const (
	mostCounted    = 1000      // mostCounted is how many matches are counted in a file
	mostText       = 16 << 20  // mostText limits the bytes that are searched for plain text; this many take half a millisecond
	mostExpression = 256 << 10 // mostExpression is the limit for regular expressions, which are slower
)

// finder returns the search of the editor pane for the search bar.
func (f *finding) finder() dialog.Finder {
	return dialog.Finder{
		Change: f.setFind, Next: f.nextInTemplate, Count: f.findNote,
		Cancel: func() { f.m.editor().CancelFind() }, Files: f.toggleFiles,
	}
}

// toggleFiles reports whether all open files are searched, and how many are open. If toggle is
// true, it first switches between the file in the editor pane and all open files.
func (f *finding) toggleFiles(toggle bool) (all bool, n int) {
	if n = len(f.m.files.All()); toggle {
		f.files.on = !f.files.on
		f.m.editor().BeginFind(false)
	}
	return f.files.on && n > 1, n
}

// others returns the other open files in the order in which the search visits them: first the
// files after the one in the editor pane, then the files before it. A negative step reverses
// the order. others returns nil if only the file in the editor pane is searched.
func (f *finding) others(step int) (others []*files.File) {
	all, at := f.m.files.All(), 0
	if !f.files.on {
		return nil
	}
	for i, file := range all {
		if file == f.m.files.Current() {
			at = i
		}
	}
	for i := 1; i < len(all); i++ {
		others = append(others, all[(at+i*step+i*len(all))%len(all)])
	}
	return others
}

// count counts the matches in the files that are not in the editor pane, within the limits.
func (s *filesSearch) count(f *finding) {
	s.matches, s.files, s.uncounted = 0, 0, 0
	left := mostText
	if f.query.Regexp {
		left = mostExpression
	}
	matcher, err := search.Compile(f.query)
	if err != nil {
		return
	}
	for _, file := range f.others(1) {
		text := file.Editor.Text()
		if len(text) > left {
			s.uncounted++
			continue
		}
		left -= len(text)
		if _, n := matcher.Count(text, 0, mostCounted); n > 0 {
			s.matches += n
			s.files++
		}
	}
}

// note says how many matches the other files have, or returns "".
func (s *filesSearch) note() string {
	note := ""
	if s.matches > 0 {
		note = fmt.Sprintf(", %d more in %s", s.matches, words.Plural(s.files, "file"))
	}
	if s.uncounted > 0 {
		note += fmt.Sprintf(", %s not counted", words.Plural(s.uncounted, "large file"))
	}
	return note
}

// nextFile shows the next open file with a match and selects that match; shown is false
// if no other file has one.
func (f *finding) nextFile(step int) (cmd tea.Cmd, shown bool) {
	matcher, err := search.Compile(f.query)
	if err != nil {
		return nil, false
	}
	for _, file := range f.others(step) {
		if _, matches := matcher.Next(file.Editor.Text(), 0); !matches {
			continue
		}
		f.m.jumps.remember()
		f.m.editor().EndFind()
		cmd = f.m.files.Show(file, files.Place{})
		e := f.m.editor()
		e.SetCaret(0)
		e.BeginFind(false)
		f.setFind(f.query)
		if step < 0 {
			e.FindPrev()
		}
		e.CentreCaret()
		name, _ := file.Title()
		f.m.screen.Say("Continued in " + name)
		return cmd, true
	}
	return nil, false
}

// replaceOne replaces the selected match and selects the next one.
func (f *finding) replaceOne(with string) tea.Cmd {
	e, done := f.m.editor(), false
	from := e.Selection().Start
	cmd := f.m.editing.edit(func() { done = e.ReplaceNext(with) })
	_, total, _ := e.FindCount()
	if total == 0 || done && e.Selection().Start < from {
		if next, shown := f.nextFile(1); shown {
			return tea.Batch(cmd, next)
		}
	}
	if !done && total == 0 {
		f.warnNone()
	}
	return cmd
}

// replaceAll replaces every match, in one step for each file, and reports whether there
// was one.
func (f *finding) replaceAll(with string) (done bool, cmd tea.Cmd) {
	var cmds []tea.Cmd
	var said, locked []string
	var changed []*files.File
	total := 0
	for _, file := range append([]*files.File{f.m.files.Current()}, f.others(1)...) {
		name, _ := file.Title()
		e, here := file.Editor, file == f.m.files.Current()
		if !here {
			e.BeginFind(false)
			if found, _ := e.SetFind(f.query); found && file.Locked() {
				locked = append(locked, name)
			}
		}
		n := 0
		if here || !file.Locked() {
			cmds = append(cmds, file.Edit(func() { n = e.ReplaceAll(with) }))
		}
		if !here {
			e.CancelFind()
		}
		if n > 0 {
			total += n
			said, changed = append(said, fmt.Sprintf("%s %d", name, n)), append(changed, file)
		}
	}
	f.files.count(f)
	f.group.set(changed, false)
	cmd = tea.Batch(cmds...)
	note := ""
	if len(locked) > 0 {
		note = "; not in " + words.List(locked) + ", outside the project"
	}
	switch {
	case total == 0 && note != "":
		f.m.screen.Warn("Replaced nothing" + note)
		return false, cmd
	case total == 0:
		f.warnNone()
		return false, cmd
	case len(said) > 1:
		f.m.screen.Say("Replaced " + words.Plural(total, "match") + ": " + strings.Join(said, ", ") + "; one undo reverts them all" + note)
	default:
		f.m.screen.Say("Replaced " + words.Plural(total, "match") + "; one undo reverts it" + note)
	}
	return true, cmd
}
