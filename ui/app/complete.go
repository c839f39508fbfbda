package app

import (
	"strings"

	"galley/engine/variable"
	"galley/ui/editor"
)

// refreshCompletion opens, narrows or closes the list of completions after an
// edit: it stands open while the caret is behind an unclosed bracket.
func (w *Workbench) refreshCompletion() {
	if typed, ok := w.editor.CompletionPrefix(); ok {
		w.editor.OpenCompletion(w.candidates(typed))
		return
	}
	w.editor.CloseCompletion()
}

// candidates are what may follow a bracket: the catalogue, the words of the
// language, and paths once a file type stands there.
func (w *Workbench) candidates(typed string) []editor.Candidate {
	lead := ""
	for _, l := range []string{"if !", "if "} {
		if rest, ok := strings.CutPrefix(typed, l); ok {
			lead, typed = l, rest
			break
		}
	}
	if p, ok := strings.CutPrefix(typed, "file:"); ok {
		var found []editor.Candidate
		for _, item := range w.paths(p) {
			found = append(found, editor.Candidate{
				Text: lead + "file:" + item.Label, Open: strings.HasSuffix(item.Label, "/"),
			})
		}
		return found
	}
	var all []editor.Candidate
	for _, v := range variable.Catalogue() {
		c := editor.Candidate{Text: lead + v.Key(), Detail: v.Description}
		if v.Dynamic {
			c.Text, c.Open = lead+v.Type+":", true
		}
		all = append(all, c)
	}
	if lead != "" {
		return all
	}
	return append(all,
		editor.Candidate{Text: "if ", Detail: "a block for when a variable exists", Open: true},
		editor.Candidate{Text: "if !", Detail: "a block for when it does not", Open: true},
		editor.Candidate{Text: "else", Detail: "the other case of the block"},
		editor.Candidate{Text: "endif", Detail: "the end of the block"},
	)
}
