package report

import (
	"context"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
)

func TestMakeupOfAPrompt(t *testing.T) {
	world := facts.NewMemory().Env("HOME", "/home/ada").File("/p/AGENTS.md", strings.Repeat("a rule\n", 100)).Dir("/p/.git")
	r, err := engine.New(world).Render(context.Background(), engine.Request{Cwd: "/p", Profile: "opencode", Template: engine.Template{Text: "mine\n", Path: "/p/t.md"}})
	if err != nil {
		t.Fatal(err)
	}
	r.Prompt.Tools = []prompt.Tool{
		{Name: "read", Declaration: source.Literal(strings.Repeat("x", 100))},
		{Name: "mcp__docs__find", Declaration: source.Literal(strings.Repeat("x", 300))},
		{Name: "mcp__docs__get", Declaration: source.Literal(strings.Repeat("x", 100))},
	}
	r.Whole.StandIns.Tools = 0 // the tools are those of the scenario, without stand-ins
	got, bytes := map[string]Share{}, 0
	for _, s := range Makeup(r) {
		got[s.Name] = s
		if s.Kind != ShareTools {
			bytes += s.Bytes
		}
	}
	if got["rule files"].Bytes != 700 || got["tools of docs"].Bytes != 400 || got["tools"].Bytes != 100 {
		t.Errorf("%+v", got)
	}
	sum := 0
	for _, b := range r.Whole.Blocks {
		sum += b.Length.Bytes
	}
	if bytes != sum || sum <= r.Length.Bytes {
		t.Errorf("the shares have %d bytes, the blocks with the agent's own words %d, with stand-ins %d", bytes, sum, r.Length.Bytes)
	}
}

// The tokens of a block's shares add up to the tokens of the block, however they are divided.
func TestSharesSumToTheTokens(t *testing.T) {
	piece := func(text string, k source.Kind) source.Text {
		return source.Of(text, source.Origin{Kind: k, Tag: source.NoSpan})
	}
	block := prompt.Block{ID: "b", Text: source.Join(source.Text{}, piece("abc", source.Pack), piece("def", source.File), piece("ghi", source.Variable))}
	for tokens := range 20 {
		r := &engine.Result{
			Prompt: prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{block}}}},
			Blocks: []budget.BlockSize{{Size: budget.Size{Tokens: token.Count{Tokens: tokens, Basis: token.Exact}}}},
		}
		sum, bytes := 0, 0
		for _, s := range Makeup(r) {
			sum, bytes = sum+s.Tokens, bytes+s.Bytes
			if s.Basis != string(token.Estimate) || s.Tokens < tokens/3 || s.Tokens > tokens/3+1 {
				t.Errorf("a third of %d tokens: %+v", tokens, s)
			}
		}
		if sum != tokens || bytes != 9 {
			t.Errorf("%d tokens are divided into %d, 9 bytes into %d", tokens, sum, bytes)
		}
	}
}

func TestSplitTextAtHeadings(t *testing.T) {
	text := "intro\n# One #\nbody\n```\n# no heading\n```\n### Deep\nx\n#not\n## Two\n"
	var got []string
	end := 0
	for _, s := range Sections(text) {
		if s.Span.Start != end {
			t.Errorf("%q begins at %d, want %d", s.Title, s.Span.Start, end)
		}
		end = s.Span.End
		got = append(got, s.Title)
	}
	if strings.Join(got, "|") != "before the first heading|One|Deep|Two" || end != len(text) {
		t.Errorf("%q, to %d of %d", got, end, len(text))
	}
	if got := Sections(""); len(got) != 0 {
		t.Errorf("nothing has %+v", got)
	}
}
