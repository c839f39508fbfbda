package report

import (
	"fmt"
	"strings"

	"galley/engine"
	"galley/engine/prompt"
	"galley/engine/textutil"
)

// Notes returns facts about a prompt that the messages of the result do not show. For example, it
// says which sections are built but not sent, and how to start an agent that makes its own prompt.
// Each note is a sentence without a final stop.
func Notes(r *engine.Result) []string {
	var all []string
	if len(r.Prompt.Command) > 0 {
		if len(r.Prompt.Messages) == 0 {
			all = append(all, "no prompt is sent")
		}
		all = append(all, "the agent is started as: "+textutil.Command(r.Prompt.Command...))
	}
	all = append(all, r.Prompt.Notes...)
	if text := removedText(r.Prompt.Removed); text != "" {
		all = append(all, text)
	}
	return all
}

// removedText names the sections that are built but not sent.
func removedText(removed []prompt.Block) string {
	if len(removed) == 0 {
		return ""
	}
	names := make([]string, len(removed))
	bytes := 0
	for i, b := range removed {
		names[i] = b.Title
		bytes += b.Text.Len()
	}
	return fmt.Sprintf("not sent, because something replaces them: %s (%s)", strings.Join(names, ", "), Size(bytes))
}
