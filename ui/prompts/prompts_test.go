package prompts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/engine/session"
	"galley/engine/variable"
)

func TestPromptUsesTheEditorsText(t *testing.T) {
	t.Parallel()
	tell(t, "one [prompt:model]\n", nil, func(b *bench) {
		b.prompt("one \n")
		if len(b.shown) == 0 || b.shown[0].Cut != -1 || b.Running() || b.Stale() {
			t.Errorf("after one result: %d shown, running %v, stale %v", len(b.shown), b.Running(), b.Stale())
		}
		b.text = "two\n"
		b.Run(b.Render()).prompt("two\n")
		if s, ok := b.Shown(false); !ok || s.Result != b.Result() || s.Request.Template.Text != "two\n" || s.Cut != -1 {
			t.Errorf("shown again: %+v %v", s, ok)
		}
	})
}

func TestNothingIsShownBeforeTheFirstResult(t *testing.T) {
	p := New(Options{})
	if _, ok := p.Shown(true); ok || p.Result() != nil || p.Budgets(1) != nil || p.ToggleFit() != nil || p.Compaction() != nil {
		t.Error("something is shown before the first result")
	}
	if now, all := p.TemplateAs(); now != "" || all != nil {
		t.Errorf("the template is %q of %q", now, all)
	}
}

// The latest override of a variable applies, and it can be removed.
func TestOverrideAndReset(t *testing.T) {
	t.Parallel()
	tell(t, "at [file:a] and [file:b]\n", func(_ *Options, w *facts.Memory) { w.File("/p/a", "a").File("/p/b", "b") }, func(b *bench) {
		b.prompt("at a and b\n")
		b.Run(b.Override(variable.Override{Key: "file:a", Text: "x"})).prompt("at x and b\n")
		b.Run(b.Override(variable.Override{Key: "file:a", Text: "y"})).prompt("at y and b\n")
		if n := len(b.Request().Overrides); n != 1 {
			t.Errorf("%d overrides of one variable", n)
		}
		if _, ok := b.ClearOverride("file:b"); ok {
			t.Error("a variable without an override was reset")
		}
		cmd, ok := b.ClearOverride("file:a")
		if !ok {
			t.Error("the override was not found")
		}
		b.Run(cmd).prompt("at a and b\n")
	})
}

// If no model is chosen, the list names the model of the agent whose prompt is shown, also in the
// row of that model.
func TestTheAgentsOwnModelIsNamed(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", under("claude-code"), func(b *bench) {
		own := b.result.Model
		if own == "" {
			t.Fatal("the agent has no model of its own")
		}
		b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).Sees("the agent's own model", "now · "+own).Press("no model").Sees("now · " + own)
	})
	tell(t, "x\n", under("gemini-cli"), func(b *bench) {
		row := b.result.Means.Row
		if row.ID == "" {
			t.Fatal("the agent's own model is not in the catalogue")
		}
		b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).Press(row.Provider + "/" + row.ID).Sees(row.Provider + "/" + row.ID + " · now · ")
		b.Press("esc").request.Model = row.ID
		b.Run(b.Render())
		b.Does(func() tea.Cmd { b.ChooseModel(); return nil }).Press(row.Provider + "/" + row.ID).Sees(row.Provider + "/" + row.ID + " · ").Misses("now · ")
	})
}

// The list of models starts with the current one. It accepts any name, and says if galley does not
// know it.
func TestAModelIsChosenOrTyped(t *testing.T) {
	t.Parallel()
	tell(t, "[prompt:model]\n", func(o *Options, _ *facts.Memory) {
		o.Request.Provider, o.Request.Model = "anthropic", "claude-sonnet-4-5"
	}, func(b *bench) {
		choose := func() *bench { return b.Does(func() tea.Cmd { b.ChooseModel(); return nil }) }
		choose().Sees("Model: vocabulary, window in tokens", "anthropic/claude-sonnet-4-5", "no model").Press("enter").prompt("claude-sonnet-4-5\n").Hears("")
		choose().Press("down", "enter").prompt("\n")
		choose().Press("openrouter/google/gemini-2.5-pro", "enter").prompt("google/gemini-2.5-pro\n").Hears("")
		if r := b.Request(); r.Provider != "openrouter" || r.Model != "google/gemini-2.5-pro" {
			t.Errorf("the request is for %s of %s", r.Model, r.Provider)
		}
		choose().Press("my-own-thing", "down", "enter")
		choose().Press("wholly-unheard-of-9", "enter").Warned("is not a model that galley knows")
	})
}

