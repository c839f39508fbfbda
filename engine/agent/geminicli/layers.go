package geminicli

import (
	"slices"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
	"galley/engine/source"
)

// layers reads the settings files in this order: the administrator's defaults, the user's settings,
// a trusted project's settings, and the administrator's overrides. Later files override earlier
// ones.
func (r *geminiRun) layers() map[string]any {
	defaults, system := gemini.SystemSettings(r.World)
	project := facts.Join(r.Trace.Cwd, ".gemini", "settings.json")
	below := r.administered(defaults, "system defaults")
	user := r.settingsFile(facts.Join(r.Home, ".gemini", "settings.json"), "user")
	above := r.administered(system, "system")
	r.set.files = map[string]map[string]any{"user": user}
	outside := gemini.Layered(below, user, above)
	r.trust(outside)
	if r.RealCwd(r.Home) == r.Trace.Cwd {
		return outside // the user's file and the project's are the same
	}
	at := len(r.Trace.Settings)
	values := r.settingsFile(project, "project")
	r.set.files["project"] = values
	if !r.trusted {
		if len(r.Trace.Settings) > at {
			r.Trace.Settings[at].Detail, r.Trace.Settings[at].Unused = gemini.NotCounted, true
		}
		return outside
	}
	return gemini.Layered(below, user, values, above)
}

// administered reads a settings file of the administrator. 0.61 ignores this file if users other
// than root may have written it.
func (r *geminiRun) administered(name, tier string) map[string]any {
	if at := gemini.Unsafe(r.World, r.is.version, name); at != "" {
		r.Note("%s is ignored: users other than root can write %s", name, at)
		return nil
	}
	before := len(r.Trace.Settings)
	values := r.settingsFile(name, tier)
	if len(r.Trace.Settings) > before && r.is.version == gemini.V061 {
		r.Trace.Settings[before].Detail = "it counts only if it and all directories above belong to root, which galley does not check"
	}
	return values
}

// settingsFile reads a settings file, or returns nil if it does not exist. It may contain comments;
// any other content that is not a JSON object keeps the agent from starting.
func (r *geminiRun) settingsFile(name, tier string) map[string]any {
	data, err := r.World.ReadFile(name)
	if err != nil {
		if info, serr := r.World.Stat(name); serr == nil && info.IsDir() {
			r.refuse(name, "it is a directory")
		}
		return nil
	}
	r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: name, Tier: tier, Found: true})
	values, err := gemini.Parse(data)
	if err != nil {
		r.TooMuch(name, err)
		message := discovery.Located(source.NewLines(data).Position(gemini.Fault(data)), "it is not a JSON object with comments: "+settings.Why(err))
		r.Note("%s: %s", name, message)
		r.refuse(name, message)
	}
	gemini.Expand(r.World, values, r.is.defaults, r.Trace.Secrets.AddEnv)
	if r.is.typed {
		gemini.Typed(values)
	}
	r.deadKeys(name, data, values)
	context, _ := values["context"].(map[string]any)
	if wrongNames(context["fileName"]) {
		r.refuse(name, "context.fileName must be a name or a list of names")
	}
	if r.is.typed {
		r.stops(name, values)
	}
	return values
}

// stops records a value with which 0.61 does not start. Other wrong values only cause a warning.
func (r *geminiRun) stops(name string, values map[string]any) {
	for _, key := range []string{"advanced", "experimental", "hooksConfig", "security", "tools", "ui"} {
		if v, set := values[key]; set && v == nil {
			r.refuse(name, key+" must not be null")
		}
	}
	table := func(key string) map[string]any { t, _ := values[key].(map[string]any); return t }
	for _, list := range []struct {
		in, key   string
		lone, any bool // lone: a single text is allowed; any: every value that is not a list is allowed
	}{
		{"context", "memoryBoundaryMarkers", true, false}, {"context", "includeDirectories", true, true},
		{"tools", "core", false, false}, {"tools", "exclude", true, true},
	} {
		v := table(list.in)[list.key]
		members, isList := v.([]any)
		_, isText := v.(string)
		wrong := slices.ContainsFunc(members, func(one any) bool { _, isText := one.(string); return !isText })
		if wrong || v != nil && !isList && !(isText && list.lone) && !list.any {
			r.refuse(name, list.in+"."+list.key+" must be a list of texts")
		}
	}
}

// wrongNames reports whether a value of context.fileName keeps the agent from starting.
func wrongNames(value any) bool {
	switch v := value.(type) {
	case nil, string:
		return false
	case bool:
		return v
	case float64:
		return v != 0
	case []any:
		for _, name := range v {
			if _, isText := name.(string); !isText {
				return true
			}
		}
		return false
	}
	return true
}
