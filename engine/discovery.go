package engine

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/secret"
)

// discoveryResult is the result of a discovery and the questions that it asked the world.
type discoveryResult struct {
	trace     *discovery.Trace
	questions []facts.Question
	spent     facts.Amounts
	rests     []facts.Unsaved // the unsaved texts on which trace depends
}

// discoverer runs discoveries for one render. Their results are cached until [Workbench.Refresh],
// so a key press does not search the directories again.
type discoverer struct {
	known     *knowledge
	spend     *facts.Budget // the budget of the render
	mu        sync.Mutex
	questions []facts.Question
	problems  []diag.Problem  // problems are those of rule files that could not be read, without repetition
	told      map[string]bool // told has the file and message of each problem in problems
	secrets   *secret.Values  // secrets are the values that the settings read from the environment and from files
	traces    []*discovery.Trace
}

// discover returns the result of an agent's discovery; see [profile.Input].
func (d *discoverer) discover(ctx context.Context, asked discovery.SurveyAgent, o discovery.Options) *discovery.Trace {
	f := d.known.discover(ctx, d.spend, asked, o)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.questions = merged(d.questions, f.questions)
	if f.trace != nil {
		d.traces = append(d.traces, f.trace)
		d.secrets.Merge(f.trace.Secrets)
	}
	for _, p := range discovery.Unread(f.trace) {
		if key := p.File + "\x00" + p.Message; !d.told[key] {
			d.told[key] = true
			d.problems = append(d.problems, p)
		}
	}
	return f.trace
}

// traceOf returns the trace of an agent's discovery in this render, or nil.
func (d *discoverer) traceOf(agent string) *discovery.Trace {
	for _, t := range d.traces {
		if t.Agent == agent {
			return t
		}
	}
	return nil
}

// unreadBytes returns [discovery.UnreadBytes] of the discovery of an agent's prompt.
func (d *discoverer) unreadBytes(agent string) int {
	if t := d.traceOf(agent); t != nil {
		return discovery.UnreadBytes(t)
	}
	return 0
}

// fileUse returns what an agent does with a file. It reads this from the discovery of the agent's
// prompt, or runs a discovery if the prompt needed none.
func (d *discoverer) fileUse(ctx context.Context, asked discovery.SurveyAgent, o discovery.Options, file []string) discovery.FileUse {
	if file == nil || asked.Discover == nil {
		return discovery.FileUse{}
	}
	if t := d.traceOf(asked.Agent); t != nil {
		return d.fileUseIn(t, asked.Looks, file)
	}
	if t := d.discover(ctx, asked, o); t != nil {
		return d.fileUseIn(t, asked.Looks, file)
	}
	return discovery.FileUse{}
}

// fileUseIn is [discovery.Trace.FileUseOf], except that it also covers a file that has not been
// saved yet at a path where the agent looks.
func (d *discoverer) fileUseIn(t *discovery.Trace, looks discovery.RuleNames, file []string) discovery.FileUse {
	f := t.FileUseOf(file...)
	if f.Candidates != nil || f.Imports != nil {
		return f
	}
	if _, err := d.known.agents.Stat(file[0]); err == nil {
		return f
	}
	looking := *t
	looking.RuleNames = looks
	if slices.ContainsFunc(looking.Wanted(), func(c discovery.Candidate) bool { return c.Path == file[0] }) {
		f.Why, f.Instead = "it does not exist yet; the agent looks for it here", ""
	}
	return f
}

// problemsOf returns the problems that an agent has with the edited file. It takes them from the
// trace that fileUse used.
func (d *discoverer) problemsOf(w facts.World, agent string, file []string) []diag.Problem {
	if file == nil {
		return nil
	}
	if t := d.traceOf(agent); t != nil {
		return t.ProblemsOf(w, file...)
	}
	return nil
}

// mostTraces is the most discoveries that are cached.
const mostTraces = 64

// discover runs a discovery once for each agent and its options. It does not cache a result that
// may have been cut short.
func (k *knowledge) discover(ctx context.Context, spend *facts.Budget, asked discovery.SurveyAgent, o discovery.Options) *discoveryResult {
	options, err := json.Marshal(o)
	id := asked.Agent + "@" + asked.Version + " " + string(options)
	if err == nil {
		k.mu.Lock()
		f := k.traces[id]
		k.mu.Unlock()
		if f != nil && k.isCurrent(f.rests) {
			_ = spend.Charge(asked.Agent, f.spent)
			return f
		}
	}
	own := facts.NewBudget(spend.Limits())
	see := k.view(own, k.agents)
	f := &discoveryResult{trace: profile.Discover(ctx, see.world, asked, o)}
	f.questions, f.spent, f.rests = see.questions(), own.Spent(), see.rests()
	f.spent.Output = 0 // the output counts when it reaches the prompt
	_ = spend.Charge(asked.Agent, f.spent)
	if over := own.Over(); over != nil {
		spend.Stop(over)
		return f
	}
	if err == nil && ctx.Err() == nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		if len(k.traces) >= mostTraces {
			clear(k.traces)
		}
		k.traces[id] = f
	}
	return f
}
