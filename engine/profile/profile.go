// Package profile has what all agents share in assembling their prompts. Each agent's own rules
// are in its package below engine/agent.
//
// A profile takes the rendered template, the world and the scenario, and makes the messages of a
// prompt. A message consists of blocks. Each block has one origin, one role and one lifetime.
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

// Input is everything from which a profile assembles a prompt.
type Input struct {
	Template source.Text // the rendered template
	// TemplateText is the source text of the template; the offsets in origins refer to it.
	TemplateText string
	BuiltIn      bool // the template is galley's default, which was not written for this agent
	Cwd          string
	World        facts.World
	Scenario     scenario.Scenario
	Pack         *pack.Pack // the user's prose, to which a profile adds its stand-ins
	// Trace is the agent's discovery. If it is nil, the profile runs the discovery.
	Trace *discovery.Trace
	// Discover replaces the function [Discover], for callers that cache its results. If it is nil,
	// each call runs a new discovery.
	Discover func(ctx context.Context, asked discovery.SurveyAgent, o discovery.Options) *discovery.Trace
	// Kept caches results of the last prompt; nil caches nothing.
	Kept *Kept
	// Fetch says to fetch the documents that the agent would fetch.
	Fetch bool
	// Usual is the observed behaviour of the agent. It applies where nothing else decides.
	Usual Usual
	// ProviderAssumed says that nobody named a provider. The scenario's provider is then the
	// provider that the catalogue lists for the model.
	ProviderAssumed bool
}

// Usual describes a captured session of the agent.
type Usual struct {
	Provider, Model string
	Headless        bool
}

// Profile says how one agent, at one version, assembles its prompt.
type Profile interface {
	// Name returns the agent's name in lower case. Version returns the version that the profile
	// follows, or "".
	Name() string
	Version() string
	// TemplateAs lists the ways in which the profile can use the template, the default first.
	TemplateAs() []string
	// Assemble makes the prompt. It never fails: it reports faults as problems. If ctx ends, it
	// returns early, and the result must not be used.
	Assemble(ctx context.Context, in Input) (prompt.Prompt, []diag.Problem)
	// Separator returns the text that separates the system texts when they are shown as one.
	Separator() source.Text
}

// Fitter is a profile whose prompt can be fitted to a limit.
type Fitter interface {
	Profile
	// Reductions returns the steps that shorten the prompt which Assemble makes of the same input.
	// provider names the limit of the agent.
	Reductions(ctx context.Context, in Input) (l budget.Reductions, provider string)
}

// WireFormer is a profile that says in which form its agent sends requests.
type WireFormer interface {
	Profile
	// WireForm returns the form. If always is set, the agent uses no other form; otherwise the
	// form counts only if galley does not know the model's provider.
	WireForm() (form wire.Form, always bool)
}

// Maker is a profile that can send a text of its own instead of the template. It does so for some
// values of TemplateAs.
type Maker interface {
	Profile
	Makes() []string
}

// Makes reports whether a value of TemplateAs makes a profile use its own text.
func Makes(p Profile, as string) bool {
	m, ok := p.(Maker)
	return ok && slices.Contains(m.Makes(), as)
}

// Replacer is a profile that can send the template instead of the agent's own system text. It does
// so for some values of TemplateAs.
type Replacer interface {
	Profile
	Replaces(as string) bool
}

// Replaces reports whether the template replaces the agent's own system text for a value of
// TemplateAs.
func Replaces(p Profile, as string) bool {
	r, ok := p.(Replacer)
	return ok && r.Replaces(as)
}

// ScenarioReader is a profile that says which keys of a scenario it reads. why maps other keys to
// the reason why they have no effect, where the reason is not obvious.
type ScenarioReader interface {
	Profile
	Reads(in Input) (keys []string, why map[string]string)
}

// Default is the name of the profile that is used if the user names no profile.
const Default = "template"

// FullName returns NAME@VERSION, or NAME for a profile without a version.
func FullName(p Profile) string {
	if p.Version() == "" {
		return p.Name()
	}
	return p.Name() + "@" + p.Version()
}
