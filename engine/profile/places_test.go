package profile

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/tool"
)

// If several blocks of an element have documentation, that of the first one counts.
func TestTheFirstDocumentedLifetimeCounts(t *testing.T) {
	t.Parallel()
	block := func(id, documented string) prompt.Block {
		return prompt.Block{ID: id, Element: prompt.Identity, Documented: documented, Text: source.Literal(id)}
	}
	blocks := []prompt.Block{block("a", ""), block("b", "first"), block("c", "second")}
	blocks[0].Changes, blocks[2].Changes = []string{"day", "place"}, []string{"place", "model"}
	a := Side{sketch(), prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: blocks}}}}
	if rows := Compare(a, a).Rows; len(rows) != 1 || rows[0].A.Documented != "first" || fmt.Sprint(rows[0].A.Changes) != "[day place model]" {
		t.Errorf("rows %+v", rows)
	}
}

func TestCanonicalDeclarationsAreNoProvidersForm(t *testing.T) {
	t.Parallel()
	tools := tool.Read("", `[{"name":"b","description":"B."},{"name":"a","description":"A."}]`).Tools
	got := Input{}.Canonical(tools)
	if len(got) != 2 || got[0].Name != "b" || got[1].Name != "a" || !got[0].Neutral || !got[1].Neutral {
		t.Errorf("%+v", got)
	}
	if Declared(tools[0], tools[0].Canonical()).Neutral {
		t.Errorf("%+v", got[0])
	}
}

// A message of a sketch is not sent if discovery finds none of its parts. A part that belongs to
// no message is added at the end of the last message of its role.
func TestMessagesWithoutBlocksAreNotSent(t *testing.T) {
	t.Parallel()
	s := sketch()
	s.Messages = []SketchMessage{
		{Role: prompt.User, Blocks: []SketchBlock{{Title: "First"}}},
		{Role: prompt.System, Blocks: []SketchBlock{{Part: "gone", Title: "Gone"}}},
		{Role: prompt.User, Blocks: []SketchBlock{{Title: "Second"}}},
		{Role: prompt.Assistant},
	}
	_, got := assembled(t, s, Input{})
	want := "user: first(First, Sketchy)\nsystem: rules(A.md, /p/A.md) file:/p/sub/B.md(B.md, /p/sub/B.md)\nuser: second(Second, Sketchy) late(late, Sketchy)"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	s.Messages[1].Role = prompt.Developer
	if _, got = assembled(t, s, Input{}); got != "user: first(First, Sketchy)\nuser: second(Second, Sketchy) late(late, Sketchy)" {
		t.Errorf("without a message for the rules: %s", got)
	}
}

// If the scenario names no tools, the tools are the agent's own, and a problem with them is not
// reported against the scenario.
func TestOnlyToolsOfTheScenarioAreRefused(t *testing.T) {
	t.Parallel()
	odd := tool.Read("", `[{"name":"a b","description":"D.","parameters":{"type":"object"}}]`).Tools
	in := Input{Scenario: scenario.Scenario{Provider: "anthropic", Model: "claude-sonnet-4-5"}}
	for given, want := range map[bool]int{false: 0, true: 1} {
		in.Scenario.Tools.Given = given
		if got := in.refused(odd); len(got) != want {
			t.Errorf("given %v: %v", given, got)
		}
		if got := in.refused(nil); got != nil {
			t.Errorf("no tools, given %v: %v", given, got)
		}
	}
}

// A problem names a tool without a name by the tool's number.
func TestAToolWithoutANameHasANumber(t *testing.T) {
	t.Parallel()
	in := Input{Scenario: scenario.Scenario{Provider: "anthropic"}}
	in.Scenario.Tools.Given = true
	tools := tool.Read("", `[{"name":"good","description":"D.","parameters":{"type":"object"}},{"name":"","description":"D.","parameters":{"type":"object"}}]`).Tools
	if got := in.refused(tools); len(got) != 1 || !strings.HasPrefix(got[0].Message, "the tool 2 is not in the form that claude accepts: at ") {
		t.Errorf("%v", got)
	}
	for as, want := range map[string]bool{"system": true, "append": false} {
		if Replaces(sketch(), as) != want {
			t.Errorf("%s replaces the agent's words: %v", as, !want)
		}
	}
}

func TestKeysOfAMapAreListedInOrder(t *testing.T) {
	t.Parallel()
	if got := fmt.Sprint(SortedKeys(map[string]int{"b": 1, "a": 2, "c": 0}), SortedKeys(map[string]int(nil)) == nil); got != "[a b c] true" {
		t.Errorf("keys %s", got)
	}
}
