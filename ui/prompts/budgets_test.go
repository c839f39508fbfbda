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
	"galley/engine/facts"
	"galley/engine/token"
	"galley/ui/dialog"
	"galley/ui/view/viewtest"
)

// model selects the model for which the prompt is made.
func model(provider, name string) func(*Options, *facts.Memory) {
	return func(o *Options, _ *facts.Memory) { o.Request.Provider, o.Request.Model = provider, name }
}

func TestBudgetsListWindowLimitsAndBlocks(t *testing.T) {
	t.Parallel()
	tell(t, "héllo\n", model("anthropic", "claude-sonnet-4-5"), func(b *bench) {
		budgets := func() tea.Cmd { return b.Budgets(3) }
		b.Does(budgets).Sees("Budgets", "model", "of 200000 tokens, the window of Claude Sonnet 4.5", "for each request, without a", "system",
			"≈ marks an estimate, ~ a count with the vocabulary of the most similar model",
			"Limits of providers", "gemini", "7 bytes, 6 UTF-16 units, 6 code points, 6 graphemes; the template has 3 words",
			"Block                                  bytes    UTF-16  code points    tokens", "7         6            6").Misses("messages", "stand-in").Press("esc")
		b.screen.Resize(99, 40)
		b.Does(budgets).Sees("Block                           bytes   UTF-16    tokens").Misses("code points    tokens").Press("esc")
	})
}

// Blocks with the same title get numbers, as in the tab Blocks.
func TestBudgetsNumberBlocksOfOneTitle(t *testing.T) {
	t.Parallel()
	set := func(_ *Options, w *facts.Memory) { w.File("/p/A.md", "rules\n") }
	tell(t, "one\n[file:A.md]\ntwo\n", set, func(b *bench) {
		b.Does(func() tea.Cmd { return b.Budgets(3) }).Sees("Template  ", "A.md", "Template #2").Misses("Template (3)", "A.md (2)")
	})
}

// Until the model's vocabulary is loaded, the window's tokens are a first estimate, and
// the gauge says so.
func TestTheWindowIsCountedUntilTheVocabularyIsLoaded(t *testing.T) {
	t.Parallel()
	for _, loading := range []bool{false, true} {
		set := func(o *Options, _ *facts.Memory) {
			o.Request.Provider, o.Request.Model = "anthropic", "claude-opus-4-8"
			if o.Loaded = make(chan struct{}); !loading {
				o.Engine = engine.New(o.World, engine.WithVocabularies())
			}
		}
		tell(t, "héllo\n", set, func(b *bench) {
			if w := b.Window(); w.Counting != loading {
				t.Errorf("loading %v: %+v", loading, w)
			}
		})
	}
}

func TestUnknownModelHasNoWindow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ provider, model, sees string }{
		"no model":         {"", "", "tokens, no model: choose one (<choose-model>)"},
		"an unknown model": {"", "nobody-1", "the window of nobody-1 is not known; <choose-model> chooses a known model; price not known"},
	} {
		tell(t, "x\n", model(c.provider, c.model), func(b *bench) {
			if b.Does(func() tea.Cmd { return b.Budgets(1) }).Sees(c.sees); strings.Contains(b.Dialog(), "$") {
				t.Errorf("%s: a price is shown:\n%s", name, b.Dialog())
			}
		})
	}
}

// If an agent's own words are not known, the gauges of its blocks mention the stand-ins, and
// galley's limits do not apply.
func TestBudgetsReportStandIns(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", under("claude-code"), func(b *bench) {
		b.Does(func() tea.Cmd { return b.Budgets(1) }).Sees("stand-in  stand-ins for the agent's own words, 41.7 kB, in 6 blocks", "tools ", "342 code points, 342 graphemes").Sees("~$", "if it costs what claude-opus-5").Misses("Limits of providers").Press("esc")
		b.screen.Resize(99, 40)
		b.Does(func() tea.Cmd { return b.Budgets(1) }).Sees("  stand-in")
	})
}

