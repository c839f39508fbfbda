package agent_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/source"
)

// examined returns doctor's problems as "code file:line message".
func examined(t *testing.T, w facts.World, cwd string, names ...string) (out []string) {
	t.Helper()
	asked := agent.Known().SurveyAgents()
	if names != nil {
		asked = nil
	}
	for _, name := range names {
		a, version, err := agent.Known().Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		asked = append(asked, a.Asked(version))
	}
	traces, _, err := discovery.Survey(context.Background(), w, asked, discovery.Options{Cwd: cwd})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range discovery.Doctor(context.Background(), w, traces) {
		place := p.File
		if p.Start.Line > 0 {
			place += fmt.Sprintf(":%d:%d", p.Start.Line, p.Start.Column)
		}
		out = append(out, fmt.Sprintf("%s %s %s", p.Code, place, p.Message))
	}
	return out
}

func TestDoctorFindsProblems(t *testing.T) {
	for _, tt := range []struct {
		name, agents string
		build        func(w *facts.Memory)
		want         string // the beginning of one problem; "" for none at all
	}{
		{"nothing", "opencode", func(w *facts.Memory) { w.File("/p/AGENTS.md", "Be brief.\n") }, ""},
		{"a wrong case", "opencode", func(w *facts.Memory) { w.File("/p/agents.md", "a") },
			"near-miss /p/agents.md no agent reads a file of this name: the agent looks for AGENTS.md"},
		{"a name that another agent reads", "opencode yume", func(w *facts.Memory) { w.File("/p/CLAUDE.md", "c").File("/p/CLAUDE.local.md", "c") },
			"unread-file /p/CLAUDE.local.md none of the agents reads it when started here"},
		{"a wrong folder", "opencode@1.1.34", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/.github/AGENTS.md", "b") },
			"unread-file /p/.github/AGENTS.md opencode does not read it when started here"},
		{"a dead import", "gemini-cli", func(w *facts.Memory) { w.File("/p/GEMINI.md", "one\n see @./gone.md\n") },
			"dead-import /p/GEMINI.md:2:6 the import @./gone.md has no effect: it does not exist"},
		{"an import from outside", "gemini-cli", func(w *facts.Memory) { w.File("/x.md", "x").File("/p/GEMINI.md", "@../x.md") },
			"dead-import /p/GEMINI.md:1:1 the import @../x.md has no effect: the agent refuses the import"},
		{"an import in an import", "gemini-cli", func(w *facts.Memory) { w.File("/p/GEMINI.md", "@./a.md").File("/p/a.md", "\n@./b.md") },
			"dead-import /p/a.md:2:1 the import @./b.md"},
		{"a key in the wrong case", "gemini-cli", func(w *facts.Memory) {
			w.File("/p/GEMINI.md", "g").File("/p/.gemini/settings.json", "{\n  \"context\": {\"filename\": \"AGENTS.md\"}}")
		}, `dead-key /p/.gemini/settings.json:2:15 the setting "context.filename" is not read`},
		{"a key of another version", "gemini-cli", func(w *facts.Memory) {
			w.File("/p/GEMINI.md", "g").File("/h/.gemini/settings.json", `{"contextFileName": "A.md"}`)
		}, `dead-key /h/.gemini/settings.json:1:2 the setting "contextFileName" is no longer read`},
		{"a key that opencode ignores", "opencode", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/p/opencode.json", `{"Instructions": ["x.md"]}`)
		}, `dead-key /p/opencode.json:1:2 the setting "Instructions" is not read`},
		{"an instruction without a match", "opencode", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/p/opencode.json", "{\n\"instructions\": [\"docs/*.md\"]}")
		}, `dead-entry /p/opencode.json:2:18 "docs/*.md": the pattern matches no file`},
		{"a file over the cap", "opencode", func(w *facts.Memory) { w.SetFileCap(100).File("/p/AGENTS.md", strings.Repeat("x", 101)) },
			"over-cap /p/AGENTS.md it is too large for galley to read"},
		{"a file that no agent reads", "opencode@1.1.34", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/web/AGENTS.md", "b") },
			"unread-file /p/web/AGENTS.md opencode does not read it when started here"},
		{"a file that another one excludes", "opencode", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/CLAUDE.md", "c") },
			"unread-file /p/CLAUDE.md opencode does not read it when started here (the agent found a file with another name first"},
		{"a link to a loaded file", "opencode", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").Link("/p/CLAUDE.md", "AGENTS.md") }, ""},
		{"hidden text", "opencode", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a\nb\U000e0068\U000e0069") },
			`hidden-text /p/AGENTS.md:2:2 2 tag characters (U+E0068 U+E0069) reading "hi" from line 2`},
		{"a hidden name", "opencode", func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "a").File("/p/x\u202e.md", "x").File("/p/opencode.json", `{"instructions":["x*"]}`)
		},
			"hidden-text /p/x\u202e.md 1 character that turns the writing direction (U+202E) in its name"},
		{"a dangling link", "opencode", func(w *facts.Memory) { w.Link("/p/AGENTS.md", "gone") },
			"dangling-link /p/AGENTS.md the target of this link does not exist: it leads to gone"},
		{"a repeated text", "opencode", func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/h/.claude/CLAUDE.md", "a") },
			"loaded-twice /p/AGENTS.md the text is the same as in /h/.claude/CLAUDE.md"},
		{"a file that the agent writes", "crush", func(w *facts.Memory) {
			w.File("/p/NOTES.md", "n").File("/p/crush.json", `{"options": {"initialize_as": "NOTES.md"}}`)
		}, "unread-file /p/NOTES.md crush does not read it when started here (the agent does not look for a file of this name here: initialize_as names the file that Crush writes"},
		{"an agent that would not start", "opencode", func(w *facts.Memory) { w.File("/p/opencode.json", "{") },
			"agent-refuses /p/opencode.json"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository()
			tt.build(w)
			found := examined(t, w, "/p", strings.Fields(tt.agents)...)
			if tt.want == "" && found == nil {
				return
			}
			if len(found) != 1 || tt.want == "" || !strings.HasPrefix(found[0], tt.want) {
				t.Errorf("found\n%s\nwant\n%s", strings.Join(found, "\n"), tt.want)
			}
		})
	}
}

