package transfer_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/transfer"
)

// plan plans the transfer of a file of /p to some agents. All agents may be asked what they load.
func plan(t *testing.T, w facts.World, file string, to ...string) *transfer.Plan {
	t.Helper()
	p, err := transfer.Make(context.Background(), w, transfer.Options{File: file, Project: "/p", To: to, All: agent.Known().SurveyAgents(), Options: discovery.Options{Cwd: "/p"}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// told prints the changes of a plan: kind, path and content.
func told(p *transfer.Plan) string {
	var parts []string
	for _, c := range p.Changes {
		what := c.After
		if c.Link != "" {
			what = "-> " + c.Link
		}
		parts = append(parts, string(c.Kind)+" "+c.Path+" "+what)
	}
	return strings.Join(parts, "; ")
}

func TestTheSmallestChangeByWhichAnAgentReadsAFile(t *testing.T) {
	t.Parallel()
	trusted := func() *facts.Memory {
		return agenttest.Repository().File("/h/.gemini/trustedFolders.json", `{"/p":"TRUST_FOLDER"}`)
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		file  string
		to    string
		want  string
	}{
		{"an import where a file is read", map[string]string{"AGENTS.md": "Do so.\n", "CLAUDE.md": "Mine."}, "AGENTS.md", "claude-code", "import /p/CLAUDE.md Mine.\n@AGENTS.md\n"},
		{"the file that imports, not the imported one", map[string]string{"AGENTS.md": "Do so.\n", "CLAUDE.md": "@docs/style.md\n", "docs/style.md": "Style.\n"}, "AGENTS.md", "claude-code",
			"import /p/CLAUDE.md @docs/style.md\n@AGENTS.md\n"},
		{"the shared file, not one for a person or a rule", map[string]string{"AGENTS.md": "Do so.\n", "CLAUDE.md": "Mine.\n", "CLAUDE.local.md": "Me.\n", ".claude/rules/a.md": "A.\n"}, "AGENTS.md", "claude-code",
			"import /p/CLAUDE.md Mine.\n@AGENTS.md\n"},
		{"a link under a name that is free", map[string]string{"AGENTS.md": "Do so.\n"}, "AGENTS.md", "gemini-cli", "link /p/GEMINI.md -> AGENTS.md"},
		{"an import again", map[string]string{"AGENTS.md": "Do so.\n", "GEMINI.md": "Mine.\n"}, "AGENTS.md", "gemini-cli", "import /p/GEMINI.md Mine.\n@AGENTS.md\n"},
		{"a folder of rules", map[string]string{"AGENTS.md": "Do so.\n"}, "AGENTS.md", "amazon-q", "link /p/.amazonq/rules/project.md -> ../../AGENTS.md"},
		{"a settings file", map[string]string{"AGENTS.md": "Do so.\n"}, "AGENTS.md", "aider", "setting /p/.aider.conf.yml read:\n  - AGENTS.md\n"},
		{"settings with comments, which stay", map[string]string{"docs/a.md": "Do so.\n", "AGENTS.md": "Mine.\n", "opencode.jsonc": "{ // ours\n  /* b */ \"model\": \"m\",\n}\n"}, "docs/a.md", "opencode",
			"setting /p/opencode.jsonc { // ours\n  \"instructions\": [\"docs/a.md\"],\n  /* b */ \"model\": \"m\",\n}\n"},
		{"a list of settings that has others", map[string]string{"docs/a.md": "Do so.\n", "AGENTS.md": "Mine.\n", "opencode.json": `{"instructions": ["b.md" /* c */]}`}, "docs/a.md", "opencode",
			`setting /p/opencode.json {"instructions": ["b.md", "docs/a.md" /* c */]}`},
		{"YAML settings with comments", map[string]string{"AGENTS.md": "Do so.\n", ".aider.conf.yml": "# ours\nmodel: m # b"}, "AGENTS.md", "aider",
			"setting /p/.aider.conf.yml # ours\nmodel: m # b\nread:\n  - AGENTS.md\n"},
		{"what is read already", map[string]string{"AGENTS.md": "Do so.\n"}, "AGENTS.md", "codex", ""},
		{"globs for Claude Code", map[string]string{".cursor/rules/a.mdc": "---\nglobs: src/**\n---\nUse REST.\n"}, ".cursor/rules/a.mdc", "claude-code",
			"rule /p/.claude/rules/a.md ---\npaths:\n  - \"src/**\"\n---\nUse REST.\n"},
		{"paths for Cursor", map[string]string{".claude/rules/a.md": "---\npaths: '*.ts'\n---\nUse REST.\n"}, ".claude/rules/a.md", "cursor",
			"rule /p/.cursor/rules/a.mdc ---\ndescription:\nglobs: **/*.ts\nalwaysApply: false\n---\nUse REST.\n"},
		{"paths for Copilot", map[string]string{".claude/rules/a.md": "---\npaths: ['src/**', 'lib/**']\n---\nUse REST.\n"}, ".claude/rules/a.md", "windsurf",
			"rule /p/.windsurf/rules/a.md ---\ntrigger: glob\nglobs: src/**,lib/**\n---\nUse REST.\n"},
		{"alwaysApply for Cursor, not its old file", map[string]string{"CLAUDE.md": "Do so.\n", "AGENTS.md": "Mine.\n"}, "CLAUDE.md", "cursor",
			"rule /p/.cursor/rules/project.mdc ---\ndescription:\nglobs:\nalwaysApply: true\n---\nDo so.\n"},
		{"a trigger for Windsurf, not its old file", map[string]string{"CLAUDE.md": "Do so.\n", "AGENTS.md": "Mine.\n"}, "CLAUDE.md", "windsurf",
			"rule /p/.windsurf/rules/project.md ---\ntrigger: always_on\n---\nDo so.\n"},
		{"a folder of rules, not the old file", map[string]string{"CLAUDE.md": "Do so.\n", "AGENTS.md": "Mine.\n"}, "CLAUDE.md", "roo",
			"link /p/.roo/rules/project.md -> ../../CLAUDE.md"},
		{"applyTo for Copilot", map[string]string{".cursor/rules/a.mdc": "---\nglobs: src/**, *.{ts,js}\n---\nUse REST.\n"}, ".cursor/rules/a.mdc", "copilot-cli",
			"rule /p/.github/instructions/a.instructions.md ---\napplyTo: \"src/**,*.{ts,js}\"\n---\nUse REST.\n"},
		{"no file that replaces pi's own prompt", map[string]string{"GEMINI.md": "Do so.\n", "AGENTS.md": "Mine.\n", "CLAUDE.md": "Mine."}, "GEMINI.md", "pi", "link /p/.pi/APPEND_SYSTEM.md -> ../GEMINI.md"},
		{"a name of its own before a file that others read", map[string]string{".windsurf/rules/a.md": "---\ntrigger: always_on\n---\nUse REST.\n", "AGENTS.md": "Mine.\n"}, ".windsurf/rules/a.md", "qwen-code",
			"link /p/QWEN.md -> .windsurf/rules/a.md"},
		{"a description that needs quotes", map[string]string{".cursor/rules/a.mdc": "---\ndescription: 'say: \"so\" # now'\n---\nUse REST.\n"}, ".cursor/rules/a.mdc", "windsurf",
			"rule /p/.windsurf/rules/a.md ---\ntrigger: model_decision\ndescription: \"say: \\\"so\\\" # now\"\n---\nUse REST.\n"},
		{"a description of Devin's", map[string]string{".devin/rules/a.md": "---\ntrigger: model_decision\ndescription: for tests\n---\nUse REST.\n"}, ".devin/rules/a.md", "cursor",
			"rule /p/.cursor/rules/a.mdc ---\ndescription: for tests\nglobs:\nalwaysApply: false\n---\nUse REST.\n"},
		{"a choice by description", map[string]string{".cursor/rules/a.mdc": "---\ndescription: for tests\n---\nUse REST.\n"}, ".cursor/rules/a.mdc", "windsurf",
			"rule /p/.windsurf/rules/a.md ---\ntrigger: model_decision\ndescription: for tests\n---\nUse REST.\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := trusted()
			for name, text := range tt.files {
				w.File("/p/"+name, text)
			}
			p := plan(t, w, "/p/"+tt.file, tt.to)
			got := told(p)
			if tt.name == "paths for Copilot" { // Windsurf has two folders, and either is correct
				got = strings.Replace(got, ".devin/rules", ".windsurf/rules", 1)
			}
			if got = strings.Replace(got, "/p/.devin/rules", "/p/.windsurf/rules", 1); got != tt.want {
				t.Errorf("%q, want %q (without %+v)", got, tt.want, p.Without)
			}
			if tt.want == "" && !slices.Contains(p.Already, tt.to) {
				t.Errorf("already: %v", p.Already)
			}
		})
	}
}

func TestOneChangeServesSeveralAgents(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/GEMINI.md", "Do so.\n")
	p := plan(t, w, "/p/GEMINI.md", "codex", "opencode", "cursor")
	if len(p.Changes) != 1 || !slices.Equal(p.Changes[0].For, []string{"codex", "opencode", "cursor"}) {
		t.Errorf("%+v", p.Changes)
	}
}

// TestARuleMadeForOneAgentServesThoseThatReadItsFolder transfers a rule with patterns to agents
// that share folders. Each folder gets one file, in the form of the agent that owns the folder.
// The plan says what the other agents make of the patterns.
func TestARuleMadeForOneAgentServesThoseThatReadItsFolder(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/.claude/rules/a.md", "---\npaths: 'src/**'\n---\nUse @react/x and @./b.md.\n").File("/p/.claude/rules/b.md", "More.\n")
	p := plan(t, w, "/p/.claude/rules/a.md", "crush", "cline", "cline-cli", "cursor", "codex")
	var got []string
	for _, c := range p.Changes {
		got = append(got, strings.TrimPrefix(c.Path, "/p/")+" for "+strings.Join(c.For, ","))
		for _, name := range []string{"crush", "cline-cli"} {
			if always := slices.Contains(c.Lost, name+" always sends it, whatever its header says"); always != slices.Contains(c.For, name) {
				t.Errorf("%s loses %q", c.Path, c.Lost)
			}
		}
		if !slices.Contains(c.Lost, "imports in it are relative to another directory") {
			t.Errorf("%s loses %q", c.Path, c.Lost)
		}
	}
	if want := ".clinerules/a.md for cline,cline-cli .cursor/rules/a.mdc for cursor,crush"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if len(p.Without) != 1 || p.Without[0].Why != "it has no rules that are loaded only for some files; copy its text into AGENTS.md, which is always loaded" {
		t.Errorf("without %+v", p.Without)
	}
	w.File("/p/.claude/rules/c.md", "---\npaths: ['a,b/**', 'c/**']\n---\nUse @react/x.\n")
	lost := strings.Join(plan(t, w, "/p/.claude/rules/c.md", "cursor").Changes[0].Lost, "; ")
	if !strings.Contains(lost, `cursor reads its patterns as ["a" "b/**" "c/**"]`) || strings.Contains(lost, "imports") {
		t.Errorf("lost: %s", lost)
	}
}

// TestWhatToDoWhereNoChangeHelps checks what a plan says about an agent for which it has no
// change.
func TestWhatToDoWhereNoChangeHelps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ file, text, want string }{
		{".cursor/rules/b.mdc", "---\ndescription: For APIs\n---\nUse REST.\n", "it has no rules that are loaded only when their description fits the task; copy its text into AGENTS.md, which is always loaded"},
		{".cursor/rules/c.mdc", "Use REST.\n", "it has no rules that are loaded only when the user names them; copy its text into AGENTS.md, which is always loaded"},
		{"GEMINI.md", "Do so.\n", "no import, link or setting makes it read this file; copy its text into AGENTS.md"},
		{".cursor/rules/a.mdc", "---\nglobs: src/**\n---\nUse REST.\n", "it has no rules that are loaded only for some files; copy its text into AGENTS.md, which is always loaded"},
	} {
		w := agenttest.Repository().File("/p/AGENTS.md", "Mine.\n").File("/p/"+tt.file, tt.text)
		if p := plan(t, w, "/p/"+tt.file, "codex"); len(p.Without) != 1 || p.Without[0].Why != tt.want {
			t.Errorf("%s: %+v, want %q", tt.file, p.Without, tt.want)
		}
	}
}

