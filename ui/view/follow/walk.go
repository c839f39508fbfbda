package follow

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/walk"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/words"
)

// walkSubject returns the step of the files that a session reaches.
func walkSubject() subject {
	return subject{
		title: "Walk", ofAgent: true,
		hints: []view.Hint{{Action: keymap.AddPath, Word: "add a path"}, {Action: keymap.RemovePath, Word: "remove"}, {Action: keymap.Jump, Word: "edit"}},
		does:  map[keymap.Action]func(*View) tea.Cmd{keymap.AddPath: (*View).addPath, keymap.RemovePath: (*View).removePath},
		of: func(v *View) any {
			whole := 0 // the tokens of the prompt, whose number changes when a vocabulary is loaded
			if v.result != nil && v.whose == v.chosen() {
				whole = v.result.Whole.All().Tokens.Tokens
			}
			return struct {
				paths string
				whole int
			}{strings.Join(v.paths, "\x00"), whole}
		},
		make: func(v *View) func(context.Context) page {
			q, paths := v.asking(v.chosen()), slices.Clone(v.paths)
			var whole *report.WalkRequest // the request of the workbench's prompt, if that is a prompt of the same agent
			if v.result != nil && v.whose == v.chosen() {
				whole = report.WalkRequestOf(v.result)
			}
			return func(ctx context.Context) page {
				calls := walk.Steps(q.world, paths, nil)
				traces, err := q.survey(ctx, q.world, walk.Options(q.request.Discovery(), calls))
				if err != nil {
					return page{err: err}
				}
				shape := report.WalkOf(q.request.Cwd, walk.Of(q.world, traces, calls), calls, q.counter(), q.o.Agents.Evidence)
				shape.Agents[0].Request = whole
				return walkPage(shape)
			}
		},
	}
}

// addPath asks for a path and adds it to the walk.
func (v *View) addPath() tea.Cmd {
	return v.host.AskFile("A file that the agent will edit; it need not exist", func(typed string) tea.Cmd {
		switch path := facts.Resolve(v.o.Request().Cwd, facts.Slash(typed)); {
		case strings.TrimSpace(typed) == "" || strings.Contains(typed, "\x00"):
		case slices.Contains(v.paths, path):
			v.host.Say("The walk already has that file")
		case 2*len(v.paths) >= walk.MostSteps:
			v.host.Say("The walk cannot have more files")
		default:
			v.paths = append(v.paths, path)
		}
		return v.make()
	})
}

// removePath removes the file of the step under the bar from the walk.
func (v *View) removePath() tea.Cmd {
	r, ok := v.level().current()
	if i := slices.IndexFunc(v.paths, func(p string) bool { return ok && p == r.path }); i >= 0 {
		v.paths = slices.Delete(v.paths, i, i+1)
	} else {
		v.host.Say("The chosen row is not a step of the walk")
	}
	return nil
}

// walkPage returns the page of one agent's walk.
func walkPage(shape report.Walk) page {
	a := &shape.Agents[0]
	near := func(p string) string { return report.Nearby(p, shape.Cwd) }
	p := page{head: []string{"Walk: " + a.Agent, a.Evidence + "; in tokens of the rule files"}}
	if len(shape.Steps) == 0 {
		p.head = append(p.head, "The walk has no files yet: add the paths that the agent will edit, in order.")
	}
	if a.Failure != "" {
		p.head = append(p.head, "The agent would not start: "+a.Failure)
		return p
	}
	p.rows = append(p.rows, row{sign: "•", name: "at launch", note: words.Plural(a.AtLaunch, "rule file"), right: a.Weight(a.Tokens),
		told: fmt.Sprintf("At launch the rule files have %s tokens (%s)%s.", a.Weight(a.Tokens), a.Basis, a.Whole())})
	for i, s := range a.Steps {
		call := shape.Steps[i]
		waits := "This agent loads its rule files at launch; tool calls add none."
		if !a.Never() {
			waits = "Rules that wait for a path load at: " + a.CallsText() + "."
		}
		told := fmt.Sprintf("The agent calls its tool to %s %s. Then the rule files have %s tokens%s. %s", call.Act, near(call.Path), a.Weight(s.Tokens), a.Then(s), waits)
		note := "nothing loads"
		if len(s.Added) > 0 {
			note = "adds " + words.Plural(len(s.Added), "text")
		}
		p.rows = append(p.rows, row{sign: fmt.Sprintf("%2d", i+1), name: near(call.Path), path: call.Path, note: call.Act + ": " + note, right: a.Weight(s.Tokens), told: told, enter: edit(call.Path)})
		for _, c := range s.Added {
			why := strings.ReplaceAll(c.Why, shape.Cwd+"/", "")
			sign, look, told := "+", dialog.Good, why+"."
			if !c.Known {
				sign, look, told = "?", dialog.Warning, told+" It is not known whether this call loads it."
			}
			if c.Latest {
				told += " It loads here unless an earlier step loaded it; it is counted there."
			} else if !c.Framed {
				told += " The agent's frame around the text is not counted."
			}
			p.rows = append(p.rows, row{sign: sign, look: look, indent: 2, name: near(c.Path), note: why, right: "+" + a.Weight(c.Tokens), path: c.Path,
				told: near(c.Path) + ": " + told, enter: edit(c.Path)})
		}
	}
	rest := func(heading, sign string, look dialog.Look, rows []row) {
		if len(rows) > 0 {
			p.rows = append(p.rows, row{heading: heading})
		}
		for _, r := range rows {
			r.sign, r.look = sign, look
			p.rows = append(p.rows, r)
		}
	}
	var missed, passed, may []row
	for _, m := range a.Missed {
		missed = append(missed, row{name: near(m.Path), note: fmt.Sprintf("%q misses %s", m.Pattern, near(m.File)), enter: edit(m.Path),
			told: fmt.Sprintf("%s misses %s: %q: %s. What to do: write %q, which matches it.", near(m.Path), near(m.File), m.Pattern, m.Why, m.Mended)})
	}
	for _, x := range a.Passed {
		why := discovery.Sentence(discovery.Reason(x.Reason).Text(), x.Detail)
		passed = append(passed, row{name: near(x.Path), note: why, told: near(x.Path) + ": " + x.Verdict + ": " + why, enter: edit(x.Path)})
	}
	for _, m := range a.May {
		when := report.NearbyIn(m.When, shape.Cwd)
		may = append(may, row{name: near(m.Path), note: when, told: near(m.Path) + ": " + when, enter: edit(m.Path)})
	}
	rest("patterns that almost match a file", "!", dialog.Warning, missed)
	rest("passed, but not loaded", "–", dialog.Muted, passed)
	rest("waits for something other than a path", "?", dialog.Info, may)
	return p
}

// edit returns an action that opens a file in the editor pane.
func edit(path string) func(*View) tea.Cmd {
	return func(v *View) tea.Cmd {
		if !facts.IsAbs(path) {
			v.host.Say(path + " is not a file")
			return nil
		}
		return v.host.OpenFile(path, view.FilePlace{})
	}
}
