package follow

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/words"
	"galley/ui/writing"
)

// doneMsg says what was written or undone, or why that failed.
type doneMsg struct {
	said  string
	err   error
	files bool // whether files of the project changed
}

// export asks for the name of a file and writes the prompt as a page to share.
func (v *View) export() tea.Cmd {
	if v.result == nil {
		v.host.Say("The prompt is not built yet")
		return nil
	}
	r, o, c, cwd := v.result, v.o, v.capture, v.o.Request().Cwd
	return v.host.AskPath("Write a page to share, in HTML, to which file", ".html", func(typed string) tea.Cmd {
		if strings.TrimSpace(typed) == "" {
			return nil
		}
		file := facts.Resolve(cwd, facts.Slash(typed))
		name := v.host.Short(file)
		return func() tea.Msg {
			if refusal := r.Refusal(); refusal != nil {
				return doneMsg{err: refusal}
			}
			size, err := writing.Page(o.World, file, r, writing.PageOptions(o.Agents, r, c))
			return doneMsg{said: name + " written, " + report.Size(size) + ": it needs no network, and masks identifiers and keys", err: err}
		}
	})
}

// done shows the outcome of an action.
func (v *View) done(msg doneMsg) tea.Cmd {
	if msg.err != nil {
		v.host.Warn("Nothing was written: " + words.Reason(msg.err))
		return nil
	}
	v.host.Say(msg.said)
	if msg.files {
		v.asked++
		return v.make()
	}
	return nil
}
