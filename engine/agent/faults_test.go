package agent_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// Faults that users reported of OpenCode, Gemini CLI and the agents derived from them. Each row is
// named after the fault and states what galley says about it.
func TestReportedFaultsAreExplained(t *testing.T) {
	fileName := func(name any) discovery.Options {
		return discovery.Options{Settings: map[string]any{"context": map[string]any{"fileName": name}}}
	}
	for _, tt := range []struct {
		name   string
		agents string
		cwd    string
		build  func(w *facts.Memory)
		o      discovery.Options
		loaded string // loaded files, in order
		path   string // a path and what galley says about it
		want   string
	}{
		{"a rule file in the wrong folder is silently ignored", "opencode@1.1.34 openagentic", "/p",
			func(w *facts.Memory) { w.File("/p/.opencode/AGENTS.md", "a") }, discovery.Options{}, "", "/p/.opencode/AGENTS.md", ""},
		{"a rule file in a subfolder is loaded only when the agent works there", "opencode@1.18.33", "/p",
			func(w *facts.Memory) { w.File("/p/.opencode/AGENTS.md", "a") }, discovery.Options{}, "", "/p/.opencode/AGENTS.md", "on demand"},
		{"a pattern after a tilde is silently dropped", "opencode@1.1.34 opencode@1.18.33", "/p",
			func(w *facts.Memory) {
				w.File("/h/r/a/x.md", "x").File("/p/opencode.json", `{"instructions":["~/r/**/*.md"]}`)
			},
			discovery.Options{}, "", "~/r/**/*.md", "not loaded no-match"},
		{"a file after a tilde", "opencode@1.1.34 opencode@1.18.33 openagentic", "/p",
			func(w *facts.Memory) {
				w.File("/h/r/x.md", "x").File("/p/opencode.json", `{"instructions":["~/r/*.md"]}`)
			},
			discovery.Options{}, "/h/r/x.md", "/h/r/x.md", "loaded"},
		{"a rule file that is a link", "opencode@1.1.34 opencode@1.18.33 openagentic", "/p",
			func(w *facts.Memory) { w.File("/h/dot/AGENTS.md", "a").Link("/p/AGENTS.md", "/h/dot/AGENTS.md") },
			discovery.Options{}, "/p/AGENTS.md", "/p/AGENTS.md", "loaded"},
		{"relative instructions of the global settings look in the project", "opencode@1.1.34 opencode@1.18.33 openagentic", "/p",
			func(w *facts.Memory) {
				w.File("/h/.config/opencode/opencode.json", `{"instructions":["x.md"]}`).File("/h/.config/opencode/x.md", "global").File("/p/x.md", "project")
			}, discovery.Options{}, "/p/x.md", "/h/.config/opencode/x.md", ""},
		{"with the project switched off a relative instruction is silently lost", "opencode@1.1.34 openagentic", "/p",
			func(w *facts.Memory) {
				w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "1").Env("OPENCODE_CONFIG", "/h/my.json").File("/h/my.json", `{"instructions":["x.md"]}`).File("/h/x.md", "x")
			}, discovery.Options{}, "", "x.md", "not loaded relative-nowhere"},
		{"the config directory's AGENTS.md is ignored beside the global one", "opencode@1.1.34 openagentic", "/p",
			func(w *facts.Memory) {
				w.Env("OPENCODE_CONFIG_DIR", "/c").File("/c/AGENTS.md", "mine").File("/h/.config/opencode/AGENTS.md", "global")
			}, discovery.Options{}, "/h/.config/opencode/AGENTS.md", "/c/AGENTS.md", "not loaded shadowed-by-global"},
		{"parents' rule files leak into a directory without a repository", "opencode@1.1.34 opencode@1.18.33 openagentic", "/h/new",
			func(w *facts.Memory) { w.Dir("/h/new").File("/h/AGENTS.md", "of the home") }, discovery.Options{}, "/h/AGENTS.md", "/h/AGENTS.md", "loaded"},
		{"the global file comes after the project's", "opencode@1.1.34 openagentic", "/p",
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "p").File("/h/.config/opencode/AGENTS.md", "g") },
			discovery.Options{}, "/p/AGENTS.md /h/.config/opencode/AGENTS.md", "/p/AGENTS.md", "loaded"},
		{"the global file comes before the project's", "opencode@1.18.33", "/p",
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "p").File("/h/.config/opencode/AGENTS.md", "g") },
			discovery.Options{}, "/h/.config/opencode/AGENTS.md /p/AGENTS.md", "/p/AGENTS.md", "loaded"},
		{"started in a sub-directory with its own repository the parent's file is out of reach", "opencode@1.1.34 opencode@1.18.33 openagentic", "/p/sub",
			func(w *facts.Memory) {
				w.Dir("/p/sub/.git").File("/p/AGENTS.md", "a").OnGit("/p/sub", "rev-parse --show-toplevel", facts.GitAnswer{Stdout: "/p/sub\n"})
			}, discovery.Options{}, "", "/p/AGENTS.md", "not loaded above-root"},
		{"references in AGENTS.md are not expanded", "opencode@1.1.34 opencode@1.18.33 openagentic", "/p",
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "@x.md").File("/p/x.md", "x") }, discovery.Options{}, "/p/AGENTS.md", "/p/x.md", ""},
		{"CLAUDE.local.md is not read", "opencode@1.1.34 opencode@1.18.33 openagentic yume@2025", "/p",
			func(w *facts.Memory) { w.File("/p/CLAUDE.md", "c").File("/p/CLAUDE.local.md", "l") }, discovery.Options{}, "/p/CLAUDE.md", "", ""},
		{"an AGENTS.md silences the CLAUDE.md", "opencode@1.1.34 opencode@1.18.33 openagentic", "/p",
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/CLAUDE.md", "c") }, discovery.Options{}, "/p/AGENTS.md", "/p/CLAUDE.md", "not loaded shadowed-by-kind"},
		{"yume reads no CLAUDE.md of a parent", "yume@2025", "/p/d",
			func(w *facts.Memory) { w.Dir("/p/d").File("/p/CLAUDE.md", "c") }, discovery.Options{}, "", "/p/CLAUDE.md", "not loaded above-root"},

		{"AGENTS.md is silently not loaded: its name is not read by default", "gemini-cli@0.28 gemini-cli@0.61", "/p",
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "a") }, discovery.Options{}, "", "/p/AGENTS.md", ""},
		{"the global GEMINI.md is dropped when a name is set", "gemini-cli@0.28", "/p",
			func(w *facts.Memory) { w.File("/h/.gemini/GEMINI.md", "g").File("/p/AGENTS.md", "a") }, fileName("AGENTS.md"), "/p/AGENTS.md", "/h/.gemini/GEMINI.md", ""},
		{"the global GEMINI.md stays when a name is set", "gemini-cli@0.61", "/p",
			func(w *facts.Memory) { w.File("/h/.gemini/GEMINI.md", "g").File("/p/AGENTS.md", "a") }, fileName([]string{"AGENTS.md"}),
			"/h/.gemini/GEMINI.md /p/AGENTS.md", "/p/AGENTS.md", "loaded"},
		{"the setting's old key is not respected after an upgrade", "gemini-cli@0.61", "/p",
			func(w *facts.Memory) {
				w.File("/p/.gemini/settings.json", `{"contextFileName": "AGENTS.md"}`).File("/p/AGENTS.md", "a")
			},
			discovery.Options{}, "", "/p/AGENTS.md", ""},
		{"an include directory's GEMINI.md is not loaded", "gemini-cli@0.28", "/p",
			func(w *facts.Memory) { w.File("/q/GEMINI.md", "q") }, discovery.Options{Directories: []string{"/q"}}, "", "/q/GEMINI.md", ""},
		{"an include directory's GEMINI.md is loaded", "gemini-cli@0.61", "/p",
			func(w *facts.Memory) { w.File("/q/GEMINI.md", "q") }, discovery.Options{Directories: []string{"/q"}}, "/q/GEMINI.md", "/q/GEMINI.md", "loaded"},
		{"the global file is not overridden by the local one: both are sent", "gemini-cli@0.28 gemini-cli@0.61", "/p",
			func(w *facts.Memory) { w.File("/h/.gemini/GEMINI.md", "g").File("/p/GEMINI.md", "p") }, discovery.Options{},
			"/h/.gemini/GEMINI.md /p/GEMINI.md", "/p/GEMINI.md", "loaded"},
		{"an ignore file does not hide a GEMINI.md", "gemini-cli@0.61", "/p",
			func(w *facts.Memory) { w.File("/p/.geminiignore", "GEMINI.md\n").File("/p/GEMINI.md", "g") }, discovery.Options{}, "/p/GEMINI.md", "/p/GEMINI.md", "loaded"},
		{"a lower-case gemini.md is not loaded", "gemini-cli@0.28 gemini-cli@0.61", "/p",
			func(w *facts.Memory) { w.File("/p/gemini.md", "g") }, discovery.Options{}, "", "/p/gemini.md", "not loaded wrong-case"},
		{"a parent's file beyond the boundary is not loaded", "gemini-cli@0.61", "/p",
			func(w *facts.Memory) { w.File("/GEMINI.md", "g") }, discovery.Options{}, "", "/GEMINI.md", "not loaded above-root"},
	} {
		for _, agent := range strings.Fields(tt.agents) {
			t.Run(tt.name+" "+agent, func(t *testing.T) {
				w := agenttest.Repository()
				tt.build(w)
				trace := surveyed(t, w, agent, tt.cwd, tt.o)
				if got := strings.Join(trace.Loaded, " "); got != tt.loaded {
					t.Errorf("loaded %q, want %q", got, tt.loaded)
				}
				if tt.path == "" {
					return
				}
				if got := agenttest.ReasonOf(trace, tt.path); got != tt.want {
					t.Errorf("%s: %q, want %q", tt.path, got, tt.want)
				}
			})
		}
	}
}

