package profile

import (
	"context"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
)

func TestTheShorterOfTwoLifetimes(t *testing.T) {
	order := []prompt.Lifetime{"", prompt.Static, prompt.Session, prompt.Turn} // the longest first
	for i, a := range order {
		for j, b := range order {
			if got, want := Shorter(a, b), order[max(i, j)]; got != want {
				t.Errorf("shorter of %q and %q: %q, want %q", a, b, got, want)
			}
		}
	}
}

func TestBlocksFollowTheirSeparators(t *testing.T) {
	var f Form
	for _, id := range []string{"a", "b", "c"} {
		f.Add("--", prompt.Block{ID: id, Text: source.Literal(id)})
	}
	m := f.Message()
	text := ""
	for _, b := range m.Blocks {
		text += b.Before.String() + b.Text.String()
	}
	if text != "a--b--c" || m.Role != prompt.System {
		t.Errorf("%s: %q", m.Role, text)
	}
}

func TestProviderOfDeclarations(t *testing.T) {
	for _, c := range []struct{ provider, model, to string }{
		{"anthropic", "claude-opus-4-6", "claude"}, {"", "gemini-2.5-pro", "gemini"}, {"openai", "gpt-4o", "openai"}, {"openrouter", "deepseek-chat", "openai"},
	} {
		got := TargetOf(c.provider, c.model)
		if !strings.EqualFold(string(got.to), c.to) {
			t.Errorf("%s/%s: %s, want %s", c.provider, c.model, got.to, c.to)
		}
		if got.o.Responses != (c.provider == "openai") || got.o.JSONSchema != (c.to == "gemini") {
			t.Errorf("%s/%s: %+v", c.provider, c.model, got.o)
		}
	}
}

// sketch returns a sketch of a made-up agent: a system message that has a place for rules, and a
// first user message.
func sketch(as ...string) *Sketched {
	return &Sketched{
		Sketch: Sketch{
			Messages: []SketchMessage{
				{Role: prompt.System, Blocks: []SketchBlock{{Title: "Who it is", Bytes: 100, Base: true}, {Title: "Who it is", Bytes: 20, Base: true}, {Part: "rules", Title: "Rules", Bytes: 7}, {Title: "Unknown"}}},
				{Role: prompt.User, Blocks: []SketchBlock{{Title: "<hello>", Bytes: 5, Tells: prompt.Date}}},
			},
			Tools: []SketchTool{{"read", 30}, {"write", 40}}, Measured: "1.0", Model: "m", As: as, Note: "a note of the sketch",
		},
		Agent: "sketchy", Title: "Sketchy", Of: "1.0",
		Find: func(context.Context, facts.World, discovery.Options) (*discovery.Trace, error) {
			of := func(file, text string) source.Text {
				return source.Of(text, source.Origin{Kind: source.File, Source: file, Span: source.Span{End: len(text)}, Tag: source.NoSpan})
			}
			rules := source.Join(source.Literal("\n--\n"), of("/p/A.md", "one"), of("/p/sub/B.md", "two"))
			return &discovery.Trace{Notes: []string{"a note of the trace"}, Parts: []discovery.Part{
				{Name: "rules", Role: string(prompt.System), Text: rules}, {Name: "late", Role: string(prompt.User), Text: source.Literal("late text")}, {Name: "other", Role: "elsewhere", Text: source.Literal("never")},
			}}, nil
		},
	}
}

func assembled(t *testing.T, s *Sketched, in Input) (prompt.Prompt, string) {
	t.Helper()
	in.World = facts.NewMemory().Dir("/p")
	in.Cwd = "/p"
	p, _ := s.Assemble(context.Background(), in)
	var all []string
	for _, m := range p.Messages {
		line := string(m.Role) + ":"
		for _, b := range m.Blocks {
			line += " " + b.ID + "(" + b.Title + ", " + b.From + ")"
		}
		all = append(all, line)
	}
	return p, strings.Join(all, "\n")
}