// TestAnAgentThatReadsACopyIsNotDenied plans a transfer a second time, after its changes were
// written. The agents read the copy, even if they could do nothing else with it. A file with other
// words is not a copy.
func TestAnAgentThatReadsACopyIsNotDenied(t *testing.T) {
	t.Parallel()
	const rule = "/p/.cursor/rules/ui.mdc"
	w := agenttest.Repository().File(rule, "---\nglobs: web/**\n---\nUse the grid.\n").File("/p/CLAUDE.md", "Mine.\n")
	to := []string{"claude-code", "copilot-cli"}
	for _, c := range plan(t, w, rule, to...).Changes {
		w.File(c.Path, c.After)
	}
	again := plan(t, w, rule, to...)
	want := []transfer.Copy{{Agent: "claude-code", Path: "/p/.claude/rules/ui.md"}, {Agent: "copilot-cli", Path: "/p/.claude/rules/ui.md"}}
	if len(again.Changes) != 0 || len(again.Without) != 0 || !slices.Equal(again.Copies, want) {
		t.Errorf("changes %+v, without %+v, copies %+v", again.Changes, again.Without, again.Copies)
	}
	w.File("/p/.claude/rules/ui.md", "---\npaths: web/**\n---\nUse the other grid.\n")
	if again = plan(t, w, rule, to...); len(again.Copies) != 0 {
		t.Errorf("another text is a copy: %+v", again.Copies)
	}
}

