// Package app is the workbench: the only tea.Model. It owns the screen, the files,
// the prompt and the views, routes each message to one of them, turns keys into
// actions, and draws every frame as a grid of exactly the terminal's size.
package app

import (
	"path/filepath"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/session"
	"galley/ui/capturing"
	"galley/ui/cell"
	"galley/ui/editor"
	"galley/ui/files"
	"galley/ui/inspector"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/prompts"
	"galley/ui/screen"
	"galley/ui/style"
	"galley/ui/term"
	"galley/ui/view"
	"galley/ui/view/blocks"
	"galley/ui/view/diff"
	"galley/ui/view/follow"
	"galley/ui/view/request"
	"galley/ui/view/rules"
	"galley/ui/view/text"
	"galley/ui/words"
)

// Options say what the workbench opens, and through which interfaces it reads and writes.
type Options struct {
	World    facts.World
	Engine   *engine.Workbench
	Loaded   <-chan struct{} // receives a value each time a vocabulary has been loaded; may be nil
	Request  engine.Request  // Request is rendered with the text of Document as its template
	Scenario prompts.Scenario
	Document *document.Document
	Rule     *document.Document // Rule is a rule file of agents, shown first in the editor pane, or nil
	BuiltIn  bool               // BuiltIn is true if the template is the built-in default and the document has no text yet
	SaveAs   string             // the default path for saving a template without a file
	Environ  []string           // the user's environment, for captured agents
	StateDir string             // where recovery files go; "" keeps none
	Store    files.Store        // reads and writes edited files; nil for the disk

	Keys    *keymap.Map
	Themes  []string // Themes are the themes between which the theme key switches
	Theme   string
	Styles  func(theme string) *style.Styles
	Cells   cell.Options
	Mouse   bool
	Session *term.Session // Session is the terminal; nil in tests
	Watch   *facts.Watch  // nil if files are not watched
	// RulesWatch watches the files that the discovery of rules has looked for. If it is nil,
	// discovery runs again whenever Watch reports a change.
	RulesWatch *facts.Watch

	// Sessions stores the prompts of conversations; nil means that they are not stored. It is
	// opened only when the user asks for them.
	Sessions *session.Store
	Clock    func() time.Time

	// Checkup makes the workbench check the rule files in the background.
	Checkup bool
	// OpenFirst opens the first rule file of an agent whose prompt does not contain the built-in
	// template.
	OpenFirst bool

	// Why says why Request shows its agent, if the user did not name the agent in this run. An
	// example is "which was chosen here last".
	Why string
	// ByHand is the model of Request if the user chose this model in an earlier run, otherwise
	// "".
	ByHand string
	// Guessed is true if galley chose the agent of Request; see [prompts.Options].
	Guessed bool
}

// Model is the workbench.
type Model struct {
	o       Options
	session *term.Session
	keys    *keymap.Map
	short   words.Paths
	grid    *cell.Grid
	frame   string // frame is the last frame, which is shown again while more input waits

	revealed layout.Pane // revealed is the pane whose masked values are shown; usually None

	screen    *screen.Screen
	files     *files.Files
	prompts   *prompts.Prompts
	capturing *capturing.Capturing
	tabs      tabs
	inspector *inspector.View
	beside    map[layout.Pane]view.View // beside has the views of the panes other than the template's and the preview's

	paint    painter
	jumps    jumps
	editing  editing
	finding  finding
	mouse    mouse
	listing  listing
	opened   opened
	sight    sight
	problems problemList
	unsent   bool // unsent is true if the last prompt did not contain the built-in template
	themes   themes
	quitting bool
	lost     chan error // lost receives the error of the last attempt to keep unsaved text
}

