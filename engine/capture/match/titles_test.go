package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
)

func TestBlocksWithTheSameTitleAreDistinguished(t *testing.T) {
	t.Parallel()
	rules := Expected{Name: "rules", Text: source.Join(source.Text{}, framed("/p/A.md", "alpha"), framed("/p/part/A.md", "beta"), framed("/p/part/B.md", "gamma"))}
	skills := Expected{Name: "skills", Text: source.Join(source.Text{}, source.Literal("Skills:\n"), file("/p/one/SKILL.md", "- one\n"), file("/p/two/SKILL.md", "- two\n"))}
	r := request(t, []string{"<some rules>\nObey.\n# A\na\n# Environment\nWhere you are.\n# Tools\nUse them.\n# Environment\n\nWhat you may do.\n# Same\nBe brief.\n# Same\nBe brief.\n" + rules.Text.String() + skills.Text.String()}, "hello", "hello", "<mode># Careful\nBe careful.</mode>", "a < b > c")
	in := []Expected{rules, skills}
	p := Prompt(r, Match(Input{Request: r, Expected: in}), in)
	var titles []string
	for _, m := range p.Messages {
		for _, b := range m.Blocks {
			titles = append(titles, b.Title)
		}
	}
	want := []string{
		"<some rules>", "A", "Environment “Where you are.”", "Tools", "Environment “What you may do.”", "Same “Be brief.”", "Same “Be brief.” (2)",
		"p/A.md", "part/A.md", "B.md", "list of skills", "“hello”", "“hello” (2)", "<mode>", "“a < b > c”",
	}
	if !slices.Equal(titles, want) {
		t.Errorf("titles %q\nwant   %q", titles, want)
	}
}

// The text of a skill has the skill's name, because all skills' files have the same name.
func TestABlockOfASkillIsTitledByTheSkill(t *testing.T) {
	t.Parallel()
	rules := Expected{Name: "rules", Text: source.Join(source.Text{}, framed("/p/one/SKILL.md", "alpha"), framed("/p/two/SKILL.md", "beta"), framed("/p/A.md", "gamma"))}
	r := request(t, []string{"Obey.\n" + rules.Text.String()}, "go")
	got := titled(Prompt(r, Match(Input{Request: r, Expected: []Expected{rules}}), []Expected{rules}))
	if want := []string{"“Obey.”", "skill one", "skill two", "A.md", "“go”"}; !slices.Equal(got, want) {
		t.Errorf("titles %q\nwant   %q", got, want)
	}
}

// titled lists the titles of a prompt's blocks.
func titled(p prompt.Prompt) (titles []string) {
	for _, m := range p.Messages {
		for _, b := range m.Blocks {
			titles = append(titles, b.Title)
		}
	}
	return titles
}

func TestTextAfterAClosingTagIsASeparateBlock(t *testing.T) {
	t.Parallel()
	for system, want := range map[string][]string{
		"<env>\na\n</env>\n\nYou work.\n\n# Modes\nb":                      {"<env>", "“You work.”", "Modes"},
		"<env>\na\n</env>\n\n# Modes\nb":                                   {"<env>", "Modes"},
		"<env>\n# In it\na\n</env>\nYou work.":                             {"<env>", "In it", "“You work.”"},
		"<tools>\n<bash>\na\n</bash>\n</tools>\nYou work.\nMore.":          {"<tools>", "<bash>", "“You work.”"},
		"<tools>\n<bash>\na\n</bash>\nUse it.\n</tools>\nYou work.":        {"<tools>", "<bash>", "“Use it.”", "“You work.”"},
		"<env>\nIn /p/some/place now\n</env>\nYou work.":                   {"<env>", "“You work.”"},
		"# A\n</other>\nYou work.":                                         {"A"},
		"# A\n```\n<env>\n</env>\n```\nYou work.":                          {"A"},
		"<example>\nuser: a\n</example>\n<example>\nuser: b\n</example>\n": {"<example> “user: a”", "<example> “user: b”"},
	} {
		r := request(t, []string{system}, "go")
		if titles := titled(Prompt(r, Match(Input{Request: r, Values: []Value{{Name: "system:cwd", Text: "/p/some/place"}}}), nil)); !slices.Equal(titles, append(want, "“go”")) {
			t.Errorf("%q: %q, want %q", system, titles, want)
		}
	}
}

