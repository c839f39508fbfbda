package report

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/compare"
	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
	"galley/engine/wire"
)

func TestTheReasonOfAVerdictInASentence(t *testing.T) {
	t.Parallel()
	imports := []discovery.Import{{Ref: "@b"}}
	for _, c := range []struct {
		of   discovery.Candidate
		want string
	}{
		{discovery.Candidate{Verdict: discovery.Loaded, Bytes: 5, Used: 5}, "loaded, 5 bytes"},
		{discovery.Candidate{Verdict: discovery.Loaded, Bytes: 5, Used: 9, Imports: imports}, "loaded, 5 bytes, 9 with its imports"},
		{discovery.Candidate{Verdict: discovery.Loaded, Bytes: 5, Used: 9}, "loaded, 9 of 5 bytes"},
		{discovery.Candidate{Verdict: discovery.Loaded, Bytes: 5, Used: 5, Imports: imports}, "loaded, 5 bytes"},
		{discovery.Candidate{Verdict: discovery.Loaded, Bytes: 5, Used: 4, Imports: imports}, "loaded, 4 of 5 bytes"},
		{discovery.Candidate{Verdict: discovery.Loaded, Git: "untracked", Tier: "user"}, "loaded, 0 bytes; git: untracked; [user]"},
		{discovery.Candidate{Verdict: discovery.Loaded, Tier: "other", Remarks: []discovery.Remark{{Reason: discovery.AlreadyLoaded, Detail: "x"}, {Reason: discovery.Cut, Detail: "y"}, {Reason: discovery.Cut}}},
			"loaded, 0 bytes; loaded twice: x; " + discovery.Cut.Text() + " (y); " + discovery.Cut.Text()},
	} {
		if got := Why(c.of); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	for _, c := range []struct {
		in   discovery.Import
		want string
	}{
		{discovery.Import{Verdict: discovery.Loaded}, "imported"},
		{discovery.Import{Verdict: discovery.Loaded, Detail: "d", DuplicateOf: "/p/A.md"}, "imported; d; loaded twice: /p/A.md was there before"},
		{discovery.Import{Verdict: discovery.NotLoaded, Reason: discovery.Missing, Detail: "d"}, discovery.Missing.Text() + "; d"},
	} {
		if got := WhyImport(c.in); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	if got := answerWhy(discovery.Explanation{Why: "nobody asked"}); got != "nobody asked" {
		t.Errorf("a file that was not examined: %s", got)
	}
	use := discovery.FileUse{Agent: "codex", Cwd: "/p", Imports: []discovery.Reference{{By: "/p/B.md", Import: discovery.Import{Path: "/p/A.md", Verdict: discovery.NotLoaded, Reason: discovery.Missing}}}}
	if word, text, whole := FileUseText(use); word != "not loaded" || text != "codex does not load this file, which B.md names: "+discovery.Missing.Text() || whole {
		t.Errorf("%s, %s, %v", word, text, whole)
	}
}

// The answers of agents are written in columns, the best verdict first. Below each is what to do
// about it.
func TestAnExplanationIsWritten(t *testing.T) {
	t.Parallel()
	of := func(agent string, v discovery.Verdict, why, remedy string) discovery.Explanation {
		return discovery.Explanation{Trace: &discovery.Trace{Agent: agent, Cwd: "/p"}, Verdict: v, Why: why, Remedy: remedy}
	}
	var b strings.Builder
	err := ExplainText(&b, "/p/A.md", []discovery.Explanation{of("longer", discovery.NotLoaded, "two\nlines", "rename\nit"), of("a", discovery.Loaded, "one", "")})
	want := "A.md: loaded by 1, not loaded by 1 of 2 agents\n\nloaded      a       one\nnot loaded  longer  two⏎lines\n                    to change that: rename⏎it\n"
	if got := strings.ReplaceAll(b.String(), OneLine("\n"), "⏎"); got != want || err != nil {
		t.Errorf("%s\nwant\n%s%v", got, want, err)
	}
}

func TestWhatAPieceOfABlockCountsAs(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"skills": ShareSkills, "file:/p/.claude/skills/a/SKILL.md": ShareSkills, "agents": ShareRules, "file:/p/agents/a.md": ShareRules} {
		if got := shareOf(prompt.System, prompt.Block{ID: id, Element: prompt.Skills}, source.File); got != want {
			t.Errorf("the text of a file in the list %s counts as %s", id, got)
		}
	}
	if got := shareOf(prompt.User, prompt.Block{ID: "file:/p/skills/AGENTS.md", Element: prompt.Memory}, source.File); got != ShareRules {
		t.Errorf("a rule file in a directory named skills counts as %s", got)
	}
	for _, c := range []struct {
		role prompt.Role
		id   string
		kind source.Kind
		life prompt.Lifetime
		want string
	}{
		{prompt.System, "rules", source.File, "", ShareRules}, {prompt.User, "history", source.Import, "", ShareRules}, {prompt.System, "Skills", source.StandIn, "", ShareSkills},
		{prompt.Assistant, "x", source.Template, "", ShareMessages}, {prompt.ToolResult, "x", source.Template, "", ShareMessages}, {prompt.User, "history", source.Template, "", ShareMessages},
		{prompt.System, "x", source.Template, "", ShareTemplate}, {prompt.System, "x", source.Override, "", ShareTemplate}, {prompt.System, "template", source.Variable, prompt.Session, ShareTemplate},
		{prompt.System, "template", source.Variable, "", ShareEnvironment}, {prompt.System, "x", source.Variable, prompt.Session, ShareEnvironment}, {prompt.User, "x", source.Structure, "", ShareMessages},
	} {
		if got := shareOf(c.role, prompt.Block{ID: c.id, Lifetime: c.life}, c.kind); got != c.want {
			t.Errorf("%+v counts as %s", c, got)
		}
	}
}

// If the request has the form that the agent sends, the system message has the role that the agent
// gives it.
func TestTheRoleOfASystemMessage(t *testing.T) {
	t.Parallel()
	r := &engine.Result{Model: "m", Prompt: prompt.Prompt{Form: string(wire.Chat), SystemRole: prompt.Developer, Messages: []prompt.Message{
		{Role: prompt.System, Blocks: []prompt.Block{{ID: "a", Text: source.Literal("be")}}}, {Role: prompt.User, Blocks: []prompt.Block{{ID: "b", Text: source.Literal("do")}}},
	}}}
	for form, want := range map[wire.Form]bool{wire.Chat: true, wire.Responses: false} {
		if got := RequestOf(r, form).Body.JSON(); strings.Contains(got, `"role":"developer"`) != want || !strings.Contains(got, `"role":"user"`) {
			t.Errorf("%s: %s", form, got)
		}
	}
	if r.Prompt.Messages[0].Role != prompt.System {
		t.Error("the prompt itself has changed")
	}
}

func TestAWalkIsWritten(t *testing.T) {
	t.Parallel()
	agent := WalkAgent{Agent: "x@1", Evidence: "run", AtLaunch: 1, Tokens: 5, Basis: string(token.Exact), Request: &WalkRequest{Tokens: 100, Basis: string(token.Estimate), Ground: "modelled"}, Calls: []WalkCall{{Act: "read", Brings: "yes"}, {Act: "edit", Brings: "no"}},
		May: []WalkMay{{"/p/M.md", "when asked"}}, Missed: []WalkMissed{{"/p/N.md", "*.g", "/p/a.go", "another extension", "*.go"}}, Steps: []WalkArrivals{
			{Tokens: 9, Added: []WalkArrival{{Path: "/p/A.md", Why: "for /p/a.go", Tokens: 2, Known: true, Latest: true}, {Path: "/q/B.md", Why: "why", Tokens: 2}, {Path: "/p/C.md", Why: "so", Known: true}}}, {Tokens: 9},
		}}
	var b strings.Builder
	err := WalkText(&b, Walk{Cwd: "/p", Steps: []WalkStep{{"read", "/p/a.go"}, {"edit", "/p/longer.go"}}, Agents: []WalkAgent{agent, {Agent: "y", Failure: "no\nkey"}, {Agent: "z", Tokens: 7, Basis: string(token.Exact)}}})
	want := `/p

x@1  run
  at launch      5 tokens, 1 rule file; the whole request ≈100 tokens, modelled
  read a.go      9 tokens; ≈104 in total
    + A.md  2 tokens  for a.go  (at the latest here)
    + /q/B.md  2 tokens  why  (it is not known whether this call loads it)
    + C.md  0 tokens  so
  edit longer.go 9 tokens; ≈104 in total
  files that wait for a path load at: read yes, edit no
  ! N.md misses a.go: "*.g": another extension; "*.go" matches it
  ? M.md  when asked

y  ` + `
  would not start: no⏎key

no step loads anything in these agents (tokens at launch in brackets): z (7)
`
	if got := strings.ReplaceAll(b.String(), OneLine("\n"), "⏎"); got != want || err != nil {
		t.Errorf("%s\nwant\n%s%v", got, want, err)
	}
}

// The reasons why no conversation is compacted, and the size at which one is.
func TestWhyNoConversationIsShortened(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]*engine.Result{
		"this prompt was captured: use --capture none to see how galley's model of the agent compacts a conversation": {Sent: &wire.Request{}, Profile: "codebolt@1"},
		"nothing compacts the conversation: the scenario's modifiers include neither ":                                {Profile: "codebolt@1"},
		"no agent is chosen, and only agents compact conversations: choose one first":                                 {Profile: profile.Default},
	} {
		if got := CompactionLines(r); len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, c := range map[string]Compaction{
		"  starts at a share of the model's context window, whose size is not known": {Limit: 7},
		"  starts at 7 tokens, of the 9 that it assumes the model accepts":           {Limit: 7, Window: 9},
	} {
		if got := describeThreshold(c); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	r := &engine.Result{Compactions: []profile.Compaction{{By: "one", Window: 9, Limit: 7, Due: true}, {By: "two", Window: 9, Limit: 8}, {By: "three"}}}
	if shape := CompactionsOf(r); shape.By != "one" || len(shape.Further) != 2 || shape.Further[0].By != "two" || shape.Further[1].By != "three" {
		t.Errorf("%+v", shape)
	}
	var heads []string
	lines := CompactionLines(r)
	for i, line := range lines {
		if i == 0 || lines[i-1] == "" {
			heads = append(heads, line)
		}
	}
	if got := strings.Join(heads, ", "); got != "one: due, two: not due, three: not due" {
		t.Errorf("%s in\n%s", got, strings.Join(lines, "\n"))
	}
}

// The lines beside a prompt's sizes say which words are from captures, and for which words
// stand-ins remain.
func TestWhereTheWordsOfAPromptComeFrom(t *testing.T) {
	t.Parallel()
	stand := source.Of("stand-in", source.Origin{Kind: source.StandIn})
	r := &engine.Result{Profile: "codex", Length: source.Length{Bytes: 200},
		Prompt:     prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{{Title: "Own", Text: stand}, {Title: "Rest", Text: source.Literal("x")}}}, {Role: prompt.User, Blocks: []prompt.Block{{Title: "Said", Text: source.Literal("y")}}}}},
		Blocks:     []budget.BlockSize{{Size: budget.Size{Length: source.Length{Bytes: 8}}}, {Block: 1, Size: budget.Size{Length: source.Length{Bytes: 1}}}, {Message: 1}},
		Provenance: engine.Provenance{Basis: engine.Modelled, Words: []engine.Words{{Capture: "c1", Version: "1.0", Mode: "print", Made: "2026-01-02"}}, Left: []string{"Own"}},
	}
	r.Prompt.Tools = []prompt.Tool{{Name: "read", Declaration: source.Literal("12345")}, {Name: "write", Declaration: source.Literal("678")}}
	got := ProvenanceOf(r)
	if len(got.Words) != 1 || got.Words[0] != (Words{"c1", "1.0", "print", "2026-01-02"}) || got.ToolBytes != 8 || len(got.Left) != 1 {
		t.Errorf("%+v", got)
	}
	for name, write := range map[string]func(io.Writer, *engine.Result) error{"blocks": BlocksText, "budgets": BudgetsText} {
		var b strings.Builder
		if err := write(&b, r); err != nil || !strings.Contains(b.String(), "\nthe agent's own words are "+WordsText(r.Provenance)+"\n") {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
		want := map[string][]string{"budgets": {"\n8 of 200 bytes are stand-ins: galley's words instead of the agent's, so the real prompt has a different size\n"},
			"blocks": {"\nof this, 8 bytes are stand-ins: galley's words instead of the agent's\n", "system:\n", "  4%  Own (stand-in, 8 bytes), ", " <1%  Rest, ", "user:\n", "  0%  Said, "}}
		for _, line := range want[name] {
			if strings.Count(b.String(), line) != 1 {
				t.Errorf("%s does not say once %q:\n%s", name, line, b.String())
			}
		}
	}
}

