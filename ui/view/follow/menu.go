package follow

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/keymap"
	"galley/ui/view"
)

// step is a row of the list of steps.
type step struct {
	action  keymap.Action
	says    string
	subject subject
}

// steps returns the steps in order.
func steps() []step {
	return []step{
		{keymap.Walk, "which rules load as the work reaches files, and when", walkSubject()},
		{keymap.Subagents, "what each sub-agent is sent, compared with the main prompt", subagentsSubject()},
		{keymap.Survive, "what is left when the session is compacted, cleared or resumed", survivalSubject()},
		{keymap.Sessions, "what the agents' logged sessions contained, turn by turn; captured requests", sessionsSubject()},
		{keymap.Transfer, "make other agents read a rule file too, with the smallest change", transferSubject()},
		{keymap.Branch, "what your edits or a branch change in each agent's prompt", branchSubject()},
	}
}

// Steps returns the actions that choose a step, in order.
func Steps() (actions []keymap.Action) {
	for _, s := range steps() {
		actions = append(actions, s.action)
	}
	return actions
}

// menu returns the list of steps.
func menu() subject {
	return subject{title: "Follow a session", fixed: true, hints: []view.Hint{{Action: keymap.Jump, Word: "open"}}, make: func(*View) func(context.Context) page {
		p := page{head: []string{"Follow a session"}}
		for _, s := range steps() {
			p.rows = append(p.rows, row{sign: "›", name: s.subject.title, note: s.says, told: s.says, enter: func(v *View) tea.Cmd {
				v.show(s.action)
				return nil
			}})
		}
		return func(context.Context) page { return p }
	}}
}
