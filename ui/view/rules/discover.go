package rules

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/ui/words"
)

// discoveredMsg carries the traces of the agents' discoveries.
type discoveredMsg struct {
	traces []*discovery.Trace
	err    error
	asked  uint64
}

// discover runs the discoveries of all agents. It cancels an earlier run, whose result is then
// discarded. From then on, galley watches the files that the discoveries have looked for.
func (v *View) discover() tea.Cmd {
	if v.cancel != nil {
		v.cancel()
	}
	var ctx context.Context
	ctx, v.cancel = context.WithCancel(context.Background())
	v.asked++
	asked, agents, world, watch := v.asked, v.o.Agents.SurveyAgents(), v.o.World, v.o.Watch
	request, registry := v.o.Request(), v.o.Agents
	v.unsaved, v.stale = request.Unsaved, false
	return func() tea.Msg {
		traces, questions, err := engine.Survey(ctx, world, agents, request)
		if err != nil {
			return discoveredMsg{nil, err, asked}
		}
		registry.NoteInstalled(world, request.Cwd, traces)
		git := facts.NewRecording(world)
		discovery.AskGit(ctx, git, traces)
		if watch != nil && ctx.Err() == nil {
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

// mostWatched is the largest number of questions about files whose answers are watched for
// changes. Watching every directory of a large tree would cost too much.
const mostWatched = 4000

// worthWatching removes the listings of directories if there are too many questions, and limits the
// number of the others.
func worthWatching(questions []facts.Question) []facts.Question {
	if len(questions) > mostWatched {
		questions = slices.DeleteFunc(questions, func(q facts.Question) bool { return q.Op == facts.OpReadDir })
	}
	if len(questions) > mostWatched {
		questions = questions[:mostWatched]
	}
	return questions
}

func (v *View) discovered(msg discoveredMsg) {
	switch {
	case msg.asked != v.asked:
	case msg.err != nil:
		v.host.Warn("The rules could not be searched for: " + words.Reason(msg.err))
	default:
		v.found, v.bare = v.ordered(msg.traces), false
		v.setTraces(v.shown())
	}
}

// changedMsg says that files that the discoveries have looked for may have changed. open is
// false if the watcher has ended.
type changedMsg struct{ open bool }

// Wait returns a command that waits for the next change of a file that the discoveries have
// looked for. It returns nil without a watcher.
func (v *View) Wait() tea.Cmd {
	if v.o.Watch == nil {
		return nil
	}
	changes := v.o.Watch.Changes()
	return func() tea.Msg {
		_, open := <-changes
		return changedMsg{open}
	}
}

func (v *View) changed(msg changedMsg) tea.Cmd {
	if !msg.open {
		return nil
	}
	return tea.Batch(v.Wait(), v.discover())
}

// ordered returns the traces, beginning with that of the agent whose prompt is shown.
func (v *View) ordered(traces []*discovery.Trace) []*discovery.Trace {
	traces = slices.Clone(traces)
	v.o.Agents.Leading(v.whose).Order(traces)
	return traces
}
