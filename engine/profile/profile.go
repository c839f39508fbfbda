// Package profile holds what all agents share in putting their prompts together. How
// each one does it stands in its folder below engine/agent.
//
// A profile takes what the template became, what the world and the scenario hold, and
// makes the messages of a prompt from them, each of blocks with one origin, one role
// and one lifetime.
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

// Input is what a profile puts together.
type Input struct {
	Template source.Text // what the template became
	// TemplateText is the template itself, which origins point into.
	TemplateText string
	BuiltIn      bool // the template is the built-in default: nobody wrote it for this agent
	Cwd          string
	World        facts.World
	Scenario     scenario.Scenario
	Pack         *pack.Pack // the user's prose; a profile adds its stand-ins
	// Trace is what the agent's discovery of rule files found; nil lets the profile
	// look by itself.
	Trace *discovery.Trace
	// Discover looks for rule files in the place of the function of that name, for
	// those who remember what was found; nil looks each time.
	Discover func(ctx context.Context, asked discovery.Asked, o discovery.Options) *discovery.Trace
	// Kept remembers what was made for the former prompt; nil remembers nothing.
	Kept *Kept
	// Fetch has documents fetched that the agent would fetch.
	Fetch bool
	// Usual is what the agent was seen to do where nothing else says.
	Usual Usual
	// ProviderAssumed tells that nobody named the scenario's provider: it is the
	// catalogue's for the model.
	ProviderAssumed bool
}

// Usual is what a captured session of the agent was like.
type Usual struct {
	Provider, Model string
	Headless        bool
}

// Profile is how one agent, at one version, puts its prompt together.
type Profile interface {
	// Name is the agent's, in lower case; Version the one that the profile follows,
	// "" when there is only one.
	Name() string
	Version() string
	// TemplateAs lists what the template can become here, the default first.
	TemplateAs() []string
	// Assemble makes the prompt. It never fails: what is wrong is a problem. It
	// returns early, with anything, when ctx ends.
	Assemble(ctx context.Context, in Input) (prompt.Prompt, []diag.Problem)
	// Separator stands between the system texts when they are shown as one.
	Separator() source.Text
}

// Fitter is a profile whose prompt can be brought under a limit.
type Fitter interface {
	Profile
	// Ladder returns what can be taken from the prompt that Assemble makes of the
	// same input. Provider names the limit that the agent holds to.
	Ladder(ctx context.Context, in Input) (l budget.Ladder, provider string)
}

// Speaker is a profile whose agent has a form of request of its own.
type Speaker interface {
	Profile
	// Speaks returns it. With always, the agent asks nobody otherwise; without, it is
	// what stands where galley does not know the model's provider.
	Speaks() (form wire.Form, always bool)
}

// Maker is a profile that can put a text of its own making where the template would
// stand: those ways of TemplateAs send no template.
type Maker interface {
	Profile
	Makes() []string
}

// Makes reports whether a way of a profile's TemplateAs sends a text that the profile
// makes.
func Makes(p Profile, as string) bool {
	m, ok := p.(Maker)
	return ok && slices.Contains(m.Makes(), as)
}

// Reader is a profile that says which keys of a scenario it reads. Of the others it can
// tell why they do nothing, where that is not plain.
type Reader interface {
	Profile
	Reads(in Input) (keys []string, why map[string]string)
}

// Default is the profile that is used when none is named.
const Default = "template"

// FullName returns NAME, or NAME@VERSION where there are versions.
func FullName(p Profile) string {
	if p.Version() == "" {
		return p.Name()
	}
	return p.Name() + "@" + p.Version()
}
