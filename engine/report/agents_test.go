package report

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"galley/engine/compare"
	"galley/engine/prompt"
	"galley/engine/source"
)

// piece returns a text whose origin has the given kind and source.
func piece(kind source.Kind, from, text string) source.Text {
	return source.Of(text, source.Origin{Kind: kind, Source: from})
}

func TestTheDifferenceOfTwoAgentsBeginsWithTheUsersFiles(t *testing.T) {
	block := func(title string, texts ...source.Text) prompt.Block {
		return prompt.Block{ID: title, Title: title, Text: source.Join(source.Literal(""), texts...)}
	}
	own := func(title string) prompt.Block {
		return block(title, piece(source.StandIn, title, "galley's words of "+title+"\n"))
	}
	a := side("one", prompt.Message{Role: prompt.System, Blocks: []prompt.Block{own("Head"), own("Style"), own("Tools"), own("Rest")}},
		prompt.Message{Role: prompt.User, Blocks: []prompt.Block{block("Rules", piece(source.File, "/p/AGENTS.md", "be brief\n"), piece(source.Import, "/p/docs/a.md", "more")), own("End")}})
	b := side("two", prompt.Message{Role: prompt.System, Blocks: []prompt.Block{own("Other"), block("Rules", piece(source.File, "/p/AGENTS.md", "be brief\n"), piece(source.File, "/h/x.md", "mine\n"))}},
		prompt.Message{Role: prompt.System}, prompt.Message{Role: prompt.User})
	a.Tools, b.Tools = []prompt.Tool{{Name: "Read"}, {Name: "Edit"}}, []prompt.Tool{{Name: "Read"}}
	d := AgentsDiffOf(a, b, "/p", "a note")
	want := []string{
		"your files in both: AGENTS.md", "your files only in one: docs/a.md", "your files only in two: /h/x.md",
		"messages of one: system, user", "messages of two: system ×2, user", "tools in both: Read", "tools only in one: Edit", "a note",
	}
	if got := DiffSummary(d); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("summary:\n%s", strings.Join(got, "\n"))
	}
	var text bytes.Buffer
	if err := DiffText(&text, d); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"-[stand-in for the agent's own words: Head, Style, Tools and 1 more]", "+[stand-in for the agent's own words: Other]",
		"+be brief", "-more", "-[stand-in for the agent's own words: End]", "+mine",
	} {
		if !strings.Contains(text.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, text.String())
		}
	}
	if strings.Contains(text.String(), "galley's words of") || strings.Contains(text.String(), "# removed") {
		t.Errorf("stand-ins are compared line by line:\n%s", text.String())
	}
	if !strings.Contains(d.Diff, "galley's words of Head") {
		t.Error("the JSON's difference is not that of the prompts")
	}
	none := AgentsDiffOf(side("one"), side("two", says(prompt.User, [2]string{"x", "y"})), "/p")
	if got := DiffSummary(none); len(got) == 0 || got[0] != "your files: in neither of them" {
		t.Errorf("without files: %q", got)
	}
}

// Two files with the same text, such as a file and a link to it, are reported as one file under
// two names. Files with other texts are listed for the agent that has them.
func TestFilesWithTheSameTextAreReportedAsOne(t *testing.T) {
	t.Parallel()
	filed := func(name string, files map[string]string) compare.Side {
		var blocks []prompt.Block
		for _, path := range slices.Sorted(maps.Keys(files)) {
			blocks = append(blocks, prompt.Block{ID: path, Text: source.Of(files[path], source.Origin{Kind: source.File, Source: path})})
		}
		return compare.Side{Name: name, Messages: []prompt.Message{{Role: prompt.System, Blocks: blocks}}}
	}
	a := filed("a", map[string]string{"/p/AGENTS.md": "Do so.\n", "/p/a.md": "A.\n"})
	b := filed("b", map[string]string{"/p/CLAUDE.md": "Do so.\n", "/p/b.md": "B.\n"})
	d := AgentsDiffOf(a, b, "/p")
	g := d.Agents
	if !slices.Equal(g.SameText, [][2]string{{"AGENTS.md", "CLAUDE.md"}}) || !slices.Equal(g.FilesOnlyA, []string{"a.md"}) || !slices.Equal(g.FilesOnlyB, []string{"b.md"}) {
		t.Errorf("same %v, only a %v, only b %v", g.SameText, g.FilesOnlyA, g.FilesOnlyB)
	}
	if got := strings.Join(DiffSummary(d), "\n"); !strings.Contains(got, "your files in both, under two names with the same text: AGENTS.md in a, CLAUDE.md in b") {
		t.Errorf("the summary is\n%s", got)
	}
}
