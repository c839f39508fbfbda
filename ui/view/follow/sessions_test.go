package follow

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/wire"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
)

// The lines of a session of Claude Code: two turns, the second with a call of a tool.
var session = []string{
	`{"type":"user","uuid":"u1","sessionId":"aaaa","cwd":"/p","version":"2.1.332","timestamp":"2026-01-01T10:00:00Z","message":{"role":"user","content":"look at it"}}`,
	`{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"aaaa","cwd":"/p","version":"2.1.332","timestamp":"2026-01-01T10:00:05Z","requestId":"r1","message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"I looked."}],"usage":{"input_tokens":10,"cache_read_input_tokens":0,"cache_creation_input_tokens":1000,"output_tokens":50}}}`,
	`{"type":"user","uuid":"u2","parentUuid":"a1","sessionId":"aaaa","cwd":"/p","version":"2.1.332","timestamp":"2026-01-01T10:01:00Z","message":{"role":"user","content":"now change something in a long prompt"}}`,
	`{"type":"assistant","uuid":"a2","parentUuid":"u2","sessionId":"aaaa","cwd":"/p","version":"2.1.332","timestamp":"2026-01-01T10:01:05Z","requestId":"r2","message":{"id":"m2","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/p/src/x.ts"}}],"usage":{"input_tokens":20,"cache_read_input_tokens":1000,"cache_creation_input_tokens":200,"output_tokens":30}}}`,
	`{"type":"user","uuid":"u3","parentUuid":"a2","sessionId":"aaaa","cwd":"/p","version":"2.1.332","timestamp":"2026-01-01T10:01:06Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}}`,
	`{"type":"assistant","uuid":"a3","parentUuid":"u3","sessionId":"aaaa","cwd":"/p","version":"2.1.332","timestamp":"2026-01-01T10:01:09Z","requestId":"r3","message":{"id":"m3","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"Changed."}],"usage":{"input_tokens":5,"cache_read_input_tokens":0,"cache_creation_input_tokens":2300,"output_tokens":7}}}`,
}

// logged opens the tab for a project with the logs of sessions; names are the paths below the home.
func logged(t *testing.T, files map[string]string) *bench {
	t.Helper()
	dir := filepath.ToSlash(t.TempDir())
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := project().Env("HOME", dir).Env("XDG_STATE_HOME", dir+"/state")
	return open(t, w)
}

// often makes the tab look for new turns every millisecond.
func often(t *testing.T) {
	was := pollEvery
	pollEvery = time.Millisecond
	t.Cleanup(func() { pollEvery = was })
}

// once sends messages as sends does, but does not look for new turns again and again.
func (b *bench) once(msgs ...tea.Msg) *bench {
	var run func(cmd tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		switch msg := cmd().(type) {
		case nil, pollMsg:
		case tea.BatchMsg:
			for _, one := range msg {
				run(one)
			}
		default:
			b.once(msg)
		}
	}
	for _, msg := range msgs {
		run(b.updates(msg))
	}
	return b
}

