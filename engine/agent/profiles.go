package agent

import (
	"cmp"
	"slices"
	"strings"

	"galley/engine/agent/template"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/source"
	"galley/engine/tool"
)

// Profiles returns every profile in the order in which views show them. The template
// alone is always among them.
func (r *Registry) Profiles() []profile.Profile {
	return slices.Clone(r.kept())
}

// kept are the profiles, which the caller does not change.
func (r *Registry) kept() []profile.Profile {
	if r == nil {
		return Known().profiles()
	}
	return r.profiles()
}

func (r *Registry) listed() (all []profile.Profile) {
	for _, a := range r.list() {
		all = append(all, a.profiles()...)
	}
	if !slices.ContainsFunc(all, func(p profile.Profile) bool { return p.Name() == profile.Default }) {
		all = append(slices.Clone(template.Profiles), all...)
	}
	return all
}

// profiles returns the agent's profiles. If it has none but a discovery, it returns its sketch.
func (a Agent) profiles() []profile.Profile {
	if len(a.Profiles) > 0 || a.Discover == nil || len(a.Versions) == 0 {
		return a.Profiles
	}
	s := a.Sketch
	if a.Start == nil && s.Note == "" {
		s.Note = a.Title + " cannot be captured, because galley does not start it: its rule files are all that is known of its prompt"
	}
	return []profile.Profile{&profile.Sketched{Sketch: s, Agent: a.Name, Title: a.Title, Of: a.Versions[0].Name, Find: a.Discover, Looks: a.RuleNames}}
}

// sketchOf is the agent's sketch with the rule files as another version that galley follows
// finds them. It is nil if the agent has profiles of its own, or the version is the sketch's.
// The sizes of the agent's own words stay those of the version that was measured.
func (a Agent) sketchOf(version string) profile.Profile {
	all := a.profiles()
	if len(all) != 1 || all[0].Version() == version {
		return nil
	}
	s, ok := all[0].(*profile.Sketched)
	if !ok {
		return nil
	}
	older := *s
	older.Of = version
	return &older
}

// How much is known of an agent's prompt.
const (
	KnownModel = "modelled"   // read in its code, or measured from outside
	KnownRules = "rules only" // only its rule files; not its own words, tools and frames
)

// Known says how much is known of an agent's prompt without a capture.
func (a Agent) Known() string {
	if len(a.Profiles) > 0 || len(a.Sketch.Messages) > 0 {
		return KnownModel
	}
	return KnownRules
}

// Profile finds a profile by NAME or NAME@VERSION; "" is the default profile. Without
// a version it is the agent's default version. It takes the versions that discovery
// takes: a prefix of a version is the newest that begins so, and a release that behaves
// as a version does is that version. An unknown name gives the default profile and a problem with the nearest name.
func (r *Registry) Profile(name string) (profile.Profile, []diag.Problem) {
	base, version, versioned := strings.Cut(name, "@")
	if called := r.Called(base); called != base {
		base, name = called, called
		if versioned {
			name += "@" + version
		}
	}
	for _, a := range r.list() {
		if !versioned || a.Name != base {
			continue
		}
		if followed := discovery.MatchVersion(a.Versions, version); followed != "" && version != "" {
			name = base + "@" + followed
			if all := a.profiles(); len(all) == 1 && all[0].Version() == "" {
				name = base // one form for all versions
			}
			if older := a.sketchOf(followed); older != nil {
				return older, nil
			}
		}
	}
	p, problems := lookup(r.kept(), name)
	if len(problems) > 0 && strings.HasPrefix(problems[0].Hint, "known are ") {
		if near, ok := diag.Nearest(base, r.aliases()); ok {
			problems[0].Hint = "did you mean " + r.Called(near) + "?"
		}
	}
	return p, problems
}

// aliases are the other names that people call the agents with a profile by.
func (r *Registry) aliases() (all []string) {
	for _, a := range r.list() {
		if len(a.profiles()) > 0 {
			all = append(all, a.Aliases...)
		}
	}
	return all
}

func lookup(all []profile.Profile, name string) (profile.Profile, []diag.Problem) {
	want, version, versioned := strings.Cut(cmp.Or(name, profile.Default), "@")
	var found profile.Profile
	for _, p := range all {
		if p.Name() != want {
			continue
		}
		switch {
		case !versioned || p.Version() == version:
			return p, nil
		case hasVersionPrefix(p.Version(), version) && (found == nil || newer(p.Version(), found.Version())):
			found = p
		}
	}
	if found != nil {
		return found, nil
	}
	names := make([]string, len(all))
	var versions []string
	for i, p := range all {
		names[i] = profile.FullName(p)
		if p.Name() == want {
			versions = append(versions, p.Version())
		}
	}
	hint := "known are " + strings.Join(names, ", ")
	bare := make([]string, len(all))
	for i, p := range all {
		bare[i] = p.Name()
	}
	if near, ok := diag.Nearest(want, bare); ok {
		hint = "did you mean " + near + "?"
	} else if near, ok := diag.Nearest(name, names); ok {
		hint = "did you mean " + near + "?"
	}
	if versions != nil {
		hint = "galley follows " + want + " " + strings.Join(versions, ", ")
	}
	p := diag.New(diag.UnknownWord, source.Span{}, "unknown profile "+name+"; "+profile.FullName(all[0])+" is used", hint)
	return all[0], []diag.Problem{p}
}

// ToolNames returns the tool names of the agent of a profile, NAME or NAME@VERSION.
func (r *Registry) ToolNames(name string) *tool.Names {
	name, _, _ = strings.Cut(name, "@")
	for _, a := range r.All() {
		if slices.ContainsFunc(a.Profiles, func(p profile.Profile) bool { return p.Name() == name }) {
			return a.Tools
		}
	}
	return nil
}

// hasVersionPrefix reports whether version starts with the whole numbers of prefix.
func hasVersionPrefix(version, prefix string) bool {
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
