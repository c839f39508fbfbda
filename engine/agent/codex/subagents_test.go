package codex_test

import (
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// The roles as Codex 0.171.0 was seen to list them.
func TestRoles(t *testing.T) {
	role := func(name, description string) string {
		return "name = \"" + name + "\"\ndescription = \"" + description + "\"\ndeveloper_instructions = \"x\"\n"
	}
	w := agenttest.Repository().Dir("/p/sub").File("/p/.git/HEAD", "ref: refs/heads/main\n").
		File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"trusted\"\n").
		File("/h/.codex/agents/h.toml", role("hh", "d")).
		File("/h/.codex/agents/a.toml", role("aa", "home")).
		File("/h/.codex/agents/merge.toml", role("merge", "kept")).
		File("/p/.codex/agents/a.toml", role("aa", "root")).
		File("/p/sub/.codex/agents/b.toml", role("aa", "sub")).
		File("/p/.codex/agents/deep/er/three.toml", role("three", "d")).
		File("/p/.codex/agents/dup.toml", role("one", "first")).
		File("/p/.codex/agents/one.toml", role("one", "second")).
		File("/p/.codex/agents/merge.toml", "name = \"merge\"\ndeveloper_instructions = \"x\"\n").
		File("/p/.codex/agents/noname.toml", "description = \"d\"\ndeveloper_instructions = \"x\"\n").
		File("/p/.codex/agents/nodesc.toml", "name = \"nodesc\"\ndeveloper_instructions = \"x\"\n").
		File("/p/.codex/agents/noinst.toml", "name = \"noinst\"\ndescription = \"d\"\n").
		File("/p/.codex/agents/blank.toml", role("blank", " ")).
		File("/p/.codex/agents/number.toml", "name = \"number\"\ndescription = 5\ndeveloper_instructions = \"x\"\n").
		File("/p/.codex/agents/broken.toml", "name = \"broken\n").
		File("/p/.codex/agents/prompt.toml", role("prompt", "d")+"prompt = \"x\"\n").
		File("/p/.codex/agents/tools.toml", role("tools", "d")+"tools = [\"a\"]\n").
		File("/p/.codex/agents/nick.toml", role("nick", "d")+"nickname_candidates = []\n").
		File("/p/.codex/agents/model.toml", role("model", "d")+"model = \"m\"\n").
		File("/p/.codex/agents/UP.TOML", role("up", "d")).
		File("/p/.codex/agents/mark.toml", "\ufeff"+role("mark", "d")).
		File("/p/.codex/agents/marks.toml", "\ufeff\ufeff"+role("marks", "d")).
		File("/p/.codex/agent/single.toml", role("single", "d")).
		File("/p/real/linked.toml", role("linked", "d")).
		Link("/p/.codex/agents/linked.toml", "../../real/linked.toml").
		File("/p/.codex/config.toml", "\ufeff[agents.table]\ndescription = \"d\"\n[agents.file]\nconfig_file = \"roles/r.toml\"\n[agents.lost]\ndescription = \"d\"\nconfig_file = \"missing.toml\"\n").
		File("/p/.codex/roles/r.toml", "description = \"d\"\ndeveloper_instructions = \"x\"\n")
	want := map[string]string{
		"/h/.codex/agents/h.toml": "hh", "/p/sub/.codex/agents/b.toml": "aa", "/p/.codex/agents/deep/er/three.toml": "three",
		"/p/.codex/agents/dup.toml": "one", "/p/.codex/agents/merge.toml": "merge", "/p/.codex/agents/model.toml": "model",
		"/p/.codex/agents/linked.toml": "linked", "/p/.codex/agents/mark.toml": "mark", "/p/.codex/config.toml": "table", "/p/.codex/roles/r.toml": "file",
	}
	dropped := 0
	for _, c := range agenttest.Discover(t, w, "codex", "/p/sub", discovery.Options{}).OfKind(discovery.Subagent) {
		if c.Verdict != discovery.Listed {
			dropped++
		} else if want[c.Path] != c.Name {
			t.Errorf("%s is listed as %s", c.Path, c.Name)
		}
		if c.Verdict == discovery.Listed {
			delete(want, c.Path)
		}
	}
	for path := range want {
		t.Errorf("%s is not listed", path)
	}
	if dropped != 15 {
		t.Errorf("%d are not listed, not 15", dropped)
	}
}

func TestRolesOfAProjectWithoutTrustDoNotCount(t *testing.T) {
	w := agenttest.Repository().File("/p/.codex/agents/a.toml", "name = \"a\"\ndescription = \"d\"\ndeveloper_instructions = \"x\"\n")
	roles := agenttest.Discover(t, w, "codex", "/p", discovery.Options{}).OfKind(discovery.Subagent)
	if len(roles) != 1 || roles[0].Reason != discovery.Untrusted {
		t.Errorf("%+v", roles)
	}
}