func TestModelRowShowsWindowAndPrice(t *testing.T) {
	for tokens, want := range map[int]string{0: "?", -1: "?", 1: "1", 499: "499", 8192: "8.2k", 200_000: "200k", 1_000_000: "1M", 1_048_576: "1.05M"} {
		if got := window(tokens); got != want {
			t.Errorf("a window of %d is shown as %s, want %s", tokens, got, want)
		}
	}
	for usd, want := range map[float64]string{0: "?", -1: "?", 0.01: "$0.01", 1: "$1.00", 0.075: "$0.07", 3: "$3.00", 15.5: "$15.50"} {
		if got := price(usd); got != want {
			t.Errorf("$%v is %s, want %s", usd, got, want)
		}
	}
}

// Another agent places the template as the scenario says, if it can; otherwise in its own way.
func TestUseOfTheTemplateFollowsTheAgent(t *testing.T) {
	t.Parallel()
	tell(t, "MINE\n", scenarioIn("yume-gemini", "template_as = 'instructions'\n"), func(b *bench) {
		if now, all := b.TemplateAs(); now != "instructions" || strings.Join(all, " ") != "identity instructions none" {
			t.Errorf("the template is %s of %q", now, all)
		}
		b.Run(b.CycleTemplateAs()).Hears("The template is not sent now; it can be: identity, instructions, none")
		b.Run(b.CycleTemplateAs()).Hears("The template is sent as identity now")
		b.Run(b.Use("template", nil))
		if b.agent != "template" || b.Result().Profile != "template" {
			t.Errorf("agent %q, profile %q", b.agent, b.Result().Profile)
		}
		b.prompt("MINE\n").Run(b.CycleTemplateAs()).Hears("Without an agent the template is always the system text")
		b.Run(b.Use("yume-openai", nil))
		if now, _ := b.TemplateAs(); now != "instructions" {
			t.Errorf("under another profile that supports it the template is %s", now)
		}
	})
}

// What the user chose in the workbench stays when the scenario is read again, unless the scenario
// itself has changed that value.
func TestAScenarioThatChangesIsReadAgain(t *testing.T) {
	t.Parallel()
	tell(t, "[prompt:permission_mode]\n", scenarioIn("yume-gemini", "template_as = 'identity'\npermission_mode = 'auto'\n"), func(b *bench) {
		renders := len(b.shown)
		if cmd := b.Session().Changed([]string{"/p/other"}); cmd != nil {
			t.Error("another file counts as the scenario's")
		}
		b.Run(b.Session().Changed([]string{"/p/x", "/p/.galley/scenario.toml"}))
		if len(b.shown) != renders {
			t.Error("the same scenario causes a new prompt")
		}
		b.Run(b.CycleTemplateAs())
		b.world.File("/p/.galley/scenario.toml", "template_as = 'identity'\npermission_mode = 'deny'\n")
		b.Run(b.Session().Changed([]string{"/p/.galley/scenario.toml"}))
		if r := b.Request(); r.Scenario.PermissionMode != "deny" || r.Scenario.TemplateAs != "instructions" {
			t.Errorf("mode %s, template %s", r.Scenario.PermissionMode, r.Scenario.TemplateAs)
		}
		b.world.File("/p/.galley/scenario.toml", "template_as = 'none'\nfoo = 1\n")
		b.Run(b.Session().Read())
		if r := b.Request(); r.Scenario.TemplateAs != "none" || len(r.Problems) == 0 {
			t.Errorf("template %s, problems %v", r.Scenario.TemplateAs, r.Problems)
		}
		if len(b.Problems()) == 0 {
			t.Error("the problem in the scenario is not shown")
		}
	})
}

// A value of the scenario is changed in a field. If it is rejected, the field opens again with the
// reason.
func TestAValueOfTheScenarioIsChosenAndChanged(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", scenarioIn("yume-gemini", "permission_mode = 'auto'\n"), func(b *bench) {
		b.Does(b.Session().Edit).Sees("Scenario: ", "permission_mode", "'auto'", "not set", "no effect here")
		b.Press("permission_mode", "enter").Sees("permission_mode", "such as:").Press("clear", "'deny'", "enter").Hears("Set permission_mode in .galley/scenario.toml")
		if text, _ := b.world.ReadFile("/p/.galley/scenario.toml"); text != "permission_mode = 'deny'\n" {
			t.Errorf("the file contains %q", text)
		}
		if got := b.Request().Scenario.PermissionMode; got != "deny" {
			t.Errorf("the mode is %s", got)
		}
		b.Does(b.Session().Edit).Press("permission_mode", "enter", "clear", "'open", "enter").Sees("permission_mode")
		if _, bad := b.screen.News(); !bad {
			t.Error("a value that is not TOML was accepted")
		}
	})
}

