package prompts

import (
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/secret"
	"galley/engine/wire"
)

// checking searches for problems of the rule files, under a profile.
func checking(name string, files ...string) func(*Options, *facts.Memory) {
	return func(o *Options, w *facts.Memory) {
		o.Checkup, o.Request.Profile = true, name
		for _, file := range files {
			w.File(file, "Be brief.\n")
		}
	}
}

// files returns the files of the problems that are shown.
func (b *bench) files() (all []string) {
	for _, p := range b.Problems() {
		if p.File != "" && !slices.Contains(all, p.File) {
			all = append(all, p.File)
		}
	}
	return all
}

// The rule files of the agent whose prompt is shown are searched for problems, again after they have
// changed, and again for another agent.
func TestProblemsOfTheRuleFilesAreFound(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", checking("opencode", "/p/AGENTS.md", "/p/agents.md", "/p/.cursorrules"), func(b *bench) {
		if got := b.files(); !slices.Contains(got, "/p/agents.md") || !slices.Equal(b.Checkup().Unread(), []string{"/p/.cursorrules"}) || b.Checkup().Checking() {
			t.Fatalf("problems of %v, unread %v, checking %v", got, b.Checkup().Unread(), b.Checkup().Checking())
		}
		b.world.File("/p/AGENT.md", "Be brief.\n")
		if b.Run(b.Render()); slices.Contains(b.files(), "/p/AGENT.md") {
			t.Error("each key searches again")
		}
		b.AskAgain()
		cmd := b.Render()
		if !b.Checkup().Checking() {
			t.Error("after a change nothing is searched")
		}
		began := time.Now()
		b.Run(cmd)
		if took := time.Since(began); took < checkPause || !slices.Contains(b.files(), "/p/AGENT.md") || b.Checkup().Checking() {
			t.Errorf("after %v problems of %v, checking %v", took, b.files(), b.Checkup().Checking())
		}
		b.Checkup().took(checkedMsg{found: []diag.Problem{{File: "/old"}}, asked: 1})
		if slices.Contains(b.files(), "/old") {
			t.Error("the answer of an older search is shown")
		}
		b.text = "y\n"
		b.Prompts.request.Profile = "claude-code"
		began = time.Now()
		if b.Run(b.Render()); time.Since(began) >= checkPause || b.Prompts.checkup.whose != "claude-code" {
			t.Errorf("for another agent after %v problems of %v", time.Since(began), b.files())
		}
	})
}

// Under the template's own profile the files of all agents are searched. What the file in the editor
// has is in the result already.
func TestAllAgentsAreCheckedWithoutOne(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", checking("template", "/p/AGENTS.md", "/p/agents.md"), func(b *bench) {
		if got, all := len(b.Checkup().checked("template")), len(b.o.Engine.Agents().SurveyAgents()); got != all || all < 10 {
			t.Errorf("%d of %d agents are checked", got, all)
		}
		if got := b.Checkup().checked("codex"); len(got) != 1 || got[0].Agent != "codex" {
			t.Errorf("for one agent %v are checked", got)
		}
		one := diag.Problem{Code: diag.UnreadFile, File: "/p/a.md"}
		b.Prompts.checkup.found = []diag.Problem{one, {Code: diag.UnreadFile, File: "/p/b.md"}, one, {Code: diag.UnknownKey, File: "/p/c.md"}, {Code: diag.UnreadFile}}
		if got := b.Checkup().Unread(); !slices.Equal(got, []string{"/p/a.md", "/p/b.md"}) {
			t.Errorf("not read are %v", got)
		}
		b.Prompts.rendering.request.File = []string{"/p/b.md"}
		b.result.Problems = []diag.Problem{one}
		b.Prompts.checkup.found = []diag.Problem{one, {Code: diag.UnreadFile, File: "/p/b.md"}, {Code: diag.UnreadFile, File: "/p/0.md"}}
		if b.Checkup().collect(); !slices.Equal(b.files(), []string{"/p/0.md", "/p/a.md"}) || len(b.Problems()) != 2 {
			t.Errorf("shown are %v", b.Problems())
		}
	})
}

// Before the first result the problems are those of the settings.
func TestProblemsOfTheSettingsComeFirst(t *testing.T) {
	p := New(Options{Request: engine.Request{Problems: []diag.Problem{{Message: "wrong key"}}}})
	if all := p.Problems(); len(all) != 1 || all[0].Message != "wrong key" {
		t.Errorf("%v", all)
	}
}

// What the provider would be sent is counted for its own gauge, and only with a gauge.
func TestTheProviderIsAskedForItsGauge(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", func(o *Options, w *facts.Memory) {
		model("anthropic", "claude-sonnet-4-5")(o, w)
	}, func(b *bench) {
		if b.verify("nobody", "m") != nil {
			t.Error("a provider without a gauge is asked")
		}
		b.Hears("")
		if cmd := b.verify("anthropic", "claude-sonnet-4-5"); cmd == nil {
			t.Error("the provider is not asked")
		}
		b.Hears("Asking anthropic…")
	})
}

// A prompt that was captured keeps its model, and holds no template.
func TestACapturedPromptKeepsItsModel(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		b.result.Sent = &wire.Request{Model: "claude-x"}
		b.Does(nothing(b.ChooseModel)).Hears("This prompt was captured: its model is the request's own, claude-x")
		if now, all := b.TemplateAs(); now != "none" || !slices.Equal(all, []string{"none"}) {
			t.Errorf("the template is %q of %q", now, all)
		}
		b.result.Sent = nil
		b.Does(nothing(b.ChooseModel)).Sees("Model: window in tokens").Press("esc")
	})
}

// When a vocabulary has been loaded, what was estimated is counted again, and the next one is waited
// for.
func TestALoadedVocabularyCountsAgain(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		if b.waitLoaded() != nil {
			t.Error("without vocabularies to load it waits")
		}
		loaded := make(chan struct{}, 1)
		b.o.Loaded = loaded
		loaded <- struct{}{}
		if msg := b.Init()(); msg != (loadedMsg{}) || len(loaded) > 0 {
			t.Errorf("after the start came %v", msg)
		}
		n := len(b.shown)
		b.o.Loaded = nil
		if b.Run(func() tea.Msg { return loadedMsg{} }); len(b.shown) != n+1 {
			t.Errorf("%d new results", len(b.shown)-n)
		}
	})
}

// The request as it is now has the text of the editor, not that of the result.
func TestTheRequestHasTheEditorsText(t *testing.T) {
	t.Parallel()
	tell(t, "say hunter2hunter2\n", nil, func(b *bench) {
		b.text = "two\n"
		if now := b.Now(); now.Template.Text != "two\n" || b.Request().Template.Text != "" {
			t.Errorf("%q, %q", now.Template.Text, b.Request().Template.Text)
		}
		keys := &secret.Values{}
		keys.AddEnv("SOME_TOKEN", "hunter2hunter2", "[env:SOME_TOKEN]")
		b.result.Secrets = keys
		for masked, want := range map[bool]string{false: "say hunter2hunter2\n", true: "say **************\n"} {
			if s, ok := b.Shown(masked); !ok || s.Result.Text.String() != want {
				t.Errorf("masked %v: %q", masked, s.Result.Text.String())
			}
		}
	})
}

func nothing(do func()) func() tea.Cmd {
	return func() tea.Cmd {
		do()
		return nil
	}
}
