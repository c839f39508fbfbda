package prompts

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/session"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/words"
)

// conversationsMsg is the list of kept prompts.
type conversationsMsg struct {
	list  []session.Summary
	err   error
	asked screen.Ticket
}

// Conversations lists the conversations whose prompts are kept.
func (p *Prompts) Conversations() tea.Cmd {
	store, asked := p.o.Sessions, p.screen.Ticket()
	if store == nil {
		p.screen.Say("No conversations are kept here")
		return nil
	}
	return func() tea.Msg {
		list, err := store.List(context.Background())
		return conversationsMsg{list, err, asked}
	}
}

func (p *Prompts) showConversations(msg conversationsMsg) tea.Cmd {
	if msg.err != nil {
		p.screen.Warn(words.Reason(msg.err))
		return nil
	}
	items := []dialog.Item{{Label: "Keep this prompt…", Detail: "for a conversation, which sends it byte for byte from then on"}}
	for _, c := range msg.list {
		items = append(items, dialog.Item{
			Label: c.ID,
			Detail: fmt.Sprintf("%s, version %d of %s, %s, in %s", c.Profile, c.Version, c.Built.Local().Format("2 Jan 15:04"),
				words.Plural(c.Bytes, "byte"), p.o.Paths.Tilde(c.Cwd)),
			Value: c,
		})
	}
	return p.screen.Answer(msg.asked, "conversations", func() tea.Cmd {
		p.screen.Open(dialog.NewList("Conversations", "", items, func(item dialog.Item) tea.Cmd {
			if c, ok := item.Value.(session.Summary); ok {
				p.askConversation(c)
			} else {
				p.askFreeze()
			}
			return nil
		}))
		return nil
	})
}

func (p *Prompts) askConversation(c session.Summary) {
	p.screen.Open(dialog.NewQuestion("Conversation "+c.ID, "Its prompt was built on "+c.Built.Local().Format("2 January at 15:04")+" and is sent byte for byte since.",
		dialog.Answer{Key: "d", Label: "How it differs from what would be built now", Do: func() tea.Cmd { return p.drift(c.ID) }},
		dialog.Answer{Key: "s", Label: "Show it", Do: func() tea.Cmd { return p.kept(c.ID) }},
		dialog.Answer{Key: "n", Label: "Keep the prompt as it is now, as a new version", Do: func() tea.Cmd { return p.freeze(c.ID, true) }},
		dialog.Answer{Key: "f", Label: "Forget it…", Do: func() tea.Cmd { p.askForget(c); return nil }},
	))
}

// askFreeze asks for the conversation for which the prompt on the screen is stored.
func (p *Prompts) askFreeze() {
	p.screen.Open(dialog.NewField("Keep this prompt", "the conversation's id; what it has kept already stays", "", func(id string) tea.Cmd {
		return p.freeze(id, false)
	}))
}

// askForget asks for confirmation before it deletes all versions of a stored prompt.
func (p *Prompts) askForget(c session.Summary) {
	p.screen.Open(dialog.NewQuestion("Forget conversation "+c.ID+"?", words.Plural(c.Version, "kept version")+" would be deleted. Nothing brings them back.",
		dialog.Answer{Key: "y", Label: "Forget it", Do: func() tea.Cmd { return p.forget(c.ID) }},
		dialog.Answer{Key: "n", Label: "Keep it", Do: func() tea.Cmd { return nil }},
	))
}

// storedMsg is the result of storing or deleting a prompt.
type storedMsg struct {
	said string
	err  error
}

