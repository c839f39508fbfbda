package walk_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/walk"
)

// follow simulates calls of one agent, each given as "ACT PATH", from /p.
func follow(t *testing.T, w facts.World, name string, calls ...string) walk.Walk {
	t.Helper()
	var steps []walk.Step
	for _, call := range calls {
		act, file, _ := strings.Cut(call, " ")
		steps = append(steps, walk.Step{Act: discovery.Act(act), Path: file})
	}
	a, version, err := agent.Known().Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	traces, _, err := discovery.Survey(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, walk.Options(discovery.Options{Cwd: "/p"}, steps))
	if err != nil {
		t.Fatal(err)
	}
	return walk.Of(w, traces, steps)[0]
}

// came prints the files that each step loads.
func came(w walk.Walk) (out []string) {
	for _, step := range w.Loads {
		var names []string
		for _, a := range step {
			name := a.Path
			if !a.Act || !a.Sure {
				name += "?"
			}
			if a.Text == "" {
				name += " without text"
			}
			names = append(names, name)
		}
		out = append(out, strings.Join(names, " "))
	}
	return out
}

func TestWhatEachCallLoads(t *testing.T) {
	head := func(lines string) string { return "---\n" + lines + "\n---\nDo so.\n" }
	for _, tt := range []struct {
		name, agent string
		files       map[string]string
		calls       []string
		want        []string
	}{
		{"nested files, the outer first, each once", "claude-code", map[string]string{"src/CLAUDE.md": "a", "src/api/CLAUDE.md": "b"},
			[]string{"read /p/src/api/x.ts", "edit /p/src/api/x.ts", "read /p/src/y.ts"}, []string{"/p/src/CLAUDE.md /p/src/api/CLAUDE.md", "", ""}},
		{"the second file's own", "claude-code", map[string]string{"a/CLAUDE.md": "a", "b/CLAUDE.md": "b"},
			[]string{"read /p/a/x", "read /p/b/x"}, []string{"/p/a/CLAUDE.md", "/p/b/CLAUDE.md"}},
		{"a new file's", "claude-code", map[string]string{"src/CLAUDE.md": "a"}, []string{"create /p/src/new.ts"}, []string{"/p/src/CLAUDE.md"}},
		{"a stand-in at the reading alone", "claude-code", map[string]string{"src/AGENTS.md": "a"},
			[]string{"create /p/src/new.ts", "write /p/src/x.ts", "edit /p/src/x.ts", "read /p/src/x.ts"}, []string{"", "", "", "/p/src/AGENTS.md"}},
		{"a rule for some files", "claude-code", map[string]string{".claude/rules/a.md": head("paths: '*.ts'")},
			[]string{"edit /p/src/x.go", "edit /p/src/x.ts"}, []string{"", "/p/.claude/rules/a.md"}},
		{"gemini: for every tool", "gemini-cli", map[string]string{"src/GEMINI.md": "a"}, []string{"write /p/src/x"}, []string{"/p/src/GEMINI.md"}},
		{"opencode: when reading", "opencode", map[string]string{"src/AGENTS.md": "a", "src/CLAUDE.md": "b"},
			[]string{"read /p/src/x", "edit /p/src/x"}, []string{"/p/src/AGENTS.md", ""}},
		{"opencode: not at the editing", "opencode", map[string]string{"src/AGENTS.md": "a"}, []string{"edit /p/src/x", "read /p/src/x"}, []string{"", "/p/src/AGENTS.md"}},
		{"kilo: not at the editing", "kilo", map[string]string{"src/AGENTS.md": "a"}, []string{"edit /p/src/x", "read /p/src/x"}, []string{"", "/p/src/AGENTS.md"}},
		{"copilot: not at the creating", "copilot-cli", map[string]string{"src/AGENTS.md": "a"}, []string{"create /p/src/x", "read /p/src/x"}, []string{"", "/p/src/AGENTS.md"}},
		{"qwen: at the creating too", "qwen-code", map[string]string{".qwen/rules/a.md": head("paths:\n  - src/**")}, []string{"create /p/src/new"}, []string{"/p/.qwen/rules/a.md"}},
		{"opencode: not at the creating", "opencode", map[string]string{"src/AGENTS.md": "a"}, []string{"create /p/src/new"}, []string{""}},
		{"opencode: not at the writing", "opencode", map[string]string{"src/AGENTS.md": "a"}, []string{"write /p/src/x"}, []string{""}},
		{"qwen: not at the editing and writing, which want a reading first", "qwen-code", map[string]string{".qwen/rules/a.md": head("paths:\n  - src/**")},
			[]string{"write /p/src/x", "edit /p/src/x", "read /p/src/x"}, []string{"", "", "/p/.qwen/rules/a.md"}},
		{"copilot: not at the writing", "copilot-cli", map[string]string{"src/AGENTS.md": "a"}, []string{"write /p/src/x", "read /p/src/x"}, []string{"", "/p/src/AGENTS.md"}},
		{"kilo: not at the writing and creating", "kilo", map[string]string{"src/AGENTS.md": "a"}, []string{"write /p/src/x", "create /p/src/new", "read /p/src/x"}, []string{"", "", "/p/src/AGENTS.md"}},
		{"goose: at every call", "goose", map[string]string{"src/AGENTS.md": "a", "src/api/AGENTS.md": "b"}, []string{"create /p/src/new", "read /p/src/api/x.ts"}, []string{"/p/src/AGENTS.md", "/p/src/api/AGENTS.md"}},
		{"windsurf: at the reading", "windsurf", map[string]string{"src/AGENTS.md": "a"}, []string{"read /p/src/x"}, []string{"/p/src/AGENTS.md"}},
		{"vscode: at the editing", "vscode", map[string]string{".github/instructions/a.instructions.md": head("applyTo: src/**")},
			[]string{"read /p/src/x", "edit /p/src/x"}, []string{"", "/p/.github/instructions/a.instructions.md"}},
		{"cline: when editing; unknown when reading", "cline", map[string]string{".clinerules/a.md": head("paths:\n  - src/**")},
			[]string{"edit /p/src/x"}, []string{"/p/.clinerules/a.md"}},
		{"qwen: only rules", "qwen-code", map[string]string{"src/AGENTS.md": "a", ".qwen/rules/a.md": head("paths:\n  - src/**")},
			[]string{"read /p/src/x"}, []string{"/p/.qwen/rules/a.md"}},
		{"copilot: several files at once", "copilot-cli", map[string]string{"src/AGENTS.md": "a", "src/CLAUDE.md": "b"},
			[]string{"read /p/src/x"}, []string{"/p/src/AGENTS.md /p/src/CLAUDE.md"}},
		{"cursor: unknown for which calls", "cursor", map[string]string{".cursor/rules/a.mdc": head("globs: src/**")},
			[]string{"read /p/src/x", "edit /p/src/x"}, []string{"/p/.cursor/rules/a.mdc?", ""}},
		{"cline: at the reading perhaps, at the editing at the latest", "cline", map[string]string{".clinerules/a.md": head("paths:\n  - src/**")},
			[]string{"read /p/src/x", "edit /p/src/x", "edit /p/src/x"}, []string{"/p/.clinerules/a.md?", "/p/.clinerules/a.md without text", ""}},
		{"codex: nothing", "codex", map[string]string{"src/AGENTS.md": "a"}, []string{"read /p/src/x"}, []string{""}},
		{"the rule file itself", "windsurf", map[string]string{"src/AGENTS.md": "a"}, []string{"edit /p/src/AGENTS.md"}, []string{""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository()
			for name, text := range tt.files {
				w.File("/p/"+name, text)
			}
			for _, name := range []string{"src/x", "src/x.ts", "src/x.go", "src/y.ts", "src/api/x.ts", "a/x", "b/x"} {
				w.File("/p/"+name, "x")
			}
			if got := came(follow(t, w, tt.agent, tt.calls...)); fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("came %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDefaultActionOfACall(t *testing.T) {
	w := agenttest.Repository().File("/p/a", "x")
	if got := fmt.Sprint(walk.Steps(w, []string{"/p/a", "/p/b"}, nil)); got != "[{read /p/a} {edit /p/a} {create /p/b}]" {
		t.Error(got)
	}
	if got := fmt.Sprint(walk.Steps(w, []string{"/p/a"}, []discovery.Act{discovery.WriteAct})); got != "[{write /p/a}]" {
		t.Error(got)
	}
}

func TestAlmostMatchingRulesAreReported(t *testing.T) {
	w := agenttest.Repository().
		File("/p/.cursor/rules/glued.mdc", "---\nglobs: src/**.ts\n---\nx\n").
		File("/p/.cursor/rules/other.mdc", "---\nglobs: docs/**\n---\nx\n").
		File("/p/.cursor/rules/chosen.mdc", "---\ndescription: for tests\n---\nx\n").
		File("/p/src/api/agents.md", "x").File("/p/src/AGENTS.md", "x").File("/p/src/api/x.ts", "x")
	got := follow(t, w, "cursor", "read /p/src/api/x.ts")
	if len(got.Missed) != 1 || got.Missed[0].Rule.Path != "/p/.cursor/rules/glued.mdc" || got.Missed[0].Mended != "src/**/*.ts" {
		t.Errorf("missed %+v", got.Missed)
	}
	if len(got.May) != 1 || got.May[0].Path != "/p/.cursor/rules/chosen.mdc" {
		t.Errorf("may %+v", got.May)
	}
	if len(got.Passed) != 1 || got.Passed[0].Path != "/p/src/api/agents.md" || got.Passed[0].Reason != discovery.WrongCase {
		t.Errorf("passed %+v", got.Passed)
	}
	passed := follow(t, w, "codex", "read /p/src/api/x.ts").Passed
	if len(passed) != 1 || passed[0].Path != "/p/src/AGENTS.md" || passed[0].Reason != discovery.BelowCwd {
		t.Errorf("codex passed %+v", passed)
	}
}

// If several texts are loaded together, the size of each includes its share of the frame around
// them all.
func TestCommonFrameIsCountedOnce(t *testing.T) {
	w := agenttest.Repository().File("/p/src/AGENTS.md", "one\n").File("/p/src/CLAUDE.md", "two\n").File("/p/src/x", "x")
	got := follow(t, w, "copilot-cli", "read /p/src/x")
	total := 0
	for _, a := range got.Loads[0] {
		total += len(a.Text)
	}
	if want := got.Trace.Touched[0].Appended.Len(); total != want {
		t.Errorf("%d bytes are counted, but the answer contains %d", total, want)
	}
}

// A walk gives the reason why a text is loaded: the pattern or the directory that matches the
// file.
func TestReasonWhyATextIsLoaded(t *testing.T) {
	w := agenttest.Repository().File("/p/src/CLAUDE.md", "a").File("/p/.claude/rules/a.md", "---\npaths: 'src/*.ts'\n---\nDo so.\n").File("/p/src/x.ts", "x").
		File("/p/.cursor/rules/b.mdc", "---\nglobs: src/**\n---\nDo so.\n")
	for agent, want := range map[string]string{"claude-code": "src/*.ts", "cursor": "src/**"} {
		got := follow(t, w, agent, "read /p/src/x.ts").Loads[0]
		var why []string
		for _, a := range got {
			if a.Why == "" {
				t.Errorf("%s: %s is loaded without a reason", agent, a.Path)
			}
			why = append(why, a.Why)
		}
		if all := strings.Join(why, "; "); !strings.Contains(all, want) {
			t.Errorf("%s: %q, want %s", agent, all, want)
		}
	}
}

// A file with an almost correct name is reported if a step passes it, but only once for all steps.
// Files elsewhere and files that are already loaded are not reported.
func TestAlmostCorrectNamesAreReportedOnce(t *testing.T) {
	w := agenttest.Repository().File("/p/src/claude.md", "x").File("/p/src/api/Claude.md", "x").File("/p/other/claude.md", "x").File("/p/src/notes.md", "x").
		File("/p/src/api/CLAUDE.md", "right").File("/p/src/x", "x").File("/p/src/api/y", "y").Dir("/p/src/sub.md").Dir("/p/src/Claude.md")
	got := follow(t, w, "claude-code", "read /p/src/x", "read /p/src/api/y", "edit /p/src/api/y")
	var passed []string
	for _, p := range got.Passed {
		passed = append(passed, p.Path+" "+string(p.Reason))
	}
	if want := "/p/src/claude.md wrong-case, /p/src/api/Claude.md wrong-case"; strings.Join(passed, ", ") != want {
		t.Errorf("passed %q, want %s", passed, want)
	}
	// If the edited file itself has such a name, it is not reported.
	if got := follow(t, w, "claude-code", "edit /p/src/claude.md").Passed; len(got) != 0 {
		t.Errorf("passed %+v", got)
	}
}

// A file that the agent ignores is reported only if it is in a directory of the walk. The edited
// file itself is not reported.
func TestIgnoredFilesLieOnThePathOrAreBroken(t *testing.T) {
	w := agenttest.Repository().File("/p/a/AGENTS.md", "x").File("/p/b/AGENTS.md", "x").File("/p/a/x", "x").File("/p/AGENTS.md", "x")
	got := follow(t, w, "codex", "read /p/a/x")
	if len(got.Passed) != 1 || got.Passed[0].Path != "/p/a/AGENTS.md" || got.Passed[0].Verdict != discovery.NotLoaded {
		t.Errorf("passed %+v", got.Passed)
	}
	if got := follow(t, w, "codex", "edit /p/a/AGENTS.md").Passed; len(got) != 0 {
		t.Errorf("the edited file is reported as almost correct: %+v", got)
	}
}

// If an agent loads all rule files at launch, the walk says so for each kind of call. If the
// agent's tools are known, the walk names them.
func TestWhichCallsLoadFilesAndByWhichTools(t *testing.T) {
	w := agenttest.Repository().File("/p/src/AGENTS.md", "a").File("/p/src/x", "x")
	for _, name := range []string{"aider", "amazon-q", "cline-cli", "codex", "continue", "crush", "junie", "openagentic", "pi", "roo", "yume", "zed"} {
		trace := follow(t, w, name, "read /p/src/x").Trace
		for _, act := range discovery.Acts {
			if !trace.Idle(act) {
				t.Errorf("%s: whether %s loads files is not known", name, act)
			}
		}
	}
	for name, want := range map[string]string{
		"claude-code": "Read Edit Write Write", "gemini-cli": "read_file replace write_file write_file", "qwen-code": "read_file edit write_file write_file",
		"opencode": "read edit write write", "kilo": "read edit write write", "copilot-cli": "view edit create create", "pi": "read edit write write",
		"codex": "exec_command apply_patch apply_patch apply_patch", "roo": "read_file apply_diff write_to_file write_to_file", "zed": "read_file edit_file  ", "cursor": "   ",
	} {
		tools := follow(t, w, name, "read /p/src/x").Trace.ActTools
		var names []string
		for _, act := range discovery.Acts {
			names = append(names, tools[act])
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s calls %q, want %q", name, got, want)
		}
	}
}

// The search for patterns that almost match ends after a number of comparisons, because a project
// may have thousands of rules, and a walk hundreds of files.
func TestAlmostMatchingRulesAreSearchedForWithinALimit(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/.cursor/rules/zz.mdc", "---\nglobs: src/**.ts\n---\nx\n")
	patterns := strings.Repeat("docs/**,", 999) + "docs/**"
	for i := range 20 {
		w.File(fmt.Sprintf("/p/.cursor/rules/r%d.mdc", i), "---\nglobs: "+patterns+"\n---\nx\n")
	}
	for files, want := range map[int]int{9: 1, 11: 0} {
		var calls []string
		for i := range files {
			name := fmt.Sprintf("/p/src/api/%d.ts", i)
			w.File(name, "x")
			calls = append(calls, "read "+name)
		}
		if got := follow(t, w, "cursor", calls...); len(got.Missed) != want {
			t.Errorf("%d files: missed %d", files, len(got.Missed))
		}
	}
}
