// Package unsaved stores copies of text that the user has typed but not saved. The copies are
// written in the background, deleted when the text is saved or discarded, and found at the next
// start. The handling of a key never waits for them.
package unsaved

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/ui/words"
)

const (
	// FlushTime is the longest time for which a program that ends waits until the last text is
	// stored.
	FlushTime = 5 * time.Second
	// dropTime is how long Drop waits for the deletion of a copy.
	dropTime = 700 * time.Millisecond
)

// Guard stores the unsaved text of one workbench. A nil Guard stores nothing.
type Guard struct {
	recovery *document.Recovery
	keeper   *document.Keeper
	revision uint64   // the revision of the text that was last put
	has      bool     // whether a text was put and not dropped since
	instead  []string // the paths of the copies from which the text was restored
	warned   string   // the failure that was last reported
}

// New returns a guard that stores texts in a state directory, or nil for "".
func New(stateDir string) *Guard {
	if stateDir == "" {
		return nil
	}
	r := document.NewRecovery(stateDir)
	return &Guard{recovery: r, keeper: document.NewKeeper(r)}
}

// Text is an unsaved text and the file to which it belongs.
type Text struct {
	Revision uint64 // of the text in the editor
	Origin   document.Origin
	Text     string
	When     time.Time
}

// Has reports whether the text of a revision has already been put.
func (g *Guard) Has(revision uint64) bool { return g == nil || g.has && g.revision == revision }

// TypedHere reports whether there is a copy of text that was typed in this run.
func (g *Guard) TypedHere() bool { return g != nil && g.has && len(g.instead) == 0 }

// Put makes the guard write a text in the background. Later texts replace it if it is still
// waiting. Put never waits.
func (g *Guard) Put(t Text, then ...func() error) {
	if g != nil {
		g.revision, g.has = t.Revision, true
		t.Origin.Instead = g.instead
		g.keeper.Put(t.Origin, t.Text, t.When, then...)
	}
}

// Restore does the same as Put, for a found text that is now in the editor. The copy in which
// the text was found is deleted only when the new copy is on disk.
func (g *Guard) Restore(t Text, found document.Unsaved) {
	if g != nil {
		g.instead = append(g.instead, found.Files()...)
		g.Put(t, func() error { return g.recovery.Discard(found) })
	}
}

// Keep writes the newest text before it is saved. It must be called in a command. News reports a
// failure.
func (g *Guard) Keep() {
	if g != nil {
		_ = g.keeper.Keep()
	}
}

// FailedMsg reports the outcome of an action on the copy of unsaved text. Err says which action
// failed and why; it is nil if the action succeeded.
type FailedMsg struct{ Err error }

// failed returns the message about the outcome of an action. what is the sentence that says what
// failed, such as "A copy of unsaved text cannot be read". It is used only if err is not nil.
func failed(what string, err error) FailedMsg {
	if err != nil {
		err = fmt.Errorf("%s: %w", what, err)
	}
	return FailedMsg{err}
}

const notRemoved = "The copy of unsaved text was not removed"

// Drop returns a command that deletes the copy, because the text has been saved or discarded.
func (g *Guard) Drop() tea.Cmd {
	if g == nil || !g.has {
		return nil
	}
	g.has, g.warned, g.instead = false, "", nil
	finish := g.keeper.Drop()
	return func() tea.Msg {
		done := make(chan error, 1)
		go func() { done <- finish() }()
		timer := time.NewTimer(dropTime)
		defer timer.Stop()
		select {
		case err := <-done:
			return failed(notRemoved, err)
		case <-timer.C:
			return FailedMsg{} // the disk is slow; the deletion continues in the background
		}
	}
}

// Discard returns a command that deletes a text that Find returned.
func (g *Guard) Discard(found document.Unsaved) tea.Cmd {
	return func() tea.Msg { return failed(notRemoved, g.recovery.Discard(found)) }
}

// News returns what has changed since the last call: that storing text fails, or that it works
// again. It returns "" if nothing has changed.
func (g *Guard) News() (text string, bad bool) {
	if g == nil {
		return "", false
	}
	switch err := g.keeper.Err(); {
	case err == nil && g.warned != "":
		g.warned = ""
		return "Typed text is stored again", false
	case err != nil && err.Error() != g.warned:
		g.warned = err.Error()
		why := words.Reason(err)
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			why = at.Err.Error() + ": " + at.Path
		}
		return "Typed text cannot be stored: " + why, true
	}
	return "", false
}

// Flush writes the last text before the program ends. It returns an error if this fails.
func (g *Guard) Flush() error {
	if g == nil {
		return nil
	}
	return g.keeper.Flush(FlushTime)
}
