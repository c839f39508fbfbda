package diff

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/ui/dialog"
)

// typedRevision stands for the row that asks for a revision. It is not a valid name of a revision.
const typedRevision = ":"

// past returns an other for the prompt that is made from the files of a revision.
func past(rev string) other { return other{name: "the prompt at " + rev, past: rev} }

// revisionsMsg carries the revisions for an open list.
type revisionsMsg struct {
	open *dialog.List
	revs []string
}

// listRevisions asks git in the background for the revisions, and adds them to an open list.
func (v *Tab) listRevisions(open *dialog.List) tea.Cmd {
	world, cwd := v.o.World, facts.Slash(v.request.Cwd)
	return func() tea.Msg { return revisionsMsg{open, facts.Revisions(context.Background(), world, cwd)} }
}

func (v *Tab) tookRevisions(msg revisionsMsg) {
	for _, rev := range msg.revs {
		v.addRevision(rev)
	}
	for _, rev := range v.revs {
		msg.open.Append(item(past(rev)))
	}
}

func (v *Tab) addRevision(rev string) {
	if rev != "HEAD" && !slices.Contains(v.revs, rev) { // HEAD is always in the list
		v.revs = append(v.revs, rev)
	}
}

// chooseRevision asks for a revision by name.
func (v *Tab) chooseRevision() tea.Cmd {
	v.host.Open(dialog.NewField("Compare with the prompt at which revision", "a branch, a tag or a commit", "", func(rev string) tea.Cmd {
		if rev = strings.TrimSpace(rev); rev == "" {
			return nil
		}
		v.addRevision(rev)
		return v.compareWith(past(rev))
	}))
	return nil
}

// ofPast compares the prompt made from the files of a revision with this prompt. It may block.
func (s sides) ofPast(ctx context.Context, with other) (comparison, error) {
	then, err := facts.PastOf(ctx, s.world, facts.Slash(s.request.Cwd), with.past)
	if err != nil {
		return comparison{}, err
	}
	request, notes := s.request, s.unsaved()
	request.Unsaved, request.AsCaptured = nil, false
	if then.Base {
		notes = append(notes, "compared with the commit where this branch left "+with.past)
	}
	if s.file != "" {
		if text, err := then.World.ReadFile(s.file); err == nil {
			request.Template.Text = strings.TrimPrefix(text, "\ufeff")
		} else {
			notes = append(notes, "git has no template in "+with.past+": both sides use the current one")
		}
	}
	was, err := engine.New(then.World, engine.WithAgents(s.agents)).Render(ctx, request)
	if err != nil {
		return comparison{}, err
	}
	now, err := s.bench.Render(ctx, s.request)
	if err != nil {
		return comparison{}, err
	}
	return comparison{was: report.SideOf(with.name, was), now: report.SideOf(thisPrompt, now), notes: notes}, nil
}

// unsaved returns the note about the unsaved texts in this prompt.
func (s sides) unsaved() []string { return report.UnsavedNote(s.request) }
