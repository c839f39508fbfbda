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

// merge lists the settings whose values are lists that a later layer extends. Other lists are
// replaced by a later layer.
var merge = gemini.Merge{Joined: map[string]bool{
	"context.includeDirectories": false, "mcp.allowed": false, "mcp.excluded": false,
	"tools.exclude": true, "permissions.allow": true, "permissions.ask": true, "permissions.deny": true, "advanced.excludedEnvVars": true,
}}

// systemFiles returns the paths of the administrator's defaults and settings.
func systemFiles(w facts.World, cwd string) (defaults, system string) {
	defaults, system = administrator.Files(w)
	return facts.Resolve(cwd, defaults), facts.Resolve(cwd, system)
}

// start reads the settings, adds variables to the environment, and reads the settings again in this
// environment. Qwen Code gets the same result in another way: it starts itself again in the new
// environment. Therefore a .env file in the home can say where the settings are, and settings can
// use variables of a .env file.
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

// settings reads the settings and decides about trust. The layers are the system's defaults, the
// user's settings, the project's settings and the system's settings; later ones override earlier
// ones.
//
// Trust is decided twice. First the layers without the project's decide whether the project's
// settings count; Qwen Code 0.15 asks only the system's settings and the user's, which override them.
// Then all settings that count decide about the project's other files. So a project that switches
// folder trust on keeps its settings and may lose its files.
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

// file reads a settings file, or returns nil if the file does not exist. The file may contain
// comments. If it is JSON but not an object, Qwen Code does not start. If it is not JSON, 0.24 does
// not start, unless the file belongs to the project; otherwise the file is ignored. Instead of an
// ignored file, 0.15 reads the copy that it made before it last wrote the file.
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

// backup reads NAME.orig, the copy of a settings file that Qwen Code 0.15 keeps. kept is false without a
// valid copy, or if this version keeps none.
func (r *qwenRun) backup(name string) (values map[string]any, kept bool) {
	text, err := r.World.ReadFile(name + ".orig")
	if err != nil || r.is.asks {
		return nil, false
	}
	values, err = gemini.Parse(text)
	return values, err == nil
}

// refuse records that the agent would not start because of a file. Only the first reason is
// recorded.
func (r *qwenRun) refuse(name, message string) {
	if r.Trace.Failure == nil {
		r.Trace.Failure = &discovery.Failure{Name: "FatalConfigError", Path: name, Message: name + ": " + message}
	}
}

// older maps settings in the first form of settings.json to their current places. It has only the
// settings that galley reads.
var older = map[string]string{
	"contextFileName": "context.fileName", "includeDirectories": "context.includeDirectories",
	"loadMemoryFromIncludeDirectories": "context.loadFromIncludeDirectories", "memoryImportFormat": "context.importFormat",
	"folderTrust": "security.folderTrust.enabled", "excludedProjectEnvVars": "advanced.excludedEnvVars",
}

// migrated moves settings of the first form to their current places, as Qwen Code does when it
// starts. It changes nothing if the file declares a later form.
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
