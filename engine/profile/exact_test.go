package profile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/settings"
	"galley/engine/source"
)

func problemsText(all []diag.Problem) string {
	var out []string
	for _, p := range all {
		out = append(out, fmt.Sprintf("%s %s %s (%s) in %s", p.Severity, p.Code, p.Message, p.Hint, p.File))
	}
	return strings.Join(out, "; ")
}

// Which part of an agent's prompt the template becomes, and which problem an unknown word causes.
func TestWhatTheTemplateIs(t *testing.T) {
	in := func(as string, builtIn bool) Input {
		return Input{Scenario: scenario.Scenario{TemplateAs: as, File: "s.toml"}, BuiltIn: builtIn}
	}
	for _, c := range []struct {
		in       Input
		ways     []string
		want     string
		problems string
	}{
		{in("", false), []string{"system", "append"}, "system", ""},
		{in("append", false), []string{"system", "append"}, "append", ""},
		{in("none", false), []string{"system"}, "none", ""},
		{in("sistem", false), []string{"append", "system"}, "append", "warning unknown-word the template cannot be sistem in sketchy; it is append (did you mean system?) in s.toml"},
		{in("other", false), []string{"append"}, "append", "warning unknown-word the template cannot be other in sketchy; it is append (template_as is one of append, none) in s.toml"},
		{in("", true), []string{"system"}, "none", ""},
		{in("", true), []string{"append"}, "none", ""},
		{in("append", true), []string{"system", "append"}, "none", ""},
	} {
		got, problems := c.in.TemplateAs(sketch(c.ways...))
		if s := problemsText(problems); got != c.want || s != c.problems {
			t.Errorf("%q of %v: %s, %s; want %s, %s", c.in.Scenario.TemplateAs, c.ways, got, s, c.want, c.problems)
		}
	}
	one := in("", false)
	if got := problemsText(one.Instead("agent_prompt", true)); got != "info not-sent the template replaces agent_prompt (set template_as, or remove agent_prompt) in s.toml" || one.Instead("agent_prompt", false) != nil {
		t.Errorf("instead: %s", got)
	}
	for text, want := range map[settings.Text]string{
		{Given: true, Text: "abc", File: "/f"}: fmt.Sprintf("%s /f 0-3 l1", source.File), {Given: true, Text: "abc"}: fmt.Sprintf("%s key 0-3 l0", source.Variable),
	} {
		o := Given("key", text).Pieces()[0].Origin
		if got := fmt.Sprintf("%s %s %d-%d l%d", o.Kind, o.Source, o.Span.Start, o.Span.End, o.Line); got != want {
			t.Errorf("the origin is %s, want %s", got, want)
		}
	}
}

// A prompt's trace is the one in the input, or else that of the caller's own discovery, or else
// that of the agent's discovery.
func TestWhoLooksForRuleFiles(t *testing.T) {
	ctx := context.Background()
	var seen discovery.Options
	asked := discovery.SurveyAgent{Agent: "a", Version: "7", Discover: func(_ context.Context, _ facts.World, o discovery.Options) (*discovery.Trace, error) {
		seen = o
		return &discovery.Trace{Notes: []string{"the agent's"}}, nil
	}}
	given := &discovery.Trace{}
	if got := (Input{Trace: given}).Look(ctx, asked, discovery.Options{}); got != given {
		t.Error("the given trace is not used")
	}
	own := Input{Cwd: "/p", Fetch: true, Discover: func(_ context.Context, _ discovery.SurveyAgent, o discovery.Options) *discovery.Trace {
		return &discovery.Trace{Notes: []string{fmt.Sprint(o.Cwd, o.Fetch, o.Version)}}
	}}
	if got := own.Look(ctx, asked, discovery.Options{}); fmt.Sprint(got.Notes) != "[/ptrue]" {
		t.Errorf("the caller's discovery: %q", got.Notes)
	}
	if got := (Input{World: facts.NewMemory(), Cwd: "/q", Fetch: true}).Look(ctx, asked, discovery.Options{}); fmt.Sprint(got.Notes) != "[the agent's]" || seen.Cwd != "/q" || !seen.Fetch || seen.Version != "7" {
		t.Errorf("the agent's discovery: %q with %+v", got.Notes, seen)
	}
	failing := discovery.SurveyAgent{Discover: func(context.Context, facts.World, discovery.Options) (*discovery.Trace, error) {
		return &discovery.Trace{Notes: []string{"half"}}, errors.New("stopped")
	}}
	for _, one := range []discovery.SurveyAgent{{}, failing} {
		if got := Discover(ctx, facts.NewMemory(), one, discovery.Options{}); got == nil || got.Notes != nil {
			t.Errorf("without a discovery: %+v", got)
		}
	}
}

