package app

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/variable"
	"galley/ui/editor"
	"galley/ui/layout"
)

// editorOptions is another name for the options of the editors, for the files that do not import
// package editor.
type editorOptions = editor.Options

// complete opens, updates or closes the list of completions after an edit: the list is open while
// the caret is behind an unclosed bracket.
func (ed *editing) complete() tea.Cmd {
	typed, ok := ed.m.editor().CompletionPrefix()
	if !ok || !ed.m.files.Current().IsTemplate() {
		ed.m.editor().CloseCompletion()
		return nil
	}
	lead, rest := condition(typed)
	p, ok := strings.CutPrefix(rest, "file:")
	if !ok {
		ed.m.editor().OpenCompletion(candidates(lead))
		return nil
	}
	// Until the directory has been read, filter the known paths.
	ed.m.editor().OpenCompletion(ed.paths)
	return ed.m.listing.ask(p, true, ed.m.o.Clock(), func(found []string) tea.Cmd {
		ed.paths = nil
		for _, f := range found {
			ed.paths = append(ed.paths, editor.Candidate{Text: lead + "file:" + f, Open: strings.HasSuffix(f, "/")})
		}
		reading := ed.m.screen.Dialog() == nil && ed.m.screen.Focus() == layout.Template
		if now, ok := ed.m.editor().CompletionPrefix(); ok && now == typed && reading {
			ed.m.editor().OpenCompletion(ed.paths)
		}
		return nil
	})
}

// condition splits the text typed after a bracket into lead, which is "if ", "if !" or "", and
// the rest.
func condition(typed string) (lead, rest string) {
	for _, lead := range []string{"if !", "if "} {
		if rest, ok := strings.CutPrefix(typed, lead); ok {
			return lead, rest
		}
	}
	return "", typed
}

// candidates returns the texts that may follow a bracket: keys of the catalogue and words of the
// template language. If lead is "if " or "if !", it returns only conditions, which begin with
// lead.
func candidates(lead string) []editor.Candidate {
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
		editor.Candidate{Text: "if ", Detail: "a block that is used if a variable exists", Open: true},
		editor.Candidate{Text: "if !", Detail: "a block that is used if it does not exist", Open: true},
		editor.Candidate{Text: "else", Detail: "the text to use otherwise"},
		editor.Candidate{Text: "endif", Detail: "the end of the block"},
	)
}