// New returns a workbench that has not drawn a frame yet.
func New(o Options) *Model {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Store == nil {
		o.Store = files.Disk{}
	}
	m := &Model{
		o: o, session: o.Session, keys: o.Keys, short: words.Paths{Cwd: o.Request.Cwd, Home: facts.Home(o.World)}, grid: cell.NewGrid(0, 0),
		screen:  screen.New(screen.Options{Clock: o.Clock, Themes: o.Themes, Theme: o.Theme, Styles: o.Styles}),
		mouse:   mouse{on: o.Mouse},
		lost:    make(chan error, 8),
		listing: listing{world: o.World, cwd: o.Request.Cwd},
	}
	m.themes.m = m
	m.paint, m.jumps, m.editing, m.finding, m.opened = painter{m}, jumps{m: m}, editing{m: m}, finding{m: m}, opened{m: m}
	m.mouse.m, m.problems.m = m, m
	m.grid.SetOptions(o.Cells)
	m.grid.SetMark(m.screen.Styles().Mark)
	edited := editor.New().Options()
	edited.Cell = o.Cells
	m.files = files.New(files.Options{
		Document: o.Document, Rule: o.Rule, BuiltIn: o.BuiltIn, Piped: o.Request.Template.Text, SaveAs: o.SaveAs, StateDir: o.StateDir, Store: o.Store, Clock: o.Clock,
		Editor: edited, Paths: m.short, Screen: m.screen, Leftovers: leftovers(o),
		Inside:   project{o.World, o.Request.Cwd}.contains,
		Shown:    func(*files.File) tea.Cmd { return m.opened.shown() },
		Edited:   func(*files.File) tea.Cmd { return tea.Batch(m.editing.edited(), m.prompts.Render()) },
		Rebuild:  func() tea.Cmd { return m.prompts.Render() },
		Written:  m.written,
		Leave:    m.leave,
		External: m.session.Edit,
	})
	m.prompts = prompts.New(prompts.Options{
		World: o.World, Engine: o.Engine, Loaded: o.Loaded, Watch: o.Watch, Sessions: o.Sessions,
		StateDir: o.StateDir, Request: o.Request, Scenario: o.Scenario, Clock: o.Clock, Paths: m.short, Screen: m.screen,
		Source: m.source, BuiltIn: m.isBuiltIn, Hint: m.keys.Hint, Show: m.show, Rescue: m.session.Rescue,
		Agent:  func(name string) tea.Cmd { return m.tell(view.Agent{Name: name}) },
		Chosen: m.chosenPrompt, Checkup: o.Checkup, ByHand: o.ByHand, Guessed: o.Guessed,
	})
	m.capturing = capturing.New(capturing.Options{
		World: o.World, Agents: o.Engine.Agents(), Environ: o.Environ, StateDir: o.StateDir, Screen: m.screen, Clock: o.Clock,
		Request: m.prompts.Request, Use: m.prompts.Use,
	})
	m.views()
	return m
}

// leftovers returns the directories in which an interrupted save may have left files.
func leftovers(o Options) []string {
	dirs := []string{filepath.Join(o.Request.Cwd, ".galley")}
	if global := config.GlobalTemplatePath(o.World); global != "" {
		dirs = append(dirs, filepath.Dir(global))
	}
	if o.StateDir != "" {
		dirs = append(dirs, filepath.Join(o.StateDir, "unsaved"), filepath.Join(o.StateDir, "open"))
	}
	return dirs
}

// views makes the views, in the order of the tabs.
func (m *Model) views() {
	h, o := host{m}, m.o
	m.inspector = inspector.New(h, inspector.Options{
		Override: m.prompts.Override, Clear: m.prompts.ClearOverride, Insert: m.editing.insertTag, Offer: m.openInsert, Hint: m.keys.Hint,
	})
	m.beside = map[layout.Pane]view.View{layout.Variables: m.inspector}
	m.tabs = tabs{
		text:    text.New(h, o.Cells),
		blocks:  blocks.New(h, o.World, o.Engine.Agents()),
		request: request.New(h, o.Cells),
		diff: diff.New(h, diff.Options{
			Cell: o.Cells, World: o.World, Agents: o.Engine.Agents(), Sessions: o.Sessions, File: m.templateFile, Load: o.Store.Load,
		}),
		rules: rules.New(h, rules.Options{World: o.World, Agents: o.Engine.Agents(), Watch: o.RulesWatch, Request: m.prompts.Now, Hint: m.keys.Hint, Misnamed: m.opened.misnamed}),
		follow: follow.New(h, follow.Options{Cell: o.Cells, World: o.World, Agents: o.Engine.Agents(), Request: m.prompts.Now, Open: func() string {
			if f := m.files.Current(); !f.IsTemplate() {
				return facts.Slash(f.Path())
			}
			return ""
		}, Hint: m.keys.Hint}),
	}
	m.tabs.all = []view.View{m.tabs.text, m.tabs.blocks, m.tabs.request, m.tabs.diff.View(), m.tabs.rules, m.tabs.follow}
}

// Init requests the first result and starts the ticks.
func (m *Model) Init() tea.Cmd {
	m.setTitle()
	if m.o.Why != "" {
		m.screen.Say(m.o.Request.Profile + " is shown: " + m.o.Why + "; " + m.keys.Hint(keymap.ChooseProfile) + " changes that")
	}
	if f := m.files.Template(); f.BuiltIn() && f.Path() != "" {
		m.screen.Say("A new file, filled with the built-in template: " + m.short.Short(f.Path()))
	}
	return tea.Batch(m.prompts.Init(), m.watch(), m.tabs.rules.Wait(), tick(), m.files.Init())
}

// Rescue saves unsaved text when the program ends: on a signal, a panic, or a hang.
// It is safe to call from any goroutine. It returns an error if the text could not be
// kept.
func (m *Model) Rescue() error { return m.files.Rescue() }

