package codebolt

import (
	"context"
	"slices"

	"galley/engine/prompt"
	"galley/engine/source"
)

// history puts the conversation so far before everything else, followed by a note that the
// conversation ends there. If the conversation ends with unanswered tool calls, it adds for each
// call an answer instead of the note; the answer says that the call did not run.
type history struct {
	host *Host
	o    options
}

func (h history) Modify(_ context.Context, t *Turn) error {
	if !h.o.on("enableChatHistory") || len(h.host.History) == 0 {
		return nil
	}
	past := h.past()
	if !h.o.on("includeSystemMessages") {
		past = slices.DeleteFunc(past, func(m prompt.Message) bool { return m.Role == prompt.System })
	}
	if _, given := h.o.float("maxHistoryMessages"); given {
		t.note("maxHistoryMessages is not applied: the whole history is sent", "Codebolt "+Version+" reads the option and ignores it")
	}
	if n := len(past); n > 0 && past[n-1].Role == prompt.Assistant && len(past[n-1].Calls) > 0 {
		for _, call := range past[n-1].Calls {
			past = append(past, h.unexecuted(call))
		}
	} else {
		end := source.Of("--- End of previous conversation history ---\n\n", structure)
		past = append(past, message(prompt.User, block(historyEndBlock, "End of history", end.Append(h.host.Prose("history-note")))))
	}
	t.Messages = append(past, t.Messages...)
	return nil
}

func (h history) unexecuted(call prompt.Call) prompt.Message {
	var b source.Builder
	b.Add(`Tool call "`, structure)
	b.Append(value("history", call.Name))
	b.Add(`" was not executed. `, structure)
	b.Append(h.host.Prose("not-executed-note"))
	b.Add(" The tool was called with arguments: ", structure)
	b.Append(value("history", call.Arguments))
	m := message(prompt.ToolResult, block(unexecutedBlock, "Call that did not run", b.Text()))
	m.CallID = call.ID
	return m
}

// past returns the conversation so far, as blocks that this modifier adds.
func (h history) past() []prompt.Message {
	all := slices.Clone(h.host.History)
	for i, m := range all {
		all[i].Blocks = slices.Clone(m.Blocks)
		for j, b := range m.Blocks {
			b.From, b.Element, b.Documented = historyBlock.from, historyBlock.element, historyBlock.documented
			all[i].Blocks[j] = b
		}
	}
	return all
}
