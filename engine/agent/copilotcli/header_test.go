package copilotcli_test

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// What Copilot CLI 1.0.102 was seen to list of skills with each front matter: their
// name and description, or nothing.
func TestSkillHeaders(t *testing.T) {
	for header, want := range map[string][2]string{
		"description: d":                                {"s", "d"},
		"name: n":                                       {"n", "Body."},
		"license: MIT":                                  {"s", "Body."},
		"name: two  words\ndescription: d":              {"two-words", "d"},
		"name: a.b_c:d--e-\ndescription: d":             {"a.b_c:d--e-", "d"},
		"name: n\ndescription: \"\"":                    {"n", ""},
		"name: n\ndescription: |\n  one\n  two":         {"n", "one\ntwo"},
		"description: |\n  one\n  two\nname: n":         {"n", "one\ntwo\n"},
		"name: n\r\ndescription: |\r\n  one\r\n  two\r": {"n", "one\ntwo"},
		"name: n\ndescription: >\n  one\n  two":         {"n", "one two"},
		"name: n\ndescription: \" x \"":                 {"n", " x "},
		"name: n\nallowed-tools: [a, b]":                {"n", "Body."},
		"name: n\nlicense: 5\nmetadata: x":              {"n", "Body."},
		"name: " + strings.Repeat("n", 64):              {strings.Repeat("n", 64), "Body."},
		"name: " + strings.Repeat("n", 65):              {},
		"name:\ndescription: d":                         {},
		"name: n\ndescription:":                         {},
		"name: \"\"\ndescription: d":                    {},
		"name: 5\ndescription: d":                       {},
		"name: [a]\ndescription: d":                     {},
		"name: n\ndescription: [d]":                     {},
		"name: n\ndescription: 5":                       {},
		"name: [n\ndescription: d":                      {},
		"name: -n\ndescription: d":                      {},
		"name: _n\ndescription: d":                      {},
		"name: a/b\ndescription: d":                     {},
		"name: été\ndescription: d":                     {},
		"name: n'n\ndescription: d":                     {},
		"name: n\ndescription: a: b":                    {},
		"name: n\nallowed-tools: 5":                     {},
		"name: n\nallowed-tools: [5]":                   {},
		"name: n\nargument-hint: [a]":                   {},
		"name: n\nuser-invocable: maybe":                {},
		"name: n\ndisable-model-invocation: no":         {},
		"name: n\ndescription: " + cut1025:              {},
		"name: n\ndescription: " + cut1025[:1024]:       {"n", cut1025[:1024]},
	} {
		w := agenttest.Repository().File("/p/.github/skills/s/SKILL.md", "---\n"+header+"\n---\n\nBody.\n")
		got := [2]string{}
		for _, c := range agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{}).OfKind(discovery.Skill) {
			if c.Verdict == discovery.Listed {
				_, text, _ := strings.Cut(c.Text.String(), "<description>")
				text, _, _ = strings.Cut(text, "</description>")
				got = [2]string{c.Name, text}
			}
		}
		if got != want {
			t.Errorf("%.60q: %.60q, want %.60q", header, got, want)
		}
	}
}

var cut1025 = strings.Repeat("d", 1025)

// The descriptions that Copilot CLI 1.0.102 was seen to make for commands without one.
func TestCommandsWithoutADescription(t *testing.T) {
	for text, want := range map[string]string{
		"\n\n# Head\n\n> quote\n\nnext\n":          "&gt; quote next",
		"## A\ntwo line\nthree\n\nfour\nfive\n":    "two line three four",
		"#hash\n\n- item\n":                        "- item",
		"  # indented\ntail  double\n###### six\n": "tail  double",
		"# Only a head\n":                          "",
		"":                                         "",
		cut1025:                                    cut1025[:1024],
		"---\n\nrule\n":                            "not listed",
		"---\nname: x\ndescription: d\n":           "not listed",
	} {
		w := agenttest.Repository().File("/p/.claude/commands/c.md", text)
		got := "not listed"
		for _, c := range agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{}).OfKind(discovery.Command) {
			if c.Verdict == discovery.Listed {
				_, got, _ = strings.Cut(c.Text.String(), "<description>")
				got, _, _ = strings.Cut(got, "</description>")
			}
		}
		if got != want {
			t.Errorf("%.40q: %.60q, want %.60q", text, got, want)
		}
	}
}