// The user goes from the list of sessions to a session, to a turn of it, and back.
func TestASessionIsReadTurnByTurn(t *testing.T) {
	often(t)
	other := strings.NewReplacer("aaaa", "bbbb", `"/p"`, `"/elsewhere"`).Replace(strings.Join(session[:2], "\n") + "\n")
	b := logged(t, map[string]string{".claude/projects/-p/aaaa.jsonl": strings.Join(session, "\n") + "\n", ".claude/projects/-elsewhere/bbbb.jsonl": other})
	b.once(keymap.Sessions).sees("Sessions in /p", "1 session that agents logged", "›  captures", "0 requests that galley captured", "•  claude-code ", "look at it", " 1.8 kB")
	b.once(keymap.AllAgents).hears("Sessions of all projects are listed").sees("Sessions on this machine", "2 sessions")
	b.once(keymap.AllAgents).hears("Sessions of this project are listed").sees("1 session that")
	b.once(view.Move{End: 1}).sees("2.1.332; claude-sonnet-4-5; aaaa; in /p;", "/aaaa.jsonl. look at it")
	b.once(keymap.Jump).sees("claude-code 2.1.332  aaaa", "the whole log was read; each bar is a turn's largest request: ▓ read from the cache, █ new, ░ made; the", "widest is 2312 tokens",
		"•  at launch                         1 rule file", "?    CLAUDE.md                       not in the log: by the agent's rules",
		"•  turn 1  look at it                ████████████████████████████░                                      1.0k", "•  turn 2  now change something in…  ████", "░  2.3k",
		"?    src/CLAUDE.md                   by Read of src/x.ts, not in the log", "!    the cache broke: 1200 tokens read again")
	for i, want := range []string{
		"at launch; ? rule CLAUDE.md  90 B, about 35 tokens; not in the log", "/p/CLAUDE.md: not in the log: by the agent's rules, its text unchanged on disk since; 90 B, about 35 tokens",
		"2026-01-01T10:00:00Z: 1 request, 0 calls of tools; by the provider 1010 tokens in, 0 of them from the cache, 50 out. look at it",
		"2026-01-01T10:01:00Z: 2 requests, 1 call of tools; by the provider 3525 tokens in, 1000 of them from the cache, 37 out; the cache broke 1 time. now change something in a long prompt",
		"/p/src/CLAUDE.md: by Read of src/x.ts, not in the log: by the agent's rules, its text unchanged on disk since; 73 B, about 38 tokens; it applies to files below /p/src", "the cache broke: 1200 tokens read again, not known",
	} {
		if got := b.Details(); !strings.HasPrefix(got, want) {
			t.Errorf("row %d is described as %q, want %q", i, got, want)
		}
		if i == 1 {
			b.once(keymap.Jump)
			b.once(keymap.EditRule)
			if b.host.Opened != "/p/CLAUDE.md" || b.host.Edited != "/p/CLAUDE.md" {
				t.Errorf("Enter opens %q, the editor %q", b.host.Opened, b.host.Edited)
			}
		}
		b.once(view.Move{Rows: 1})
	}
	b.once(view.Move{End: -1}, keymap.Jump).sees("At launch", "rule CLAUDE.md").once(keymap.Back)
	b.once(view.Move{Rows: 2}, keymap.Jump).sees("turn 1", "look at it")
	if text, what := b.Selected(); text != "" || what != view.Selection {
		t.Errorf("%q is selected as %q", text, what)
	}
	b.once(keymap.Back, keymap.AllAgents).sees("turn 1  look at it").once(keymap.Back).sees("Sessions in /p")
}

// Two turns, or two sessions, are compared: the first is marked, the same key on another one shows the
// difference. The same one twice is not compared.
func TestSessionsAndTurnsAreCompared(t *testing.T) {
	often(t)
	second := strings.NewReplacer("aaaa", "bbbb", "look at it", "see there").Replace(strings.Join(session[:2], "\n") + "\n")
	b := logged(t, map[string]string{".claude/projects/-p/aaaa.jsonl": strings.Join(session, "\n") + "\n", ".claude/projects/-p/bbbb.jsonl": second})
	b.once(keymap.Sessions).sees("2 sessions that").once(keymap.CompareProfiles).hears("The chosen row cannot be compared")
	b.once(view.Move{Rows: 1}, keymap.CompareProfiles).hears(" is marked: press the same key on another one to compare them").once(keymap.CompareProfiles).hears(" is marked")
	b.once(view.Move{Rows: 1}, keymap.CompareProfiles).sees(" → claude-code ", "a  claude-code 2.1.332", "b  claude-code 2.1.332", "2 turns, 3 requests", "system text: not known").hears("")
	b.once(keymap.Back).sees("2 sessions that").once(keymap.CompareProfiles).hears(" is marked")
	b.marked = nil
	b.once(view.Move{End: 1})
	if !strings.Contains(b.Details(), "; aaaa;") {
		b.once(view.Move{Rows: -1})
	}
	b.once(keymap.Jump, view.Move{Rows: 2}, keymap.CompareProfiles).hears("turn 1  look at it is marked").once(view.Move{Rows: 1}, keymap.CompareProfiles)
	b.sees("turn 1  look at it → turn 2  now change something in…", "1 turn, 1 request: 1010 tokens in", "1 turn, 2 requests: 3525 tokens in").once(keymap.Back, keymap.Back).sees("2 sessions that")
}

