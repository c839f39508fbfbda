package opencode

import (
	"context"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/profile/profiletest"
)

// failure returns the reason why OpenCode refuses to start with a settings file, or nil if it
// starts.
func failure(t *testing.T, version, name, text string) *discovery.Failure {
	t.Helper()
	trace, err := Discover(context.Background(), profiletest.OpenWorld().File(name, text), discovery.Options{Version: version, Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	return trace.Failure
}

// Numbers in the front matter of an agent: YAML reads some of them as integers and others as
// floats.
func TestNumbersInTheFrontMatterOfAgents(t *testing.T) {
	t.Parallel()
	for line, stops := range map[string]bool{
		"steps: 5": false, "maxSteps: 1": false, "steps: 5.0": false, "temperature: 0.5": false, "temperature: 1": false, "temperature: -1": false,
		"steps: 0": true, "steps: -1": true, "steps: 1.5": true, "steps: '5'": true, "temperature: hot": true,
	} {
		for _, version := range []string{"1.18.33", "1.1.34"} {
			if got := failure(t, version, "/p/.opencode/agent/a.md", "---\ndescription: d\n"+line+"\n---\nA."); (got != nil) != stops {
				t.Errorf("%s, %s: %v", version, line, got)
			}
		}
	}
}

func TestAWrongValueOfAKnownSettingStopsOpenCode(t *testing.T) {
	for _, c := range []struct{ settings, old, newer string }{ // old and newer are the key at fault; "" means that OpenCode starts
		{`{"share": "maybe"}`, "share", "share"},
		{`{"share": null}`, "share", "share"},
		{`{"snapshot": "yes"}`, "snapshot", "snapshot"},
		{`{"autoupdate": "notify"}`, "", ""},
		{`{"autoupdate": "later"}`, "autoupdate", "autoupdate"},
		{`{"disabled_providers": "openai"}`, "disabled_providers", "disabled_providers"},
		{`{"agent": {"build": {"prompt": null}}}`, "agent.build.prompt", "agent.build.prompt"},
		{`{"agent": {"build": 1}}`, "agent.build", "agent.build"},
		{`{"agent": {"build": {"tools": {"bash": "no"}}}}`, "agent.build.tools.bash", "agent.build.tools.bash"},
		{`{"agent": {"build": {"steps": 0}}}`, "agent.build.steps", "agent.build.steps"},
		{`{"agent": {"build": {"temperature": "hot"}}}`, "agent.build.temperature", "agent.build.temperature"},
		{`{"agent": {"build": {"color": "accent"}}}`, "agent.build.color", ""},
		{`{"agent": {"build": {"permission": {"bash": {"*": "no"}}}}}`, "agent.build.permission.bash", "agent.build.permission.bash"},
		{`{"permission": {"bash": "never"}}`, "permission.bash", "permission.bash"},
		{`{"permission": "ask"}`, "", ""},
		{`{"mode": {"build": {"mode": "boss"}}}`, "mode.build.mode", "mode.build.mode"},
		{`{"server": {"colour": 1}}`, "server.colour", ""},
		{`{"mcp": {"a": {"enabled": false}}}`, "", ""},
		{`{"mcp": {"a": {"type": "local", "command": "run"}}}`, "mcp.a.command", "mcp.a.command"},
		{`{"mcp": {"a": {}}}`, "mcp.a.type", "mcp.a.type"},
		{`{"mcp": {"a": {"type": "local"}}}`, "mcp.a.command", "mcp.a.command"},
		{`{"mcp": {"a": {"type": "local", "enabled": true}}}`, "mcp.a.command", ""},
		{`{"mcp": {"a": {"type": "remote", "url": "u", "oauth": false, "headers": {"X": 1}}}}`, "mcp.a.headers.X", "mcp.a.headers.X"},
		{`{"mcp": {"a": {"type": "remote", "url": "u", "oauth": false}}}`, "", ""},
		{`{"provider": {"p": {"options": {"timeout": false}}}}`, "", ""},
		{`{"mcp": {"a": {"type": "remote", "url": "u", "oauth": {"scope": 1}}}}`, "mcp.a.oauth.scope", "mcp.a.oauth.scope"},
		{`{"mcp": {"a": {"type": "local", "command": ["x"], "cwd": "/x"}}}`, "mcp.a.cwd", ""},
		{`{"lsp": {"x": {"command": "foo"}}}`, "lsp.x.command", "lsp.x.command"},
		{`{"lsp": {"x": {"command": ["foo"]}}}`, "lsp.x.extensions", ""},
		{`{"lsp": {"gopls": {"command": ["foo"]}, "x": {"disabled": true}}}`, "", ""},
		{`{"lsp": true}`, "lsp", ""},
		{`{"formatter": {"x": {"extensions": ".go"}}}`, "formatter.x.extensions", "formatter.x.extensions"},
		{`{"keybinds": {"leader": "ctrl+x"}}`, "", ""},
		{`{"keybinds": {"leeder": "ctrl+x"}}`, "keybinds.leeder", ""},
		{`{"tui": {"scroll_speed": 0}}`, "tui.scroll_speed", ""},
		{`{"tui": {"scroll_acceleration": {}}}`, "tui.scroll_acceleration.enabled", ""},
		{`{"experimental": {"hook": {"session_completed": [{"command": "x"}]}}}`, "experimental.hook.session_completed.0.command", ""},
		{`{"experimental": {"policies": [{"action": "a", "effect": "no", "resource": "r"}]}}`, "", "experimental.policies.0.effect"},
		{`{"provider": {"p": {"models": {"m": {"reasoning": "yes"}}}}}`, "provider.p.models.m.reasoning", "provider.p.models.m.reasoning"},
		{`{"provider": {"p": {"models": {"m": {"limit": {"context": 1}}}}}}`, "provider.p.models.m.limit.output", "provider.p.models.m.limit.output"},
		{`{"provider": {"p": {"models": {"m": {"modalities": {"input": ["text"]}}}}}}`, "provider.p.models.m.modalities.output", ""},
		{`{"provider": {"p": {"options": {"timeout": false, "apiKey": 5}}}}`, "provider.p.options.apiKey", "provider.p.options.apiKey"},
		{`{"provider": {"p": {"options": {"timeout": 0}}}}`, "provider.p.options.timeout", "provider.p.options.timeout"},
		{`{"plugin": [["p", {"a": 1}]]}`, "plugin.0", ""},
		{`{"plugin": [["p"]]}`, "plugin.0", "plugin.0"},
		{`{"compaction": {"reserved": -1}}`, "", "compaction.reserved"},
		{`{"command": {"c": {"template": "t", "variant": 1}}}`, "", "command.c.variant"},
		{`{"command": {"c": {"description": "d"}}}`, "command.c.template", "command.c.template"},
		{`{"model": {"providerID": "p", "model": "m"}}`, "model", ""},
		{`{"model": {"providerID": "p"}}`, "model", "model"},
		{`{"agent": {"build": {"model": {"providerID": "p", "model": "m"}}}}`, "agent.build.model", "agent.build.model"},
		{`{"provider":{"p":{"models":{"m":{"interleaved":true}}}}}`, "", ""},
		{`{"provider":{"p":{"models":{"m":{"interleaved":false}}}}}`, "provider.p.models.m.interleaved", ""},
		{`{"provider":{"p":{"models":{"m":{"interleaved":{"field":"reasoning_content"}}}}}}`, "", ""},
		{`{"provider":{"p":{"models":{"m":{"interleaved":{"field":"other"}}}}}}`, "provider.p.models.m.interleaved", ""},
		{`{"provider":{"p":{"models":{"m":{"interleaved":{}}}}}}`, "provider.p.models.m.interleaved", "provider.p.models.m.interleaved"},
		{`{"provider":{"p":{"models":{"m":{"interleaved":"x"}}}}}`, "provider.p.models.m.interleaved", ""},
		{`{"provider":{"p":{"models":{"m":{"status":"active"}}}}}`, "provider.p.models.m.status", ""},
		{`{"provider":{"p":{"models":{"m":{"status":"beta"}}}}}`, "", ""},
		{`{"provider":{"p":{"models":{"m":{"provider":{"npm":"x"}}}}}}`, "", ""},
		{`{"provider":{"p":{"models":{"m":{"provider":{}}}}}}`, "provider.p.models.m.provider.npm", ""},
		{`{"provider":{"p":{"models":{"m":{"provider":{"api":1}}}}}}`, "provider.p.models.m.provider.npm", "provider.p.models.m.provider.api"},
		{`{"provider":{"p":{"models":{"m":{"cost":{"input":1}}}}}}`, "provider.p.models.m.cost.output", "provider.p.models.m.cost.output"},
		{`{"provider":{"p":{"models":{"m":{"cost":{"input":1,"output":2}}}}}}`, "", ""},
		{`{"provider":{"p":{"models":{"m":{"variants":{"v":{"disabled":1}}}}}}}`, "provider.p.models.m.variants.v.disabled", "provider.p.models.m.variants.v.disabled"},
		{`{"agent":{"a":{"color":"#12345G"}}}`, "agent.a.color", "agent.a.color"},
		{`{"agent":{"a":{"color":"#12aBc9"}}}`, "", ""},
		{`{"agent":{"a":{"variant":1}}}`, "", "agent.a.variant"},
		{`{"agent":{"a":{"maxSteps":1.5}}}`, "agent.a.maxSteps", "agent.a.maxSteps"},
		{`{"agent":{"a":{"steps":1}}}`, "", ""},
		{`{"agent":{"a":{"permission":"never"}}}`, "agent.a.permission", "agent.a.permission"},
		{`{"agent":{"a":{"permission":{"todoread":"x"}}}}`, "agent.a.permission.todoread", "agent.a.permission.todoread"},
		{`{"agent":{"a":{"permission":{"webfetch":{"*":"ask"}}}}}`, "agent.a.permission.webfetch", "agent.a.permission.webfetch"},
		{`{"agent":{"a":{"permission":{"other":{"*":"ask"}}}}}`, "", ""},
		{`{"lsp":false}`, "", ""},
		{`{"lsp":{"x":false}}`, "lsp.x", "lsp.x"},
		{`{"lsp":{"x":{"disabled":false}}}`, "lsp.x.command", "lsp.x.command"},
		{`{"lsp":{"x":{"command":["a"],"extensions":[".x"]}}}`, "", ""},
		{`{"formatter":false}`, "", ""},
		{`{"formatter":true}`, "formatter", ""},
		{`{"formatter":5}`, "formatter", "formatter"},
		{`{"mcp":{"a":{"type":"other"}}}`, "mcp.a.type", "mcp.a.type"},
		{`{"mcp":{"a":5}}`, "mcp.a", "mcp.a"},
		{`{"mcp":{"a":{"type":"local","command":["x"],"timeout":0}}}`, "mcp.a.timeout", "mcp.a.timeout"},
		{`{"mcp":{"a":{"type":"remote","url":"u","oauth":{"callbackPort":1}}}}`, "mcp.a.oauth.callbackPort", ""},
		{`{"mcp":{"a":{"type":"remote","url":"u","oauth":true}}}`, "mcp.a.oauth", "mcp.a.oauth"},
		{`{"server":{"port":0}}`, "server.port", "server.port"},
		{`{"server":{"port":1,"mdnsDomain":1}}`, "server.mdnsDomain", "server.mdnsDomain"},
		{`{"tui":{"scroll_speed":0.001}}`, "", ""},
		{`{"tui":{"scroll_speed":0.0005}}`, "tui.scroll_speed", ""},
		{`{"tui":{"scroll_speed":"x"}}`, "tui.scroll_speed", ""},
		{`{"tui":{"diff_style":"x"}}`, "tui.diff_style", ""},
		{`{"experimental":{"chatMaxRetries":"x"}}`, "experimental.chatMaxRetries", ""},
		{`{"experimental":{"policies":[{"action":"a","effect":"deny"}]}}`, "", "experimental.policies.0.resource"},
		{`{"experimental":{"mcp_timeout":-1}}`, "experimental.mcp_timeout", "experimental.mcp_timeout"},
		{`{"compaction":{"tail_turns":0}}`, "", ""},
		{`{"compaction":{"auto":1}}`, "compaction.auto", "compaction.auto"},
		{`{"plugin":[["p",{}]]}`, "plugin.0", ""},
		{`{"plugin":[[1,{}]]}`, "plugin.0", "plugin.0"},
		{`{"plugin":[["p",1]]}`, "plugin.0", "plugin.0"},
		{`{"plugin":[5]}`, "plugin.0", "plugin.0"},
		{`{"watcher":{"ignore":[1]}}`, "watcher.ignore.0", "watcher.ignore.0"},
		{`{"enterprise":{"url":1}}`, "enterprise.url", "enterprise.url"},
		{`{"logLevel":"debug"}`, "logLevel", "logLevel"},
		{`{"layout":"wide"}`, "layout", "layout"},
		{`{"theme":1}`, "theme", ""},
		{`{"command":5}`, "command", "command"},
		{`{"command":{"c":{"template":1}}}`, "command.c.template", "command.c.template"},
		{`{"provider":{"p":{"options":{"timeout":5}}}}`, "", ""},
		{`{"provider":{"p":{"options":{"timeout":true}}}}`, "provider.p.options.timeout", "provider.p.options.timeout"},
		{`{"provider":{"p":{"whitelist":"x"}}}`, "provider.p.whitelist", "provider.p.whitelist"},
	} {
		for version, want := range map[string]string{"1.1.34": c.old, "1.18.33": c.newer} {
			f := failure(t, version, "/p/opencode.json", c.settings)
			got := ""
			if f != nil && len(f.Issues) == 1 {
				for i, key := range f.Issues[0].Path {
					if i > 0 {
						got += "."
					}
					got += key
				}
			}
			if got != want || (f != nil) != (want != "") {
				t.Errorf("%s %s: %q, want %q: %v", version, c.settings, got, want, f)
			}
		}
	}
}

func TestAWrongValueOfANewerSettingStopsTheNewerRelease(t *testing.T) {
	for _, settings := range []string{`{"tool_output": {"max_lines": 0}}`, `{"attachment": {"image": {"auto_resize": 1}}}`, `{"references": {"r": {"path": "p", "description": 1}}}`, `{"subagent_depth": -1}`} {
		if f := failure(t, "1.18.33", "/p/opencode.json", settings); f == nil || len(f.Issues) != 1 {
			t.Errorf("%s: %v", settings, f)
		}
	}
}

func TestPermissionsOfTheNextFormatStopOpenCode(t *testing.T) {
	for _, settings := range []string{`{"permissions": []}`, `{"agent": {"a": {"permissions": []}}}`, `{"agents": {"a": {"permissions": 1}}}`} {
		if f := failure(t, "1.18.33", "/p/opencode.json", settings); f == nil || f.Issues[0].Path[len(f.Issues[0].Path)-1] != "permissions" {
			t.Errorf("%s: %v", settings, f)
		}
	}
}

func TestBadAgentFileStopsOpenCodeButBadModeFileDoesNot(t *testing.T) {
	for _, version := range []string{"1.1.34", "1.18.33"} {
		for _, header := range []string{"tools: Read, Grep", "color: red", "mode: boss", "temperature: warm", "steps: 1.5"} {
			text := "---\n" + header + "\n---\nBody\n"
			if failure(t, version, "/p/.opencode/agent/build.md", text) == nil || failure(t, version, "/p/.opencode/agent/build.md", "---\nname: 5\n---\n") == nil {
				t.Errorf("%s starts although an agent has %s", version, header)
			}
			if f := failure(t, version, "/p/.opencode/mode/build.md", text); f != nil {
				t.Errorf("%s does not start because a mode has %s: %v", version, header, f)
			}
		}
	}
}

func TestBadCommandFileStopsOpenCode(t *testing.T) {
	for _, version := range []string{"1.1.34", "1.18.33"} {
		for header, stops := range map[string]bool{"subtask: often": true, "agent: 5": true, "model:": true, "description: d": false, "other: 5": false, "template: 5": false} {
			if f := failure(t, version, "/p/.opencode/command/c.md", "---\n"+header+"\n---\nDo it\n"); (f != nil) != stops {
				t.Errorf("%s, %s: %v", version, header, f)
			}
		}
		if f := failure(t, version, "/p/.opencode/commands/c.md", "Do it\n"); f != nil {
			t.Errorf("%s, without a header: %v", version, f)
		}
	}
}

// Keys that only the newer release knows.
func TestShapesOfNewerSettings(t *testing.T) {
	for settings, want := range map[string]string{
		`{"subagent_depth":0}`:                      "",
		`{"subagent_depth":1.5}`:                    "subagent_depth",
		`{"shell":1}`:                               "shell",
		`{"skills":{"paths":"x"}}`:                  "skills.paths",
		`{"references":{"r":"x"}}`:                  "",
		`{"references":{"r":{}}}`:                   "references.r",
		`{"references":{"r":{"repository":"o/r"}}}`: "",
		`{"reference":{"r":5}}`:                     "reference.r",
	} {
		f, got := failure(t, "1.18.33", "/p/opencode.json", settings), ""
		if f != nil {
			got = strings.Join(f.Issues[0].Path, ".")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", settings, got, want)
		}
	}
}
