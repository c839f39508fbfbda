package app

import (
	"context"
	"testing"

	"galley/engine/session"
)

// A conversation keeps its prompt; the workbench shows it, and how it differs from
// what would be built now.
func TestConversationShowsHowItsPromptDrifted(t *testing.T) {
	store := session.New(t.TempDir())
	defer store.Close()
	_, _, err := store.Prompt(context.Background(), "c-1", session.Place{Cwd: "/elsewhere", Host: "host"}, func(context.Context) (session.Draft, error) {
		return session.Draft{Profile: "template", Text: "old\n", Messages: []session.Message{{Role: "system", Text: "old\n"}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	tell(t, setup{file: "p.md", text: "new\n", with: func(o *Options) { o.Sessions = store }}, func(s *story) {
		s.press("alt+K").sees("Conversations").sees("c-1").press("enter").sees("built on")
		s.press("d").sees("-old").sees("+new").sees("changed besides: cwd")
		s.press("esc", "alt+K", "enter", "s").sees("Conversation c-1").sees("old")
	})
}

func TestWithoutConversationsTheListSaysSo(t *testing.T) {
	store := session.New(t.TempDir())
	defer store.Close()
	// The database opens outside the story: its goroutines outlive the bubble.
	if _, err := store.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	tell(t, setup{file: "p.md", text: "new\n", with: func(o *Options) { o.Sessions = store }}, func(s *story) {
		s.press("alt+K").sees("galley freeze ID")
	})
}
