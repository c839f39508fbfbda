package opencode

import (
	"slices"

	"galley/engine/profile"
	"galley/engine/prompt"
)

// reminded appends the reminder that OpenCode adds to the user's last message in a session of the
// agent plan. The reminder is a text part of its own. It was read in the code and measured. With
// OPENCODE_EXPERIMENTAL_PLAN_MODE OpenCode sends another text.
func (o opencode) reminded(in profile.Input, s opencodeSession, all []prompt.Message) []prompt.Message {
	if s.name != "plan" {
		return all
	}
	b := prompt.Block{ID: "plan-reminder", Title: "Reminder of the plan mode", Lifetime: prompt.Turn, From: "SessionReminders.apply", Text: o.prose(in, "prompt/plan")}
	for i, m := range slices.Backward(all) {
		if m.Role == prompt.User {
			all[i].Parts = nil
			for range m.Blocks {
				all[i].Parts = append(all[i].Parts, 1)
			}
			all[i].Blocks, all[i].Parts = append(slices.Clone(m.Blocks), b), append(all[i].Parts, 1)
			return all
		}
	}
	return append(all, prompt.Message{Role: prompt.User, Blocks: []prompt.Block{b}})
}
