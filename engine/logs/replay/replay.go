// Package replay finds out which rule files a finished session loaded, and at which tool call, for
// logs that do not record this. It applies the agent's discovery to the project as it was at each
// turn. The history of git and the times of the files show what the project was. The package only
// reads logs and files, and starts no agent.
package replay

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/textutil"
	"galley/engine/walk"
)

// Rule is a rule file that the session loaded according to the agent's rules.
type Rule struct {
	Path   string // absolute; or the name of something that is not a file
	Call   logs.Call
	Why    string // the pattern or directory that makes it load, in a sentence without a final stop
	Text   string
	Ground facts.Basis
}

// Turn lists the rule files that a turn of the log loaded.
type Turn struct {
	Commit string // the checked-out commit, or "" if not known
	Rules  []Rule
}

// Replay holds what discovery says about a session but the log of the session does not say.
type Replay struct {
	Launch []Rule // the rule files loaded at launch, without calls
	// Launched says that the launch was replayed.
	Launched bool
	Turns    []Turn // in the order of the log's turns
	Notes    []string
}

// Limits of a replay.
const (
	mostWorlds = 20  // most states of the project that are examined
	mostTurns  = 400 // most turns for which git is asked
)

// acts maps the names of agents' tools to what the tools do with a file.
var acts = map[string]discovery.Act{
	"read": discovery.ReadAct, "read_file": discovery.ReadAct, "view": discovery.ReadAct, "read_many_files": discovery.ReadAct,
	"edit": discovery.EditAct, "multiedit": discovery.EditAct, "replace": discovery.EditAct, "notebookedit": discovery.EditAct, "notebook_edit": discovery.EditAct,
	"write": discovery.WriteAct, "write_file": discovery.WriteAct,
}

// step is a tool call in the log on one file.
type step struct {
	walk.Step
	turn int
	call logs.Call
}

// Of replays a log. It runs the discovery with the options o, but in the directory of the session
// instead of o.Cwd.
func Of(ctx context.Context, w facts.World, log *logs.Log, asked discovery.SurveyAgent, o discovery.Options) (*Replay, error) {
	r := &replayer{ctx: ctx, w: w, log: log, asked: asked, o: o, out: &Replay{Turns: make([]Turn, len(log.Turns))}}
	switch {
	case asked.Discover == nil:
		return r.out, nil
	case log.Cwd == "":
		r.note("the log does not say in which directory the session was, so its rule files are not known")
		return r.out, nil
	}
	if info, err := w.Stat(log.Cwd); err != nil || !info.IsDir() {
		r.note("the session's directory no longer exists, so its rule files are not known")
		return r.out, nil
	}
	r.o.Cwd, r.o.File = log.Cwd, ""
	if history, err := facts.HistoryOf(ctx, w, log.Cwd); err == nil {
		r.history = history
	} else {
		r.note("git has no history here (" + err.Error() + "): rule files are shown as they are now")
	}
	if log.Parent != "" && !log.Launch.Tells {
		r.note("it is a sub-agent's session: `galley subagents` shows what such an agent inherits at launch")
	}
	if !log.Whole {
		r.note("the log was read from its end: files loaded before the turns shown are not known, and may appear again")
	}
	return r.out, r.turns()
}

type replayer struct {
	ctx     context.Context
	w       facts.World
	log     *logs.Log
	asked   discovery.SurveyAgent
	o       discovery.Options
	history *facts.History // the repository's history, or nil without one
	out     *Replay
}

func (r *replayer) note(text string) { r.out.Notes = append(r.out.Notes, text) }

// state is the project as it was during some consecutive turns.
type state struct {
	past     facts.Past
	at       time.Time
	from, to int // indexes of turns
}

// states groups the turns during which the project was the same.
func (r *replayer) states() (out []state) {
	first := max(len(r.log.Turns)-mostTurns, 0)
	if first > 0 {
		r.note(fmt.Sprintf("the session has %d turns: the rule files of the last %d are shown", len(r.log.Turns), mostTurns))
	}
	failed := false
	for i := first; i < len(r.log.Turns); i++ {
		at := timeOf(&r.log.Turns[i])
		s := state{past: facts.Past{World: r.w}, at: at, from: i, to: i + 1}
		if r.history != nil {
			past, err := r.history.At(at)
			if err == nil {
				s.past = *past
			} else if !failed {
				r.note(fmt.Sprintf("from turn %d on: %s; such rule files are shown as they are now", i+1, err))
				failed = true
			}
		}
		r.out.Turns[i].Commit = s.past.Commit
		if n := len(out); n > 0 && out[n-1].past.Commit == s.past.Commit && slices.Equal(out[n-1].past.Paths, s.past.Paths) && !r.log.Turns[i].Compacted {
			out[n-1].to = i + 1
			continue
		}
		out = append(out, s)
	}
	if left := len(out) - mostWorlds; left > 0 {
		r.note(fmt.Sprintf("the project changed %s: the rule files of the last %d states are shown", textutil.Plural(len(out), "time"), mostWorlds))
		out = out[left:]
	}
	return out
}

