package agent

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"galley/engine/capture/start"
	"galley/engine/facts"
)

const (
	url = "http://127.0.0.1:4000"
	key = "sk-galley-0123456789abcdef"
)

// in returns the input for starting an agent in a project and a home that hold these files.
func in(files map[string]string, env map[string]string) start.Input {
	w := facts.NewMemory().Env("HOME", "/h")
	for name, text := range files {
		w.File(name, text)
	}
	for name, value := range env {
		w.Env(name, value)
	}
	w.Dir("/h/p")
	return start.Input{World: w, Home: "/h", Cwd: "/h/p", Project: "/h/p", Scratch: "/s", URL: url, Key: key, Prompt: "the prompt"}
}

func plan(t *testing.T, agent string, in start.Input) start.Plan {
	t.Helper()
	n, ok := Known().Starts(agent)
	if !ok {
		t.Fatal(agent)
	}
	p, err := n.Start.Headless(in)
	if err != nil {
		t.Fatalf("%s: %v", agent, err)
	}
	return p
}

// all joins everything that a plan passes to the agent.
func all(p start.Plan) string {
	var b strings.Builder
	b.WriteString(strings.Join(p.Args, "\n"))
	for _, name := range slices.Sorted(maps.Keys(p.Env)) {
		b.WriteString("\n" + name + "=" + p.Env[name])
	}
	for _, f := range p.Files {
		b.WriteString("\n== " + f.Path + "\n" + f.Text)
	}
	return b.String()
}

func copied(p start.Plan) (names []string) {
	for _, c := range p.Copies {
		names = append(names, c.From)
	}
	return names
}

// signing holds, for each agent, settings of a user who has signed in.
var signing = map[string]map[string]string{
	"claude-code": {
		"/h/.claude/settings.json":     `{"apiKeyHelper":"get-secret","env":{"ANTHROPIC_BASE_URL":"https://corp","ANTHROPIC_AUTH_TOKEN":"sec-1","EDITOR":"vi"},"model":"opus"}`,
		"/h/.claude/.credentials.json": `{"token":"sec-2"}`,
		"/h/.claude.json":              `{"oauthAccount":{"x":"sec-3"},"primaryApiKey":"sec-4","cachedFeatureFlags":{"f":"on"},"mcpServers":{"m":{"command":"srv","env":{"SRV_KEY":"stays"}}},"projects":{"/h/p":{"a":1},"/h/other":{"secret":"sec-5"}}}`,
	},
	"codex": {
		"/h/.codex/auth.json":   `{"OPENAI_API_KEY":"sec-1"}`,
		"/h/.codex/config.toml": "model_provider = \"corp\"\nchatgpt_base_url = \"https://sec-2\"\n[model_providers.corp]\nbase_url = \"https://corp\"\nenv_key = \"CORP_KEY\"\n[model_providers.corp.http_headers]\nAuthorization = \"sec-3\"\n",
	},
	"opencode":    {"/h/.local/share/opencode/auth.json": `{"k":"sec-1"}`, "/h/.config/opencode/opencode.json": `{"model":"corp/m","provider":{"corp":{"options":{"baseURL":"https://corp","apiKey":"sec-2"}}}}`},
	"gemini-cli":  {"/h/.gemini/oauth_creds.json": `{"t":"sec-1"}`, "/h/.gemini/settings.json": `{"security":{"auth":{"selectedType":"oauth-personal"}},"apiKey":"sec-2","ui":{"theme":"x"}}`},
	"qwen-code":   {"/h/.qwen/oauth_creds.json": `{"t":"sec-1"}`, "/h/.qwen/settings.json": `{"env":{"CORP_KEY":"sec-2"},"modelProviders":{"openai":[{"id":"m","envKey":"CORP_KEY","baseUrl":"https://corp","apiKey":"sec-3"}]},"model":{"name":"m"}}`},
	"copilot-cli": {"/h/.copilot/config.json": `{"model":"m","copilot_tokens":{"h":"sec-1"},"logged_in_users":[{"login":"sec-2"}]}`},
	"cline-cli":   {"/h/.cline/data/settings/providers.json": `{"lastUsedProvider":"a","providers":{"a":{"settings":{"model":"m","apiKey":"sec-1"}}}}`, "/h/.cline/data/secrets.json": `{"k":"sec-2"}`},
	"kilo":        {"/h/.local/share/kilo/auth.json": `{"k":"sec-1"}`, "/h/.config/kilo/kilo.json": `{"model":"corp/m","provider":{"corp":{"options":{"apiKey":"sec-2"}}}}`},
	"continue":    {"/h/.continue/auth.json": `{"k":"sec-1"}`, "/h/.continue/config.yaml": "name: n\nmodels:\n  - name: A\n    provider: openai\n    model: m\n    apiKey: sec-2\n    apiBase: https://corp\n"},
	"pi":          {"/h/.pi/agent/auth.json": `{"k":"sec-1"}`, "/h/.pi/agent/models.json": `{"providers":{"anthropic":{"apiKey":"sec-2","baseUrl":"https://corp"}}}`},
	"crush":       {"/h/.local/share/crush/crush.json": `{"providers":{"x":{"api_key":"sec-1"}}}`, "/h/.config/crush/crush.json": `{"providers":{"corp":{"base_url":"https://corp","api_key":"sec-2","type":"openai"}},"models":{"large":{"model":"m","provider":"corp"}}}`},
}

