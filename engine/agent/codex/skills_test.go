package codex_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// Names and descriptions as Codex 0.171.0 sent them for each front matter.
func TestSkillFrontMatter(t *testing.T) {
	long := strings.Repeat("d", 1100)
	for text, line := range map[string]string{
		"---\nname: \"a  b\\tc\"\ndescription: \"x  y\\n z\"\n---\n":               "- a b c: x y z (",
		"---\ndescription: no name\n---\n":                                         "- s: no name (",
		"---\nname: n\ndescription: " + long + "\n---\n":                           "- n: " + long[:1021] + "... (",
		"---\nname: " + strings.Repeat("n", 70) + "\ndescription: x\n---\n":        "",
		"---\nname: n\ndescription: 5\n---\n":                                      "- n: 5 (",
		"---\nname: n\ndescription: true\n---\n":                                   "- n: true (",
		"---\r\nname: n\r\ndescription: with crlf\r\n---\r\n":                      "- n: with crlf (",
		"\n---\nname: n\ndescription: x\n---\n":                                    "",
		"\ufeff---\nname: n\ndescription: x\n---\n":                                "",
		"---\nname: n\ndescription: [a, b]\n---\n":                                 "",
		"---\nname: n\ndescription: a: b\n---\n":                                   "- n: a: b (",
		"---\nname: n\ndescription: no end\n":                                      "",
		"---\nname: n\n description: x\n---\n":                                     "",
		"--- \nname: n\ndescription: x\n--- \n":                                    "- n: x (",
		"---\nname: n\ndescription: |\n  one\n  two\n---\n":                        "- n: one two (",
		"---\nname: [n\ndescription: x\n---\n":                                     "- [n: x (",
		"---\nname: n\ndescription: {a\n---\n":                                     "- n: {a (",
		"---\nname: @n\ndescription: x\n---\n":                                     "- @n: x (",
		"---\nname: `n\ndescription: x\n---\n":                                     "- `n: x (",
		"---\nname: *n\ndescription: x\n---\n":                                     "",
		"---\nname: \"n\ndescription: x\n---\n":                                    "",
		"---\nname: n\ndescription: [a] b\n---\n":                                  "- n: [a] b (",
		"---\nname: [n # c\ndescription: x\n---\n":                                 "- [n: x (",
		"---\nname: [it's\ndescription: x\n---\n":                                  "- [it's: x (",
		"---\nname: a: b # c\ndescription: x\n---\n":                               "- a: b: x (",
		"---\nname : a: b\ndescription: x\n---\n":                                  "- a: b: x (",
		"---\nname: n\ndescription: x\nmeta:\n  foo: [a\n---\n":                    "- n: x (",
		"---\ndescription: |\n  foo: [a\nname: x: y\n---\n":                        "- x: y: foo: [a (",
		"---\ndescription: >\n  foo: a: b\nname: x: y\n---\n":                      "- x: y: foo: a: b (",
		"---\ndescription: [a, b]\nname: x: y\n---\n":                              "",
		"---\nname: [n]\ndescription: x\n---\n":                                    "",
		"---\nname: n\ndescription: {a: b}\n---\n":                                 "- n: {a: b} (",
		"---\nname: n\ndescription: " + long[:1024] + "\n---\n":                    "- n: " + long[:1024] + " (",
		"---\ndescription: |\n  x\nname: n\nmetadata:\n  any: a: b\n---\n":         "- n: x (",
		"---\nname: x: y\ndescription: # c: d\n---\n":                              "",
		"---\nname: x: y\ndescription: a#b: c\n---\n":                              "- x: y: a#b: c (",
		"---\nname: x: y\ndescription: \"a: b\"\n---\n":                            "- x: y: a: b (",
		"---\nname: x: y\ndescription: 'a: b'\n---\n":                              "- x: y: a: b (",
		"---\nname: x: y\ndescription: ends \n---\n":                               "- x: y: ends (",
		"---\nname: x: y\ndescription: ends: \n---\n":                              "",
		"---\nname: x: y\ndescription: d\n:\n---\n":                                "",
		"---\nname: x: y\ndescription: d\n: a: b\n---\n":                           "",
		"---\nname: x: y\ndescription: d\nplain\n---\n":                            "",
		"---\nname: x: y\ndescription: d\nurl:http: //x\n---\n":                    "- x: y: d (",
		"---\nname: n\ndescription: x\nmetadata: text\n---\n":                      "",
		"---\nname: n\ndescription: x\nmetadata:\n  short-description: [a]\n---\n": "",
		"---\nname: n\ndescription: D\nmetadata:\n  short-description: S\n---\n":   "- n: D (",
	} {
		w := agenttest.Repository().File("/p/.codex/skills/s/SKILL.md", text)
		trace := agenttest.Discover(t, w, "codex", "/p", discovery.Options{})
		got := ""
		for _, p := range trace.Parts {
			if i := strings.Index(p.Text.String(), "[codex/own-skills]"); i >= 0 {
				got, _, _ = strings.Cut(p.Text.String()[i+len("[codex/own-skills]"):], "file: ")
			}
		}
		if line == "" {
			line = "</skills_instructions>"
		}
		if got != line {
			t.Errorf("%q\n gives %.60q\n  want %.60q", text, got, line)
		}
	}
}

