package follow

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/facts"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// host takes the paths that are typed for it.
type host struct {
	viewtest.Host
	typed string
}

func (h *host) AskPath(_ string, take func(string) tea.Cmd) tea.Cmd { return take(h.typed) }

// bench is the tab of a project in /p, and somebody who reads it.
type bench struct {
	*View
	t    *testing.T
	host *host
	w    *facts.Memory
}

func open(t *testing.T, w *facts.Memory) *bench {
	t.Helper()
	b := &bench{t: t, host: &host{}, w: w}
	b.View = New(b.host, Options{World: w, Agents: agent.Known(), Request: func() engine.Request { return engine.Request{Cwd: "/p"} }})
	b.sends(view.Agent{Name: "claude-code"})
	return b.sends(view.Shown{})
}

// sends gives messages to the tab, and it all that follows.
func (b *bench) sends(msgs ...tea.Msg) *bench {
	for _, msg := range msgs {
		_, cmd := b.Update(msg)
		b.run(cmd)
	}
	return b
}

func (b *bench) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, one := range msg {
			b.run(one)
		}
	default:
		b.sends(msg)
	}
}

func (b *bench) screen() string { return strings.Join(viewtest.Rows(b.View, 110, 30), "\n") }

func (b *bench) sees(texts ...string) *bench {
	b.t.Helper()
	got := b.screen()
	for _, text := range texts {
		if !strings.Contains(got, text) {
			b.t.Fatalf("%q is not on the screen:\n%s", text, got)
		}
	}
	return b
}

func (b *bench) misses(texts ...string) *bench {
	b.t.Helper()
	got := b.screen()
	for _, text := range texts {
		if strings.Contains(got, text) {
			b.t.Fatalf("%q is on the screen:\n%s", text, got)
		}
	}
	return b
}

// hears expects what was said last, which is then forgotten.
func (b *bench) hears(want string) *bench {
	b.t.Helper()
	if !strings.Contains(b.host.Said, want) || want == "" && b.host.Said != "" {
		b.t.Fatalf("said %q, want %q", b.host.Said, want)
	}
	b.host.Said = ""
	return b
}

// has expects an action among the tab's keys, or not.
func (b *bench) has(action keymap.Action, want bool) *bench {
	b.t.Helper()
	got := false
	for _, a := range b.Keys() {
		got = got || a == action
	}
	if got != want {
		b.t.Fatalf("%s is among the keys: %v", action, got)
	}
	return b
}

func project() *facts.Memory {
	return agenttest.Repository().File("/p/CLAUDE.md", "one two three\n").File("/p/src/CLAUDE.md", "four\n").File("/p/src/x.ts", "x").
		File("/p/.claude/rules/a.md", "---\npaths: 'src/*.go'\n---\nfive\n")
}

// Enter goes from the list of steps into a step, Back returns, and a step that is on
// screen already goes to its outermost level.
func TestTheStepsAreEnteredAndLeft(t *testing.T) {
	b := open(t, project())
	b.sees("Follow a session", "›  Walk", "Sub-agents", "Transfer").has(keymap.Back, false).has(keymap.NextAgent, false)
	if b.Title() != "Follow" || b.Crumb() != "row 1 of 6" {
		t.Errorf("%s at %s", b.Title(), b.Crumb())
	}
	b.sends(keymap.Jump).sees("Walk: claude-code").has(keymap.Back, true).has(keymap.NextAgent, true).has(keymap.AddPath, true)
	b.sends(keymap.Back).sees("Follow a session").sends(keymap.Survive).misses("Follow a session").sends(keymap.Walk).sees("Walk: claude-code")
	b.sends(keymap.Back, keymap.Back).sees("Follow a session")
}