// The messages that a prompt gets from the scenario's history.
func TestConversationSoFar(t *testing.T) {
	in := Input{Scenario: scenario.Scenario{History: []scenario.Message{
		{Role: "user", Content: settings.Text{Given: true, Text: "hi"}},
		{Role: "assistant", ToolCalls: []scenario.ToolCall{{ID: "c1", Name: "Read", Arguments: `{"a":1}`}, {ID: "c2", Name: "Web"}}},
		{Role: "tool", ToolCallID: "c1", Content: settings.Text{Given: true, Text: "r", File: "/f"}},
	}}}
	got, _ := json.Marshal(Conversation(in))
	var want []prompt.Message
	for i, m := range in.Scenario.History {
		one := prompt.Message{Role: prompt.Role(m.Role), CallID: m.ToolCallID}
		if i != 1 {
			one.Blocks = []prompt.Block{{ID: "history", Title: "History", Lifetime: prompt.Turn, From: "the conversation so far", Element: prompt.History, Text: Given("history", m.Content)}}
		}
		want = append(want, one)
	}
	want[1].Calls = []prompt.Call{{ID: "c1", Name: "Read", Arguments: `{"a":1}`}, {ID: "c2", Name: "Web"}}
	if expected, _ := json.Marshal(want); string(got) != string(expected) {
		t.Errorf("%s\nwant\n%s", got, expected)
	}
	if got := Joined(source.Literal("a"), source.Text{}, source.Literal("b")).String() + TrimSpace(source.Literal(" \n\ufeffx ")).String(); got != "abx" {
		t.Errorf("joined and trimmed: %q", got)
	}
	s := sketch("system")
	if form, always := s.WireForm(); form != s.Form || always || s.Separator().String() != "\n\n" || !s.Replaces("system") || s.Replaces("append") {
		t.Error("the form, the separator or what replaces a sketch")
	}
	if keys, _ := s.Reads(Input{}); strings.Join(keys, " ") != "tools allowed_tools history" {
		t.Errorf("it reads %q", keys)
	}
}

