// Package prompts holds the workbench's request to the engine and the newest result, and the
// dialogs about them. Background work returns a message of this package; [Prompts.Update] handles
// it.
package prompts

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/session"
	"galley/ui/keymap"
	"galley/ui/screen"
	"galley/ui/words"
)

// Options are what [New] needs.
type Options struct {
	World    facts.World
	Engine   *engine.Workbench
	Loaded   <-chan struct{} // receives a value each time a vocabulary has been loaded; may be nil
	Watch    *facts.Watch    // watches the files from which a prompt was made; may be nil
	Sessions *session.Store  // the stored prompts of conversations; nil stores nothing
	StateDir string
	Request  engine.Request // the initial request; the template comes from Source
	Scenario Scenario
	Clock    func() time.Time
	Paths    words.Paths
	Screen   *screen.Screen

	// Source returns the current texts of the editor.
	Source func() Source
	// BuiltIn reports whether the template is the unchanged built-in one.
	BuiltIn func() bool
	// Hint returns the label of an action's key, for messages.
	Hint func(keymap.Action) string
	// Show passes a new result to everything that displays it.
	Show func(Shown) tea.Cmd
	// Agent is called with the name of a newly chosen agent, without a version.
	Agent func(name string) tea.Cmd
	// Chosen is called with the agent and the model that the user chose, so that the next start
	// shows them. It may be nil.
	Chosen func(Choice) tea.Cmd
	// ByHand is the model of Request if the user chose this model, otherwise "".
	ByHand string
	// Guessed is true if galley chose the agent of Request.
	Guessed bool
	// Checkup makes galley look for problems in the rule files in the background.
	Checkup bool
	// Rescue must be deferred in goroutines: it restores the terminal after a panic.
	Rescue func()
}

// Source is the text from which a prompt is made.
type Source struct {
	Template engine.Template
	Revision uint64   // the revision of the template's editor
	Names    []string // the paths at which the open files are watched
	Unsaved  []facts.Unsaved
	File     []string // the paths of the file in the editor pane; nil for the template
}

// Shown is a result and the request and text from which it was made.
type Shown struct {
	Result  *engine.Result
	Request engine.Request
	Text    uint64 // the editor's revision from which the result was made
	Cut     int    // the offset at which the text would be cut, if the user wants to see it; otherwise -1
}

// Prompts holds the state of the prompt. [New] makes it.
type Prompts struct {
	o         Options
	screen    *screen.Screen
	request   engine.Request
	result    *engine.Result // nil before the first result
	rendering rendering
	unasked   bool   // true at the start and after a refresh, until the values that need a process are requested
	byHand    string // the model that the user chose, or ""
	guessed   bool   // whether galley chose the agent, not the user
	toCut     bool   // whether to show the cut of the shortened prompt when it is ready
	checkup   checkup
	counted   *verified // a provider's own count; nil until the user requests it
}

// New returns Prompts without a result.
func New(o Options) *Prompts {
	return &Prompts{o: o, screen: o.Screen, request: o.Request, unasked: true, byHand: o.ByHand, guessed: o.Guessed}
}

// AskAgain makes the next result resolve all values again, because the engine was refreshed.
func (p *Prompts) AskAgain() { p.unasked, p.request.AllValues, p.checkup.old = true, false, true }

// Init requests the first result.
func (p *Prompts) Init() tea.Cmd { return tea.Batch(p.Render(), p.waitLoaded()) }

// Update handles a message of this package; ok is false for other messages.
func (p *Prompts) Update(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	switch msg := msg.(type) {
	case renderedMsg:
		cmd = p.rendered(msg)
	case lateMsg:
		p.late()
	case checkedMsg:
		p.Checkup().took(msg)
	case loadedMsg:
		cmd = tea.Batch(p.waitLoaded(), p.Render())
	case scenarioMsg:
		cmd = p.Session().took(msg)
	case askedMsg:
		if !p.unasked { // otherwise there was a refresh in the meantime
			p.request.AllValues = true
			cmd = p.Render()
		}
	case rowsMsg:
		cmd = p.Session().showRows(msg)
	case setMsg:
		cmd = p.Session().tookSet(msg)
	case linesMsg:
		msg.reader.SetLines(msg.lines)
	case conversationsMsg:
		cmd = p.showConversations(msg)
	case keptMsg:
		cmd = p.showKept(msg)
	case storedMsg:
		p.stored(msg)
	case availableMsg:
		cmd = p.askVerify(msg)
	case verifiedMsg:
		p.tookVerified(msg)
	default:
		return nil, false
	}
	return cmd, true
}

// Result returns the result that is shown, or nil before the first one.
func (p *Prompts) Result() *engine.Result { return p.result }

// Shown returns the result on the screen for the views, with secrets masked or not. The second
// result is false before the first result.
func (p *Prompts) Shown(masked bool) (Shown, bool) {
	if p.result == nil {
		return Shown{}, false
	}
	s := Shown{Result: p.result, Request: p.rendering.request, Cut: -1}
	if masked {
		s.Result = p.result.Masked()
	}
	return s, true
}

// Request returns the current request without the texts of the editors.
func (p *Prompts) Request() engine.Request { return p.request }

// Now returns the request with the current texts of the editors.
func (p *Prompts) Now() engine.Request {
	request, _ := p.now()
	return request
}

// Problems returns the problems of the settings, of the result and of the rule files.
func (p *Prompts) Problems() []diag.Problem {
	if p.result == nil {
		return p.request.Problems
	}
	return p.checkup.all
}

// now returns the request with the editor's current text, and its revision.
func (p *Prompts) now() (request engine.Request, s Source) {
	request, s = p.request, p.o.Source()
	request.Template, request.Unsaved, request.File = s.Template, s.Unsaved, s.File
	return request, s
}

// fits reports whether the agent can shorten its prompt to a limit.
func (p Fitting) fits() bool {
	if p.result.Sent != nil {
		return false
	}
	agent, _ := p.o.Engine.Agents().Profile(p.result.Profile)
	return engine.Fits(agent, p.result.Means)
}