// A walk tells what is there at launch, what each file of it brings in, and what misses by
// little.
func TestAWalkTellsWhatEachStepBringsIn(t *testing.T) {
	b := open(t, project()).sends(keymap.Walk).sees("The walk has no file yet", "at launch", "1 rule file")
	for _, typed := range []string{"src/x.ts", "/p/src/new.go", "  ", "a\x00b"} {
		b.host.typed = typed
		b.sends(keymap.AddPath)
	}
	b.misses("no file yet").sees(" 1 read src/x.ts", "1 text more", "+    src/CLAUDE.md", " 2 edit src/x.ts", "nothing loads", " 3 create src/new.go", "+    .claude/rules/a.md", "src/*.go")
	b.host.typed = "src/x.ts"
	b.sends(keymap.AddPath).hears("The walk has that file already")
	b.sends(keymap.RemovePath).hears("The bar is not on a step of the walk").sees("read src/x.ts")
	b.sends(view.Move{Rows: 1}, keymap.Jump)
	if b.host.Opened != "/p/src/x.ts" {
		t.Errorf("Enter opens %q", b.host.Opened)
	}
	if told := b.Told(); !strings.Contains(told, "The agent calls its tool to read src/x.ts.") {
		t.Errorf("the row tells %q", told)
	}
	b.sends(keymap.EditRule)
	if b.host.Edited != "/p/src/x.ts" || b.host.Line != 1 {
		t.Errorf("the editor opens %q", b.host.Edited)
	}
	b.sends(keymap.RemovePath).misses("src/x.ts").sees(" 1 create src/new.go")
}

// Left and right go through the agents in a circle, and a list names them all.
func TestAnotherAgentIsAsked(t *testing.T) {
	b := open(t, project()).sends(keymap.Walk).sees("Walk: claude-code")
	all := agent.Known().Discoverers()
	at := 0
	for i, a := range all {
		if a.Name == "claude-code" {
			at = i
		}
	}
	b.sends(keymap.NextAgent).sees("Walk: " + all[(at+1)%len(all)].Name).sends(keymap.PrevAgent).sees("Walk: claude-code")
	for range len(all) {
		b.sends(keymap.PrevAgent)
	}
	b.sees("Walk: claude-code", "agent ").sends(keymap.ChooseAgent)
	list, ok := b.host.Dialog.(*dialog.List)
	if !ok {
		t.Fatal("no list is open")
	}
	list.SetText("Gemini CLI")
	_, cmd := list.Key(tea.KeyMsg{Type: tea.KeyEnter})
	b.run(cmd)
	b.sees("Walk: gemini-cli")
}

// A page is made again when the world has changed, and not for a key alone.
func TestAPageFollowsTheWorld(t *testing.T) {
	b := open(t, project()).sends(keymap.Walk).sees("1 rule file")
	b.w.File("/p/.claude/CLAUDE.md", "another\n")
	b.sends(view.Move{Rows: 1}).sees("1 rule file").sends(view.Changed{}, view.Shown{}).sees("2 rule files")
}

// Every step shows a page or says why not, at any size, and draws nothing beyond it.
func TestEveryStepIsDrawnAtAnySize(t *testing.T) {
	for _, s := range steps() {
		b := open(t, project()).sends(s.action)
		if rows := strings.TrimSpace(b.screen()); rows == "" || strings.Contains(rows, "Being made") {
			t.Errorf("%s shows %q", s.action, rows)
		}
		for _, size := range [][2]int{{1, 1}, {8, 2}, {20, 5}, {40, 9}} {
			viewtest.Rows(b.View, size[0], size[1])
		}
		if len(b.Hints()) == 0 || b.Hints()[len(b.Hints())-1].Action != keymap.Back {
			t.Errorf("%s hints at %+v", s.action, b.Hints())
		}
	}
}

// Without a rule file there is nothing to transfer; with one the agents are marked that
// are to read it, and their changes shown before anything is written.
func TestATransferIsShownBeforeItIsWritten(t *testing.T) {
	b := open(t, project()).sends(keymap.Transfer).sees("Choose the rule file that other agents should read too")
	b.sends(Rule{Path: "/p/CLAUDE.md"}, keymap.Jump).sees("Transfer CLAUDE.md", "Mark the agents")
	b.sends(keymap.Jump).hears("Mark an agent first").sends(keymap.Mark)
	if _, err := b.w.ReadFile("/p/AGENTS.md"); err == nil {
		t.Error("something was written")
	}
}