// Unusual sketches: one without messages, one of an agent that would not start, and the names and
// blocks that a sketch makes.
func TestSketchesAtTheirEdges(t *testing.T) {
	empty := &Sketched{Agent: "bare", Title: "Bare", Of: "1", Find: func(context.Context, facts.World, discovery.Options) (*discovery.Trace, error) {
		return &discovery.Trace{Text: source.Literal("rules"), Failure: &discovery.Failure{Message: "no key"}, Notes: []string{"of the trace"}}, nil
	}}
	p, got := assembled(t, empty, Input{Scenario: scenario.Scenario{History: []scenario.Message{{Role: "user", Content: settings.Text{Text: "hi"}}}}})
	if want := "system: system-prompt(System prompt, Bare) rules(Rule files, Bare)\nuser: history(History, the conversation so far)"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if want := "the agent would not start here: no key|the frame of the rule files, their message, and Bare's own prompt and tools are not known|of the trace"; strings.Join(p.Notes, "|") != want || p.Tools != nil {
		t.Errorf("notes %q, tools %v", p.Notes, p.Tools)
	}
	if _, problems := empty.Assemble(context.Background(), Input{World: facts.NewMemory().Dir("/p"), Cwd: "/p"}); len(problems) != 1 || problems[0].Code != diag.AgentRefuses || problems[0].Message != "no key" {
		t.Errorf("problems %v", problems)
	}
	if StandInTools("x", nil) != nil {
		t.Error("tools without names")
	}
	var names []string
	ids := naming{}
	for _, title := range []string{"A-z 09", "{A}", "a–z", "AZ", "az", "@[`{/:", ""} {
		names = append(names, ids.idOf(SketchBlock{Title: title}))
	}
	names = append(names, ids.idOf(SketchBlock{Title: "x", Part: "az"}))
	if got := strings.Join(names, "|"); got != "a-z-09|a|a-z|az|az#2|||az#3" && got != "a-z-09|a|a-z|az|az#2||#2|az#3" {
		t.Errorf("ids %s", got)
	}
	// A part with words of the agent, and with files after its frame.
	standIn := func(text string) source.Text {
		return source.Of(text, source.Origin{Kind: source.StandIn, Source: "s", Span: source.Span{End: len(text)}})
	}
	file := func(name, text string) source.Text {
		return source.Of(text, source.Origin{Kind: source.File, Source: name, Span: source.Span{End: len(text)}})
	}
	a := &sketching{Sketched: sketch(), ids: naming{}, placed: map[string]bool{}}
	text := source.Join(source.Text{}, standIn("{{text:intro}}"), source.Literal("{{text:not}}"), standIn("plain"), file("/p/A.md", "one"), file("/p/A.md", "two"), source.Literal("--"), file("B.md", "three"), source.Literal("end"))
	var blocks []string
	for _, b := range a.part("rules", "rules", "Rules", text) {
		blocks = append(blocks, fmt.Sprintf("%s|%s|%s|%s|%q", b.ID, b.Title, b.From, b.Element, b.Text.String()))
	}
	want := `rules|A.md|/p/A.md|memory|"[Sketchy's own words: intro]{{text:not}}plainonetwo"; file:B.md|B.md|B.md|memory|"--threeend"`
	if got := strings.Join(blocks, "; "); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	// An imported file after the importing file has a block of its own; an imported file within it
	// does not.
	imported := func(name, text string) source.Text {
		return source.Of(text, source.Origin{Kind: source.Import, Source: name, Span: source.Span{End: len(text)}})
	}
	for _, c := range []struct {
		text source.Text
		want string
	}{
		{source.Join(source.Text{}, file("A.md", "one @B.md"), source.Literal("--"), imported("B.md", "two"), source.Literal("--"), file("C.md", "three")), "rules=one @B.md; file:B.md=--two; file:C.md=--three"},
		{source.Join(source.Text{}, file("A.md", "one "), imported("B.md", "two"), file("A.md", " end"), source.Literal("--"), file("C.md", "three")), "rules=one two end; file:C.md=--three"},
		{source.Join(source.Text{}, file("B.md", "two"), source.Literal("--"), file("A.md", "one "), imported("B.md", "two"), file("A.md", " end")), "rules=two; file:A.md=--one two end"},
	} {
		var blocks []string
		for _, b := range a.part("rules", "rules", "Rules", c.text) {
			blocks = append(blocks, b.ID+"="+b.Text.String())
		}
		if got := strings.Join(blocks, "; "); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
	if o := a.part("rules", "rules", "Rules", text)[0].Text.Pieces()[0]; o.Origin.Span.End != len(o.Text) {
		t.Errorf("the span of the words is %+v", o.Origin.Span)
	}
	if a.part("rules", "rules", "Rules", source.Text{}) != nil {
		t.Error("a part without text has blocks")
	}
}

// The block with the template lasts as long as the session. An empty line precedes it if it
// follows the agent's words.
func TestTheBlockOfATemplateInASketch(t *testing.T) {
	for as, before := range map[string]string{"system": "", "append": "\n\n"} {
		p, _ := assembled(t, sketch(as), Input{Template: source.Literal("m")})
		i := slices.IndexFunc(p.Messages[0].Blocks, func(b prompt.Block) bool { return b.ID == "template" })
		if i < 0 {
			t.Fatalf("%s: no template", as)
		}
		got := p.Messages[0].Blocks[i]
		want := prompt.Block{ID: "template", Title: "Template", Lifetime: prompt.Session, From: "the template", Element: prompt.Identity, Before: source.Literal(before), Text: source.Literal("m")}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", as, got, want)
		}
	}
}