// The sub-agents that Copilot CLI 1.0.102 was seen to list, by name.
func TestSubagentFolders(t *testing.T) {
	agent := func(header string) string { return "---\n" + header + "\n---\n\nBody.\n" }
	w := agenttest.Repository().Dir("/p/sub")
	for file, text := range map[string]string{
		"/p/.github/agents/a/same.md": agent("name: n0\ndescription: d"), "/p/.github/agents/b/same.md": agent("name: n1\ndescription: d"),
		"/p/.github/agents/same.md": agent("name: n2\ndescription: d"), "/p/.github/agents/same.agent.md": agent("name: n3\ndescription: d"),
		"/p/.claude/agents/same.md": agent("name: n4\ndescription: d"), "/p/.claude/agents/x.md": agent("name: n9\ndescription: d"),
		"/p/sub/.claude/agents/x.md": agent("name: n10\ndescription: d"), "/p/.github/agents/twice.md": agent("name: n10\ndescription: d"),
		"/h/.copilot/agents/a/same.md": agent("name: ha\ndescription: d"), "/h/.claude/agents/h.md": agent("name: hc\ndescription: d"),
		"/p/.github/agents/bare.md": "# Bare\n", "/p/.github/agents/noname.md": agent("description: d"), "/p/.github/agents/blank.md": agent("name: blank\ndescription: \"\""),
		"/p/.github/agents/nodesc.md": agent("name: nodesc"), "/p/.github/agents/number.md": agent("name: 5\ndescription: d"), "/p/.github/agents/null.md": agent("name:\ndescription: d"),
		"/p/.github/agents/tools.md": agent("name: tools\ndescription: d\ntools: [a, 5]"), "/p/.github/agents/words.md": agent("name: words\ndescription: d\ntools: Read, Grep\ncolor: red"),
		"/p/.github/agents/model.md": agent("name: model\ndescription: d\nmodel: 5"), "/p/.github/agents/servers.md": agent("name: servers\ndescription: d\nmcp-servers: x"),
		"/p/.github/agents/infer.md": agent("name: infer\ndescription: d\ninfer: false"), "/p/.github/agents/broken.md": agent("name: broken\ndescription: a: b"),
		"/p/.github/agents/.dot.md": agent("name: dot\ndescription: d"), "/p/.github/agents/.dir/x.md": agent("name: dir\ndescription: d"),
		"/p/.github/agents/UP.MD": agent("name: up\ndescription: d"), "/p/.github/agents/node_modules/x.md": agent("name: modules\ndescription: d"),
	} {
		w.File(file, text)
	}
	var got []string
	for _, c := range agenttest.Discover(t, w, "copilot-cli", "/p/sub", discovery.Options{}).OfKind(discovery.Subagent) {
		if c.Verdict == discovery.Listed {
			got = append(got, c.Name)
		}
	}
	if want := []string{"blank", "ha", "modules", "n1", "n10", "n10", "n3", "noname", "words"}; !slices.Equal(got, want) {
		t.Errorf("listed %q\n want %q", got, want)
	}
}

// A skill that is refused for another key keeps the name in its front matter. Without a usable name
// it has the name of its directory.
func TestARefusedSkillKeepsItsName(t *testing.T) {
	for header, want := range map[string]string{
		"name: n\nallowed-tools: 5":        "n allowed-tools must be a text or a list of texts",
		"name: n\nargument-hint: [a]":      "n argument-hint must be a text: put it in quotes",
		"name: n\ndescription: 5":          "n description must be a text: put it in quotes",
		"name: n\nuser-invocable: maybe":   "n user-invocable must be true or false",
		"name: n\ndescription: " + cut1025: "n its description has more than 1024 characters",
		"name: 5":                          "s name must be a text",
		"allowed-tools: 5":                 "s allowed-tools must be a text or a list of texts",
	} {
		w := agenttest.Repository().File("/p/.github/skills/s/SKILL.md", "---\n"+header+"\n---\n\nBody.\n")
		var got []string
		for _, c := range agenttest.Discover(t, w, "copilot-cli", "/p", discovery.Options{}).OfKind(discovery.Skill) {
			got = append(got, c.Name+" "+c.Detail)
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%.40q: %q, want %q", header, got, want)
		}
	}
}
