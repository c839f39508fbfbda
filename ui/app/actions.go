package app

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/facts"
	"galley/ui/editor"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/view"
	"galley/ui/view/follow"
)

// do runs an action that the user requested by a key, in the palette or by a click. The first of
// these that handles the action runs it: the view with the focus, the workbench, another visible
// view.
func (m *Model) do(action keymap.Action) tea.Cmd {
	focus := m.screen.Focus()
	v := m.viewIn(focus)
	if v != nil && slices.Contains(v.Keys(), action) {
		return m.send(focus, action)
	}
	if run, ok := actions[action]; ok {
		return run(m)
	}
	if step, ok := moves[action]; ok && v != nil {
		return m.send(focus, step)
	}
	if columns, ok := sideways[action]; ok && v != nil {
		return m.send(focus, view.Sideways{Columns: columns})
	}
	for _, pane := range slices.Backward(layout.Focusable()) {
		if v := m.viewIn(pane); v != nil && slices.Contains(v.Keys(), action) {
			return m.send(pane, action)
		}
	}
	if columns, ok := runOn[action]; ok {
		return m.send(layout.Preview, view.Sideways{Columns: columns})
	}
	if owners := m.tabs.owners(action); owners != nil {
		name := m.keys.HintIn(keymap.Preview, action)
		if name == "" {
			name = "That action"
		}
		m.screen.Say(name + " works in the tab " + strings.Join(owners, " or "))
		return nil
	}
	return m.doInEditor(action)
}

// chosen runs an action that the user chose by name. If the action belongs to a tab that is not
// shown, it shows that tab first.
func (m *Model) chosen(action keymap.Action) tea.Cmd {
	var shown tea.Cmd
	if owners := m.tabs.owners(action); owners != nil && !slices.Contains(owners, m.tabs.current().Title()) {
		if _, common := actions[action]; !common {
			shown = host{m}.Show(owners[0])
		}
	}
	return tea.Batch(shown, m.do(action))
}

// runOn maps each action that switches to another agent or provider to a number of columns. If
// the shown tab has only one agent or provider, the action instead scrolls sideways by this
// number of columns.
var runOn = map[keymap.Action]int{keymap.PrevAgent: -sideStep, keymap.NextAgent: sideStep}

// doInEditor runs an action of the editor.
func (m *Model) doInEditor(action keymap.Action) tea.Cmd {
	e := m.editor()
	if change, ok := editorChanges[action]; ok {
		m.setFocus(layout.Template)
		return m.editing.typing(func() { change(e) })
	}
	step, ok := editorMoves[action]
	switch {
	case !ok || m.screen.Focus() != layout.Template:
	case e.Completing() && action == keymap.MoveUp:
		e.ChooseCompletion(-1)
	case e.Completing() && action == keymap.MoveDown:
		e.ChooseCompletion(1)
	default:
		e.CloseCompletion()
		step(e)
	}
	return nil
}

// send sends a message to the view in a pane.
func (m *Model) send(pane layout.Pane, msg tea.Msg) tea.Cmd {
	if pane == layout.Preview {
		return m.tabs.send(msg)
	}
	v, cmd := m.beside[pane].Update(msg)
	m.beside[pane] = v
	return cmd
}

// moves maps each action that moves through a view to the message that makes the view move.
var moves = map[keymap.Action]view.Move{
	keymap.MoveUp: {Rows: -1}, keymap.MoveDown: {Rows: 1}, keymap.MovePageUp: {Pages: -1}, keymap.MovePageDown: {Pages: 1}, keymap.MarkOrPage: {Pages: 1},
	keymap.MoveDocStart: {End: -1}, keymap.MoveDocEnd: {End: 1},
}

// sideways maps each action that scrolls sideways to the number of columns by which it scrolls.
// These actions have an effect only if lines are not wrapped.
var sideways = map[keymap.Action]int{keymap.ScrollLeft: -sideStep, keymap.ScrollRight: sideStep}

const sideStep = 8

// actions has the workbench's own actions. The function init fills the map. An initial value
// would not compile, because some actions, such as the palette, refer to the map.
var actions map[keymap.Action]func(*Model) tea.Cmd

