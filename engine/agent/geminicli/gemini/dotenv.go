package gemini

import (
	"maps"
	"slices"
	"strings"

	"galley/engine/facts"
	"galley/engine/source"
	"galley/engine/textutil"
)

// Environment is the environment with the variables that the agent adds from a .env
// file at its start.
type Environment struct {
	facts.World
	File  string   // the .env file, or "" if none counts
	Names []string // the variables that it sets, sorted
	given map[string]string
}

// Given returns a world whose environment also has the variables in values, which come from file.
// They override variables of w with the same names.
func Given(w facts.World, file string, values map[string]string) *Environment {
	return &Environment{World: w, File: file, Names: slices.Sorted(maps.Keys(values)), given: values}
}

// LookupEnv implements [facts.World].
func (e *Environment) LookupEnv(name string) (string, bool) {
	if v, ok := e.given[name]; ok {
		return v, true
	}
	return e.World.LookupEnv(name)
}

// Unwrap returns the world without the .env file.
func (e *Environment) Unwrap() facts.World { return e.World }

// SameFiles returns the world from which files are read; see [facts.Derived].
func (e *Environment) SameFiles() facts.World { return e.World }

// notFromProjects lists the variables that a project's file cannot set. The setting
// advanced.excludedEnvVars replaces this list.
var notFromProjects = []string{"DEBUG", "DEBUG_MODE", "GEMINI_CLI_IDE_SERVER_STDIO_COMMAND", "GEMINI_CLI_IDE_SERVER_STDIO_ARGS"}

// Complete adds the variables of the .env file to the environment of a session in a trusted folder.
// In other folders the file sets only the keys of providers, which change no prompt. The agent
// reads only the first file that exists: .gemini/.env, then .env, in each directory upward, and
// finally in the home. A variable that is already set keeps its value. The settings are read before
// the file and cannot use its variables. This was read in the code of 0.61 and seen in runs.
func Complete(w facts.World, s Settings, home, cwd string, trusted bool) *Environment {
	e := &Environment{World: w}
	if !trusted {
		return e
	}
	e.File = envFile(w, home, cwd, s.Is(true, "advanced", "ignoreLocalEnv"))
	text, _ := w.ReadFile(e.File) // a file that is missing or cannot be read sets nothing
	not := s.List("advanced", "excludedEnvVars")
	if not == nil {
		not = notFromProjects
	}
	refused := map[string]bool{}
	if project := !strings.Contains(e.File, ".gemini"); project {
		for _, name := range not {
			refused[name] = true
		}
	}
	e.given = map[string]string{}
	for name, value := range ParseEnv(text) {
		if _, set := w.LookupEnv(name); !set && !refused[name] {
			e.given[name] = value
		}
	}
	e.Names = slices.Sorted(maps.Keys(e.given))
	return e
}

// Changes lists the file's variables that change a prompt.
func (e *Environment) Changes() []string {
	return slices.DeleteFunc(slices.Clone(e.Names), func(name string) bool {
		return name != "SANDBOX" && (!strings.HasPrefix(name, "GEMINI_") || strings.HasSuffix(name, "_KEY"))
	})
}

// mostEnv is a limit in bytes: a longer .env file sets nothing.
const mostEnv = 1 << 20

func envFile(w facts.World, home, cwd string, onlyHome bool) string {
	there := func(name string) bool { _, err := w.Stat(name); return err == nil }
	for dir := range facts.Up(cwd) {
		if p := facts.Join(dir, ".gemini/.env"); there(p) {
			return p
		}
		if p := facts.Join(dir, ".env"); there(p) && (!onlyHome || dir == home) {
			return p
		}
	}
	for _, p := range []string{facts.Join(home, ".gemini/.env"), facts.Join(home, ".env")} {
		if there(p) {
			return p
		}
	}
	return ""
}

var envLine = textutil.LazyRegexp(`(?m)^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|` +
	"\\s*`(?:\\\\`|[^`])*`" + `|[^#\r\n]+)?\s*(?:#.*)?$`)

// ParseEnv reads a .env file as the package dotenv does. If a name occurs twice, its last value
// counts. A file of more than 1 MiB sets nothing.
func ParseEnv(text string) map[string]string {
	if len(text) > mostEnv {
		return nil
	}
	all := map[string]string{}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	for _, m := range envLine().FindAllStringSubmatch(text, -1) {
		value := strings.TrimFunc(m[2], source.IsJSSpace)
		quote := ""
		if value != "" {
			quote = value[:1]
		}
		if strings.Contains("'\"`", quote) && len(value) > 1 && strings.HasSuffix(value, quote) && quote != "" {
			value = value[1 : len(value)-1]
		}
		if quote == `"` {
			value = strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(value)
		}
		all[m[1]] = value
	}
	return all
}