func TestAPromptIsCutForItsRow(t *testing.T) {
	for text, want := range map[string]string{"": "", "short": "short", "exactly 24 letters long.": "exactly 24 letters long.", "one more than 24 letters!": "one more than 24 letter…", "ééééééééééééééééééééééééé": "ééééééééééééééééééééééé…"} {
		if got := clip(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := flat("one\n\n  two \nthree"); got != "one; two; three" {
		t.Errorf("lines become %q", got)
	}
}

// The requests that galley captured are listed with the sizes of their parts, read, and compared.
func TestCapturedRequestsAreReadAndCompared(t *testing.T) {
	often(t)
	b := logged(t, nil)
	b.once(keymap.Sessions, keymap.Jump).sees("Captured requests", "none of this project yet: `galley capture AGENT` makes one")
	store := b.asking("").store()
	made := time.Date(2026, 3, 4, 5, 6, 7, 0, time.Local)
	b.w.Clock(made.Add(2 * time.Hour))
	key := "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"
	var ids []string
	for i, c := range []capture.Capture{
		{Agent: "claude-code", Project: "/p", Cwd: "/p", Sizes: wire.Sizes{System: 300, Tools: 100, ToolCount: 2, Messages: 50}, Notes: []string{"the provider counted 120 in, 30 out"}, Body: []byte(`{"model":"m","system":"first ` + key + `","messages":[{"role":"user","content":"hello"}]}`)},
		{Agent: "claude-code", Subagent: "helper", Project: "/other", Cwd: "/p/src", Sizes: wire.Sizes{System: 20, Messages: 10}, Body: []byte(`{"model":"m","system":"second","messages":[{"role":"user","content":"hello"}]}`)},
		{Agent: "codex", Project: "/other", Cwd: "/other", Body: []byte("{}")},
	} {
		c.Created, c.Form, c.Model = made.Add(-time.Duration(i)*time.Hour), wire.Anthropic, "m"
		if err := store.Save(&c); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, c.ID)
	}
	b.once(keymap.Back, view.Changed{}, view.Shown{}).sees("2 requests that galley captured").once(keymap.Jump)
	b.sees("newest first; ▓ system, ▥ tools, █ messages; the widest bar is 450 B", "claude-code 4 Mar 05:06:07", "▓▥▥", " 120", "claude-code › helper 4 Mar 04:06:07")
	if want := ids[0] + ", 2 hours ago: system 300 B, 2 tools in 100 B, messages 50 B; the provider counted 120 in, 30 out"; b.Details() != want {
		t.Errorf("described as %q, want %q", b.Details(), want)
	}
	b.once(keymap.Jump).sees(ids[0], `"system": "first [key]"`, `"content": "hello"`).misses(key).once(keymap.Back)
	b.once(keymap.CompareProfiles).hears(ids[0]+" is marked").once(view.Move{Rows: 1}, keymap.CompareProfiles).sees(ids[0]+" → "+ids[1], "first differs in the system message", "~  text ", "=  text-2 ")
	b.once(keymap.Back)
	if err := os.Remove(filepath.Join(store.Dir, ids[1]+".capture")); err != nil {
		t.Fatal(err)
	}
	b.once(keymap.Jump).sees("no capture has this id").once(keymap.Back, keymap.Back).sees("Sessions in /p")
	b.once(keymap.CompareProfiles)
}

// A session that grows is looked at again while its level is on screen.
func TestAPollLooksOnlyAtWhatIsOnScreen(t *testing.T) {
	often(t)
	b := logged(t, map[string]string{".claude/projects/-p/aaaa.jsonl": strings.Join(session, "\n") + "\n"})
	b.once(keymap.Sessions, view.Move{End: 1}, keymap.Jump)
	l := b.level()
	for _, c := range []struct {
		name  string
		msgs  []tea.Msg
		looks bool
	}{{"on screen", nil, true}, {"another tab is on screen", []tea.Msg{view.Hidden{}}, false}, {"on screen again", []tea.Msg{view.Shown{}}, true}, {"another level is on screen", []tea.Msg{keymap.Back}, false}} {
		b.once(c.msgs...)
		l.polling = true
		_, cmd := b.Update(pollMsg{l})
		if (cmd != nil) != c.looks || !c.looks && l.polling {
			t.Errorf("%s: it looks again: %v", c.name, cmd != nil)
		}
		l.making.Cancel()
		if cmd != nil {
			b.once(cmd())
		}
	}
	if msg, ok := poll(l)().(pollMsg); !ok || msg.of != l {
		t.Errorf("after a while comes %v", msg)
	}
}

// The user marks agents and sees which files the transfer would make before anything is written.
func TestThePlanOfATransferIsShown(t *testing.T) {
	b := open(t, project()).sends(keymap.Transfer, Rule{Path: "/p/CLAUDE.md"}, view.Shown{}, keymap.Transfer)
	rows := b.level().page.rows
	b.sends(keymap.Mark).sees("●  ")
	b.sends(view.Move{End: 1}, keymap.Mark).hears("There is nothing to mark here")
	first := ""
	for _, r := range rows {
		if r.agent != "" {
			first = r.agent
			break
		}
	}
	b.sends(view.Move{End: -1}, keymap.Mark).misses("●  ").sends(view.Move{End: -1}, keymap.Mark, keymap.Jump)
	b.sees("CLAUDE.md for "+first, "nothing is written yet", "files", "what the prompts then contain")
	b.sends(keymap.Write)
	if q, ok := b.host.Dialog.(*dialog.Question); !ok {
		t.Fatal("nothing is asked before files are written")
	} else if _, cmd := q.Key(tea.KeyMsg{Type: tea.KeyEscape}); cmd != nil {
		b.run(cmd)
	}
	b.sees("nothing is written yet")
	b.sends(keymap.Jump).sees("+").sends(keymap.Back).sees("nothing is written yet")
	b.sends(keymap.Back).sees("Transfer CLAUDE.md", "●  ")
	b.host.typed = "/p/src/CLAUDE.md"
	b.sends(keymap.AddPath).sees("Transfer src/CLAUDE.md").misses("●  ")
	b.host.typed = "  "
	b.sends(keymap.AddPath).sees("Transfer src/CLAUDE.md")
	b.sends(keymap.TakeBack)
	if !strings.HasPrefix(b.host.Warned, "Nothing was written: ") {
		t.Errorf("warned %q", b.host.Warned)
	}
	for _, files := range []bool{false, true} {
		before := b.asked
		b.sends(doneMsg{said: "2 files written", files: files}).hears("2 files written")
		if b.asked > before != files {
			t.Errorf("files changed: %v; asked again: %v", files, b.asked > before)
		}
	}
	b.o.Open = func() string { return "/p/AGENTS.md" }
	if b.rule = ""; b.chosenRule() != "/p/AGENTS.md" {
		t.Errorf("the file in the editor is not the one to transfer: %q", b.chosenRule())
	}
}

// A page to share needs a built prompt and a file.
func TestAPageIsWrittenToTheNamedFile(t *testing.T) {
	b := open(t, project())
	b.sends(keymap.ExportPage).hears("The prompt is not built yet")
	r, err := engine.New(b.w).Render(t.Context(), engine.Request{Cwd: "/p", Profile: "claude-code", Template: engine.Template{Text: "T"}})
	if err != nil {
		t.Fatal(err)
	}
	b.sends(view.Result{Result: r, Request: engine.Request{}})
	if b.host.typed = " "; true {
		b.sends(keymap.ExportPage).hears("")
	}
	b.host.typed = filepath.ToSlash(filepath.Join(t.TempDir(), "page.html"))
	b.sends(keymap.ExportPage).hears("page.html written, ")
	if text, err := os.ReadFile(b.host.typed); err != nil || !strings.Contains(string(text), "<html") {
		t.Errorf("%.40q, %v", text, err)
	}
	b.host.typed = filepath.ToSlash(filepath.Join(t.TempDir(), "gone", "page.html"))
	b.sends(keymap.ExportPage).hears("")
	if !strings.HasPrefix(b.host.Warned, "Nothing was written: ") {
		t.Errorf("warned %q", b.host.Warned)
	}
}

// The user names the revision to compare a branch with.
func TestTheRevisionIsAskedFor(t *testing.T) {
	b := open(t, project()).sends(keymap.Branch, keymap.CompareProfiles)
	field, ok := b.host.Dialog.(*dialog.Field)
	if !ok {
		t.Fatal("nothing is asked")
	}
	field.Paste(" v1 ")
	_, cmd := field.Key(tea.KeyMsg{Type: tea.KeyEnter})
	if b.run(cmd); b.rev != "v1" {
		t.Errorf("compared with %q", b.rev)
	}
}
