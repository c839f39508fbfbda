package opencode

import (
	"context"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/scenario"
)

func TestTheAgentThatASessionStartsWith(t *testing.T) {
	for _, c := range []struct {
		name, settings, agent, want string // want is the text of the first block; "" means the base prompt
		problems                    int
	}{
		{"a disabled agent gives no prompt", `{"agent": {"build": {"disable": true, "prompt": "B"}}}`, "", "", 0},
		{"plan is next when build is disabled", `{"agent": {"build": {"disable": true}, "plan": {"prompt": "P"}, "rev": {"mode": "primary", "prompt": "R"}}}`, "", "P", 0},
		{"plan is next when build is a subagent", `{"agent": {"build": {"mode": "subagent"}, "plan": {"prompt": "P"}}}`, "", "P", 0},
		{"then the first agent of the settings", `{"agent": {"build": {"disable": true}, "plan": {"disable": true}, "z": {"prompt": "Z"}, "a": {"prompt": "A"}}}`, "", "Z", 0},
		{"but not a hidden agent", `{"agent": {"build": {"disable": true}, "plan": {"disable": true}, "z": {"hidden": true, "prompt": "Z"}, "a": {"prompt": "A"}}}`, "", "A", 0},
		{"an unknown agent falls back to the default", `{"agent": {"build": {"prompt": "B"}}}`, "nosuch", "B", 1},
		{"a disabled agent counts as unknown", `{"agent": {"build": {"prompt": "B"}, "rev": {"disable": true, "prompt": "R"}}}`, "rev", "B", 1},
		{"a subagent starts no session", `{"agent": {"build": {"prompt": "B"}, "rev": {"mode": "subagent", "prompt": "R"}}}`, "rev", "B", 1},
		{"an agent without a prompt is known", `{"agent": {"build": {"prompt": "B"}, "rev": {"description": "d"}}}`, "rev", "", 0},
		{"a mode overrides an agent", `{"agent": {"build": {"mode": "subagent", "prompt": "B"}}, "mode": {"build": {"prompt": "M"}}}`, "", "M", 0},
	} {
		for _, p := range []opencode{opencode11833, opencode1134} {
			w := profiletest.OpenWorld().File("/p/opencode.json", c.settings)
			made, problems := profiletest.Assembled(t, p, profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: c.agent}})
			first := made.Messages[0].Blocks[0]
			if (first.ID == "agent-prompt") != (c.want != "") || c.want != "" && first.Text.String() != c.want || len(problems) != c.problems {
				t.Errorf("%s, %s: %s %q, %v", c.name, p.version, first.ID, first.Text, problems)
			}
		}
	}
}

func TestADisabledAgentNamesTheSettingThatDisablesIt(t *testing.T) {
	t.Parallel()
	const off, on = "---\ndisable: true\n---\nQ.", "---\ndisable: false\n---\nQ."
	for _, c := range []struct{ settings, file, agent, want, hint string }{
		{`{"agent": {"quiet": {"disable": true}}}`, "", "quiet", "is disabled by the setting agent.quiet.disable in /p/opencode.json;", "remove that setting, or name another agent"},
		{`{"agent": {"build": {"disable": true}}}`, "", "build", "is disabled by the setting agent.build.disable in /p/opencode.json;", "remove that setting, or name another agent"},
		{`{"mode": {"quiet": {"disable": true}}}`, on, "quiet", "is disabled by the setting mode.quiet.disable in /p/opencode.json;", "remove that setting, or name another agent"},
		{`{"agent": {"quiet": {"disable": false}}}`, off, "quiet", "is disabled by the setting disable in /p/.opencode/agent/quiet.md;", "remove that setting, or name another agent"},
		{`{"agent": {"quiet": {"disable": true}, "quick": {}}}`, "", "quie", "define no agent quie;", "did you mean quick?"},
		{`{"agent": {"plan": {}, "zebra": {}}}`, "", "nobody", "define no agent nobody;", "agent is one of build, plan, general, explore, compaction, title, summary, zebra"},
		{`{"agent": {"quiet": {"disable": true}}}`, on, "quiet", "", ""},
	} {
		for _, p := range []opencode{opencode11833, opencode1134} {
			w := profiletest.OpenWorld().File("/p/opencode.json", c.settings)
			if c.file != "" {
				w.File("/p/.opencode/agent/quiet.md", c.file)
			}
			_, problems := profiletest.Assembled(t, p, profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: "m", Agent: c.agent}})
			if c.want == "" {
				if len(problems) != 0 {
					t.Errorf("%s, %s: %v", c.settings, p.version, problems)
				}
			} else if len(problems) != 1 || problems[0].Code != diag.UnknownWord || !strings.Contains(problems[0].Message, c.want) || problems[0].Hint != c.hint {
				t.Errorf("%s, %s, %q: %v", c.settings, p.version, c.agent, problems)
			}
		}
	}
}