func TestOnlyPatternsLoseTheirCase(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/.claude/rules/a.md", "Do so.\n").File("/p/AGENTS.md", "Mine.\n")
	if c := plan(t, w, "/p/.claude/rules/a.md", "windsurf").Changes[0]; c.Kind != transfer.Rule || strings.Contains(strings.Join(c.Lost, "; "), "regard to case") {
		t.Errorf("%s %s loses %q", c.Kind, c.Path, c.Lost)
	}
}

func TestUselessChangeIsNotOffered(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/AGENTS.md", "Do so.\n").File("/h/.gemini/GEMINI.md", "Mine.\n").File("/h/.gemini/trustedFolders.json", `{"/p":"DO_NOT_TRUST"}`)
	p := plan(t, w, "/p/AGENTS.md", "gemini-cli")
	if len(p.Changes) != 0 || len(p.Without) != 1 || !strings.Contains(p.Without[0].Why, "not trusted") || strings.Contains(p.Without[0].Why, "outside the project") {
		t.Errorf("%+v, without %+v", p.Changes, p.Without)
	}
	scoped := agenttest.Repository().File("/p/.cursor/rules/a.mdc", "---\nglobs: src/**\n---\nUse REST.\n")
	if p := plan(t, scoped, "/p/.cursor/rules/a.mdc", "codex"); len(p.Changes) != 0 || len(p.Without) != 1 {
		t.Errorf("Codex has no rules for some files: %+v", p.Changes)
	}
}