// end handles a signal that ends the program: it first keeps the unsaved text.
func (m *Model) end() tea.Cmd {
	forget, quit := m.files.Keep(), m.leave()
	return func() tea.Msg {
		if forget != nil {
			forget()
		}
		m.lost <- m.Rescue()
		return quit()
	}
}

// Lost returns the error if the last unsaved text could not be kept before a signal ended the
// program. It must be called after the program has ended.
func (m *Model) Lost() error {
	select {
	case err := <-m.lost:
		return err
	default:
		return nil
	}
}

// editor returns the editor of the file in the editor pane.
func (m *Model) editor() *editor.Editor { return m.files.Current().Editor }

// isBuiltIn reports whether the template is the unchanged built-in one.
func (m *Model) isBuiltIn() bool {
	f := m.files.Template()
	return f.BuiltIn() && !f.Dirty()
}

// source returns the texts that the prompt is made from.
func (m *Model) source() prompts.Source {
	f, now := m.files.Template(), m.files.Current()
	s := prompts.Source{
		Template: engine.Template{Text: f.Editor.Text(), Path: f.Path(), BuiltIn: m.isBuiltIn()},
		Revision: f.Editor.Revision(), Unsaved: m.files.Unsaved(),
	}
	for _, f := range m.files.All() {
		s.Names = append(s.Names, f.Names()...)
	}
	if now != f {
		s.File = now.Names()
	}
	return s
}

// templateFile returns the template's path, or "" if it is not on disk.
func (m *Model) templateFile() string {
	if f := m.files.Template(); !f.BuiltIn() {
		return f.Path()
	}
	return ""
}

// show sends a new result to the views and the editor.
func (m *Model) show(s prompts.Shown) tea.Cmd {
	masked := m.conceal()
	m.tellPlace()
	m.problems.refresh()
	r := view.Result{Result: s.Result, Request: s.Request}
	cmds := []tea.Cmd{masked, m.tell(r)}
	if s.Cut >= 0 {
		m.tabs.text.GoToCut(s.Cut)
	}
	template := m.files.Template().Editor
	template.SetTagsAt(s.Text, s.Result.Tree.Tags())
	template.SetProblemsAt(s.Text, s.Result.Problems)
	if f := m.files.Current(); !f.IsTemplate() {
		f.Editor.SetProblemsAt(f.Editor.Revision(), problemsOf(f, s.Result.Problems))
	}
	return tea.Batch(append(cmds, m.tabs.send(view.Shown{}), m.opened.openFirst(s.Result))...)
}

// tellPlace shows a message after the user has edited or saved the built-in template. Prompts
// of other agents do not contain the template before that, and contain it afterwards. The
// message says how the template is sent, or that it replaces text of the agent.
func (m *Model) tellPlace() {
	now, _ := m.prompts.TemplateAs()
	if m.unsent && !m.isBuiltIn() && now != "none" && now != "" {
		place := "is now sent, as " + now + ": " + profile.Use(now)
		if agent := m.prompts.Replaced(); agent != "" {
			place = "now replaces " + agent + "'s own system text"
		}
		m.screen.Say("The template " + place + "; " + m.keys.Hint(keymap.CycleTemplateAs) + " changes that")
	}
	m.unsent = m.isBuiltIn() && now == "none"
}

// problemsOf returns the problems in an open file, to be marked in its editor.
func problemsOf(f *files.File, all []diag.Problem) (own []diag.Problem) {
	names := f.Names()
	for _, p := range all {
		if p.File != "" && slices.Contains(names, p.File) {
			p.File = ""
			own = append(own, p)
		}
	}
	return own
}

// written updates what depends on a file after the file was saved. named is true if the file
// has just got its name. In this case note may be a sentence about the file that the caller
// should show; otherwise it is "".
func (m *Model) written(f *files.File, named bool) (note string) {
	m.o.Engine.Refresh() // the file may be one that agents load
	m.setTitle()
	m.tell(view.Saved{})
	if agent := m.prompts.Replaced(); named && f.IsTemplate() && agent != "" {
		m.unsent = false // otherwise [Model.tellPlace] would say the same
		return "it replaces " + agent + "'s own system text; " + m.keys.Hint(keymap.CycleTemplateAs) + " changes that"
	}
	return ""
}

func (m *Model) setTitle() {
	name := m.files.Current().Path()
	if name == "" {
		name = m.o.Request.Cwd
	}
	m.session.SetTitle("galley " + m.short.Tilde(name))
}

// leave quits the program.
func (m *Model) leave() tea.Cmd {
	m.files.Withdraw()
	m.quitting = true
	return func() tea.Msg {
		m.capturing.Stop()
		return tea.Quit()
	}
}
