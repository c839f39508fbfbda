package app

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/session"
	"galley/ui/dialog"
)

// conversationsMsg brings the kept prompts.
type conversationsMsg struct {
	list []session.Summary
	err  error
}

// openConversations lists the conversations whose prompts are kept.
func (w *Workbench) openConversations() tea.Cmd {
	store := w.o.Sessions
	if store == nil {
		w.say("No conversations are kept here")
		return nil
	}
	return func() tea.Msg {
		list, err := store.List(context.Background())
		return conversationsMsg{list, err}
	}
}

func (w *Workbench) showConversations(msg conversationsMsg) {
	if msg.err != nil {
		w.warn(msg.err.Error())
		return
	}
	var items []dialog.Item
	for _, c := range msg.list {
		items = append(items, dialog.Item{
			Label:  c.ID,
			Detail: fmt.Sprintf("%s, version %d of %s, %s, in %s", c.Profile, c.Version, c.Built.Local().Format("2 Jan 15:04"), plural(c.Bytes, "byte"), w.tilde(c.Cwd)),
			Value:  c,
		})
	}
	w.dialog = dialog.NewList("Conversations", "None is kept: `galley freeze ID` keeps a prompt.", items, func(item dialog.Item) tea.Cmd {
		w.askConversation(item.Value.(session.Summary))
		return nil
	})
}

func (w *Workbench) askConversation(c session.Summary) {
	w.dialog = dialog.NewQuestion("Conversation "+c.ID, "Its prompt was built on "+c.Built.Local().Format("2 January at 15:04")+" and is sent byte for byte since.",
		dialog.Answer{Key: "d", Label: "How it differs from what would be built now", Do: func() tea.Cmd { return w.drift(c.ID) }},
		dialog.Answer{Key: "s", Label: "Show it", Do: func() tea.Cmd { return w.showKept(c.ID) }},
	)
}

// keptMsg brings a kept prompt, and how it differs from the one on the screen
// where that was asked.
type keptMsg struct {
	kept  *session.Kept
	drift *session.Drift
	err   error
}

func (w *Workbench) showKept(id string) tea.Cmd {
	store := w.o.Sessions
	return func() tea.Msg {
		kept, err := store.Get(context.Background(), id)
		return keptMsg{kept: kept, err: err}
	}
}

// drift compares a kept prompt with what would be built for that conversation now,
// from the text as it stands here.
func (w *Workbench) drift(id string) tea.Cmd {
	store, bench, world := w.o.Sessions, w.engine, w.o.World
	request := w.request
	request.Template = engine.Template{Text: w.editor.Text(), Path: w.templatePath(), BuiltIn: w.builtIn && !w.dirty()}
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
		drift := session.Compare(kept, session.PlaceOf(world, request), session.DraftOf(request, result))
		return keptMsg{kept: kept, drift: &drift}
	}
}

func (w *Workbench) showKeptPrompt(msg keptMsg) {
	switch {
	case msg.err != nil:
		w.warn(msg.err.Error())
	case msg.drift == nil:
		w.dialog = dialog.NewReader("Conversation "+msg.kept.ID, plainLines(msg.kept.Text))
	case msg.drift.Same:
		w.say("The kept prompt is what would be built now, byte for byte")
	default:
		lines := []dialog.Line{
			{part(fmt.Sprintf("They first differ at line %d, column %d of the kept one.", msg.drift.First.Line, msg.drift.First.Column), muted)},
		}
		for _, what := range msg.drift.Changed {
			lines = append(lines, dialog.Line{part("changed besides: "+what, muted)})
		}
		lines = append(lines, nil)
		w.dialog = dialog.NewReader("Kept (−) and as it would be now (+)", append(lines, diffLines(msg.drift.Diff)...))
	}
}
