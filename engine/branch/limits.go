package branch

import (
	"fmt"
	"slices"

	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/source"
)

// Limits are the most tokens that files may add to a prompt at launch, by the agent's name. The
// name "all" stands for agents that are not listed.
type Limits struct {
	Tokens map[string]int // the most tokens that all files together may add
	Growth map[string]int // the most tokens by which a change may increase this sum
	Places config.Places  // where the limits are set
}

// AllAgents is the name that stands for every agent in a limit.
const AllAgents = "all"

func limit(of map[string]int, agent string) (int, bool) {
	n, ok := of[agent]
	if !ok {
		n, ok = of[AllAgents]
	}
	return n, ok
}

// Of returns the limits of one agent; -1 means no limit.
func (l Limits) Of(agent string) (tokens, growth int) {
	tokens, growth = -1, -1
	if n, ok := limit(l.Tokens, agent); ok {
		tokens = n
	}
	if n, ok := limit(l.Growth, agent); ok {
		growth = n
	}
	return tokens, growth
}

// Broken reports the limits that are exceeded after a change, and the agents that start before the
// change but not after. It also reports a limit that was already exceeded before.
func (l Limits) Broken(agents []Agent) (all []diag.Problem) {
	for _, a := range agents {
		name := a.After.Agent
		tokens, growth := l.Of(name)
		if tokens >= 0 && a.Tokens[1] > tokens {
			all = append(all, l.problem("check.tokens", name, fmt.Sprintf("what files bring into the prompt of %s weighs %d tokens, %d more than check.tokens allows", name, a.Tokens[1], a.Tokens[1]-tokens),
				"shorten it, or move parts of it to where they load on demand; `galley scan --agent "+name+"` lists it"))
		}
		if added := a.Tokens[1] - a.Tokens[0]; growth >= 0 && added > growth {
			all = append(all, l.problem("check.growth", name, fmt.Sprintf("this change adds %d tokens to the prompt of %s, %d more than check.growth allows", added, name, added-growth),
				"shorten it, or move parts of it to where they load on demand"))
		}
		if a.After.Failure != nil && a.Before.Failure == nil {
			p := l.problem("", "", fmt.Sprintf("%s would not start any more: %s", name, a.After.Failure.Message), "mend the file, then check again")
			p.File = a.After.Failure.Path
			all = append(all, p)
		}
	}
	return all
}

// Unknown reports names in limits that are not agents.
func (l Limits) Unknown(names []string) (all []diag.Problem) {
	known := append([]string{AllAgents}, names...)
	for _, key := range []string{"check.tokens", "check.growth"} {
		of := l.Tokens
		if key == "check.growth" {
			of = l.Growth
		}
		var strange []string
		for name := range of {
			if !slices.Contains(known, name) {
				strange = append(strange, name)
			}
		}
		slices.Sort(strange)
		for _, name := range strange {
			hint := "`galley agents` lists those that galley knows"
			if near, ok := diag.Nearest(name, known); ok {
				hint = "did you mean " + near + "?"
			}
			all = append(all, l.Places.Put(config.Setting{Table: key, Key: name}, diag.New(diag.UnknownWord, source.Span{}, fmt.Sprintf("%s: unknown agent %q", key, name), hint)))
		}
	}
	return all
}

// problem returns a problem with the place of an agent's limit.
func (l Limits) problem(key, agent, message, hint string) diag.Problem {
	p := diag.New(diag.OverLimit, source.Span{}, message, hint)
	p.Severity = diag.Error
	return l.Places.Put(config.Setting{Table: key, Key: agent}, l.Places.Put(config.Setting{Table: key, Key: AllAgents}, p))
}