func TestDoctorReportsIgnoredParentsWithoutARepository(t *testing.T) {
	for name, why := range map[string]string{"codex": "the search ends at /q/sub", "goose": "without a repository only /q/sub is searched"} {
		w := facts.NewMemory().Env("HOME", "/h").File("/q/AGENTS.md", "a").Dir("/q/sub")
		found := examined(t, w, "/q/sub", name)
		if len(found) != 1 || !strings.HasPrefix(found[0], "unread-file /q/AGENTS.md "+name+" does not read it when started here (") || !strings.Contains(found[0], why) {
			t.Errorf("%s: %q", name, found)
		}
	}
}

func TestDoctorMergesProblemsOfSeveralAgents(t *testing.T) {
	w := agenttest.Repository().File("/p/agents.md", "a").File("/p/CLAUDE.md", "c")
	found := examined(t, w, "/p", "opencode", "openagentic", "yume")
	if len(found) != 1 || !strings.HasSuffix(found[0], "(opencode, openagentic)") {
		t.Errorf("found %q", found)
	}
}

func TestAnAgentContributesByItsTrace(t *testing.T) {
	trace := &discovery.Trace{Agent: "some", Cwd: "/p", Problems: []diag.Problem{diag.New(diag.FrontMatter, source.NoSpan, "it is odd", "")}}
	trace.Problems[0].File = "/p/x.md"
	trace.Candidates = []discovery.Candidate{{Path: "/p/y.md", Verdict: discovery.Loaded, Remarks: []discovery.Remark{{Reason: discovery.FrontMatter, Detail: "it too"}}}}
	found := discovery.Doctor(context.Background(), agenttest.Repository(), []*discovery.Trace{trace})
	if len(found) != 2 || found[0].File != "/p/x.md" || found[1].File != "/p/y.md" {
		t.Errorf("found %+v", found)
	}
}

