package yume

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile/profiletest"
	"galley/engine/source"
)

// What each step of fitting leaves of the prompt: instructions that are cut, and shorter tools.
func TestWhatFittingLeaves(t *testing.T) {
	in := profiletest.With(t, "tools = [{name = 'A', description = 'First. Then more of it, for example this one.\\n\\nExamples:\\n- one', input_schema = {type = 'object', properties = {a = {type = 'string', description = 'what it is'}}}}]", "/p/CLAUDE.md", strings.Repeat("x", 11000))
	for _, y := range []yume{yumeGemini, yumeOpenAI} {
		whole, _ := y.Assemble(context.Background(), in)
		l, _ := y.Reductions(context.Background(), in)
		size := func(s string) int { return strings.Count(s, "what it is") + strings.Count(s, "more of it") }
		before := size(fmt.Sprint(whole.SystemText(source.Text{}).String(), whole.Tools))
		for i, step := range l.Steps {
			p, cuts := step.Make()
			text := p.SystemText(source.Text{}).String()
			if step.Name == "minimal prompt" {
				if cuts != nil || strings.Contains(text, "xxx") {
					t.Errorf("%s: the minimal prompt has %d cuts", y.name, len(cuts))
				}
				continue
			}
			if len(cuts) != 1 || cuts[0].Block != "project-instructions" || cuts[0].Message != 0 {
				t.Errorf("%s, %s: cuts %+v", y.name, step.Name, cuts)
				continue
			}
			for _, b := range p.Messages[0].Blocks {
				if b.ID == "project-instructions" && b.Text.Slice(cuts[0].At, b.Text.Len()).String() != cuts[0].Mark {
					t.Errorf("%s, %s: the text is cut at %d of %d, where %.20q stands", y.name, step.Name, cuts[0].At, b.Text.Len(), b.Text.Slice(cuts[0].At, b.Text.Len()).String())
				}
			}
			if now := size(fmt.Sprint(text, p.Tools)); i > 0 && now >= before && y.name == yumeGemini.name && step.Name == "tool definitions" {
				t.Errorf("%s: the tools are not shorter after %s: %d of %d", y.name, step.Name, now, before)
			}
		}
	}
}

// The whole command with which yume starts Claude, and all notes about it.
func TestWhatIsPassedToClaude(t *testing.T) {
	const own = "the Claude program makes its own system prompt and loads CLAUDE.md by itself; none of it is shown here"
	for _, c := range []struct{ scenario, template, command, notes, message string }{
		{"permission_mode = 'auto'", "", "claude --cwd /p --permission-mode bypassPermissions", own + "|mode auto becomes bypassPermissions: tools run without asking", ""},
		{"permission_mode = 'interactive'\ntemplate_as = 'append'", "MINE", "claude --cwd /p --permission-mode default --append-system-prompt …", own + "|mode interactive becomes default: reading needs no permission", "append Appended system prompt MINE"},
		{"permission_mode = 'deny'\ntemplate_as = 'append'", "", "claude --cwd /p --permission-mode dontAsk", own + "|mode deny becomes dontAsk: what the user's settings allow still runs", ""},
		{"permission_mode = 'odd'\ntemplate_as = 'none'", "MINE", "claude --cwd /p --permission-mode odd", own, ""},
	} {
		in := profiletest.With(t, c.scenario, "/p/CLAUDE.md", "rules")
		in.BuiltIn, in.Template = false, source.Literal(c.template)
		p, _ := yumeClaude{}.Assemble(context.Background(), in)
		message := ""
		for _, m := range p.Messages {
			for _, b := range m.Blocks {
				message += b.ID + " " + b.Title + " " + b.Text.String()
			}
		}
		if got := strings.Join(p.Command, " "); got != c.command || strings.Join(p.Notes, "|") != c.notes || message != c.message {
			t.Errorf("%q: %s, %q, %q\nwant %s, %s, %s", c.scenario, got, p.Notes, message, c.command, c.notes, c.message)
		}
	}
}

// The session's directory is cleaned as a path, and an empty file counts as found.
func TestDirectoryAndEmptyFile(t *testing.T) {
	w := facts.NewMemory().File("/p/CLAUDE.md", "").File("/p/.claude/CLAUDE.md", "x")
	trace, err := Discover(context.Background(), w, discovery.Options{Cwd: "/p/d/.."})
	if err != nil || trace.Cwd != "/p" || trace.Root != "/p" {
		t.Errorf("%s in %s, %v", trace.Cwd, trace.Root, err)
	}
	var got []string
	for _, c := range trace.Candidates {
		got = append(got, fmt.Sprint(c.Path, " ", c.Verdict, " ", c.Reason))
	}
	if s := strings.Join(got, "; "); s != "/p/CLAUDE.md loaded empty; /p/.claude/CLAUDE.md not loaded shadowed-by-kind" {
		t.Errorf("found %s", s)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Discover(ctx, w, discovery.Options{Cwd: "/p"}); err == nil {
		t.Error("a search that was cancelled has no error")
	}
}
