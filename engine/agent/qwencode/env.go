package qwencode

import (
	"maps"
	"slices"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// userFolder returns the folder of the user's files.
func userFolder(w facts.World, home, cwd string) string {
	dir := facts.EnvPath(w, "QWEN_HOME")
	switch rest, below := strings.CutPrefix(dir, "~/"); {
	case dir == "":
		dir = facts.Join(home, ".qwen")
	case dir == "~":
		dir = home
	case below:
		dir = facts.Join(home, rest)
	}
	return facts.Resolve(cwd, dir)
}

// bootstrapped returns the environment with additional variables: those of the given names that are
// set in a .env file in the user's folder or in the directory that contains this folder. Qwen Code
// reads these variables before it reads settings. One of them, QWEN_HOME, moves the user's folder.
func bootstrapped(w facts.World, home, cwd string, names ...string) facts.World {
	take := func(dir string) {
		text, err := w.ReadFile(facts.Join(dir, ".env"))
		given, values := map[string]string{}, gemini.ParseEnv(text)
		for _, name := range names {
			if _, set := w.LookupEnv(name); err == nil && !set && values[name] != "" {
				given[name] = values[name]
			}
		}
		if len(given) > 0 {
			w = gemini.Given(w, "", given)
		}
	}
	first, set := userFolder(w, home, cwd), facts.EnvPath(w, "QWEN_HOME") != ""
	take(first)
	if !set {
		take(facts.Dir(first))
	}
	if moved := userFolder(w, home, cwd); moved != first {
		take(moved)
	}
	return w
}

// environment adds the variables of .env files and of "env" in the settings to the environment. It
// reports whether it has added any. In the project, only one file counts: the nearest .qwen/.env or
// .env, upward from the working directory. 0.24 reads the .env files of the home in addition; 0.15
// reads them only if the project has no such file. A variable that is already set keeps its value.
// This was read in the code of both releases and seen in runs.
func (r *qwenRun) environment(settings map[string]any) bool {
	given := map[string]string{}
	take := func(name, value string) {
		if v, set := r.World.LookupEnv(name); set && (v != "" || !r.is.local) {
			return
		}
		if _, twice := given[name]; !twice {
			given[name] = value
		}
	}
	for _, file := range r.envFiles(settings) {
		text, _ := r.World.ReadFile(file)
		values := gemini.ParseEnv(text)
		refused := r.refused(settings, file)
		maps.DeleteFunc(values, func(name, _ string) bool { return refused(name) })
		for name, value := range values {
			take(name, value)
		}
		if sets := slices.Sorted(maps.Keys(values)); slices.ContainsFunc(sets, changesPrompt) {
			sets = slices.DeleteFunc(sets, func(name string) bool { return !changesPrompt(name) })
			r.Trace.Settings = append(r.Trace.Settings, discovery.Setting{Path: file, Tier: "environment", Found: true, Detail: "it sets " + strings.Join(sets, ", ")})
		}
	}
	list, _ := settings["env"].(map[string]any)
	for name, value := range list {
		if text, ok := value.(string); ok && !r.operators(name) {
			take(name, text)
		}
	}
	r.World = gemini.Given(r.World, "", given)
	return len(given) > 0
}

// refused returns a function that reports whether Qwen Code ignores a variable in this .env file. A
// project's file may not set some variables, which only the user may set. It may also not set the
// variables that the settings exclude, unless it is in .qwen.
func (r *qwenRun) refused(settings map[string]any, file string) func(name string) bool {
	if slices.Contains(r.homeEnvFiles(), file) {
		return func(string) bool { return false }
	}
	excluded := map[string]bool{}
	if facts.Base(facts.Dir(file)) != ".qwen" {
		advanced, _ := settings["advanced"].(map[string]any)
		names, _ := discovery.Texts(advanced["excludedEnvVars"])
		for _, name := range names {
			excluded[name] = true
		}
	}
	return func(name string) bool { return r.operators(name) || excluded[name] }
}

// operators reports whether only the user may set a variable, so that Qwen Code ignores it in a
// project's .env file.
func (r *qwenRun) operators(name string) bool {
	switch name {
	case "QWEN_HOME", "QWEN_RUNTIME_DIR":
		return true
	case "QWEN_CODE_TRUSTED_FOLDERS_PATH", "QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH":
		return r.is.asks
	}
	return false
}

func changesPrompt(name string) bool {
	switch name {
	case "QWEN_HOME", "QWEN_CODE_TRUSTED_FOLDERS_PATH", "QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH":
		return true
	}
	return strings.HasPrefix(name, "QWEN_") && strings.Contains(name, "SYSTEM") && strings.HasSuffix(name, "_MD")
}

// homeEnvFiles lists the user's .env files. Earlier files override later ones.
func (r *qwenRun) homeEnvFiles() (files []string) {
	home := facts.Clean(r.Home)
	for _, dir := range []string{r.global, facts.Join(home, ".qwen"), home} {
		files = append(files, facts.Join(dir, ".env"))
	}
	return files
}

// envFiles lists the .env files that count. Earlier files override later ones.
func (r *qwenRun) envFiles(settings map[string]any) (files []string) {
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
		for _, file := range r.homeEnvFiles() {
			if add(file) && !r.is.local {
				return
			}
		}
	}
	if !r.untrusted {
		for dir := range facts.Up(r.Trace.Cwd) {
			if dir != home {
				if r.is.asks && dir != r.Trace.Cwd && r.denied(settings, dir) {
					continue
				}
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

// systemPrompt loads the file that QWEN_SYSTEM_MD names. The file's text replaces the system prompt
// of Qwen Code. If the file is missing, Qwen Code does not start.
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
