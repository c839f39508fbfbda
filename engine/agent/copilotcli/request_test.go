package copilotcli_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/copilotcli"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// part returns the text of a part of the request, or "" if the request lacks it.
func part(t *testing.T, trace *discovery.Trace, name string) string {
	t.Helper()
	for _, p := range trace.Parts {
		if p.Name == name {
			return p.Text.String()
		}
	}
	return ""
}

// Each row was observed in a request of the program.
func TestWhichReferencesAreImports(t *testing.T) {
	for line, imported := range map[string]bool{
		"@./x.md": true, "see @x.md.": true, "(@./x.md)": true, `"@./x.md"`: true, "@./x.md, and": true, "- @./x.md": true, "> @./x.md": true,
		"<!-- @./x.md -->": true, "@d/../x.md": true, "@1.md": true,
		"*@./x.md*": false, "a@./x.md": false, "@noext": false, "`@./x.md`": false, "~~~\n@./x.md\n~~~": false, "@~/x.md": false, "@/p/x.md": false,
		"@./X.md": false, "@d": false,
		"@./b[1]/x": true, "@./c{1}(2)*|/x": true, "[@./x.md]": true, "{(@./x.md)}.": true, "@./x.md]]": true,
		"@./n[1]": false, "@./x.md|": false, "|@./x.md|": false, "_@./x.md_": false, "@./q'/x": false, "@./g<h/x": false,
	} {
		w := agenttest.Repository().File("/p/AGENTS.md", line+"\n").File("/p/x.md", "Inner").File("/p/1.md", "Inner").File("/p/noext", "Inner").Dir("/p/d").File("/h/x.md", "Inner")
		for _, name := range []string{"b[1]/x", "c{1}(2)*|/x", "n[1]", "q'/x", "g<h/x"} {
			w.File("/p/"+name, "Inner")
		}
		trace := agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{})
		if got := strings.Contains(part(t, trace, "rules"), "\">\nInner\n</imported_custom_instruction>"); got != imported {
			t.Errorf("%q: imported %v, want %v", line, got, imported)
		}
	}
}

func TestAnImportIsExpandedOnceInAFile(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "@./x.md @./x.md").File("/p/CLAUDE.md", "@./x.md").File("/p/x.md", "Inner\n \n")
	rules := part(t, agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{}), "rules")
	if n := strings.Count(rules, "\nInner\n"); n != 2 {
		t.Errorf("the text occurs %d times, want once in each file: %s", n, rules)
	}
	if n := strings.Count(rules, `skipped="already-loaded"`); n != 1 {
		t.Errorf("%d references were skipped, want 1: %s", n, rules)
	}
}

// Instructions and rules from several directories are sent in one fixed order.
func TestTheOrderOfInstructionsAndRules(t *testing.T) {
	w := agenttest.Repository().Env("COPILOT_CUSTOM_INSTRUCTIONS_DIRS", "/x")
	for _, dir := range []string{"/p", "/p/d", "/x"} {
		w.File(dir+"/.claude/rules/r.md", dir+" rule").File(dir+"/.github/instructions/i.instructions.md", dir+" instruction")
		w.File(dir+"/.claude/rules/t.md", "---\npaths: 'a|b, c'\ndescription: of "+dir+"\n---\n")
	}
	w.File("/h/.copilot/instructions/i.instructions.md", "user instruction")
	rules := part(t, agenttest.Discover(t, w, "copilot-cli", "/p/d", discovery.Options{}), "rules")
	want := []string{
		"user instruction", "/p instruction", "/p rule", "/p/d instruction", "/p/d rule", "/x instruction", "/x rule", "| Pattern |",
		`| a\|b, c | '.claude/rules/t.md' | of /p |`, "'.claude/rules/t.md' | of /p/d |", "'/x/.claude/rules/t.md' | of /x |",
	}
	at := 0
	for _, text := range want {
		i := strings.Index(rules[at:], text)
		if i < 0 {
			t.Fatalf("%q is out of order in %s", text, rules)
		}
		at += i + len(text)
	}
}

