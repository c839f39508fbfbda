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
	return slices.Clone(r.cachedProfiles())
}

// cachedProfiles is [Registry.Profiles] without the copy; the caller must not change the list.
func (r *Registry) cachedProfiles() []profile.Profile {
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

// profiles returns the agent's profiles. If the agent has none, but galley can find its rule files,
// profiles returns its sketch.
func (a Agent) profiles() []profile.Profile {
	if len(a.Profiles) > 0 || a.Discover == nil || len(a.Versions) == 0 {
		return a.Profiles
	}
	s := a.Sketch
	if a.Start == nil && s.Note == "" {
		s.Note = a.Title + " cannot be captured, because galley cannot start it: its rule files are all that is known of its prompt"
	}
	return []profile.Profile{&profile.Sketched{Sketch: s, Agent: a.Name, Title: a.Title, Of: a.Versions[0].Name, Find: a.Discover, Looks: a.RuleNames}}
}

// sketchOf returns the agent's sketch with the rule files that version loads. It returns nil if the
// agent has profiles of its own, or if version is the sketch's own version. The sizes of the
// agent's own words remain those of the sketch's version, which was measured.
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

// The values of [Agent.Known]: how much galley knows of an agent's prompt without a capture.
const (
	KnownModel = "modelled"   // read in its code, or measured from outside
	KnownRules = "rules only" // only its rule files are known, not its own words, tools and frames
)

// Known returns how much galley knows of an agent's prompt without a capture: [KnownModel] or
// [KnownRules].
func (a Agent) Known() string {
	if len(a.Profiles) > 0 || len(a.Sketch.Messages) > 0 {
		return KnownModel
	}
	return KnownRules
}

// Profile finds a profile by NAME or NAME@VERSION; "" means the default profile. Without a version
// it returns the profile of the agent's default version. It accepts the same versions as
// [Registry.Lookup]: a prefix means the newest version that begins so, and a release that is known
// to behave like a followed version means that followed version. For an unknown name it returns the
// default profile and a problem that suggests the nearest name.
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
				name = base // one profile serves all versions
			}
			if older := a.sketchOf(followed); older != nil {
				return older, nil
			}
		}
	}
	p, problems := lookup(r.cachedProfiles(), name)
	if len(problems) > 0 && strings.HasPrefix(problems[0].Hint, "known are ") {
		if near, ok := diag.Nearest(base, r.aliases()); ok {
			problems[0].Hint = "did you mean " + r.Called(near) + "?"
		}
	}
	return p, problems
}

// aliases lists the other names by which people call agents with profiles.
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
		hint = "galley knows " + want + " " + strings.Join(versions, ", ")
	}
	p := diag.New(diag.UnknownWord, source.Span{}, "unknown profile "+name+"; "+profile.FullName(all[0])+" is used", hint)
	return all[0], []diag.Problem{p}
}

// ToolNames returns the tool names of the agent to which a profile, NAME or NAME@VERSION, belongs.
func (r *Registry) ToolNames(name string) *tool.Names {
	name, _, _ = strings.Cut(name, "@")
	for _, a := range r.list() {
		if slices.ContainsFunc(a.Profiles, func(p profile.Profile) bool { return p.Name() == name }) {
			return a.Tools
		}
	}
	return nil
}

// hasVersionPrefix reports whether version begins with the numbers of prefix and has more numbers.
func hasVersionPrefix(version, prefix string) bool {
	return strings.HasPrefix(version, prefix+".")
}

// newer reports whether version a is newer than b; it compares them number by number.
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
