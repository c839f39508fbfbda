package qwencode

import (
	"maps"
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// environment adds the variables of .env files and of "env" in the settings to the environment. In
// the project, the nearest .qwen/.env or .env upward counts. 0.24 also reads those of the home,
// after the project's; 0.15 reads them only if the project has none. A variable that is already set
// keeps its value. The settings are read before and do not see these variables. Read in the code of
// both releases.
func (r *qwenRun) environment(settings map[string]any) {
	given := map[string]string{}
	first := ""
	take := func(name, value string) {
		if v, set := r.World.LookupEnv(name); set && (v != "" || !r.is.local) {
			return
		}
		if _, twice := given[name]; !twice {
			given[name] = value
		}
	}
	for _, file := range r.envFiles() {
		text, err := r.World.ReadFile(file)
		if err != nil {
			continue
		}
		values := gemini.ParseEnv(text)
		for name, value := range values {
			take(name, value)
		}
		if sets := slices.Sorted(maps.Keys(values)); slices.ContainsFunc(sets, changesPrompt) {
			sets = slices.DeleteFunc(sets, func(name string) bool { return !changesPrompt(name) })
			r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: file, Tier: "environment", Found: true, Detail: "it sets " + strings.Join(sets, ", ")})
		}
		if first == "" {
			first = file
		}
	}
	list, _ := settings["env"].(map[string]any)
	for name, value := range list {
		if text, ok := value.(string); ok {
			take(name, text)
		}
	}
	r.World = gemini.Given(r.World, first, given)
}

func changesPrompt(name string) bool {
	return strings.HasPrefix(name, "QWEN_") && strings.Contains(name, "SYSTEM") && strings.HasSuffix(name, "_MD")
}

// envFiles lists the .env files that are read; earlier ones override later ones.
func (r *qwenRun) envFiles() (files []string) {
	add := func(file string) bool {
		info, err := r.World.Stat(file)
		ok := err == nil && info.IsRegular() && !slices.Contains(files, file)
		if ok {
			files = append(files, file)
		}
		return ok
	}
	home := facts.Clean(r.Home)
	ofHome := func() {
		for _, dir := range []string{r.global, facts.Join(home, ".qwen"), home} {
			if add(facts.Join(dir, ".env")) && !r.is.local {
				return
			}
		}
	}
	if !r.untrusted {
		for dir := range facts.Up(r.Trace.Cwd) {
			if dir != home {
				if add(facts.Join(dir, ".qwen", ".env")) || add(facts.Join(dir, ".env")) {
					break
				}
				continue
			}
			if ofHome(); r.is.local || len(files) > 0 { // if the home has no such file, 0.15 looks above it too
				break
			}
		}
	}
	if r.is.local || len(files) == 0 {
		ofHome()
	}
	return files
}

// systemPrompt loads the file that QWEN_SYSTEM_MD names, which replaces Qwen Code's own words. If
// the file is missing, Qwen Code does not start.
func (r *qwenRun) systemPrompt() {
	value, _ := r.World.LookupEnv("QWEN_SYSTEM_MD")
	file, _ := gemini.SwitchedFile(value, r.Trace.Cwd, r.Home, ".qwen/system.md")
	if file == "" {
		return
	}
	text, ok := r.SystemFile(file)
	if !ok {
		r.Trace.Failure = &discovery.Failure{Name: "Error", Path: file, Variable: "QWEN_SYSTEM_MD",
			Message: file + ": QWEN_SYSTEM_MD names this file, which cannot be read, and Qwen Code does not start without it"}
		return
	}
	r.system = text
	r.Trace.Parts = append(r.Trace.Parts, discovery.Part{Name: "system prompt", Role: "system", Where: "m0", Text: text, Instead: true})
}