func TestPlansContainNoCredentials(t *testing.T) {
	for _, n := range Known().Startable() {
		files := signing[n.Name]
		if files == nil {
			t.Errorf("%s has no test case", n.Name)
		}
		for mode, make := range map[string]func(start.Input) (start.Plan, error){"headless": n.Start.Headless, "interactive": n.Start.Interactive} {
			if make == nil {
				continue
			}
			p, err := make(in(files, nil))
			if err != nil {
				t.Errorf("%s: %v", n.Name, err)
				continue
			}
			text := all(p)
			for _, secret := range []string{"sec-1", "sec-2", "sec-3", "sec-4", "sec-5", "https://corp", "get-secret"} {
				if strings.Contains(text, secret) {
					t.Errorf("%s %s carries %s:\n%s", n.Name, mode, secret, text)
				}
			}
			for _, from := range copied(p) {
				for _, name := range []string{".credentials.json", "auth.json", "oauth_creds.json", "secrets.json", "providers.json", "models.json", "config.json", "config.toml", "settings.json"} {
					if strings.HasSuffix(from, "/"+name) && !(n.Name == "pi" && name == "settings.json") {
						t.Errorf("%s %s copies %s whole", n.Name, mode, from)
					}
				}
			}
		}
	}
}

func TestEveryPlanPointsToTheEndpoint(t *testing.T) {
	for _, n := range Known().Startable() {
		for _, files := range []map[string]string{nil, signing[n.Name]} {
			p := plan(t, n.Name, in(files, nil))
			text := all(p)
			if !strings.Contains(text, url) || !strings.Contains(text, key) {
				t.Errorf("%s is not directed to the endpoint:\n%s", n.Name, text)
			}
			if !slices.Contains(p.Args, "the prompt") {
				t.Errorf("%s does not get the prompt: %q", n.Name, p.Args)
			}
			for _, f := range p.Files {
				if strings.HasSuffix(f.Path, ".json") && !json.Valid([]byte(f.Text)) {
					t.Errorf("%s: %s is not JSON: %s", n.Name, f.Path, f.Text)
				}
				if strings.HasPrefix(f.Path, "/") || strings.Contains(f.Path, "..") {
					t.Errorf("%s writes outside the scratch directory: %s", n.Name, f.Path)
				}
			}
			for _, c := range p.Copies {
				if strings.HasPrefix(c.To, "/") || strings.Contains(c.To, "..") || strings.HasPrefix(c.From, "/h/p/") {
					t.Errorf("%s copies %s to %s", n.Name, c.From, c.To)
				}
			}
		}
	}
}

