package opencode

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/scenario"
)

// loaded lists the files that a version loads when it starts in /p.
func loaded(t *testing.T, w facts.World, version string) ([]string, *discovery.Trace) {
	t.Helper()
	trace, err := Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p"})
	if err != nil || trace.Failure != nil {
		t.Fatal(version, err, trace.Failure)
	}
	return trace.Loaded, trace
}

func TestRelativeDirectoriesOfSettingsStartAtTheSession(t *testing.T) {
	for variable, dir := range map[string]string{"OPENCODE_CONFIG_DIR": "oc", "XDG_CONFIG_HOME": "xdg"} {
		at := map[string]string{"OPENCODE_CONFIG_DIR": "oc", "XDG_CONFIG_HOME": "xdg/opencode"}[variable]
		w := profiletest.OpenWorld().Env(variable, dir).File("/p/AGENTS.md", "p\n").File("/p/"+at+"/AGENTS.md", "own\n").
			File("/p/"+at+"/opencode.json", `{"instructions": ["x.md"]}`).File("/p/x.md", "x\n")
		for version, header := range map[string]string{"1.1.34": at, "1.18.33": "/p/" + at} {
			files, trace := loaded(t, w, version)
			if !slices.Contains(files, "/p/"+at+"/AGENTS.md") || !slices.Contains(files, "/p/x.md") || !strings.Contains(trace.Text.String(), "Instructions from: "+header+"/AGENTS.md\nown\n") {
				t.Errorf("%s, %s: %q\n%s", variable, version, files, trace.Text.String())
			}
		}
	}
}

func TestAnEmptyConfigDirHidesTheGlobalFileFromTheNewerRelease(t *testing.T) {
	w := profiletest.OpenWorld().Env("OPENCODE_CONFIG_DIR", "").File("/h/.config/opencode/AGENTS.md", "g\n")
	for version, want := range map[string]bool{"1.1.34": true, "1.18.33": false} {
		if files, _ := loaded(t, w, version); slices.Contains(files, "/h/.config/opencode/AGENTS.md") != want {
			t.Errorf("%s: %q", version, files)
		}
	}
}

func TestTestHomeReplacesTheHome(t *testing.T) {
	w := profiletest.OpenWorld().Env("OPENCODE_TEST_HOME", "/t").File("/t/.claude/CLAUDE.md", "t\n").File("/h/.claude/CLAUDE.md", "h\n")
	for version, want := range map[string]string{"1.1.34": "/h/.claude/CLAUDE.md", "1.18.33": "/t/.claude/CLAUDE.md"} {
		if files, _ := loaded(t, w, version); !slices.Contains(files, want) {
			t.Errorf("%s: %q", version, files)
		}
	}
}

func TestOldestSettingsFileWins(t *testing.T) {
	w := profiletest.OpenWorld().File("/h/.config/opencode/config", "model = \"m\"\nprovider = \"p\"\ninstructions = [\"x.md\"]\n").File("/p/x.md", "x\n")
	for _, version := range []string{"1.1.34", "1.18.33"} {
		if files, trace := loaded(t, w, version); !slices.Contains(files, "/p/x.md") || trace.Defined.Model != "p/m" || len(trace.Notes) != 1 {
			t.Errorf("%s: %q, %q, %q", version, files, trace.Defined.Model, trace.Notes)
		}
	}
}

func TestFileInPlaceOfADirectoryStopsOpenCode(t *testing.T) {
	for _, version := range []string{"1.1.34", "1.18.33"} {
		if f := failure(t, version, "/p/.opencode", "x"); f == nil || f.Path != "/p/.opencode" {
			t.Errorf("%s: %v", version, f)
		}
	}
}

func TestBooleanVariablesOfEachRelease(t *testing.T) {
	for _, key := range []string{"OPENCODE_DISABLE_EXTERNAL_SKILLS", "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS", "OPENCODE_PURE", "OPENCODE_EXPERIMENTAL"} {
		for value, want := range map[string]bool{"true": false, "y": false, "off": false, "TRUE": true, "Yes": true} {
			w := profiletest.OpenWorld().Env(key, value)
			for version, stops := range map[string]bool{"1.1.34": false, "1.18.33": want} {
				trace, err := Discover(context.Background(), w, discovery.Options{Version: version, Cwd: "/p"})
				if err != nil || (trace.Failure != nil) != stops || stops && trace.Failure.Variable != key {
					t.Errorf("%s=%s, %s: %v, %v", key, value, version, trace.Failure, err)
				}
			}
		}
	}
}

func TestSkillsAreFoundWhereTheSettingsAndTheFlagsSay(t *testing.T) {
	skill := func(name string) string { return "---\nname: " + name + "\ndescription: d\n---\n" }
	world := func() *facts.Memory {
		return profiletest.OpenWorld().File("/p/opencode.json", `{"skills": {"paths": ["./my", "~/hs"]}}`).
			File("/p/my/deep/q/SKILL.md", skill("q")).File("/h/hs/SKILL.md", skill("hs")).File("/h/.claude/skills/c/SKILL.md", skill("c")).
			File("/p/.agents/skills/a/SKILL.md", skill("a")).File("/h/.opencode/skill/o/SKILL.md", skill("o")).File("/p/.opencode/skills/o/in/SKILL.md", skill("in"))
	}
	for variable, want := range map[string][]string{
		"":                                    {"a", "c", "hs", "in", "o", "q"},
		"OPENCODE_DISABLE_EXTERNAL_SKILLS":    {"hs", "in", "o", "q"},
		"OPENCODE_DISABLE_CLAUDE_CODE_SKILLS": {"a", "hs", "in", "o", "q"},
		"OPENCODE_DISABLE_CLAUDE_CODE":        {"a", "hs", "in", "o", "q"},
	} {
		w := world()
		if variable != "" {
			w.Env(variable, "1")
		}
		_, trace := loaded(t, w, "1.18.33")
		var got []string
		for _, c := range trace.OfKind(discovery.Skill) {
			if c.Verdict == discovery.Listed {
				got = append(got, c.Name)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", variable, got, want)
		}
	}
}

func TestPluginsAreReported(t *testing.T) {
	w := profiletest.OpenWorld().File("/p/opencode.json", `{"plugin": ["./p.js", "pkg@1"]}`).File("/p/.opencode/plugin/q.ts", "x").File("/h/.config/opencode/plugins/r.js", "x")
	for _, version := range []string{"1.1.34", "1.18.33"} {
		_, trace := loaded(t, w, version)
		if got := strings.Join(trace.Defined.Plugins, " "); got != "./p.js pkg@1 r.js q.ts" {
			t.Errorf("%s: %s", version, got)
		}
	}
	_, trace := loaded(t, w.Env("OPENCODE_PURE", "1"), "1.18.33")
	if len(trace.Defined.Plugins) > 0 {
		t.Errorf("%q run although OPENCODE_PURE is set", trace.Defined.Plugins)
	}
}

func TestSkillReplacesABuiltInOfTheSameName(t *testing.T) {
	w := profiletest.OpenWorld().File("/p/.opencode/skill/o/SKILL.md", "---\nname: customize-opencode\ndescription: Mine\n---\n")
	made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: "m"}})
	if text := made.Messages[0].Text().String(); strings.Count(text, "<skill>") != 1 || !strings.Contains(text, "<description>Mine</description>") {
		t.Error(text)
	}
}
