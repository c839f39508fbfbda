package agent_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// answersFor asks the named agents, or all agents if none are named, how they treat a file.
func answersFor(t *testing.T, w facts.World, file string, names ...string) []discovery.Explanation {
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
	answers, err := discovery.Explain(context.Background(), w, asked, discovery.Options{Cwd: "/p"}, file)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestExplainCoversEveryAgentAndRuleFile(t *testing.T) {
	files := map[string]bool{}
	for _, a := range agent.Known().Discoverers() {
		for _, name := range a.RuleNames.Names {
			files[name] = true
		}
		for _, f := range a.RuleNames.Folders {
			end := ""
			if len(f.Ends) > 0 {
				end = f.Ends[0]
			}
			files[f.Dir+"/x"+end] = true
		}
	}
	for file := range files {
		w := agenttest.Repository().File("/p/"+file, "Be brief.\n")
		answers := answersFor(t, w, "/p/"+file)
		if !slices.ContainsFunc(answers, func(a discovery.Explanation) bool { return a.Verdict != discovery.NotLoaded }) {
			t.Errorf("nobody reads %s", file)
		}
		for _, a := range answers {
			loses := a.Verdict == discovery.NotLoaded
			remedied := a.Remedy != "" || a.Trace.Agent == "pilotdeck"
			if told := a.Why != "" || a.Candidate != nil; !told || loses && !remedied {
				t.Errorf("%s, %s: %s, why %q, remedy %q", file, a.Trace.Agent, a.Verdict, a.Why, a.Remedy)
			}
		}
	}
}

func TestAnAgentReadsWhatItLooksFor(t *testing.T) {
	for _, a := range agent.Known().Discoverers() {
		if a.Name == "pilotdeck" { // which of its files reach a prompt is not known
			continue
		}
		for _, name := range a.RuleNames.Names {
			w := agenttest.Repository().File("/p/"+name, "Be brief.\n")
			for _, one := range answersFor(t, w, "/p/"+name, a.Name) {
				if one.Verdict == discovery.NotLoaded {
					t.Errorf("%s looks for %s but does not load it: %s %+v", a.Name, name, one.Why, one.Candidate)
				}
			}
		}
	}
}

// A file that is loaded through one path needs no advice about another path.
func TestImportedFileNeedsNoAdvice(t *testing.T) {
	w := agenttest.Repository().File("/p/CLAUDE.md", "@AGENTS.md\n").File("/p/AGENTS.md", "Be brief.\n")
	answers := answersFor(t, w, "/p/AGENTS.md", "claude-code")
	if len(answers) < 2 || answers[0].Verdict != discovery.Loaded {
		t.Fatalf("%+v", answers)
	}
	for _, a := range answers {
		if a.Remedy != "" {
			t.Errorf("%s: %s", a.Verdict, a.Remedy)
		}
	}
}

func TestAlmostCorrectNamesAreReported(t *testing.T) {
	for _, tt := range []struct{ file, agent, meant string }{
		{"agents.md", "codex", "AGENTS.md"},
		{"AGENT.md", "codex", "AGENTS.md"},
		{"AGENTS.mdx", "codex", "AGENTS.md"},
		{"AGNETS.md", "codex", "AGENTS.md"},
		{"AGENTS.txt", "opencode", "AGENTS.md"},
		{"Claude.md", "claude-code", "CLAUDE.md"},
		{"CLAUD.md", "claude-code", "CLAUDE.md"},
		{"claude-local.md", "claude-code", "CLAUDE.local.md"},
		{".claude/rule/a.md", "claude-code", ".claude/rules/a.md"},
		{".claude/rules/a.txt", "claude-code", ".claude/rules/a.md"},
		{"GEMENI.md", "gemini-cli", "GEMINI.md"},
		{"gemini.md", "gemini-cli", "GEMINI.md"},
		{"sub/gemini.md", "gemini-cli", "sub/GEMINI.md"},
		{"Qwen.md", "qwen-code", "QWEN.md"},
		{"copilot-instructions.md", "copilot-cli", ".github/copilot-instructions.md"},
		{".github/copilot-instruction.md", "vscode", ".github/copilot-instructions.md"},
		{".github/instructions/a.md", "vscode", ".github/instructions/a.instructions.md"},
		{".github/instruction/a.instructions.md", "copilot-cli", ".github/instructions/a.instructions.md"},
		{".cursor/rule/a.mdc", "cursor", ".cursor/rules/a.mdc"},
		{".cursor/rules/a.md", "cursor", ".cursor/rules/a.mdc"},
		{".cursorrule", "cursor", ".cursorrules"},
		{".windsurf/rule/a.md", "windsurf", ".windsurf/rules/a.md"},
		{".windsurf/rules/a.mdx", "windsurf", ".windsurf/rules/a.md"},
		{".windsurfrule", "windsurf", ".windsurfrules"},
		{".amazonq/rule/a.md", "amazon-q", ".amazonq/rules/a.md"},
		{".junie/guideline.md", "junie", ".junie/guidelines.md"},
		{".goosehint", "goose", ".goosehints"},
		{".continue/rules/a.txt", "continue", ".continue/rules/a.md"},
		{".roo/rule/a.md", "roo", ".roo/rules/a.md"},
		{".kilo/rule/a.md", "kilo", ".kilo/rules/a.md"},
		{".clinerule", "cline", ".clinerules"},
		{"README.md", "codex", ""},
		{"CONTENT.md", "opencode", ""},
		{"notes.md", "claude-code", ""},
	} {
		w := agenttest.Repository().File("/p/"+tt.file, "Be brief.\n")
		answers := answersFor(t, w, "/p/"+tt.file, tt.agent)
		want := ""
		if tt.meant != "" {
			want = "/p/" + tt.meant
		}
		if a := answers[0]; a.Verdict != discovery.NotLoaded || a.Meant != want {
			t.Errorf("%s for %s: %s, suggestion %q, want %q (%s %+v)", tt.file, tt.agent, a.Verdict, a.Meant, want, a.Why, a.Candidate)
		}
	}
}

func TestFilesInTheRequestAreNeverReportedAsIgnored(t *testing.T) {
	w := agenttest.Repository().
		File("/p/opencode.json", `{"agent":{"build":{"prompt":"{file:./p.txt}"}}}`).File("/p/p.txt", "prompt").
		File("/p/.opencode/agent/other.md", "---\ndescription: d\n---\nText").
		File("/p/.opencode/skills/k/SKILL.md", "---\nname: k\ndescription: d\n---\nText").
		File("/p/AGENTS.md", "a").File("/p/s/AGENTS.md", "s").File("/p/s/x.txt", "x").
		File("/p/GEMINI.md", "g @./part.md").File("/p/part.md", "part").File("/p/a/GEMINI.md", "a").File("/p/.gemini/settings.json", "{}").
		File("/h/.gemini/settings.json", `{"security":{"folderTrust":{"enabled":false}}}`)
	for _, tt := range []struct {
		file, agent string
		want        discovery.Verdict
	}{
		{"opencode.json", "opencode", discovery.ReadAs},
		{"p.txt", "opencode", discovery.ReadAs},
		{".opencode/agent/other.md", "opencode", discovery.Listed},
		{".opencode/skills/k/SKILL.md", "opencode", discovery.Listed},
		{"s/AGENTS.md", "opencode", discovery.Later},
		{"s/AGENTS.md", "opencode@1.1.34", discovery.NotLoaded},
		{"a/GEMINI.md", "gemini-cli@0.61", discovery.Later},
		{"part.md", "gemini-cli", discovery.Loaded},
		{".gemini/settings.json", "gemini-cli", discovery.ReadAs},
	} {
		if a := answersFor(t, w, "/p/"+tt.file, tt.agent)[0]; a.Verdict != tt.want {
			t.Errorf("%s for %s: %s, want %s (%s)", tt.file, tt.agent, a.Verdict, tt.want, a.Why)
		}
	}
}

func TestTheRemedyNamesWhatMakesTheAgentReadTheFile(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "a")
	for name, want := range map[string]string{
		"gemini-cli": `add "AGENTS.md" to context.fileName in .gemini/settings.json`,
		"yume":       "copy its text into CLAUDE.md",
		"aider":      `list it under "read" in .aider.conf.yml`,
	} {
		if a := answersFor(t, w, "/p/AGENTS.md", name)[0]; !strings.HasPrefix(a.Remedy, want) {
			t.Errorf("%s: %q, want %q", name, a.Remedy, want)
		}
	}
	w = agenttest.Repository().File("/p/CLAUDE.md", "a").File("/p/AGENTS.md", "b")
	if a := answersFor(t, w, "/p/CLAUDE.md", "opencode")[0]; a.Remedy != "copy its text into AGENTS.md, which is loaded" {
		t.Errorf("shadowed: %q", a.Remedy)
	}
}