func TestPlansUseModelArgumentsAndFolders(t *testing.T) {
	for _, n := range Known().Startable() {
		start := in(nil, nil)
		start.Model, start.Args = "anthropic/some-model", []string{"--own"}
		text := all(plan(t, n.Name, start))
		if !strings.Contains(text, "some-model") || !strings.Contains(text, "--own") {
			t.Errorf("%s lacks the model or the arguments:\n%s", n.Name, text)
		}
	}
	for agent, one := range map[string]struct{ variable, from string }{
		"claude-code": {"CLAUDE_CONFIG_DIR", "/x/rules"}, "codex": {"CODEX_HOME", "/x/AGENTS.md"}, "gemini-cli": {"GEMINI_CLI_HOME", "/x/.gemini/GEMINI.md"},
		"qwen-code": {"QWEN_HOME", "/x/QWEN.md"}, "copilot-cli": {"COPILOT_HOME", "/x/agents"}, "continue": {"CONTINUE_GLOBAL_DIR", "/x/rules"}, "pi": {"PI_CODING_AGENT_DIR", "/x/AGENTS.md"},
	} {
		p := plan(t, agent, in(nil, map[string]string{one.variable: "/x"}))
		if !slices.Contains(copied(p), one.from) || !strings.HasPrefix(p.Env[one.variable], "/s") {
			t.Errorf("%s with %s: copies %q, sets %q", agent, one.variable, copied(p), p.Env[one.variable])
		}
	}
}

// Settings of a project or of the user must not send the request to another endpoint.
func TestSettingsOfOtherEndpointsAreOverridden(t *testing.T) {
	has := func(agent string, files map[string]string, wants ...string) {
		t.Helper()
		text := all(plan(t, agent, in(files, nil)))
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", agent, want, text)
			}
		}
		if strings.Contains(text, "https://corp") {
			t.Errorf("%s still uses another endpoint:\n%s", agent, text)
		}
	}
	has("claude-code", map[string]string{"/h/p/.claude/settings.json": `{"env":{"ANTHROPIC_BASE_URL":"https://corp"}}`}, `--settings`, `{"env":{"ANTHROPIC_BASE_URL":"`+url)
	has("codex", signing["codex"], "model_providers.corp.base_url="+url+"/v1", "CORP_KEY="+key)
	has("qwen-code", map[string]string{"/h/p/.qwen/settings.json": `{"modelProviders":{"openai":[{"id":"m","envKey":"PROJECT_KEY","baseUrl":"https://corp"}]}}`}, "QWEN_CODE_SYSTEM_SETTINGS_PATH=/s/", "PROJECT_KEY="+key, url+"/v1")
	has("crush", map[string]string{"/h/p/crush.json": `{"providers":{"mine":{"type":"openai","base_url":"https://corp"}}}`}, `"mine"`, url+"/v1")
	has("opencode", map[string]string{"/h/p/opencode.json": `{"provider":{"mine":{"options":{"baseURL":"https://corp"}}}}`}, `"mine"`)
	p := plan(t, "opencode", in(nil, map[string]string{"OPENCODE_CONFIG_CONTENT": `{"model":"mine/m","agent":{"build":{"prompt":"P"}},"provider":{"mine":{"options":{"apiKey":"sec-1"}}}}`}))
	if got := p.Env["OPENCODE_CONFIG_CONTENT"]; strings.Contains(got, "sec-1") || !strings.Contains(got, `"prompt":"P"`) || !strings.Contains(got, `"mine":{"options":{"baseURL":"`+url) || !strings.Contains(got, `"model":"mine/m"`) {
		t.Errorf("settings from the environment: %s", got)
	}
	has("kilo", map[string]string{"/h/p/kilo.json": `{"provider":{"mine":{"options":{"baseURL":"https://corp"}}}}`}, `"mine"`)
}

