package follow

import (
	"fmt"
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

// host is a viewtest.Host that answers each question for a path with typed.
type host struct {
	viewtest.Host
	typed string
}

func (h *host) AskPath(_, _ string, take func(string) tea.Cmd) tea.Cmd { return take(h.typed) }
func (h *host) AskFile(_ string, take func(string) tea.Cmd) tea.Cmd    { return take(h.typed) }

// bench is the tab for a project in /p, and its user.
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

// sends sends messages to the tab and runs all commands that follow.
func (b *bench) sends(msgs ...tea.Msg) *bench {
	for _, msg := range msgs {
		b.run(b.updates(msg))
	}
	return b
}

// updates gives the tab a message, and checks that Update returns the tab itself.
func (b *bench) updates(msg tea.Msg) tea.Cmd {
	b.t.Helper()
	same, cmd := b.Update(msg)
	if same != b.View {
		b.t.Fatalf("after %T the tab is another", msg)
	}
	return cmd
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

// hears checks the last message in the status line and clears it.
func (b *bench) hears(want string) *bench {
	b.t.Helper()
	if !strings.Contains(b.host.Said, want) || want == "" && b.host.Said != "" {
		b.t.Fatalf("said %q, want %q", b.host.Said, want)
	}
	b.host.Said = ""
	return b
}

// has checks whether an action is among the tab's keys.
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

// Enter opens a step from the list, and Back returns to the list. Choosing the step that is already
// shown goes to its outermost level.
func TestEnterAndLeaveSteps(t *testing.T) {
	b := open(t, project())
	b.sees("Follow a session", "›  Walk", "Sub-agents", "Transfer").has(keymap.Back, false).has(keymap.NextAgent, false)
	if b.Title() != "Follow" || b.Crumb() != fmt.Sprintf("row 1 of %d", len(Steps())) {
		t.Errorf("%s at %s", b.Title(), b.Crumb())
	}
	b.sends(keymap.Jump).sees("Walk: claude-code").has(keymap.Back, true).has(keymap.NextAgent, true).has(keymap.AddPath, true)
	b.sends(keymap.Back).sees("Follow a session").sends(keymap.Survive).misses("Follow a session").sends(keymap.Walk).sees("Walk: claude-code")
	b.sends(keymap.Back, keymap.Back).sees("Follow a session")
}

// A walk shows what is loaded at launch, what each file loads, and names that are almost right.
func TestWalkListsWhatEachStepLoads(t *testing.T) {
	b := open(t, project()).sends(keymap.Walk).sees("The walk has no files yet", "at launch", "1 rule file")
	for _, typed := range []string{"src/x.ts", "/p/src/new.go", "  ", "a\x00b"} {
		b.host.typed = typed
		b.sends(keymap.AddPath)
	}
	b.misses("no file yet").sees(" 1 src/x.ts", "read: adds 1 text", "+    src/CLAUDE.md", " 2 src/x.ts", "edit: nothing loads", " 3 src/new.go", "create: adds 1 text", "+    .claude/rules/a.md", "src/*.go")
	b.host.typed = "src/x.ts"
	b.sends(keymap.AddPath).hears("The walk already has that file")
	b.sends(keymap.RemovePath).hears("The chosen row is not a step of the walk").sees("read: adds 1 text")
	b.sends(view.Move{Rows: 1}, keymap.Jump)
	if b.host.Opened != "/p/src/x.ts" {
		t.Errorf("Enter opens %q", b.host.Opened)
	}
	if told := b.Details(); !strings.Contains(told, "The agent calls its tool to read src/x.ts.") {
		t.Errorf("the details of the row are %q", told)
	}
	b.sends(keymap.EditRule)
	if b.host.Edited != "/p/src/x.ts" || b.host.Line != 1 {
		t.Errorf("the editor opened %q", b.host.Edited)
	}
	b.sends(keymap.RemovePath).misses("src/x.ts").sees(" 1 src/new.go", "create: ")
}

// Left and right cycle through the agents, and a list offers them all.
func TestChooseAnotherAgent(t *testing.T) {
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

// A page is made again when the world has changed, but not after each key.
func TestAPageFollowsTheWorld(t *testing.T) {
	b := open(t, project()).sends(keymap.Walk).sees("1 rule file")
	b.w.File("/p/.claude/CLAUDE.md", "another\n")
	b.sends(view.Move{Rows: 1}).sees("1 rule file").sends(view.Changed{}, view.Shown{}).sees("2 rule files")
}

// At any size, every step shows a page or says why it cannot, and draws only inside its area.
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

// A mark is shown at once and the bar stays on its row. The agent on screen comes first. A key
// that comes before the list marks nothing.
func TestMarksFallOnTheRowUnderTheBar(t *testing.T) {
	b := open(t, project().File("/p/AGENTS.md", "Be brief.\n")).sends(Rule{Path: "/p/AGENTS.md"}, view.Agent{Name: "aider"})
	_, making := b.Update(keymap.Transfer)
	b.sends(view.Move{Rows: 1})
	b.hears("The list is still being made")
	b.Update(keymap.Mark)
	b.hears("The list is still being made")
	if b.to != nil {
		t.Errorf("marked before there is a list: %q", b.to)
	}
	b.run(making)
	for _, tt := range []struct {
		key    tea.Msg
		marked int // rows
	}{{keymap.Mark, 1}, {view.Move{Rows: 1}, 1}, {keymap.Mark, 2}, {keymap.Mark, 1}, {view.Move{Rows: -1}, 1}, {keymap.Mark, 0}} {
		before, _ := b.level().current()
		_, cmd := b.Update(tt.key)
		if cmd != nil && tt.key == keymap.Mark {
			t.Errorf("%v made the list again", tt.key)
		}
		after, ok := b.level().current()
		if !ok || tt.key == keymap.Mark && after.name != before.name {
			t.Errorf("%v moved the bar from %v to %v", tt.key, before, after)
		}
		if got := strings.Count(b.screen(), "●"); got != tt.marked || len(b.to) != tt.marked {
			t.Errorf("after %v %d rows are marked, want %d (%q):\n%s", tt.key, got, tt.marked, b.to, b.screen())
		}
	}
	if r, _ := b.level().current(); r.agent != "aider" {
		t.Errorf("the bar began on %q, not on the agent on screen", r.agent)
	}
}

// A transfer needs a rule file. If there is one, the user marks the agents that should read it, and
// sees the changes before they are written.
func TestATransferIsShownBeforeItIsWritten(t *testing.T) {
	b := open(t, project()).sends(keymap.Transfer).sees("Choose the rule file that other agents should read too")
	b.sends(Rule{Path: "/p/CLAUDE.md"}, keymap.Jump).sees("Transfer CLAUDE.md", "Mark the agents")
	b.sends(keymap.Jump).hears("Mark an agent first").sends(keymap.Mark)
	b.sends(keymap.MoveDown, keymap.Write).sees("nothing is written yet") // from any row, not only from that of a marked agent
	if _, err := b.w.ReadFile("/p/AGENTS.md"); err == nil {
		t.Error("something was written")
	}
}