// freeze keeps the prompt on the screen for a conversation: the first one, or with
// again a further version.
func (p *Prompts) freeze(id string, again bool) tea.Cmd {
	store, bench, world := p.o.Sessions, p.o.Engine, p.o.World
	request, _ := p.now()
	request.Scenario.ConversationID = id
	build := func(ctx context.Context) (session.Draft, error) {
		result, err := bench.Render(ctx, request)
		if err != nil {
			return session.Draft{}, err
		}
		if refusal := result.Refusal(); refusal != nil {
			return session.Draft{}, refusal
		}
		return session.DraftOf(request, result), nil
	}
	return func() tea.Msg {
		ctx, place := context.Background(), session.LocationOf(world, request)
		if again {
			kept, err := store.Compact(ctx, id, place, build)
			if err != nil {
				return storedMsg{err: err}
			}
			return storedMsg{said: fmt.Sprintf("Kept version %d for conversation %s, %s", kept.Version, id, words.Plural(len(kept.Text), "byte"))}
		}
		kept, reused, err := store.Prompt(ctx, id, place, build)
		switch {
		case err != nil:
			return storedMsg{err: err}
		case reused:
			return storedMsg{said: "Conversation " + id + " has its prompt already: choose it in the list to compare"}
		}
		return storedMsg{said: fmt.Sprintf("Kept for conversation %s, %s", id, words.Plural(len(kept.Text), "byte"))}
	}
}

func (p *Prompts) forget(id string) tea.Cmd {
	store := p.o.Sessions
	return func() tea.Msg {
		err := store.Forget(context.Background(), id)
		return storedMsg{"Conversation " + id + " is forgotten", err}
	}
}

func (p *Prompts) stored(msg storedMsg) {
	if msg.err != nil {
		p.screen.Warn(words.Reason(msg.err))
		return
	}
	p.screen.Say(msg.said)
}

// keptMsg is a kept prompt, and if requested how it differs from the one on the
// screen.
type keptMsg struct {
	kept  *session.Kept
	drift *session.Drift
	err   error
	asked screen.Ticket
}

func (p *Prompts) kept(id string) tea.Cmd {
	store, asked := p.o.Sessions, p.screen.Ticket()
	return func() tea.Msg {
		kept, err := store.Get(context.Background(), id)
		return keptMsg{kept: kept, err: err, asked: asked}
	}
}

// drift compares a kept prompt with the one that would be built for that conversation
// now, from the current text.
func (p *Prompts) drift(id string) tea.Cmd {
	store, bench, world, asked := p.o.Sessions, p.o.Engine, p.o.World, p.screen.Ticket()
	request, _ := p.now()
	request.Scenario.ConversationID = id
	return func() tea.Msg {
		ctx := context.Background()
		kept, err := store.Get(ctx, id)
		if err != nil {
			return keptMsg{err: err}
		}
		result, err := bench.Render(ctx, request)
		if err != nil {
			return keptMsg{err: err}
		}
		if refusal := result.Refusal(); refusal != nil {
			return keptMsg{err: refusal}
		}
		drift := session.Compare(kept, session.LocationOf(world, request), session.DraftOf(request, result))
		return keptMsg{kept: kept, drift: &drift, asked: asked}
	}
}

func (p *Prompts) showKept(msg keptMsg) tea.Cmd {
	var reader *dialog.Reader
	switch {
	case msg.err != nil:
		p.screen.Warn(words.Reason(msg.err))
		return nil
	case msg.drift == nil:
		reader = dialog.NewReader("Conversation "+msg.kept.ID, dialog.PlainLines(msg.kept.Text))
	case msg.drift.Same:
		p.screen.Say("The kept prompt is what would be built now, byte for byte")
		return nil
	default:
		lines := []dialog.Line{dialog.Text(fmt.Sprintf("They first differ at line %d, column %d of the kept one.", msg.drift.First.Line, msg.drift.First.Column), dialog.Muted)}
		for _, what := range msg.drift.Changed {
			lines = append(lines, dialog.Text("also changed: "+what, dialog.Muted))
		}
		lines = append(lines, nil)
		reader = dialog.NewReader("Kept (−) and as it would be now (+)", append(lines, dialog.DiffLines(msg.drift.Diff)...))
	}
	return p.screen.Answer(msg.asked, "a kept prompt", func() tea.Cmd { p.screen.Open(reader); return nil })
}