func TestDoctorEndsOnHostileTrees(t *testing.T) {
	for name, w := range hostileWorlds() {
		t.Run(name, func(t *testing.T) {
			w.Dir("/p/d")
			examined(t, w, "/p/d")
			examined(t, w, "/")
		})
	}
}

// Doctor once called a rule file in a folder of the project misplaced and advised moving it over
// the root's file of the same name.
func TestNestedRuleFilesAreNotMisplaced(t *testing.T) {
	for _, agent := range []string{"codex", "goose", "claude-code", "opencode", "gemini-cli", "qwen-code"} {
		for _, folder := range []string{"docs", "doc", "config", "scripts", "etc", ".config", ".vscode", ".github", ".gemini", ".opencode", "tests", "a/docs"} {
			name := map[string]string{"claude-code": "CLAUDE.md", "gemini-cli": "GEMINI.md", "qwen-code": "QWEN.md"}[agent]
			if name == "" {
				name = "AGENTS.md"
			}
			w := facts.NewMemory().File("/p/.git/HEAD", "ref: refs/heads/main").File("/p/"+name, "root").File("/p/"+folder+"/"+name, "nested")
			for _, p := range doctorOf(t, w, "/p", agent) {
				if p.Severity > diag.Info || strings.Contains(p.Hint, "move it") {
					t.Errorf("%s, %s: %s %s: %s (%s)", agent, folder, p.Severity, p.File, p.Message, p.Hint)
				}
			}
		}
	}
}

// Advice must never turn a private file into the shared one or rename a file over an existing one.
func TestAdviceNeverOverwritesOrSharesFiles(t *testing.T) {
	for _, tt := range []struct{ agent, name, there, want string }{
		{"claude-code", "CLAUDE.local.MD", "", "rename it to CLAUDE.local.md"},
		{"claude-code", "claude.local.md", "", "rename it to CLAUDE.local.md"},
		{"claude-code", "CLAUDE.local.txt", "", "rename it to CLAUDE.local.md"},
		{"claude-code", "CLAUDE-local.md", "", "rename it to CLAUDE.local.md"},
		{"claude-code", "claude.md", "", "rename it to CLAUDE.md"},
		{"claude-code", "claude.md", "CLAUDE.md", "copy its text into /p/CLAUDE.md"},
		{"claude-code", "CLAUDE.local.MD", "CLAUDE.local.md", "copy its text into /p/CLAUDE.local.md"},
		{"pilotdeck", "pilotdeck.local.md", "", "rename it to PILOTDECK.local.md"},
		{"gemini-cli", "GEMINI.local.md", "", "put it where the agent reads private rules"},
		{"opencode", "AGENTS.local.md", "", "put it where the agent reads private rules"},
		{"opencode", "agents.md", "AGENTS.md", "copy its text into /p/AGENTS.md"},
	} {
		w := facts.NewMemory().File("/p/"+tt.name, "mine")
		if tt.there != "" {
			w.File("/p/"+tt.there, "theirs")
		}
		hint := ""
		for _, p := range doctorOf(t, w, "/p", tt.agent) {
			if p.Code == diag.NearMiss && p.File == "/p/"+tt.name {
				hint = p.Hint
			}
		}
		if !strings.HasPrefix(hint, tt.want) {
			t.Errorf("%s, %s: %q, want %q", tt.agent, tt.name, hint, tt.want)
		}
	}
}

func doctorOf(t *testing.T, w facts.World, cwd, name string) []diag.Problem {
	t.Helper()
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: cwd})
	if err != nil {
		t.Fatal(err)
	}
	return discovery.Doctor(context.Background(), w, traces)
}