func TestOneFileInSeveralBlocksKeepsItsName(t *testing.T) {
	t.Parallel()
	imported := source.Of("imported\n", source.Origin{Kind: source.Import, Source: "/p/x.md", Tag: source.NoSpan})
	rules := Expected{Name: "rules", Text: source.Join(source.Text{}, file("/p/A.md", "begin\n"), imported, file("/p/A.md", "end\n"))}
	r := request(t, []string{"You help.\n" + rules.Text.String()}, "go")
	titles := titled(Prompt(r, Match(Input{Request: r, Expected: []Expected{rules}}), []Expected{rules}))
	if want := []string{"“You help.”", "A.md", "x.md", "A.md (2)", "“go”"}; !slices.Equal(titles, want) {
		t.Errorf("titles %q, want %q", titles, want)
	}
}

func TestAgentsOwnFileIsNotCountedAsUsers(t *testing.T) {
	t.Parallel()
	frame := func(name string, text source.Text) source.Text {
		return source.Literal("--- From "+name+" ---\n").Append(text, source.Literal("\n--- End of "+name+" ---\n"))
	}
	rules := Expected{Name: "rules", Text: frame("A.md", file("/p/A.md", "alpha")).Append(frame("own.md", gap("own")))}
	r := request(t, []string{"You help.\n" + frame("A.md", source.Literal("alpha")).String() + frame("own.md", source.Literal("# Language\nAny.\nIndeed.")).String() + "\nYou work."}, "go")
	p := Prompt(r, Match(Input{Request: r, Expected: []Expected{rules}}), []Expected{rules})
	if titles, want := titled(p), []string{"“You help.”", "A.md", "Language", "“You work.”", "“go”"}; !slices.Equal(titles, want) {
		t.Errorf("titles %q, want %q", titles, want)
	}
	if got := p.Messages[0].Blocks[2].Text.String(); got != "# Language\nAny.\nIndeed.\n--- End of own.md ---\n" {
		t.Errorf("its text is %q", got)
	}
}

func TestTheTextUnderAHeading(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"# A\nb\nc": "b\nc", "\r\n\n## A\r\nb": "b", "a\nb": "", "# A": "", "": "", "<a>\nb": "b", "\na\n# B\nc": ""} {
		if got := underHeading(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The title of a file has as many of the last elements of its path as distinguish it from the
// other files.
func TestTheTailOfAPath(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"/p/a/A.md": "a/A.md", "/p/b/A.md": "b/A.md", "/p/b/C.md": "C.md", "/q/A.md": "q/A.md", "A.md": "A.md", "/x/p/a/A.md": "x/p/a/A.md"} {
		blocks := []*prompt.Block{{From: "/p/a/A.md"}, {From: "/p/b/A.md"}, {From: "A.md"}, {From: name}}
		if got := tailOf(name, blocks); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestATagBeginsALine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 59)
	for line, want := range map[string]string{"<a>": "<a>", "<a b-c_d>x": "<a b-c_d>", "<>": "", ">": "", "a>": "", "(a>": "", "<a": "", "<a1>": "", "<" + long + ">": "<" + long + ">", "<" + long + "a>": "", "": ""} {
		if got := tagAt(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// The messages of the prompt have the roles of the request's messages. The request itself does not
// change.
func TestThePromptOfARequestKeepsItsRoles(t *testing.T) {
	t.Parallel()
	r := request(t, []string{"one", "two"}, "hello")
	before := fmt.Sprint(r.Prompt.Messages)
	out := Prompt(r, Map{}, nil)
	for i, m := range out.Messages {
		if m.Role != r.Prompt.Messages[i].Role || m.Role == "" || len(m.Blocks) == 0 {
			t.Errorf("message %d: %+v", i, m)
		}
	}
	if len(out.Messages) != len(r.Prompt.Messages) || fmt.Sprint(r.Prompt.Messages) != before {
		t.Errorf("%d messages of %d, or the request has changed", len(out.Messages), len(r.Prompt.Messages))
	}
}