func TestCodexReadsAFileByANameInItsSettings(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"trusted\"\n").File("/p/CLAUDE.md", "Do so.\n").
		Link("/p/AGENTS.md", "gone.md").File("/p/.codex/config.toml", "# ours\n[tools]\na = 1\n")
	want := "setting /p/.codex/config.toml project_doc_fallback_filenames = [\"CLAUDE.md\"]\n# ours\n[tools]\na = 1\n"
	if p := plan(t, w, "/p/CLAUDE.md", "codex"); told(p) != want {
		t.Errorf("%q, want %q (without %+v)", told(p), want, p.Without)
	}
}

func TestObstaclesAreReported(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, to, want string
		make           func(*facts.Memory)
	}{
		{"a link that leads nowhere", "codex", "AGENTS.md is a link to gone.md, which does not exist: remove the link or create the file", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "Do so.\n").Link("/p/AGENTS.md", "gone.md")
		}},
		{"a link out of the project", "amazon-q", ".amazonq/rules/project.md would be outside the project, because a link on the way leads there", func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "Do so.\n").Dir("/out").Link("/p/.amazonq", "/out")
		}},
		{"a directory", "codex", "AGENTS.md is not a file: move it away", func(w *facts.Memory) { w.File("/p/CLAUDE.md", "Do so.\n").Dir("/p/AGENTS.md") }},
		{"settings of another shape", "aider", `.aider.conf.yml stays as it is, because it is written in a form that galley does not change: add "CLAUDE.md" to its list read by hand`, func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "Do so.\n").File("/p/.aider.conf.yml", "read: [a.md]\n")
		}},
		{"settings that are damaged", "opencode", `opencode.json stays as it is, because it cannot be read`, func(w *facts.Memory) {
			w.File("/p/CLAUDE.md", "Do so.\n").File("/p/AGENTS.md", "Mine.\n").File("/p/opencode.json", "{")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := agenttest.Repository()
			tt.make(w)
			p := plan(t, w, "/p/CLAUDE.md", tt.to)
			if len(p.Changes) != 0 || len(p.Without) != 1 || !strings.Contains(p.Without[0].Why, tt.want) {
				t.Errorf("%+v, without %+v", p.Changes, p.Without)
			}
		})
	}
}