func TestClaudesStateIsReducedToWhatAffectsTheRequest(t *testing.T) {
	p := plan(t, "claude-code", in(signing["claude-code"], nil))
	text := all(p)
	for _, want := range []string{"cachedFeatureFlags", `"/h/p"`, "SRV_KEY", `"EDITOR"`, `"model"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing:\n%s", want, text)
		}
	}
	for _, name := range []string{"oauthAccount", "/h/other"} {
		if strings.Contains(text, name) {
			t.Errorf("%s is there:\n%s", name, text)
		}
	}
	notes := strings.Join(p.Notes, "\n")
	for _, want := range []string{"apiKeyHelper", "env.ANTHROPIC_AUTH_TOKEN", "env.ANTHROPIC_BASE_URL"} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes do not mention that %s is left out: %s", want, notes)
		}
	}
}

func TestProgramsThatTheProjectStartsAreListed(t *testing.T) {
	hooks := `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"./evil.sh"}]}]},"mcpServers":{"srv":{"command":"node","args":["./evil.js"]}}}`
	for agent, file := range map[string]string{
		"claude-code": "/h/p/.claude/settings.json", "gemini-cli": "/h/p/.gemini/settings.json", "qwen-code": "/h/p/.qwen/settings.json",
		"codex": "/h/p/.codex/config.toml", "opencode": "/h/p/opencode.json", "kilo": "/h/p/.kilo/kilo.json", "crush": "/h/p/crush.json", "copilot-cli": "/h/p/.mcp.json",
	} {
		text := hooks
		switch agent {
		case "codex":
			text = "[mcp_servers.srv]\ncommand = \"node\"\nargs = [\"./evil.js\"]\n"
		case "opencode", "kilo":
			text = `{"mcp":{"srv":{"type":"local","command":["node","./evil.js"]}}}`
		case "crush":
			text = `{"mcp":{"srv":{"command":"node","args":["./evil.js"]}}}`
		}
		n, _ := Known().Starts(agent)
		runs := n.Start.Runs(in(map[string]string{file: text}, nil))
		if !slices.ContainsFunc(runs, func(r start.Run) bool {
			return r.Kind == "MCP server" && r.Name == "srv" && r.Command == "node ./evil.js" && r.Project && r.File == file
		}) {
			t.Errorf("%s does not list the server of %s: %+v", agent, file, runs)
		}
		if text == hooks && agent != "copilot-cli" && !slices.ContainsFunc(runs, func(r start.Run) bool { return r.Kind == "hook" && r.Command == "./evil.sh" && r.Project }) {
			t.Errorf("%s does not list the hook: %+v", agent, runs)
		}
	}
}

func TestHowEachAgentAcceptsAPrompt(t *testing.T) {
	for _, n := range Known().Startable() {
		s := n.Start
		if s.Override == nil {
			if s.NoOverride == "" {
				t.Errorf("%s has no way to take a prompt and does not say so", n.Name)
			}
			continue
		}
		with, err := s.Override(in(nil, nil), "/s/prompt.md", "my text")
		text := strings.Join(with.Args, " ") + strings.Join(slices.Collect(maps.Values(with.Env)), " ")
		if err != nil || with.Replaces == "" || with.Stays == "" || !strings.Contains(text, "/s/prompt.md") && !strings.Contains(text, "my text") {
			t.Errorf("%s: %+v %v", n.Name, with, err)
		}
		trims := slices.Contains([]string{"codex", "gemini-cli", "opencode", "kilo"}, n.Name) // these agents were seen to send the prompt trimmed
		if strings.Contains(with.Replaces, start.Cut) != trims {
			t.Errorf("%s cuts the ends of the prompt: %v, and galley says %q", n.Name, trims, with.Replaces)
		}
	}
	n, _ := Known().Starts("opencode")
	with, err := n.Start.Override(in(nil, map[string]string{"OPENCODE_CONFIG_CONTENT": `{"model":"a/b","agent":{"build":{"temperature":1}}}`}), "/s/f", "")
	if got := with.Env["OPENCODE_CONFIG_CONTENT"]; err != nil || !strings.Contains(got, `"a/b"`) || !strings.Contains(got, "temperature") || !strings.Contains(got, "{file:/s/f}") {
		t.Errorf("the user's own settings are lost: %s %v", got, err)
	}
	if _, err := n.Start.Override(in(nil, map[string]string{"OPENCODE_CONFIG_CONTENT": "broken"}), "/s/f", ""); err == nil {
		t.Error("invalid settings in the variable were replaced")
	}
	n, _ = Known().Starts("cline-cli")
	if n.Name != "" && n.Start.Override != nil {
		if _, err := n.Start.Override(in(nil, nil), "/s/f", strings.Repeat("x", 1<<18)); err == nil {
			t.Error("a prompt that is too long for arguments is passed as one")
		}
	}
}

func TestAnAgentIsKnownByItsUserAgent(t *testing.T) {
	for header, want := range map[string][2]string{
		"claude-cli/2.1.332 (external, sdk-cli)": {"claude-code", "2.1.332"}, "codex_exec/0.171.0 (Debian)": {"codex", "0.171.0"},
		"GeminiCLI-tui/0.61.0/m": {"gemini-cli", "0.61.0"}, "QwenCode/0.24.4 (linux)": {"qwen-code", "0.24.4"}, "opencode/1.18.33 ai-sdk/x/4": {"opencode", "1.18.33"},
		"kilo/latest/7.7.7/cli": {"kilo", "7.7.7"}, "OpenAI/JS 5.20.1": {"", ""}, "": {"", ""},
	} {
		if agent, version := Known().Sender(header); agent != want[0] || version != want[1] {
			t.Errorf("%s: %s %s", header, agent, version)
		}
	}
}

func TestEnvironmentContainsNoCredentials(t *testing.T) {
	environ := []string{"PATH=/bin", "EDITOR=vi", "OPENAI_API_KEY=k", "GH_TOKEN=t", "DB_PASSWORD=p", "ANTHROPIC_BASE_URL=https://corp", "http_proxy=http://corp", "SSH_AUTH_SOCK=/s", "=odd", "MY_KEY=m", "DROP=x"}
	env, left := start.Environment(environ, start.Plan{Env: map[string]string{"OPENAI_API_KEY": "made-up"}, Unset: []string{"DROP"}}, url, []string{"MY_KEY"})
	for _, want := range []string{"PATH=/bin", "EDITOR=vi", "SSH_AUTH_SOCK=/s", "MY_KEY=m", "OPENAI_API_KEY=made-up", "HTTPS_PROXY=" + url} {
		if !slices.Contains(env, want) {
			t.Errorf("%s is missing: %q", want, env)
		}
	}
	for _, gone := range []string{"OPENAI_API_KEY=k", "GH_TOKEN=t", "DB_PASSWORD=p", "ANTHROPIC_BASE_URL=https://corp", "http_proxy=http://corp", "DROP=x"} {
		if slices.Contains(env, gone) {
			t.Errorf("%s is there", gone)
		}
	}
	if !slices.Equal(left, []string{"ANTHROPIC_BASE_URL", "DB_PASSWORD", "DROP", "GH_TOKEN"}) {
		t.Errorf("left out: %q", left)
	}
}

// Codex keeps no record of the session and accepts a directory that is not a repository. Its
// options come before the prompt.
func TestCodexIsStartedForOneTurn(t *testing.T) {
	asked := in(nil, nil)
	asked.Args, asked.Model = []string{"--more"}, "m"
	p := plan(t, "codex", asked)
	if n := len(p.Args); n < 6 || strings.Join(p.Args[:3], " ") != "exec --ephemeral --skip-git-repo-check" || strings.Join(p.Args[n-4:], " ") != "-m m --more the prompt" {
		t.Errorf("%q", p.Args)
	}
}

// In a project below the home, the climb from the project also reaches the user's own files. They
// are copied for the run, so the climb must skip the originals.
func TestClaudeCodeLoadsTheUsersFilesOnce(t *testing.T) {
	for cwd, want := range map[string]bool{"/h/p": true, "/srv/p": false} {
		asked := in(map[string]string{"/h/.claude/CLAUDE.md": "own", "/h/.claude/settings.json": `{"claudeMdExcludes":["**/other.md"]}`}, nil)
		asked.Cwd = cwd
		got := all(plan(t, "claude-code", asked))
		if !strings.Contains(got, `"**/other.md"`) || strings.Contains(got, `"/h/.claude/**"`) != want {
			t.Errorf("from %s: %s", cwd, got)
		}
	}
}
