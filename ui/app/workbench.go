// Package app is the workbench: the one tea.Model. It owns the panes, turns keys
// into actions, asks the engine for results off the key path, and draws every
// frame as a grid of exactly the terminal's size. Panes are plain structs that it
// calls; they never call each other.
package app

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/session"
	"galley/engine/template"
	"galley/ui/blocksview"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/editor"
	"galley/ui/inspector"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/preview"
	"galley/ui/rulesview"
	"galley/ui/style"
	"galley/ui/term"
	"galley/ui/unsaved"
)

// Options say what the workbench opens on and what it has of the world.
type Options struct {
	World    facts.World
	Engine   *engine.Workbench
	Counting []engine.Option // how an engine beside it counts tokens
	Loaded   <-chan struct{} // tells that tokens can be counted better; nil: never
	Request  engine.Request  // the template's text is the document's
	Document *document.Document
	BuiltIn  bool   // the template is the built-in default: the document has no text yet
	SaveAs   string // where a template without a file is saved unless the user says otherwise
	StateDir string // where recovery files go; "" keeps none

	Keys    *keymap.Map
	Themes  []string // the themes that the theme key goes through
	Theme   string
	Styles  func(theme string) *style.Styles
	Cells   cell.Options
	Mouse   bool
	Session *term.Session // nil in tests: there is no terminal
	Watch   *facts.Watch  // nil: files are not watched
	// RulesWatch watches what the discovery of rules asked; nil: it is made anew
	// whenever Watch tells of a change.
	RulesWatch *facts.Watch

	// Sessions holds the prompts of conversations; nil: none are kept. It is opened
	// only when the user asks for them.
	Sessions *session.Store
	Clock    func() time.Time
}

// Workbench is the state of the whole screen.
type Workbench struct {
	o       Options
	engine  *engine.Workbench
	session *term.Session
	keys    *keymap.Map
	styles  *style.Styles
	theme   int

	width, height int
	layout        layout.Layout
	grid          *cell.Grid
	frame         string // the last one drawn, shown again while input waits
	focus         layout.Pane
	zoom          bool
	steady        bool // the mouse gave the focus: nothing moves away from under it
	mouse         bool

	editor      *editor.Editor
	preview     *preview.Pane
	blocks      *blocksview.Pane
	rules       *rulesview.Pane
	inspector   *inspector.Pane
	requestView requestView
	diffView    diffView
	asked       uint64 // how often the world was asked anew
	toCut       bool   // the fitted prompt's cut is to be shown when it is there
	tab         tab    // what the preview pane shows
	discovery   uint64 // how often discovery was asked for

	verifiedCount *verified // nil until a provider was asked
	dialog        dialog.Dialog

	doc      *document.Document
	gone     bool   // the document's file is not on disk any more
	builtIn  bool   // nobody has written this template yet
	withdraw func() // takes back that the file is open here; may be nil
	unsaved  *unsaved.Guard
	lost     chan error // that the last text could not be kept

	request   engine.Request
	result    *engine.Result
	rendering rendering
	matched   int // the caret's offset that the preview was matched to

	interruption interruption

	note     note
	jumps    jumps
	drag     layout.Pane
	clicks   clicks
	find     findState
	quitting bool
}

// note is the line of news at the foot of the screen.
type note struct {
	text  string
	until time.Time
	warn  bool
}

// New returns a workbench that has not drawn yet.
func New(o Options) *Workbench {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	w := &Workbench{
		o:           o,
		engine:      o.Engine,
		session:     o.Session,
		keys:        o.Keys,
		grid:        cell.NewGrid(0, 0),
		focus:       layout.Template,
		mouse:       o.Mouse,
		editor:      editor.New(),
		preview:     preview.New(o.Cells),
		blocks:      &blocksview.Pane{},
		rules:       &rulesview.Pane{},
		inspector:   &inspector.Pane{},
		requestView: newRequestView(o.Cells),
		diffView:    newDiffView(o.Cells),
		doc:         o.Document,
		builtIn:     o.BuiltIn,
		request:     o.Request,
		matched:     -1,
		unsaved:     unsaved.New(o.StateDir),
		lost:        make(chan error, 8),
	}
	w.grid.SetOptions(o.Cells)
	settings := w.editor.Options()
	settings.Cell = o.Cells
	w.editor.SetOptions(settings)
	w.theme = max(slices.Index(o.Themes, o.Theme), 0)
	w.setStyles(o.Theme)
	if o.BuiltIn {
		w.editor.SetText(template.Default)
	} else {
		w.editor.SetText(w.doc.Text())
	}
	w.editor.MarkSaved()
	return w
}

func (w *Workbench) setStyles(theme string) {
	w.styles = w.o.Styles(theme)
	w.grid.SetMark(w.styles.Mark)
}

// Init asks for the first result and starts the slow clock.
func (w *Workbench) Init() tea.Cmd {
	w.setTitle()
	return tea.Batch(w.render(), w.waitLoaded(), w.watch(), w.watchRules(), w.tick(), w.findRecovery(), w.announce())
}

// dirty reports whether the template differs from what is on disk.
func (w *Workbench) dirty() bool { return w.gone || w.editor.Modified() }

// say shows a line of news for a while.
func (w *Workbench) say(text string) {
	w.note = note{text: text, until: w.o.Clock().Add(noteTime)}
}

// warn shows a line of bad news, which stays twice as long.
func (w *Workbench) warn(text string) {
	w.note = note{text: text, until: w.o.Clock().Add(2 * noteTime), warn: true}
}

// noteTime is how long a line of news stays.
const noteTime = 5 * time.Second