func TestNumbersShowTheirBasis(t *testing.T) {
	for want, c := range map[string]token.Count{
		"1200 tokens, exact with o200k_base":                {Tokens: 1200, Basis: token.Exact, Method: "o200k_base"},
		"7 tokens with gemma3, assumed for this model":      {Tokens: 7, Basis: token.Assumed, Method: "gemma3"},
		"≈100 tokens, 90 to 1110, estimated with claude-v3": {Tokens: 100, Low: 90, High: 1110, Basis: token.Estimate, Method: "claude-v3"},
	} {
		if got := worth(c); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// The colour of a gauge shows its state.
func TestAGaugeShowsItsStateByItsColour(t *testing.T) {
	st := viewtest.Styles()
	g := budget.Gauge{Limit: budget.Limit{Provider: "gemini", Unit: budget.Tokens, Max: 100}}
	for used, want := range map[int]any{10: st.Gauge, 95: st.GaugeWarning, 120: st.GaugeOver} {
		line := gaugeLines(g.With(token.Count{Tokens: used, Low: used, High: used, Basis: token.Exact}))[0]
		if got := line[1].Look(st); any(got) != want {
			t.Errorf("%d of 100 is drawn as %+v, want %+v", used, got, want)
		}
	}
}

// long returns a template that exceeds the limit which galley sets for Gemini in its own profile.
func long() string { return strings.Repeat("This line of the rules fills up the budget.\n", 1000) }

func TestFittedAndUnfittedPrompt(t *testing.T) {
	t.Parallel()
	tell(t, "short\n", model("gemini", "gemini-2.5-pro"), func(b *bench) {
		b.text = long()
		b.Run(b.Render())
		b.Does(func() tea.Cmd { return b.Budgets(1) }).Sees("Fitting", "<toggle-fit> shows the prompt fitted").Press("esc")
		whole := b.Result().Text.Len()
		b.Does(b.ToggleFit).Hears("The prompt is fitted to gemini's limit of 32k UTF-16 units: 44k before, 32k now; <budgets> lists the cuts")
		if got := b.Result().Text.Len(); got >= whole || got == 0 {
			t.Errorf("fitted, the prompt has %d of %d bytes", got, whole)
		}
		if cut := b.shown[len(b.shown)-1].Cut; cut < 0 {
			t.Error("the viewer does not jump to the cut")
		}
		b.Does(func() tea.Cmd { return b.Budgets(1) }).Sees("Fitting").Misses("shows the prompt fitted").Press("esc")
		b.Run(b.Render())
		if cut := b.shown[len(b.shown)-1].Cut; cut != -1 {
			t.Errorf("a later result makes the viewer jump to the cut at %d again", cut)
		}
		b.Does(b.ToggleFit).Hears("The prompt is shown as it is")
		b.text = "short\n"
		b.Run(b.Render())
		b.Does(b.ToggleFit).Hears("Nothing is cut: the prompt has 6 of gemini's limit of 32k UTF-16 units; [budgets] in .galley/config.toml sets another limit").Does(b.ToggleFit)
		b.text = long()
		b.Run(b.Render())
		if got := b.Result().Text.Len(); got != whole {
			t.Errorf("unfitted, the prompt has %d of %d bytes", got, whole)
		}
	})
}

func TestAnAgentWithoutALimitIsNotFitted(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		b.Does(b.ToggleFit).Hears("To fit the prompt to a limit, choose a model of claude, gemini or openai (<choose-model>)")
		if b.Request().Fit {
			t.Error("the prompt is marked for fitting")
		}
		b.Does(func() tea.Cmd { return b.Budgets(1) }).Misses("Fitting")
	})
	tell(t, "x\n", under("cursor"), func(b *bench) {
		b.Does(b.ToggleFit).Hears("has no limit of its own, and no model is chosen whose provider has one")
	})
}

func TestCompactionShowsItsThreshold(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", under("gemini-cli"), func(b *bench) {
		b.Does(b.Compaction).Sees("Compaction").Misses(" … ")
		if rows := strings.Count(b.Dialog(), "│\n"); rows < 2 {
			t.Errorf("nothing is shown:\n%s", b.Dialog())
		}
	})
}

// The tokens of the dialog are counted with the vocabularies, as the commands count them,
// even while the engine of the screen still estimates.
func TestCompactionCountsAsTheCommandsDo(t *testing.T) {
	t.Parallel()
	tell(t, long(), under("opencode"), func(b *bench) {
		count := func(e *engine.Workbench) string {
			request := b.Request()
			request.Template, request.Compaction = engine.Template{Text: b.text}, true
			r, err := e.Render(context.Background(), request)
			if err != nil || len(r.Compactions) == 0 {
				t.Fatal(r, err)
			}
			return fmt.Sprintf("now %d tokens", r.Compactions[0].Tokens)
		}
		want, estimate := count(engine.New(b.world, engine.WithVocabularies())), count(engine.New(b.world))
		if want == estimate {
			t.Fatal("the estimate equals the count: the test shows nothing")
		}
		b.Does(b.Compaction).Sees(want)
	})
}

// Nothing is sent to the provider before the user has agreed.
func TestProviderCountsAfterConsent(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", model("anthropic", "claude-sonnet-4-5"), func(b *bench) {
		b.Does(b.Verify).Warned("To count, galley needs a model (<choose-model>) and the key of its provider in the environment")
		b.world.Env("ANTHROPIC_API_KEY", "k")
		b.Does(b.Verify).Sees("Ask the provider to count", "The prompt, 2 bytes, would be sent to anthropic.").Press("esc").Hears("")
	})
	tell(t, "", nil, func(b *bench) { b.Does(b.Verify).Hears("No prompt to count") })
}

