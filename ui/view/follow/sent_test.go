package follow

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/capture"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/walk"
	"galley/ui/dialog"
	"galley/ui/keymap"
	"galley/ui/view"
)

// The captured request of a sub-agent is read, and compared with the main one by blocks and by lines.
func TestTheRequestOfASubAgentIsRead(t *testing.T) {
	b := logged(t, nil)
	b.w.File("/p/.claude/agents/a.md", "---\nname: helper\ndescription: helps\n---\nYou help.\n")
	store := b.asking("").store()
	main := keep(t, store)[0]
	sub := keep(t, store, func(c *capture.Capture) {
		c.Subagent, c.Main = "helper", main
		c.Body = []byte(`{"system":"You help a lot.","messages":[{"role":"user","content":"hello"}]}`)
	})[0]
	b.sends(keymap.Subagents)
	rows := b.rows()
	at := slices.IndexFunc(rows, func(row string) bool { return strings.HasPrefix(row, "* helper") })
	b.sends(view.Move{End: -1}, view.Move{Rows: at}, keymap.Jump).sees("its whole prompt", "as it was sent", "captured 4 Mar 05:06")
	for i, want := range []struct {
		sees []string
		text string
		diff bool
	}{
		{[]string{"helper of claude-code", "captured 4 Mar 05:06, " + sub}, "--- system ---\nYou help a lot.\n\n--- user ---\nhello\n", false},
		{[]string{main + " → " + sub, "~  "}, "", false},
		{[]string{"helper of claude-code", "captured 4 Mar 05:06, " + sub}, "--- " + main + "\n+++ " + sub + "\n@@ -1,5 +1,5 @@\n --- system ---\n-You help.\n+You help a lot.\n \n --- user ---\n hello\n", true},
	} {
		b.sends(view.Move{End: -1}, view.Move{Rows: i}, keymap.Jump).sees(want.sees...)
		if p := b.level().page; p.text != want.text || p.diff != want.diff {
			t.Errorf("row %d: a diff %v: %q", i, p.diff, p.text)
		}
		b.sends(keymap.Back)
	}
	for _, gone := range []string{sub, main} {
		if err := os.Remove(filepath.Join(store.Dir, gone+".capture")); err != nil {
			t.Fatal(err)
		}
		b.sends(view.Move{End: -1}, keymap.Jump).sees(fmt.Sprintf("%q: no capture has this id", gone)).sends(keymap.Back)
	}
}

// If the work on captured requests is cancelled, it makes no page.
func TestCancelledWorkOnCapturesMakesNoPage(t *testing.T) {
	b := logged(t, nil)
	store := b.asking("").store()
	ids := keep(t, store, func(*capture.Capture) {}, func(*capture.Capture) {})
	b.cancelsEverywhere("two captures", func() subject { return blocksCompared(ids[0], ids[1]) })
	b.cancelsEverywhere("a sub-agent's", func() subject { return delegateLines(capture.Capture{ID: ids[0], Main: ids[1]}) })
}

