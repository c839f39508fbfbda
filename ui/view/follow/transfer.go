package follow

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/branch"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/transfer"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/launch"
	"galley/ui/view"
	"galley/ui/words"
	"galley/ui/writing"
)

// transferSubject returns the step by which the user makes other agents read a rule file too.
func transferSubject() subject {
	return subject{
		title: "Transfer",
		hints: []view.Hint{{Action: keymap.TakeBack, Word: "undo"}, {Action: keymap.Mark, Word: "mark"}, {Action: keymap.Jump, Word: "the changes"}, {Action: keymap.AddPath, Word: "choose the file"}},
		does: map[keymap.Action]func(*View) tea.Cmd{
			keymap.AddPath: (*View).chooseRule, keymap.Mark: (*View).mark, keymap.MarkOrPage: (*View).mark, keymap.TakeBack: (*View).takeBack, keymap.Write: (*View).changes,
		},
		of:   func(v *View) any { return v.chosenRule() },
		came: (*View).showMarks,
		make: func(v *View) func(context.Context) page {
			q, rule, chosen := v.asking(""), v.chosenRule(), v.agent
			return func(ctx context.Context) page {
				if rule == "" {
					return page{head: []string{"Transfer a rule file", "Choose the rule file that other agents should read too: select it in Rules, open it in the editor, or type its path."}}
				}
				var all []string
				for _, a := range q.agents {
					all = append(all, a.Agent)
				}
				plan, shape, err := q.plan(ctx, rule, all)
				if err != nil {
					return page{err: err}
				}
				return transferPage(plan, shape, chosen)
			}
		},
	}
}

// plan finds the changes that make agents read a rule file. It may block.
func (q asking) plan(ctx context.Context, rule string, to []string) (*transfer.Plan, report.Transfer, error) {
	project := launch.Project(q.o.World, q.request.Cwd)
	plan, err := transfer.Make(ctx, q.o.World, transfer.Options{File: rule, Project: project, To: to, All: q.agents, Options: q.request.Discovery()})
	if err != nil {
		return nil, report.Transfer{}, err
	}
	counts := q.counter()
	changes := branch.Compare(q.o.World, plan.World, plan.Before, plan.After, func(agent, text string) int { return counts(agent, text).Tokens })
	return plan, report.TransferOf(project, plan, changes, counts), nil
}

// transferPage lists the agents with the change that each of them needs. The chosen agent is
// first, so that the bar is on its row.
func transferPage(plan *transfer.Plan, shape report.Transfer, chosen string) page {
	p := page{head: []string{"Transfer " + shape.File, "Mark the agents that should read it too. Enter shows the changes to files and to every prompt; nothing is written until you agree."}}
	ways := map[string]report.TransferChange{}
	for _, c := range shape.Changes {
		for _, name := range c.For {
			ways[name] = c
		}
	}
	add := func(heading string, rows []row) {
		if len(rows) > 0 {
			p.rows = append(append(p.rows, row{heading: fmt.Sprintf("%s  %d", heading, len(rows))}), rows...)
		}
	}
	var need, none, read []row
	for _, a := range plan.Before {
		c, ok := ways[a.Agent]
		if !ok {
			continue
		}
		r := row{name: a.Agent, agent: a.Agent, note: c.Words() + ": " + c.Path, enter: (*View).changes, told: a.Agent + " would read it through " + c.Words() + ": " + c.Path}
		if owner := c.For[0]; owner != a.Agent {
			r.note = "if " + owner + " is marked too: " + c.Path
			r.told += ", made for " + owner + ". Without " + owner + " it needs its own change, which Enter shows"
		}
		if len(c.Lost) > 0 {
			r.told += ". Lost: " + strings.Join(c.Lost, "; ")
		}
		if len(c.Others) > 0 {
			r.told += ". It changes the prompts of " + strings.Join(c.Others, ", ") + " too"
		}
		if owner := c.For[0]; owner == a.Agent && len(c.For) > 1 {
			r.told += ". The same change serves " + strings.Join(c.For[1:], ", ") + "; for " + owner + " alone galley may choose another one, which Enter shows"
		}
		if a.Agent == chosen {
			need = slices.Insert(need, 0, r)
		} else {
			need = append(need, r)
		}
	}
	for _, w := range shape.Without {
		none = append(none, row{sign: "✗", look: dialog.Warning, name: w.Agent, note: w.Why, enter: (*View).changes, told: w.Agent + ": " + w.Why})
	}
	for _, name := range shape.Already {
		read = append(read, row{sign: "✓", look: dialog.Good, name: name, note: "reads it", enter: (*View).changes, told: name + " reads it as it is"})
	}
	for _, c := range shape.Copies {
		read = append(read, row{sign: "✓", look: dialog.Good, name: c.Agent, note: "reads a copy: " + c.Path, enter: (*View).changes, told: c.Agent + " reads " + c.Path + ", which has the same text. Keep the two files the same"})
	}
	add("could read it", need)
	add("no way found", none)
	add("already read it", read)
	return p
}

// chosenRule returns the rule file to transfer: the chosen one, otherwise the file in the editor
// pane.
func (v *View) chosenRule() string {
	if v.rule != "" || v.o.Open == nil {
		return v.rule
	}
	return v.o.Open()
}

