package profile

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/pack"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
)

func TestWhatTheTemplateBecomes(t *testing.T) {
	t.Parallel()
	for as, want := range map[string]string{"append": "text after its system text", "none": "not sent", "other": "left out for the prompt of other"} {
		if got := Use(as); got != want {
			t.Errorf("%s: %s, want %s", as, got, want)
		}
	}
	if Replaces(maker{}, "system") {
		t.Error("a profile that replaces nothing replaces its system text")
	}
}

// words is a pack with one text for every entry.
type words string

func (w words) Entry(family, name string) (pack.Entry, bool) {
	return pack.Entry{Text: string(w) + " of " + family + " " + name, Kind: source.Pack}, true
}

func TestAPackReplacesTheWordsOfASketch(t *testing.T) {
	t.Parallel()
	a := &sketching{Sketched: sketch(), in: Input{Pack: pack.Of(words("words"))}}
	if got := a.textOf("id", SketchBlock{Title: "T"}).String(); got != "words of sketchy@1.0 id" {
		t.Errorf("%q", got)
	}
	a.in.Pack = nil
	for size, want := range map[int]string{0: "[Sketchy's own words: T, its size is not known]\n", 1: "[Sketchy's own words: T, about 1 bytes]\n"} {
		if got := a.textOf("id", SketchBlock{Title: "<T>", Bytes: size}); got.String() != want || got.Pieces()[0].Origin != (source.Origin{Kind: source.StandIn, Source: "sketchy/id", Span: source.Span{End: len(want)}, Tag: source.NoSpan}) {
			t.Errorf("%q, %+v", got, got.Pieces()[0].Origin)
		}
	}
}

func TestADiscoveryNeverFails(t *testing.T) {
	t.Parallel()
	fails := discovery.SurveyAgent{Version: "2", Discover: func(_ context.Context, _ facts.World, o discovery.Options) (*discovery.Trace, error) {
		return &discovery.Trace{Version: o.Version}, errors.New("ended")
	}}
	works := discovery.SurveyAgent{Version: "2", Discover: func(_ context.Context, _ facts.World, o discovery.Options) (*discovery.Trace, error) {
		return &discovery.Trace{Version: o.Version, Cwd: o.Cwd}, nil
	}}
	in := Input{Cwd: "/p", World: facts.NewMemory()}
	for name, c := range map[string]struct {
		asked discovery.SurveyAgent
		want  discovery.Trace
	}{"without a discovery": {discovery.SurveyAgent{}, discovery.Trace{}}, "one that fails": {fails, discovery.Trace{}}, "one that works": {works, discovery.Trace{Version: "2", Cwd: "/p"}}} {
		if got := in.Look(t.Context(), c.asked, discovery.Options{}); !reflect.DeepEqual(*got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	in.Discover = func(_ context.Context, _ discovery.SurveyAgent, o discovery.Options) *discovery.Trace {
		return &discovery.Trace{Cwd: o.Cwd, Agent: "cached"}
	}
	if got := in.Look(t.Context(), works, discovery.Options{}); got.Agent != "cached" || got.Cwd != "/p" {
		t.Errorf("with a cache: %+v", got)
	}
	in.Trace = &discovery.Trace{Agent: "given"}
	if got := in.Look(t.Context(), works, discovery.Options{}); got != in.Trace {
		t.Errorf("with a trace: %+v", got)
	}
}

func TestAToolWithoutADefinitionIsAProblem(t *testing.T) {
	t.Parallel()
	in := Input{}
	tools, problems := in.Tools([]string{"read"}, nil)
	if len(tools) != 0 || problemsText(problems) == "" || len(problems) != 1 || problems[0].Message != "the tool read is declared but not defined" {
		t.Errorf("%v, %+v", tools, problems)
	}
	s, _ := scenario.Parse("/p/s.toml", "tools = ['read']\n")
	in.Scenario = s
	if _, problems := in.Tools(nil, nil); len(problems) != 1 || problems[0].Message != "the tool read is declared but not defined" {
		t.Errorf("a name in the scenario: %+v", problems)
	}
}

func TestAnAssumedWindowIsNoted(t *testing.T) {
	t.Parallel()
	rule := &CompactionRule{Limit: func(window int) int { return window }}
	for model, want := range map[string]bool{"claude-opus-4-6": false, "claude-opus-4-77": true} {
		got := rule.Of(Input{Scenario: scenario.Scenario{Model: model}}, prompt.Prompt{}, 1)
		if noted := slices.ContainsFunc(got.Notes, func(n string) bool {
			return strings.HasPrefix(n, "galley does not know "+model+" and assumes the window of ")
		}); noted != want {
			t.Errorf("%s: %q", model, got.Notes)
		}
	}
}

func TestToolsOfAScenariosFile(t *testing.T) {
	t.Parallel()
	in := Input{}
	in.Scenario.Tools.Given = true
	in.Scenario.Tools.Text.Given, in.Scenario.Tools.Text.File = true, "/p/tools.json"
	in.Scenario.Tools.Text.Text = `[{"name":"read","input_schema":{"type":"object","properties":{}}},7]`
	tools, problems := in.Tools([]string{"other"}, nil)
	if len(tools) != 1 || tools[0].Named() != "read" || len(problems) != 1 || problems[0].File != "/p/tools.json" {
		t.Errorf("%+v, %+v", tools, problems)
	}
	in.Scenario.Provider = "anthropic"
	for text, want := range map[string]string{
		`[{"name":"a b","input_schema":{"type":"object","properties":{}}}]`:                   "the tool a b is not in the form that claude accepts: at /name, claude cannot have the name \"a b\" here",
		`[{"name":"a b","input_schema":{"type":"object","properties":{"p":{"type":"any"}}}}]`: "the tool a b is not in the form that claude accepts: at /name, claude cannot have the name \"a b\" here (and 1 more)",
	} {
		in.Scenario.Tools.Text.Text = text
		if _, problems := in.Tools(nil, nil); len(problems) != 1 || problems[0].Message != want {
			t.Errorf("%s: %+v", text, problems)
		}
	}
}
