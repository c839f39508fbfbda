package engine

import (
	"context"
	"encoding/json"
	"sync"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/secret"
)

// found is what one discovery found, and what it asked.
type found struct {
	trace     *discovery.Trace
	questions []facts.Question
	spent     facts.Amounts
	rests     []facts.Unsaved // the texts that it was made of
}

// discoverer looks for rule files on behalf of one render. What was found is kept,
// like all that the world said, until [Workbench.Refresh]: no key press walks a tree
// that was walked before.
type discoverer struct {
	known     *knowledge
	spend     *facts.Budget // of the render
	mu        sync.Mutex
	questions []facts.Question
	problems  []diag.Problem  // of rule files that could not be read, each once
	told      map[string]bool // file and message of each of them
	secrets   *secret.Values  // what the settings took from the environment and from files
	traces    []*discovery.Trace
}

// discover is what [profile.Input] asks for.
func (d *discoverer) discover(ctx context.Context, asked discovery.Asked, o discovery.Options) *discovery.Trace {
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

// unreadBytes is [discovery.UnreadBytes] of the discovery that an agent's prompt was made of.
func (d *discoverer) unreadBytes(agent string) int {
	for _, t := range d.traces {
		if t.Agent == agent {
			return discovery.UnreadBytes(t)
		}
	}
	return 0
}

// fate returns what becomes of a file under an agent: by the discovery that its prompt
// was made of, else by one of its own.
func (d *discoverer) fate(ctx context.Context, asked discovery.Asked, o discovery.Options, file []string) discovery.Fate {
	if file == nil || asked.Discover == nil {
		return discovery.Fate{}
	}
	for _, t := range d.traces {
		if t.Agent == asked.Agent {
			return t.FateOf(file...)
		}
	}
	if t := d.discover(ctx, asked, o); t != nil {
		return t.FateOf(file...)
	}
	return discovery.Fate{}
}

// problemsOf says what is unsound about the edited file under the agent, from the trace
// that fate looked at.
func (d *discoverer) problemsOf(w facts.World, agent string, file []string) []diag.Problem {
	if file == nil {
		return nil
	}
	for _, t := range d.traces {
		if t.Agent == agent {
			return t.ProblemsOf(w, file...)
		}
	}
	return nil
}

// mostTraces bounds what is remembered of options that came and went.
const mostTraces = 64

// discover looks once for each agent and its options. One that may have been cut
// short is not kept.
func (k *knowledge) discover(ctx context.Context, spend *facts.Budget, asked discovery.Asked, o discovery.Options) *found {
	options, err := json.Marshal(o)
	id := asked.Agent + "@" + asked.Version + " " + string(options)
	if err == nil {
		k.mu.Lock()
		f := k.traces[id]
		k.mu.Unlock()
		if f != nil && k.holds(f.rests) {
			_ = spend.Charge(asked.Agent, f.spent)
			return f
		}
	}
	own := facts.NewBudget(spend.Limits())
	see := k.see(own, k.agents)
	f := &found{trace: profile.Discover(ctx, see.world, asked, o)}
	f.questions, f.spent, f.rests = see.questions(), own.Spent(), see.rests()
	f.spent.Output = 0 // counted where it reaches the prompt
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