func TestSkillsAndCommands(t *testing.T) {
	skill := func(name, more string) string { return "---\nname: " + name + "\n" + more + "\n---\nFirst line.\n" }
	w := agenttest.Repository().Dir("/p/d").
		File("/p/.github/skills/one/SKILL.md", skill("one", "description: a & b")).
		File("/p/.claude/skills/one/SKILL.md", skill("one", "description: other")).
		File("/p/.claude/skills/low/skill.md", skill("low", "")).
		File("/p/.claude/skills/deep/er/SKILL.md", skill("deeper", "")).
		File("/p/.claude/skills/up/SKILL.md", skill("Up Case", "")).
		File("/p/.claude/skills/no/SKILL.md", "No header.\n").
		File("/p/.claude/skills/own/SKILL.md", skill("own", "disable-model-invocation: true")).
		File("/p/d/.agents/skills/near/SKILL.md", skill("near", "")).
		File("/h/.copilot/skills/u/SKILL.md", skill("u", "")).
		File("/p/.claude/commands/go.md", "---\ndescription: Go.\n---\n").
		File("/p/.claude/commands/mine.md", "---\ndescription: Mine.\ndisable-model-invocation: true\n---\n").
		File("/h/.claude/commands/home.md", "Not looked at.\n")
	trace := agenttest.Discover(t, w, "copilot-cli", "/p/d", discovery.Options{})
	var names []string
	for _, line := range strings.Split(part(t, trace, "skills"), "\n") {
		if name, ok := strings.CutPrefix(line, "  <name>"); ok {
			names = append(names, strings.TrimSuffix(name, "</name>"))
		}
	}
	if got := strings.Join(names, " "); got != "one near Up-Case deeper u go" {
		t.Errorf("the request lists %s", got)
	}
	for path, want := range map[string]string{
		"/p/.claude/skills/one/SKILL.md": "not loaded shadowed-by-name",
		"/p/.claude/skills/no/SKILL.md":  "not loaded front-matter",
		"/p/.claude/skills/own/SKILL.md": "not loaded people-only",
		"/p/.claude/commands/go.md":      "listed",
		"/p/.claude/commands/mine.md":    "not loaded people-only",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestAgentsAndServers(t *testing.T) {
	server := `{"mcpServers":{"s":{"command":"true"}}}`
	build := func(w *facts.Memory) *facts.Memory {
		return w.File("/p/.github/agents/a.agent.md", "---\nname: z\ndescription: d\n---\n").File("/p/.claude/agents/b.md", "B").File("/h/.claude/agents/c.md", "C").
			File("/p/.mcp.json", server).File("/h/.copilot/mcp-config.json", server)
	}
	trace := agenttest.Discover(t, build(agenttest.Repository()), "copilot-cli", "/p", discovery.Options{})
	var names []string
	for _, c := range trace.OfKind(discovery.Subagent) {
		names = append(names, c.Name)
	}
	if got := strings.Join(names, " "); got != "b z" {
		t.Errorf("agents %s, want b z", got)
	}
	mine := agenttest.Discover(t, agenttest.Repository().File("/p/.github/agents/m.agent.md", "---\nname: m\ndescription: d\ndisable-model-invocation: true\n---\n"), "copilot-cli", "/p", discovery.Options{})
	if got := agenttest.ReasonOf(mine, "/p/.github/agents/m.agent.md"); got != "not loaded people-only" {
		t.Errorf("an agent that only users can start: %s", got)
	}
	if got := agenttest.ReasonOf(trace, "/p/.mcp.json"); got != "not loaded untrusted-folder" {
		t.Errorf("a server of an untrusted folder: %s", got)
	}
	yes := true
	if got := agenttest.ReasonOf(agenttest.Discover(t, build(agenttest.Repository()), "copilot-cli", "/p", discovery.Options{Trusted: &yes}), "/p/.mcp.json"); got != "listed" {
		t.Errorf("a server of a folder that counts as trusted: %s", got)
	}
	if got := agenttest.ReasonOf(trace, "/h/.copilot/mcp-config.json"); got != "listed" {
		t.Errorf("a server of the user: %s", got)
	}
	w := build(agenttest.Repository()).File("/h/.copilot/config.json", `{"trusted_folders":["/p"]}`)
	trace = agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{})
	if got := agenttest.ReasonOf(trace, "/p/.mcp.json"); got != "listed" {
		t.Errorf("a server of a trusted folder: %s", got)
	}
	w = build(agenttest.Repository()).File("/p/d/.mcp.json", server).File("/h/.copilot/config.json", `{"trusted_folders":["/p/d"]}`)
	trace = agenttest.Discover(t, w, "copilot-cli", "/p/d", discovery.Options{})
	if got := agenttest.ReasonOf(trace, "/p/.mcp.json") + ", " + agenttest.ReasonOf(trace, "/p/d/.mcp.json"); got != "not loaded untrusted-folder, listed" {
		t.Errorf("servers of the root and of the only trusted directory: %s", got)
	}
	plan, err := copilotcli.Start.Headless(start.Input{World: w, Home: "/h", Cwd: "/p/d", Project: "/p", Scratch: "/s", URL: "http://127.0.0.1:1", Key: "k"})
	if err != nil || !slices.ContainsFunc(plan.Files, func(f start.File) bool { return f.Path == "ch/config.json" && strings.Contains(f.Text, `"/p"`) }) {
		t.Errorf("a capture below the root trusts a folder other than the project: %+v %v", plan.Files, err)
	}
}
