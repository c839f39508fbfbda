package app

import (
	"context"
	"testing"

	"galley/engine/session"
)

// A conversation keeps its prompt. The workbench shows this prompt and how it differs from one that
// would be built now.
func TestConversationShowsHowItsPromptDrifted(t *testing.T) {
	t.Parallel()
	store := session.New(t.TempDir())
	defer store.Close()
	_, _, err := store.Prompt(context.Background(), "c-1", session.Location{Cwd: "/elsewhere", Host: "host"}, func(context.Context) (session.Draft, error) {
		return session.Draft{Profile: "template", Text: "old\n", Messages: []session.Message{{Role: "system", Text: "old\n"}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	tell(t, setup{file: "p.md", text: "new\n", with: func(o *Options) { o.Sessions = store }}, func(s *story) {
		s.press("alt+K").sees("Conversations").sees("c-1").press("down", "enter").sees("stored on")
		s.press("d").sees("-old").sees("+new").sees("Also changed:", "the directory")
		s.press("esc").sees("Compare it with").press("s").sees("Conversation c-1").sees("old")
	})
}

func TestWithoutConversationsTheListSaysSo(t *testing.T) {
	store := session.New(t.TempDir())
	defer store.Close()
	// Open the database before the story starts, because its goroutines outlive the synctest
	// bubble.
	if _, err := store.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	tell(t, setup{file: "p.md", text: "new\n", with: func(o *Options) { o.Sessions = store }}, func(s *story) {
		s.press("alt+K").sees("Store this prompt…", "1 of 1")
	})
}

func TestAPromptIsKeptForAConversationAndForgotten(t *testing.T) {
	t.Parallel()
	store := session.New(t.TempDir())
	defer store.Close()
	if _, err := store.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	tell(t, setup{file: "p.md", text: "first\n", with: func(o *Options) { o.Sessions = store }}, func(s *story) {
		kept := func() string {
			k, err := store.Get(context.Background(), "c-7")
			if err != nil {
				return err.Error()
			}
			return k.Text
		}
		s.press("alt+K", "enter").types("c-7").press("enter").sees("Stored for conversation c-7, 6 bytes")
		s.press("ctrl+home").types("new ").press("alt+K", "enter").types("c-7").press("enter").sees("already has a prompt")
		if got := kept(); got != "first\n" {
			t.Errorf("it keeps %q", got)
		}
		s.press("alt+K", "down", "enter").sees("Conversation c-7").press("n").sees("Store a new version for c-7?").press("y").sees("Stored version 2 for conversation c-7")
		if got := kept(); got != "new first\n" {
			t.Errorf("it keeps %q", got)
		}
		s.press("alt+K", "down", "enter", "f").sees("Delete conversation c-7?").press("n")
		if got := kept(); got != "new first\n" {
			t.Errorf("before deleting, the store has %q", got)
		}
		s.press("alt+K", "down", "enter", "f", "y").sees("Conversation c-7 is deleted").press("alt+K").sees("1 of 1")
	})
}