func TestFailedCountIsReported(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", model("anthropic", "claude-sonnet-4-5"), func(b *bench) {
		b.tookVerified(verifiedMsg{err: errors.New("broken")})
		if text, bad := b.screen.News(); !bad || !strings.HasPrefix(text, "Not counted: ") || b.counted != nil {
			t.Errorf("%q, %v", text, bad)
		}
		b.tookVerified(verifiedMsg{verified: verified{answer: token.Verified{Tokens: 1, Provider: "anthropic"}, family: "claude"}})
		b.Hears("anthropic counts 1 token for this prompt")
	})
}

// A prompt that takes long is marked as out of date, but only after a short while.
func TestAPromptThatTakesLongIsMarkedAsOld(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		b.rendering.work.Begin(time.Now())
		b.rendering.since = time.Now()
		time.Sleep(lateTime - time.Millisecond)
		if b.Prompts.Update(lateMsg{}); b.Stale() {
			t.Error("marked as outdated too soon")
		}
		time.Sleep(time.Millisecond)
		if b.Prompts.Update(lateMsg{}); !b.Stale() || !b.Running() {
			t.Error("not marked as outdated")
		}
		b.rendered(renderedMsg{err: errors.New("broken")})
		if b.Stale() || b.Running() {
			t.Error("after a failure it stays marked as outdated")
		}
		b.Warned("The prompt could not be built: ")
	})
}

func TestLateLinesAppearInTheirDialog(t *testing.T) {
	t.Parallel()
	tell(t, "x\n", nil, func(b *bench) {
		reader := dialog.NewReader("Title", nil)
		b.Does(func() tea.Cmd { b.screen.Open(reader); return nil })
		b.Prompts.Update(linesMsg{reader, dialog.PlainLines("came later")})
		b.Sees("Title", "came later")
	})
}

func TestAPromptIsFittedToALimitThatTheUserTypes(t *testing.T) {
	t.Parallel()
	ask := func(b *bench) { b.Does(func() tea.Cmd { b.Fitting().Ask(); return nil }) }
	answer := func(b *bench, text string) { b.Does(func() tea.Cmd { return b.Fitting().take(text) }) }
	tell(t, "short\n", nil, func(b *bench) {
		b.text = long()
		b.Run(b.Render())
		whole := b.Result().Text.Len()
		ask(b)
		b.Sees("A limit of your own, in tokens", "The request has ", "the agent itself may do something else").Press("esc")
		answer(b, "")
		if b.Request().Fit || b.Fitting().Title() != "" {
			t.Error("no limit fits the prompt")
		}
		answer(b, "many")
		b.Warned(`"many" is not a number of tokens: write 8000 or 32k`)
		answer(b, "5k")
		b.Hears("The prompt is fitted to your limit of 5.0k tokens: 8.4k before, 5.0k now; <budgets> lists the cuts")
		if got := b.Result().Text.Len(); got >= whole || b.Fitting().Title() != "fitted: your limit of 5.0k" {
			t.Errorf("%d of %d bytes, %q", got, whole, b.Fitting().Title())
		}
		if limits := b.Limits(); len(limits) != 1 || limits[0].Provider != "your limit" || limits[0].Max != 5000 || limits[0].Used != b.Result().Whole.All().Tokens.Tokens || limits[0].State != budget.Warning {
			t.Errorf("%+v", limits)
		}
		b.Does(func() tea.Cmd { return b.Budgets(1) }).Sees("Fitting", "your limit: ", "the limit is 5000").Press("esc")
		ask(b)
		b.Sees("5000").Press("esc")
		answer(b, "900k")
		b.Hears("Nothing is cut: the request has 8.4k of your limit of 900k tokens")
		answer(b, "1")
		b.Hears("The prompt does not fit in your limit of 1 tokens: 8.4k before, still 6 with everything cut that may be; <budgets> lists the cuts")
		if got := b.Fitting().Title(); got != "fitted: too large for your limit of 1" {
			t.Errorf("%q", got)
		}
		answer(b, " ")
		b.Hears("The prompt is shown as it is")
		if r := b.Request(); r.Fit || r.FitTo != 0 || b.Limits()[0].Provider == "your limit" || b.Result().Text.Len() != whole {
			t.Errorf("the limit stays: %v %d, %v", r.Fit, r.FitTo, b.Limits())
		}
	})
	tell(t, "short\n", model("gemini", "gemini-2.5-pro"), func(b *bench) { // the key that fits to the agent's limit removes the user's
		answer(b, "5k")
		b.Does(b.ToggleFit).Hears("The prompt is shown as it is").Does(b.ToggleFit)
		if f := b.Result().Fit; f == nil || f.Limit.Provider != "gemini" {
			t.Errorf("%+v", f)
		}
	})
}
