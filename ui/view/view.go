// Package view defines what the tabs of the preview pane have in common. Each tab is a package
// in a directory of this one. A view shows one thing and handles messages. It asks the
// workbench, through its [Host], for everything else, and it does not know other views.
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
	// Title returns the word on the view's tab.
	Title() string
	// Keys returns the actions that the view handles itself when it has the focus, in addition
	// to moves. Update gets these actions as messages.
	Keys() []keymap.Action
	// Hints returns the actions that the footer shows while the view has the focus.
	Hints() []Hint
	// Update handles a message. It must not block: slow work must be in a command.
	Update(msg tea.Msg) (View, tea.Cmd)
	// Draw paints the view and returns the position of the terminal's cursor.
	Draw(a cell.Area, f Frame) (x, y int, visible bool)
	// Search returns the matches in everything that the view shows, in order. The message
	// [Reveal] later shows one of them.
	Search(m *search.Matcher) []Match
	// Crumb returns a description of the reading position for the status line, or "".
	Crumb() string
	// Extent returns the visible part, for the scroll bar.
	Extent() Extent
	// Selected returns the text that the copy key copies, and words that describe it. If the
	// text is empty, the workbench chooses what to copy.
	Selected() (text, what string)
}

// Selection is what View.Selected returns as the description of text that the user selected.
const Selection = "the selection"

// Extent is the visible part of a long text or list. The part begins at Top, and Shown of Total
// units are visible. The unit depends on the view.
type Extent struct{ Top, Shown, Total int }

// Frame says how a view is drawn.
type Frame struct {
	Styles  *style.Styles
	Focused bool
	Stale   bool // whether a newer prompt is being built, so that the view is dimmed
}

// Hint is an action and the word for it in the footer.
type Hint struct {
	Action keymap.Action
	Word   string
}

// Match is a search result: a span of a view's text, or of the text of a row of its
// list.
type Match struct {
	Row  int // the row of a list; 0 in a text
	Span source.Span
}

// The messages that the workbench sends to views. Besides these, a view gets its actions as
// [keymap.Action] and the messages of its own commands.
type (
	// Result carries a new prompt and its request.
	Result struct {
		*engine.Result
		Request engine.Request
	}
	// Mask says whether to mask secrets. Secrets are masked until the first Mask arrives. The
	// texts of a new Result are already masked or not, as required.
	Mask struct{ On bool }
	// Shown says that the view is now shown.
	Shown struct{}
	// Hidden says that the view is hidden, because another one is now shown.
	Hidden struct{}
	// Changed says that files may have changed. ByUser is set if the user asked for a reload.
	Changed struct{ ByUser bool }
	// Saved says that an edited file was saved, so that its text on disk has changed.
	Saved struct{}
	// Agent says that the user chose the prompt of another agent. Name is the name of this
	// agent without a version.
	Agent struct{ Name string }
	// Move moves the reading position by rows, by windows, or to an end. An End of -1 means the
	// start, and 1 means the end.
	Move struct{ Rows, Pages, End int }
	// Scroll moves the window by rows but not the reading position. X and Y are the cell of the
	// view under the mouse pointer.
	Scroll struct{ Rows, X, Y int }
	// Sideways scrolls by columns if lines do not wrap.
	Sideways struct{ Columns int }
	// Click is a press at a cell of the view. Count is 2 for a double click, which
	// does what Enter does.
	Click struct{ X, Y, Count int }
	// ScrollTo scrolls so that the given share of all rows, from 0 to 1, is above the window.
	ScrollTo struct{ Share float64 }
	// Drag is a mouse move with the button held, at a cell of the view or beyond it.
	Drag struct{ X, Y int }
	// Unselect clears the selection.
	Unselect struct{}
	// Found marks the given search results in the view; nil marks nothing.
	Found struct{ Matches []Match }
	// Keep stores the reading position. Return goes back to the stored position.
	Keep   struct{}
	Return struct{}
	// Looks changes the layout of text.
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

// FilePlace is a position in a file for the caret: a line and a column, from 1, or an offset in
// bytes. The zero FilePlace leaves the caret where it is.
type FilePlace struct {
	Line, Column, Offset int
	Text                 string // the initial text of a file that does not exist yet
}

// TextKind says to which text a place belongs.
type TextKind uint8

// The texts in which a place can be.
const (
	Template TextKind = iota // the text in the editor; the span is selected
	Prompt                   // the text of the prompt
)

// Host is what a view can ask of the workbench.
type Host interface {
	// Say shows a message, and Warn a warning.
	Say(text string)
	Warn(text string)
	// Open opens a dialog that the user requested with the current key.
	Open(d dialog.Dialog)
	// Ticket and Answer open a dialog later than the key that requested it: Ticket is called at
	// the key, and Answer when the dialog is ready.
	Ticket() screen.Ticket
	Answer(t screen.Ticket, about string, open func() tea.Cmd) tea.Cmd
	// GoTo goes to a place. The user can go back to the present place afterwards.
	GoTo(p Place) tea.Cmd
	// OpenFile shows a file in the editor pane. path is absolute. A file that does not exist is
	// created when the user saves it.
	OpenFile(path string, at FilePlace) tea.Cmd
	// Show shows another view, which it finds by its title.
	Show(title string) tea.Cmd
	// Copy copies a text to the clipboard and shows a message; what describes the text.
	Copy(what, text string) tea.Cmd
	// Edit opens a file in the user's own editor. line and column count from 1.
	Edit(path string, line, column int) tea.Cmd
	// Short returns a path in a short form for the screen.
	Short(path string) string
	// AskPath asks for the path of a file and calls take with the path. It offers the files
	// whose names end in ending.
	AskPath(title, ending string, take func(path string) tea.Cmd) tea.Cmd
	// AskFile asks for a file of the project by letters of its path and calls take with the path.
	// The file need not exist.
	AskFile(title string, take func(path string) tea.Cmd) tea.Cmd
}