func init() {
	actions = map[keymap.Action]func(*Model) tea.Cmd{
		keymap.Quit:       func(m *Model) tea.Cmd { return m.files.Quit() },
		keymap.Save:       func(m *Model) tea.Cmd { return m.files.Current().Save() },
		keymap.SaveAs:     quietly(func(m *Model) { m.files.Current().SaveAs() }),
		keymap.Reload:     (*Model).refresh,
		keymap.Changes:    func(m *Model) tea.Cmd { return m.files.Changes() },
		keymap.OpenEditor: func(m *Model) tea.Cmd { return m.files.Current().OpenExternally() },
		keymap.OpenFiles:  func(m *Model) tea.Cmd { return m.opened.openFiles() },
		keymap.OpenNamed:  func(m *Model) tea.Cmd { return m.opened.openNamed() },
		keymap.CloseFile:  func(m *Model) tea.Cmd { return m.files.Close(m.files.Current()) },
		keymap.ToTemplate: func(m *Model) tea.Cmd { return m.opened.toTemplate() },
		keymap.Suspend:    func(*Model) tea.Cmd { return tea.Suspend },

		keymap.Palette:        quietly((*Model).openPalette),
		keymap.Help:           quietly((*Model).openHelp),
		keymap.Legend:         quietly((*Model).openLegend),
		keymap.Tell:           quietly((*Model).openTold),
		keymap.Cancel:         func(m *Model) tea.Cmd { return m.editing.cancel() },
		keymap.NextPane:       quietly(func(m *Model) { m.goTo(m.screen.Focus().Next()) }),
		keymap.PrevPane:       quietly(func(m *Model) { m.goTo(m.screen.Focus().Prev()) }),
		keymap.FocusTemplate:  quietly(func(m *Model) { m.goTo(layout.Template) }),
		keymap.FocusVariables: quietly(func(m *Model) { m.goTo(layout.Variables) }),
		keymap.FocusPreview:   quietly(func(m *Model) { m.goTo(layout.Preview) }),
		keymap.Zoom:           quietly(func(m *Model) { m.screen.ToggleZoom() }),
		keymap.Redraw:         func(*Model) tea.Cmd { return tea.ClearScreen },

		keymap.Newline: func(m *Model) tea.Cmd { return m.editing.newline() },
		keymap.Indent:  func(m *Model) tea.Cmd { return m.editing.tabKey() },
		keymap.Outdent: func(m *Model) tea.Cmd { return m.editing.backtabKey() },
		keymap.Undo:    func(m *Model) tea.Cmd { return m.editing.travel(false, "There is nothing to undo") },
		keymap.Redo:    func(m *Model) tea.Cmd { return m.editing.travel(true, "There is nothing to redo") },
		keymap.Cut:     func(m *Model) tea.Cmd { return m.editing.cut() },
		keymap.Copy:    func(m *Model) tea.Cmd { return m.editing.copy() },
		keymap.Paste:   func(m *Model) tea.Cmd { return m.session.Paste() },
		keymap.Complete: func(m *Model) tea.Cmd {
			m.setFocus(layout.Template)
			return m.editing.complete()
		},

		keymap.QuickFix: func(m *Model) tea.Cmd { return m.editing.openFixes() },
		keymap.MatchTag: quietly(func(m *Model) {
			if !m.editor().MoveToMatch() {
				m.screen.Say("No other tag belongs to the tag at the caret")
			}
		}),
		keymap.ToggleFold: quietly(func(m *Model) {
			if !m.editor().ToggleFold() {
				m.screen.Say("Nothing can be folded here")
			}
		}),
		keymap.FoldAll:   quietly(func(m *Model) { m.editor().FoldAll() }),
		keymap.UnfoldAll: quietly(func(m *Model) { m.editor().UnfoldAll() }),

		keymap.Find:        quietly(func(m *Model) { m.finding.openFind() }),
		keymap.FindNext:    func(m *Model) tea.Cmd { return m.finding.findNext(1) },
		keymap.FindPrev:    func(m *Model) tea.Cmd { return m.finding.findNext(-1) },
		keymap.Replace:     quietly(func(m *Model) { m.finding.openReplace() }),
		keymap.GoToLine:    quietly((*Model).openGoToLine),
		keymap.Problems:    quietly(func(m *Model) { m.problems.show() }),
		keymap.Reveal:      (*Model).reveal,
		keymap.Messages:    quietly((*Model).openMessages),
		keymap.NextProblem: func(m *Model) tea.Cmd { return m.jumps.nextProblem(1) },
		keymap.PrevProblem: func(m *Model) tea.Cmd { return m.jumps.nextProblem(-1) },
		keymap.Jump:        func(m *Model) tea.Cmd { return m.jumps.jumpToPreview() },
		keymap.JumpBack:    func(m *Model) tea.Cmd { return m.jumps.jumpBack() },
		keymap.JumpForward: func(m *Model) tea.Cmd { return m.jumps.jumpForward() },

		keymap.InsertVariable: quietly((*Model).openInsert),
		keymap.Filter: func(m *Model) tea.Cmd {
			m.setFocus(layout.Variables)
			return m.do(keymap.Filter)
		},

		keymap.Budgets:         func(m *Model) tea.Cmd { return m.prompts.Budgets(m.files.Template().Editor.Words()) },
		keymap.Conversations:   func(m *Model) tea.Cmd { return m.prompts.Conversations() },
		keymap.Compaction:      func(m *Model) tea.Cmd { return m.prompts.Compaction() },
		keymap.EditScenario:    func(m *Model) tea.Cmd { return m.prompts.Session().Edit() },
		keymap.VerifyTokens:    func(m *Model) tea.Cmd { return m.prompts.Verify() },
		keymap.CopyPrompt:      func(m *Model) tea.Cmd { return m.editing.copyPrompt() },
		keymap.NextTab:         func(m *Model) tea.Cmd { m.screen.Moved(); return m.tabs.step(1) },
		keymap.PrevTab:         func(m *Model) tea.Cmd { m.screen.Moved(); return m.tabs.step(-1) },
		keymap.Rules:           func(m *Model) tea.Cmd { return host{m}.Show(m.tabs.rules.Title()) },
		keymap.Text:            func(m *Model) tea.Cmd { return host{m}.Show(m.tabs.text.Title()) },
		keymap.Blocks:          func(m *Model) tea.Cmd { return host{m}.Show(m.tabs.blocks.Title()) },
		keymap.Request:         func(m *Model) tea.Cmd { return host{m}.Show(m.tabs.request.Title()) },
		keymap.Diff:            func(m *Model) tea.Cmd { return m.tabs.diff.Choose() },
		keymap.ToggleFit:       func(m *Model) tea.Cmd { return m.prompts.ToggleFit() },
		keymap.FitTo:           quietly(func(m *Model) { m.prompts.Fitting().Ask() }),
		keymap.ToggleOrigins:   quietly(func(m *Model) { m.tabs.text.Update(keymap.ToggleOrigins) }),
		keymap.CycleTemplateAs: func(m *Model) tea.Cmd { return m.prompts.CycleTemplateAs() },
		keymap.ChooseProfile:   func(m *Model) tea.Cmd { return m.capturing.Choose() },
		keymap.Capture:         func(m *Model) tea.Cmd { return m.capturing.Again() },
		keymap.ChooseModel:     quietly(func(m *Model) { m.prompts.ChooseModel() }),

		keymap.Transfer: func(m *Model) tea.Cmd {
			// If the focus is on a file in the editor pane, transfer that file. Otherwise transfer
			// the file under the bar of the tab Rules.
			path, what := m.tabs.rules.Selected()
			switch f := m.files.Current(); {
			case m.screen.Focus() == layout.Template && !f.IsTemplate():
				path = facts.Slash(f.Path())
			case m.tabs.current() != m.tabs.rules || what == "":
				path = ""
			}
			if path != "" {
				m.tabs.follow.Update(follow.Rule{Path: path})
			}
			return follows(keymap.Transfer)(m)
		},
		keymap.ExportPage: func(m *Model) tea.Cmd {
			_, cmd := m.tabs.follow.Update(keymap.ExportPage)
			return cmd
		},

		keymap.ToggleWrap:  quietly((*Model).toggleWrap),
		keymap.ToggleSpace: quietly((*Model).toggleSpace),
		keymap.ToggleMouse: (*Model).toggleMouse,
		keymap.CycleTheme:  func(m *Model) tea.Cmd { return m.themes.next() },
	}
	for _, step := range follow.Steps() {
		if actions[step] == nil {
			actions[step] = follows(step)
		}
	}
}

