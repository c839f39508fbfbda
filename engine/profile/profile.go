// Package profile puts prompts together as agents do: a file per agent. A
// profile takes what the template became, what the world and the scenario hold,
// and makes the messages of a prompt from them, each of blocks with one origin,
// one role and one lifetime.
//
// The profile "template" is galley's own and the default: the rendered template
// is the one system message. Its blocks are the files that `[file:…]` puts into
// the template, each by itself, and the runs of template text between them with
// the short values in it. So a view can show what each rule file costs, and a
// sentence with a value in it stays one block. Ids are template, file:AGENTS.md
// and so on; the second one of a name gets #2. A block lives as long as the
// shortest-lived thing in it: literal text is static, system:time and git:status
// change by the turn, every other value and every file belongs to the session.
//
// A template that is empty, or becomes empty, is no message at all.
package profile

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/profile/gemini"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
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
	Pack         *pack.Pack // the prose; nil is the stand-ins alone
	// Trace is what the agent's discovery of rule files found; nil lets the profile
	// look by itself.
	Trace *discovery.Trace
	// Discover looks for rule files in the place of the function of that name, for
	// those who remember what was found; nil looks each time.
	Discover func(ctx context.Context, asked discovery.Asked, o discovery.Options) *discovery.Trace
	// Fetch has documents fetched that the agent would fetch.
	Fetch bool
	// ProviderAssumed tells that nobody named the scenario's provider: it is the
	// catalogue's for the model.
	ProviderAssumed bool
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

// Default is the profile that is used when none is named.
const Default = "template"

// registry lists every profile; of one agent the default version first.
var registry = []Profile{
	template{},
	opencode11833, opencode1134, openagentic{},
	yumeGemini, yumeOpenAI, yumeClaude{},
	pilotdeck{},
	geminiCLI{gemini.V061}, geminiCLI{gemini.V028},
	codeboltAgent{},
}

// All returns every profile in the order in which views show them.
func All() []Profile { return slices.Clone(registry) }

// FullName returns NAME, or NAME@VERSION where there are versions.
func FullName(p Profile) string {
	if p.Version() == "" {
		return p.Name()
	}
	return p.Name() + "@" + p.Version()
}

// Lookup finds a profile by NAME or NAME@VERSION, "" being the default one. A
// name without a version is the agent's default version; the beginning of a
// version is the newest that begins so. A name that nobody has gives the default
// profile and a problem with the nearest name.
func Lookup(name string) (Profile, []diag.Problem) { return lookup(registry, name) }

func lookup(all []Profile, name string) (Profile, []diag.Problem) {
	want, version, versioned := strings.Cut(cmp.Or(name, Default), "@")
	var found Profile
	for _, p := range all {
		if p.Name() != want {
			continue
		}
		switch {
		case !versioned || p.Version() == version:
			return p, nil
		case begins(p.Version(), version) && (found == nil || newer(p.Version(), found.Version())):
			found = p
		}
	}
	if found != nil {
		return found, nil
	}
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = FullName(p)
	}
	hint := "known are " + strings.Join(names, ", ")
	if near, ok := diag.Nearest(name, names); ok {
		hint = "did you mean " + near + "?"
	}
	p := diag.New(diag.UnknownWord, source.Span{}, "there is no profile "+name+"; "+FullName(all[0])+" is used", hint)
	return all[0], []diag.Problem{p}
}

// begins reports whether version starts with the whole numbers of prefix.
func begins(version, prefix string) bool {
	return prefix != "" && strings.HasPrefix(version, prefix+".")
}

// newer compares versions number by number.
func newer(a, b string) bool {
	number := func(s string) (int, string) {
		n := 0
		for s != "" && s[0] != '.' {
			n, s = n*10+int(s[0]-'0'), s[1:]
		}
		return n, strings.TrimPrefix(s, ".")
	}
	for a != "" || b != "" {
		var x, y int
		x, a = number(a)
		y, b = number(b)
		if x != y {
			return x > y
		}
	}
	return false
}