func TestADefaultAgentThatCannotStartASessionStopsOpenCode(t *testing.T) {
	for settings, want := range map[string]string{
		`{"default_agent": "nosuch"}`: "that agent does not exist",
		`{"default_agent": "rev", "agent": {"rev": {"mode": "subagent", "prompt": "R"}}}`: "a subagent",
		`{"agent": {"build": {"disable": true}, "plan": {"disable": true}}}`:              "all agents",
	} {
		for _, p := range []opencode{opencode11833, opencode1134} {
			w := profiletest.OpenWorld().File("/p/opencode.json", settings)
			made, problems := profiletest.Assembled(t, p, profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: "m"}})
			if made.Messages != nil || len(problems) != 1 || problems[0].Code != diag.AgentRefuses || !strings.Contains(problems[0].Message, want) {
				t.Errorf("%s, %s: %v, %v", settings, p.version, made.Messages, problems)
			}
		}
	}
}

func TestAnAgentsOwnModelChoosesTheBasePrompt(t *testing.T) {
	for name, file := range map[string][2]string{
		"settings":     {"/p/opencode.json", `{"model": "p/gemini-x", "agent": {"build": {"model": "p/claude-x"}}}`},
		"front matter": {"/p/.opencode/agent/build.md", "---\nmodel: p/claude-x\n---\n"},
	} {
		for _, p := range []opencode{opencode11833, opencode1134} {
			w := profiletest.OpenWorld().File("/p/opencode.json", `{"model": "p/gemini-x"}`).File(file[0], file[1])
			made, _ := profiletest.Assembled(t, p, profile.Input{BuiltIn: true, World: w})
			if title := made.Messages[0].Blocks[0].Title; title != "Base prompt (anthropic.txt)" {
				t.Errorf("%s, %s: %s", name, p.version, title)
			}
			made, _ = profiletest.Assembled(t, p, profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: "gemini-x"}})
			if title := made.Messages[0].Blocks[0].Title; title != "Base prompt (gemini.txt)" {
				t.Errorf("%s, %s: with a model named by the session: %s", name, p.version, title)
			}
		}
	}
}

func TestModesInMarkdownAreAgents(t *testing.T) {
	for _, file := range []string{"/p/.opencode/mode/build.md", "/p/.opencode/modes/build.md"} {
		w := profiletest.OpenWorld().File("/p/.opencode/agent/build.md", "the agent").File(file, "---\ndescription: d\n---\nthe mode\n")
		for _, p := range []opencode{opencode11833, opencode1134} {
			made, _ := profiletest.Assembled(t, p, profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: "m"}})
			if got := made.Messages[0].Blocks[0].Text.String(); got != "the mode" {
				t.Errorf("%s, %s: %q", file, p.version, got)
			}
		}
	}
}

func TestTheNewerFormOfTheSettings(t *testing.T) {
	w := profiletest.OpenWorld().File("/p/opencode.json", `{"model": {"providerID": "p", "model": "claude-x"}, "agents": {"plan": {"system": "S"}}, "default_agent": "plan"}`)
	made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: w})
	if got := made.Messages[0].Blocks[0].Text.String(); got != "S" {
		t.Errorf("the prompt is %q", got)
	}
	if title := made.Removed[0].Title; title != "Base prompt (anthropic.txt)" {
		t.Error(title)
	}
}

func TestAVariantIsLeftOutOfAModelWhereTheNewerFormHasOne(t *testing.T) {
	for settings, want := range map[string]string{
		`{"model": "p/m#high"}`:                                                                  "m",
		`{"agents": {"build": {"model": "p/m#high"}}}`:                                           "m",
		`{"agent": {"build": {"model": "p/m#high"}}}`:                                            "m#high",
		`{"agents": {"build": {"model": {"providerID": "p", "model": "m", "variant": "high"}}}}`: "m",
	} {
		made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: profiletest.OpenWorld().File("/p/opencode.json", settings)})
		if made.Model != want {
			t.Errorf("%s: %q, want %q", settings, made.Model, want)
		}
	}
}

