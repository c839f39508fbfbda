package follow

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/capture"
	"galley/engine/discovery"
	"galley/engine/report"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/launch"
	"galley/ui/view"
	"galley/ui/words"
)

// subagentsSubject returns the step with the sub-agents of the chosen agent.
func subagentsSubject() subject {
	return surveySubject("Sub-agents", view.Hint{Action: keymap.Jump, Word: "its prompt"}, asking.delegates)
}

// delegates lists an agent's sub-agents. It may block.
func (q asking) delegates(traces []*discovery.Trace) page {
	shape := report.DelegatesOf(traces, q.o.Agents, "", q.world.ReadFile, q.counter())
	captured := q.delegatesCaptured(traces[0].Agent)
	p := page{head: []string{"Sub-agents of " + report.AgentName(traces[0]), words.Plural(len(shape.Agents), "sub-agent") + " defined here; in tokens of its own text"}}
	for _, d := range shape.Agents {
		p.rows = append(p.rows, delegateRow(d, shape.Cwd, captured[d.Name]))
	}
	if len(shape.BuiltIn) > 0 {
		p.rows = append(p.rows, row{heading: "built in"})
	}
	for _, d := range shape.BuiltIn {
		d.Description = d.Where
		p.rows = append(p.rows, delegateRow(d, shape.Cwd, captured[d.Name]))
	}
	return p
}

func delegateRow(d report.Delegate, cwd string, captured capture.Capture) row {
	r := row{sign: "*", look: dialog.Info, name: d.Name, note: d.Description, right: d.Weight(d.Tokens), path: d.Path,
		told: d.Sentence()}
	if d.Path != "" {
		r.told += ". " + report.Nearby(d.Path, cwd)
	}
	if unlisted := d.Unlisted(); unlisted != "" {
		r.sign, r.look, r.told = "✗", dialog.Warning, unlisted+". "+r.told
	}
	r.enter = func(v *View) tea.Cmd {
		v.into(subagentSubject(d, cwd, captured))
		return nil
	}
	return r
}

// subagentSubject returns the level of one sub-agent, which shows its prompt beside that of the
// main agent. captured is the sub-agent's captured request, or the zero value.
func subagentSubject(d report.Delegate, cwd string, captured capture.Capture) subject {
	return still("sub-agent "+d.Name, page{
		head: append([]string{d.Name + " of " + d.Agent}, d.Lines()[:2]...),
		rows: append(delegateSent(d, captured), delegateParts(d, cwd)...),
	}, view.Hint{Action: keymap.Jump, Word: "read or edit"})
}

// delegatesCaptured returns the captured requests of an agent's sub-agents here, by name. It may
// block.
func (q asking) delegatesCaptured(agent string) map[string]capture.Capture {
	return q.store().Delegates(agent, launch.Project(q.o.World, q.request.Cwd), q.request.Cwd)
}

// delegateSent returns the rows about a sub-agent's captured request, or the row that says how to
// capture it.
func delegateSent(d report.Delegate, c capture.Capture) []row {
	if c.ID == "" {
		how := d.Uncaptured()
		if how == "" {
			return nil
		}
		return []row{{heading: "its whole prompt"}, {sign: "?", look: dialog.Muted, name: "not captured", note: d.CaptureCommand(), told: how}}
	}
	when := c.Created.Local().Format("2 Jan 15:04")
	return []row{{heading: "its whole prompt"},
		{sign: "›", name: "as it was sent", note: "captured " + when, right: report.Size(c.Sizes.System + c.Sizes.Messages), told: "Enter shows all messages of " + c.ID, enter: func(v *View) tea.Cmd {
			v.into(delegatePrompt(c))
			return nil
		}},
		{sign: "›", name: "compared with the main prompt", note: "block by block and tool by tool", told: "Enter compares it with " + c.Main, enter: func(v *View) tea.Cmd {
			v.into(blocksCompared(c.Main, c.ID))
			return nil
		}},
		{sign: "›", name: "line by line", note: "the difference from the main prompt", told: "Enter shows which lines differ from " + c.Main, enter: func(v *View) tea.Cmd {
			v.into(delegateLines(c))
			return nil
		}},
	}
}

// delegatePrompt returns the level with the whole text of a sub-agent's captured request.
func delegatePrompt(c capture.Capture) subject {
	return delegateText("its prompt", c, false, func(found *report.DelegateCapture) string { return found.Prompt })
}

// delegateLines returns the level that compares a sub-agent's captured request with the main
// request, line by line.
func delegateLines(c capture.Capture) subject {
	return delegateText("line by line", c, true, func(found *report.DelegateCapture) string { return found.Diff.Diff })
}

func delegateText(title string, c capture.Capture, diff bool, text func(*report.DelegateCapture) string) subject {
	return subject{title: title, fixed: true, make: func(v *View) func(context.Context) page {
		q := v.asking("")
		return func(ctx context.Context) page {
			main, err := q.asCaptured(ctx, c.Main)
			if err != nil {
				return page{err: err}
			}
			sub, err := q.asCaptured(ctx, c.ID)
			if err != nil {
				return page{err: err}
			}
			return page{head: []string{c.Subagent + " of " + c.Agent, "captured " + c.Created.Local().Format("2 Jan 15:04") + ", " + c.ID}, text: text(report.DelegateCaptureOf(main, sub, c.Created)), diff: diff}
		}
	}}
}

// inherited groups the parts of the main prompt by whether a sub-agent gets them.
var inherited = []struct {
	answer, heading, sign string
	look                  dialog.Look
}{
	{"yes", "as in the main prompt", "+", dialog.Good},
	{"no", "in the main prompt, but not here", "–", dialog.Muted},
	{"not known", "in the main prompt; not known here", "?", dialog.Warning},
}

func delegateParts(d report.Delegate, cwd string) []row {
	where := d.Where
	if where == "" {
		where = "its place is not known"
	}
	rows := []row{{heading: "its own"}}
	for _, line := range d.Lines()[3:] { // the fourth line has the size of the whole request, if it was measured
		rows = append(rows, row{sign: "•", name: "whole request", right: fmt.Sprintf("≈%d", d.Whole.Tokens), note: fmt.Sprintf("%+d compared with the main one", d.Whole.Tokens-d.Whole.Main), told: line})
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
			note, weight := words.Plural(p.Count, "file"), d.Weight(p.Tokens)
			if p.ByFiles() { // the texts of these files are not in the first request
				note, weight = note+", when a tool reaches what they are for", ""
			}
			rows = append(rows, row{sign: group.sign, look: group.look, name: p.What, note: note, right: weight,
				told: fmt.Sprintf("%s: %s", p.What, group.heading)})
			for _, file := range p.Files {
				rows = append(rows, row{indent: 2, name: report.Nearby(file, cwd), told: group.heading + ": " + file, path: file, enter: edit(file)})
			}
		}
	}
	return rows
}
