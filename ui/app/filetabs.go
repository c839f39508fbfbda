package app

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/ui/cell"
	"galley/ui/files"
	"galley/ui/keymap"
	"galley/ui/style"
)

// titles returns the names of the open files, which are shown after the editor pane's title.
// The title ends at column x. If only the template is open, titles returns nothing. If not all
// names fit, or they leave no room to say that the agent does not load the file in the pane, it
// returns the name of that file and the number of the other files. The name of the file in the pane
// is marked by more than colour.
func (o *opened) titles(width, x int, st *style.Styles) []titleWord {
	all := o.m.files.All()
	if len(all) == 1 {
		return nil
	}
	titles := o.placed(all, x, st)
	if end(titles)+o.wordNeeded() > width {
		titles = o.placed([]*files.File{o.m.files.Current()}, x, st)
		titles = append(titles, o.others(all, end(titles), st)...)
	}
	if over := end(titles) - width; over > 0 {
		name := &titles[1].text
		before := cell.Width(*name)
		*name = cell.Shorten(*name, max(before-over-1, 0))
		for i := range titles[2:] {
			titles[2+i].x -= before - cell.Width(*name)
		}
	}
	return titles
}

// wordNeeded returns the width of the word that says what the agent does with the file in the pane;
// 0 if the agent loads all of the file, or no agent is chosen.
func (o *opened) wordNeeded() int {
	if word, _, whole := o.fileUse(); whole || word == "" {
		return 0
	}
	short, _, _ := strings.Cut(o.fileUseWord(), " by ")
	return cell.Width(" " + short + " ")
}

// others returns the words that say how many other files are open and whether any of them has
// unsaved changes. A press on them lists the files.
func (o *opened) others(all []*files.File, x int, st *style.Styles) []titleWord {
	text := fmt.Sprintf(" +%d ", len(all)-1)
	for _, f := range all {
		if f != o.m.files.Current() && f.Dirty() {
			text += "● "
			break
		}
	}
	return []titleWord{{text: "│", look: st.Border, x: x}, {text: text, look: st.Tab, action: keymap.OpenFiles, x: x + 1}}
}

func (o *opened) placed(shown []*files.File, x int, st *style.Styles) (all []titleWord) {
	put := func(text string, look cell.Style, f *files.File) {
		all = append(all, titleWord{text: text, look: look, file: f, x: x})
		x += cell.Width(text)
	}
	for i, f := range shown {
		name, look := o.tabName(f), st.Tab
		if f == o.m.files.Current() {
			look = st.TabActive
		}
		if f.Dirty() {
			name += " ●"
		}
		if i > 0 {
			put("│", st.Border, nil)
		}
		put(" ", look, f)
		put(name, look, f)
		put(" ", look, f)
	}
	return all
}

// tabName returns the shortest end of a file's path that distinguishes it from every other open
// file and every other file of the project.
func (o *opened) tabName(f *files.File) string {
	if f.IsTemplate() {
		return "template"
	}
	path, parts := facts.Slash(f.Path()), strings.Split(facts.Slash(o.m.short.Short(f.Path())), "/")
	var others []string
	for _, other := range o.m.files.All() {
		others = append(others, facts.Slash(other.Path()))
	}
	others = append(others, o.namesakes...)
	for n := len(parts) - 1; n > 0; n-- {
		end := "/" + strings.Join(parts[n:], "/")
		if !slices.ContainsFunc(others, func(p string) bool { return p != path && strings.HasSuffix(p, end) }) {
			return o.masked(end[1:])
		}
	}
	return o.masked(strings.Join(parts, "/"))
}

// mostNamesakes is the largest number of files with the same name that tabName compares in each
// frame. If a project has more files with that name, tabName compares those nearest to the
// project's root.
const mostNamesakes = 200

// namesakesMsg carries the paths in the project that end in the name of an open file.
type namesakesMsg struct{ paths []string }

// findNamesakes searches the project for files with the same names as the open ones.
func (o *opened) findNamesakes() tea.Cmd {
	bases := map[string]bool{}
	for _, f := range o.m.files.All() {
		bases[facts.Base(facts.Slash(f.Path()))] = !f.IsTemplate()
	}
	t := o.m.listing.project(o.m.o.Clock())
	return func() tea.Msg {
		paths, _ := t.paths()
		found := namesakes(t.dir, paths, bases)
		for base := range bases {
			if _, err := t.world.Stat(facts.Join(t.dir, base)); err == nil {
				found = append(found, facts.Join(t.dir, base))
			}
		}
		return namesakesMsg{found}
	}
}

// namesakes returns the paths below dir that end in one of the names. It stops after
// mostNamesakes paths.
func namesakes(dir string, paths []string, names map[string]bool) (found []string) {
	for _, p := range paths {
		if names[facts.Base(p)] && len(found) < mostNamesakes {
			found = append(found, facts.Join(dir, p))
		}
	}
	return found
}

// masked returns a file's name for the screen, with secrets masked.
func (o *opened) masked(name string) string {
	if r := o.m.prompts.Result(); r != nil {
		name = r.Secrets.Mask(name)
	}
	return cell.Visible(name)
}
