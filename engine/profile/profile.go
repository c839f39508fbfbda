// Package profile has what all agents share in assembling their prompts. How each one
// does it is in its package below engine/agent.
//
// A profile takes the rendered template, the world and the scenario, and makes the
// messages of a prompt, each of blocks with one origin, one role and one lifetime.
package profile

import (
	"context"
	"slices"

	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/wire"
)

// Input holds everything that a profile assembles.
type Input struct {
	Template source.Text // the rendered template
	// TemplateText is the template's source text, which origins refer to.
	TemplateText string
	BuiltIn      bool // the template is the built-in default, not written for this agent
	Cwd          string
	World        facts.World
	Scenario     scenario.Scenario
	Pack         *pack.Pack // the user's prose; a profile adds its stand-ins
	// Trace is the agent's discovery; nil makes the profile run it.
	Trace *discovery.Trace
	// Discover replaces the function of that name, for callers that keep results; nil
	// runs a new discovery each time.
	Discover func(ctx context.Context, asked discovery.SurveyAgent, o discovery.Options) *discovery.Trace
	// Kept caches results from the last prompt; nil caches nothing.
	Kept *Kept
	// Fetch fetches documents that the agent would fetch.
	Fetch bool
	// Usual is the agent's observed behaviour. It applies where nothing else decides.
	Usual Usual
	// ProviderAssumed reports that the scenario's provider is the catalogue's for the
	// model, because nobody named one.
	ProviderAssumed bool
}

// Usual describes a captured session of the agent.
type Usual struct {
	Provider, Model string
	Headless        bool
}

// Profile is how one agent, at one version, assembles its prompt.
type Profile interface {
	// Name is the agent's, in lower case; Version is the one that the profile
	// follows, or "".
	Name() string
	Version() string
	// TemplateAs lists the uses that the template can have, the default first.
	TemplateAs() []string
	// Assemble makes the prompt. It never fails: faults are problems. If ctx ends, it
	// returns early and the result is not valid.
	Assemble(ctx context.Context, in Input) (prompt.Prompt, []diag.Problem)
	// Separator separates the system texts when they are shown as one.
	Separator() source.Text
}

// Fitter is a profile whose prompt can be fitted to a limit.
type Fitter interface {
	Profile
	// Reductions returns the steps that shorten the prompt that Assemble makes of the
	// same input. provider names the agent's limit.
	Reductions(ctx context.Context, in Input) (l budget.Reductions, provider string)
}

// WireFormer is a profile that says in which form its agent sends requests.
type WireFormer interface {
	Profile
	// WireForm returns the form. If always is set, the agent uses no other form; otherwise the
	// form counts only if galley does not know the model's provider.
	WireForm() (form wire.Form, always bool)
}

// Maker is a profile that can use a text of its own instead of the template: under
// some values of TemplateAs it sends no template.
type Maker interface {
	Profile
	Makes() []string
}

// Makes reports whether a value of a profile's TemplateAs makes it use its own text.
func Makes(p Profile, as string) bool {
	m, ok := p.(Maker)
	return ok && slices.Contains(m.Makes(), as)
}

// Replacer is a profile whose agent's own system text is not sent under a value of TemplateAs: the
// template stands in its place.
type Replacer interface {
	Profile
	Replaces(as string) bool
}

// Replaces reports whether the template, used in a way, replaces the agent's own system text.
func Replaces(p Profile, as string) bool {
	r, ok := p.(Replacer)
	return ok && r.Replaces(as)
}

// ScenarioReader is a profile that says which keys of a scenario it reads. why explains, by key,
// why others have no effect, if that is not obvious.
type ScenarioReader interface {
	Profile
	Reads(in Input) (keys []string, why map[string]string)
}

// Default is the profile that is used if none is named.
const Default = "template"

// FullName returns NAME, or NAME@VERSION if there are versions.
func FullName(p Profile) string {
	if p.Version() == "" {
		return p.Name()
	}
	return p.Name() + "@" + p.Version()
}
