package report

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

// ofKind returns a prompt with one block, whose text is one byte of the given kind.
func ofKind(kind source.Kind, id string) prompt.Prompt {
	text := source.Of("x", source.Origin{Kind: kind, Source: "/p/AGENTS.md"})
	return prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{ID: id, Title: "T", Text: text}}}}}
}

// The reports mention a stand-in even if it has only one byte. They do not mention stand-ins if
// the prompt has none.
func TestAStandInOfOneByteIsMentioned(t *testing.T) {
	t.Parallel()
	for kind, want := range map[source.Kind]bool{source.StandIn: true, source.File: false} {
		r := &engine.Result{Prompt: ofKind(kind, "x")}
		var budgets, blocks strings.Builder
		if err := BudgetsText(&budgets, r); err != nil {
			t.Fatal(err)
		}
		if err := BlocksText(&blocks, r); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(budgets.String(), "1 of 0 bytes are stand-ins") != want || strings.Contains(budgets.String(), "stand-ins") != want {
			t.Errorf("%s: %s", kind, budgets.String())
		}
		if strings.Contains(blocks.String(), "of this, 1 bytes are stand-ins") != want || strings.Contains(blocks.String(), "stand-in") != want {
			t.Errorf("%s: %s", kind, blocks.String())
		}
		request := ofKind(kind, "x")
		if got := compaction(profile.Compaction{Request: &request}); got.Request.StandIn != want || len(got.Request.Messages) != 1 || got.Request.Messages[0].Text != "x" {
			t.Errorf("%s: %+v", kind, got.Request)
		}
	}
}

// If nothing was measured about a file, the report says that the fate of its tokens is not known,
// even if it has only one token.
func TestTokensWhoseFateIsNotKnown(t *testing.T) {
	t.Parallel()
	for kind, want := range map[source.Kind]string{
		source.File:      "0 of 1 tokens of the system text and the messages are sent after compaction, as predicted from what was measured|for 1 tokens this is not known|this version of the agent has not been measured",
		source.Structure: "1 of 1 tokens of the system text and the messages are sent after compaction, as predicted from what was measured|this version of the agent has not been measured",
	} {
		one := budget.Size{Tokens: token.Count{Tokens: 1, Basis: token.Exact, Method: "m"}}
		r := &engine.Result{Prompt: ofKind(kind, "x"), Blocks: []budget.BlockSize{{Size: one}}, Whole: budget.Whole{System: one}}
		lines := AfterLines(r, Afters{}, discovery.Compaction)
		if got := strings.Join(lines[:len(lines)-1], "|"); got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
}

// The differences between agents: what an agent loads twice, what it does not load, and what only
// it loads.
func TestDifferencesBetweenAgents(t *testing.T) {
	t.Parallel()
	loaded, not := discovery.Cell{Verdict: discovery.Loaded}, discovery.Cell{Verdict: discovery.NotLoaded}
	m := discovery.Matrix{
		Traces: []*discovery.Trace{{Candidates: []discovery.Candidate{{Verdict: discovery.Loaded, Shown: "/p/A.md", Used: 7, DuplicateOf: "/p/B.md"}, {Verdict: discovery.NotLoaded, DuplicateOf: "/p/B.md"}, {Verdict: discovery.Loaded}}}, {}, {}},
		Rows: []discovery.Row{
			{Path: "/p/A.md", Cells: []discovery.Cell{loaded, loaded, not}},
			{Path: "/p/B.md", Cells: []discovery.Cell{{Verdict: discovery.Later}, not, not}},
			{Path: "/p/C.md", Cells: []discovery.Cell{loaded, loaded, loaded}},
		},
	}
	var b strings.Builder
	differences(&b, m, Matrix{Cwd: "/p", Agents: []MatrixAgent{{Agent: "one"}, {Agent: "two"}, {Agent: "three"}}})
	want := fmt.Sprintf(`
differences
  A one: loads twice: A.md (7 bytes, as B.md); only it loads: B.md
  B two: none
  C three: does not load: A.md (%s)
`, discovery.NotLookedFor.Text())
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// A short value of one line is written as it is. Of any other value, only the size is written.
func TestPlainValues(t *testing.T) {
	t.Parallel()
	for text, whole := range map[string]bool{"": true, strings.Repeat("x", 60): true, strings.Repeat("x", 61): false, "a\nb": false, "a\rb": false} {
		if got := plainValue(text); (got == text) != whole {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// The text of a transfer without agents has no heading for the contents of prompts.
func TestATransferWithoutAgents(t *testing.T) {
	t.Parallel()
	for agents, want := range map[int]bool{0: false, 1: true} {
		var b strings.Builder
		if err := TransferText(&b, Transfer{Agents: make([]BranchAgent, agents)}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "what the prompts then contain:"); got != want {
			t.Errorf("%d agents: %q", agents, b.String())
		}
	}
}
