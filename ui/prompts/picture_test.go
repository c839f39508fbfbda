package prompts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/session"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/cell"
	"galley/ui/view/viewtest"
)

// draws adds the open dialog and the news to pictures.
func (b *bench) draws(p *viewtest.Pictures, title string) *bench {
	text, bad := b.Screen.News()
	p.Say("news %q %v", text, bad)
	b.Screen.ClearNews()
	if b.Screen.Dialog() == nil {
		p.Say("no dialog: %s", title)
		return b
	}
	w, h := b.Screen.Size()
	p.Add(title, w, h, func(a cell.Area) { b.Screen.Draw(a, viewtest.Styles()) })
	return b
}

func TestDialogsOfThePromptAreAsInThePictures(t *testing.T) {
	var p viewtest.Pictures
	files := func(o *Options, w *facts.Memory) {
		w.File("/p/A.md", strings.Repeat("rules\n", 40)).File("/p/B.md", "b\n")
		o.Request.Provider, o.Request.Model = "openai", "gpt-5"
	}
	tell(t, "héllo [file:A.md] and [file:B.md]\n", files, func(b *bench) {
		for _, size := range [][2]int{{100, 30}, {99, 30}, {60, 16}} {
			b.Screen.Resize(size[0], size[1])
			b.Does(func() tea.Cmd { return b.Budgets(7) }).draws(&p, "budgets").Press("esc")
		}
		b.Screen.Resize(90, 20)
		for _, m := range [][2]string{{"openai", "gpt-5"}, {"", ""}, {"nobody", "thing-1"}, {"anthropic", "claude-opus-99"}, {"gemini", "gemini-2.5-pro"}} {
			b.request.Provider, b.request.Model = m[0], m[1]
			b.Run(b.Render())
			b.Does(func() tea.Cmd { return b.Budgets(1) }).draws(&p, "budgets of "+m[1]).Press("esc")
			if m[0] != "openai" && m[0] != "gemini" {
				b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).draws(&p, "models").Press("esc")
			}
		}
		b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).Press("my-model-7").draws(&p, "a model that is typed").Press("esc")
		b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).Press("word").draws(&p, "a word that is typed").Press("esc")
		b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).Press("no model").draws(&p, "the row without a model").Press("esc")
		b.Does(b.CycleTemplateAs).draws(&p, "the use of the template")
		b.Does(b.Conversations).draws(&p, "without a store")
		b.Does(b.Session().Edit).draws(&p, "without a scenario")
	})
	tell(t, long(), model("gemini", "gemini-2.5-pro"), func(b *bench) {
		b.Screen.Resize(90, 20)
		b.Does(func() tea.Cmd { return b.Budgets(1) }).draws(&p, "over the limit").Press("esc")
		b.Does(b.ToggleFit).draws(&p, "fitted")
		b.Does(func() tea.Cmd { return b.Budgets(1) }).draws(&p, "fitted, its budgets").Press("esc")
	})
	for _, name := range []string{"claude-code", "codex", "yume-gemini"} {
		tell(t, "x\n", under(name), func(b *bench) {
			b.Screen.Resize(90, 20)
			b.Does(func() tea.Cmd { return b.Budgets(1) }).draws(&p, "budgets of "+name).Press("esc")
			b.o.BuiltIn = func() bool { return true }
			now, all := b.TemplateAs()
			p.Say("built in: %s of %q, replaces %q", now, all, b.Replaced())
			b.Does(b.CycleTemplateAs).draws(&p, "the use of the built-in template")
			b.o.BuiltIn = func() bool { return false }
			for range 4 {
				b.Does(b.CycleTemplateAs).draws(&p, "the use of the template")
				now, all := b.TemplateAs()
				p.Say("%s of %q, replaces %q, fits %v", now, all, b.Replaced(), b.Fitting().fits())
			}
		})
	}
	tell(t, "[prompt:permission_mode]\n", scenarioIn("yume-gemini", "permission_mode = 'auto'\nmemory = \"\"\"\nof two\nlines\n\"\"\"\nfoo = 1\n"), func(b *bench) {
		b.Screen.Resize(90, 20)
		edit := func() *bench { return b.Does(b.Session().Edit) }
		edit().draws(&p, "the scenario").Press("enter").draws(&p, "its first value").Press("esc")
		edit().Press("permission").draws(&p, "one value").Press("enter").draws(&p, "in a field").Press("clear", "'deny'", "enter").draws(&p, "it is set")
		edit().Press("permission", "enter", "clear", "= [", "enter").draws(&p, "it is not a value").Press("esc")
		b.o.Scenario.Save = func(string, string, string) error { return errors.New("the disk is full") }
		edit().Press("permission", "enter", "clear", "'auto'", "enter").draws(&p, "it cannot be written").Press("esc")
		for _, row := range []string{"tools", "mcp", "memory"} {
			edit().Press(row).draws(&p, "rows of "+row).Press("enter").draws(&p, "the value of "+row).Press("esc")
		}
	})
	p.Compare(t, "dialogs.txt")
}

