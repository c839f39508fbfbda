package qwencode_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// Each row gives the file that replaces Qwen Code's own system prompt according to the environment,
// the .env files and the settings. "" means that no file does.
func TestTheSystemPromptFileIsNamedByTheEnvironment(t *testing.T) {
	env := func(file, text string) func(*facts.Memory) { return agenttest.File(file, text) }
	yes, no := true, false
	tests := []struct {
		name       string
		build      func(w *facts.Memory)
		trusted    *bool
		newer, old string // with 0.24.4 and with 0.15.10
	}{
		{"a file of the project names it", env("/p/.env", "QWEN_SYSTEM_MD=mine.md"), nil, "mine", "mine"},
		{"a switch means .qwen/system.md", env("/p/.qwen/.env", "QWEN_SYSTEM_MD=1"), nil, "own", "own"},
		{"a false value disables it", env("/p/.env", "QWEN_SYSTEM_MD=false"), nil, "", ""},
		{"the environment comes before files", func(w *facts.Memory) {
			w.Env("QWEN_SYSTEM_MD", "~/home.md").File("/p/.env", "QWEN_SYSTEM_MD=mine.md")
		}, nil, "home", "home"},
		{".qwen/.env comes before .env", func(w *facts.Memory) {
			w.File("/p/.qwen/.env", "QWEN_SYSTEM_MD=true").File("/p/.env", "QWEN_SYSTEM_MD=mine.md")
		}, nil, "own", "own"},
		{"since 0.24 the home's file is read besides the project's", func(w *facts.Memory) {
			w.File("/h/.qwen/.env", "QWEN_SYSTEM_MD=~/home.md").File("/p/.env", "OTHER=1")
		}, nil, "home", ""},
		{"before 0.24 only the first of the home's files counts", func(w *facts.Memory) {
			w.File("/h/.qwen/.env", "X=1").File("/h/.env", "QWEN_SYSTEM_MD=~/home.md")
		}, nil, "home", ""},
		{"a file of the directory above", env("/.env", "QWEN_SYSTEM_MD=/p/mine.md"), nil, "mine", "mine"},
		{"a file of the directory above, in a folder that the session trusts", func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File("/h/.qwen/trustedFolders.json", `{"/": "DO_NOT_TRUST"}`).File("/.env", "QWEN_SYSTEM_MD=/p/mine.md")
		}, &yes, "mine", "mine"},
		{"the home's files apply if the project has none", env("/h/.env", "QWEN_SYSTEM_MD=~/home.md"), nil, "home", "home"},
		{"the settings' env comes last", func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"env":{"QWEN_SYSTEM_MD":"~/home.md"}}`).File("/p/.env", "QWEN_SYSTEM_MD=mine.md")
		}, nil, "mine", "mine"},
		{"the settings name it", env("/h/.qwen/settings.json", `{"env":{"QWEN_SYSTEM_MD":"~/home.md"}}`), nil, "home", "home"},
		{"a folder that is not trusted sets nothing", func(w *facts.Memory) {
			w.File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File("/p/.env", "QWEN_SYSTEM_MD=mine.md")
		}, &no, "", ""},
	}
	for _, tt := range tests {
		for version, want := range map[string]string{"0.24.4": tt.newer, "0.15.10": tt.old} {
			w := agenttest.Repository().File("/p/mine.md", "mine").File("/p/.qwen/system.md", "own").File("/h/home.md", "home")
			tt.build(w)
			if got := systemPrompt(t, w, version, "/p", discovery.Options{Trusted: tt.trusted}); got != want {
				t.Errorf("%s, %s: %q, want %q", tt.name, version, got, want)
			}
		}
	}
}

// A .env file and the settings of a project can hold tens of thousands of names. Each name must be
// looked up in a map and not searched for in a list.
func TestManyVariablesAndExcludedNames(t *testing.T) {
	t.Parallel()
	for _, n := range []int{10_000, 40_000} {
		var env, excluded strings.Builder
		for i := range n {
			fmt.Fprintf(&env, "X%d=1\n", i)
			fmt.Fprintf(&excluded, "%q,", fmt.Sprint("N", i))
		}
		w := agenttest.Repository().File("/p/mine.md", "mine").File("/p/.env", env.String()+"QWEN_SYSTEM_MD=mine.md\nQWEN_APPEND_SYSTEM_MD=no.md\n").
			File("/p/.qwen/settings.json", `{"advanced":{"excludedEnvVars":[`+excluded.String()+`"QWEN_APPEND_SYSTEM_MD"]}}`)
		if got := systemPrompt(t, w, "0.24.4", "/p", discovery.Options{}); got != "mine" {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestWhereTheSearchForEnvFilesEnds(t *testing.T) {
	for version, want := range map[string]string{"0.24.4": "", "0.15.10": "above"} {
		w := facts.NewMemory().Dir("/u/h/p").Env("HOME", "/u/h").File("/u/.env", "QWEN_SYSTEM_MD=/u/above.md").File("/u/above.md", "above").File("/u/h/home.md", "home")
		if got := systemPrompt(t, w, version, "/u/h/p", discovery.Options{}); got != want {
			t.Errorf("%s, a file above the home: %q, want %q", version, got, want)
		}
		w.File("/u/h/.env", "QWEN_SYSTEM_MD=~/home.md")
		if got := systemPrompt(t, w, version, "/u/h/p", discovery.Options{}); got != "home" {
			t.Errorf("%s, a file in the home of a user below another home: %q", version, got)
		}
	}
}

// systemPrompt returns the text that replaces Qwen Code's own system prompt.
func systemPrompt(t *testing.T, w *facts.Memory, version, cwd string, o discovery.Options) string {
	t.Helper()
	for _, p := range agenttest.Discover(t, w, "qwen-code@"+version, cwd, o).Parts {
		if p.Name == "system prompt" && p.Instead {
			return p.Text.String()
		}
	}
	return ""
}

func TestProjectEnvFileCannotMoveQwensFolder(t *testing.T) {
	w := agenttest.Repository().File("/p/.env", "QWEN_HOME=/p/evil\n").File("/p/evil/QWEN.md", "a").File("/h/.qwen/QWEN.md", "b")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{})
	if len(trace.Loaded) != 1 || agenttest.ReasonOf(trace, "/h/.qwen/QWEN.md") != "loaded" {
		t.Errorf("loaded: %v", trace.Loaded)
	}
}

func TestMissingSystemPromptFileIsReported(t *testing.T) {
	w := agenttest.Repository().Env("QWEN_SYSTEM_MD", "none.md").File("/p/QWEN.md", "a")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{})
	if trace.Failure == nil || trace.Failure.Path != "/p/none.md" {
		t.Errorf("the failure is %v", trace.Failure)
	}
}

func TestThePrivateFileNeedsARepository(t *testing.T) {
	w := facts.NewMemory().Dir("/h").Env("HOME", "/h").File("/p/.qwen/QWEN.local.md", "a")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{Home: "/h"})
	if len(trace.Loaded) != 0 {
		t.Errorf("loaded outside a repository: %v", trace.Loaded)
	}
}
