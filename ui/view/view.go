// Package view defines what the tabs of the preview pane have in common. Each tab is
// a package below this one. A view shows one thing, handles messages, and asks the
// workbench through its [Host] for what it cannot do itself; it does not know other
// views.
package view

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/source"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/screen"
	"galley/ui/style"
)

// View is the content of a pane: a tab of the preview, or the variables.
type View interface {
	// Title returns the word on its tab.
	Title() string
	// Keys returns the actions that the view does itself when it has the focus,
	// besides moving. They are sent to Update as messages.
	Keys() []keymap.Action
	// Hints returns the actions to show in the footer while it has the focus.
	Hints() []Hint
	// Update handles a message. It must not block: slow work is a command.
	Update(msg tea.Msg) (View, tea.Cmd)
	// Draw paints the view and returns the place of the terminal's cursor.
	Draw(a cell.Area, f Frame) (x, y int, visible bool)
	// Search returns the matches in all that the view shows, in order. [Reveal] shows
	// one of them.
	Search(m *search.Matcher) []Match
	// Crumb describes the reading position for the status line, or is "".
	Crumb() string
	// Extent describes the visible part, for a scroll bar.
	Extent() Extent
	// Selected returns the text that the copy key copies, and words that describe it. If the
	// text is empty, the workbench chooses what to copy.
	Selected() (text, what string)
}

// Selection is what View.Selected returns as the description of text that the user selected.
const Selection = "the selection"

// Extent is the part of something long that a window shows: from Top on, Shown of
// Total. The unit is the view's own.
type Extent struct{ Top, Shown, Total int }

// Frame holds what a view is drawn with.
type Frame struct {
	Styles  *style.Styles
	Focused bool
	Stale   bool // a newer prompt is being built: dim what is shown
}

// Hint is an action with its word in the footer.
type Hint struct {
	Action keymap.Action
	Word   string
}

// Match is a search result: a span of a view's text, or of the text of a row of its
// list.
type Match struct {
	Row  int // of a list; 0 in a text
	Span source.Span
}

// The messages that the workbench sends to views. Besides these, a view gets its actions as
// [keymap.Action] and the messages of its own commands.
type (
	// Result brings a new prompt and its request.
	Result struct {
		*engine.Result
		Request engine.Request
	}
	// Mask says whether secrets are to be masked. They are, until a Mask says otherwise. The
	// texts of a new Result are masked or not as they have to be.
	Mask struct{ On bool }
	// Shown says that the view is now on screen.
	Shown struct{}
	// Hidden says that another view is on screen instead.
	Hidden struct{}
	// Changed says that files may have changed. ByUser is set if the user asked to
	// look.
	Changed struct{ ByUser bool }
	// Saved says that an edited file was saved, so its text on disk is new.
	Saved struct{}
	// Agent says that another agent's prompt was chosen, by its name without a
	// version.
	Agent struct{ Name string }
	// Move moves the reading position by rows, by windows, or to an end: -1 is the
	// start, 1 the end.
	Move struct{ Rows, Pages, End int }
	// Scroll moves the window by rows and keeps the reading position. X and Y are the
	// cell of the view under the mouse pointer.
	Scroll struct{ Rows, X, Y int }
	// Sideways scrolls by columns if lines are not wrapped.
	Sideways struct{ Columns int }
	// Click is a press at a cell of the view. Count is 2 for a double click, which
	// does what Enter does.
	Click struct{ X, Y, Count int }
	// ScrollTo scrolls so that a share of everything, from 0 to 1, is above the
	// window.
	ScrollTo struct{ Share float64 }
	// Drag is a move with the button held, at a cell of the view or beyond it.
	Drag struct{ X, Y int }
	// Unselect clears the selection.
	Unselect struct{}
	// Found marks all search results, of which Reveal shows one; nil marks none.
	Found struct{ Matches []Match }
	// Keep remembers the reading position, Return goes back to it.
	Keep   struct{}
	Return struct{}
	// Looks change the layout of text.
	Looks struct {
		Wrap bool
		Cell cell.Options
	}
	// Reveal shows a match and moves the reading position there.
	Reveal struct{ Match Match }
)

// Place is a place to go to.
type Place struct {
	In   TextKind
	Span source.Span
}

// FilePlace is a place in a file for the caret: a line and a column, from 1, or an
// offset in bytes. The zero FilePlace keeps the caret where it is.
type FilePlace struct {
	Line, Column, Offset int
	Text                 string // what a file that does not exist yet begins with
}

// TextKind says what kind of text a place is in.
type TextKind uint8

// The texts with places.
const (
	Template TextKind = iota // the text in the editor; the span is selected
	Prompt                   // the text of the prompt
)

// Host is what a view can ask of the workbench.
type Host interface {
	// Say shows a line of news, Warn one with bad news.
	Say(text string)
	Warn(text string)
	// Open opens a dialog that the user asks for with the current key.
	Open(d dialog.Dialog)
	// Ticket and Answer open what the user requested once it is ready.
	Ticket() screen.Ticket
	Answer(t screen.Ticket, about string, open func() tea.Cmd) tea.Cmd
	// GoTo goes to a place; the user can go back from it.
	GoTo(p Place) tea.Cmd
	// OpenFile shows a file in the editor pane; a file that does not exist is created
	// when saved. path is absolute.
	OpenFile(path string, at FilePlace) tea.Cmd
	// Show shows another view, by its title.
	Show(title string) tea.Cmd
	// Copy copies a text to the clipboard and says so; what describes it.
	Copy(what, text string) tea.Cmd
	// Edit opens a file in the user's own editor. Lines and columns count from 1.
	Edit(path string, line, column int) tea.Cmd
	// Short returns a path for people.
	Short(path string) string
	// AskPath asks for the path of a file. It offers those whose names end in ending.
	AskPath(title, ending string, take func(path string) tea.Cmd) tea.Cmd
	// AskFile asks for the path of a file by letters of it; the file need not exist.
	AskFile(title string, take func(path string) tea.Cmd) tea.Cmd
}