func TestConversationsAreAsInThePictures(t *testing.T) {
	store := storeIn(t)
	var p viewtest.Pictures
	tell(t, "one\ntwo\n", func(o *Options, _ *facts.Memory) { o.Sessions = store }, func(b *bench) {
		b.Screen.Resize(90, 20)
		list := func() *bench { return b.Does(b.Conversations) }
		show := func(msg keptMsg) *bench {
			return b.Does(func() tea.Cmd { msg.asked = b.screen.Ticket(); return b.showKept(msg) })
		}
		list().draws(&p, "none is kept").Press("enter").draws(&p, "asks for the id").Press("talk", "enter").draws(&p, "kept")
		show(keptMsg{kept: &session.Kept{ID: "talk", Draft: session.Draft{Text: "one\ntwo\n"}}}).draws(&p, "its text").Press("esc", "esc")
		show(keptMsg{kept: &session.Kept{ID: "talk"}, drift: &session.Drift{Same: true}}).draws(&p, "it is the same")
		drift := &session.Drift{Changed: []string{"facts", "model"}, Diff: " one\n-two\n+2\n"}
		drift.First.Line, drift.First.Column = 2, 1
		show(keptMsg{kept: &session.Kept{ID: "talk"}, drift: drift}).draws(&p, "it differs").Press("esc", "esc")
		drift.Changed = nil
		show(keptMsg{kept: &session.Kept{ID: "talk"}, drift: drift}).draws(&p, "it differs, but what it is made from does not").Press("esc", "esc")
		show(keptMsg{err: errors.New("it is gone")}).draws(&p, "an error")
		built := time.Date(2025, 3, 4, 5, 6, 0, 0, time.Local)
		b.Does(func() tea.Cmd {
			return b.showConversations(conversationsMsg{list: []session.Summary{{ID: "a", Profile: "codex@1", Version: 2, Built: built, Bytes: 1, Location: session.Location{Cwd: "/h/x"}}, {ID: "b", Profile: "template", Version: 1, Built: built, Bytes: 2000, Location: session.Location{Cwd: "/q"}}}, asked: b.screen.Ticket()})
		}).draws(&p, "two are kept").Press("down", "enter").draws(&p, "what to do with one").Press("f").draws(&p, "forgets it").Press("n")
		b.Does(func() tea.Cmd { return b.freeze("talk", false) }).Hears("Conversation talk already has a prompt: choose it in the list to compare")
		b.Does(func() tea.Cmd { return b.freeze("talk", true) }).Hears("Stored version 2 for conversation talk, 8 bytes")
		b.Does(func() tea.Cmd { return b.drift(session.Summary{ID: "talk"}) }).Hears("The stored prompt equals the current one, byte for byte")
		b.text = "one\n2\n"
		b.Does(func() tea.Cmd { return b.drift(session.Summary{ID: "talk"}) }).draws(&p, "what was typed since").Press("esc", "esc")
		b.Does(func() tea.Cmd { return b.kept(session.Summary{ID: "talk"}) }).draws(&p, "the text that is kept").Press("esc", "esc")
		b.Does(func() tea.Cmd { return b.kept(session.Summary{ID: "nobody"}) }).draws(&p, "nothing is kept for it")
		b.Does(func() tea.Cmd { return b.drift(session.Summary{ID: "nobody"}) }).draws(&p, "nothing is kept for it to compare")
		b.Does(func() tea.Cmd { return b.freeze("", false) }).draws(&p, "an id that is empty")
		b.Does(func() tea.Cmd { return b.freeze("", true) }).draws(&p, "an id that is empty, again")
		b.Does(func() tea.Cmd { return b.forget("talk") }).Hears("Conversation talk is deleted")
		b.Does(func() tea.Cmd { return b.forget("talk") }).draws(&p, "it is forgotten already")
	})
	p.Compare(t, "conversations.txt")
}

