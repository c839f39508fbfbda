package engine

import (
	"cmp"
	"slices"
	"strings"

	"galley/engine/agent"
	"galley/engine/diag"
	"galley/engine/profile"
	"galley/engine/scenario"
)

// everybody lists the scenario's keys that the engine itself reads for every profile: those of the
// model, the variables, the template's role and the checks.
var everybody = []string{"provider", "model", "conversation_id", "workspace_id", "template_as", "hostname", "platform", "probes", "demand_call", "fit"}

// unread reports the scenario's keys that have no effect on the prompt of a profile. Each problem
// says why, or which profiles read the key.
func unread(known *agent.Registry, p profile.Profile, in profile.Input) (all []diag.Problem) {
	reader, ok := p.(profile.ScenarioReader)
	if !ok {
		return nil
	}
	for _, g := range in.Scenario.Given {
		read, hint := reads(known, reader, in, g.Key, true)
		if read {
			continue
		}
		problem := in.Problem(diag.NotSent, "the scenario's "+g.Key+" has no effect under "+profile.FullName(p), hint)
		problem.Span, problem.Start, problem.End = g.Span, g.Start, g.End
		all = append(all, problem)
	}
	return all
}

// reads reports whether a profile reads a key of the scenario. If not, why gives the
// reason or names the profiles that read it. given says that the scenario has the key.
func reads(known *agent.Registry, p profile.ScenarioReader, in profile.Input, key string, given bool) (read bool, why string) {
	keys, whys := p.Reads(in)
	if slices.Contains(everybody, key) || slices.Contains(keys, key) {
		return true, ""
	}
	return false, cmp.Or(whys[key], readers(known, in, key, given))
}

// KeyUse is a key of a scenario, and whether a profile reads it.
type KeyUse struct {
	scenario.Row
	Read bool
	Why  string // why it is not read, or ""
}

// ScenarioKeys lists every key of a scenario with its value in a file's text, and whether the
// named profile reads it. If a profile does not list the keys that it reads, it counts as reading
// all keys.
func ScenarioKeys(known *agent.Registry, name string, s scenario.Scenario, file, text string) []KeyUse {
	p, _ := known.Profile(name)
	reader, says := p.(profile.ScenarioReader)
	var all []KeyUse
	for _, row := range scenario.Rows(file, text) {
		use := KeyUse{Row: row, Read: true}
		if says {
			use.Read, use.Why = reads(known, reader, profile.Input{Scenario: s}, row.Key, row.Given)
		}
		all = append(all, use)
	}
	return all
}

// readers names the profiles that read a key. If none does and the scenario sets the key, it
// advises to remove the key.
func readers(known *agent.Registry, in profile.Input, key string, given bool) string {
	var names []string
	for _, p := range known.Profiles() {
		if r, ok := p.(profile.ScenarioReader); ok {
			if keys, _ := r.Reads(in); slices.Contains(keys, key) && !slices.Contains(names, p.Name()) {
				names = append(names, p.Name())
			}
		}
	}
	switch {
	case len(names) > 0:
		return "these profiles read it: " + strings.Join(names, ", ")
	case given:
		return "no agent's prompt reads it: remove it"
	}
	return "no agent's prompt reads it"
}
