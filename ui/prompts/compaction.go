package prompts

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/report"
	"galley/ui/dialog"
)

// patient returns an engine that waits until vocabularies are loaded, so that it returns the
// same token counts as galley's commands. It must be used only in the background.
func (p *Prompts) patient() *engine.Workbench {
	return engine.New(p.o.World, engine.WithAgents(p.o.Engine.Agents()), engine.WithVocabularies())
}

// Compaction opens a dialog that says when the agent compacts the conversation, what it would
// remove and keep, and with which text it asks a model for the summary.
func (p *Prompts) Compaction() tea.Cmd {
	if p.result == nil {
		return nil
	}
	reader := dialog.NewReader("Compaction", []dialog.Line{dialog.Text("…", dialog.Muted)}).Hanging()
	p.screen.Open(reader)
	request, bench := p.rendering.request, p.patient()
	request.Compaction = true
	return func() tea.Msg {
		r, err := bench.Render(context.Background(), request)
		if err != nil {
			return linesMsg{reader, []dialog.Line{dialog.Plain(err.Error())}}
		}
		var lines []dialog.Line
		for _, line := range report.CompactionLines(r) {
			lines = append(lines, dialog.Plain(line))
		}
		return linesMsg{reader, lines}
	}
}