// written opens the transfer of CLAUDE.md in a repository on disk.
func written(t *testing.T) (b *bench, dir string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root = filepath.ToSlash(root)
	dir = root + "/p"
	for _, name := range []string{"/p/.git/HEAD", "/p/CLAUDE.md"} {
		file := filepath.FromSlash(root + name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("text of "+filepath.Base(file)+"\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(name, filepath.FromSlash(root+"/home"))
	}
	b = open(t, project())
	b.o.World, b.o.Agents = facts.NewLive(), few()
	b.o.Request = func() engine.Request { return engine.Request{Cwd: dir} }
	return b.sends(Rule{Path: dir + "/CLAUDE.md"}, view.Changed{}, keymap.Transfer), dir
}

// The changes of a transfer are written after the user has agreed, and undone by one key.
func TestATransferIsWrittenAndUndone(t *testing.T) {
	b, dir := written(t)
	b.sees("could read it  1", "codex").misses("undo")
	b.sends(keymap.Mark, keymap.Jump).sees("nothing is written yet")
	if h := b.Hints(); len(h) == 0 || h[0].Action != keymap.Write {
		t.Errorf("the hints are %v", h)
	}
	b.sends(keymap.Write)
	q, ok := b.host.Dialog.(*dialog.Question)
	if !ok {
		t.Fatal("nothing is asked")
	}
	_, cmd := q.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'y'}})
	if b.run(cmd); b.to != nil {
		t.Errorf("%q are marked still", b.to)
	}
	b.hears("1 file written").sees("Transfer CLAUDE.md", "already read it")
	made := filepath.FromSlash(dir + "/AGENTS.md")
	if text, err := os.ReadFile(made); err != nil || string(text) != "text of CLAUDE.md\n" {
		t.Errorf("%q, %v", text, err)
	}
	b.sends(keymap.TakeBack).hears("Restored: AGENTS.md").sees("could read it  1")
	if _, err := os.Lstat(made); err == nil {
		t.Error("the file is there still")
	}
	b.sends(keymap.Write).hears("Mark an agent first")
	b.into(planSubject())
	b.run(b.make())
	b.sends(keymap.Write).hears("There is nothing to write")
	b.level().page.plan = nil
	if h := b.Hints(); len(h) == 0 || h[0].Action == keymap.Write {
		t.Errorf("without a plan the hints are %v", h)
	}
	b.sends(keymap.Write).hears("There is nothing to write")
}

// A walk takes a limited number of files, and opens only files.
func TestAWalkHasAnEnd(t *testing.T) {
	b := open(t, project()).sends(keymap.Walk)
	for i := range walk.MostSteps/2 - 1 {
		b.paths = append(b.paths, fmt.Sprintf("/p/%d", i))
	}
	b.host.typed = "last"
	b.sends(keymap.AddPath).hears("")
	b.host.typed = "more"
	b.sends(keymap.AddPath).hears("The walk cannot have more files")
	if n := len(b.paths); n != walk.MostSteps/2 || b.paths[n-1] != "/p/last" {
		t.Errorf("%d files, the last %q", n, b.paths[n-1])
	}
	b.run(edit("a name")(b.View))
	if b.hears("a name is not a file"); b.host.Opened != "" {
		t.Errorf("%q is opened", b.host.Opened)
	}
}

// A prompt that was refused is not written to a page.
func TestARefusedPromptIsNotWritten(t *testing.T) {
	b := open(t, project())
	b.sends(view.Result{Result: &engine.Result{Profile: "x", Problems: []diag.Problem{{Code: diag.Unreadable, Message: "broken"}}}})
	b.host.typed = filepath.ToSlash(filepath.Join(t.TempDir(), "page.html"))
	b.sends(keymap.ExportPage).hears("")
	if _, err := os.Stat(b.host.typed); err == nil || !strings.HasPrefix(b.host.Warned, "Nothing was written: ") {
		t.Errorf("%v, warned %q", err, b.host.Warned)
	}
}

// A page is made again for other unsaved texts, and not for the same ones.
func TestAPageFollowsTheUnsavedTexts(t *testing.T) {
	b := open(t, project()).sends(keymap.Walk)
	r := b.shown("claude-code")
	one := []facts.Unsaved{{Path: "/p/CLAUDE.md", Text: "x"}}
	before := b.asked
	for i, c := range []struct {
		unsaved []facts.Unsaved
		more    uint64
	}{{nil, 0}, {one, 1}, {slices.Clone(one), 1}, {nil, 2}} {
		b.sends(view.Result{Result: r, Request: engine.Request{Unsaved: c.unsaved}})
		if got := b.asked - before; got != c.more {
			t.Errorf("step %d: asked %d times more, want %d", i, got, c.more)
		}
	}
	b.sends(view.Saved{})
	if got := b.asked - before; got != 3 {
		t.Errorf("after saving: asked %d times more", got)
	}
}

// When another rule file is chosen, the marks are removed at once.
func TestAnotherRuleFileHasNoMarks(t *testing.T) {
	b := open(t, project().File("/p/AGENTS.md", "Be brief.\n")).sends(Rule{Path: "/p/CLAUDE.md"}, keymap.Transfer, keymap.Mark).sees("●  ")
	b.Update(Rule{Path: "/p/AGENTS.md"})
	b.misses("●  ")
}