func TestDoctorKnowsTheFoldersAndEndingsOfEveryAgent(t *testing.T) {
	for _, a := range agent.Known().Discoverers() {
		for _, f := range a.RuleNames.Folders {
			if f.Borrowed {
				continue
			}
			misspelt := strings.TrimSuffix(f.Dir, "s") + "/x.md"
			files := []string{misspelt}
			if len(f.Ends) > 0 {
				files = append(files, f.Dir+"/x.text")
			}
			for _, file := range files {
				w := agenttest.Repository().File("/p/"+file, "Be brief.\n")
				found := examined(t, w, "/p", a.Name)
				if !slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, "near-miss /p/"+file) }) {
					t.Errorf("%s: doctor does not mention %s: %q", a.Name, file, found)
				}
			}
		}
	}
}

func TestDoctorReportsFilesAboveAnAgentsLimit(t *testing.T) {
	for _, tt := range []struct{ agent, file, text string }{
		{"windsurf", "/p/.windsurf/rules/a.md", "---\ntrigger: always_on\n---\n" + strings.Repeat("x ", 6500)},
		{"windsurf", "/p/.windsurfrules", strings.Repeat("x ", 10_000)},
		{"windsurf", "/h/.codeium/windsurf/memories/global_rules.md", strings.Repeat("x ", 3500)},
		{"cursor", "/p/.cursor/rules/a.mdc", "---\nalwaysApply: true\n---\n" + strings.Repeat("x\n", 600)},
		{"claude-code", "/h/.claude/CLAUDE.md", strings.Repeat("x ", 90_000)},
	} {
		found := examined(t, agenttest.Repository().File(tt.file, tt.text), "/p", tt.agent)
		if len(found) != 1 || !strings.HasPrefix(found[0], "over-cap "+tt.file) {
			t.Errorf("%s: %q", tt.file, found)
		}
	}
}

