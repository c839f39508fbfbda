package discovery

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"galley/engine/facts"
)

// SurveyAgent names an agent whose discovery a survey runs.
type SurveyAgent struct {
	Agent    string // its name
	Version  string // a version that galley follows; "" is the default
	Discover Discoverer
	Looks    RuleNames
}

// Survey runs the discoveries of several agents in one state of the world and completes the traces.
// It also returns the questions that the discoveries asked the world, so that a caller can tell
// when the answer is out of date. Its errors are those of [Discoverer], or a [*facts.OverBudget] if
// the discoveries would read more than one survey may.
func Survey(ctx context.Context, w facts.World, asked []SurveyAgent, o Options) ([]*Trace, []facts.Question, error) {
	w = facts.Bounded(w)
	recording := facts.NewRecording(w)
	o.walks = &searches{raw: w}
	var traces []*Trace
	for _, a := range asked {
		o.Version = a.Version
		t, err := a.Discover(ctx, recording, o)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", a.Agent, err)
		}
		t.RuleNames = a.Looks
		if err := nested(ctx, recording, a, o, t); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", a.Agent, err)
		}
		misnamedBelow(ctx, recording, o, t)
		Complete(recording, t)
		if over := facts.BudgetOf(w).Over(); over != nil {
			return nil, nil, fmt.Errorf("%s: %s: %w; %s", a.Agent, over.Place, over, over.Hint())
		}
		traces = append(traces, t)
	}
	return traces, recording.Questions(), nil
}

// nested adds the files below the working directory that the agent would load when its tools reach
// their directories. It finds them by running the discovery with an invented file in each of these
// directories.
func nested(ctx context.Context, w facts.World, a SurveyAgent, o Options, t *Trace) error {
	if !a.Looks.Nested || t.Failure != nil || len(o.Touched) > 0 {
		return nil
	}
	var dirs []string
	for _, file := range o.walks.in(ctx, w, t.Cwd).files {
		if dir := t.base(file); dir != "" && dir != t.Cwd && len(dirs) < BelowShown {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	o.Touched, o.Acts = probes(Unique(dirs)...)
	reached, err := a.Discover(ctx, w, o)
	if err != nil {
		return err
	}
	by := map[string]Act{}
	for i, on := range reached.Touched {
		for _, full := range on.New {
			by[full] = o.ActOf(i)
		}
	}
	for _, c := range reached.Candidates {
		if c.Verdict == Later && c.Kind == Rule && len(t.Find(c.Path)) == 0 {
			if strings.Contains(c.Detail, madeUp) {
				c.Detail = describeWhen(t.base(c.Path), by[c.Path])
			}
			t.Candidates = append(t.Candidates, c)
		}
	}
	for i, on := range reached.Touched {
		for _, full := range on.New {
			t.onDemand(w, full, describeWhen(t.base(full), o.ActOf(i)))
		}
	}
	for _, file := range o.walks.in(ctx, w, t.Cwd).files {
		if t.rules(file) {
			t.onDemand(w, file, "when a file that it applies to is read")
		}
	}
	return nil
}

// probes returns tool calls that show which files load when a tool reaches dirs. Each directory
// gets two calls: one reads an invented file in the directory, and the other creates it, for
// agents that refuse to read a missing file.
func probes(dirs ...string) (touched []string, acts []Act) {
	for _, act := range []Act{ReadAct, CreateAct} {
		for _, dir := range dirs {
			touched, acts = append(touched, facts.Join(dir, madeUp)), append(acts, act)
		}
	}
	return touched, acts
}

// describeWhen says when a file of a directory loads.
func describeWhen(dir string, act Act) string {
	if act == CreateAct {
		return "when a file in " + dir + " is written, not when one is read"
	}
	return "when a file in " + dir + " is read"
}

// onDemand adds a file below the working directory that loads later, unless the trace already lists
// it.
func (t *Trace) onDemand(w facts.World, full, when string) {
	if len(t.Find(full)) > 0 {
		return
	}
	c := Candidate{Path: full, Shown: t.Mask(full), RealPath: full, Tier: "below", Evidence: Executed}
	if info, err := w.Stat(full); err == nil {
		c.Bytes, c.ModTime = info.Size, info.ModTime
	}
	t.Candidates = append(t.Candidates, *c.Later(when))
}

// rules reports whether a file is in a rule directory below the working directory and has an
// extension that the agent reads there.
func (t *Trace) rules(file string) bool {
	for _, f := range t.RuleNames.Folders {
		dir, _, inside := strings.Cut(file, "/"+f.Dir+"/")
		if inside && dir != t.Cwd && facts.Within(dir, t.Cwd) && (len(f.Ends) == 0 || endsIn(file, f.Ends)) {
			return true
		}
	}
	return false
}

// madeUp is the name of a file that does not exist. A call that reaches it shows what an agent
// loads in a directory.
const madeUp = "a-file-there.txt"

// base returns the directory to which a file below the working directory applies, judged by its
// name or its rule directory. It returns "" if the agent looks for no such name.
func (t *Trace) base(file string) string {
	if name := path.Base(file); slices.ContainsFunc(t.names(), func(n string) bool { return t.isName(name, n) }) {
		return facts.Dir(file)
	}
	for _, f := range t.RuleNames.Folders {
		if dir, _, inside := strings.Cut(file, "/"+strings.TrimSuffix(f.Dir, "/")+"/"); inside {
			return dir
		}
	}
	return ""
}
