package prompts

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/report"
	"galley/ui/keymap"
	"galley/ui/words"
	"galley/ui/work"
)

// rendering is the state of the requests to the engine. One request runs at a time, and a newer key
// press cancels it.
type rendering struct {
	work     work.Run
	revision uint64         // the revision of the last request
	shown    uint64         // the revision of the result on the screen
	request  engine.Request // the request of the result on the screen
	since    time.Time      // when the result on the screen became outdated
	late     bool           // whether since is so long ago that the user is told
}

// renderedMsg carries a result, or the error of a request that failed or was cancelled.
type renderedMsg struct {
	result    *engine.Result
	text      uint64 // the editor's revision that was rendered
	request   engine.Request
	err       error
	cancelled bool
}

// lateMsg arrives some time after a request has started.
type lateMsg struct{}

const (
	// graceTime is how long drawing waits for the result after a key press. Most results are ready
	// by then, so that one frame shows the effect of the key in both panes.
	graceTime = 6 * time.Millisecond
	// lateTime is how long the result on the screen may be outdated before it is shown as stale.
	lateTime = 150 * time.Millisecond
)

// Render requests a result for the editor's current text.
func (p *Prompts) Render() tea.Cmd {
	r := &p.rendering
	now := p.o.Clock()
	ctx, ok := r.work.Begin(now)
	if !ok {
		return nil
	}
	if r.since.IsZero() {
		r.since = now
	}
	r.revision++
	request, s := p.now()
	request.Revision = r.revision

	names := append(p.Session().files(), s.Names...)
	bench, watch, rescue := p.o.Engine, p.o.Watch, p.o.Rescue
	done := make(chan renderedMsg, 1)
	go func() {
		defer rescue()
		result, err := bench.Render(ctx, request)
		done <- renderedMsg{result, s.Revision, request, err, err != nil && ctx.Err() != nil}
		if watch == nil {
			return
		}
		if over, ok := errors.AsType[*engine.OverBudgetError](err); ok {
			watch.Follow(over.Questions, names...)
		} else if err == nil {
			watch.Follow(result.Questions, names...)
		}
	}()
	timer := time.NewTimer(graceTime)
	defer timer.Stop()
	select {
	case msg := <-done:
		return p.rendered(msg)
	case <-timer.C:
	}
	return tea.Batch(
		func() tea.Msg { return <-done },
		tea.Tick(lateTime, func(time.Time) tea.Msg { return lateMsg{} }),
	)
}

// rendered handles a result. If a newer result has been requested by now, it starts the newer
// request.
func (p *Prompts) rendered(msg renderedMsg) tea.Cmd {
	again := p.rendering.work.End(!msg.cancelled)
	if !msg.cancelled {
		p.rendering.late, p.rendering.since = false, time.Time{}
	}
	var cmd tea.Cmd
	switch {
	case msg.cancelled:
	case msg.err != nil:
		p.screen.Warn("The prompt could not be built: " + words.Reason(msg.err))
	case msg.result.Revision > p.rendering.shown:
		cmd = p.show(msg)
	}
	if again {
		return tea.Batch(cmd, p.Render())
	}
	return cmd
}

// show makes a result the result on the screen.
func (p *Prompts) show(msg renderedMsg) tea.Cmd {
	p.result = msg.result
	p.rendering.shown, p.rendering.request = msg.result.Revision, msg.request
	p.Checkup().collect()
	cut := -1
	if p.toCut && msg.request.Fit {
		p.toCut = false
		if f := msg.result.Fit; f != nil {
			p.screen.Say(fitted(f, p.o.Hint(keymap.Budgets)))
		}
		if offset, ok := report.FirstCut(msg.result); ok {
			cut = offset
		}
	}
	// The views show the masked result; copies, counts and stored prompts use the unmasked result.
	return tea.Batch(p.o.Show(Shown{msg.result.Masked(), msg.request, msg.text, cut}), p.askUnused(msg.request), p.Checkup().check())
}

// askedMsg says that the values that the template does not name are now known.
type askedMsg struct{}

// askUnused resolves the values that need a process, in the background and once after each refresh.
func (p *Prompts) askUnused(request engine.Request) tea.Cmd {
	if !p.unasked {
		return nil
	}
	p.unasked = false
	bench := p.o.Engine
	return func() tea.Msg {
		if bench.AskUnused(context.Background(), request) {
			return askedMsg{}
		}
		return nil
	}
}

// late marks the prompt as stale if the result on the screen has been outdated for long enough.
// It does not matter which request will replace the result.
func (p *Prompts) late() {
	r := &p.rendering
	r.late = r.work.Running() && p.o.Clock().Sub(r.since) >= lateTime
}

// Running reports whether a result is being computed.
func (p *Prompts) Running() bool { return p.rendering.work.Running() }

// Stale reports whether the result on the screen has been outdated for long enough to tell the
// user.
func (p *Prompts) Stale() bool { return p.rendering.work.Running() && p.rendering.late }

// loadedMsg says that a vocabulary has been loaded, so that exact counts can replace estimates.
type loadedMsg struct{}

func (p *Prompts) waitLoaded() tea.Cmd {
	if p.o.Loaded == nil {
		return nil
	}
	loaded := p.o.Loaded
	return func() tea.Msg {
		<-loaded
		return loadedMsg{}
	}
}