func TestDoctorReportsAnAlmostCorrectNameOnce(t *testing.T) {
	found := examined(t, agenttest.Repository().File("/p/agent.md", "a"), "/p", "opencode", "continue", "codex")
	if len(found) != 1 || !strings.Contains(found[0], "AGENTS.md by opencode, codex; AGENT.md by continue") {
		t.Errorf("%q", found)
	}
}

func TestDoctorFindsLinksCheckedOutAsFiles(t *testing.T) {
	for name, file := range map[string]string{"opencode": "AGENTS.md", "openagentic": "AGENTS.md", "gemini-cli": "GEMINI.md"} {
		w := agenttest.Repository().File("/p/"+file, "OTHER.md").File("/p/OTHER.md", "Be brief.\n").
			File("/h/.gemini/settings.json", `{"security":{"folderTrust":{"enabled":false}}}`)
		found := examined(t, w, "/p", name)
		if !slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, "dangling-link /p/"+file) }) {
			t.Errorf("%s: %q", name, found)
		}
	}
}

func TestGeminiFilesInIgnoredAndClosedDirectories(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/.gitignore", "t/\n").File("/p/t/x.txt", "").File("/p/t/GEMINI.md", "t").
		File("/p/a/GEMINI.md", "a").File("/p/node_modules/m/GEMINI.md", "m").File("/p/.env/GEMINI.md", "e")
	for file, want := range map[string]string{
		"/p/a/GEMINI.md":              "when a file in /p/a is read",
		"/p/t/GEMINI.md":              "when a file in /p/t is written, not when one is read",
		"/p/node_modules/m/GEMINI.md": "the agent's tools do not go into /p/node_modules",
		"/p/.env/GEMINI.md":           "the agent's tools do not go into /p/.env",
	} {
		for _, a := range answersFor(t, w, file, "gemini-cli") {
			said := a.Why
			if a.Candidate != nil {
				said += a.Candidate.Detail
			}
			if !strings.Contains(said, want) || strings.HasPrefix(want, "when") != (a.Verdict == discovery.Later) {
				t.Errorf("%s: %s, %q, want %q", file, a.Verdict, said, want)
			}
		}
	}
}

