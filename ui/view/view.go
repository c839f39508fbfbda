// Package view says what the tabs of the preview pane have in common. Each tab is
// a package below this one. A view shows one thing, takes messages, and asks the
// workbench for what it cannot do itself through its [Host]; it knows no other
// view.
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

// View is something to look at in a pane: a tab of the preview, the variables.
type View interface {
	// Title is the word on its tab.
	Title() string
	// Keys are the actions that the view does itself when it has the focus, besides
	// those of moving about. They come to Update as messages.
	Keys() []keymap.Action
	// Hints are the actions worth a place in the footer while it has the focus.
	Hints() []Hint
	// Update takes a message. It must not block: slow work is a command.
	Update(msg tea.Msg) (View, tea.Cmd)
	// Draw paints the view and returns where the real cursor belongs.
	Draw(a cell.Area, f Frame) (x, y int, visible bool)
	// Search returns what a search finds in all that the view shows, in order.
	// [Reveal] shows one of the matches.
	Search(m *search.Matcher) []Match
	// Crumb says where the reader is, for the status line; "" says nothing.
	Crumb() string
	// Extent says what of its rows or its text the window shows, for a scroll bar.
	Extent() Extent
	// Selected is what a copy takes, with the words that say what it is; an empty text
	// leaves it to the workbench.
	Selected() (text, what string)
}

// Selection is what View.Selected calls a part of a text that the user selected.
const Selection = "the selection"

// Extent is the part of something long that a window shows: from Top on, Shown of
// Total. The unit is the view's own.
type Extent struct{ Top, Shown, Total int }

// Frame is what a view draws with.
type Frame struct {
	Styles  *style.Styles
	Focused bool
	Stale   bool // a newer prompt is being built: what is shown is dimmed
}

// Hint is an action worth a place in the footer, with the word it has there.
type Hint struct {
	Action keymap.Action
	Word   string
}

// Match is something that a search found: a span of a view's text, or of the text
// of a row of its list.
type Match struct {
	Row  int // of a list; 0 in a text
	Span source.Span
}

// The messages that a view may get besides keys' actions, which come as
// [keymap.Action], and its own.
type (
	// Result brings a new prompt and the request that it was built for.
	Result struct {
		*engine.Result
		Request engine.Request
	}
	// Mask says whether values that might be secret are masked, which they are until
	// it is said otherwise. A new Result comes as it is to be shown.
	Mask struct{ On bool }
	// Shown tells that the view has become the one on the screen.
	Shown struct{}
	// Hidden tells that another view has taken its place.
	Hidden struct{}
	// Changed tells that files may have changed. ByUser is set when the user asked
	// to look.
	Changed struct{ ByUser bool }
	// Saved tells that an edited file was saved: the disk holds another text now.
	Saved struct{}
	// Agent tells that another agent's prompt has been chosen, by its name without
	// a version.
	Agent struct{ Name string }
	// Move moves the reader's place by rows, by windows, or to an end: -1 is the
	// start, 1 the end.
	Move struct{ Rows, Pages, End int }
	// Scroll moves the window by rows and leaves the reader's place. X and Y are the
	// cell of the view at which a wheel was turned.
	Scroll struct{ Rows, X, Y int }
	// Sideways scrolls by columns where lines run on.
	Sideways struct{ Columns int }
	// Click is a press at a cell of the view. Count is 2 for a double click, which
	// does what Enter does.
	Click struct{ X, Y, Count int }
	// ScrollTo scrolls so that a share of all, 0 to 1, is at the top of the window.
	ScrollTo struct{ Share float64 }
	// Drag is a move with the button held, at a cell of the view or beyond it.
	Drag struct{ X, Y int }
	// Unselect clears the selection.
	Unselect struct{}
	// Found marks all that a search found, of which Reveal shows one; nil marks
	// nothing.
	Found struct{ Matches []Match }
	// Keep remembers the reader's place, Return goes back there.
	Keep   struct{}
	Return struct{}
	// Looks change how text is laid out.
	Looks struct {
		Wrap bool
		Cell cell.Options
	}
	// Reveal shows a match and puts the reader's place there.
	Reveal struct{ Match Match }
)

// Place is somewhere to go.
type Place struct {
	In   In
	Span source.Span
}

// FilePlace is where in a file the caret goes: a line and a column, from 1, or an
// offset in bytes. The zero FilePlace leaves the caret where it is.
type FilePlace struct{ Line, Column, Offset int }

// In says what a place is in.
type In uint8

// What a place can be in.
const (
	Template In = iota // the text in the editor; the span is selected
	Prompt             // the text of the prompt
)

// Host is what a view may ask of the workbench.
type Host interface {
	// Say shows a line of news, Warn one of bad news.
	Say(text string)
	Warn(text string)
	// Open opens a dialog that the user asks for with the key that is being handled.
	Open(d dialog.Dialog)
	// Ticket and Answer open what the user asked for once it is there.
	Ticket() screen.Ticket
	Answer(t screen.Ticket, about string, open func() tea.Cmd) tea.Cmd
	// GoTo goes to a place, from which the user can go back.
	GoTo(p Place) tea.Cmd
	// OpenFile shows a file in the editor pane; one that does not exist is made when it
	// is saved. path is absolute.
	OpenFile(path string, at FilePlace) tea.Cmd
	// Show shows another view, by its title.
	Show(title string) tea.Cmd
	// Edit opens a file in the user's own editor. Lines and columns count from 1.
	Edit(path string, line, column int) tea.Cmd
	// Short spells a path for people.
	Short(path string) string
	// AskPath asks for the path of a file.
	AskPath(title string, take func(path string) tea.Cmd) tea.Cmd
}
