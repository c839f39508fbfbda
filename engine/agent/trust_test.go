package agent_test

import (
	"context"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// In a folder that is not trusted, an agent reads neither a file with a new name nor a new file.
// The advice therefore begins with the trust.
func TestAdviceInAnUntrustedFolderNamesTrustFirst(t *testing.T) {
	untrusted := false
	for _, tt := range []struct {
		agent, file string
		trusted     *bool
		want        string
	}{
		{"gemini-cli", "AGENTS.md", nil, "trust the folder (agree when Gemini CLI asks at its start), and add"},
		{"gemini-cli", "gemini.md", nil, "trust the folder (agree when Gemini CLI asks at its start), and rename"},
		{"gemini-cli", "GEMINI.md", nil, "trust the folder (agree when Gemini CLI asks at its start)"},
		{"gemini-cli", "AGENTS.md", &untrusted, "trust the folder (set trusted = true in the scenario), and add"},
		{"qwen-code", "NOTES.md", &untrusted, "trust the folder (set trusted = true in the scenario), and add"},
		{"codex", "agent.md", &untrusted, "trust the folder (set trusted = true in the scenario), and rename"},
	} {
		a, version, err := agent.Known().Lookup(tt.agent)
		if err != nil {
			t.Fatal(err)
		}
		w := agenttest.Repository().File("/p/"+tt.file, "Be brief.\n").File("/h/.gemini/trustedFolders.json", `{}`).
			File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`)
		o := discovery.Options{Cwd: "/p", Home: "/h", Trusted: tt.trusted}
		answers, err := discovery.Explain(context.Background(), w, []discovery.SurveyAgent{a.Asked(version)}, o, "/p/"+tt.file)
		if err != nil || !strings.HasPrefix(answers[0].Remedy, tt.want) {
			t.Errorf("%s, %s: %v, remedy %q, want %q", tt.agent, tt.file, err, answers[0].Remedy, tt.want)
		}
		for _, c := range answers[0].Trace.Wanted() {
			if got := answers[0].Trace.Remedy(&c); !strings.HasSuffix(got, "), and create the file") {
				t.Errorf("%s, missing %s: %q", tt.agent, c.Path, got)
			}
		}
	}
}

func TestAdviceInATrustedFolderDoesNotSpeakOfTrust(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "Be brief.\n")
	if a := answersFor(t, w, "/p/AGENTS.md", "gemini-cli")[0]; !strings.HasPrefix(a.Remedy, `add "AGENTS.md"`) {
		t.Errorf("%q", a.Remedy)
	}
}

// If a project's settings file does not count, explain does not say that the agent reads it.
func TestSettingsOfAnUntrustedFolderAreNotUsed(t *testing.T) {
	t.Parallel()
	w := agenttest.Repository().File("/p/.gemini/settings.json", "{}").File("/p/.qwen/settings.json", "{}").File("/p/.codex/config.toml", "").File("/h/.gemini/trustedFolders.json", "{}").
		File("/h/.qwen/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`).File("/h/.qwen/trustedFolders.json", `{"/p":"DO_NOT_TRUST"}`).File("/h/.codex/config.toml", "[projects.\"/p\"]\ntrust_level = \"untrusted\"\n")
	for agent, want := range map[string][2]string{
		"gemini-cli": {"/p/.gemini/settings.json", "trust the folder (agree when Gemini CLI asks at its start)"},
		"qwen-code":  {"/p/.qwen/settings.json", "trust the folder (change the rule for /p in /h/.qwen/trustedFolders.json)"},
		"codex":      {"/p/.codex/config.toml", "trust the folder (set trust_level = \"trusted\" where "},
	} {
		a := answersFor(t, w, want[0], agent)[0]
		if a.Verdict != discovery.NotLoaded || !strings.HasPrefix(a.Why, "it is ignored: the ") || !strings.HasPrefix(a.Remedy, want[1]) {
			t.Errorf("%s: %s, %q, remedy %q", agent, a.Verdict, a.Why, a.Remedy)
		}
	}
}
