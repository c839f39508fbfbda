package codex_test

import (
	"fmt"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// The settings that change Codex's own words are recorded with the file that decides. Another value
// gives another digest.
func TestSettingsThatChangeCodexsWords(t *testing.T) {
	t.Parallel()
	const trusted = "[projects.\"/p\"]\ntrust_level = \"trusted\"\n"
	for _, tt := range []struct {
		name, user, project string
		args                []string
		more                func(w *facts.Memory)
		want                string
	}{
		{name: "none", user: "project_doc_max_bytes = 5\ndeveloper_instructions = \"d\"\n", want: "[]"},
		{name: "a model", user: "model = \"a\"\n", want: "[model /h/.codex/config.toml]"},
		{name: "switches", user: "include_environment_context = false\n[skills]\ninclude_instructions = true\n", want: "[include_environment_context /h/.codex/config.toml include_instructions in skills /h/.codex/config.toml]"},
		{name: "a trusted project", user: trusted, project: "sandbox_mode = \"read-only\"\n", want: "[sandbox_mode /p/.codex/config.toml the trust_level of the project ]"},
		{name: "a project", project: "sandbox_mode = \"read-only\"\n", want: "[]"},
		{name: "arguments", user: "model = \"a\"\n", args: []string{"-c", "model=b"}, want: "[model ]"},
		{name: "instructions", user: "model_instructions_file = \"i.md\"\n", more: agenttest.File("/h/.codex/i.md", "x"), want: "[model_instructions_file /h/.codex/config.toml the text of model_instructions_file /h/.codex/i.md]"},
		{name: "instructions that are missing", user: "model_instructions_file = \"i.md\"\n", want: "[model_instructions_file /h/.codex/config.toml]"},
		{name: "a project's instructions are not read", user: trusted, project: "model_instructions_file = \"/h/key\"\n", want: "[model_instructions_file /p/.codex/config.toml the trust_level of the project ]"},
		{name: "requirements", more: agenttest.File("/etc/codex/requirements.toml", "a = 1"), want: "[requirements.toml /etc/codex/requirements.toml]"},
	} {
		w := agenttest.Bare().Dir("/p/.git").File("/p/.git/HEAD", "ref: refs/heads/main\n").File("/h/.codex/config.toml", tt.user)
		if tt.project != "" {
			w.File("/p/.codex/config.toml", tt.project)
		}
		if tt.more != nil {
			tt.more(w)
		}
		trace := agenttest.Discover(t, w, "codex", "/p", discovery.Options{Args: tt.args})
		got := []string{}
		for _, c := range trace.Choices {
			got = append(got, c.Name+" "+c.Path)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

// A digest tells values apart.
func TestChoicesTellValuesApart(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, text := range []string{"model = \"a\"", "model = \"b\"", "model = \"a \"", "model_instructions_file = \"/h/a\"", "model_instructions_file = \"/h/b\""} {
		w := agenttest.Bare().Dir("/p/.git").File("/h/.codex/config.toml", text).File("/h/a", "one").File("/h/b", "two")
		for _, c := range agenttest.Discover(t, w, "codex", "/p", discovery.Options{}).Choices {
			if other, twice := seen[c.Name+c.Sum]; twice {
				t.Errorf("%s of %q and %q has the same digest", c.Name, text, other)
			}
			seen[c.Name+c.Sum] = text
		}
	}
	if len(seen) != 7 {
		t.Errorf("%d choices, want 7: %v", len(seen), seen)
	}
}
