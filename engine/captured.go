package engine

import (
	"context"
	"fmt"
	"path"
	"slices"
	"time"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/match"
	"galley/engine/capture/start"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
	"galley/engine/wire"
)

// Basis says where a prompt comes from.
type Basis string

// The bases, the strongest first.
const (
	Captured  Basis = "captured"  // the request that the installed agent sent
	Predicted Basis = "predicted" // the captured request, updated with the files as they are now
	Modelled  Basis = "modelled"  // a prompt that galley assembled, with stand-ins for the agent's own words
)

// Provenance describes where a result's prompt comes from.
type Provenance struct {
	Basis   Basis
	Capture string        // id, or "" for a modelled prompt
	Age     time.Duration // the time since the capture
	// Changed are the texts that differ from the capture: files that were edited,
	// added or removed.
	Changed []string
	// Words are the captures that supplied the agent's own words in a modelled prompt.
	Words []Words
	// Left names the stand-ins for the agent's own words that remain in a modelled prompt, because
	// no capture supplied these words, and the tools whose declarations galley wrote.
	Left []string
}

// capturedProfile is the profile that shows a captured request. It replaces the captured texts of
// files by their present texts.
type capturedProfile struct {
	capture *capture.Capture
	asked   discovery.SurveyAgent // the agent, at a version that galley follows
	starter *start.Starter        // nil if none exists
	model   profile.Profile       // galley's own model of the agent, or nil
	now     time.Time
	ground  Provenance // where the last assembled prompt comes from
	sent    *wire.Request
	known   *knowledge
	// asCaptured is true if the captured texts of files are not replaced.
	asCaptured bool
}

// captured returns the profile of a capture. Discovery follows the captured version
// if galley knows it, else the agent's default.
func captured(agents *agent.Registry, c *capture.Capture, now time.Time, k *knowledge) *capturedProfile {
	p := &capturedProfile{capture: c, asked: agents.Ask(c.Agent, c.Version), now: now, known: k}
	if model, unknown := agents.Profile(c.Agent); len(unknown) == 0 {
		p.model = model
	}
	if a, _, err := agents.Lookup(c.Agent); err == nil {
		p.starter = a.Start
	}
	return p
}

// capturedModel returns the meaning of the model that a capture names. If galley does not know the
// name, the provider is the one whose request form the agent used.
func capturedModel(c *capture.Capture) token.Meaning {
	if m := token.Means("", c.Model); m.Known {
		return m
	}
	return token.Means(c.Form.Provider(), c.Model)
}

// renewed returns the present values of the facts in the captured request, such as the date, that
// have changed since the capture.
func (p *capturedProfile) renewed(ctx context.Context, in profile.Input, r *wire.Request) map[string]string {
	return p.known.renewedOf(p.capture.ID, func() map[string]string {
		return p.capture.Renewed(ctx, in.World, p.starter.FactsOf(), r, p.capture.Attribution.Map())
	})
}

// Name implements [profile.Profile].
func (p *capturedProfile) Name() string { return p.capture.Agent }

// Version implements [profile.Profile].
func (p *capturedProfile) Version() string { return p.capture.Version }

// TemplateAs implements [profile.Profile]: a captured prompt does not use a template.
func (p *capturedProfile) TemplateAs() []string { return []string{"none"} }

// Separator implements [profile.Profile].
func (p *capturedProfile) Separator() source.Text { return source.Literal("\n\n") }

// WireForm implements [profile.WireFormer].
func (p *capturedProfile) WireForm() (form wire.Form, always bool) {
	if s, ok := p.model.(profile.WireFormer); ok {
		return s.WireForm()
	}
	return "", false
}

// Assemble implements [profile.Profile].
func (p *capturedProfile) Assemble(ctx context.Context, in profile.Input) (prompt.Prompt, []diag.Problem) {
	c := p.capture
	p.ground = Provenance{Basis: Captured, Capture: c.ID, Age: p.now.Sub(c.Created)}
	broken := func(err error) (prompt.Prompt, []diag.Problem) {
		return prompt.Prompt{}, []diag.Problem{diag.New(diag.BadFile, source.Span{}, fmt.Sprintf("the capture %s cannot be shown: %v", c.ID, err), "capture the agent again")}
	}
	r, err := c.Request()
	if err != nil {
		return broken(err)
	}
	if p.asCaptured {
		return p.assemble(match.Prediction{Request: r, Map: c.Attribution.Map()}, c.Expected())
	}
	trace := in.Discover(ctx, p.asked, p.starter.Asked(in.Cwd, p.capture.Mode, c.Args))
	next, now, err := c.Predict(ctx, trace, in.World, p.starter.FactsOf(), p.renewed(ctx, in, r))
	if err != nil {
		return broken(err)
	}
	if len(next.Changed) > 0 {
		p.ground.Basis, p.ground.Changed = Predicted, next.Changed
	}
	made, problems := p.assemble(next, now)
	problems = append(problems, mentionProblems(c.MentionChanges(trace))...)
	return made, append(problems, choiceProblems(c.ChoiceChanges(trace))...)
}

