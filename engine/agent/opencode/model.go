package opencode

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// providerSetting is a provider that the settings define, with the models that they define for it.
type providerSetting struct {
	name   string
	own    bool // the settings name its package, so it has only the models listed there
	models map[string]bool
}

// defineProviders reads the providers of one settings file.
func (r *opencodeRun) defineProviders(top map[string]json.RawMessage) {
	for _, p := range inOrder(top["provider"]) {
		i, there := r.providerAt[p.name]
		if !there {
			i = len(r.providers)
			r.providers = append(r.providers, providerSetting{name: p.name, models: map[string]bool{}})
			r.providerAt[p.name] = i
		}
		var fields map[string]json.RawMessage
		_ = json.Unmarshal(p.raw, &fields) // a value of another shape has no effect
		var npm string
		if _ = json.Unmarshal(fields["npm"], &npm); npm != "" { // another shape names no package
			r.providers[i].own = true
			if r.Trace.Defined.Packages == nil {
				r.Trace.Defined.Packages = map[string]string{}
			}
			r.Trace.Defined.Packages[p.name] = npm
		}
		for _, m := range inOrder(fields["models"]) {
			r.providers[i].models[m.name] = true
			var model struct {
				ID string `json:"id"`
			}
			if json.Unmarshal(m.raw, &model) == nil && model.ID != "" {
				r.Trace.Defined.AddModel(p.name+"/"+m.name, model.ID)
			}
		}
	}
	for key, to := range map[string]*[]string{"disabled_providers": &r.disabled, "enabled_providers": &r.enabled} {
		if raw, there := top[key]; there {
			_ = json.Unmarshal(raw, to) // a value of another shape has no effect
		}
	}
}

// chooseModel finds the model with which a session starts if no setting names one for all agents.
// 1.18.33 uses the most recently used model that is still available; without such a model, it uses
// a model of the first provider in the settings. 1.1.34 does the latter in `opencode run`; in the
// interactive mode it prefers the most recently used model, too. If the settings give the starting
// agent a model of its own, chooseModel adds no notes, because the model that it finds counts only
// for other agents.
func (r *opencodeRun) chooseModel() {
	if r.Trace.Defined.Model != "" {
		return
	}
	starting, _ := startingAgent(r.Trace.Defined)
	agentsOwn := r.Trace.Defined.AgentSettings[starting].Model != ""
	note := func(format string, args ...any) {
		if !agentsOwn {
			r.Note(format, args...)
		}
	}
	state := facts.Join(r.PathOr("XDG_STATE_HOME", facts.Join(r.Home, ".local", "state")), "opencode", "model.json")
	for _, m := range r.recent(state) {
		if !r.usable(m.Provider, m.Model) {
			continue
		}
		if !r.startsWithRecent {
			note("in interactive mode OpenCode %s starts with %s/%s, the model used last (%s); `opencode run` does not", r.version, m.Provider, m.Model, state)
			break
		}
		r.fallBack(m.Provider+"/"+m.Model, "the model used last ("+state+")")
		return
	}
	for _, p := range r.providers {
		if !r.usable(p.name, "") {
			continue
		}
		if !p.own || len(p.models) == 0 {
			note("no setting names a model: OpenCode uses one of %s; it is not known which one", p.name)
			return
		}
		best := slices.SortedFunc(maps.Keys(p.models), betterModel)
		r.fallBack(p.name+"/"+best[0], "the first of "+p.name+" in OpenCode's order, because no setting names one")
		return
	}
}

func (r *opencodeRun) fallBack(model, why string) {
	d := &r.Trace.Defined
	d.Model, d.ModelShown, d.ModelFrom = model, r.Mask(model), why
}

// recentModel is an entry of OpenCode's list of recently used models.
type recentModel struct {
	Provider string `json:"providerID"`
	Model    string `json:"modelID"`
}

// recent lists the recently used models. The most recent one comes first.
func (r *opencodeRun) recent(file string) []recentModel {
	data, err := r.World.ReadFile(file)
	if err != nil {
		return nil
	}
	var state struct {
		Recent []recentModel `json:"recent"`
	}
	_ = json.Unmarshal([]byte(data), &state) // a file of another shape lists no models
	return state.Recent
}

// usable reports whether a session can use a provider and, if model is not "", this model. A
// provider can be used if it is in the settings, or the user has signed in to it, or OpenCode knows
// the provider and may find its key in the environment.
func (r *opencodeRun) usable(provider, model string) bool {
	if provider == "" || slices.Contains(r.disabled, provider) || r.enabled != nil && !slices.Contains(r.enabled, provider) {
		return false
	}
	i, there := r.providerAt[provider]
	if !there {
		_, known := providerPackages[provider]
		return known || provider == "opencode" || r.signedIn(provider)
	}
	return model == "" || !r.providers[i].own || r.providers[i].models[model]
}

// signedIn reports whether OpenCode has stored a key for a provider.
func (r *opencodeRun) signedIn(provider string) bool {
	if r.keys == nil {
		r.keys = map[string]bool{}
		data, _ := r.World.ReadFile(facts.Join(r.dataDir(), "auth.json")) // without the file no key is stored
		for name := range names(json.RawMessage(data)) {
			r.keys[name] = true
		}
	}
	return r.keys[provider]
}

// preferredModels lists parts of models' names. A name that contains a later entry is preferred to
// one that contains an earlier entry.
var preferredModels = []string{"gpt-5", "claude-sonnet-4", "big-pickle", "gemini-3-pro"}

// betterModel compares two models of a provider, for sorting. The model that OpenCode prefers for a
// new session comes first.
func betterModel(a, b string) int {
	rank := func(model string) int {
		return slices.IndexFunc(preferredModels, func(part string) bool { return strings.Contains(model, part) })
	}
	latest := func(model string) int {
		if strings.Contains(model, "latest") {
			return 0
		}
		return 1
	}
	if d := rank(b) - rank(a); d != 0 {
		return d
	}
	if d := latest(a) - latest(b); d != 0 {
		return d
	}
	return discovery.CompareUTF16(b, a)
}