// chooseRule asks for the rule file.
func (v *View) chooseRule() tea.Cmd {
	return v.host.AskFile("The rule file that other agents should read too", func(typed string) tea.Cmd {
		if strings.TrimSpace(typed) != "" {
			v.rule, v.to = facts.Resolve(v.o.Request().Cwd, facts.Slash(typed)), nil
		}
		return v.make()
	})
}

// mark marks or unmarks the agent under the bar.
func (v *View) mark() tea.Cmd {
	l := v.level()
	r, ok := l.current()
	switch {
	case !ok && l.making.Running():
		v.host.Say("The list is still being made")
		return nil
	case !ok || r.agent == "":
		v.host.Say("There is nothing to mark here")
		return nil
	}
	if i := slices.Index(v.to, r.agent); i >= 0 {
		v.to = slices.Delete(slices.Clone(v.to), i, i+1)
	} else {
		v.to = append(slices.Clone(v.to), r.agent)
	}
	v.showMarks(l)
	return nil
}

// showMarks updates the rows that show which agents are marked.
func (v *View) showMarks(l *level) {
	for i := range l.page.rows {
		r := &l.page.rows[i]
		if r.agent == "" {
			continue
		}
		r.sign, r.look = "○", dialog.Muted
		if slices.Contains(v.to, r.agent) {
			r.sign, r.look = "●", dialog.Good
		}
	}
}

// changes shows what galley would write for the marked agents.
func (v *View) changes() tea.Cmd {
	switch {
	case v.chosenRule() == "":
		v.host.Say("Choose the rule file first")
		return nil
	case len(v.to) == 0:
		v.host.Say("Mark an agent first")
		return nil
	}
	v.into(planSubject())
	return nil
}

// planSubject shows the plan for the marked agents.
func planSubject() subject {
	return subject{
		title: "changes",
		hints: []view.Hint{{Action: keymap.Write, Word: "write"}, {Action: keymap.Jump, Word: "diff"}},
		does:  map[keymap.Action]func(*View) tea.Cmd{keymap.Write: (*View).write},
		make: func(v *View) func(context.Context) page {
			q, rule, to := v.asking(""), v.chosenRule(), slices.Clone(v.to)
			return func(ctx context.Context) page {
				plan, shape, err := q.plan(ctx, rule, to)
				if err != nil {
					return page{err: err}
				}
				return planPage(plan, shape, to)
			}
		},
	}
}

func planPage(plan *transfer.Plan, shape report.Transfer, to []string) page {
	p := page{head: []string{shape.File + " for " + strings.Join(to, ", "), "nothing is written yet"}, plan: plan}
	if len(shape.Changes) > 0 {
		p.rows = append(p.rows, row{heading: "files"})
	}
	for _, c := range shape.Changes {
		sign, look, what := "~", dialog.Info, "changed"
		if c.Made {
			sign, look, what = "+", dialog.Good, "new"
		}
		text := c.Diff
		if c.Link != "" {
			text = "+" + c.Path + " -> " + c.Link + "\n"
		}
		p.rows = append(p.rows, row{sign: sign, look: look, name: c.Path, note: c.Words() + ", " + what, told: c.Path + ": " + c.Words() + " for " + strings.Join(c.For, ", "), enter: readDiff(c.Path, text)})
		for _, lost := range c.Lost {
			p.rows = append(p.rows, row{sign: "!", look: dialog.Warning, indent: 2, name: "lost: " + lost, told: "Lost: " + lost})
		}
	}
	for _, w := range shape.Without {
		p.rows = append(p.rows, row{sign: "✗", look: dialog.Warning, name: w.Agent, note: w.Why, told: "No way found for " + w.Agent + ": " + w.Why})
	}
	if len(shape.Agents) > 0 {
		p.rows = append(p.rows, row{heading: "what the prompts then contain"})
	}
	for i := range shape.Agents {
		p.rows = append(p.rows, branchRows(&shape.Agents[i], "")...)
	}
	return p
}

// write asks for consent and then writes the shown plan.
func (v *View) write() tea.Cmd {
	plan := v.level().page.plan
	if plan == nil || len(plan.Changes) == 0 {
		v.host.Say("There is nothing to write")
		return nil
	}
	q := v.asking("")
	said := words.Plural(len(plan.Changes), "file") + " written"
	if v.o.Hint != nil {
		said += "; " + cmp.Or(v.o.Hint(keymap.TakeBack), "undo") + " reverts it"
	}
	text := words.Plural(len(plan.Changes), "file") + " would be made or changed:"
	for _, c := range plan.Changes {
		text += "\n  " + v.host.Short(c.Path)
	}
	v.host.Open(dialog.NewQuestion("Write the changes", text, dialog.Answer{Key: "y", Label: "Write them; undo reverts them", Do: func() tea.Cmd {
		v.back()
		v.to, v.wrote = nil, true
		return func() tea.Msg {
			project := launch.Project(q.o.World, q.request.Cwd)
			err := writing.Transfer(q.o.World, project, plan)
			return doneMsg{said: said, err: err, files: true}
		}
	}}).OrElse("No, write nothing"))
	return nil
}

// takeBack undoes the last transfer of the project.
func (v *View) takeBack() tea.Cmd {
	q := v.asking("")
	return func() tea.Msg {
		names, err := writing.UndoTransfer(q.o.World, launch.Project(q.o.World, q.request.Cwd))
		return doneMsg{said: "Restored: " + strings.Join(names, ", "), err: err, files: true}
	}
}
