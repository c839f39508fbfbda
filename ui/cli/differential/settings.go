//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// settings writes the agent's settings files: those of the user, of the project and of a directory.
func (t *tree) settings() {
	of, ok := settings[t.agent.Name]
	if !ok || !t.chance(60) {
		return
	}
	of(t)
}

// settings has, for each agent, a function that writes settings that change what the agent loads.
var settings = map[string]func(t *tree){
	"gemini-cli": func(t *tree) { t.gemini(".gemini") },
	"qwen-code":  func(t *tree) { t.gemini(".qwen") },
	"codex":      (*tree).codex,
	"opencode":   func(t *tree) { t.opencode("opencode.json", ".config/opencode/opencode.json") },
	"kilo":       func(t *tree) { t.opencode("kilo.json", ".config/kilo/kilo.json") },
	"claude-code": func(t *tree) {
		for _, name := range []string{filepath.Join(t.home, ".claude/settings.json"), filepath.Join(t.root, ".claude/settings.json"), filepath.Join(t.cwd, ".claude/settings.local.json")} {
			if t.chance(40) {
				t.json(name, map[string]any{"claudeMdExcludes": []string{pick(t, "**/a/CLAUDE.md", "**/AGENTS.md", filepath.Join(t.root, "CLAUDE.md"), "**/project/.claude/rules/**")}})
			}
		}
	},
}

func (t *tree) json(name string, v any) {
	text, err := json.MarshalIndent(v, "", "  ")
	t.met(err)
	t.write(name, string(text)+"\n")
}

// some returns a JSON object that contains each of the members with a probability of n percent.
func (t *tree) some(n int, members ...any) map[string]any {
	out := map[string]any{}
	for i := 0; i+1 < len(members); i += 2 {
		if t.chance(n) {
			out[members[i].(string)] = members[i+1]
		}
	}
	return out
}

func (t *tree) gemini(dir string) {
	for _, base := range []string{t.home, t.root, t.cwd} {
		if !t.chance(45) {
			continue
		}
		context := t.some(35,
			"fileName", pick[any](t, "AGENTS.md", []string{"GEMINI.md", "AGENTS.md"}, []string{"CONTEXT.md", "QWEN.md"}, "${NAME:-CLAUDE.md}", []string{}, ""),
			"includeDirectories", pick(t, []string{filepath.Join(t.root, "docs")}, []string{"docs"}, []string{"../other"}, []string{"src"}),
			"importFormat", pick(t, "tree", "flat"), "loadMemoryFromIncludeDirectories", t.chance(70), "discoveryMaxDirs", pick(t, 0, 1, 3, 200),
			"memoryBoundaryMarkers", pick(t, []string{".git"}, []string{}, []string{"main.go"}), "includeDirectoryTree", t.chance(50),
			"fileFiltering", map[string]any{"respectGitIgnore": t.chance(50), "respectGeminiIgnore": t.chance(50)})
		if include, ok := context["includeDirectories"].([]string); ok {
			from := t.cwd
			if filepath.IsAbs(include[0]) {
				from = ""
			}
			t.rule(filepath.Join(from, include[0]), "GEMINI.md") // the agent does not start if the file is missing
		}
		t.json(filepath.Join(base, dir, "settings.json"), map[string]any{"context": context})
	}
	if t.chance(20) {
		ext := filepath.Join(t.home, dir, "extensions", "ext")
		t.json(filepath.Join(ext, strings.TrimPrefix(dir, ".")+"-extension.json"), map[string]any{"name": "ext", "version": "1.0.0", "contextFileName": pick[any](t, "EXT.md", []string{"EXT.md", "../x.md"}, "")})
		t.rule(ext, pick(t, "EXT.md", strings.ToUpper(strings.TrimPrefix(dir, "."))+".md"))
	}
	if t.chance(8) {
		name := filepath.Join(t.cwd, "system.md")
		t.write(name, "A system prompt. "+t.mark(name)+"\n")
		t.write(filepath.Join(t.cwd, ".env"), strings.ToUpper(strings.TrimPrefix(dir, "."))+"_SYSTEM_MD="+name+"\n")
	}
}

func (t *tree) codex() {
	var user []string
	option := func(n int, line string) {
		if t.chance(n) {
			user = append(user, line)
		}
	}
	option(40, pick(t, `project_doc_fallback_filenames = ["CLAUDE.md", "GEMINI.md"]`, `project_doc_fallback_filenames = ["a/AGENTS.md", "", " AGENT.md "]`, `project_doc_fallback_filenames = []`))
	option(25, fmt.Sprintf("project_doc_max_bytes = %d", pick(t, 0, 20, 100, 200, 1000, 40000)))
	option(25, pick(t, `project_root_markers = ["main.go"]`, `project_root_markers = []`, `project_root_markers = [".git", "docs"]`))
	if t.chance(60) {
		user = append(user, fmt.Sprintf("[projects.%q]", pick(t, t.root, t.cwd, filepath.Dir(t.root))), pick(t, `trust_level = "trusted"`, `trust_level = "untrusted"`))
	}
	t.write(filepath.Join(t.home, ".codex/config.toml"), strings.Join(user, "\n")+"\n")
	if t.chance(30) {
		t.write(filepath.Join(pick(t, t.root, t.cwd), ".codex/config.toml"), pick(t, "project_doc_max_bytes = 50\n", "project_doc_fallback_filenames = [\"QWEN.md\"]\n", "developer_instructions = \"Mine.\"\n"))
	}
}

func (t *tree) opencode(project, user string) {
	for _, name := range []string{filepath.Join(t.home, user), filepath.Join(t.root, project), filepath.Join(t.cwd, project)} {
		if !t.chance(50) {
			continue
		}
		patterns := []string{}
		for range t.rand.IntN(4) {
			patterns = append(patterns, pick(t, "docs/*.md", "**/AGENT.md", "CLAUDE.md", "*.md", "./one.md", "~/notes.md", "missing.md", "{a,docs}/*.md", ".claude/**/*.md", filepath.Join(t.root, "shared.md"), "src", "[A-C]*.md"))
		}
		t.json(name, map[string]any{"instructions": patterns})
	}
	t.imported(filepath.Join(t.root, "docs/extra.md"))
}
