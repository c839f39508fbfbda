package report

import (
	"slices"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/budget"
	"galley/engine/discovery"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
	"galley/engine/tool"
	"galley/engine/variable"
	"galley/engine/wire"
)

func TestWhatAreStandInsIsSaidInASentence(t *testing.T) {
	t.Parallel()
	message := prompt.Message{Role: prompt.System, Blocks: []prompt.Block{{Text: source.Of("12345", source.Origin{Kind: source.StandIn}).Append(source.Literal("678"))}}}
	declared := prompt.Tool{Name: "read", Declaration: source.Literal("{}")}
	const begin, agents = "5 of 8 bytes are stand-ins for the agent's own words", "; the agent's tools are declared separately, not known, and not counted"
	for _, c := range []struct {
		s     budget.StandIns
		tools bool
		want  string
	}{
		{budget.StandIns{}, false, ""},
		{budget.StandIns{Blocks: 1, Bytes: 5, Unknown: 1}, false, begin + agents + "; its words were not measured, so the real prompt is larger than the numbers say"},
		{budget.StandIns{Blocks: 3, Bytes: 5, Unknown: 2, Measured: "1.0"}, true, begin + "; 1 of these 3 sections count with the size measured on 1.0; the others were not measured, so the real prompt is larger than the numbers say"},
		{budget.StandIns{Blocks: 3, Bytes: 5, Unknown: 1, Measured: "1.0"}, true, begin + "; 2 of these 3 sections count with the size measured on 1.0; the other one was not measured, so the real prompt is larger than the numbers say"},
		{budget.StandIns{Blocks: 1, Tools: 2, Bytes: 5, Unknown: 1, Measured: "1.0"}, true, begin + ", and 2 tool declarations in addition; 2 of these 3 sections count with the size measured on 1.0; the other one was not measured, so the real prompt is larger than the numbers say"},
		{budget.StandIns{Blocks: 1, Bytes: 5, Measured: "1.0"}, true, begin + "; totals count them with the size measured on 1.0"},
	} {
		r := &engine.Result{Prompt: prompt.Prompt{Messages: []prompt.Message{message}}, Whole: budget.Whole{StandIns: c.s}}
		if c.tools {
			r.Prompt.Tools = []prompt.Tool{declared}
		}
		if got := StandInText(r); got != c.want {
			t.Errorf("%+v:\n got %s\nwant %s", c.s, got, c.want)
		}
		want := StandIns{c.s.Blocks, c.s.Tools, c.s.Bytes, c.s.Real, c.s.Unknown, c.s.Measured}
		if got := StandInsOf(r); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	whole := budget.Size{Length: source.Length{Bytes: 9}}
	r := &engine.Result{Blocks: []budget.BlockSize{{Size: budget.Size{Length: source.Length{Bytes: 1}}}, {Size: budget.Size{Length: source.Length{Bytes: 2}}}}, Whole: budget.Whole{Blocks: []budget.Size{whole}}}
	if got := []int{sentSize(r, 0).Length.Bytes, sentSize(r, 1).Length.Bytes}; !slices.Equal(got, []int{9, 2}) {
		t.Errorf("sizes as sent: %v", got)
	}
}

func TestAValueIsDescribedInALine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", glanceWidth)
	for value, want := range map[string]string{"": "(empty)", "a": "a", "a\n": "a", "a\nb": "(3 B, 2 lines)", "a\nb\n": "(4 B, 2 lines)", "\n": "", long: long, long + "x": long[:2*(glanceWidth-1)] + "…"} {
		if got := glance(Variable{State: string(variable.Present), Value: value}); got != want {
			t.Errorf("%.20q: %q, want %q", value, got, want)
		}
	}
	if got := glance(Variable{State: string(variable.Missing), Value: "a"}); got != "-" {
		t.Errorf("a missing value: %q", got)
	}
	at := func(n int) (all []Use) {
		for i := range n {
			all = append(all, Use{Line: i + 1, Column: 2})
		}
		return all
	}
	for n, want := range map[int]string{0: "unused", 1: "1:2", 3: "1:2 2:2 3:2", 4: "1:2 2:2 3:2 +1", 6: "1:2 2:2 3:2 +3"} {
		if got := uses(at(n)); got != want {
			t.Errorf("%d uses: %q, want %q", n, got, want)
		}
	}
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "a", 51: "z", 52: "a"} {
		if got := letter(i); got != want {
			t.Errorf("column %d: %s, want %s", i, got, want)
		}
	}
}

