package qwencode

import (
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/settings"
	"galley/engine/source"
)

// administrator has the names of the administrator's files.
var administrator = gemini.Administrator{Variables: "QWEN_CODE", Mac: "QwenCode", Other: "qwen-code"}

// merge has the lists that a later layer of settings extends. Other lists it replaces.
var merge = gemini.Merge{Joined: map[string]bool{
	"context.includeDirectories": false, "mcp.allowed": false, "mcp.excluded": false,
	"tools.exclude": true, "permissions.allow": true, "permissions.ask": true, "permissions.deny": true, "advanced.excludedEnvVars": true,
}}

// systemFiles returns the paths of the administrator's defaults and settings.
func systemFiles(w facts.World, cwd string) (defaults, system string) {
	defaults, system = administrator.Files(w)
	return facts.Resolve(cwd, defaults), facts.Resolve(cwd, system)
}

// start reads the settings and completes the environment, and reads both again with that
// environment: Qwen Code starts itself a second time in it. So a .env file of the home
// may say where the settings are, and settings may name variables of a .env file.
func (r *qwenRun) start() map[string]any {
	before := *r.Trace
	names := []string{"QWEN_HOME"}
	if r.is.asks {
		names = append(names, "QWEN_CODE_TRUSTED_FOLDERS_PATH")
	}
	r.World = bootstrapped(r.World, r.Home, r.Trace.Cwd, names...)
	r.global = userFolder(r.World, r.Home, r.Trace.Cwd)
	merged := r.settings()
	if r.environment(merged) {
		r.Trace.Settings, r.Trace.Notes, r.Trace.Problems = before.Settings, before.Notes, before.Problems
		r.Trace.Failure, r.Trace.Trust = before.Failure, before.Trust
		r.rulesOf = ""
		r.global = userFolder(r.World, r.Home, r.Trace.Cwd)
		merged = r.settings()
		r.environment(merged)
	}
	return merged
}

// settings reads the settings and decides about trust. Later layers override earlier
// ones: the system's defaults, the user's, the project's, the system's. The project's do
// not count if the folder is not trusted by the other layers; in 0.15 by the system's
// under the user's alone. Whether the project's files count is asked of all settings in
// force, so a project that switches folder trust on keeps its settings and may lose its
// files.
func (r *qwenRun) settings() map[string]any {
	if r.Options.Settings != nil {
		r.judge(r.Options.Settings)
		return r.Options.Settings
	}
	defaults, system := systemFiles(r.World, r.Trace.Cwd)
	above := r.file(system, "system")
	below := r.file(defaults, "system defaults")
	user := r.file(facts.Join(r.global, "settings.json"), "user")
	r.files = []layer{{system, "system", above}, {"", "project", nil}, {facts.Join(r.global, "settings.json"), "user", user}, {defaults, "system defaults", below}}
	outside := merge.All(below, user, above)
	if !r.is.asks {
		outside = merge.All(above, user)
	}
	var project map[string]any
	if r.Trace.Cwd != r.RealCwd(r.Home) {
		at := len(r.Trace.Settings)
		name := facts.Join(r.Trace.Cwd, ".qwen", "settings.json")
		values := r.file(name, "project")
		found := len(r.Trace.Settings) > at
		r.files[1] = layer{name, "project", values}
		if trusted, _, _ := r.trusts(outside); trusted {
			project = values
		} else if r.ignored = true; found {
			r.Trace.Settings[at].Detail, r.Trace.Settings[at].Unused = gemini.NotCounted, true
		}
	}
	merged := merge.All(below, user, project, above)
	r.judge(merged)
	return merged
}

// layer is a settings file.
type layer struct {
	path, tier string
	values     map[string]any
}

// file reads a settings file, or returns nil if none exists. It may hold comments. What
// is not a JSON object stops the agent. What is not JSON stops 0.24, except in the
// project; otherwise the file counts for nothing. In its place 0.15 reads the copy that
// it made before it last wrote the file.
func (r *qwenRun) file(name, tier string) map[string]any {
	text, ok := r.SettingText(name, tier)
	if !ok {
		return nil
	}
	values, err := gemini.Parse(text)
	if err != nil {
		r.TooMuch(name, err)
		message := "it is not JSON with comments: " + settings.Why(err)
		if gemini.NotObject(err) {
			message = "it is not a JSON object"
		}
		old, kept := r.backup(name)
		switch {
		case gemini.NotObject(err) || r.is.asks && tier != "project":
			message = discovery.Located(source.NewLines(text).Position(gemini.Fault(text)), message)
			r.Note("%s: %s", name, message)
			r.refuse(name, message)
			return nil
		case !kept:
			r.BadFile(name, text, message, gemini.Fault(text))
			return nil
		}
		r.Note("%s: %s; Qwen Code %s reads %s.orig instead", name, message, r.Trace.Version, name)
		values = old
	}
	migrated(values)
	gemini.Expand(r.World, values, false, r.Trace.Secrets.AddEnv)
	return values
}

// backup reads the copy of a settings file that 0.15 keeps.
func (r *qwenRun) backup(name string) (values map[string]any, kept bool) {
	text, err := r.World.ReadFile(name + ".orig")
	if err != nil || r.is.asks {
		return nil, false
	}
	values, err = gemini.Parse(text)
	return values, err == nil
}

// refuse records that the agent would not start because of a file; the first one is kept.
func (r *qwenRun) refuse(name, message string) {
	if r.Trace.Failure == nil {
		r.Trace.Failure = &discovery.Failure{Name: "FatalConfigError", Path: name, Message: name + ": " + message}
	}
}

// older maps the settings that galley reads from the first form of settings.json to
// their places today.
var older = map[string]string{
	"contextFileName": "context.fileName", "includeDirectories": "context.includeDirectories",
	"loadMemoryFromIncludeDirectories": "context.loadFromIncludeDirectories", "memoryImportFormat": "context.importFormat",
	"folderTrust": "security.folderTrust.enabled", "excludedProjectEnvVars": "advanced.excludedEnvVars",
}

// migrated moves settings of the first form to their new places, as the agent does at
// its start. A file that declares a later form stays as it is.
func migrated(values map[string]any) {
	if version, _ := values["$version"].(float64); version >= 2 {
		return
	}
	for key, to := range older {
		v, ok := values[key]
		if !ok {
			continue
		}
		delete(values, key)
		path := strings.Split(to, ".")
		table := values
		for _, step := range path[:len(path)-1] {
			inner, isTable := table[step].(map[string]any)
			if !isTable {
				inner = map[string]any{}
				table[step] = inner
			}
			table = inner
		}
		table[path[len(path)-1]] = v
	}
}
