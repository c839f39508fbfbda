package app

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine"
	"galley/engine/facts"
)

func TestRequestIsShownForEachProvider(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "t.md", text: "Be <kind>.\n"}, func(s *story) {
		s.press("alt+Q").sees("Anthropic Messages", "1 of 4", `"system": "Be <kind>.\n"`)
		s.press("right").sees("OpenAI Chat Completions", `"role": "system"`)
		s.press("left", "left").sees("Gemini generateContent", `"systemInstruction"`)
		// The text is computed again for the new template.
		s.press("alt+1", "alt+<").types("Always: ").sees(`"text": "Always: Be <kind>.\n"`)
	})
}

// The story has no terminal, so the message says that nothing was copied.
func TestTheRequestIsCopiedAsJSON(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 160, h: 40, file: "t.md", text: "Be kind.\n"}, func(s *story) {
		s.press("alt+Q").sees("copy the JSON").press("ctrl+c").sees("the request as JSON, ", " bytes: not copied")
		s.press("f1").sees("copy the JSON").press("esc")
		s.press("right", "alt+c").sees("the request as JSON, ", " bytes: not copied")
		s.press("alt+1", "ctrl+p").types("json").press("enter").sees(`"role": "system"`, "the request as JSON, ", " bytes: not copied")
	})
}

func TestAnAgentThatMakesItsOwnPromptSaysHowItIsStarted(t *testing.T) {
	t.Parallel()
	tell(t, setup{with: func(o *Options) { o.Request.Profile = "yume-claude" }}, func(s *story) {
		s.sees("galley sends no prompt", "claude --cwd ", "--permission-mode default", "mode interactive becomes default")
		s.press("ctrl+pgdown").sees("galley sends no prompt: the agent makes its own", "--permission-mode default")
		s.press("alt+Q").sees("no request is made by the agent itself")
	})
}

func TestUnsentTextsAreListedWithTheBlocks(t *testing.T) {
	t.Parallel()
	tell(t, setup{w: 140, h: 40, file: "t.md", text: "Be kind.\n", with: func(o *Options) { o.Request.Profile = "pilotdeck" }}, func(s *story) {
		s.press("ctrl+pgdown").sees("Custom system prompt", "made but not sent", "Default system prompt")
		s.press("alt+3", "down", "down", "enter").sees("Default system prompt, which is not sent")
	})
}

func TestThePromptIsComparedWithOtherBuilds(t *testing.T) {
	t.Parallel()
	b := setup{file: "t.md", text: "Be kind.\nAlways.\n", world: func(w *facts.Memory, cwd string) {
		w.OnGit(cwd, "cat-file blob HEAD:./t.md", facts.GitAnswer{Stdout: "Be unkind.\nAlways.\n"})
	}}
	tell(t, b, func(s *story) {
		s.press("alt+D").sees("Compare with", "the template at git's HEAD", "the template on disk", "claude-code")
		s.press("enter").sees("against the template at git's HEAD", "first differs in the system message, line 1", "-Be unkind.", "+Be kind.")
		s.press("right").sees("against the template on disk", "the same, byte for byte")
		s.press("alt+1", "alt+<").types("Do ").sees("+Do Be kind.", "-Be kind.")
		// Now the file on disk equals the text.
		s.press("ctrl+s").sees("the same, byte for byte")
		s.press("alt+D").types("pilotdeck").press("enter").sees("against pilotdeck", "-<user-context>")
		s.press("enter").sees("removed  user-context")
	})
}

// Two templates may differ only in a part that is not sent, so that the prompts are equal. The
// comparison says so.
func TestUnsentChangesOfTheTemplateAreTold(t *testing.T) {
	t.Parallel()
	b := setup{file: "t.md", text: "Be kind.\n[if file:gone.md]\nAlways.\n[endif]\n", world: func(w *facts.Memory, cwd string) {
		w.OnGit(cwd, "cat-file blob HEAD:./t.md", facts.GitAnswer{Stdout: "Be kind.\n[if file:gone.md]\nNever.\n[endif]\n"})
	}}
	tell(t, b, func(s *story) {
		s.press("alt+D", "enter").sees("against the template at git's HEAD", "the same, byte for byte", "the templates differ, but not the prompts")
		s.press("right").sees("against the template on disk", "the same, byte for byte").misses("the templates differ")
	})
}

