package app

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/engine/profile"
	"galley/ui/dialog"
	"galley/ui/files"
	"galley/ui/launch"
	"galley/ui/layout"
	"galley/ui/list"
	"galley/ui/prompts"
	"galley/ui/writing"
)

// opened runs the actions on the open files.
type opened struct {
	m         *Model
	first     firstFile
	namesakes []string // namesakes are paths in the project that end in the name of an open file
}

// project is the project to which a directory belongs.
type project struct {
	world facts.World
	cwd   string
}

// contains reports whether a path, with links followed, lies in the project: the repository around the
// directory, or the directory itself. A repository that contains the user's home does not count. It
// may block.
func (p project) contains(path string) bool {
	root := p.cwd
	if at, _, ok := facts.Nearest(p.world, p.cwd, ".git"); ok && !facts.Within(facts.Home(p.world), at) {
		root = at
	}
	return facts.Inside(p.world, root, facts.Slash(path))
}

// forgottenMsg says that a choice could not be stored for the next start.
type forgottenMsg struct{ err error }

// chosenPrompt stores in galley's state directory the agent whose prompt is shown and the model
// that the user chose. The next start in this project shows them again. If galley itself chose the
// agent, it chooses again at each start; the model is then stored for that agent only.
func (m *Model) chosenPrompt(c prompts.Choice) tea.Cmd {
	chosen := writing.Chosen{Profile: c.Profile, Model: c.Model}
	switch {
	case c.Guessed:
		chosen.Profile = ""
		chosen.For, _, _ = strings.Cut(c.Profile, "@")
	case c.Capture != nil:
		chosen.Capture = c.Capture.ID
	case c.Profile == profile.Default:
		chosen.Profile = "" // without a stored choice, the next start shows this prompt
	}
	world, cwd, state := m.o.World, m.o.Request.Cwd, m.o.StateDir
	return func() tea.Msg {
		chosen.Project = launch.Project(world, cwd)
		if err := writing.Remember(state, chosen); err != nil {
			return forgottenMsg{err}
		}
		return nil
	}
}

// shown updates what depends on the file in the editor pane after another file was put there.
func (o *opened) shown() tea.Cmd {
	o.m.setFocus(layout.Template)
	o.m.editor().CloseCompletion()
	o.m.setTitle()
	return tea.Batch(o.m.prompts.Render(), o.findNamesakes())
}

// toTemplate shows the template in the editor pane.
func (o *opened) toTemplate() tea.Cmd {
	if f := o.m.files.Template(); o.m.files.Current() != f {
		return o.m.files.Show(f, files.Place{})
	}
	o.m.setFocus(layout.Template)
	return nil
}

// openFiles lists the open files and those of the project. The user chooses one by some letters of
// its path, or opens the path that was typed.
func (o *opened) openFiles() tea.Cmd {
	l := dialog.NewList("Open a file: type a part of its path", "", nil, func(item dialog.Item) tea.Cmd {
		if f, ok := item.Value.(*files.File); ok {
			return o.m.files.Show(f, files.Place{})
		}
		return o.openPath(item.Value.(string))
	})
	o.m.screen.Open(l)
	return l.Query(func(text string) tea.Cmd {
		return o.m.listing.ask(text, true, o.m.o.Clock(), func(found []string) tea.Cmd {
			l.Found(text, o.rows(text, found))
			return nil
		})
	})
}

// rows returns the rows of the list for a typed text: the path itself if it exists, the open files
// that match it, the found paths, and last the text as the path of a new file.
func (o *opened) rows(text string, found []string) []dialog.Item {
	var items []dialog.Item
	listed := map[string]bool{}
	for _, f := range o.m.files.All() {
		name, state := f.Title()
		item := dialog.Item{Label: name, Detail: "agents read it" + state, Value: f}
		if f.IsTemplate() {
			item.Detail = "the template" + state
		}
		if f.Dirty() {
			item.Key = "● not saved"
		}
		if len(list.Rank(text, []string{name})) > 0 {
			items = append(items, item)
		}
		listed[name] = true
	}
	return foundRows(text, found, items, listed, "as typed: open the file at this path"+o.newness(text)+o.m.listing.searched())
}

// askFile asks for a file of the project by letters of its path, or for another path, and calls
// take with the path.
func (o *opened) askFile(title string, take func(path string) tea.Cmd) tea.Cmd {
	l := dialog.NewList(title, "", nil, func(item dialog.Item) tea.Cmd { return take(item.Label) })
	o.m.screen.Open(l)
	return l.Query(func(text string) tea.Cmd {
		return o.m.listing.ask(text, true, o.m.o.Clock(), func(found []string) tea.Cmd {
			l.Found(text, foundRows(text, found, nil, map[string]bool{}, "as typed: the file at this path"+o.m.listing.searched()))
			return nil
		})
	})
}

// foundRows appends to the slice rows a row for each of the found files that are not listed yet,
// the best match of the typed text first. If no row has the path asTyped, foundRows appends this
// path last.
func foundRows(text string, found []string, rows []dialog.Item, listed map[string]bool, asTyped string) []dialog.Item {
	for _, path := range found {
		if !listed[path] && !strings.HasSuffix(path, "/") {
			rows = append(rows, dialog.Item{Label: path, Value: path})
		}
		listed[path] = true
	}
	slices.SortStableFunc(rows, func(a, b dialog.Item) int { return distance(text, a.Label) - distance(text, b.Label) })
	if isFile := text != "" && !strings.HasSuffix(text, "/") && !listed[text+"/"]; isFile && !listed[text] {
		rows = append(rows, dialog.Item{Label: text, Detail: asTyped, Value: text})
	}
	return rows
}

// distance returns 0 for the path that was typed, 1 for a path that contains the typed text, and 2
// for any other.
func distance(typed, path string) int {
	switch {
	case path == typed:
		return 0
	case strings.Contains(strings.ToLower(path), strings.ToLower(typed)):
		return 1
	}
	return 2
}

// newness returns the words that mark a typed path as that of a new file. It returns "" if a
// file may exist at the path although the list does not show the file: the list has no paths
// after a tilde and no files beyond the limit of the search.
func (o *opened) newness(typed string) string {
	if strings.HasPrefix(typed, "~") || o.m.listing.cut {
		return ""
	}
	return ", which is new"
}

// openPath opens a file by a typed path.
func (o *opened) openPath(name string) tea.Cmd {
	return o.m.files.Open(o.m.short.Full(name), files.Place{})
}
