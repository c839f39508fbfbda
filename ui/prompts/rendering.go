package prompts

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/report"
	"galley/ui/words"
	"galley/ui/work"
)

// rendering is the state of asking the engine. One request runs at a time; a newer
// key cancels it.
type rendering struct {
	work     work.Run
	revision uint64         // of the last request made
	shown    uint64         // of the result on screen
	request  engine.Request // of the result on screen
	since    time.Time      // when the result on screen began to be old
	late     bool           // the wait has been long enough to say so
}

// renderedMsg brings a result, or the error of a request that failed or was
// cancelled.
type renderedMsg struct {
	result    *engine.Result
	text      uint64 // the editor's revision that was rendered
	request   engine.Request
	err       error
	cancelled bool
}

// lateMsg comes when a request may have run for a while.
type lateMsg struct{}

const (
	// graceTime is how long a key waits for its result: most are ready within it,
	// and the frame then shows the key's effect in both panes at once.
	graceTime = 6 * time.Millisecond
	// lateTime is when a result that is not there yet is shown as stale.
	lateTime = 150 * time.Millisecond
)

// Render asks for a result for what the editor holds now.
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

// rendered takes a result. If newer work is wanted by now, it is asked for.
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

// show takes a result as the one on screen.
func (p *Prompts) show(msg renderedMsg) tea.Cmd {
	p.result = msg.result
	p.rendering.shown, p.rendering.request = msg.result.Revision, msg.request
	cut := -1
	if p.toCut && msg.request.Fit {
		p.toCut = false
		if offset, ok := report.FirstCut(msg.result); ok {
			cut = offset
		}
	}
	// Views draw the masked result; what is copied, counted and kept is the one that is sent.
	return tea.Batch(p.o.Show(Shown{msg.result.Masked(), msg.request, msg.text, cut}), p.askUnused(msg.request))
}

// askedMsg says that values are known now that the template does not name.
type askedMsg struct{}

// askUnused asks, beside the keys and once after each refresh, for the values that take a
// process to find.
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

// late marks the prompt as stale when the result on screen has been old for long
// enough, whichever request is to replace it.
func (p *Prompts) late() {
	r := &p.rendering
	r.late = r.work.Running() && p.o.Clock().Sub(r.since) >= lateTime
}

// Running reports whether a result is being made.
func (p *Prompts) Running() bool { return p.rendering.work.Running() }

// Stale reports whether the result on screen is older than what is typed, and that
// for so long that it shows.
func (p *Prompts) Stale() bool { return p.rendering.work.Running() && p.rendering.late }

// loadedMsg says that a vocabulary has finished loading, which an estimate stood in
// for.
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
