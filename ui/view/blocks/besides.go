package blocks

import (
	"fmt"
	"strconv"

	"galley/engine/report"
	"galley/engine/textutil"
	"galley/ui/cell"
)

// sortedNews says how blocks sorted by size stand. The declared tools are not
// blocks: they stay below, however large they are.
func (v *View) sortedNews() string {
	text := "The largest blocks come first"
	if v.result == nil || len(v.result.Prompt.Tools) == 0 {
		return text
	}
	text += "; the tools stand last"
	if share := v.share(v.result.Whole.Tools.Tokens.Tokens); share != "" {
		text += ", with " + share + " of the request"
	}
	return text
}

// besides adds the rows below the messages: the declarations, how an agent is started
// that makes its own prompt, what is built but not sent, how the prompt was fitted.
func (v *View) besides() {
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
			lines = append([]string{"no prompt is sent: the agent makes its own, and is started as"}, lines...)
		}
		note("started", lines...)
	}
	if n := len(made.Tools); n > 0 {
		size := v.result.Whole.Tools
		note("tools", fmt.Sprintf("%s declared beside the messages: %s bytes, %s%s tokens, %s", strconv.Itoa(n), strconv.Itoa(size.Length.Bytes),
			size.Tokens.Basis.Sign(), strconv.Itoa(size.Tokens.Tokens), v.share(size.Tokens.Tokens)))
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
