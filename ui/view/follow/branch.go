package follow

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/branch"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/launch"
	"galley/ui/view"
	"galley/ui/words"
)

// bases are the revisions with which a branch is compared until the user names one.
var bases = []string{"main", "master", "HEAD"}

// branchSubject returns the step that shows what a branch changes in each agent's prompt.
func branchSubject() subject {
	return subject{
		title: "Branch",
		hints: []view.Hint{{Action: keymap.Jump, Word: "the difference"}, {Action: keymap.CompareProfiles, Word: "with another revision"}, {Action: keymap.EditRule, Word: "edit"}},
		does:  map[keymap.Action]func(*View) tea.Cmd{keymap.CompareProfiles: (*View).chooseRevision},
		of:    func(v *View) any { return v.rev },
		make: func(v *View) func(context.Context) page {
			q, revs := v.asking(""), bases
			if v.rev != "" {
				revs = []string{v.rev}
			}
			return func(ctx context.Context) page {
				shape, top, err := q.branch(ctx, revs)
				if err != nil {
					return page{err: err}
				}
				p := branchPage(&shape, top)
				p.head = append(p.head, report.UnsavedNote(q.request)...)
				return p
			}
		},
	}
}

// branch compares the files with the first of the revisions that exists. It may block.
func (q asking) branch(ctx context.Context, revs []string) (shape report.Branch, top string, err error) {
	var past *facts.Past
	rev := ""
	for _, rev = range revs {
		if past, err = facts.PastOf(ctx, q.o.World, q.request.Cwd, rev); err == nil {
			break
		}
	}
	if err != nil {
		return shape, "", err
	}
	was, err := q.survey(ctx, past.World, q.request.Discovery())
	if err != nil {
		return shape, "", err
	}
	is, err := q.survey(ctx, q.world, q.request.Discovery())
	if err != nil {
		return shape, "", err
	}
	counts := q.counter()
	changes := branch.Compare(past.World, q.world, was, is, func(agent, text string) int { return counts(agent, text).Tokens })
	if err := q.weigh(ctx, past.World, changes, func(agent, text string) int { return counts(agent, text).Tokens }); err != nil {
		return shape, "", err
	}
	rules := q.request.Config.Check
	limits := branch.Limits{Tokens: rules.Tokens, Growth: rules.Growth}
	return report.BranchOf(past.Top, rev, past.Commit, past.Base, changes, limits, limits.Broken(changes), counts), past.Top, nil
}

// weigh adds the size of the whole request to the change of each agent that has a captured
// request here. It uses the request on the screen or, for other agents, the newest request. It
// may block.
func (q asking) weigh(ctx context.Context, past facts.World, changes []branch.Agent, count branch.Counter) error {
	store := q.store()
	for i := range changes {
		name := changes[i].After.Agent
		c := q.request.Capture
		if c == nil || c.Agent != name {
			c = store.Newest(name, launch.Project(q.o.World, q.request.Cwd), q.request.Cwd)
		}
		if c == nil {
			continue
		}
		request := q.request
		request.Capture, request.AsCaptured, request.Unsaved = c, false, nil
		render := func(w facts.World) (*engine.Result, error) { return q.rendered(ctx, w, request) }
		if err := changes[i].Weigh(past, q.world, render, count); err != nil {
			return err
		}
	}
	return nil
}

func branchPage(shape *report.Branch, top string) page {
	p := page{head: []string{"Against " + shape.Title(), "tokens that files add to each agent's prompt at launch, before and now"}}
	for _, problem := range shape.Problems {
		sign, look := "~", dialog.Warning
		if problem.Severity == diag.Error.String() {
			sign, look = "✗", dialog.Error
		}
		p.rows = append(p.rows, row{sign: sign, look: look, name: problem.Message, told: problem.Message + ". What to do: " + problem.Hint})
	}
	for i := range shape.Agents {
		if !shape.Agents[i].Same {
			p.rows = append(p.rows, branchRows(&shape.Agents[i], top)...)
		}
	}
	if same := shape.Unchanged(); len(same) > 0 {
		p.rows = append(p.rows, row{heading: "unchanged"}, row{sign: "=", name: words.Plural(len(same), "agent"), note: strings.Join(same, ", "), told: "Unchanged: " + strings.Join(same, ", ")})
	}
	return p
}

// signs has the sign for each way in which an item changes.
var signs = map[string]part{"added": {fill: "+", look: dialog.Good}, "removed": {fill: "–", look: dialog.Warning}}

// branchRows returns the rows about a change of one agent's prompt. top is the directory to which
// the items' paths are relative, or "" if they cannot be opened.
func branchRows(a *report.BranchAgent, top string) []row {
	change := fmt.Sprintf("%+d tokens", a.Tokens[1]-a.Tokens[0])
	told := fmt.Sprintf("%s: %s → %s tokens from files", a.Agent, a.Approx(a.Tokens[0]), a.Approx(a.Tokens[1]))
	if allowed := a.Allowed(); allowed != "" {
		told += ", allowed " + allowed
	}
	for side, why := range a.Failure {
		if why != "" {
			told += fmt.Sprintf(". %s it would not start: %s", [2]string{"Before,", "After,"}[side], why)
		}
	}
	rows := []row{{sign: "•", name: a.Agent, note: change, right: a.Approx(a.Tokens[0]) + " → " + a.Approx(a.Tokens[1]), told: told}}
	if a.Texts[0] != a.Texts[1] {
		rows[0].enter = readDiff(a.Agent+", what files add at launch", report.TextDiff("before", "now", a.Texts[0], a.Texts[1]))
	}
	if r := a.Request; r != nil {
		weight := a.Approx(r[0]) + " → " + a.Approx(r[1])
		rows = append(rows, row{sign: "=", look: dialog.Muted, indent: 2, name: "the whole request", note: "by its capture here", right: weight,
			told: a.Agent + ": the whole request, tools included, " + weight + " tokens, predicted from the stored capture"})
	}
	for i := range a.Items {
		item := &a.Items[i]
		mark, ok := signs[item.Change]
		if !ok {
			mark = part{fill: "~", look: dialog.Info}
		}
		r := row{sign: mark.fill, look: mark.look, indent: 2, name: item.Name, note: item.Change + ", " + item.Kind + item.Later(), right: item.Weight(a)}
		r.told = fmt.Sprintf("%s: %s %s, %s tokens%s%s", a.Agent, item.Change, item.Name, r.right, item.Later(), sentAs(a, item))
		if item.Path != "" && top != "" {
			r.path = facts.Resolve(top, item.Path)
		}
		if item.Texts != [2]string{} {
			r.enter = readDiff(a.Agent+": "+item.Name, report.TextDiff("before", "now", item.Texts[0], item.Texts[1]))
		}
		rows = append(rows, r)
	}
	return rows
}

// sentAs says how many bytes an agent sends for a new rule. Some agents leave out the rule's
// header, and others add a frame.
func sentAs(a *report.BranchAgent, item *report.BranchItem) string {
	if item.Kind != discovery.Rule.String() || item.Change != "added" {
		return ""
	}
	name, _, _ := strings.Cut(a.Agent, "@")
	return fmt.Sprintf("; %s sends %s for it, because each agent adds its own frame to rules", name, words.Plural(item.Bytes[1], "byte"))
}

// chooseRevision asks for the revision to compare with.
func (v *View) chooseRevision() tea.Cmd {
	v.host.Open(dialog.NewField("Compare with which revision", "a branch, a tag or a commit", v.rev, func(rev string) tea.Cmd {
		v.rev = strings.TrimSpace(rev)
		return v.make()
	}))
	return nil
}
