package opencode

import (
	"strings"
	"testing"

	"galley/engine/profile"
	"galley/engine/profile/profiletest"
	"galley/engine/scenario"
)

func TestSkillsOfTheFilesAreListedUnlessTheyAreDenied(t *testing.T) {
	const listed, none = "<name>zip</name>", "\nNo skills are currently available."
	for _, c := range []struct{ name, settings, env, want, not string }{
		{"with nothing said", `{}`, "", "<location>/p/.opencode/skills/a &amp; &quot;b&quot; &#39;c&#39; &lt;d&gt;/SKILL.md</location>", none},
		{"permission", `{"permission": {"skill": "deny"}}`, "", "", "available_skills"},
		{"a word for all", `{"permission": "deny"}`, "", "", "available_skills"},
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
			t.Errorf("%s: it lacks %q or holds %q:\n%s", c.name, c.want, c.not, text)
		}
	}
}

func TestServersStandByNameAndTheirInstructionsAreTrimmed(t *testing.T) {
	s := scenario.Scenario{Provider: "p", Model: "m", MCP: []scenario.Entry{
		{Name: "zed", Instructions: profiletest.Text("Z 1\nZ 2\n")}, {Name: "blank", Instructions: profiletest.Text(" \n")}, {Name: "alpha", Instructions: profiletest.Text("A <x> & y")},
	}}
	made, _ := profiletest.Assembled(t, opencode11833, profile.Input{BuiltIn: true, Scenario: s})
	const want = "<mcp_instructions>\n  <server name=\"alpha\">\n    A <x> & y\n  </server>\n  <server name=\"zed\">\n    Z 1\n    Z 2\n  </server>\n</mcp_instructions>\n"
	if text := made.Messages[0].Text().String(); !strings.Contains(text, want) {
		t.Error(text)
	}
}
