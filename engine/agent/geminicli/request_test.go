package geminicli_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

func TestPartsOfTheRequest(t *testing.T) {
	skill := func(name, more string) string { return "---\nname: " + name + "\n" + more + "\n---\nBody.\n" }
	w := agenttest.Repository().Dir("/p/d").
		File("/p/GEMINI.md", "Root.\n\n\n\nMore.\n").
		File("/h/.gemini/GEMINI.md", "Global.\n\n\n\nMore.\n").
		File("/h/.gemini/skills/a/SKILL.md", skill("a", "description: of the user")).
		File("/h/.gemini/skills/b/SKILL.md", skill("b", "description: b & c")).
		File("/p/d/.agents/skills/a/SKILL.md", skill("a", "description: of the directory")).
		File("/p/d/.gemini/skills/none/SKILL.md", skill("none", "")).
		File("/p/.gemini/skills/top/SKILL.md", skill("root", "description: not looked at")).
		File("/p/d/.gemini/commands/x/go.toml", "prompt = 'x'").
		File("/h/.gemini/commands/x/go.toml", "prompt = 'x'").
		File("/p/d/.gemini/settings.json", `{"mcpServers":{"s":{"command":"true"}}}`).
		File("/h/.gemini/settings.json", `{"mcpServers":{"s":{"command":"true"},"u":{"command":"true"}}}`)
	trace := agenttest.Discover(t, w, "gemini-cli", "/p/d", discovery.Options{})
	element := func(name, description, path string) string {
		return "  <skill>\n    <name>" + name + "</name>\n    <description>" + description + "</description>\n    <location>" + path + "</location>\n  </skill>\n"
	}
	own := func(name string) string {
		return element(name, "[gemini-cli/skill "+name+"]", "[gemini-cli/installed]/builtin/"+name+"/SKILL.md")
	}
	want := map[string]string{
		"skills": "<available_skills>\n" + own("skill-creator") + own("antigravity-support") + element("b", "b & c", "/h/.gemini/skills/b/SKILL.md") +
			element("a", "of the directory", "/p/d/.agents/skills/a/SKILL.md") + "</available_skills>",
		"memory":         "\n\n# Contextual Instructions (GEMINI.md)\n[gemini-cli/memory-intro]\n\n<loaded_context>\n--- Context from: /h/.gemini/GEMINI.md ---\nGlobal.\n\nMore.\n--- End of Context from: /h/.gemini/GEMINI.md ---\n</loaded_context>",
		"project memory": "\n<loaded_context>\n<project_context>\n--- Context from: /p/GEMINI.md ---\nRoot.\n\n\n\nMore.\n--- End of Context from: /p/GEMINI.md ---\n</project_context>\n</loaded_context>",
	}
	if len(trace.Parts) != len(want) {
		t.Errorf("%d parts", len(trace.Parts))
	}
	for _, p := range trace.Parts {
		if got := p.Text.String(); got != want[p.Name] {
			t.Errorf("%s\n got %q\nwant %q", p.Name, got, want[p.Name])
		}
	}
	for path, want := range map[string]string{
		"/h/.gemini/skills/a/SKILL.md":      "not loaded shadowed-by-name",
		"/p/d/.gemini/skills/none/SKILL.md": "not loaded front-matter",
		"/p/d/.gemini/commands/x/go.toml":   "not loaded people-only",
		"/h/.gemini/commands/x/go.toml":     "not loaded shadowed-by-name",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	var servers []string
	for _, c := range trace.OfKind(discovery.Server) {
		servers = append(servers, c.Name+" "+c.Tier+" "+string(c.Verdict))
	}
	if got := strings.Join(servers, ", "); got != "s project listed, s user not loaded, u user listed" {
		t.Errorf("servers: %s", got)
	}
	w.Env("GEMINI_CLI_TRUST_WORKSPACE", "false")
	trace = agenttest.Discover(t, w, "gemini-cli", "/p/d", discovery.Options{})
	if got := agenttest.ReasonOf(trace, "/p/d/.agents/skills/a/SKILL.md"); got != "not loaded untrusted-folder" {
		t.Errorf("a skill of an untrusted folder: %s", got)
	}
	for _, c := range trace.OfKind(discovery.Server) {
		if c.Reason != discovery.Untrusted {
			t.Errorf("the server %s of the %s in an untrusted folder: %s %s", c.Name, c.Tier, c.Verdict, c.Reason)
		}
	}
}

// Observed: Gemini CLI 0.61.0 moves the private memory of an older release to its new directory.
func TestPrivateMemoryOfAnOlderReleaseIsMoved(t *testing.T) {
	sum := sha256.Sum256([]byte("/p"))
	old := "/h/.gemini/tmp/" + hex.EncodeToString(sum[:]) + "/memory/MEMORY.md"
	trust := func(w *facts.Memory) *facts.Memory {
		return w.File("/h/.gemini/trustedFolders.json", `{"/p":"TRUST_FOLDER"}`).File(old, "Old.\n")
	}
	loaded := func(w *facts.Memory) string {
		for _, p := range agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}).Parts {
			if p.Name == "memory" {
				return p.Text.String()
			}
		}
		return ""
	}
	frame := "--- Context from: /h/.gemini/tmp/p/memory/MEMORY.md ---\nOld.\n"
	if got := loaded(trust(agenttest.Repository())); !strings.Contains(got, frame) {
		t.Errorf("the old directory was not moved: %q", got)
	}
	if got := loaded(trust(agenttest.Repository()).File("/h/.gemini/tmp/p/.project_root", "/p")); !strings.Contains(got, frame) {
		t.Errorf("a new directory that contains only its marker counts as existing: %q", got)
	}
	if got := loaded(trust(agenttest.Repository()).File("/h/.gemini/tmp/p/chats/x.json", "{}")); strings.Contains(got, "Old.") {
		t.Errorf("the old directory was moved a second time: %q", got)
	}
}