func TestAssembleSketch(t *testing.T) {
	p, got := assembled(t, sketch(), Input{})
	want := "system: who-it-is(Who it is, Sketchy) who-it-is#2(Who it is, Sketchy) rules(A.md, /p/A.md) file:/p/sub/B.md(B.md, /p/sub/B.md) unknown(Unknown, Sketchy)\n" +
		"user: hello(<hello>, Sketchy) late(late, Sketchy)"
	if got != want {
		t.Errorf("blocks\n%s\nwant\n%s", got, want)
	}
	text := p.Messages[0].Blocks[0].Text.String() + p.Messages[0].Blocks[4].Text.String() + p.Messages[1].Blocks[0].Text.String()
	if want := "[Sketchy's own words: Who it is, about 100 bytes]\n[Sketchy's own words: Unknown, its size is not known]\n[Sketchy's own words: hello, about 5 bytes]\n"; text != want {
		t.Errorf("words %q, want %q", text, want)
	}
	if b := p.Messages[0].Blocks; b[2].Text.String() != "one" || b[3].Text.String() != "\n--\ntwo" {
		t.Errorf("rules %q, %q", b[2].Text.String(), b[3].Text.String())
	}
	if p.Model != "m" || len(p.Tools) != 2 || p.Tools[0].Name != "read" || p.Messages[1].Blocks[0].Element != prompt.Date {
		t.Errorf("%+v", p)
	}
	if want := []string{"a note of the sketch", "a note of the trace"}; !slices.Equal(p.Notes, want) {
		t.Errorf("notes %q, want %q", p.Notes, want)
	}
	sizes, measured := sketch().Sizes(p)
	if measured != "1.0" || len(sizes) != 6 || sizes["who-it-is"] != 100 || sizes["who-it-is#2"] != 20 || sizes["rules"] != 7 || sizes["hello"] != 5 || sizes["tool write"] != 40 {
		t.Errorf("sizes %v of %s", sizes, measured)
	}
	var names []string
	for _, one := range sizes.StandInTools("Sketchy") {
		names = append(names, one.Named())
	}
	if !slices.Equal(names, []string{"read", "write"}) {
		t.Errorf("tools %q", names)
	}
}

func TestFileThatReplacesTheAgentsWordsReplacesTheSketch(t *testing.T) {
	replaced := func(as ...string) *Sketched {
		s := sketch(as...)
		find := s.Find
		s.Find = func(ctx context.Context, w facts.World, o discovery.Options) (*discovery.Trace, error) {
			trace, err := find(ctx, w, o)
			trace.Parts = append(trace.Parts, discovery.Part{Name: "own", Role: string(prompt.System), Text: source.Literal("theirs"), Instead: true})
			return trace, err
		}
		return s
	}
	if _, got := assembled(t, replaced(), Input{}); !strings.HasPrefix(got, "system: own(own, Sketchy) rules(A.md") || strings.Count(got, " own(") != 1 || !strings.Contains(got, "unknown") {
		t.Errorf("the file: %s", got)
	}
	first := replaced()
	find := first.Find
	first.Find = func(ctx context.Context, w facts.World, o discovery.Options) (*discovery.Trace, error) {
		trace, err := find(ctx, w, o)
		slices.Reverse(trace.Parts)
		return trace, err
	}
	if _, got := assembled(t, first, Input{}); !strings.HasPrefix(got, "system: own(own, Sketchy) rules(A.md") || strings.Count(got, " own(") != 1 {
		t.Errorf("the file is the first part: %s", got)
	}
	if _, got := assembled(t, replaced("system"), Input{Template: source.Literal("mine")}); !strings.HasPrefix(got, "system: template(Template, the template) rules") || strings.Contains(got, " own(") {
		t.Errorf("a template before the sketch: %s", got)
	}
}

func TestPlaceOfTheTemplateInASketch(t *testing.T) {
	in := Input{Template: source.Literal("mine")}
	_, got := assembled(t, sketch("system", "append"), in)
	if want := "system: template(Template, the template) rules"; !strings.HasPrefix(got, want) {
		t.Errorf("instead: %s", got)
	}
	_, got = assembled(t, sketch("append", "system"), in)
	if want := "system: who-it-is(Who it is, Sketchy) who-it-is#2(Who it is, Sketchy) template(Template, the template) rules"; !strings.HasPrefix(got, want) {
		t.Errorf("behind: %s", got)
	}
	if _, got = assembled(t, sketch("append"), Input{}); strings.Contains(got, "template") {
		t.Errorf("without a template: %s", got)
	}
	if _, got = assembled(t, sketch("system"), Input{}); strings.Contains(got, "template") || strings.Contains(got, "who-it-is") {
		t.Errorf("an empty template replacing the sketch: %s", got)
	}
	if _, got = assembled(t, sketch(), in); strings.Contains(got, "template") {
		t.Errorf("an agent that takes no template: %s", got)
	}
}

func TestUnknownRequestContainsOnlyRuleFiles(t *testing.T) {
	s := sketch()
	s.Sketch = Sketch{}
	p, got := assembled(t, s, Input{})
	if want := "system: system-prompt(System prompt, Sketchy)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(p.Notes) != 2 || !strings.Contains(p.Notes[0], "are not known") {
		t.Errorf("notes %q", p.Notes)
	}
	if p.Tools != nil || s.Compactions(context.Background(), Input{}, p, 9) != nil {
		t.Error("the request counts as known")
	}
}

