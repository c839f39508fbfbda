package app

import (
	"context"
	"testing"
	"time"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/session"
	"galley/ui/dialog"
)

func TestThePromptIsComparedWithASavedRender(t *testing.T) {
	t.Parallel()
	b := setup{file: "t.md", text: "Be kind.\n", files: map[string]string{
		"saved/old.txt":  "Be unkind.\n",
		"saved/all.json": `{"schema": 1, "messages": [{"role": "system", "text": "Be kind.\n"}, {"role": "user", "text": "Hello.\n"}]}`,
	}}
	tell(t, b, func(s *story) {
		s.press("alt+D").types("render").sees("a saved render…").press("enter")
		s.sees("Compare with a saved render").types("sav").sees("saved/").press("enter").sees("saved/old.txt").types("o").press("enter")
		s.sees("against saved/old.txt", "first differs in the system message, line 1", "only the system text:", "-Be unkind.", "+Be kind.")
		// The diff is computed again for the new template and for the saved file.
		s.press("alt+1", "alt+<").types("Do ").sees("+Do Be kind.")
		s.world.File(s.path("saved/old.txt"), "Do Be kind.\n")
		s.press("f5").sees("the same, byte for byte")
		// From now on the list offers the file.
		s.press("alt+D").types("old.txt").sees("a saved render").press("esc")
		// If a saved prompt has all its messages, it is compared message by message.
		s.press("alt+D").types("render…").press("enter").types("saved/all.json").press("enter")
		s.sees("against saved/all.json", "-Hello.", "+Do Be kind.").misses("only the system text:")
		s.press("left").sees("against saved/old.txt")
	})
}

func TestMissingSavedRenderIsReported(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "t.md", text: "x\n"}, func(s *story) {
		s.press("alt+D").types("render…").press("enter").types("nowhere.txt").sees("Enter uses the path as typed").press("enter")
		s.sees("against nowhere.txt", "nowhere.txt cannot be read")
	})
}

func TestPromptIsComparedWithAStoredConversation(t *testing.T) {
	t.Parallel()
	store := session.New(t.TempDir())
	defer store.Close()
	for id, text := range map[string]string{"c-1": "Be unkind in c-1.\n", "c-2": "Be kind in c-2.\n"} {
		_, _, err := store.Prompt(context.Background(), id, session.Location{Cwd: "/elsewhere", Host: "host"}, func(context.Context) (session.Draft, error) {
			return session.Draft{Profile: "template", Text: text, Messages: []session.Message{{Role: "system", Text: text}}}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	b := setup{file: "t.md", text: "Be kind in [prompt:conversation_id].\n", with: func(o *Options) { o.Sessions = store }}
	tell(t, b, func(s *story) {
		s.press("alt+D").types("conversation c").sees("conversation c-1", "conversation c-2", "its stored prompt: template, version 1").types("-1").press("enter")
		s.sees("against conversation c-1", "first differs in the system message, line 1", "-Be unkind in c-1.", "+Be kind in c-1.", "also changed:", "the directory")
		s.press("alt+D").types("c-2").press("enter").sees("against conversation c-2", "the same, byte for byte")
		s.press("alt+1", "alt+<").types("Do ").sees("-Be kind in c-2.", "+Do Be kind in c-2.")
	})
}

// If the chosen conversation has been deleted since the list was opened, a message says so.
func TestDeletedConversationIsReported(t *testing.T) {
	t.Parallel()
	store := session.New(t.TempDir())
	defer store.Close()
	_, _, err := store.Prompt(context.Background(), "c-1", session.Location{}, func(context.Context) (session.Draft, error) {
		return session.Draft{Profile: "template"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	tell(t, setup{file: "t.md", text: "x\n", with: func(o *Options) { o.Sessions = store }}, func(s *story) {
		s.press("alt+D")
		if err := store.Forget(context.Background(), "c-1"); err != nil {
			t.Fatal(err)
		}
		s.types("c-1").press("enter").sees("against conversation c-1", "not stored")
		s.press("alt+D").misses("conversation c-1,").types("disk").press("enter").sees("against the template on disk")
	})
}

func TestProfilesAreComparedFromTheBlocks(t *testing.T) {
	t.Parallel()
	b := setup{with: func(o *Options) { o.Request.Profile = "opencode" }}
	tell(t, b, func(s *story) {
		s.press("alt+3", "c").sees("c works in the tab Blocks", "Blocks").pass(6 * time.Second).sees("] next tab")
		s.press("ctrl+pgdown", "esc").sees("c compare").press("c").sees("Compare opencode@1.18.33 with", "pilotdeck", "cursor@docs-2026-11")
		s.types("pilotdeck").press("enter").sees("opencode@1.18.33 and pilotdeck", "ELEMENT", "Working directory", "CHANGES WHEN", "SECTION OF OPENCODE@1.18.33")
		s.press("end").sees("SECTION OF PILOTDECK", "SIZE IN BYTES", "total")
		// On a narrower screen the columns are laid out again.
		s.resize(60, 40).press("home").sees("ELEMENT", "SystemPrompt.")
		s.press("esc").misses("SIZE IN BYTES")
	})
}

func TestLateRowsDoNotMoveTheBar(t *testing.T) {
	t.Parallel()
	store := session.New(t.TempDir())
	defer store.Close()
	if _, err := store.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	tell(t, setup{file: "t.md", text: "x\n", world: func(w *facts.Memory, cwd string) {
		w.OnGit(cwd, "cat-file blob HEAD:./t.md", facts.GitAnswer{Stdout: "x\n"})
	}, with: func(o *Options) { o.Sessions = store; o.Request = engine.Request{Cwd: o.Request.Cwd} }}, func(s *story) {
		s.press("alt+D", "down")
		s.bench.screen.Dialog().(*dialog.List).Append(dialog.Item{Label: "conversation late"})
		s.settle().press("enter").sees("against the template on disk")
	})
}
