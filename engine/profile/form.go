package profile

import (
	"slices"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// Form collects the blocks of one message.
type Form struct{ Blocks []prompt.Block }

// Add appends a block after a separator.
func (f *Form) Add(before string, b prompt.Block) {
	if len(f.Blocks) > 0 {
		b.Before = source.Literal(before)
	}
	f.Blocks = append(f.Blocks, b)
}

func (f *Form) Message() prompt.Message { return prompt.Message{Role: prompt.System, Blocks: f.Blocks} }

// Joined joins texts without a separator.
func Joined(texts ...source.Text) source.Text { return source.Join(source.Text{}, texts...) }

// Declared returns the declaration of a tool as it is sent. The second argument is the declaration
// as JSON, in the form of the request.
func Declared(t tool.Tool, as tool.Value) prompt.Tool {
	text := as.JSON()
	origin := source.Origin{Kind: source.Tool, Source: t.Named(), Span: source.Span{End: len(text)}, Tag: source.NoSpan}
	return prompt.Tool{Name: t.Named(), Declaration: source.Of(text, origin)}
}

func TrimSpace(t source.Text) source.Text { return t.TrimFunc(source.IsJSSpace) }

// Conversation returns the scenario's conversation so far.
func Conversation(in Input) []prompt.Message {
	var all []prompt.Message
	for _, m := range in.Scenario.History {
		one := prompt.Message{Role: prompt.Role(m.Role), CallID: m.ToolCallID}
		if text := Given("history", m.Content); text.Len() > 0 {
			one.Blocks = []prompt.Block{{ID: "history", Title: "History", Lifetime: prompt.Turn,
				From: "the conversation so far", Element: prompt.History, Text: text}}
		}
		for _, c := range m.ToolCalls {
			one.Calls = append(one.Calls, prompt.Call{ID: c.ID, Name: c.Name, Arguments: string(c.Arguments)})
		}
		all = append(all, one)
	}
	return all
}

// Shorter returns the shorter of two lifetimes; "" counts as the longest.
func Shorter(a, b prompt.Lifetime) prompt.Lifetime {
	longestFirst := []prompt.Lifetime{"", prompt.Static, prompt.Session, prompt.Turn}
	if slices.Index(longestFirst, a) > slices.Index(longestFirst, b) {
		return a
	}
	return b
}
