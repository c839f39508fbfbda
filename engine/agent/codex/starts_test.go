package codex_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/codex"
	"galley/engine/capture/start"
	"galley/engine/facts"
)

func TestStarts(t *testing.T) {
	t.Parallel()
	const config = "/h/.codex/config.toml"
	agenttest.Starts(t, "codex", []agenttest.Started{
		{Name: "without settings", Build: func(w *facts.Memory) {}},
		{Name: "with settings that a capture leaves out", Build: func(w *facts.Memory) {
			w.File(config, "notify = ['n']\nopenai_base_url = 'https://x.example'\nchatgpt_base_url = 'c'\ncli_auth_credentials_store = 'file'\nforced_login_method = 'api'\nmodel = 'kept'\n")
		}},
		{Name: "with a provider", Build: func(w *facts.Memory) {
			w.File(config, "model_provider = 'corp'\n[model_providers.corp]\nbase_url = 'https://corp.example'\nenv_key = 'CORP_KEY'\nhttp_headers = {a = 'b'}\nenv_http_headers = {a = 'b'}\nquery_params = {a = 'b'}\nauth = {a = 'b'}\nname = 'kept'\n[model_providers.other]\nbase_url = 'https://kept.example'\n")
		}},
		{Name: "with a provider that is not described", Build: func(w *facts.Memory) {
			w.File(config, "model_provider = 'corp'\n[model_providers.corp2]\nenv_key = 'X'\n")
		}},
		{Name: "with a trusted project, and a list of models", Build: func(w *facts.Memory) {
			w.File(config, "[projects.\"/p\"]\ntrust_level = 'untrusted'\n").File("/h/.codex/models_cache.json", "{}")
		}, In: start.Input{Model: "m", Args: []string{"-x"}}},
		{Name: "with another trusted project", Build: func(w *facts.Memory) { w.File(config, "[projects.\"/q\"]\ntrust_level = 'trusted'\n") }},
		{Name: "with files beside the settings", Build: func(w *facts.Memory) {
			w.File(config, "model_instructions_file = 'i.md'\nmodel_catalog_json = '/m.json'\nexperimental_compact_prompt_file = ''\n")
		}},
		{Name: "with a profile", Build: func(w *facts.Memory) {
			w.File(config, "model_provider = 'corp'\n[model_providers.corp]\nbase_url = 'https://corp.example'\n[model_providers.other]\nname = 'o'\n").
				File("/h/.codex/x.config.toml", "openai_base_url = 'https://x.example'\nmodel_provider = 'other'\nmodel_instructions_file = 'i.md'\n[model_providers.other]\nbase_url = 'https://other.example'\nenv_key = 'OTHER_KEY'\nhttp_headers = {a = 'b'}\n")
		}, In: start.Input{Args: []string{"--profile", "x"}}},
		{Name: "with a profile elsewhere", Build: func(w *facts.Memory) { w.File("/h/x.config.toml", "model = 'm'") }, In: start.Input{Args: []string{"-p", "../x"}}},
		{Name: "with settings that are not valid", Build: func(w *facts.Memory) { w.File(config, "model = \n") }},
		{Name: "with settings that end in a fault", Build: func(w *facts.Memory) { w.File(config, "notify = ['n']\nmodel = \n") }},
		{Name: "with settings of 1 MB", Build: func(w *facts.Memory) {
			w.SetFileCap(4<<20).File(config, "model = 'm' #"+strings.Repeat("x", 1<<20-13))
		}},
		{Name: "with settings of more than 1 MB", Build: func(w *facts.Memory) {
			w.SetFileCap(4<<20).File(config, "model = 'm' #"+strings.Repeat("x", 1<<20-12))
		}},
		{Name: "with servers and hooks", Build: func(w *facts.Memory) {
			w.Env("CODEX_HOME", "/c").File("/c/config.toml", "[mcp_servers.s]\ncommand = 'node'\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = 'command'\ncommand = 'a'\n").File("/p/.codex/config.toml", "[mcp_servers.t]\nurl = 'https://x.example'\n").
				File("/p/d/.codex/hooks.json", `{"hooks":{"Start":[{"hooks":[{"command":"b"}]}]}}`)
		}},
	})
}

// Without a repository the directory itself is trusted.
func TestTheDirectoryIsTrustedWithoutAProject(t *testing.T) {
	t.Parallel()
	p, err := codex.Start.Interactive(start.Input{World: facts.NewMemory(), Home: "/h", Cwd: "/d", Scratch: "/s"})
	if err != nil || !strings.Contains(p.Files[0].Text, "[projects.'/d']\ntrust_level = 'trusted'") {
		t.Errorf("%v, %q", err, p.Files[0].Text)
	}
}
