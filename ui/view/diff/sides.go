package diff

import (
	"context"
	"fmt"
	"path"
	"strings"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/compare"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/secret"
	"galley/engine/session"
)

// sides has the data from which the two sides of a comparison are made. Its methods build
// prompts and read files, so they must be called in commands.
type sides struct {
	agents  *agent.Registry
	bench   *engine.Workbench
	world   facts.World
	store   *session.Store
	load    func(path string) (*document.Document, error)
	request engine.Request // of the shown prompt
	file    string         // the template's file
}

// comparison is the other prompt, and this prompt in the same form.
type comparison struct {
	was, now compare.Side
	notes    []string
	agents   bool // whether the prompts are those of two agents
}

// of returns the two sides of a comparison. It may block.
func (s sides) of(ctx context.Context, with other) (comparison, error) {
	switch {
	case with.saved != "":
		return s.saved(ctx, with)
	case with.kept != "":
		return s.kept(ctx, with)
	case with.past != "":
		return s.ofPast(ctx, with)
	}
	request, err := s.other(ctx, with)
	if err != nil {
		return comparison{}, err
	}
	var results [2]*engine.Result
	for i, r := range []engine.Request{request, s.request} {
		if results[i], err = s.bench.Render(ctx, r); err != nil {
			return comparison{}, err
		}
	}
	c := comparison{was: report.SideOf(with.name, results[0]), now: report.SideOf(thisPrompt, results[1]), agents: report.TwoAgents(results[0], results[1])}
	if c.agents {
		c.now.Name = results[1].Profile
	}
	if request.Template.Text != s.request.Template.Text && results[0].Text.String() == results[1].Text.String() {
		c.notes = append(c.notes, "the templates differ, but not the prompts")
	}
	if with.disk || with.rev != "" {
		c.notes = append(c.notes, s.unsaved()...)
	}
	return c, nil
}

// saved compares the text of a file with this prompt. If the file contains all messages, it
// compares all messages, otherwise only the system text. It may block.
func (s sides) saved(ctx context.Context, with other) (comparison, error) {
	at := facts.Resolve(facts.Slash(s.request.Cwd), facts.Slash(with.saved))
	text, err := s.world.ReadFile(at)
	if err != nil {
		return comparison{}, fmt.Errorf("%s cannot be read: %w", with.saved, err)
	}
	r, err := s.bench.Render(ctx, s.request)
	if err != nil {
		return comparison{}, err
	}
	was, all := report.SavedSide(with.name, text)
	if all {
		return comparison{was: was, now: report.SideOf(thisPrompt, r)}, nil
	}
	return comparison{was, report.SystemSide(thisPrompt, r), []string{"only the system text: the file contains no other messages"}, false}, nil
}

// kept compares the stored prompt of a conversation with the prompt that would be built for
// this conversation now. It may block.
func (s sides) kept(ctx context.Context, with other) (comparison, error) {
	kept, err := s.store.Get(ctx, with.kept)
	if err != nil {
		return comparison{}, err
	}
	s.request.Scenario.ConversationID = kept.ID
	r, err := s.bench.Render(ctx, s.request)
	if err != nil {
		return comparison{}, err
	}
	was := compare.Side{Name: with.name, Saved: true, Secrets: new(secret.Values)}
	for _, m := range kept.Messages {
		was.Secrets.AddKept(m.Text)
		was.Messages = append(was.Messages, compare.SavedMessage(prompt.Role(m.Role), m.Text))
	}
	notes := []string{fmt.Sprintf("version %d, built on %s under %s", kept.Version, kept.Built.Local().Format("2 January at 15:04"), kept.Profile)}
	drift := session.Compare(kept, session.LocationOf(s.world, s.request), session.DraftOf(s.request, r))
	if len(drift.Changed) > 0 {
		notes = append(notes, "also changed: "+strings.Join(session.Titles(drift.Changed), ", "))
	}
	return comparison{was, report.SideOf(thisPrompt, r), notes, false}, nil
}

// other returns the request of the other side. It may block.
func (s sides) other(ctx context.Context, with other) (engine.Request, error) {
	r := s.request
	switch {
	case with.profile != "":
		r.Profile = with.profile
	case with.rev != "":
		text, err := facts.Revision(ctx, s.world, s.file, with.rev)
		if err != nil {
			return engine.Request{}, err
		}
		r.Template.Text = strings.TrimPrefix(text, "\ufeff")
	case with.disk:
		doc, err := s.load(s.file)
		if err != nil {
			return engine.Request{}, fmt.Errorf("%s cannot be read: %w", path.Base(s.file), err)
		}
		r.Template.Text = doc.Text()
	}
	return r, nil
}

// thisPrompt is the name of the prompt on the screen in a comparison.
const thisPrompt = "this prompt"
