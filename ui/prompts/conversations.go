package prompts

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/session"
	"galley/ui/dialog"
	"galley/ui/screen"
	"galley/ui/words"
)

// conversationsMsg carries the list of stored prompts.
type conversationsMsg struct {
	list  []session.Summary
	err   error
	asked screen.Ticket
}

// Conversations lists the conversations whose prompts are stored.
func (p *Prompts) Conversations() tea.Cmd {
	store, asked := p.o.Sessions, p.screen.Ticket()
	if store == nil {
		p.screen.Say("No conversations are stored here")
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
	items := []dialog.Item{{Label: "Store this prompt…", Detail: "under a name, to compare later; galley serve sends it unchanged"}}
	for _, c := range msg.list {
		items = append(items, dialog.Item{
			Label: c.ID,
			Detail: fmt.Sprintf("%s, version %d of %s, %s, in %s", c.Profile, c.Version, c.Built.Local().Format("2 Jan 15:04"),
				words.Plural(c.Bytes, "byte"), p.o.Paths.InText(c.Cwd)),
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
	again := func() tea.Cmd {
		text := fmt.Sprintf("galley serve would then send version %d, which is the current prompt, instead of version %d. A single version cannot be deleted.", c.Version+1, c.Version)
		return p.sure("Store a new version for "+c.ID+"?", text, "Store it", "Store nothing", func() tea.Cmd { return p.freeze(c.ID, true) })
	}
	forget := func() tea.Cmd {
		text := words.Plural(c.Version, "stored version") + " would be deleted. This cannot be undone."
		return p.sure("Delete conversation "+c.ID+"?", text, "Delete it", "Keep it", func() tea.Cmd { return p.forget(c.ID) })
	}
	p.screen.Open(dialog.NewQuestion("Conversation "+c.ID, "Its prompt was stored on "+c.Built.Local().Format("2 January at 15:04")+". Since then galley serve sends it unchanged.",
		dialog.Answer{Key: "d", Label: "Compare it with the current prompt", Do: func() tea.Cmd { return p.drift(c) }},
		dialog.Answer{Key: "s", Label: "Show it", Do: func() tea.Cmd { return p.kept(c) }},
		dialog.Answer{Key: "n", Label: "Store the current prompt as a new version…", Do: again},
		dialog.Answer{Key: "f", Label: "Delete it…", Do: forget},
	))
}

// askFreeze asks for the conversation for which the prompt on the screen is to be stored.
func (p *Prompts) askFreeze() {
	p.screen.Open(dialog.NewField("Store this prompt", "a name, or a conversation's id; prompts already stored under it stay", "", func(id string) tea.Cmd {
		return p.freeze(id, false)
	}))
}

// sure asks for confirmation before it does something with a stored prompt. The two labels are those
// of the answers.
func (p *Prompts) sure(title, text, label, other string, do func() tea.Cmd) tea.Cmd {
	p.screen.Open(dialog.NewQuestion(title, text,
		dialog.Answer{Key: "y", Label: label, Do: do},
		dialog.Answer{Key: "n", Label: other, Do: func() tea.Cmd { return nil }},
	))
	return nil
}

// storedMsg is the outcome of storing or deleting a prompt.
type storedMsg struct {
	said string
	err  error
}

// freeze stores the prompt on the screen for a conversation. If again is set, the conversation
// already has a prompt, and this is a further version.
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
			return storedMsg{said: fmt.Sprintf("Stored version %d for conversation %s, %s", kept.Version, id, words.Plural(len(kept.Text), "byte"))}
		}
		kept, reused, err := store.Prompt(ctx, id, place, build)
		switch {
		case err != nil:
			return storedMsg{err: err}
		case reused:
			return storedMsg{said: "Conversation " + id + " already has a prompt: choose it in the list to compare"}
		}
		return storedMsg{said: fmt.Sprintf("Stored for conversation %s, %s", id, words.Plural(len(kept.Text), "byte"))}
	}
}

func (p *Prompts) forget(id string) tea.Cmd {
	store := p.o.Sessions
	return func() tea.Msg {
		err := store.Forget(context.Background(), id)
		return storedMsg{"Conversation " + id + " is deleted", err}
	}
}

func (p *Prompts) stored(msg storedMsg) {
	if msg.err != nil {
		p.screen.Warn(words.Reason(msg.err))
		return
	}
	p.screen.Say(msg.said)
}

// keptMsg carries a stored prompt and, if requested, how it differs from the prompt on the screen.
type keptMsg struct {
	kept  *session.Kept
	drift *session.Drift
	of    session.Summary
	err   error
	asked screen.Ticket
}

func (p *Prompts) kept(of session.Summary) tea.Cmd {
	store, asked := p.o.Sessions, p.screen.Ticket()
	return func() tea.Msg {
		kept, err := store.Get(context.Background(), of.ID)
		return keptMsg{kept: kept, of: of, err: err, asked: asked}
	}
}

// drift compares a stored prompt with the prompt that would be built now, from the current text,
// for the same conversation.
func (p *Prompts) drift(of session.Summary) tea.Cmd {
	store, bench, world, asked := p.o.Sessions, p.o.Engine, p.o.World, p.screen.Ticket()
	request, _ := p.now()
	request.Scenario.ConversationID = of.ID
	return func() tea.Msg {
		ctx := context.Background()
		kept, err := store.Get(ctx, of.ID)
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
		return keptMsg{kept: kept, drift: &drift, of: of, asked: asked}
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
		p.screen.Say("The stored prompt equals the current one, byte for byte")
		return nil
	default:
		lines := []dialog.Line{dialog.Text(fmt.Sprintf("They first differ at line %d, column %d of the stored one.", msg.drift.First.Line, msg.drift.First.Column), dialog.Muted)}
		if changed := msg.drift.Changed; len(changed) > 0 {
			lines = append(lines, dialog.Text("Also changed: "+strings.Join(session.Titles(changed), ", ")+".", dialog.Muted))
		}
		lines = append(lines, nil)
		reader = dialog.NewReader("Stored (−) and current (+)", append(lines, dialog.DiffLines(msg.drift.Diff)...))
	}
	return p.screen.Answer(msg.asked, "a stored prompt", func() tea.Cmd {
		p.screen.OpenThen(reader, func() { p.askConversation(msg.of) })
		return nil
	})
}
