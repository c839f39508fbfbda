package prompts

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/report"
	"galley/ui/dialog"
)

// Compaction shows when the agent compacts the conversation, what it would remove and keep, and
// what it asks a model for the summary.
func (p *Prompts) Compaction() tea.Cmd {
	if p.result == nil {
		return nil
	}
	reader := dialog.NewReader("Compaction", []dialog.Line{dialog.Text("…", dialog.Muted)}).Hanging()
	p.screen.Open(reader)
	// This runs in the background and waits for the vocabularies, so its count equals
	// that of the commands.
	request, bench := p.rendering.request, engine.New(p.o.World, engine.WithAgents(p.o.Engine.Agents()))
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