func TestAgentsThatStopOpenCode(t *testing.T) {
	for _, c := range []struct{ file, text, want, versions string }{
		{"/p/.opencode/agent/build.md", "---\ntools: Read, Grep\n---\nBody\n", `"tools"`, "both"},
		{"/p/.opencode/agent/build.md", "---\ncolor: red\n---\nBody\n", `"color"`, "both"},
		{"/p/.opencode/agent/build.md", "---\ncolor: primary\n---\nBody\n", `"color"`, "1.1.34"},
		{"/p/.opencode/agent/build.md", "---\nmode: boss\n---\nBody\n", `"mode"`, "both"},
		{"/p/.opencode/agent/build.md", "---\ncolor: '#12AbeF'\nmode: all\ntools:\n  read: false\n---\nBody\n", "", "both"},
		{"/p/opencode.json", `{"agent": {"build": {"prompt": null}}}`, `"agent.build.prompt"`, "both"},
		{"/p/opencode.json", `{"mode": {"build": {"disable": 1}}}`, `"mode.build.disable"`, "both"},
		{"/p/opencode.json", `{"share": "maybe"}`, `"share"`, "both"},
		{"/p/opencode.json", `{"share": "auto"}`, "", "both"},
		{"/p/opencode.json", `{"permissions": []}`, `"permissions"`, "1.18.33"},
	} {
		for _, p := range []opencode{opencode11833, opencode1134} {
			if c.versions != "both" && c.versions != p.version {
				continue
			}
			made, problems := profiletest.Assembled(t, p, profile.Input{BuiltIn: true, World: profiletest.OpenWorld().File(c.file, c.text), Scenario: scenario.Scenario{Provider: "p", Model: "m"}})
			if c.want == "" {
				if len(problems) > 0 || made.Messages == nil {
					t.Errorf("%s, %s: %v", c.text, p.version, problems)
				}
				continue
			}
			if made.Messages != nil || len(problems) != 1 || !strings.Contains(problems[0].Message, c.want) || problems[0].File != c.file {
				t.Errorf("%s, %s: %v, %v", c.text, p.version, made.Messages, problems)
			}
		}
	}
}

func TestARepositoryWithoutAWorktreeEndsTheSearch(t *testing.T) {
	w := facts.NewMemory().Env("HOME", "/h").File("/a/AGENTS.md", "above").File("/a/p/.git", "gitdir: ./.bare\n").File("/a/p/AGENTS.md", "p").Dir("/a/p/s").
		OnGit("/a/p", "rev-parse --git-dir", facts.GitAnswer{Stdout: "/a/p/.bare\n"})
	trace, err := Discover(t.Context(), w, discovery.Options{Version: "1.18.33", Cwd: "/a/p/s"})
	if err != nil {
		t.Fatal(err)
	}
	if trace.Root != "/a/p" || trace.VCS != "git" || len(trace.Loaded) != 1 {
		t.Errorf("root %s, %q, loaded %q", trace.Root, trace.VCS, trace.Loaded)
	}
}

func TestSettingsThatCannotBeReadStopOnlyTheOlderRelease(t *testing.T) {
	w := profiletest.OpenWorld().File("/p/opencode.json", "{}").Mode("/p/opencode.json", 0)
	in := profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: "m"}}
	if made, _ := profiletest.Assembled(t, opencode1134, in); made.Messages != nil {
		t.Error("1.1.34 starts")
	}
	made, _ := profiletest.Assembled(t, opencode11833, in)
	if made.Messages == nil || !strings.Contains(strings.Join(made.Notes, "\n"), "ignores it") {
		t.Errorf("1.18.33: %v", made.Notes)
	}
}