// choiceProblems reports the settings that have changed since the capture and that change the agent's
// own words.
func choiceProblems(changes []discovery.Choice) (all []diag.Problem) {
	for _, c := range changes {
		message := fmt.Sprintf("%s has changed since the capture and changes the agent's own words, which the request shown here has as they were", c.Name)
		one := diag.New(diag.CaptureDiffers, source.Span{}, message, "capture the agent again to see the present request")
		one.File = c.Path
		all = append(all, one)
	}
	return all
}

// mentionProblems reports the skills, sub-agents and servers that the agent has begun or ceased to
// mention since the capture.
func mentionProblems(changes []capture.MentionChange) (all []diag.Problem) {
	for _, m := range changes {
		message := fmt.Sprintf("the %s %s is new since the capture, so the request shown here lacks it; the real one has it: %s", m.Kind, m.Name, m.Where)
		if m.Gone {
			message = fmt.Sprintf("the %s %s is gone since the capture, but the request shown here still has it", m.Kind, m.Name)
		}
		one := diag.New(diag.CaptureDiffers, source.Span{}, message, "capture the agent again to see the present request")
		one.File = m.Path
		all = append(all, one)
	}
	return all
}

// assemble returns the prompt of a request and its problems.
func (p *capturedProfile) assemble(next match.Prediction, now []match.Expected) (prompt.Prompt, []diag.Problem) {
	p.sent = next.Request
	made := match.Prompt(next.Request, next.Map, now)
	unplaced(made.Messages, next.Unplaced, now)
	made.Notes = append(made.Notes, p.capture.Notes...)
	return made, p.problems(next)
}

// unplaced appends to the system message the texts whose place in the request is not known. The
// agent will send them, but galley does not know where.
func unplaced(messages []prompt.Message, names []string, now []match.Expected) {
	at := slices.IndexFunc(messages, func(m prompt.Message) bool {
		return m.Role == prompt.System || m.Role == prompt.Developer || m.Role == prompt.Instructions
	})
	if at < 0 {
		return
	}
	for _, e := range now {
		if e.Tool != "" || !slices.Contains(names, e.Name) {
			continue
		}
		m := &messages[at]
		m.Blocks = append(m.Blocks, prompt.Block{ID: "unplaced/" + e.Name, Title: path.Base(e.Name) + " (place not known)", Lifetime: prompt.Session, Text: e.Text})
		if m.Parts != nil {
			m.Parts = append(m.Parts, 1)
		}
	}
}

// problems reports where the capture and discovery disagree.
func (p *capturedProfile) problems(next match.Prediction) []diag.Problem {
	var all []diag.Problem
	tell := func(file, message, hint string) {
		one := diag.New(diag.CaptureDiffers, source.Span{}, message, hint)
		one.File = file
		all = append(all, one)
	}
	for _, d := range next.Map.Differences {
		switch d.Kind {
		case match.Missing:
			tell(d.Name, fmt.Sprintf("galley expects %s in the request, but the capture does not contain it (%d bytes)", d.Name, d.Bytes), "what galley knows about this version of the agent may be wrong")
		case match.Unexpected:
			tell(d.Name, fmt.Sprintf("the capture contains %d bytes of %s, which galley does not expect", d.Bytes, d.Name), "what galley knows about this version of the agent may be wrong")
		case match.Changed:
			tell(d.Name, fmt.Sprintf("the capture contains %s in a different form than galley expects (%d bytes)", d.Name, d.Bytes), "changes of this file cannot be predicted exactly")
		}
	}
	for _, name := range next.Unplaced {
		tell(name, fmt.Sprintf("%s is new, and the capture does not show its place", name), "views show it after the system text, and the request does not contain it; capture the agent again to see its place")
	}
	return all
}

// renewedOf returns the result of the function ask. It caches the result under the given name
// until [Workbench.Refresh], because ask runs git.
func (k *knowledge) renewedOf(name string, ask func() map[string]string) map[string]string {
	k.mu.Lock()
	values, ok := k.renewed[name]
	k.mu.Unlock()
	if ok {
		return values
	}
	values = ask()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.renewed[name] = values
	return values
}
