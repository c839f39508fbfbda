package blocks

import (
	"fmt"

	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/textutil"
	"galley/ui/cell"
)

// besides adds the rows below the messages. They are about the tools that are not in a row yet,
// how to start an agent that makes its own prompt, the blocks that are built but not sent, and
// how the prompt was shortened.
func (v *View) besides(tools []*prompt.Tool) {
	made := v.result.Prompt
	note := func(heading string, lines ...string) {
		if len(lines) == 0 {
			return
		}
		v.rows = append(v.rows, row{heading: heading})
		for _, line := range lines {
			for _, part := range cell.WrapText(line, max(v.width-4, 20), 0) {
				v.rows = append(v.rows, row{note: part})
			}
		}
	}
	if len(made.Command) > 0 {
		lines := []string{textutil.Command(made.Command...)}
		if len(made.Messages) == 0 {
			lines = append([]string{"galley sends no prompt: the agent makes its own, and is started as"}, lines...)
		}
		note("started", lines...)
	}
	if n := len(made.Tools); n > 0 && len(tools) == n {
		size := v.result.Whole.Tools
		v.rows = append(v.rows, row{heading: fmt.Sprintf("tools: %d declared, %d bytes, %s%d tokens", n, size.Length.Bytes, size.Tokens.Basis.Sign(), size.Tokens.Tokens)})
	}
	for _, t := range tools {
		v.rows = append(v.rows, row{tool: t})
	}
	if len(made.Removed) > 0 {
		v.rows = append(v.rows, row{heading: "made but not sent"})
		for i := range made.Removed {
			v.rows = append(v.rows, row{message: -1, block: &made.Removed[i]})
		}
	}
	note("notes", made.Notes...)
	note("fitted", report.FitLines(v.result.Fit)...)
}