// If several files in one settings directory define the same agent, only the last one counts, and
// deeper files come last. The files of several settings directories add to each other.
func TestFilesOfOneAgentReplaceEachOther(t *testing.T) {
	file := func(values, body string) string { return "---\n" + values + "\n---\n" + body + "\n" }
	for _, c := range []struct {
		name  string
		files map[string]string
		want  map[string]string // verdict and reason by file
	}{
		{"agents replaces agent, with all of its values", map[string]string{
			"/p/.opencode/agent/a.md": file("description: d\nmode: primary", "A"), "/p/.opencode/agents/a.md": file("description: d", "B"),
		}, map[string]string{"/p/.opencode/agent/a.md": "not loaded shadowed-by-name", "/p/.opencode/agents/a.md": "listed "}},
		{"a deeper file replaces one that is less deep", map[string]string{
			"/p/.opencode/agents/a.md": file("description: d", "A"), "/p/.opencode/agent/x/b.md": file("name: a\ndescription: d", "B"),
		}, map[string]string{"/p/.opencode/agents/a.md": "not loaded shadowed-by-name", "/p/.opencode/agent/x/b.md": "listed "}},
		{"the home's adds to the configuration's", map[string]string{
			"/h/.config/opencode/agent/a.md": file("description: d\nmode: primary", "A"), "/h/.opencode/agent/a.md": file("description: d", "B"),
		}, map[string]string{"/h/.config/opencode/agent/a.md": "not loaded people-only", "/h/.opencode/agent/a.md": "not loaded people-only"}},
		{"the later description is sent", map[string]string{
			"/h/.config/opencode/agent/a.md": file("description: d", "A"), "/p/.opencode/agent/a.md": file("description: e", "B"), "/p/.opencode/agent/b.md": file("mode: subagent", "B"),
		}, map[string]string{"/h/.config/opencode/agent/a.md": "not loaded shadowed-by-name", "/p/.opencode/agent/a.md": "listed ", "/p/.opencode/agent/b.md": "listed "}},
		{"a description of the settings is sent too", map[string]string{
			"/h/.config/opencode/agent/a.md": file("description: d", "A"), "/p/opencode.json": `{"agent": {"a": {"description": "e"}}}`,
		}, map[string]string{"/h/.config/opencode/agent/a.md": "listed "}},
	} {
		w := profiletest.OpenWorld()
		for name, text := range c.files {
			w.File(name, text)
		}
		trace, err := Discover(context.Background(), w, discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range c.want {
			got := "nothing"
			for _, one := range trace.Find(name) {
				got = string(one.Verdict) + " " + string(one.Reason)
			}
			if got != want {
				t.Errorf("%s: %s is %q, want %q", c.name, name, got, want)
			}
		}
	}
}

// The request has the prompt of the agent with which the session starts, in place of OpenCode's
// own prompt.
func TestTheStartingAgentsPromptIsPartOfTheRequest(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"/p/.opencode/agents/build.md", "---\nmode: primary\n---\nBuild it.\n", "Build it."},
		{"/p/.opencode/mode/build.md", "Build it.\n", "Build it."},
		{"/p/opencode.json", `{"default_agent": "own", "agent": {"own": {"prompt": "Own."}}}`, "Own."},
		{"/p/.opencode/agents/reviewer.md", "---\nmode: subagent\n---\nReview.\n", ""},
		{"/p/.opencode/agents/build.md", "---\ntemperature: 0.5\n---\n", ""},
	} {
		trace, err := Discover(context.Background(), profiletest.OpenWorld().File(c.name, c.text), discovery.Options{Cwd: "/p"})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if first := trace.Parts[0]; first.Name == "agent prompt" {
			got = first.Text.String()
		}
		if got != c.want {
			t.Errorf("%s %q: the first part is %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// If skills have the same name, OpenCode 1.18.33 takes any one of them, and lists it only if it
// has a description. A skill without a description may therefore hide another one.
func TestASkillWithoutADescriptionMayHideOneOfItsName(t *testing.T) {
	w := profiletest.OpenWorld().
		File("/p/.opencode/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\n").
		File("/h/.opencode/skills/a/SKILL.md", "---\nname: a\n---\n").
		File("/p/.opencode/skills/b/SKILL.md", "---\nname: b\ndescription: d\n---\n")
	for version, want := range map[string]string{"1.18.33": "not known not-known", "1.1.34": "listed "} {
		trace, err := Discover(context.Background(), w, discovery.Options{Cwd: "/p", Version: version})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"/p/.opencode/skills/a/SKILL.md": want, "/p/.opencode/skills/b/SKILL.md": "listed ", "/h/.opencode/skills/a/SKILL.md": "not loaded front-matter"} {
			if one := trace.Find(name)[0]; string(one.Verdict)+" "+string(one.Reason) != want {
				t.Errorf("%s, %s: %s %s, want %s", version, name, one.Verdict, one.Reason, want)
			}
		}
	}
}