// follows returns a function that shows the Follow tab and makes it show one of its steps. step
// is the action that chooses the step.
func follows(step keymap.Action) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		return tea.Batch(host{m}.Show(m.tabs.follow.Title()), m.tabs.send(step))
	}
}

// quietly wraps a function that returns no command, so that the map actions can hold it.
func quietly(do func(*Model)) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		do(m)
		return nil
	}
}

// editorMoves maps each action that moves the caret to the call of the editor.
var editorMoves = map[keymap.Action]func(*editor.Editor){
	keymap.MoveUp:          func(e *editor.Editor) { e.MoveUp(false) },
	keymap.MoveDown:        func(e *editor.Editor) { e.MoveDown(false) },
	keymap.MovePageUp:      func(e *editor.Editor) { e.MovePageUp(false) },
	keymap.MovePageDown:    func(e *editor.Editor) { e.MovePageDown(false) },
	keymap.MoveDocStart:    func(e *editor.Editor) { e.MoveDocStart(false) },
	keymap.MoveDocEnd:      func(e *editor.Editor) { e.MoveDocEnd(false) },
	keymap.MoveLeft:        func(e *editor.Editor) { e.MoveLeft(false) },
	keymap.MoveRight:       func(e *editor.Editor) { e.MoveRight(false) },
	keymap.MoveWordLeft:    func(e *editor.Editor) { e.MoveWordLeft(false) },
	keymap.MoveWordRight:   func(e *editor.Editor) { e.MoveWordRight(false) },
	keymap.MoveLineStart:   func(e *editor.Editor) { e.MoveLineStart(false) },
	keymap.MoveLineEnd:     func(e *editor.Editor) { e.MoveLineEnd(false) },
	keymap.SelectLeft:      func(e *editor.Editor) { e.MoveLeft(true) },
	keymap.SelectRight:     func(e *editor.Editor) { e.MoveRight(true) },
	keymap.SelectUp:        func(e *editor.Editor) { e.MoveUp(true) },
	keymap.SelectDown:      func(e *editor.Editor) { e.MoveDown(true) },
	keymap.SelectWordLeft:  func(e *editor.Editor) { e.MoveWordLeft(true) },
	keymap.SelectWordRight: func(e *editor.Editor) { e.MoveWordRight(true) },
	keymap.SelectLineStart: func(e *editor.Editor) { e.MoveLineStart(true) },
	keymap.SelectLineEnd:   func(e *editor.Editor) { e.MoveLineEnd(true) },
	keymap.SelectPageUp:    func(e *editor.Editor) { e.MovePageUp(true) },
	keymap.SelectPageDown:  func(e *editor.Editor) { e.MovePageDown(true) },
	keymap.SelectDocStart:  func(e *editor.Editor) { e.MoveDocStart(true) },
	keymap.SelectDocEnd:    func(e *editor.Editor) { e.MoveDocEnd(true) },
	keymap.SelectAll:       (*editor.Editor).SelectAll,
}

// editorChanges maps each action that changes the text to the call of the editor.
var editorChanges = map[keymap.Action]func(*editor.Editor){
	keymap.Backspace:       (*editor.Editor).Backspace,
	keymap.Delete:          (*editor.Editor).Delete,
	keymap.DeleteWordLeft:  (*editor.Editor).DeleteWordLeft,
	keymap.DeleteWordRight: (*editor.Editor).DeleteWordRight,
	keymap.DeleteLine:      (*editor.Editor).DeleteLines,
	keymap.DuplicateLine:   (*editor.Editor).DuplicateLines,
	keymap.JoinLines:       (*editor.Editor).JoinLines,
	keymap.MoveLineUp:      (*editor.Editor).MoveLinesUp,
	keymap.MoveLineDown:    (*editor.Editor).MoveLinesDown,
}