func TestSmallPhrases(t *testing.T) {
	t.Parallel()
	for want, l := range map[string][2]string{"; b": {"", "b"}, "; a": {"a", ""}, "; c": {"c", "c"}, "; a, then b": {"a", "b"}} {
		if got := lifetimes(DiffBlock{Lifetime: l}); got != want {
			t.Errorf("%q: %s, want %s", l, got, want)
		}
	}
	if got := fmt.Sprint(share(1, 0), ", ", share(1, 3), ", ", share(0, 2)); got != "0 %, 33.3 %, 0.0 %" {
		t.Errorf("shares %s", got)
	}
	if got := SafeJSON("{\r\"a\":\r1}"); got != "{\r\"a\":\r1}" {
		t.Errorf("white space between values: %q", got)
	}
	if got := SafeJSON("{\"a\":\r\n\t\"\u202e\U000e0041\"}"); got != "{\"a\":\r\n\t\"\\u202e\\udb40\\udc41\"}" {
		t.Errorf("JSON %q", got)
	}
	for want, names := range map[bool][2]string{true: {"codex@1", "claude-code@2"}, false: {"codex@1", "codex@2"}} {
		if TwoAgents(&engine.Result{Profile: names[0]}, &engine.Result{Profile: names[1]}) != want {
			t.Errorf("%q are two agents: %v", names, !want)
		}
	}
	for _, names := range [][2]string{{profile.Default, "codex"}, {"codex", profile.Default}} {
		if TwoAgents(&engine.Result{Profile: names[0]}, &engine.Result{Profile: names[1]}) {
			t.Errorf("%q are two agents", names)
		}
	}
	for want, trace := range map[string]*discovery.Trace{
		"no root; nothing loaded": {}, "root /p; nothing loaded, in an order that is not stable": {Root: "/p", Unstable: true}, "root /p (by .git); nothing loaded": {Root: "/p", Marker: "/p/.git"},
	} {
		if got := Summary(trace); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	counter := sessionCounter{count: func(_, text string) token.Count { return token.Count{Tokens: len(text)} }, known: map[string]token.Count{}, left: 5}
	for _, c := range []struct {
		text   string
		tokens int
		ok     bool
	}{{"abc", 3, true}, {"abc", 3, true}, {"de", 2, true}, {"f", 0, false}, {"abc", 3, true}, {"", 0, false}} {
		if n, ok := counter.text(c.text); n.Tokens != c.tokens || ok != c.ok {
			t.Errorf("%q: %d, %v", c.text, n.Tokens, ok)
		}
	}
	p := page{}
	candidate := func(kind discovery.Kind, v discovery.Verdict, path string) discovery.Candidate {
		return discovery.Candidate{Kind: kind, Verdict: v, Path: path, Used: 7}
	}
	p.answers(&engine.Result{Trace: &discovery.Trace{Candidates: []discovery.Candidate{
		candidate(discovery.Rule, discovery.Loaded, "/p/A.md"), candidate(discovery.Rule, discovery.Unknown, "/p/B.md"), candidate(discovery.Rule, discovery.NotLoaded, "/p/C.md"), candidate(discovery.Skill, discovery.Loaded, "/p/D.md"),
	}}, Provenance: engine.Provenance{Basis: engine.Predicted}, Prompt: prompt.Prompt{Notes: []string{"x is not known", "y"}}}, &PageOptions{})
	if got := strings.Join(append(p.Files, p.Unknown...), "|"); got != "/p/A.md "+Size(7)+"|whether the agent loads /p/B.md|the next request: this one is predicted from a capture, with the files as they are now|the exact number of tokens|x is not known" {
		t.Errorf("the page answers %s", got)
	}
	if (&Delegate{}).whole() != nil {
		t.Error("a size that is not known is told")
	}
	d := Delegate{Whole: &DelegateWhole{Tokens: 10, Body: 1, Files: 2, Own: 3, Tools: 4, Main: 12, Lacks: []string{"x", "y"}}}
	if got := strings.Join(d.whole(), "\n"); got != "whole  about 10 tokens: body 1, files 2, the agent's own words 3, tools 4; the main request, counted the same way, has 12, so -2; not counted, because not known: x, y" {
		t.Errorf("%s", got)
	}
	r := &engine.Result{Whole: budget.Whole{System: budget.Size{Tokens: token.Count{Tokens: 5, Basis: token.Exact, Method: "t"}}}}
	if got := *WalkRequestOf(r); got.Tokens != 5 || got.Basis != string(token.Exact) || got.Ground != ProvenanceText(r) {
		t.Errorf("%+v", got)
	}
}

// A side has the first message if its text is the system text. Otherwise it has a block with the
// system text.
func TestTheSideOfASystemText(t *testing.T) {
	t.Parallel()
	block := prompt.Block{ID: "a", Text: source.Literal("text")}
	r := &engine.Result{System: source.Literal("text"), Prompt: prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Blocks: []prompt.Block{block}}, {Role: prompt.User, Blocks: []prompt.Block{block}}}}}
	show := func(s compare.Side) string {
		text := s.Name + ":"
		for _, m := range s.Messages {
			for _, b := range m.Blocks {
				text += fmt.Sprintf(" %s %s %q", m.Role, b.ID, b.Text.String())
			}
		}
		return text
	}
	if got := show(SystemSide("n", r)); got != `n: system a "text"` {
		t.Errorf("the first message: %s", got)
	}
	r.System = source.Literal("other text")
	if got := show(SystemSide("n", r)); got != `n: system system "other text"` {
		t.Errorf("another text: %s", got)
	}
	r.Prompt.Messages[0].Blocks = nil
	r.System = source.Text{}
	if got := show(SystemSide("n", r)); got != `n: system system ""` {
		t.Errorf("a message without blocks: %s", got)
	}
	r.Prompt.Messages = nil
	if got := show(SystemSide("n", r)); got != `n: system system ""` {
		t.Errorf("no messages: %s", got)
	}
}