// Reported faults of imports: what counts as an import, what is refused, and that galley says
// where.
func TestReportedImportFaultsAreExplained(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a decorator in a fence", "```python\n@app.get(\"/x\")\n```", ""},
		{"an email address", "write to a@example.org", ""},
		{"an npm scope in a sentence", "yarn workspace @myproject/app dev", "@myproject/app missing"},
		{"a parameter in a doc comment", "as @param says", "@param missing"},
		{"an absolute path in a file", "@/etc/hosts", "@/etc/hosts import-refused"},
		{"a path with blanks", "@docs/My Rules.md", "@docs/My missing"},
		{"a path with a fragment", "@a.md#rule", "@a.md#rule missing"},
		{"a file that imports itself", "@./GEMINI.md", "@./GEMINI.md loaded @./GEMINI.md already-loaded"},
		{"a link in Markdown is not an import", "[a](a.md)", ""},
		{"a path between back-ticks", "`@./a.md`", ""},
	} {
		for _, agent := range []string{"gemini-cli@0.28", "gemini-cli@0.61"} {
			t.Run(tt.name+" "+agent, func(t *testing.T) {
				w := agenttest.Repository().File("/p/a.md", "a").File("/p/GEMINI.md", tt.text)
				c := surveyed(t, w, agent, "/p", discovery.Options{}).Find("/p/GEMINI.md")[0]
				var got []string
				var visit func([]discovery.Import)
				visit = func(list []discovery.Import) {
					for _, in := range list {
						what := string(in.Reason)
						if in.Verdict == discovery.Loaded {
							what = "loaded"
						}
						got = append(got, in.Ref+" "+what)
						visit(in.Imports)
					}
				}
				visit(c.Imports)
				if strings.Join(got, " ") != tt.want {
					t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
				}
			})
		}
	}
}
