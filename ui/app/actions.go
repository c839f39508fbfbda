package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"galley/ui/editor"
	"galley/ui/keymap"
	"galley/ui/layout"
	"galley/ui/preview"
)

// do runs an action, whether a key, the palette or a click asked for it.
func (w *Workbench) do(action keymap.Action) tea.Cmd {
	if run, ok := actions[action]; ok {
		return run(w)
	}
	if step, ok := editorMoves[action]; ok && w.focus == layout.Template {
		w.editor.CloseCompletion()
		step(w.editor)
		return nil
	}
	if change, ok := editorChanges[action]; ok {
		w.setFocus(layout.Template)
		return w.edit(func() { change(w.editor) })
	}
	return nil
}

// actions are those of the workbench itself. The table is filled in init because
// some of them, the palette above all, lead back to it.
var actions map[keymap.Action]func(*Workbench) tea.Cmd

func init() {
	actions = map[keymap.Action]func(*Workbench) tea.Cmd{
		keymap.Quit:       (*Workbench).quit,
		keymap.Save:       func(w *Workbench) tea.Cmd { return w.save(false) },
		keymap.SaveAs:     quietly(func(w *Workbench) { w.openSaveAs(false) }),
		keymap.Reload:     (*Workbench).refresh,
		keymap.OpenEditor: (*Workbench).openEditor,
		keymap.Suspend:    func(*Workbench) tea.Cmd { return tea.Suspend },

		keymap.Palette:        quietly((*Workbench).openPalette),
		keymap.Help:           quietly((*Workbench).openHelp),
		keymap.Cancel:         quietly((*Workbench).cancel),
		keymap.NextPane:       quietly(func(w *Workbench) { w.setFocus(w.focus.Next()) }),
		keymap.PrevPane:       quietly(func(w *Workbench) { w.setFocus(w.focus.Prev()) }),
		keymap.FocusTemplate:  quietly(func(w *Workbench) { w.setFocus(layout.Template) }),
		keymap.FocusVariables: quietly(func(w *Workbench) { w.setFocus(layout.Variables) }),
		keymap.FocusPreview:   quietly(func(w *Workbench) { w.setFocus(layout.Preview) }),
		keymap.Zoom:           quietly(func(w *Workbench) { w.zoom = !w.zoom; w.arrange() }),
		keymap.Redraw:         func(*Workbench) tea.Cmd { return tea.ClearScreen },

		keymap.MoveUp:       rows(-1),
		keymap.MoveDown:     rows(1),
		keymap.MovePageUp:   pages(-1),
		keymap.MovePageDown: pages(1),
		keymap.MoveDocStart: ends(-1),
		keymap.MoveDocEnd:   ends(1),

		keymap.Newline: (*Workbench).newline,
		keymap.Indent:  (*Workbench).tabKey,
		keymap.Outdent: (*Workbench).backtabKey,
		keymap.Cut:     (*Workbench).cut,
		keymap.Copy:    (*Workbench).copy,
		keymap.Paste:   func(w *Workbench) tea.Cmd { return w.session.Paste() },
		keymap.Complete: quietly(func(w *Workbench) {
			w.setFocus(layout.Template)
			w.refreshCompletion()
		}),

		keymap.QuickFix: (*Workbench).openFixes,
		keymap.MatchTag: quietly(func(w *Workbench) {
			if !w.editor.MoveToMatch() {
				w.say("The caret is on no tag that belongs to another")
			}
		}),
		keymap.ToggleFold: quietly(func(w *Workbench) {
			if !w.editor.ToggleFold() {
				w.say("There is no block here to fold")
			}
		}),
		keymap.FoldAll:   quietly(func(w *Workbench) { w.editor.FoldAll() }),
		keymap.UnfoldAll: quietly(func(w *Workbench) { w.editor.UnfoldAll() }),

		keymap.Find:        quietly((*Workbench).openFind),
		keymap.FindNext:    quietly(func(w *Workbench) { w.findNext(1) }),
		keymap.FindPrev:    quietly(func(w *Workbench) { w.findNext(-1) }),
		keymap.Replace:     quietly((*Workbench).openReplace),
		keymap.GoToLine:    quietly((*Workbench).openGoToLine),
		keymap.Problems:    quietly((*Workbench).openProblems),
		keymap.NextProblem: quietly(func(w *Workbench) { w.nextProblem(1) }),
		keymap.PrevProblem: quietly(func(w *Workbench) { w.nextProblem(-1) }),
		keymap.Jump:        (*Workbench).jump,
		keymap.JumpBack:    quietly((*Workbench).jumpBack),
		keymap.JumpForward: quietly((*Workbench).jumpForward),

		keymap.InsertVariable: (*Workbench).insertVariable,
		keymap.OverrideValue:  quietly((*Workbench).openOverride),
		keymap.UnsetValue:     (*Workbench).unset,
		keymap.ClearOverride:  (*Workbench).clearOverride,
		keymap.Filter:         quietly((*Workbench).openFilter),

		keymap.Budgets:         (*Workbench).openBudgets,
		keymap.Conversations:   (*Workbench).openConversations,
		keymap.VerifyTokens:    quietly((*Workbench).askVerify),
		keymap.CopyPrompt:      (*Workbench).copyPrompt,
		keymap.NextTab:         func(w *Workbench) tea.Cmd { return w.switchTab(1) },
		keymap.PrevTab:         func(w *Workbench) tea.Cmd { return w.switchTab(-1) },
		keymap.Rules:           func(w *Workbench) tea.Cmd { return w.showTab(tabRules) },
		keymap.Request:         func(w *Workbench) tea.Cmd { return w.showTab(tabRequest) },
		keymap.Diff:            (*Workbench).openDiff,
		keymap.CompareProfiles: (*Workbench).compareProfiles,
		keymap.ToggleFit:       (*Workbench).toggleFit,
		keymap.NextAgent:       func(w *Workbench) tea.Cmd { return w.nextChoice(1) },
		keymap.AllAgents:       (*Workbench).allAgents,
		keymap.EditRule:        (*Workbench).editRule,
		keymap.PrevAgent:       func(w *Workbench) tea.Cmd { return w.nextChoice(-1) },
		keymap.ToggleOrigins:   quietly(func(w *Workbench) { w.preview.ToggleBar() }),
		keymap.CycleTemplateAs: (*Workbench).cycleTemplateAs,
		keymap.ChooseProfile:   quietly((*Workbench).openProfiles),
		keymap.ChooseModel:     quietly((*Workbench).openModel),

		keymap.ToggleWrap:  quietly((*Workbench).toggleWrap),
		keymap.ToggleSpace: quietly((*Workbench).toggleSpace),
		keymap.ToggleMouse: (*Workbench).toggleMouse,
		keymap.CycleTheme:  quietly((*Workbench).nextTheme),
	}
}

