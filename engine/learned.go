package engine

import (
	"context"
	"fmt"
	"strings"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/learn"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
)

// Words identifies a capture that supplied words of the agent.
type Words struct {
	Capture string // the capture's id
	Version string
	Mode    start.Mode
	Made    string // the day of the capture
}

// Learn extracts the agent's own words from a new capture, by comparing it with galley's model of
// the agent. t is the discovery in the same directory. It learns nothing if galley has no model of
// the agent.
func Learn(ctx context.Context, agents *agent.Registry, w facts.World, c *capture.Capture, t *discovery.Trace) error {
	model, unknown := agents.Profile(c.Agent + "@" + c.Version)
	if len(unknown) > 0 {
		if model, unknown = agents.Profile(c.Agent); len(unknown) > 0 {
			return nil
		}
	}
	r, err := c.Request()
	if err != nil {
		return err
	}
	yes, headless := true, c.Mode != start.Headless
	means := capturedModel(c)
	in := profile.Input{
		Cwd: c.Cwd, World: w, BuiltIn: true, Trace: t,
		Scenario: scenario.Scenario{Provider: means.Provider, Model: means.Model, Trusted: &yes, Interactive: &headless},
	}
	made, _ := model.Assemble(ctx, in)
	made = withTools(made, in, model, false)
	_, titled := model.(*profile.Sketched)
	c.Attribution.Words = learn.Learn(learn.From{
		Model: made, Request: r, Map: c.Attribution.Map(), Profile: profile.FullName(model), Given: c.Prompt, Titled: titled,
		Served: func(tool string) bool {
			for _, s := range t.OfKind(discovery.Server) {
				if s.Name != "" && strings.Contains(tool, s.Name) {
					return true
				}
			}
			return strings.HasPrefix(tool, "mcp_")
		},
	})
	return nil
}

// learnedWords holds the captures from which a model takes the agent's own words.
type learnedWords struct {
	captures []*capture.Capture // captures of the model's version, in order of preference
	own      start.Facts
	other    *capture.Capture // other is the newest capture of another version; nil if there is one of this version
}

// learnedFrom returns the captures whose words a model may use.
func learnedFrom(r Request, agents *agent.Registry, model profile.Profile) (t learnedWords) {
	if r.Words == nil || model.Name() == profile.Default {
		return t
	}
	full := profile.FullName(model)
	if a, _, err := agents.Lookup(model.Name()); err == nil {
		t.own = a.Start.FactsOf()
	}
	for _, c := range r.Words(model.Name()) {
		switch {
		case c.Attribution == nil || c.Attribution.Words == nil:
		case c.Attribution.Words.Profile == full && agents.Ask(c.Agent, c.Version).Version == model.Version() && known(agents, c):
			t.captures = append(t.captures, c)
		case t.other == nil:
			t.other = c
		}
	}
	if i := r.Scenario.Interactive; i != nil {
		want := start.Headless
		if *i {
			want = start.Interactive
		}
		for n, c := range t.captures {
			if c.Mode == want {
				t.captures[0], t.captures[n] = t.captures[n], t.captures[0]
				break
			}
		}
	}
	return t
}

// known reports whether galley has a model of the agent for the version that was captured.
func known(agents *agent.Registry, c *capture.Capture) bool {
	_, unknown := agents.Profile(c.Agent + "@" + c.Version)
	return len(unknown) == 0
}

// usual sets in.Usual to the provider, the model and the mode of the first capture, if there is
// one. A profile uses each of them if the request does not set it.
func (t learnedWords) usual(in *profile.Input) {
	if len(t.captures) == 0 {
		return
	}
	c := t.captures[0]
	means := capturedModel(c)
	in.Usual = profile.Usual{Provider: means.Provider, Model: means.Model, Headless: c.Mode == start.Headless}
}

// fill inserts the words into a prompt and records which captures supplied them.
func (t learnedWords) fill(ctx context.Context, k *knowledge, r Request, in profile.Input, made prompt.Prompt) (prompt.Prompt, Provenance) {
	g := Provenance{Basis: Modelled}
	if len(t.captures) == 0 {
		if t.other != nil {
			made.Notes = append(made.Notes, fmt.Sprintf("your capture %s is of version %s, which galley does not know: its words are not in this prompt; --capture %s shows that request", t.other.ID, t.other.Version, t.other.ID))
		}
		return made, g
	}
	words := make([]*learn.Words, len(t.captures))
	for i, c := range t.captures {
		words[i] = c.Attribution.Words
	}
	given := r.Scenario.Tools.Given || r.Scenario.AllowedTools != nil
	f := learn.Fill(made, words, t.currentFact(ctx, k, in), !given)
	for _, i := range f.Used {
		c := t.captures[i]
		g.Words = append(g.Words, Words{c.ID, c.Version, c.Mode, c.Created.In(in.World.Zone()).Format("2006-01-02")})
	}
	g.Left = f.Left
	return f.Prompt, g
}

// currentFact returns a function that maps a fact of the captured session, such as a path, to the same
// fact of this session.
func (t learnedWords) currentFact(ctx context.Context, k *knowledge, in profile.Input) func(name, old string) string {
	return func(name, old string) string {
		for _, c := range t.captures {
			values := k.renewedOf("words of "+c.ID, func() map[string]string { return c.Elsewhere(ctx, in.World, t.own, in.Cwd) })
			if now, ok := values[name+"\x00"+old]; ok {
				return now
			}
		}
		return old
	}
}
