// Package prompts holds what the workbench asks the engine for and what it got:
// the request as the user has set it, the newest result, and the questions and
// tables about it. Work beside the keys answers with a message of this package;
// [Prompts.Update] takes it.
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

// Options are what prompts are built with.
type Options struct {
	World    facts.World
	Engine   *engine.Workbench
	Loaded   <-chan struct{} // receives when tokens can be counted better; nil: never
	Watch    *facts.Watch    // is told what a prompt was made of; may be nil
	Sessions *session.Store  // the prompts of conversations; nil: none are kept
	StateDir string
	Request  engine.Request // to begin with; the template comes from Source
	Scenario Scenario
	Clock    func() time.Time
	Paths    words.Paths
	Screen   *screen.Screen

	// Source is what the editor holds now.
	Source func() Source
	// BuiltIn reports whether that is the built-in template as it came.
	BuiltIn func() bool
	// Hint is the label of an action's key, for messages.
	Hint func(keymap.Action) string
	// Show gives a new result to everything that shows it.
	Show func(Shown) tea.Cmd
	// Agent tells that another agent was chosen, by its name without a version.
	Agent func(name string) tea.Cmd
	// Rescue is deferred by goroutines, to bring the terminal back on a panic.
	Rescue func()
}

// Source is the text that a prompt is made of.
type Source struct {
	Template engine.Template
	Revision uint64   // of the template's editor
	Names    []string // the paths under which the open files may change
	Unsaved  []facts.Unsaved
	File     []string // the paths of the file in the editor pane; nil while that is the template
}

// Shown is a result with what it was made of.
type Shown struct {
	Result  *engine.Result
	Request engine.Request
	Text    uint64 // the editor's revision that was rendered
	Cut     int    // where the reader asked to see the text cut; -1 for nowhere
}

// Prompts is the state of the prompt. It is made by [New].
type Prompts struct {
	o         Options
	screen    *screen.Screen
	request   engine.Request
	result    *engine.Result // nil until the first one is there
	rendering rendering
	unasked   bool      // nobody has asked for the values that take a process since the last refresh
	toCut     bool      // the fitted prompt's cut is to be shown when it is there
	counted   *verified // a provider's own count; nil until one was asked
}

// New returns prompts before the first result.
func New(o Options) *Prompts {
	return &Prompts{o: o, screen: o.Screen, request: o.Request, unasked: true}
}

// AskAgain has everything asked again with the next result: the engine was refreshed.
func (p *Prompts) AskAgain() { p.unasked, p.request.AllValues = true, false }

// Init asks for the first result.
func (p *Prompts) Init() tea.Cmd { return tea.Batch(p.Render(), p.waitLoaded()) }

// Update takes a message of this package; ok is false for any other message.
func (p *Prompts) Update(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	switch msg := msg.(type) {
	case renderedMsg:
		cmd = p.rendered(msg)
	case lateMsg:
		p.late()
	case loadedMsg:
		cmd = tea.Batch(p.waitLoaded(), p.Render())
	case scenarioMsg:
		cmd = p.Session().took(msg)
	case askedMsg:
		if !p.unasked { // else there was a refresh meanwhile
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

// Result returns the result that is shown, nil until the first one is there.
func (p *Prompts) Result() *engine.Result { return p.result }

// Shown builds the result on screen again, with the values that might be secret
// masked or as they are; false before the first result.
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

// Request returns the request as it is set now; what the editors hold is not in it.
func (p *Prompts) Request() engine.Request { return p.request }

// Now returns the request for what the editors hold now.
func (p *Prompts) Now() engine.Request {
	request, _ := p.now()
	return request
}

// Problems are those of the settings and of the result.
func (p *Prompts) Problems() []diag.Problem {
	if p.result == nil {
		return p.request.Problems
	}
	return p.result.Problems
}

// now is the request for what the editor holds now, with its revision.
func (p *Prompts) now() (request engine.Request, s Source) {
	request, s = p.request, p.o.Source()
	request.Template, request.Unsaved, request.File = s.Template, s.Unsaved, s.File
	return request, s
}

// fits reports whether the agent has a way to fit its prompt.
func (p *Prompts) fits() bool {
	if p.result.Sent != nil {
		return false
	}
	agent, _ := p.o.Engine.Agents().Profile(p.result.Profile)
	return engine.Fits(agent, p.result.Means)
}