// The policies of agents/openai.yaml as Codex 0.171.0 was seen to take them.
func TestSkillPolicy(t *testing.T) {
	for policy, listed := range map[string]bool{
		"policy:\n  allow_implicit_invocation: false\n":     false,
		"policy:\n  allow_implicit_invocation: true\n":      true,
		"policy:\n  allow_implicit_invocation: \"false\"\n": true,
		"policy:\n  products: [chatgpt]\n":                  false,
		"policy:\n  products: [codex]\n":                    true,
		"policy: [\n":                                       true,
	} {
		w := agenttest.Repository().File("/p/.agents/skills/s/SKILL.md", "---\nname: s\ndescription: d\n---\n").File("/p/.agents/skills/s/agents/openai.yaml", policy)
		trace := agenttest.Discover(t, w, "codex", "/p", discovery.Options{})
		skills := trace.OfKind(discovery.Skill)
		if len(skills) != 1 || (skills[0].Verdict == discovery.Listed) != listed {
			t.Errorf("%q: %+v", policy, skills)
		}
	}
}

// A skill that Codex does not list says what is wrong with its header.
func TestWhyASkillIsNotListed(t *testing.T) {
	for text, want := range map[string]string{
		"\ufeff---\nname: n\ndescription: x\n---\n": "s: a byte order mark comes before its header",
		"---\nname: n\n---\n":                       "n: it needs a description",
		"Body only.\n":                              "s: it needs a description",
		"---\nname: " + strings.Repeat("n", 65) + "\ndescription: x\n---\n":        strings.Repeat("n", 65) + ": its name has more than 64 characters",
		"---\nname: " + strings.Repeat("n", 64) + "\ndescription: x\n---\n":        strings.Repeat("n", 64) + ": ",
		"---\nname: n\ndescription: [a, b]\n---\n":                                 "s: description must be a text",
		"---\nname: [n]\ndescription: x\n---\n":                                    "s: name must be a text",
		"---\nname: n\ndescription: x\nmetadata: text\n---\n":                      "s: metadata must be a mapping",
		"---\nname: n\ndescription: x\nmetadata:\n  short-description: [a]\n---\n": "s: metadata.short-description must be a text",
	} {
		w := agenttest.Repository().File("/p/.agents/skills/s/SKILL.md", text)
		skills := agenttest.Discover(t, w, "codex", "/p", discovery.Options{}).OfKind(discovery.Skill)
		if len(skills) != 1 {
			t.Errorf("%q: %d skills", text, len(skills))
			continue
		}
		if got := skills[0].Name + ": " + skills[0].Detail; got != want || (skills[0].Verdict == discovery.Listed) != strings.HasSuffix(want, ": ") {
			t.Errorf("%q: %s %s", text, skills[0].Verdict, got)
		}
	}
}

// Codex looks for skills up to eight directories below the skills directory.
func TestHowDeepASkillLies(t *testing.T) {
	for dirs, want := range map[int]int{1: 1, 8: 1, 9: 0} {
		w := agenttest.Repository().File("/p/.agents/skills"+strings.Repeat("/d", dirs)+"/SKILL.md", "---\nname: s\ndescription: d\n---\n")
		if got := len(agenttest.Discover(t, w, "codex", "/p", discovery.Options{}).OfKind(discovery.Skill)); got != want {
			t.Errorf("%d directories deep: %d skills, want %d", dirs, got, want)
		}
	}
}

// A skill whose header is unusual gets a remark, even if Codex lists the skill.
func TestRemarksAboutTheHeaderOfASkill(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"\ufeff---\nname: n\ndescription: x\n---\n":          "a byte order mark comes before the first ---",
		"---\nname: n\ndescription: *x\n---\n":               "description begins with a bare *, which means an alias in YAML: put the value in quotes",
		"---\nname: n\ndescription: x\n":                     "the first --- is never closed, so it does not begin front matter",
		"---\nname: n\ndescription: x\n---\n":                "",
		"---\nname: x: y\ndescription: x\nmore: '*a'\n---\n": "",
	} {
		w := agenttest.Repository().File("/p/.agents/skills/s/SKILL.md", text)
		var said []string
		for _, c := range agenttest.Discover(t, w, "codex", "/p", discovery.Options{}).OfKind(discovery.Skill) {
			for _, r := range c.Remarks {
				said = append(said, r.Detail)
			}
		}
		if got := strings.Join(said, "; "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
