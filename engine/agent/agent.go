// Package agent lists the coding agents that galley follows. Each has a package below this one, and
// a row in the list that [Known] returns: its name and what galley can tell about it. The comment
// of the agent's package is its specification: which versions galley follows, how their rules are
// known, and what is not known.
//
// Most discoveries are made with [discovery.By]: they look at one place after another, decide about
// each file there, and end with Done. If nobody has established whether an agent loads a file, its
// candidate is Unknown and says how to find out.
package agent

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"galley/engine/capture/start"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/tool"
)

// Agent describes one agent: its names, its versions, and a field for each kind of question that
// galley can answer about it. A field that is nil means that galley does not know the answer.
type Agent struct {
	Name      string               // as commands take it: "claude-code"
	Title     string               // as people write it: "Claude Code"
	Aliases   []string             // other names: "claude"
	Versions  []discovery.Version  // the default first
	Discover  discovery.Discoverer // finds its rule files
	RuleNames discovery.RuleNames  // which files it looks for
	// Vendor is the vendor whose models the agent uses, as [token.Means] names it, or
	// "" if it uses models of any vendor.
	Vendor string
	// Profiles assemble the agent's prompt. There is one for each version of the agent that
	// differs; the default version is first.
	Profiles []profile.Profile
	// Sketch describes the agent's prompt by the sizes that were measured, for an agent without
	// Profiles. The zero Sketch only says which rule files the prompt contains.
	Sketch profile.Sketch
	// StandIns are the texts that galley shows in place of the agent's own sentences in its
	// prompt.
	StandIns *pack.StandIns
	// Tools has the agent's own names for tools. The tag [tool:NAME] in a template becomes the
	// agent's name for the tool NAME.
	Tools *tool.Names
	// Survives says what happens to texts from files when a session is compacted, cleared or resumed.
	// Inherits says which of them a sub-agent gets.
	Survives []discovery.Survival
	Inherits *discovery.Inheritance
	// Start says how the installed program is found, started and pointed at an
	// endpoint for a capture.
	Start *start.Starter
}

// Registry is a list of agents. A nil registry has the built-in agents.
type Registry struct {
	agents   []Agent
	profiles func() []profile.Profile // made on first use, because every key press asks for them
}

// New makes a registry. Views list the agents in the order of the arguments.
func New(agents ...Agent) *Registry {
	r := &Registry{agents: slices.Clone(agents)}
	r.profiles = sync.OnceValue(r.listed)
	return r
}

// Known returns the registry of the agents that galley follows.
func Known() *Registry { return followed() }

var followed = sync.OnceValue(func() *Registry { return New(known...) })

// All lists the agents.
func (r *Registry) All() []Agent { return slices.Clone(r.list()) }

// list is [Registry.All] without the copy; the caller must not change the list.
func (r *Registry) list() []Agent {
	if r == nil {
		return known
	}
	return r.agents
}

// With returns a registry that also has more agents at its end.
func (r *Registry) With(more ...Agent) *Registry { return New(append(r.All(), more...)...) }

// Discoverers lists the agents whose rule files can be found.
func (r *Registry) Discoverers() []Agent {
	return slices.DeleteFunc(r.All(), func(a Agent) bool { return a.Discover == nil })
}

// SurveyAgents returns, for a [discovery.Survey], every agent whose rule files can be found, at its
// default version.
func (r *Registry) SurveyAgents() (out []discovery.SurveyAgent) {
	for _, a := range r.Discoverers() {
		out = append(out, a.Asked(""))
	}
	return out
}

// Ask returns what a survey needs to find the rule files of an agent at a version. If galley does
// not follow that version, Ask uses the agent's default version. Discover is nil in the result if
// galley cannot find the agent's rule files.
func (r *Registry) Ask(name, version string) discovery.SurveyAgent {
	for _, full := range []string{name + "@" + version, name} {
		if a, known, err := r.Lookup(full); err == nil {
			return a.Asked(known)
		}
	}
	return discovery.SurveyAgent{Agent: name, Version: version}
}

// Asked returns the agent at a version, for a [discovery.Survey]; "" means the default version.
func (a Agent) Asked(version string) discovery.SurveyAgent {
	return discovery.SurveyAgent{Agent: a.Name, Version: version, Discover: a.Discover, Looks: a.RuleNames}
}

// StandIns returns the stand-ins of all agents: the texts that galley shows in place of the
// agents' own sentences. A pack, which a user makes, can replace only these texts.
func (r *Registry) StandIns() (all []*pack.StandIns) {
	for _, a := range r.list() {
		if a.StandIns != nil {
			all = append(all, a.StandIns)
		}
	}
	return all
}

// Lookup finds an agent whose rule files can be found, by "name" or "name@version". A version may
// be a prefix: "opencode@1.18" means the newest followed version that begins so. A name without a
// version means the agent's default version.
func (r *Registry) Lookup(name string) (a Agent, version string, err error) {
	base, want, _ := strings.Cut(name, "@")
	base = r.Called(base)
	for _, a := range r.list() {
		if a.Name != base || a.Discover == nil {
			continue
		}
		if v := discovery.MatchVersion(a.Versions, want); v != "" {
			return a, v, nil
		}
		var follows []string
		for _, v := range a.Versions {
			follows = append(follows, v.Name)
		}
		return Agent{}, "", fmt.Errorf("galley does not know %s %s; it knows %s", base, want, strings.Join(follows, ", "))
	}
	var names, called []string
	for _, a := range r.Discoverers() {
		names = append(names, a.Name)
		called = append(append(called, a.Name), a.Aliases...)
	}
	hint := "it knows " + strings.Join(names, ", ")
	if near, ok := diag.Nearest(base, called); ok {
		hint = "did you mean " + r.Called(near) + "?"
	}
	return Agent{}, "", fmt.Errorf("galley does not know the agent %q; %s", base, hint)
}

// Called returns the agent's name for a name, an alias or a title. It returns an unknown name
// unchanged.
func (r *Registry) Called(name string) string {
	for _, a := range r.list() {
		if a.Name == name || strings.EqualFold(a.Title, name) || slices.Contains(a.Aliases, strings.ToLower(name)) {
			return a.Name
		}
	}
	return name
}

// Evidence says how galley knows most rules of an agent at a version, for example because the
// agent was run or because its source was read.
func (r *Registry) Evidence(name, version string) string {
	a, _, err := r.Lookup(name)
	if err != nil {
		return string(discovery.NoEvidence)
	}
	for _, v := range a.Versions {
		if v.Name == version {
			return string(v.Evidence)
		}
	}
	return string(discovery.NoEvidence)
}
