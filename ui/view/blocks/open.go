package blocks

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/ui/dialog"
	"galley/ui/view"
	"galley/ui/words"
)

// fileIn is a file whose text is in a block, and the offset in the file at which this text
// begins.
type fileIn struct {
	path  string
	at    int // the offset in the file
	bytes int
}

// filesIn returns the files whose text is in a block, in the order of the block.
func filesIn(b *prompt.Block) []fileIn {
	var all []fileIn
	index := map[string]int{}
	for _, p := range b.Text.Pieces() {
		o := p.Origin
		if !ofFile(o) {
			continue
		}
		i, known := index[o.Source]
		if !known {
			i = len(all)
			index[o.Source] = i
			all = append(all, fileIn{path: o.Source, at: o.Span.Start})
		}
		all[i].bytes += len(p.Text)
	}
	return all
}

// openIt opens the file of the block under the bar at the section under the bar. If the block has
// text of several files, it asks for one. If the block has no file, it shows the text in the
// prompt.
func (v *View) openIt() tea.Cmd {
	r, ok := v.current()
	if !ok || r.block == nil {
		return v.openTool()
	}
	if r.section != nil {
		if o, ok := r.block.Text.OriginAt(r.section.Span.Start); ok && ofFile(o) {
			return v.host.OpenFile(o.Source, view.FilePlace{Offset: o.Span.Start})
		}
		return v.jump()
	}
	files := filesIn(r.block)
	switch {
	case len(files) == 0 || !framed(r.block):
		return v.jump()
	case len(files) == 1:
		return v.host.OpenFile(files[0].path, view.FilePlace{Offset: files[0].at})
	}
	var items []dialog.Item
	for _, f := range files {
		items = append(items, dialog.Item{Label: v.host.Short(f.path), Detail: words.Plural(f.bytes, "byte") + " of the block", Value: f})
	}
	v.host.Open(dialog.NewList("Which file of "+r.block.Title, "", items, func(item dialog.Item) tea.Cmd {
		f := item.Value.(fileIn)
		return v.host.OpenFile(f.path, view.FilePlace{Offset: f.at})
	}))
	return nil
}

// framed reports whether a block consists only of files' texts and the agent's frame.
func framed(b *prompt.Block) bool {
	k := mainOrigin(b)
	return k == source.File || k == source.Import || !slices.ContainsFunc(b.Text.Pieces(), func(p source.Piece) bool {
		return !ofFile(p.Origin) && p.Origin.Kind != source.Structure
	})
}

// ofFile reports whether a text is from a file.
func ofFile(o source.Origin) bool {
	return (o.Kind == source.File || o.Kind == source.Import) && o.Source != ""
}