// quietly makes an action of what asks nothing of the outside.
func quietly(do func(*Workbench)) func(*Workbench) tea.Cmd {
	return func(w *Workbench) tea.Cmd {
		do(w)
		return nil
	}
}

// rows moves by a row in the pane with the focus, and in the list of
// completions while it is open.
func rows(step int) func(*Workbench) tea.Cmd {
	return quietly(func(w *Workbench) {
		switch list := w.browsed(); {
		case list != nil:
			list.Move(step)
		case w.editor.Completing():
			w.editor.ChooseCompletion(step)
		case step < 0:
			w.editor.MoveUp(false)
		default:
			w.editor.MoveDown(false)
		}
	})
}

func pages(step int) func(*Workbench) tea.Cmd {
	return quietly(func(w *Workbench) {
		w.editor.CloseCompletion()
		switch list := w.browsed(); {
		case list != nil:
			list.Page(step)
		case step < 0:
			w.editor.MovePageUp(false)
		default:
			w.editor.MovePageDown(false)
		}
	})
}

func ends(step int) func(*Workbench) tea.Cmd {
	return quietly(func(w *Workbench) {
		w.editor.CloseCompletion()
		list := w.browsed()
		text, isText := list.(*preview.Pane)
		switch {
		case isText && step < 0:
			text.GoTo(0)
		case isText:
			text.GoTo(len(text.Text()))
		case list != nil:
			list.Move(step * manyRows)
		case step < 0:
			w.editor.MoveDocStart(false)
		default:
			w.editor.MoveDocEnd(false)
		}
	})
}

// manyRows is more than any list has.
const manyRows = 1 << 30

// editorMoves are the moves of the caret that no other pane has.
var editorMoves = map[keymap.Action]func(*editor.Editor){
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

// editorChanges are the changes of the text.
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
	keymap.Undo:            func(e *editor.Editor) { e.Undo() },
	keymap.Redo:            func(e *editor.Editor) { e.Redo() },
}