// The advice about a file below the session's directory names the file's path. It names a setting
// only if the setting makes the agent find the file: Gemini CLI looks for a name of
// context.fileName in each of its directories, and Codex accepts no name with a directory.
func TestAdviceForAFileInADirectoryBelowWorks(t *testing.T) {
	w := agenttest.Repository().File("/p/docs/notes.md", "Notes.\n").File("/p/other.md", "Other.\n").File("/o/x.md", "")
	for _, tt := range []struct{ agent, file, want string }{
		{"claude-code", "/p/docs/notes.md", "import it from CLAUDE.md with @docs/notes.md"},
		{"claude-code", "/o/x.md", "import it from CLAUDE.md with @/o/x.md"},
		{"qwen-code", "/p/docs/notes.md", `add "docs/notes.md" to context.fileName in .qwen/settings.json, or import it from QWEN.md with @docs/notes.md`},
		{"codex", "/p/docs/notes.md", "copy its text into AGENTS.md"},
		{"codex", "/p/other.md", "name it in project_doc_fallback_filenames in ~/.codex/config.toml"},
	} {
		a, version, err := agent.Known().Lookup(tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := discovery.Explain(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p"}, tt.file)
		if err != nil {
			t.Fatal(err)
		}
		if got := answers[0].Remedy; got != tt.want {
			t.Errorf("%s, %s: %q, want %q", tt.agent, tt.file, got, tt.want)
		}
	}
}

// Files in a folder whose name is one letter off from that of a folder of sub-agents, and files in
// such a folder with another extension.
func TestNearMissesOfSubagents(t *testing.T) {
	for _, tt := range []struct{ agent, file, meant string }{
		{"claude-code", ".claude/agent/x.md", ".claude/agents/x.md"},
		{"claude-code", ".claude/agents/x.txt", ".claude/agents/x.md"},
		{"claude-code", ".claude/agents/x.MD", ".claude/agents/x.md"},
		{"claude-code", ".claude/agents/README.txt", ""},
		{"gemini-cli", ".gemini/agent/x.md", ".gemini/agents/x.md"},
		{"qwen-code", ".qwen/Agents/x.md", ".qwen/agents/x.md"},
		{"opencode", ".opencode/agents/team/x.markdown", ".opencode/agents/team/x.md"},
		{"opencode", ".opencode/agent/x.md", ""},
		{"kilo", ".kilo/agnets/x.md", ".kilo/agents/x.md"},
		{"copilot-cli", ".github/agent/x.agent.md", ".github/agents/x.agent.md"},
		{"crush", ".cursor/rule/x.mdc", ".cursor/rules/x.mdc"},
		{"codex", ".claude/agent/x.md", ""},
	} {
		a, version, err := agent.Known().Lookup(tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		w := agenttest.Repository().File("/p/"+tt.file, "---\nname: x\ndescription: d\n---\nText.\n")
		answers, err := discovery.Explain(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, discovery.Options{Cwd: "/p"}, "/p/"+tt.file)
		if err != nil {
			t.Fatal(err)
		}
		want := tt.meant
		if want != "" {
			want = "/p/" + want
		}
		if got := answers[0].Meant; got != want {
			t.Errorf("%s, %s: meant %q, want %q", tt.agent, tt.file, got, want)
		}
	}
}