func TestTheChoiceIsReported(t *testing.T) {
	t.Parallel()
	var all []string
	set := func(o *Options, _ *facts.Memory) {
		o.ByHand, o.Guessed = "openai/gpt-5", true
		o.Chosen = func(c Choice) tea.Cmd {
			return func() tea.Msg { all = append(all, fmt.Sprintf("%s %s %v", c.Profile, c.Model, c.Guessed)); return nil }
		}
	}
	tell(t, "x\n", set, func(b *bench) {
		b.Run(b.useModel("gemini/gemini-2.5-pro"))
		b.screen.Say("old news")
		b.Run(b.Use("codex", nil))
		if text, _ := b.screen.News(); text != "" || b.agent != "codex" || b.Result().Profile == "" {
			t.Errorf("news %q, agent %s", text, b.agent)
		}
		b.Run(b.useModel(""))
		if want := "[ gemini/gemini-2.5-pro true codex gemini/gemini-2.5-pro false codex  false]"; fmt.Sprint(all) != want {
			t.Errorf("%v, want %s", all, want)
		}
	})
}

// A failed result keeps the one on screen, and a cancelled one changes nothing.
func TestResultsThatFailOrComeLate(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		before, n := b.Result(), len(b.shown)
		b.rendered(renderedMsg{err: errors.New("no memory")})
		b.Warned("The prompt could not be built: no memory")
		b.rendered(renderedMsg{err: context.Canceled, cancelled: true})
		b.Hears("")
		old := *before
		old.Revision = before.Revision
		b.rendered(renderedMsg{result: &old})
		if b.Result() != before || len(b.shown) != n {
			t.Error("a result that is not newer is shown")
		}
		b.rendering.since, b.rendering.late = time.Now(), true
		b.rendered(renderedMsg{result: &old, cancelled: true})
		if !b.rendering.late || b.rendering.since.IsZero() {
			t.Error("a cancelled result counts as the newest")
		}
		b.rendered(renderedMsg{result: &old})
		if b.rendering.late || !b.rendering.since.IsZero() {
			t.Error("after a result the prompt is stale")
		}
		if _, ok := b.Prompts.Update("a string"); ok {
			t.Error("a message of nobody is handled")
		}
		b.AskAgain()
		if !b.unasked || b.request.AllValues || !b.checkup.old {
			t.Error("nothing is asked again")
		}
	})
	p := New(Options{Request: engine.Request{Problems: []diag.Problem{{Message: "of the settings"}}}})
	if got := p.Problems(); len(got) != 1 || p.waitLoaded() != nil || p.Replaced() != "" {
		t.Errorf("before the first result: %v", got)
	}
	ready := make(chan struct{}, 1)
	ready <- struct{}{}
	p.o.Loaded = ready
	if msg := p.waitLoaded()(); msg != (loadedMsg{}) {
		t.Errorf("a vocabulary that is loaded gives %v", msg)
	}
}

func TestRowsOfModelsAndGauges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ provider, model, want string }{
		{"openai", "gpt-5", "x | gpt-5 | 400k   $1.25"}, {"nobody", "thing", "x | window not known"}, {"anthropic", "claude-opus-99", "x | window assumed, that of claude-opus"},
	} {
		item := modelItem("x", token.Means(c.provider, c.model))
		if got := fmt.Sprintf("%s | %s | %s", item.Label, item.Detail, strings.TrimSpace(item.Key)); !strings.HasPrefix(got, c.want) || item.Value != "x" {
			t.Errorf("%s: %q, want %q", c.model, got, c.want)
		}
	}
	for text, want := range map[string]bool{
		"gpt-5": true, "claude-opus-99": true, "claude/opus99": true, "claude-opus": false, "claude99": false, "claude": false, "nobody-1": false, "": false,
	} {
		if item := typedModel(text); item.Meant != want || item.Value != text {
			t.Errorf("%q is meant as a model: %v, want %v", text, item.Meant, want)
		}
	}
	if item := modelItem("x", token.Meaning{}); item.Detail == "" {
		t.Error("without a family nothing is told")
	}
	for share, want := range map[int]string{0: "    0%", 50: "   50%", 100: "  100%"} {
		g := budget.Gauge{Limit: budget.Limit{Provider: "gemini", Unit: budget.Tokens, Max: 100}}.With(token.Count{Tokens: share, Low: share, High: share, Basis: token.Exact, Method: "m"})
		line := gaugeLines(g)[0]
		if got := line[2].Text; !strings.HasPrefix(got, want) || len(line) != 4 || line[0].Text != "gemini  " || line[3].Text != fmt.Sprintf("%d tokens, exact with m", share) {
			t.Errorf("%d: %q %q", share, got, line[3].Text)
		}
	}
	one := func(code diag.Code, file string) diag.Problem {
		q := diag.New(code, source.NoSpan, "", "")
		q.File = file
		return q
	}
	got := filesOf([]diag.Problem{one(diag.NearMiss, "b"), one(diag.NearMiss, ""), one(diag.UnreadFile, "a"), one(diag.NearMiss, "b"), one(diag.NearMiss, "c")}, diag.NearMiss, diag.Info)
	if fmt.Sprint(got) != "[b c]" {
		t.Errorf("%v", got)
	}
}