func TestPricesAndWindowsThatAreNotKnownAreSaid(t *testing.T) {
	t.Parallel()
	known, unknown, related := token.Means("anthropic", "claude-opus-4-6"), token.Means("", "no-such-model"), token.Means("anthropic", "claude-opus-4-77")
	size := func(tokens int) budget.Whole {
		return budget.Whole{System: budget.Size{Tokens: token.Count{Tokens: tokens, Basis: token.Exact, Method: "t"}}}
	}
	_, like, _ := related.Cost(1)
	if like == "" {
		t.Fatal("the price of a related model is not assumed")
	}
	for _, c := range []struct {
		m     token.Meaning
		lines []string // the beginning of the price, and the end of the sentence about it
	}{
		{known, []string{"$", " for each request, without a cache"}}, {related, []string{"~$", " for each request, without a cache, if it costs what " + like + " does"}}, {unknown, []string{"price not known", "price not known"}},
	} {
		if text, line := PriceText(c.m, 1000), PriceLine(c.m, 1000); !strings.HasPrefix(text, c.lines[0]) || !strings.HasPrefix(line, text) || !strings.HasSuffix(line, c.lines[1]) {
			t.Errorf("%s, %s", text, line)
		}
		price := PriceOf(&engine.Result{Means: c.m, Whole: size(1000)})
		if usd, _, ok := c.m.Cost(1000); ok != (price != nil) || ok && (price.USD != usd || price.Date != token.PriceDate || price.AssumedFrom != map[bool]string{true: like}[c.lines[0] == "~$"]) {
			t.Errorf("%+v", price)
		}
	}
	if w := WindowOf(&engine.Result{Means: unknown}); w != nil {
		t.Errorf("an unknown window: %+v", w)
	}
	most, _ := known.Window()
	for tokens, state := range map[int]string{most: "ok", most + 1: "over"} {
		r := &engine.Result{Model: "m", Means: known, Whole: size(tokens)}
		if got := windowText(r); !strings.HasPrefix(got, "window of m  "+state+"  ") || !strings.Contains(got, "  100.0%  ") {
			t.Errorf("%d tokens: %s", tokens, got)
		}
		if w := WindowOf(r); w.Max != most || w.Share != float64(tokens)/float64(most) || w.AssumedFrom != "" {
			t.Errorf("%d tokens: %+v", tokens, w)
		}
	}
	for want, r := range map[string]*engine.Result{
		"the window of the model, which no setting names, is not known; name a model with a known window with --model": {Means: unknown},
		"the window of x is not known; name a model with a known window with --model":                                  {Model: "x", Means: unknown},
	} {
		if got := windowText(r); got != want {
			t.Errorf("%s", got)
		}
	}
	if got := windowText(&engine.Result{Model: "x", Means: related, Whole: size(1)}); !strings.HasPrefix(got, "window of x, assumed as of claude-") {
		t.Errorf("a related model: %s", got)
	}
}

