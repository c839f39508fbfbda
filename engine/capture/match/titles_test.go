package match

import (
	"slices"
	"testing"

	"galley/engine/source"
)

func TestBlocksOfOneTitleAreToldApart(t *testing.T) {
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
