package qwencode_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// Commands as Qwen Code 0.24.4 listed them.
func TestQwenListsCustomCommands(t *testing.T) {
	w := agenttest.Repository().
		File("/p/.qwen/commands/plain.md", "Just text.\n").
		File("/p/.qwen/commands/model.md", "---\nmodel: x\n---\nDo.\n").
		File("/p/.qwen/commands/git/x-y.toml", "description = \"T <b> & x\"\nprompt = \"Do.\"\n").
		File("/p/.qwen/skills/skill/SKILL.md", "---\nname: skill\ndescription: d\n---\n").
		File("/p/.qwen/commands/skill.md", "---\ndescription: not listed\n---\n").
		File("/p/.qwen/commands/batch.md", "---\ndescription: not listed\n---\n").
		File("/h/.qwen/commands/nod.toml", "prompt = \"Do.\"\n").
		File("/h/.qwen/commands/noprompt.toml", "description = \"d\"\n").
		File("/h/.qwen/commands/broken.toml", "nope").
		File("/h/.qwen/commands/both.toml", "description = \"of toml\"\nprompt = \"Do.\"\n").
		File("/h/.qwen/commands/both.md", "---\ndescription: of md\n---\n").
		File("/h/.qwen/commands/hid.md", "---\ndescription: d\ndisable-model-invocation: true\n---\n").
		File("/h/.qwen/commands/bad.md", "---\ndescription: [x]\n---\n").
		File("/h/.qwen/commands/Upper.MD", "---\ndescription: upper\n---\n").
		File("/h/.qwen/commands/plain.md", "---\ndescription: of the user\n---\n").
		File("/h/.qwen/commands/sp.md", "---\ndescription: '  s '\n---\n").
		File("/h/.qwen/commands/a:b/c.md", "---\ndescription: colon\n---\n")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{})
	var got []string
	for _, p := range trace.Parts {
		if p.Name != "commands" {
			continue
		}
		text := strings.ReplaceAll(p.Text.String(), "\n", "|")
		for one := range strings.SplitSeq(text, "<name>|") {
			name, rest, found := strings.Cut(one, "|</name>|<description>|")
			if said, _, _ := strings.Cut(rest, "|</description>"); found {
				got = append(got, name+" = "+said)
			}
		}
	}
	words := discovery.StandIn("qwen-code/command-default").String()
	want := []string{"a_b:c = colon", "both = of md", "git:x-y = T &lt;b&gt; &amp; x", "model = " + words + " model.md", "nod = " + words + " nod.toml", "plain = " + words + " plain.md", "sp =   s "}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("listed %q, want %q", got, want)
	}
	for path, want := range map[string]string{
		"/p/.qwen/commands/skill.md": "not loaded shadowed-by-name", "/p/.qwen/commands/batch.md": "not loaded shadowed-by-name", "/h/.qwen/commands/plain.md": "not loaded shadowed-by-name",
		"/h/.qwen/commands/both.toml": "not loaded shadowed-by-name", "/h/.qwen/commands/hid.md": "not loaded people-only", "/h/.qwen/commands/bad.md": "not loaded front-matter",
		"/h/.qwen/commands/noprompt.toml": "not loaded front-matter", "/h/.qwen/commands/broken.toml": "not loaded front-matter",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// In a folder that a rule does not trust, Qwen Code 0.24.4 lists commands nevertheless.
func TestQwenListsCommandsInAnUntrustedFolder(t *testing.T) {
	w := agenttest.Repository().
		File("/h/.qwen/settings.json", `{"security": {"folderTrust": {"enabled": true}}}`).File("/h/.qwen/trustedFolders.json", `{"/p": "DO_NOT_TRUST"}`).
		File("/h/.qwen/commands/a.md", "---\ndescription: d\n---\n").File("/p/.qwen/commands/b.md", "---\ndescription: d\n---\n")
	trace := agenttest.Discover(t, w, "qwen-code", "/p", discovery.Options{})
	for _, path := range []string{"/h/.qwen/commands/a.md", "/p/.qwen/commands/b.md"} {
		if got := agenttest.ReasonOf(trace, path); got != "listed" {
			t.Errorf("%s is %q", path, got)
		}
	}
}