func TestAFileOutsideTheProjectOrABinaryOne(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/q/rules.md", "Do so.\n").File("/p/GEMINI.md", "Do so.\n").File("/p/binary.md", "a\x00b\n")
	const lost = "the file is outside the project: others who check the project out do not have it"
	if c := plan(t, w, "/q/rules.md", "claude-code").Changes[0]; c.Kind == transfer.Rule || !slices.Contains(c.Lost, lost) {
		t.Errorf("%s %s loses %q", c.Kind, c.Path, c.Lost)
	}
	if c := plan(t, w, "/p/GEMINI.md", "claude-code").Changes[0]; slices.Contains(c.Lost, lost) {
		t.Errorf("%s %s loses %q", c.Kind, c.Path, c.Lost)
	}
	if _, err := transfer.Make(context.Background(), w, transfer.Options{File: "/p/binary.md", Project: "/p"}); err == nil || !strings.Contains(err.Error(), "NUL") {
		t.Errorf("a binary file: %v", err)
	}
}

func TestTheReasonNamesTheFileThatWasTried(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/AGENTS.md", "Do so.\n").File("/p/CLAUDE.md", "Mine.\n")
	p := plan(t, w, "/p/AGENTS.md", "yume")
	if len(p.Without) != 1 || !strings.Contains(p.Without[0].Why, "with .claude/CLAUDE.md in place") {
		t.Errorf("%s, without %+v", told(p), p.Without)
	}
}

func TestTransferStaysInTheProjectAndReplacesNothing(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/h/.claude/CLAUDE.md", "Mine.\n").File("/p/AGENTS.md", "Do so.\n").File("/p/CLAUDE.md", "x\n").Dir("/out").
		File("/p/.aider.conf.yml", "model: m\n").Link("/p/.amazonq", "/out")
	for _, name := range []string{"claude-code", "aider", "amazon-q"} {
		for _, c := range plan(t, w, "/p/AGENTS.md", name).Changes {
			if !strings.HasPrefix(c.Path, "/p/") || strings.HasPrefix(c.Path, "/p/.amazonq") || !c.Made && !strings.HasPrefix(c.After, c.Before) {
				t.Errorf("%s: %+v", name, c)
			}
		}
	}
	if _, err := transfer.Make(context.Background(), w.File("/p/empty.md", " \n"), transfer.Options{File: "/p/empty.md", Project: "/p"}); err == nil {
		t.Error("an empty file was transferred")
	}
}
