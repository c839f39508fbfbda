package app

import (
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/scenario"
	"galley/ui/prompts"
)

// scenarioIn sets up a story with a profile, and a scenario in .galley.
func scenarioIn(profile, text string, more map[string]string) setup {
	files := map[string]string{}
	for name, text := range more {
		files[name] = text
	}
	if text != "" {
		files[".galley/scenario.toml"] = text
	}
	return setup{files: files, with: func(o *Options) {
		o.Request.Profile = profile
		w := o.World.(*facts.Memory)
		file := o.Request.Cwd + "/.galley/scenario.toml"
		load := func() (scenario.Scenario, []diag.Problem) {
			return scenario.Load(w, scenario.Path(w, o.Request.Cwd, ""))
		}
		o.Request.Scenario, o.Request.Problems = load()
		o.Scenario = prompts.Scenario{File: file, Load: load, Save: func(name, _, text string) error {
			w.File(name, text)
			return nil
		}}
	}}
}

func (s *story) showsInPrompt(text string, there bool) *story {
	s.t.Helper()
	if got := s.bench.tabs.text.Text(); strings.Contains(got, text) != there {
		s.t.Fatalf("%q there: %v\n%s", text, !there, got)
	}
	return s
}

// Requirements codebolt 67, 68 and 69: the prompt follows memory, folder tree and model.
func TestMemoryTreeAndModelAreFollowedLive(t *testing.T) {
	t.Parallel()
	tell(t, scenarioIn("gemini-cli@0.28", "trusted = true\nmodel = 'gemini-2.5-pro'\n", map[string]string{"GEMINI.md": "OLD MEMORY\n"}), func(s *story) {
		s.showsInPrompt("OLD MEMORY", true).showsInPrompt("zebra.txt", false)
		s.world.File(s.cwd+"/GEMINI.md", "NEW MEMORY\n")
		s.changed("GEMINI.md").showsInPrompt("NEW MEMORY", true).showsInPrompt("OLD MEMORY", false)
		s.world.File(s.cwd+"/zebra.txt", "")
		s.changed("zebra.txt").showsInPrompt("zebra.txt", true)
		s.showsInPrompt("`write_todos`", true).press("alt+l").types("google/gemini-3-pro-preview").press("enter").showsInPrompt("`write_todos`", false)
	})
}

// Requirements codebolt 70 and 71. Users change the approval mode in the middle of a session, which
// also changes the tools.
func TestTheScenarioAndItsToolsAreFollowedLive(t *testing.T) {
	t.Parallel()
	tools := `[{"name": "Zebra", "description": "d", "input_schema": {"type": "object"}}]`
	begin := scenarioIn("yume-gemini", "permission_mode = 'deny'\ntools = 'tools.json'\n", map[string]string{".galley/tools.json": tools})
	tell(t, begin, func(s *story) {
		s.showsInPrompt("## Permission Mode\ndeny\n", true).showsInPrompt(`"Zebra"`, true)
		s.world.File(s.cwd+"/.galley/scenario.toml", "permission_mode = 'auto'\ntools = 'tools.json'\n")
		s.changed(".galley/scenario.toml").showsInPrompt("## Permission Mode\nauto\n", true)
		s.world.File(s.cwd+"/.galley/tools.json", strings.ReplaceAll(tools, "Zebra", "Okapi"))
		s.changed(".galley/tools.json").showsInPrompt(`"Okapi"`, true).showsInPrompt(`"Zebra"`, false)
		// A fault in the new text is reported until it is corrected.
		s.world.File(s.cwd+"/.galley/scenario.toml", "permision_mode = 'auto'\n")
		s.changed(".galley/scenario.toml").press("f4").sees("permision_mode").press("esc")
		s.world.File(s.cwd+"/.galley/scenario.toml", "permission_mode = 'interactive'\n")
		s.press("f5").showsInPrompt("interactive\n", true).press("f4").misses("permision_mode").press("esc")
	})
}