func TestNotesOfWhatMessagesDoNotShow(t *testing.T) {
	t.Parallel()
	r := &engine.Result{Prompt: prompt.Prompt{Command: []string{"run", "a b"}, Notes: []string{"a note"}, Removed: []prompt.Block{{Title: "One", Text: source.Literal("12")}, {Title: "Two", Text: source.Literal("345")}}}}
	want := []string{"no prompt is sent", "the agent is started as: run 'a b'", "a note", "not sent, because something replaces them: One, Two (5 B)"}
	if got := Notes(r); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	r.Prompt.Messages = []prompt.Message{{}}
	if got := Notes(r); !slices.Equal(got, want[1:]) {
		t.Errorf("with messages: %q", got)
	}
	if got := Notes(&engine.Result{}); got != nil {
		t.Errorf("nothing: %q", got)
	}
	for want, c := range map[string]tool.Change{"tool 3/a: dropped: why": {Index: 2, Path: "/a", Action: tool.Dropped, Why: "why"}, "read: kept: why": {Tool: "read", Action: tool.Kept, Why: "why"}} {
		if got := ChangeText(c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if b, err := (raw{}).MarshalJSON(); string(b) != "null" || err != nil {
		t.Errorf("a missing body: %s, %v", b, err)
	}
}

func TestTheFormOfARequest(t *testing.T) {
	t.Parallel()
	instructions := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.Instructions}}}
	for _, c := range []struct {
		name string
		r    engine.Result
		want wire.Form
	}{
		{"captured", engine.Result{Sent: &wire.Request{Form: wire.Gemini}, OnlyForm: true, WireForm: wire.Chat}, wire.Gemini},
		{"of the prompt", engine.Result{Prompt: prompt.Prompt{Form: string(wire.Chat)}, OnlyForm: true, WireForm: wire.Gemini}, wire.Chat},
		{"the agent's only one", engine.Result{OnlyForm: true, WireForm: wire.Responses, Provider: "anthropic"}, wire.Responses},
		{"of the provider", engine.Result{WireForm: wire.Responses, Provider: "anthropic"}, wire.Anthropic},
		{"of Google's models", engine.Result{Provider: "google"}, wire.Gemini},
		{"with instructions", engine.Result{Provider: "openrouter", Model: "x", Prompt: instructions}, wire.Responses},
		{"without instructions", engine.Result{Provider: "openrouter", Model: "x"}, wire.Chat},
	} {
		if got := FormOf(&c.r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	command := &engine.Result{Model: "m", Prompt: prompt.Prompt{Command: []string{"run", "x"}, Notes: []string{"n"}}}
	got := RequestOf(command, wire.Chat)
	if got.Form != wire.Chat || got.Model != "m" || !slices.Equal(got.Notes, []string{"n", "no request is made by the agent itself: it starts run x"}) || len(command.Prompt.Notes) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestAnExplanationIsSummedUp(t *testing.T) {
	t.Parallel()
	of := func(agent string, v discovery.Verdict, meant string) discovery.Explanation {
		return discovery.Explanation{Trace: &discovery.Trace{Agent: agent, Cwd: "/p"}, Verdict: v, Meant: meant, Why: "why"}
	}
	not := discovery.NotLoaded
	for _, c := range []struct {
		answers        []discovery.Explanation
		counted, meant string
	}{
		{[]discovery.Explanation{of("a", discovery.Loaded, "")}, "loaded", ""},
		{[]discovery.Explanation{of("a", not, "/p/A.md")}, "not loaded", "; did you mean A.md?"},
		{[]discovery.Explanation{of("a", not, "/p/A.md"), of("b", discovery.Unknown, "/p/B.md"), of("c", not, "/p/A.md"), of("d", not, "")}, "not known by 1, not loaded by 3 of 4 agents", "; did you mean A.md or B.md?"},
		{[]discovery.Explanation{of("a", not, "/p/A.md"), of("b", discovery.Later, "")}, "on demand by 1, not loaded by 1 of 2 agents", ""},
		{[]discovery.Explanation{of("a", not, "")}, "not loaded", ""},
	} {
		if got := countVerdicts(c.answers); got != c.counted {
			t.Errorf("%q, want %q", got, c.counted)
		}
		if got := suggested(c.answers, "/p"); got != c.meant {
			t.Errorf("%q, want %q", got, c.meant)
		}
	}
	trace := &discovery.Trace{Agent: "a", Cwd: "/p", Candidates: []discovery.Candidate{{Shown: "/p/A.md"}, {Shown: "/p/l.md", RealPath: "/p/A.md"}, {Shown: "/p/B.md"}}}
	answer := discovery.Explanation{Trace: trace, Verdict: not, Why: "why", Remedy: "do", Meant: "/p/B.md"}
	scan := ExplainOf("/p/A.md", []discovery.Explanation{answer, {Trace: trace, Verdict: discovery.Loaded}, of("b", discovery.Unknown, "")})
	if len(scan.Agents) != 2 || *scan.Agents[0].Answer != (ScanAnswer{string(not), "why", "do", "/p/B.md"}) || scan.Agents[1].Answer.Verdict != string(discovery.Unknown) {
		t.Fatalf("%+v", scan.Agents)
	}
	var paths []string
	for _, c := range scan.Agents[0].Candidates {
		paths = append(paths, c.Path)
	}
	if !slices.Equal(paths, []string{"/p/A.md", "/p/l.md"}) {
		t.Errorf("the candidates are %q", paths)
	}
}

// A long text is counted only once for all agents that count in the same way.
func TestAgentsCountWithTheirUsualModels(t *testing.T) {
	t.Parallel()
	count := AgentCounter(agent.Known(), token.Means("openai", "gpt-4o"))
	for _, text := range []string{"short text", strings.Repeat("long text, ", 300)} {
		for name, m := range map[string]token.Meaning{"claude-code": token.Means("anthropic", ""), "gemini-cli": token.Means("google", ""), "opencode": token.Means("openai", "gpt-4o"), "nobody": token.Means("openai", "gpt-4o")} {
			for range 2 {
				if got, want := count(name, text), m.Counter.Count(text); got != want {
					t.Errorf("%s: %+v, want %+v", name, got, want)
				}
			}
		}
	}
}
