// Package agent knows the coding agents: a folder below it holds all of one agent,
// the row in [Known] its name and what can be asked about it. The folder's package
// comment is the agent's specification: from which versions the rules are, how they
// are known, and what is not known.
//
// Most discoveries are a list of places: [discovery.By], look at each place, say
// of everything that is there what becomes of it, end with Done. A rule that nobody
// has established gives a candidate that is unknown, with what would tell.
package agent

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine/capture/start"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/pack"
	"galley/engine/profile"
	"galley/engine/tool"
)

// Agent is what galley knows about one agent: its names, the versions that are
// followed, and one field for each thing that can be asked about it. A field that
// is nil is not known.
type Agent struct {
	Name     string               // as commands take it: "claude-code"
	Title    string               // as people write it: "Claude Code"
	Aliases  []string             // what people call it beside Name: "claude"
	Versions []discovery.Version  // the default first
	Discover discovery.Discoverer // finds its rule files
	Looks    discovery.Looks      // what it looks for, in words
	// Vendor is whose models the agent speaks to, as [token.Means] names vendors; "" where
	// it speaks to any. Its texts are counted as these do.
	Vendor string
	// Profiles put its prompt together, one for each version and form; the default
	// version comes first.
	Profiles []profile.Profile
	// Sketch is what was measured of its prompt where Profiles is nil; the zero one knows
	// nothing but the rule files.
	Sketch profile.Sketch
	// StandIns stand in the place of the agent's own sentences in its prompt.
	StandIns *pack.StandIns
	// Tools are its names for its tools, which [tool:NAME] in a template becomes.
	Tools *tool.Names
	// Lasts says what becomes of what files brought into a session when it is compacted,
	// cleared or resumed; Inherits what a sub-agent is sent of it.
	Lasts    []discovery.Lasting
	Inherits *discovery.Inheritance
	// Start says how the installed program is found, started and pointed at an
	// endpoint for a capture.
	Start *start.Starter
}

// Registry is a list of agents. A nil registry is that of the agents that galley
// follows.
type Registry struct{ agents []Agent }

// New makes a registry of some agents. Views list them in this order.
func New(agents ...Agent) *Registry { return &Registry{slices.Clone(agents)} }

// Known is the registry of the agents that galley follows.
func Known() *Registry { return New(known...) }

// All lists the agents.
func (r *Registry) All() []Agent { return slices.Clone(r.list()) }

// list is All without a copy, which is not changed: every frame of the workbench asks.
func (r *Registry) list() []Agent {
	if r == nil {
		return known
	}
	return r.agents
}

// With is the registry with further agents behind its own.
func (r *Registry) With(more ...Agent) *Registry { return New(append(r.All(), more...)...) }

// Discoverers lists the agents whose rule files can be found.
func (r *Registry) Discoverers() []Agent {
	return slices.DeleteFunc(r.All(), func(a Agent) bool { return a.Discover == nil })
}

// Asked is every agent whose rule files can be found, at its default version, for
// a [discovery.Survey].
func (r *Registry) Asked() (out []discovery.Asked) {
	for _, a := range r.Discoverers() {
		out = append(out, a.Asked(""))
	}
	return out
}

// Ask is an agent at a version, at its default version where galley does not follow
// that one. One whose rule files cannot be found has no Discover.
func (r *Registry) Ask(name, version string) discovery.Asked {
	for _, full := range []string{name + "@" + version, name} {
		if a, known, err := r.Lookup(full); err == nil {
			return a.Asked(known)
		}
	}
	return discovery.Asked{Agent: name, Version: version}
}

// Asked is the agent at a version, for a [discovery.Survey]; "" is the default version.
func (a Agent) Asked(version string) discovery.Asked {
	return discovery.Asked{Agent: a.Name, Version: version, Discover: a.Discover, Looks: a.Looks}
}

// StandIns lists the stand-ins of all agents, for a list of what a pack may hold.
func (r *Registry) StandIns() (all []*pack.StandIns) {
	for _, a := range r.All() {
		if a.StandIns != nil {
			all = append(all, a.StandIns)
		}
	}
	return all
}

// Lookup finds an agent whose rule files can be found by "name" or "name@version". A version may be the
// beginning of one: "opencode@1.18" is the newest known that starts so. Without
// one, the default.
func (r *Registry) Lookup(name string) (a Agent, version string, err error) {
	base, want, _ := strings.Cut(name, "@")
	base = r.Called(base)
	var names, called []string
	for _, a := range r.Discoverers() {
		names = append(names, a.Name)
		called = append(append(called, a.Name), a.Aliases...)
		if a.Name != base {
			continue
		}
		if v := discovery.MatchVersion(a.Versions, want); v != "" {
			return a, v, nil
		}
		var follows []string
		for _, v := range a.Versions {
			follows = append(follows, v.Name)
		}
		return Agent{}, "", fmt.Errorf("galley does not follow %s %s; it follows %s", base, want, strings.Join(follows, ", "))
	}
	hint := "it knows " + strings.Join(names, ", ")
	if near, ok := diag.Nearest(base, called); ok {
		hint = "did you mean " + r.Called(near) + "?"
	}
	return Agent{}, "", fmt.Errorf("galley does not know an agent %q; %s", base, hint)
}

// Called returns the name of the agent that people call so: an alias or a title stands
// for the name. What nobody is called comes back as it is.
func (r *Registry) Called(name string) string {
	for _, a := range r.list() {
		if a.Name == name || strings.EqualFold(a.Title, name) || slices.Contains(a.Aliases, strings.ToLower(name)) {
			return a.Name
		}
	}
	return name
}

// Evidence says how the rules of an agent's version are mostly known.
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