func TestWhenAConversationIsShortened(t *testing.T) {
	s := sketch()
	s.Compaction = &CompactionRule{By: "it", Limit: func(window int) int { return window / 2 }, Notes: []string{"n"}}
	of := func(model string, said, tokens int) Compaction {
		in := Input{Scenario: scenario.Scenario{Model: model, History: make([]scenario.Message, said)}}
		made := prompt.Prompt{Messages: make([]prompt.Message, 2+said)}
		return s.Compactions(context.Background(), in, made, tokens)[0]
	}
	for _, c := range []struct {
		said, tokens int
		due          bool
	}{{3, 99_999, false}, {3, 100_000, true}, {3, 100_001, true}, {0, 100_001, false}} {
		got := of("claude-opus-4-6", c.said, c.tokens)
		if got.Due != c.due || got.Window != 200_000 || got.Limit != 100_000 || got.Goes != c.said || len(got.Notes) != 1 || got.Tokens != c.tokens {
			t.Errorf("%d messages, %d tokens: %+v", c.said, c.tokens, got)
		}
	}
	if got := of("no-such-model", 3, 1<<40); got.Due || got.Window != 0 || len(got.Notes) != 2 || len(s.Compaction.Notes) != 1 {
		t.Errorf("for an unknown model: %+v", got)
	}
	s.Compaction.Part = func(said []prompt.Message, limit int) (int, []prompt.Message) {
		return len(said) - 1, said[len(said)-1:]
	}
	if got := of("claude-opus-4-6", 3, 1); got.Goes != 2 || len(got.Stays) != 1 {
		t.Errorf("in part: %+v", got)
	}
}

func TestTwoPromptsSideBySide(t *testing.T) {
	block := func(id string, e prompt.Element, text string, life prompt.Lifetime) prompt.Block {
		return prompt.Block{ID: id, Title: id, From: "from " + id, Element: e, Lifetime: life, Text: source.Literal(text)}
	}
	fact := source.Of("2026", source.Origin{Kind: source.Variable, Source: "date", Span: source.Span{End: 4}, Tag: source.NoSpan})
	a := Side{sketch(), prompt.Prompt{Messages: []prompt.Message{
		{Role: prompt.System, Blocks: []prompt.Block{block("one", prompt.Identity, "12345", prompt.Static), block("two", prompt.Identity, "678", prompt.Turn), {ID: "facts", Text: fact}}},
		{Role: prompt.User, Blocks: []prompt.Block{block("told", prompt.Memory, "mem", prompt.Session), block("plain", "", "xy", "")}},
	}}}
	b := Side{sketch(), prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{block("who", prompt.Identity, "1", prompt.Static), block("day", prompt.Date, "2026!", prompt.Session), block("odd", "", "zzzz", "")}}}}}
	c := Compare(a, b)
	if c.A != "sketchy@1.0" || c.B != "sketchy@1.0" {
		t.Errorf("names %s, %s", c.A, c.B)
	}
	row := func(e prompt.Element) Row {
		for _, r := range c.Rows {
			if r.Element == e {
				return r
			}
		}
		t.Fatalf("no row about %s", e)
		return Row{}
	}
	if r := row(prompt.Identity); r.A.Size.Bytes != 8 || r.B.Size.Bytes != 1 || r.A.Lifetime != prompt.Turn || !slices.Equal(r.A.Blocks, []string{"one", "two"}) || !r.B.There() {
		t.Errorf("identity %+v", r)
	}
	if r := row(prompt.Date); r.A.Size.Bytes != 4 || r.B.Size.Bytes != 5 || !slices.Equal(r.A.Blocks, []string{"facts"}) {
		t.Errorf("date %+v", r)
	}
	if covered, of := Covered(c.Rows); covered != 2 || of != 3 {
		t.Errorf("covered %d of %d", covered, of)
	}
	var context []string
	for _, r := range c.Context() {
		context = append(context, string(r.Element))
	}
	if !slices.Equal(context, []string{string(prompt.Memory), string(prompt.Date)}) || len(c.Rows) != 3 {
		t.Errorf("context %q of %d rows", context, len(c.Rows))
	}
	sizes := map[Part][2]int{}
	for _, s := range c.Sizes {
		sizes[s.Part] = [2]int{s.A.Bytes, s.B.Bytes}
	}
	want := map[Part][2]int{Instruction: {8, 5}, Environment: {7, 5}, Declaration: {}, EditorPart: {}, Chat: {}, Other: {2, 0}, Total: {17, 10}}
	for part, w := range want {
		if sizes[part] != w {
			t.Errorf("%s: %v, want %v", part, sizes[part], w)
		}
	}
	if s := c.SectionsA; len(s) != 5 || !slices.Equal(s[2].Other, []string{"day"}) || !slices.Equal(s[0].Other, []string{"who"}) || s[3].Message != 1 || s[3].Other != nil {
		t.Errorf("sections %+v", s)
	}
	if s := c.SectionsB; len(s) != 3 || !slices.Equal(s[1].Other, []string{"facts"}) || s[1].Size.Bytes != 5 {
		t.Errorf("sections %+v", s)
	}
}
