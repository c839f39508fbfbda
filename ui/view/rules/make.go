package rules

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/view"
	"galley/ui/words"
)

// costMsg says which files would leave the agent's prompt if a new rule file were made.
type costMsg struct {
	path, agent string
	lost        []string // files that the agent would no longer load
	keeps       string   // a first line for the new file that makes the agent load them through it, or ""
	asked       screen.Ticket
}

// make creates a rule file that does not exist. If the new file would keep the shown agent from
// loading other files, it first asks the user.
func (v *View) make(path string) tea.Cmd {
	if v.trace() == nil {
		return v.host.OpenFile(path, view.FilePlace{})
	}
	agent := v.o.Agents.Ask(v.trace().Agent, "")
	if agent.Discover == nil {
		return v.host.OpenFile(path, view.FilePlace{})
	}
	msg := costMsg{path: path, agent: agent.Agent, asked: v.host.Ticket()}
	in := costing{v.o.World, v.o.Request(), agent, path}
	return func() tea.Msg {
		before, after := in.with(""), in.with("x\n")
		if before == nil || after == nil {
			return msg // galley does not know the rules of the agent, so it cannot say anything
		}
		for _, c := range before.Candidates {
			if c.Kind == discovery.Rule && c.Verdict == discovery.Loaded && !loads(after, c) {
				msg.lost = append(msg.lost, c.Path)
			}
		}
		if len(msg.lost) == 1 && facts.Dir(msg.lost[0]) == facts.Dir(path) {
			line := "@" + facts.Base(msg.lost[0]) + "\n"
			if t := in.with(line); t != nil && loads(t, discovery.Candidate{Path: msg.lost[0]}) {
				msg.keeps = line
			}
		}
		return msg
	}
}

// costing has the data for finding out what a new file changes for an agent.
type costing struct {
	world   facts.World
	request engine.Request
	agent   discovery.SurveyAgent
	path    string
}

// with returns what the agent would load if the file had the given text; "" means that the file
// does not exist. It may block.
func (c costing) with(text string) *discovery.Trace {
	r := c.request
	if text != "" {
		r.Unsaved = append(slices.Clone(r.Unsaved), facts.Unsaved{Path: c.path, Text: text})
	}
	traces, _, err := engine.Survey(context.Background(), c.world, []discovery.SurveyAgent{c.agent}, r)
	if err != nil || len(traces) == 0 {
		return nil
	}
	return traces[0]
}

// loads reports whether an agent loads the file of a candidate, either because the agent looks
// at the file's path or because another file imports it.
func loads(t *discovery.Trace, c discovery.Candidate) bool {
	f := t.FileUseOf(slices.DeleteFunc([]string{c.Path, c.RealPath}, func(name string) bool { return name == "" })...)
	return slices.ContainsFunc(f.Candidates, func(c discovery.Candidate) bool { return c.Verdict == discovery.Loaded }) ||
		slices.ContainsFunc(f.Imports, func(r discovery.Reference) bool { return r.Verdict == discovery.Loaded })
}

// askMake asks whether to make a file that removes other files from the prompt.
func (v *View) askMake(msg costMsg) tea.Cmd {
	if len(msg.lost) == 0 {
		return v.host.OpenFile(msg.path, view.FilePlace{})
	}
	var names []string
	for _, path := range msg.lost {
		names = append(names, v.host.Short(path))
	}
	name, lost := v.host.Short(msg.path), words.List(names)
	answers := []dialog.Answer{{Key: "m", Label: "Create it anyway", Do: func() tea.Cmd { return v.host.OpenFile(msg.path, view.FilePlace{}) }}}
	if msg.keeps != "" {
		answers = slices.Insert(answers, 0, dialog.Answer{Key: "i", Label: "Create it with the line " + msg.keeps[:len(msg.keeps)-1] + ", so that both are loaded", Do: func() tea.Cmd {
			return v.host.OpenFile(msg.path, view.FilePlace{Text: msg.keeps})
		}})
	}
	return v.host.Answer(msg.asked, "a new rule file", func() tea.Cmd {
		v.host.Open(dialog.NewQuestion("Create "+name+"?", v.mask("Once "+name+" exists, "+msg.agent+" no longer loads "+lost+"."), answers...))
		return nil
	})
}