// timeOf returns the time of a turn, if the log has one.
func timeOf(t *logs.Turn) time.Time {
	if t.At.IsZero() && len(t.Requests) > 0 {
		return t.Requests[0].At
	}
	return t.At
}

// turns runs the discovery for each state of the project. After a compaction, files that load on
// demand may load again.
func (r *replayer) turns() error {
	var steps []step
	before := 0 // number of steps in the turns before the state
	for _, s := range r.states() {
		if s.at.IsZero() {
			r.note("the log does not say when the turns were: rule files are shown as they are now")
		}
		if r.log.Turns[s.from].Compacted {
			steps, before = nil, 0
		}
		for i := s.from; i < s.to; i++ {
			steps = append(steps, r.steps(s.past.World, i)...)
		}
		if len(steps) > walk.MostSteps {
			r.note(fmt.Sprintf("the session reaches files %d times: only what the first %d calls load is shown", len(steps), walk.MostSteps))
			steps = steps[:walk.MostSteps]
		}
		calls := make([]walk.Step, len(steps))
		for i, x := range steps {
			calls[i] = x.Step
		}
		traces, _, err := discovery.Survey(r.ctx, s.past.World, []discovery.SurveyAgent{r.asked}, walk.Options(r.o, calls))
		if err != nil {
			return err
		}
		if s.from == 0 && r.log.Whole && r.log.Parent == "" {
			r.launch(&s, traces[0])
		}
		came := walk.Of(s.past.World, traces, calls)[0].Loads
		for i := min(before, len(steps)); i < len(steps); i++ {
			turn := &r.out.Turns[steps[i].turn]
			for _, a := range came[i] {
				turn.Rules = append(turn.Rules, Rule{Path: a.Path, Call: steps[i].call, Why: a.Why, Text: a.Text, Ground: r.basisOf(&s, a.Path)})
			}
		}
		before = len(steps)
	}
	return nil
}

// launch records the rule files that existed when the session began.
func (r *replayer) launch(s *state, t *discovery.Trace) {
	r.out.Launched = true
	for i := range t.Candidates {
		if c := &t.Candidates[i]; c.Kind == discovery.Rule && c.Verdict == discovery.Loaded {
			r.out.Launch = append(r.out.Launch, Rule{Path: c.Path, Text: c.Text.String(), Ground: r.basisOf(s, c.Path)})
		}
	}
}

// basisOf says how galley knows the text that a file had in a state.
func (r *replayer) basisOf(s *state, name string) facts.Basis {
	if r.history != nil && s.past.Commit != "" {
		return r.history.Basis(&s.past, name, s.at)
	}
	if info, err := r.w.Stat(name); err == nil && !info.ModTime.After(s.at) {
		return facts.Unchanged
	}
	return facts.Present
}

// steps returns the calls of a turn on files that its log names.
func (r *replayer) steps(w facts.World, turn int) (out []step) {
	for _, q := range r.log.Turns[turn].Requests {
		for _, call := range q.Calls {
			act, known := acts[strings.ToLower(call.Tool)]
			if !known || call.Path == "" || strings.Contains(call.Path, "\x00") {
				continue
			}
			file := facts.Resolve(r.log.Cwd, facts.Slash(call.Path))
			if _, err := w.Stat(file); err != nil && act == discovery.WriteAct {
				act = discovery.CreateAct
			}
			out = append(out, step{walk.Step{Act: act, Path: file}, turn, call})
		}
	}
	return out
}

// Open opens a session with the function open and replays it. It keeps only the last turns, or all
// turns if last is 0. It reads a small log as a whole, so that it knows what was loaded earlier.
func Open(ctx context.Context, w facts.World, s logs.Session, last int, open func(context.Context, logs.Session, int) (*logs.Log, error), ask func(name, version string) discovery.SurveyAgent, o discovery.Options) (*logs.Log, *Replay, error) {
	read := last
	if s.Size > 0 && s.Size <= small {
		read = 0
	}
	log, err := open(ctx, s, read)
	if err != nil {
		return nil, nil, err
	}
	again, err := Of(ctx, w, log, ask(log.Agent, log.Version), o)
	if err != nil {
		return nil, nil, err
	}
	if last > 0 && len(log.Turns) > last {
		again.Cut(log, len(log.Turns)-last, len(log.Turns))
	}
	return log, again, nil
}

// small is a limit in bytes: a log up to this size is read as a whole.
const small = 8 << 20

// Cut keeps, of a log and of its replay, only the turns with the indexes i, from <= i < to.
func (r *Replay) Cut(log *logs.Log, from, to int) {
	log.Turns, r.Turns = log.Turns[from:to], r.Turns[from:to]
}
