package follow

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/report"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
)

// survivalSubject returns the step that shows what remains when a session is compacted, cleared or
// resumed.
func survivalSubject() subject {
	return surveySubject("After compaction", view.Hint{Action: keymap.Jump, Word: "the prompt then"}, func(q asking, traces []*discovery.Trace) page {
		return survivePage(report.SurviveOf(traces, q.o.Agents))
	})
}

// outcomes has the sign for what happens to a text.
var outcomes = map[discovery.Outcome]struct {
	sign string
	look dialog.Look
}{
	discovery.SentAgain: {"+", dialog.Good}, discovery.Repeated: {"+", dialog.Good}, discovery.Kept: {"+", dialog.Good},
	discovery.Gone: {"–", dialog.Warning}, discovery.Lost: {"–", dialog.Error},
	discovery.Outcome(discovery.NotMeasured): {"?", dialog.Muted},
}

func survivePage(shape report.Survive) page {
	a := shape.Agents[0]
	p := page{head: []string{"What " + a.Agent + " keeps", "what happens to texts from files when a session is compacted, cleared or resumed"}}
	for i, at := range discovery.Events {
		p.rows = append(p.rows, row{heading: "after " + string(at)},
			row{sign: "›", name: "the prompt then", note: "as a text", told: "Enter shows the prompt as it is after " + string(at) + ".", enter: promptAfter(a.Agent, at)})
		for _, r := range a.Rows {
			e := r.Outcomes[i]
			mark := outcomes[discovery.Outcome(e.Outcome)]
			told := []string{r.What + " after " + e.At + ": " + e.Outcome}
			if e.Note != "" {
				told = append(told, e.Note)
			}
			told = append(told, "how it is known: "+e.Evidence)
			var files []string
			for _, f := range r.Files {
				files = append(files, report.Nearby(f, shape.Cwd))
			}
			if len(files) > 0 {
				told = append(told, "here: "+strings.Join(files, ", "))
			} else {
				told = append(told, "no file here adds it")
			}
			row := row{sign: mark.sign, look: mark.look, name: r.What, note: e.Outcome, right: fmt.Sprint(len(files)), told: strings.Join(told, "; ")}
			if len(files) == 0 {
				row.right = "·"
			}
			p.rows = append(p.rows, row)
		}
	}
	return p
}

// promptAfter returns an action that shows the prompt as it is after an event.
func promptAfter(agent string, at discovery.Event) func(*View) tea.Cmd {
	name, _, _ := strings.Cut(agent, "@")
	return func(v *View) tea.Cmd {
		if v.result == nil {
			return nil
		}
		if now, _, _ := strings.Cut(v.result.Profile, "@"); now != name {
			v.host.Say("The prompt shown is not that of " + name + ": choose that agent first")
			return nil
		}
		v.into(subject{
			title: "after " + string(at), fixed: true, of: func(v *View) any { return v.result },
			make: func(v *View) func(context.Context) page {
				r, agents := v.result, v.o.Agents
				return func(context.Context) page { return afterPage(r, report.AftersOf(r, agents), at) }
			},
		})
		return nil
	}
}

func afterPage(r *engine.Result, a report.Afters, at discovery.Event) page {
	return page{head: append([]string{"The prompt after " + string(at)}, strings.Join(report.AfterLines(r, a, at), "; ")), text: report.AfterText(r, a, at), diff: true}
}
