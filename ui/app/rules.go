package app

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/hidden"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/rulesview"
	"galley/ui/style"
)

// discoveredMsg brings what the agents would load from here.
type discoveredMsg struct {
	traces []*discovery.Trace
	err    error
	asked  uint64
}

// discover asks every agent off the key path; a later asking makes an earlier
// answer stale. What was asked is watched from then on.
func (w *Workbench) discover() tea.Cmd {
	w.discovery++
	asked, world, watch := w.discovery, w.o.World, w.o.RulesWatch
	session := w.request.Scenario
	o := discovery.Options{Cwd: w.request.Cwd, Fetch: w.request.Config.Fetch, Directories: session.Directories, Trusted: session.Trusted,
		RuleFiles: session.InstructionFiles}
	if session.SettingSources != nil {
		o.Sources = *session.SettingSources
	}
	return func() tea.Msg {
		traces, questions, err := discovery.Survey(context.Background(), world, agent.Known().Asked(), o)
		if err != nil {
			return discoveredMsg{nil, err, asked}
		}
		git := facts.NewRecording(world)
		discovery.AskGit(context.Background(), git, traces)
		if watch != nil {
			for _, q := range git.Questions() {
				if q.Op == facts.OpGit {
					questions = append(questions, q)
				}
			}
			watch.Follow(worthWatching(questions))
		}
		return discoveredMsg{traces, nil, asked}
	}
}

// mostWatched bounds how much of a discovery is watched: every directory of a
// large walk would cost the system more than it is worth.
const mostWatched = 4000

// worthWatching leaves out the listings of a large walk, and bounds the rest.
func worthWatching(questions []facts.Question) []facts.Question {
	if len(questions) > mostWatched {
		questions = slices.DeleteFunc(questions, func(q facts.Question) bool { return q.Op == facts.OpReadDir })
	}
	if len(questions) > mostWatched {
		questions = questions[:mostWatched]
	}
	return questions
}

func (w *Workbench) discovered(msg discoveredMsg) {
	switch {
	case msg.asked != w.discovery:
	case msg.err != nil:
		w.warn("The rules could not be looked for: " + msg.err.Error())
	default:
		w.rules.SetTraces(msg.traces)
	}
}

// rulesChangedMsg says that a discovery's answers no longer hold; open is false
// when the watcher has ended.
type rulesChangedMsg struct{ open bool }

// watchRules waits for the next change of what a discovery asked.
func (w *Workbench) watchRules() tea.Cmd {
	if w.o.RulesWatch == nil {
		return nil
	}
	changes := w.o.RulesWatch.Changes()
	return func() tea.Msg {
		_, open := <-changes
		return rulesChangedMsg{open}
	}
}

func (w *Workbench) rulesChanged(msg rulesChangedMsg) tea.Cmd {
	if !msg.open {
		return nil
	}
	return tea.Batch(w.watchRules(), w.discover())
}

// mostShown bounds how much of a rule file is shown, in bytes.
const mostShown = 256 << 10

// openRule shows the text of the file under the bar as it is on disk: what it
// hides is said above it, and where an agent cuts it there is a line.
func (w *Workbench) openRule() tea.Cmd {
	entry, ok := w.rules.Selected()
	if !ok {
		return nil
	}
	c := entry.Candidate
	name, found, size := c.Path, c.Hidden, c.Bytes
	if entry.Import != nil {
		name, found, size = entry.Import.Path, entry.Import.Hidden, 0
	}
	if why := nothingThere(entry); why != "" {
		w.say(why)
		return nil
	}
	var lines []dialog.Line
	for _, f := range found {
		lines = append(lines, looking(levelLook(f.Level), "hidden: "+f.String()))
	}
	if len(found) > 0 {
		lines = append(lines, dialog.Plain(""))
	}
	text := c.Text.String() // of what was fetched
	if c.RealPath != "" || entry.Import != nil {
		var err error
		if text, err = w.o.World.ReadHead(name, mostShown); err != nil {
			w.warn(err.Error())
			return nil
		}
	}
	cut := len(text)
	if entry.Import == nil && c.Reason == discovery.Cut && c.Verdict == discovery.Loaded && c.Used < len(text) {
		cut = c.Used
	}
	lines = append(lines, plainLines(text[:cut])...)
	if cut < len(text) {
		lines = append(lines, looking(warningLook, fmt.Sprintf("──── cut at byte %d: what follows does not reach the model ────", cut)))
		lines = append(lines, plainLines(text[cut:])...)
	}
	if int64(len(text)) < size {
		lines = append(lines, looking(warningLook, "… the rest is not shown"))
	}
	w.dialog = dialog.NewReader(w.shorten(name), lines)
	return nil
}

// nothingThere says why there is no text to show; "" if there is.
func nothingThere(e rulesview.Entry) string {
	switch {
	case e.Import != nil && (e.Import.Path == "" || e.Import.Reason == discovery.Missing):
		return e.Import.Ref + ": " + e.Import.Reason.Text()
	case e.Import == nil && e.Candidate.RealPath == "" && e.Candidate.Verdict != discovery.Loaded:
		return e.Candidate.Shown + ": " + e.Candidate.Reason.Text()
	}
	return ""
}

func looking(look func(*style.Styles) cell.Style, text string) dialog.Line {
	return dialog.Line{{Text: text, Look: look}}
}

func warningLook(st *style.Styles) cell.Style { return st.Warning }

func levelLook(l hidden.Level) func(*style.Styles) cell.Style {
	return func(st *style.Styles) cell.Style {
		switch l {
		case hidden.High:
			return st.Error
		case hidden.Medium:
			return st.Warning
		}
		return st.Muted
	}
}

// editRule hands the file under the bar to the user's editor: at the first hidden
// text if it has any, at the reference when the bar is on one that leads nowhere.
func (w *Workbench) editRule() tea.Cmd {
	if w.tab != tabRules {
		return nil
	}
	entry, ok := w.rules.Selected()
	if !ok {
		return nil
	}
	c := entry.Candidate
	if in := entry.Import; in != nil {
		if in.Verdict == discovery.Loaded {
			return w.session.Edit(in.Path, 1, 1)
		}
		text, err := w.o.World.ReadFile(c.Path)
		if err != nil {
			w.warn(err.Error())
			return nil
		}
		at := source.NewLines(text).Position(in.Offset)
		return w.session.Edit(c.Path, at.Line, at.Column)
	}
	if c.RealPath == "" {
		w.say(c.Shown + ": " + c.Reason.Text())
		return nil
	}
	line := 1
	for _, f := range c.Hidden {
		if !f.InName {
			line = f.Line
			break
		}
	}
	return w.session.Edit(c.Path, line, 1)
}

// allAgents puts the agents side by side, or goes back to one.
func (w *Workbench) allAgents() tea.Cmd {
	if w.tab != tabRules {
		return nil
	}
	w.rules.ToggleMatrix()
	return nil
}
