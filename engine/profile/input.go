package profile

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/settings"
	"galley/engine/source"
	"galley/engine/tool"
)

// TemplateAs returns how a profile uses the template. The built-in default template is only for
// galley's own profiles; other agents do not send it.
func (in Input) TemplateAs(p Profile) (string, []diag.Problem) {
	ways := p.TemplateAs()
	as := cmp.Or(in.Scenario.TemplateAs, ways[0])
	if in.BuiltIn && slices.Contains(ways, "none") && !Makes(p, as) {
		return "none", nil
	}
	if slices.Contains(ways, as) {
		return as, nil
	}
	return ways[0], []diag.Problem{in.Unknown("template_as", as, ways,
		"the template cannot be "+as+" in "+p.Name()+"; it is "+ways[0])}
}

// Unknown returns the problem for a word in the scenario that is not among the known words. key is
// the scenario's key.
func (in Input) Unknown(key, word string, known []string, message string) diag.Problem {
	hint := key + " is one of " + strings.Join(known, ", ")
	if near, ok := diag.Nearest(word, known); ok {
		hint = "did you mean " + near + "?"
	}
	return in.Problem(diag.UnknownWord, message, hint)
}

// Problem returns a problem of the scenario. The scenario need not be a file.
func (in Input) Problem(code diag.Code, message, hint string) diag.Problem {
	p := diag.New(code, source.Span{}, message, hint)
	p.File = in.Scenario.File
	return p
}

// Instead reports that a text of the scenario is not sent because the template replaces it. It
// reports nothing if given is false.
func (in Input) Instead(key string, given bool) []diag.Problem {
	if !given {
		return nil
	}
	return []diag.Problem{in.Problem(diag.NotSent, "the template replaces "+key, "set template_as, or remove "+key)}
}

// Given returns a text of the scenario with its origin.
func Given(key string, t settings.Text) source.Text {
	if t.File != "" {
		return source.Of(t.Text, source.Origin{Kind: source.File, Source: t.File, Span: source.Span{End: len(t.Text)}, Line: 1, Tag: source.NoSpan})
	}
	return pack.Value(key, t.Text)
}

// Look returns the trace of an agent's discovery with the options of a session.
func (in Input) Look(ctx context.Context, asked discovery.SurveyAgent, o discovery.Options) *discovery.Trace {
	if in.Trace != nil {
		return in.Trace
	}
	o.Cwd, o.Fetch = in.Cwd, in.Fetch
	if in.Discover != nil {
		return in.Discover(ctx, asked, o)
	}
	return Discover(ctx, in.World, asked, o)
}

// Discover runs an agent's discovery. It never fails. If the agent has no discovery, the trace is
// empty. If ctx ends, the trace is also empty, and the caller must not use it.
func Discover(ctx context.Context, w facts.World, asked discovery.SurveyAgent, o discovery.Options) *discovery.Trace {
	if asked.Discover == nil {
		return &discovery.Trace{}
	}
	o.Version = asked.Version
	t, err := asked.Discover(ctx, facts.Bounded(w), o)
	if err != nil {
		return &discovery.Trace{}
	}
	return t
}

// SortedKeys lists the keys of a map in order.
func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Tools returns the allowed tools of the scenario. The scenario lists tools; an entry with only a
// name stands for the definition with that name. Without a list, the advertised tools are used. A
// name without a definition is a problem.
func (in Input) Tools(advertised []string, definitions []tool.Tool) ([]tool.Tool, []diag.Problem) {
	s := in.Scenario.Tools
	var all []tool.Tool
	var problems []diag.Problem
	missing := func(names []string) {
		for _, name := range names {
			problems = append(problems, in.Problem(diag.UndefinedTool, "the tool "+name+" is declared but not defined", "it is left out: define it in the scenario's tools"))
		}
	}
	switch {
	case !s.Given:
		found, without := tool.Pick(advertised, definitions)
		all = found
		missing(without)
	case s.Text.Given:
		set := tool.Read(s.Text.File, s.Text.Text)
		all, problems = set.Tools, set.Problems
	default:
		for _, one := range s.List {
			if one.Declaration == "" {
				found, without := tool.Pick([]string{one.Name}, definitions)
				all = append(all, found...)
				missing(without)
				continue
			}
			set := tool.Read(in.Scenario.File, string(one.Declaration))
			all = append(all, set.Tools...)
			problems = append(problems, set.Problems...)
		}
	}
	all, problems = in.allowed(all, problems)
	return all, append(problems, in.refused(all)...)
}

// refused reports the tools of the scenario that the model's provider does not accept unchanged.
// The request's notes say how each of these tools is changed.
func (in Input) refused(tools []tool.Tool) (all []diag.Problem) {
	s := in.Scenario
	if !s.Tools.Given || s.Provider == "" && s.Model == "" {
		return nil
	}
	to := TargetOf(s.Provider, s.Model)
	changes := in.written(to, tools).changes
	for i := 0; i < len(changes); {
		first, n := changes[i], 0
		for i < len(changes) && changes[i].Index == first.Index {
			i, n = i+1, n+1
		}
		message := fmt.Sprintf("the tool %s is not in the form that %s accepts: at %s, %s", cmp.Or(diag.Clip(first.Tool), strconv.Itoa(first.Index+1)), to.to, cmp.Or(first.Path, "/"), first.Why)
		if n > 1 {
			message += fmt.Sprintf(" (and %d more)", n-1)
		}
		p := in.Problem(diag.BadTool, message, "`galley tools FILE --to "+string(to.to)+"` shows each change")
		if p.Severity = diag.Info; first.Path == "" {
			p.Severity = diag.Warning
		}
		all = append(all, p)
	}
	return all
}

func (in Input) allowed(all []tool.Tool, problems []diag.Problem) ([]tool.Tool, []diag.Problem) {
	allowed := in.Scenario.AllowedTools
	if allowed == nil {
		return all, problems
	}
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Named()
	}
	for _, name := range *allowed {
		if !slices.Contains(names, name) {
			problems = append(problems, in.Unknown("allowed_tools", name, names, "the tool "+name+" is allowed but not among the tools"))
		}
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(t tool.Tool) bool { return !slices.Contains(*allowed, t.Named()) })
	return kept, problems
}
