package app

import (
	"fmt"

	"galley/engine/facts"
	"galley/ui/cell"
	"galley/ui/files"
	"galley/ui/keymap"
	"galley/ui/style"
)

// titles returns the names of the open files after the editor pane's title, which
// ends at column x: none if only the template is open; if they do not all fit, the file
// in the pane and the number of the others. More than colour marks the one in the pane.
func (o *opened) titles(width, x int, st *style.Styles) []titleWord {
	all := o.m.files.All()
	if len(all) == 1 {
		return nil
	}
	titles := o.placed(all, x, st)
	if end(titles) > width {
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

// others says how many files are open besides the one in the pane, and whether any of
// them has changes that are not saved. A press lists them.
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

// tabName returns a file's base name, or its path if another open file has the same
// base name.
func (o *opened) tabName(f *files.File) string {
	if f.IsTemplate() {
		return "template"
	}
	name := facts.Base(facts.Slash(f.Path()))
	for _, other := range o.m.files.All() {
		if other != f && facts.Base(facts.Slash(other.Path())) == name {
			return o.masked(o.m.short.Short(f.Path()))
		}
	}
	return o.masked(name)
}

// masked returns a file's name for the screen, with secrets masked.
func (o *opened) masked(name string) string {
	if r := o.m.prompts.Result(); r != nil {
		name = r.Secrets.Mask(name)
	}
	return cell.Visible(name)
}