func TestScenarioCreatedLaterIsUsed(t *testing.T) {
	t.Parallel()
	tell(t, scenarioIn("pilotdeck", "", nil), func(s *story) {
		s.showsInPrompt("permission_mode: default", true)
		s.world.File(s.cwd+"/.galley/scenario.toml", "permission_mode = 'plan'\n")
		s.changed(".galley/scenario.toml").showsInPrompt("permission_mode: plan", true)
		s.world.Remove(s.cwd + "/.galley/scenario.toml")
		s.changed(".galley/scenario.toml").showsInPrompt("permission_mode: default", true)
	})
}

// Changing a value in the workbench keeps every comment of the file.
func TestAValueOfTheScenarioIsChangedInTheWorkbench(t *testing.T) {
	t.Parallel()
	tell(t, scenarioIn("pilotdeck", "# how we work\npermission_mode = 'plan' # for now\n\n[[skills]]\nname = 's'\n", nil), func(s *story) {
		s.press("alt+I").sees("Scenario: ", "permission_mode", "'plan'")
		s.types("permission").press("enter").sees("such as:").press("ctrl+u").types("'acceptEdits'").press("enter")
		s.sees("Set permission_mode").showsInPrompt("permission_mode: acceptEdits", true)
		s.scenario("# how we work\npermission_mode = 'acceptEdits' # for now\n\n[[skills]]\nname = 's'\n")
		// A key that is not in the file gets a line before the tables.
		s.press("alt+I").types("node").press("enter").types("'v1'").press("enter").showsInPrompt("node: v1", true)
		s.scenario("# how we work\npermission_mode = 'acceptEdits' # for now\n\nnode = 'v1'\n[[skills]]\nname = 's'\n")
		// A wrong value is reported, and nothing is written.
		s.press("alt+I").types("tracker").press("enter").types("maybe").press("enter").sees("tracker = maybe", "› maybe").press("esc")
		// Tables are edited together with their headers, on several lines.
		s.press("alt+I").types("skills").press("enter").sees("[[skills]]", "^S accept").press("enter").types("description = 'D'").press("ctrl+s").showsInPrompt("- s — D", true)
		s.scenario("# how we work\npermission_mode = 'acceptEdits' # for now\n\nnode = 'v1'\n[[skills]]\nname = 's'\ndescription = 'D'\n")
		// If the file has the key in another form, the text is shown for the user to paste.
		s.press("alt+I").types("skills").press("enter", "ctrl+u").types("[]").press("ctrl+s").sees("Add this by hand", "skills = []").press("esc")
		// A list may span several lines, and its comments are kept.
		s.press("alt+I").types("directories").press("enter").types("[").press("alt+enter").types("'/one', # 1").press("enter").types("]").press("ctrl+s").showsInPrompt("- /one", true)
		s.press("alt+I").types("directories").press("enter").sees("'/one', # 1").press("esc")
		s.scenario("# how we work\npermission_mode = 'acceptEdits' # for now\n\nnode = 'v1'\ndirectories = [\n'/one', # 1\n]\n[[skills]]\nname = 's'\ndescription = 'D'\n")
		// For a key that has no effect here, the list says which profile reads it.
		s.press("alt+I").types("modifiers").sees("no effect here", "codebolt").press("esc")
	})
}

func (s *story) scenario(want string) *story {
	s.t.Helper()
	if got, err := s.world.ReadFile(s.cwd + "/.galley/scenario.toml"); err != nil || got != want {
		s.t.Fatalf("the scenario contains\n%q, want\n%q (%v)", got, want, err)
	}
	return s
}

// One key shows the prompt that Gemini CLI's builder makes for Codebolt.
func TestCodeboltCyclesToTheBuildersPrompt(t *testing.T) {
	t.Parallel()
	tell(t, scenarioIn("codebolt", "template_as = 'gemini-builder'\ngit = true\n", nil), func(s *story) {
		s.showsInPrompt("# Core Mandates", true).showsInPrompt("codebolt--readFile", true)
		s.press("alt+s").showsInPrompt("# Core Mandates", false)
		s.press("alt+s").showsInPrompt("# Core Mandates", true)
	})
}

func TestCompactionIsShown(t *testing.T) {
	t.Parallel()
	tell(t, scenarioIn("gemini-cli@0.61.0", "", nil), func(s *story) {
		s.press("alt+Z").sees("ChatCompressionService: not due", "524288", "overall_goal").press("esc")
	})
}