func TestUsersFileReplacesTheSystemPromptAndSkills(t *testing.T) {
	w := agenttest.Repository().File("/h/.gemini/trustedFolders.json", `{"/p":"TRUST_FOLDER"}`).File("/p/.env", "GEMINI_SYSTEM_MD=mine.md\n").
		File("/p/mine.md", "\nMine.\n\n\n\nAll of it.\n").File("/h/.gemini/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\n")
	got := map[string]string{}
	trace := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{})
	for _, p := range trace.Parts {
		got[p.Name] = p.Text.String()
	}
	if reason := agenttest.ReasonOf(trace, "/p/mine.md"); reason != "loaded" {
		t.Errorf("the file is %s", reason)
	}
	if len(got) != 1 || got["system prompt"] != "Mine.\n\nAll of it." {
		t.Errorf("the parts are %q", got)
	}
}

// If the user replaces the system prompt, skills are in the request only if the new prompt has the
// placeholder of their list. The same holds for sub-agents.
func TestASystemPromptWithoutTheListsDescribesNoSkill(t *testing.T) {
	const later, listed = "on demand", "listed"
	for text, want := range map[string][2]string{
		"Mine.":          {later, later},
		"${AgentSkills}": {listed, later},
		"${SubAgents} x": {later, listed},
		"${NoSuchThing}": {later, later},
		" \n":            {listed, listed}, // a blank file leaves the agent's own prompt in place
	} {
		for _, version := range []string{"0.61.0", "0.28.2"} {
			w := agenttest.Repository().Env("GEMINI_SYSTEM_MD", "/s.md").File("/s.md", text).
				File("/h/.gemini/settings.json", `{"experimental":{"enableAgents":true}}`).
				File("/h/.gemini/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\n").File("/h/.gemini/agents/b.md", "---\nname: b\ndescription: d\n---\nB.")
			trace := agenttest.Discover(t, w, "gemini-cli@"+version, "/p", discovery.Options{})
			got := [2]string{agenttest.ReasonOf(trace, "/h/.gemini/skills/a/SKILL.md"), agenttest.ReasonOf(trace, "/h/.gemini/agents/b.md")}
			if got != want {
				t.Errorf("%s with %q: %q, want %q", version, text, got, want)
			}
		}
	}
}

func TestSkillThatARuleFileLinksToIsListed(t *testing.T) {
	w := agenttest.Repository().File("/h/.gemini/trustedFolders.json", `{"/p":"TRUST_FOLDER"}`).
		File("/p/.gemini/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\n").Link("/p/GEMINI.md", ".gemini/skills/a/SKILL.md")
	for _, p := range agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}).Parts {
		if p.Name == "skills" && strings.Contains(p.Text.String(), "<name>a</name>") {
			return
		}
	}
	t.Error("the skill is not in the list")
}

func TestCircularLinkStopsTheAgent(t *testing.T) {
	for target, stops := range map[string]bool{"GEMINI.md": true, "nothing.md": false} {
		w := agenttest.Repository().Link("/p/GEMINI.md", target)
		f := agenttest.Discover(t, w, "gemini-cli", "/p", discovery.Options{}).Failure
		if stops != (f != nil) {
			t.Errorf("a link to %s: %v", target, f)
		}
	}
}