func TestScenarioWithoutAFileIsNotSaved(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		b.Does(b.Session().Edit).Hears("No scenario can be stored here")
		if got := b.Session().files(); got != nil {
			t.Errorf("it has the files %q", got)
		}
		if b.Session().Read() != nil || b.Session().Changed([]string{"", "/p/x"}) != nil {
			t.Error("a scenario without a file was read")
		}
	})
}

func TestStoreAndDeleteAConversation(t *testing.T) {
	store := storeIn(t)
	tell(t, "first\n", func(o *Options, _ *facts.Memory) { o.Sessions = store }, func(b *bench) {
		kept := func() string {
			k, err := store.Get(context.Background(), "c-1")
			if err != nil {
				return "none"
			}
			return fmt.Sprintf("%d %s", k.Version, k.Text)
		}
		b.Does(b.Conversations).Sees("Store this prompt…").Press("enter").Sees("a conversation's id").Press("c-1", "enter").Hears("Stored for conversation c-1, 6 bytes")
		b.Does(b.Conversations).Sees("c-1", "template, version 1 of", "6 bytes, in this directory").Press("down", "enter").Sees("Conversation c-1", "galley serve sends it unchanged").
			Press("d").Hears("byte for byte")
		b.text = "second\n"
		b.Run(b.Render())
		b.Does(b.Conversations).Press("enter", "c-1", "enter").Hears("already has a prompt")
		if got := kept(); got != "1 first\n" {
			t.Errorf("it keeps %q", got)
		}
		b.Does(b.Conversations).Press("down", "enter", "d").Sees("They first differ at line 1, column 1 of the stored one.", "-first", "+second").Press("esc")
		b.Does(b.Conversations).Press("down", "enter", "s").Sees("Conversation c-1", "first").Misses("second").Press("esc")
		b.Does(b.Conversations).Press("down", "enter", "n").Sees("Store a new version for c-1?", "send version 2", "instead of version 1").Press("n").Does(b.Conversations).Press("down", "enter", "n", "y").Hears("Stored version 2 for conversation c-1, 7 bytes")
		if got := kept(); got != "2 second\n" {
			t.Errorf("it keeps %q", got)
		}
		b.Does(b.Conversations).Press("down", "enter", "f").Sees("Delete conversation c-1?", "2 stored versions").Press("n")
		if got := kept(); got != "2 second\n" {
			t.Errorf("the stored prompts are %q", got)
		}
		b.Does(b.Conversations).Press("down", "enter", "f", "y").Hears("Conversation c-1 is deleted")
		if got := kept(); got != "none" {
			t.Errorf("the deleted prompts are %q", got)
		}
	})
}

// The prompt of a conversation contains the conversation's own values, both when it is stored and
// when it is compared.
func TestStoredPromptHasItsConversationsValues(t *testing.T) {
	store := storeIn(t)
	tell(t, "for [prompt:conversation_id]\n", func(o *Options, _ *facts.Memory) { o.Sessions = store }, func(b *bench) {
		b.Does(b.Conversations).Press("enter", "c-9", "enter")
		if k, err := store.Get(context.Background(), "c-9"); err != nil || k.Text != "for c-9\n" {
			t.Errorf("it keeps %+v, %v", k, err)
		}
		b.Does(b.Conversations).Press("down", "enter", "d").Hears("The stored prompt equals the current one, byte for byte")
	})
}

func TestUnreadableConversationsAreReported(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		b.Does(b.Conversations).Hears("No conversations are stored here")
		b.showConversations(conversationsMsg{err: errors.New("the store is locked")})
		b.Warned("the store is locked")
		b.showKept(keptMsg{err: session.ErrDamaged})
		b.Warned("is damaged")
		b.stored(storedMsg{said: "Kept", err: errors.New("the disk is full")})
		b.Warned("the disk is full")
	})
}
