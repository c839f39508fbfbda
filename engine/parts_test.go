package engine

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"galley/engine/agent"
	"galley/engine/capture"
	"galley/engine/capture/learn"
	"galley/engine/capture/match"
	"galley/engine/capture/start"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/source"
	"galley/engine/template"
	"galley/engine/tool"
	"galley/engine/wire"
)

// messagesOf returns the problems as "file: message".
func messagesOf(all []diag.Problem) (out []string) {
	for _, p := range all {
		out = append(out, p.File+": "+p.Message)
	}
	return out
}

func TestDisagreementsOfACaptureAreProblems(t *testing.T) {
	t.Parallel()
	p := &capturedProfile{}
	all := p.problems(match.Prediction{Unplaced: []string{"/n.md"}, Map: match.Map{Differences: []match.Difference{
		{Kind: match.Missing, Name: "/a.md", Bytes: 3}, {Kind: match.Unexpected, Name: "/b.md", Bytes: 4}, {Kind: match.Changed, Name: "/c.md", Bytes: 5}, {Kind: "other", Name: "/d.md"},
	}}})
	want := []string{
		"/a.md: galley expects /a.md in the request, but the capture does not contain it (3 bytes)",
		"/b.md: the capture contains 4 bytes of /b.md, which galley does not expect",
		"/c.md: the capture contains /c.md in a different form than galley expects (5 bytes)",
		"/n.md: /n.md is new, and the capture does not show its place",
	}
	if got := messagesOf(all); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestChangedSettingsAreProblems(t *testing.T) {
	t.Parallel()
	all := choiceProblems([]discovery.Choice{{Name: "model", Path: "/s.json"}, {Name: "the trust_level of the project"}})
	want := []string{
		"/s.json: model has changed since the capture and changes the agent's own words, which the request shown here has as they were",
		": the trust_level of the project has changed since the capture and changes the agent's own words, which the request shown here has as they were",
	}
	if got := messagesOf(all); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestChangedMentionsAreProblems(t *testing.T) {
	t.Parallel()
	agent := capture.Mention{Kind: discovery.Subagent, Name: "a", Path: "/a.md"}
	all := mentionProblems([]capture.MentionChange{{Mention: agent, Where: "the tool names it"}, {Mention: agent, Gone: true}})
	want := []string{
		"/a.md: the agent a is new since the capture, so the request shown here lacks it; the real one has it: the tool names it",
		"/a.md: the agent a is gone since the capture, but the request shown here still has it",
	}
	if got := messagesOf(all); !slices.Equal(got, want) || all[0].Code != diag.CaptureDiffers || all[0].Hint != "capture the agent again to see the present request" {
		t.Errorf("got %q, %+v", got, all[0])
	}
}

func TestTextsWithoutAPlaceFollowTheSystemsWords(t *testing.T) {
	t.Parallel()
	now := []match.Expected{{Name: "/p/a.md", Text: source.Literal("a")}, {Name: "/p/b.md", Tool: "x", Text: source.Literal("b")}, {Name: "/p/c.md", Text: source.Literal("c")}}
	names := []string{"/p/a.md", "/p/b.md"}
	for _, role := range []prompt.Role{prompt.System, prompt.Developer, prompt.Instructions} {
		got := []prompt.Message{{Role: prompt.User}, {Role: role, Parts: []int{1}}}
		unplaced(got, names, now)
		want := prompt.Message{Role: role, Parts: []int{1, 1}, Blocks: []prompt.Block{{ID: "unplaced//p/a.md", Title: "a.md (place not known)", Lifetime: prompt.Session, Text: source.Literal("a")}}}
		if !reflect.DeepEqual(got[1], want) || len(got[0].Blocks) > 0 {
			t.Errorf("%s: %+v", role, got)
		}
	}
	got := []prompt.Message{{Role: prompt.System}}
	if unplaced(got, names, now); got[0].Parts != nil || len(got[0].Blocks) != 1 {
		t.Errorf("without parts: %+v", got)
	}
	got = []prompt.Message{{Role: prompt.User}}
	if unplaced(got, names, now); len(got[0].Blocks) != 0 {
		t.Errorf("without a system message: %+v", got)
	}
	body := `{"model":"m","system":"S","messages":[{"role":"user","content":"hi"}]}`
	sent, err := wire.Decode(wire.Anthropic, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	made, _ := (&capturedProfile{capture: &capture.Capture{}}).assemble(match.Prediction{Request: sent, Unplaced: names}, now)
	if text := made.Messages[0].Text(); !strings.HasSuffix(text.String(), "a") {
		t.Errorf("the prompt does not hold the text: %q", text)
	}
}

func TestACaptureThatCannotBeReadGivesAProblem(t *testing.T) {
	t.Parallel()
	c := &capture.Capture{ID: "x", Agent: "nobody", Version: "1", Cwd: "/p", Form: wire.Anthropic, Body: []byte("{")}
	r := request("")
	r.Capture = c
	res := render(t, New(project()), r)
	i := slices.IndexFunc(res.Problems, func(p diag.Problem) bool { return p.Code == diag.BadFile })
	if i < 0 || res.Problems[i].Hint != "capture the agent again" || len(res.Prompt.Messages) != 0 {
		t.Errorf("%+v", res.Problems)
	}
	if form, always := (&capturedProfile{}).WireForm(); form != "" || always {
		t.Errorf("without a model: %s, %v", form, always)
	}
	if err := Learn(t.Context(), agent.Known(), project(), c, &discovery.Trace{}); err != nil {
		t.Errorf("nothing is learned without a model, but: %v", err)
	}
	c.Agent, c.Version = "opencode", "99"
	if err := Learn(t.Context(), agent.Known(), project(), c, &discovery.Trace{}); err == nil {
		t.Error("a model of the default version is asked for another one; the body cannot be read")
	}
}

// A model takes words of captures of its own version first. Among these, captures of a session
// like the scenario's come first.
func TestTheCapturesWithWordsAreOrdered(t *testing.T) {
	t.Parallel()
	model, _ := agent.Known().Profile("codex")
	full := profile.FullName(model)
	made := func(id, version string, mode start.Mode, words *learn.Words) *capture.Capture {
		return &capture.Capture{ID: id, Agent: "codex", Version: version, Mode: mode, Attribution: &capture.Attribution{Words: words}}
	}
	all := []*capture.Capture{
		{ID: "not understood"}, made("no words", model.Version(), start.Headless, nil), made("old", "0.1.0", start.Headless, &learn.Words{Profile: full}),
		made("older", "0.0.1", start.Headless, &learn.Words{Profile: full}), made("of another profile", model.Version(), start.Headless, &learn.Words{Profile: "other"}),
		made("headless", model.Version(), start.Headless, &learn.Words{Profile: full}), made("shown", model.Version(), start.Interactive, &learn.Words{Profile: full}),
		made("shown too", model.Version(), start.Interactive, &learn.Words{Profile: full}),
	}
	ids := func(r Request, words []*capture.Capture, model profile.Profile) (out []string, other string) {
		r.Words = func(string) []*capture.Capture { return words }
		t := learnedFrom(r, agent.Known(), model)
		for _, c := range t.captures {
			out = append(out, c.ID)
		}
		if t.other != nil {
			other = t.other.ID
		}
		return out, other
	}
	yes, no := true, false
	for _, c := range []struct {
		interactive *bool
		want        []string
	}{
		{nil, []string{"headless", "shown", "shown too"}}, {&no, []string{"headless", "shown", "shown too"}}, {&yes, []string{"shown", "headless", "shown too"}},
	} {
		if got, other := ids(Request{Scenario: scenario.Scenario{Interactive: c.interactive}}, all, model); !slices.Equal(got, c.want) || other != "old" {
			t.Errorf("%q and %s, want %q", got, other, c.want)
		}
	}
	plain, _ := agent.Known().Profile(profile.Default)
	if got, other := ids(Request{}, all, plain); got != nil || other != "" {
		t.Errorf("the template's prompt takes words of %q, %s", got, other)
	}
	if got := learnedFrom(Request{}, agent.Known(), model); got.captures != nil || got.other != nil {
		t.Errorf("without captures: %+v", got)
	}
}

func TestFactsOfACaptureThatAreNotKnownHereStay(t *testing.T) {
	t.Parallel()
	k := newKnowledge(project(), nil)
	l := learnedWords{captures: []*capture.Capture{{ID: "a"}}}
	k.renewedOf("words of a", func() map[string]string { return map[string]string{"cwd\x00/old": "/new"} })
	here := l.currentFact(t.Context(), k, profile.Input{World: project(), Cwd: "/p"})
	if here("cwd", "/old") != "/new" || here("cwd", "/other") != "/other" {
		t.Errorf("%s and %s", here("cwd", "/old"), here("cwd", "/other"))
	}
}

func TestAnErrorOverTheBudgetNamesTheFileAndTheWayOut(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]diag.Problem{
		"too much":                {Message: "too much"},
		"/a.md: too much":         {Message: "too much", File: "/a.md"},
		"/a.md: too much; cut it": {Message: "too much", File: "/a.md", Hint: "cut it"},
	} {
		if got := (&OverBudgetError{Problem: p}).Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	over := diag.Problem{Code: diag.OverBudget, Message: "over"}
	if err := overBudget(facts.NewBudget(facts.DefaultLimits), []diag.Problem{{Code: diag.BadFile}, over}); err == nil || err.Error() != "over" {
		t.Errorf("%v", err)
	}
	if err := overBudget(facts.NewBudget(facts.DefaultLimits), []diag.Problem{{Code: diag.BadFile}}); err != nil {
		t.Errorf("%v", err)
	}
}

// Checkup examines the files with their unsaved texts, as if the folder were trusted. Survey
// follows the scenario instead.
func TestRuleFilesAreExaminedWithTheirUnsavedTexts(t *testing.T) {
	t.Parallel()
	w := project().File("/p/CLAUDE.md", "@gone.md\n").File("/p/AGENT.md", "one")
	asked := []discovery.SurveyAgent{agent.Known().Ask("claude-code", ""), agent.Known().Ask("gemini-cli", "")}
	r := request("")
	all, err := Checkup(t.Context(), w, asked, r)
	before := messagesOf(all)
	if err != nil || !slices.ContainsFunc(before, func(m string) bool { return strings.HasPrefix(m, "/p/CLAUDE.md: the import @gone.md has no effect") }) {
		t.Errorf("%q, %v", before, err)
	}
	r.Unsaved = []facts.Unsaved{{Path: "/p/CLAUDE.md", Text: "no import\n"}, {Path: "/p/GEMINI.md", Text: "two\n"}}
	all, err = Checkup(t.Context(), w, asked, r)
	if after := messagesOf(all); err != nil || len(after) >= len(before) {
		t.Errorf("%q, %v", after, err)
	}
	traces, questions, err := Survey(t.Context(), w, asked, r)
	if err != nil || len(traces) != 2 || !slices.Equal(traces[0].Loaded, []string{"/p/CLAUDE.md"}) {
		t.Errorf("%+v, %v", traces, err)
	}
	if !slices.ContainsFunc(questions, func(q facts.Question) bool { return q.Path() == "/p/CLAUDE.local.md" }) {
		t.Error("a watcher does not get the places without a file")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Checkup(ended, w, asked, r); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended request: %v", err)
	}
}

func TestKeysOfAScenarioSayWhoReadsThem(t *testing.T) {
	t.Parallel()
	const text = "custom_prompt = 'C'\nnode = 'v1'\nmodel = 'gpt-5'\n"
	uses := func(name string) map[string]KeyUse {
		all := map[string]KeyUse{}
		for _, use := range ScenarioKeys(agent.Known(), name, scenario.Scenario{}, "/p/s.toml", text) {
			all[use.Key] = use
		}
		return all
	}
	known := uses("opencode")
	if len(known) < len(samples) || !known["model"].Read || known["model"].Why != "" || known["node"].Read || known["node"].Why != "these profiles read it: pilotdeck" {
		t.Errorf("%+v, %+v", known["model"], known["node"])
	}
	for given, want := range map[bool]string{true: "no agent's prompt reads it: remove it", false: "no agent's prompt reads it"} {
		if got := readers(agent.New(), profile.Input{}, "node", given); got != want {
			t.Errorf("without agents, given %t: %s", given, got)
		}
	}
	if hooks := known["hooks"]; hooks.Given || hooks.Read || hooks.Why != "no agent's prompt reads it" {
		t.Errorf("a key that is not given: %+v", hooks)
	}
	silent := agent.Agent{Name: "silent", Profiles: []profile.Profile{&capturedProfile{capture: &capture.Capture{Agent: "silent", Version: "1"}}}}
	for _, use := range ScenarioKeys(agent.New(silent), "silent", scenario.Scenario{}, "/p/s.toml", text) {
		if !use.Read || use.Why != "" {
			t.Errorf("a profile that does not say what it reads: %+v", use)
		}
	}
	if got := unread(agent.Known(), &capturedProfile{}, profile.Input{Scenario: scenario.Scenario{Given: []scenario.Given{{Key: "node"}}}}); got != nil {
		t.Errorf("%+v", got)
	}
}

func TestMissingRuleFilesOfTheDirectory(t *testing.T) {
	t.Parallel()
	if got := (&Result{}).Missing(); got != nil {
		t.Errorf("without a discovery: %+v", got)
	}
	gone := discovery.Candidate{Path: "/p/A.md", Kind: discovery.Rule, Reason: discovery.Missing}
	r := &Result{Trace: &discovery.Trace{Cwd: "/p", Candidates: []discovery.Candidate{
		{Path: "/p/sub/A.md", Kind: discovery.Rule, Reason: discovery.Missing}, {Path: "/p/s", Kind: discovery.Skill, Reason: discovery.Missing},
		{Path: "/p/B.md", Kind: discovery.Rule, Reason: discovery.NotLookedFor}, gone,
	}}}
	if got := r.Missing(); !reflect.DeepEqual(got, []discovery.Candidate{gone}) {
		t.Errorf("%+v", got)
	}
	if got := (&Result{}).ByTool(); got != nil {
		t.Errorf("files by a tool without a discovery: %+v", got)
	}
	if got := (*Result)(nil).Masked(); got != nil {
		t.Errorf("masked: %+v", got)
	}
}

func TestTheSentBodyHasTheFormThatIsAskedFor(t *testing.T) {
	t.Parallel()
	r := &Result{Sent: &wire.Request{Form: wire.Chat, Body: []byte(`{"a": 1}`)}}
	if body, ok := r.SentBody(wire.Chat); !ok || body.JSON() != `{"a":1}` {
		t.Errorf("%s, %v", body.JSON(), ok)
	}
	for name, other := range map[string]*Result{"another form": {Sent: &wire.Request{Form: wire.Gemini, Body: []byte("{}")}}, "not sent": {}, "no JSON": {Sent: &wire.Request{Form: wire.Chat, Body: []byte("{")}}} {
		if body, ok := other.SentBody(wire.Chat); ok || !reflect.DeepEqual(body, tool.Value{}) {
			t.Errorf("%s: %s", name, body.JSON())
		}
	}
}

func TestTheFirstUseThatInsertsAKeyIsMarked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]source.Span{
		"[if file:a]x[file:a][endif][file:a]":    {Start: 12, End: 20},
		"[if file:a]x[endif][if file:a]y[endif]": {Start: 0, End: 11},
		"[file:b]":                               source.NoSpan,
	} {
		if got := firstUse(template.Parse(text), "file:a"); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestAPromptIsFittedWithoutAnAgentsSteps(t *testing.T) {
	t.Parallel()
	plain, _ := agent.Known().Profile(profile.Default)
	own, _ := agent.Known().Profile("yume-openai")
	for _, c := range []struct {
		p    profile.Profile
		name string
		want bool
	}{{plain, "gpt-5", true}, {plain, "", false}, {own, "", true}} {
		means := Request{Model: c.name}.Means()
		if got := Fits(c.p, means); got != c.want {
			t.Errorf("%s with %q: %v", c.p.Name(), c.name, got)
		}
	}
}

// ending is a context that ends after it was asked a number of times whether it has ended.
type ending struct {
	context.Context
	left atomic.Int64
}

func endsAfter(ctx context.Context, questions int) *ending {
	e := &ending{Context: ctx}
	e.left.Store(int64(questions))
	return e
}

func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// If the context of a request ends at any step, the request returns an error and no result.
func TestARequestThatEndsAtAnyStepIsAnError(t *testing.T) {
	t.Parallel()
	r := request("[file:AGENTS.md] [git:branch]")
	r.Profile, r.AllValues, r.Compaction = "codex", true, true
	for left := 0; ; left++ {
		ctx := endsAfter(t.Context(), left)
		res, err := New(project()).Render(ctx, r)
		if ctx.left.Load() >= 0 {
			if err != nil || res == nil || left < 5 {
				t.Errorf("after %d questions: %v", left, err)
			}
			break
		}
		if res != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("ended at question %d: %v, %v", left+1, res != nil, err)
		}
	}
	for left := 0; ; left++ {
		ctx := endsAfter(t.Context(), left)
		known := New(project()).AskUnused(ctx, r)
		if ctx.left.Load() >= 0 {
			if !known || left == 0 {
				t.Errorf("after %d questions the values are not known", left)
			}
			break
		}
		if known {
			t.Errorf("known although the request ended at question %d", left+1)
		}
	}
}

func TestOptionsOfAWorkbench(t *testing.T) {
	t.Parallel()
	r := request("[prompt:cwd] [file:AGENTS.md]")
	r.Profile = "codex"
	plain, named, unmeasured := render(t, New(project()), r), render(t, New(project(), NamedOnly()), r), render(t, New(project(), Unmeasured()), r)
	if len(named.Values) != 2 || len(plain.Values) <= 2 || named.Length != plain.Length {
		t.Errorf("%d named values of %d", len(named.Values), len(plain.Values))
	}
	if unmeasured.Tokens.Tokens.Tokens != 0 || len(unmeasured.Blocks) != 0 || plain.Tokens.Tokens.Tokens == 0 || len(plain.Blocks) == 0 {
		t.Errorf("sizes: %+v and %+v", unmeasured.Tokens, plain.Tokens)
	}
	other := New(project(), AgentsSee(project().File("/p/AGENTS.md", "Another.\n")))
	if res := render(t, other, r); !strings.Contains(res.Prompt.SystemText(source.Literal("\n")).String()+res.Text.String(), "Another.") {
		t.Errorf("the agent does not see its own world: %q", res.Text)
	}
	other.Refresh()
	if res := render(t, other, r); !strings.Contains(res.Text.String(), "Another.") {
		t.Errorf("not after a refresh: %q", res.Text)
	}
	none := agent.New()
	if bench := New(project(), WithAgents(none)); bench.Agents() != none {
		t.Error("the workbench knows other agents")
	}
}
