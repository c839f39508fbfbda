package app

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/facts"
)

// rendering is the state of asking the engine. One request is under way at a
// time; while it is, later edits only raise the wanted revision.
type rendering struct {
	revision uint64 // of the last request made
	shown    uint64 // of the result on screen
	running  bool
	again    bool           // something changed since the request was made
	request  engine.Request // of the result on screen
	late     bool           // the wait has been long enough to say so
}

// renderedMsg brings a result, or the error of a cancelled request.
type renderedMsg struct {
	result  *engine.Result
	text    uint64 // the editor's revision that was rendered
	request engine.Request
	err     error
}

// lateMsg comes when a request has run for a while.
type lateMsg struct{ revision uint64 }

const (
	// graceTime is how long a key waits for its result: most are ready within it,
	// and the frame then shows the key's effect in both panes at once.
	graceTime = 6 * time.Millisecond
	// lateTime is when a result that is not there yet is shown as stale.
	lateTime = 150 * time.Millisecond
)

// render asks for a result for what the editor holds now.
func (w *Workbench) render() tea.Cmd {
	if w.rendering.running {
		w.rendering.again = true
		return nil
	}
	w.rendering.revision++
	w.rendering.running = true
	w.rendering.again = false
	request := w.request
	request.Revision = w.rendering.revision
	request.Template = engine.Template{Text: w.editor.Text(), Path: w.templatePath(), BuiltIn: w.builtIn && !w.dirty()}
	text := w.editor.Revision()

	files, watch := w.templateFiles(), w.o.Watch
	done := make(chan renderedMsg, 1)
	go func() {
		defer w.session.Rescue()
		result, err := w.engine.Render(context.Background(), request)
		done <- renderedMsg{result, text, request, err}
		if err == nil && watch != nil {
			watch.Follow(result.Questions, files...)
		}
	}()
	timer := time.NewTimer(graceTime)
	defer timer.Stop()
	select {
	case msg := <-done:
		return w.rendered(msg)
	case <-timer.C:
	}
	revision := request.Revision
	return tea.Batch(
		func() tea.Msg { return <-done },
		tea.Tick(lateTime, func(time.Time) tea.Msg { return lateMsg{revision} }),
	)
}

// rendered takes a result in. What was asked for meanwhile is asked for now.
func (w *Workbench) rendered(msg renderedMsg) tea.Cmd {
	w.rendering.running = false
	w.rendering.late = false
	if msg.err != nil {
		w.warn("The prompt could not be built: " + msg.err.Error())
	} else if msg.result.Revision > w.rendering.shown {
		w.show(msg)
	}
	if w.rendering.again {
		return w.render()
	}
	return w.derive()
}

// show gives a result to the panes.
func (w *Workbench) show(msg renderedMsg) {
	r := msg.result
	w.result = r
	w.rendering.shown, w.rendering.request = r.Revision, msg.request
	w.preview.SetResult(r)
	w.blocks.SetResult(r)
	w.suggestWire()
	w.showCut()
	w.inspector.SetValues(r.Values, r.Tree.Text)
	w.editor.SetTagsAt(msg.text, r.Tree.Tags())
	w.editor.SetProblemsAt(msg.text, r.Problems)
	w.matched = -1
}

// templatePath is the template's file, "" while it has none.
func (w *Workbench) templatePath() string {
	if w.doc == nil {
		return ""
	}
	return w.doc.Path()
}

// templateFiles are the names under which the template's file may change.
func (w *Workbench) templateFiles() []string {
	if w.doc == nil {
		return nil
	}
	return []string{facts.Slash(w.doc.Path()), facts.Slash(w.doc.Info().RealPath)}
}

// stale reports whether what the preview shows is behind for long enough to say.
func (w *Workbench) stale() bool { return w.rendering.running && w.rendering.late }

// late marks the preview as stale when the request of that revision still runs.
func (w *Workbench) late(msg lateMsg) {
	if w.rendering.running && msg.revision == w.rendering.revision {
		w.rendering.late = true
	}
}

// loadedMsg says that a vocabulary is there which an estimate stood in for.
type loadedMsg struct{}

func (w *Workbench) waitLoaded() tea.Cmd {
	if w.o.Loaded == nil {
		return nil
	}
	loaded := w.o.Loaded
	return func() tea.Msg {
		<-loaded
		return loadedMsg{}
	}
}