func TestMissingRevisionIsReported(t *testing.T) {
	t.Parallel()
	b := setup{file: "t.md", text: "x\n", world: func(w *facts.Memory, cwd string) {
		w.OnGit(cwd, "cat-file blob HEAD:./t.md", facts.GitAnswer{Exit: 128, Stderr: "fatal: not a git repository\n"})
	}}
	tell(t, b, func(s *story) {
		s.press("alt+D", "enter").sees("against the template at git's HEAD", "not a git repository")
	})
}

// Requirement yume 44.
func TestAPromptIsFittedStepByStep(t *testing.T) {
	t.Parallel()
	b := setup{files: map[string]string{"CLAUDE.md": "# House\n" + strings.Repeat("One rule after the other.\n", 1500)}, with: func(o *Options) {
		o.Request.Profile = "yume-gemini"
		o.Request.Config.Budgets = map[string]int{}
	}}
	tell(t, b, func(s *story) {
		s.press("alt+B").sees("Fitting", "1. project instructions: removed", "cut in project-instructions at byte", "shows the prompt fitted")
		s.press("esc", "alt+F").sees("[truncated]", "fitted")
		s.press("alt+B").sees("1. project instructions: removed")
		s.press("esc", "alt+F").sees("The prompt is shown as it is")
	})
	tell(t, setup{with: func(o *Options) { o.Request = engine.Request{Cwd: o.Request.Cwd} }}, func(s *story) {
		s.press("alt+F").sees("To fit the prompt to a limit, choose a model of claude, gemini or openai (Alt+L)")
		s.press("alt+l").types("gemini/gemini-2.5-pro").press("enter").press("alt+F").sees("Nothing is cut: the prompt has")
	})
}

// The tabs of the prompt have keys that work in the editor pane too.
func TestTextAndBlocksHaveKeys(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "Be kind.\n"}, func(s *story) {
		s.press("alt+:").sees("share", "Template; changes").types("q").runs().text("Be kind.\n") // the focus is in the preview
		s.press("alt+1", "alt+;").misses("share").sees("Enter to its source")
	})
}

// A limit that the user types is named in the title, in the bar and in the log, and an empty answer
// removes it.
func TestAPromptIsFittedToALimitThatTheUserTypes(t *testing.T) {
	t.Parallel()
	b := sighted("claude-code", map[string]string{"CLAUDE.md": "# House\n" + strings.Repeat("One rule after the other.\n", 1500)})
	tell(t, b, func(s *story) {
		s.press("alt+3", "l").sees("A limit of your own, in tokens").types("14k").press("enter").sees("[truncated]", "fitted to your limit of 14k tokens", "your limit").misses("The request has")
		s.press("alt+:", "end").sees("your limit: ", "1. rule files: removed")
		s.press("ctrl+p").types("limit of your own").press("enter").sees("14000").press("ctrl+u", "enter").sees("The prompt is shown as it is").misses("your limit")
	})
}

// Requirement yume 38: the workbench fits with the same counts as the commands.
func TestTheWorkbenchFitsByTheCountOfTheCommands(t *testing.T) {
	t.Parallel()
	b := setup{files: map[string]string{"CLAUDE.md": strings.Repeat("hello world lorem ipsum. ", 3000)}, with: func(o *Options) {
		o.Engine = engine.New(o.World, engine.NewVocabularies().Option()) // at first, this engine estimates the counts
		o.Request.Profile, o.Request.Config.Budgets = "yume-openai", map[string]int{"openai": 2000}
	}}
	tell(t, b, func(s *story) {
		r := s.o.Request
		r.Fit = true
		want, err := engine.New(s.o.World, engine.WithVocabularies()).Render(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		s.press("alt+B").sees(fmt.Sprintf("the limit is 2000; now %d", want.Fit.Used))
	})
}
