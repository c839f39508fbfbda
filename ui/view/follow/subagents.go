package follow

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/discovery"
	"galley/engine/report"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/words"
)

// delegating is the step of the chosen agent's sub-agents.
func delegating() subject {
	return surveying("Sub-agents", view.Hint{Action: keymap.Jump, Word: "its prompt"}, func(q asking, traces []*discovery.Trace) page {
		shape := report.DelegatesOf(traces, q.o.Agents, "", q.world.ReadFile, q.counter())
		p := page{head: []string{"Sub-agents of " + report.AgentName(traces[0]), words.Plural(len(shape.Agents), "sub-agent") + " defined here; in tokens of its own text"}}
		for _, d := range shape.Agents {
			p.rows = append(p.rows, delegateRow(d, shape.Cwd))
		}
		if len(shape.BuiltIn) > 0 {
			p.rows = append(p.rows, row{heading: "built in"})
		}
		for _, d := range shape.BuiltIn {
			d.Description = d.Where
			p.rows = append(p.rows, delegateRow(d, shape.Cwd))
		}
		return p
	})
}

func delegateRow(d report.Delegate, cwd string) row {
	r := row{sign: "*", look: dialog.Info, name: d.Name, note: d.Description, right: d.Weight(d.Tokens), path: d.Path,
		told: d.Sentence()}
	if d.Path != "" {
		r.told += ". " + report.Nearby(d.Path, cwd)
	}
	if unlisted := d.Unlisted(); unlisted != "" {
		r.sign, r.look, r.told = "✗", dialog.Warning, unlisted+". "+r.told
	}
	r.enter = func(v *View) tea.Cmd {
		v.into(delegated(d, cwd))
		return nil
	}
	return r
}

// delegated is one sub-agent: what its prompt holds, beside the main one.
func delegated(d report.Delegate, cwd string) subject {
	return still("sub-agent "+d.Name, page{
		head: append([]string{d.Name + " of " + d.Agent}, d.Lines()[:2]...),
		rows: delegateParts(d, cwd),
	}, view.Hint{Action: keymap.Jump, Word: "read or edit"})
}

// inherited are the groups of what the main prompt holds, by whether a sub-agent has it.
var inherited = []struct {
	answer, heading, sign string
	look                  dialog.Look
}{
	{"yes", "as in the main prompt", "+", dialog.Good},
	{"no", "in the main prompt, and not here", "–", dialog.Muted},
	{"not known", "in the main prompt; not known whether here", "?", dialog.Warning},
}

func delegateParts(d report.Delegate, cwd string) []row {
	where := d.Where
	if where == "" {
		where = "not known where it stands"
	}
	rows := []row{{heading: "its own"}}
	for _, line := range d.Lines()[3:] { // the whole request, where it was measured
		rows = append(rows, row{sign: "•", name: "whole request", right: fmt.Sprintf("≈%d", d.Whole.Tokens), note: fmt.Sprintf("%+d beside the main one", d.Whole.Tokens-d.Whole.Main), told: line})
	}
	rows = append(rows, row{sign: "•", name: "body", note: where, right: d.Weight(d.Tokens), told: fmt.Sprintf("The text of %s: %s.", d.Name, where), enter: read(d.Name+", its body", d.Body)})
	if d.Path != "" {
		rows = append(rows, row{sign: "•", name: "file", note: report.Nearby(d.Path, cwd), told: "Enter edits " + report.Nearby(d.Path, cwd), path: d.Path, enter: edit(d.Path)})
	}
	for _, group := range inherited {
		first := true
		for _, p := range d.Parts {
			if p.Inherited != group.answer {
				continue
			}
			if first {
				rows = append(rows, row{heading: group.heading})
				first = false
			}
			rows = append(rows, row{sign: group.sign, look: group.look, name: p.What, note: words.Plural(p.Count, "file"), right: d.Weight(p.Tokens),
				told: fmt.Sprintf("%s: %s", p.What, group.heading)})
			for _, file := range p.Files {
				rows = append(rows, row{indent: 2, name: report.Nearby(file, cwd), told: group.heading + ": " + file, path: file, enter: edit(file)})
			}
		}
	}
	return rows
}
