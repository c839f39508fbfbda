package opencode

import (
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/scenario"
)

func TestSkillsOfTheFilesAreListedUnlessTheyAreDenied(t *testing.T) {
	const listed, none = "<name>zip</name>", "\nNo skills are currently available."
	for _, c := range []struct{ name, settings, env, want, not string }{
		{"without permissions", `{}`, "", "<location>/p/.opencode/skills/a &amp; &quot;b&quot; &#39;c&#39; &lt;d&gt;/SKILL.md</location>", none},
		{"permission", `{"permission": {"skill": "deny"}}`, "", "", "available_skills"},
		{"one word for all", `{"permission": "deny"}`, "", "", "available_skills"},
		{"tools", `{"tools": {"skill": false}}`, "", "", "available_skills"},
		{"the agent's permission", `{"agent": {"build": {"permission": {"skill": {"*": "deny"}}}}}`, "", "", "available_skills"},
		{"another agent's permission", `{"agent": {"rev": {"permission": {"skill": {"*": "deny"}}}}}`, "", listed, none},
		{"the variable", `{}`, `{"skill":"deny"}`, "", "available_skills"},
		{"a pattern", `{"permission": {"skill": {"customize-*": "deny"}}}`, "", listed, "customize-opencode"},
		{"patterns for all", `{"permission": {"skill": {"customize-*": "deny", "z?p": "deny"}}}`, "", none, "<available_skills>"},
		{"the later rule", `{"permission": {"skill": {"*": "deny", "zip": "allow"}}}`, "", listed, "customize-opencode"},
	} {
		w := profiletest.OpenWorld().File("/p/opencode.json", c.settings).Env("OPENCODE_PERMISSION", c.env).
			File("/p/.opencode/skills/a & \"b\" 'c' <d>/SKILL.md", "---\nname: zip\ndescription: Packs\n---\n")
		made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: "m"}})
		text := made.Messages[0].Text().String()
		if !strings.Contains(text, c.want) || strings.Contains(text, c.not) {
			t.Errorf("%s: it lacks %q or contains %q:\n%s", c.name, c.want, c.not, text)
		}
	}
}

func TestDeniedSkillIsNotListed(t *testing.T) {
	for _, c := range []struct{ name, settings, listed, text string }{
		{"nothing said", `{}`, "a b", "<name>b</name>"},
		{"a pattern", `{"permission": {"skill": {"b*": "deny"}}}`, "a", "<name>a</name>"},
		{"the agent's own permission", `{"permission": {"skill": "deny"}, "agent": {"build": {"permission": {"skill": {"b": "ask"}}}}}`, "b", "<name>b</name>"},
		{"every one", `{"permission": {"skill": {"a": "deny", "b": "deny", "customize-opencode": "deny"}}}`, "", "No skills are currently available."},
		{"the tool", `{"tools": {"skill": false}}`, "", ""},
		{"every tool", `{"permission": "deny"}`, "", ""},
	} {
		w := profiletest.OpenWorld().File("/p/opencode.json", c.settings).
			File("/p/.opencode/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\n").File("/p/.opencode/skills/b/SKILL.md", "---\nname: b\ndescription: d\n---\n")
		_, trace := loaded(t, w, "1.18.33")
		var listed []string
		for _, k := range trace.OfKind(discovery.Skill) {
			if k.Verdict == discovery.Listed {
				listed = append(listed, k.Name)
			}
		}
		text := trace.Part("skills").Text.String()
		if strings.Join(listed, " ") != c.listed || !strings.Contains(text, c.text) || c.text == "" && text != "" {
			t.Errorf("%s: %q, want %s; %q, want %q", c.name, listed, c.listed, text, c.text)
		}
	}
}

func TestDeniedToolsAreNotDeclared(t *testing.T) {
	const all = "bash edit glob grep read skill task todowrite webfetch write"
	for _, c := range []struct{ name, settings, agent, model, want string }{
		{"nothing said", `{}`, "", "m", all},
		{"a tool", `{"permission": {"webfetch": "deny", "bash": "ask"}}`, "", "m", "bash edit glob grep read skill task todowrite write"},
		{"a tool that writes", `{"tools": {"write": false}}`, "", "m", "bash glob grep read skill task todowrite webfetch"},
		{"the edits", `{"permission": {"edit": "deny"}}`, "", "gpt-5", "bash glob grep read skill task todowrite webfetch"},
		{"patterns", `{"permission": {"bash": {"rm *": "deny"}, "edit": {"*": "deny", "*.md": "allow"}}}`, "", "m", all},
		{"all tools but one", `{"permission": {"*": "deny", "grep": "allow"}}`, "", "m", "grep"},
		{"all", `{"permission": "deny"}`, "", "m", ""},
		{"an agent's own", `{"agent": {"rev": {"prompt": "R", "tools": {"*": false, "read": true}}}}`, "rev", "m", "read"},
		{"a built-in agent's, on top", `{}`, "general", "m", "bash edit glob grep read skill task webfetch write"},
		{"a built-in agent's", `{}`, "explore", "m", "bash glob grep read webfetch"},
	} {
		w := profiletest.OpenWorld().File("/p/opencode.json", c.settings)
		made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, World: w, Scenario: scenario.Scenario{Provider: "p", Model: c.model, Agent: c.agent}})
		var names []string
		for _, one := range made.Tools {
			names = append(names, one.Name)
		}
		if got := strings.Join(names, " "); got != c.want || made.NoTools != (c.want == "") {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestServersAreSortedAndTheirInstructionsTrimmed(t *testing.T) {
	s := scenario.Scenario{Provider: "p", Model: "m", MCP: []scenario.Entry{
		{Name: "zed", Instructions: profiletest.Text("Z 1\nZ 2\n")}, {Name: "blank", Instructions: profiletest.Text(" \n")}, {Name: "alpha", Instructions: profiletest.Text("A <x> & y")},
	}}
	made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, Scenario: s})
	const want = "<mcp_instructions>\n  <server name=\"alpha\">\n    A <x> & y\n  </server>\n  <server name=\"zed\">\n    Z 1\n    Z 2\n  </server>\n</mcp_instructions>\n"
	if text := made.Messages[0].Text().String(); !strings.Contains(text, want) {
		t.Error(text)
	}
}
