package keymap

// Action names what a key does. Users write these names in their configuration.
type Action string

// Context names where a key applies.
type Context string

// The contexts. A key has the meaning that its own context gives it, otherwise that of Global. List
// and Field are the contexts of dialogs, in which Global does not apply.
const (
	Global    Context = "global"
	Editor    Context = "editor"
	Inspector Context = "inspector"
	Preview   Context = "preview"
	List      Context = "list"
	Field     Context = "field"
)

// Row is one line of the table. An action with different keys in different contexts has a row for
// each of them.
type Row struct {
	Action   Action
	Title    string // what the action does, as menus show it
	Group    string // the heading under which it is listed
	Contexts []Context
	Keys     []string // the default keys
	Vital    bool     // whether it must have a key, because otherwise work could be lost or the user could not leave
	Hidden   bool     // whether it is left out of the palette, as typing, moving and choosing are
	Also     string   // other words that users type in the palette to find it
}

// The actions.
const (
	Quit       Action = "quit"
	Save       Action = "save"
	SaveAs     Action = "save-as"
	Reload     Action = "reload"
	Changes    Action = "changes"
	OpenEditor Action = "open-editor"
	OpenFiles  Action = "open-files"
	OpenNamed  Action = "open-named"
	CloseFile  Action = "close-file"
	ToTemplate Action = "to-template"
	Suspend    Action = "suspend"

	Palette        Action = "palette"
	Help           Action = "help"
	Legend         Action = "legend"
	Tell           Action = "tell"
	Cancel         Action = "cancel"
	Accept         Action = "accept"
	NextPane       Action = "next-pane"
	PrevPane       Action = "prev-pane"
	FocusTemplate  Action = "focus-template"
	FocusVariables Action = "focus-variables"
	FocusPreview   Action = "focus-preview"
	Zoom           Action = "zoom"
	Redraw         Action = "redraw"

	MoveLeft      Action = "move-left"
	MoveRight     Action = "move-right"
	MoveUp        Action = "move-up"
	MoveDown      Action = "move-down"
	MoveWordLeft  Action = "move-word-left"
	MoveWordRight Action = "move-word-right"
	MoveLineStart Action = "move-line-start"
	MoveLineEnd   Action = "move-line-end"
	MovePageUp    Action = "move-page-up"
	MovePageDown  Action = "move-page-down"
	MoveDocStart  Action = "move-doc-start"
	MoveDocEnd    Action = "move-doc-end"

	SelectLeft      Action = "select-left"
	SelectRight     Action = "select-right"
	SelectUp        Action = "select-up"
	SelectDown      Action = "select-down"
	SelectWordLeft  Action = "select-word-left"
	SelectWordRight Action = "select-word-right"
	SelectLineStart Action = "select-line-start"
	SelectLineEnd   Action = "select-line-end"
	SelectPageUp    Action = "select-page-up"
	SelectPageDown  Action = "select-page-down"
	SelectDocStart  Action = "select-doc-start"
	SelectDocEnd    Action = "select-doc-end"
	SelectAll       Action = "select-all"

	Newline         Action = "newline"
	Backspace       Action = "backspace"
	Delete          Action = "delete"
	DeleteWordLeft  Action = "delete-word-left"
	DeleteWordRight Action = "delete-word-right"
	DeleteLine      Action = "delete-line"
	DuplicateLine   Action = "duplicate-line"
	MoveLineUp      Action = "move-line-up"
	MoveLineDown    Action = "move-line-down"
	Indent          Action = "indent"
	Outdent         Action = "outdent"
	Undo            Action = "undo"
	Redo            Action = "redo"
	Cut             Action = "cut"
	Copy            Action = "copy"
	Paste           Action = "paste"
	Complete        Action = "complete"
	JoinLines       Action = "join-lines"
	QuickFix        Action = "quick-fix"
	MatchTag        Action = "match-tag"
	ToggleFold      Action = "toggle-fold"
	FoldAll         Action = "fold-all"
	UnfoldAll       Action = "unfold-all"

	Find        Action = "find"
	FindNext    Action = "find-next"
	FindPrev    Action = "find-prev"
	Replace     Action = "replace"
	GoToLine    Action = "go-to-line"
	NextProblem Action = "next-problem"
	PrevProblem Action = "prev-problem"
	Problems    Action = "problems"
	Messages    Action = "messages"
	Reveal      Action = "reveal"
	Jump        Action = "jump"
	JumpBack    Action = "jump-back"
	JumpForward Action = "jump-forward"
	ScrollLeft  Action = "scroll-left"
	ScrollRight Action = "scroll-right"

	InsertVariable Action = "insert-variable"
	OverrideValue  Action = "override-value"
	UnsetValue     Action = "unset-value"
	ClearOverride  Action = "clear-override"
	Filter         Action = "filter"

	Budgets         Action = "budgets"
	VerifyTokens    Action = "verify-tokens"
	Conversations   Action = "conversations"
	Compaction      Action = "compaction"
	EditScenario    Action = "edit-scenario"
	CopyPrompt      Action = "copy-prompt"
	CopyRequest     Action = "copy-request"
	Rules           Action = "rules"
	NextAgent       Action = "next-agent"
	PrevAgent       Action = "prev-agent"
	ChooseAgent     Action = "choose-agent"
	SortBlocks      Action = "sort-blocks"
	EditRule        Action = "edit-rule"
	ReadRule        Action = "read-rule"
	ShowInText      Action = "show-in-text"
	AllAgents       Action = "all-agents"
	Text            Action = "text"
	Blocks          Action = "blocks"
	Request         Action = "request"
	Diff            Action = "diff"
	CompareProfiles Action = "compare-profiles"
	ToggleFit       Action = "toggle-fit"
	FitTo           Action = "fit-to"
	Walk            Action = "walk"
	Subagents       Action = "subagents"
	Survive         Action = "survive"
	Sessions        Action = "sessions"
	Transfer        Action = "transfer"
	Branch          Action = "branch"
	ExportPage      Action = "export-page"
	Mark            Action = "mark"
	MarkOrPage      Action = "mark-or-page"
	Write           Action = "write"
	TakeBack        Action = "take-back"
	AddPath         Action = "add-path"
	RemovePath      Action = "remove-path"
	Back            Action = "back"
	NextTab         Action = "next-tab"
	PrevTab         Action = "prev-tab"
	ToggleOrigins   Action = "toggle-origins"
	CycleTemplateAs Action = "cycle-template-as"
	ChooseProfile   Action = "choose-profile"
	Capture         Action = "capture"
	ChooseModel     Action = "choose-model"

	ToggleWrap  Action = "toggle-wrap"
	ToggleSpace Action = "toggle-space"
	ToggleMouse Action = "toggle-mouse"
	CycleTheme  Action = "cycle-theme"
)

// The headings of the table, in the order of the help.
const (
	groupFile    = "File"
	groupScreen  = "Screen"
	groupMove    = "Move"
	groupSelect  = "Select"
	groupEdit    = "Edit"
	groupFind    = "Find and jump"
	groupVars    = "Variables"
	groupPreview = "Prompt and preview"
	groupFollow  = "Follow a session"
	groupLooks   = "Looks"
)

// OfTabs is the heading of the actions on the preview's tabs.
const OfTabs = groupPreview

var (
	everywhere = []Context{Global}
	inEditor   = []Context{Editor}
	inVars     = []Context{Inspector}
	inPanes    = []Context{Inspector, Preview}
	inTexts    = []Context{Editor, Inspector, Preview}
	inMoving   = []Context{Editor, Inspector, Preview, List}
)

// table is the default table. Its order is that of the help and of the palette.
//
// The table must not use Alt+[ and Alt with a capital O: the control sequences of function keys
// begin with the same bytes.
var table = []Row{
	{Action: Save, Title: "Save", Group: groupFile, Contexts: everywhere, Keys: []string{"ctrl+s", "f2"}, Vital: true, Also: "write unsaved"},
	{Action: SaveAs, Title: "Save as…", Group: groupFile, Contexts: everywhere, Keys: []string{"alt+S"}},
	{Action: Reload, Title: "Reload from disk", Group: groupFile, Contexts: everywhere, Keys: []string{"f5"}, Also: "refresh"},
	{Action: Changes, Title: "Compare the unsaved text with the disk…", Group: groupFile, Contexts: everywhere, Keys: []string{"alt+Y"}, Also: "unsaved changes modified diff difference"},
	{Action: OpenEditor, Title: "Open in $EDITOR", Group: groupFile, Contexts: everywhere, Keys: []string{"ctrl+e", "alt+e"}, Also: "vim nano code external"},
	{Action: OpenFiles, Title: "Open a file of the project, or an open one…", Group: groupFile, Contexts: everywhere, Keys: []string{"ctrl+n"}},
	{Action: OpenNamed, Title: "Open the file named here", Group: groupFile, Contexts: everywhere, Keys: []string{"alt+L"}},
	{Action: ToTemplate, Title: "Back to the template", Group: groupFile, Contexts: everywhere, Keys: []string{"alt+T"}},
	{Action: CloseFile, Title: "Close this file", Group: groupFile, Contexts: everywhere, Keys: []string{"alt+W"}},
	{Action: CopyPrompt, Title: "Copy the whole prompt", Group: groupFile, Contexts: everywhere, Keys: []string{"alt+C"}},
	{Action: Suspend, Title: "Suspend", Group: groupFile, Contexts: everywhere, Keys: []string{"alt+z"}},
	{Action: Quit, Title: "Quit", Group: groupFile, Contexts: everywhere, Keys: []string{"ctrl+q", "f10"}, Vital: true},

	{Action: Palette, Title: "Palette", Group: groupScreen, Contexts: everywhere, Keys: []string{"ctrl+p", "f9"}, Vital: true, Hidden: true},
	{Action: Help, Title: "Help", Group: groupScreen, Contexts: everywhere, Keys: []string{"f1", "alt+?"}, Vital: true},
	{Action: Help, Title: "Help", Group: groupScreen, Contexts: inPanes, Keys: []string{"?"}},
	{Action: Legend, Title: "What the signs and colours mean", Group: groupScreen, Contexts: everywhere, Keys: []string{"alt+G"}},
	{Action: Tell, Title: "Read this row in full", Group: groupScreen, Contexts: inPanes, Keys: []string{"w"}},
	{Action: NextPane, Title: "Next pane", Group: groupScreen, Contexts: everywhere, Keys: []string{"tab", "f6"}, Vital: true, Also: "split focus"},
	{Action: PrevPane, Title: "Previous pane", Group: groupScreen, Contexts: everywhere, Keys: []string{"shift+tab", "alt+f6"}},
	{Action: FocusTemplate, Title: "Go to the template", Group: groupScreen, Contexts: everywhere, Keys: []string{"alt+1"}},
	{Action: FocusVariables, Title: "Go to the variables", Group: groupScreen, Contexts: everywhere, Keys: []string{"alt+2"}},
	{Action: FocusPreview, Title: "Go to the preview", Group: groupScreen, Contexts: everywhere, Keys: []string{"alt+3"}},
	{Action: Zoom, Title: "Zoom this pane", Group: groupScreen, Contexts: everywhere, Keys: []string{"f7", "alt+0"}, Also: "split full screen maximize window larger bigger"},
	{Action: Redraw, Title: "Redraw the screen", Group: groupScreen, Contexts: everywhere, Keys: []string{"ctrl+l"}},
	{Action: Cancel, Title: "Close, or clear the selection", Group: groupScreen, Contexts: everywhere, Keys: []string{"esc", "alt+q"}, Vital: true, Hidden: true},
	{Action: Cancel, Title: "Close", Group: groupScreen, Contexts: []Context{List, Field}, Keys: []string{"esc", "ctrl+c", "ctrl+g"}, Vital: true, Hidden: true},
	{Action: Accept, Title: "Choose", Group: groupScreen, Contexts: []Context{List, Field}, Keys: []string{"enter", "ctrl+j"}, Vital: true, Hidden: true},

	{Action: MoveLeft, Title: "Left", Group: groupMove, Contexts: inEditor, Keys: []string{"left"}, Hidden: true},
	{Action: MoveRight, Title: "Right", Group: groupMove, Contexts: inEditor, Keys: []string{"right"}, Hidden: true},
	{Action: MoveUp, Title: "Up", Group: groupMove, Contexts: inMoving, Keys: []string{"up"}, Hidden: true},
	{Action: MoveUp, Title: "Up", Group: groupMove, Contexts: inPanes, Keys: []string{"k"}, Hidden: true},
	{Action: MoveDown, Title: "Down", Group: groupMove, Contexts: inMoving, Keys: []string{"down"}, Hidden: true},
	{Action: MoveDown, Title: "Down", Group: groupMove, Contexts: inPanes, Keys: []string{"j"}, Hidden: true},
	{Action: MoveWordLeft, Title: "Word left", Group: groupMove, Contexts: inEditor, Keys: []string{"ctrl+left", "alt+left", "alt+b"}, Hidden: true},
	{Action: MoveWordRight, Title: "Word right", Group: groupMove, Contexts: inEditor, Keys: []string{"ctrl+right", "alt+right", "alt+f"}, Hidden: true},
	{Action: MoveLineStart, Title: "Start of the line", Group: groupMove, Contexts: inEditor, Keys: []string{"home"}, Hidden: true},
	{Action: MoveLineEnd, Title: "End of the line", Group: groupMove, Contexts: inEditor, Keys: []string{"end"}, Hidden: true},
	{Action: MovePageUp, Title: "Page up", Group: groupMove, Contexts: inMoving, Keys: []string{"pgup"}, Hidden: true},
	{Action: MovePageDown, Title: "Page down", Group: groupMove, Contexts: inMoving, Keys: []string{"pgdown"}, Hidden: true},
	{Action: MarkOrPage, Title: "Page down; mark a row, in lists with marks", Group: groupMove, Contexts: []Context{Preview}, Keys: []string{" "}, Hidden: true},
	{Action: MoveDocStart, Title: "Start of the text", Group: groupMove, Contexts: inEditor, Keys: []string{"ctrl+home", "alt+<"}, Hidden: true},
	{Action: MoveDocStart, Title: "Start of the text", Group: groupMove, Contexts: inPanes, Keys: []string{"home", "g"}, Hidden: true},
	{Action: MoveDocStart, Title: "First", Group: groupMove, Contexts: []Context{List}, Keys: []string{"home"}, Hidden: true},
	{Action: MoveDocEnd, Title: "End of the text", Group: groupMove, Contexts: inEditor, Keys: []string{"ctrl+end", "alt+>"}, Hidden: true},
	{Action: MoveDocEnd, Title: "End of the text", Group: groupMove, Contexts: inPanes, Keys: []string{"end", "G"}, Hidden: true},
	{Action: MoveDocEnd, Title: "Last", Group: groupMove, Contexts: []Context{List}, Keys: []string{"end"}, Hidden: true},

	{Action: SelectLeft, Title: "Select to the left", Group: groupSelect, Contexts: inEditor, Keys: []string{"shift+left"}, Hidden: true},
	{Action: SelectRight, Title: "Select to the right", Group: groupSelect, Contexts: inEditor, Keys: []string{"shift+right"}, Hidden: true},
	{Action: SelectUp, Title: "Select up", Group: groupSelect, Contexts: inEditor, Keys: []string{"shift+up"}, Hidden: true},
	{Action: SelectDown, Title: "Select down", Group: groupSelect, Contexts: inEditor, Keys: []string{"shift+down"}, Hidden: true},
	{Action: SelectWordLeft, Title: "Select a word to the left", Group: groupSelect, Contexts: inEditor, Keys: []string{"ctrl+shift+left", "alt+shift+left"}, Hidden: true},
	{Action: SelectWordRight, Title: "Select a word to the right", Group: groupSelect, Contexts: inEditor, Keys: []string{"ctrl+shift+right", "alt+shift+right"}, Hidden: true},
	{Action: SelectLineStart, Title: "Select to the start of the line", Group: groupSelect, Contexts: inEditor, Keys: []string{"shift+home"}, Hidden: true},
	{Action: SelectLineEnd, Title: "Select to the end of the line", Group: groupSelect, Contexts: inEditor, Keys: []string{"shift+end"}, Hidden: true},
	{Action: SelectPageUp, Title: "Select a page up", Group: groupSelect, Contexts: inEditor, Keys: []string{"alt+pgup"}, Hidden: true},
	{Action: SelectPageDown, Title: "Select a page down", Group: groupSelect, Contexts: inEditor, Keys: []string{"alt+pgdown"}, Hidden: true},
	{Action: SelectDocStart, Title: "Select to the start of the text", Group: groupSelect, Contexts: inEditor, Keys: []string{"ctrl+shift+home"}, Hidden: true},
	{Action: SelectDocEnd, Title: "Select to the end of the text", Group: groupSelect, Contexts: inEditor, Keys: []string{"ctrl+shift+end"}, Hidden: true},
	{Action: SelectAll, Title: "Select all", Group: groupSelect, Contexts: inEditor, Keys: []string{"ctrl+a", "alt+a"}},

	{Action: Undo, Title: "Undo", Group: groupEdit, Contexts: inEditor, Keys: []string{"ctrl+z", "ctrl+_"}, Vital: true},
	{Action: Redo, Title: "Redo", Group: groupEdit, Contexts: inEditor, Keys: []string{"ctrl+y", "alt+y"}, Vital: true},
	{Action: Cut, Title: "Cut", Group: groupEdit, Contexts: inEditor, Keys: []string{"ctrl+x", "alt+x"}, Vital: true, Also: "clipboard"},
	{Action: Copy, Title: "Copy", Group: groupEdit, Contexts: inTexts, Keys: []string{"ctrl+c", "alt+c"}, Vital: true, Also: "clipboard yank"},
	{Action: Paste, Title: "Paste", Group: groupEdit, Contexts: inEditor, Keys: []string{"ctrl+v", "alt+v"}, Vital: true, Also: "clipboard"},
	{Action: Newline, Title: "New line", Group: groupEdit, Contexts: inEditor, Keys: []string{"enter", "ctrl+j"}, Vital: true, Hidden: true},
	{Action: Backspace, Title: "Delete to the left", Group: groupEdit, Contexts: inEditor, Keys: []string{"backspace", "ctrl+h"}, Vital: true, Hidden: true},
	{Action: Delete, Title: "Delete to the right", Group: groupEdit, Contexts: inEditor, Keys: []string{"delete"}, Hidden: true},
	{Action: DeleteWordLeft, Title: "Delete a word to the left", Group: groupEdit, Contexts: inEditor, Keys: []string{"ctrl+w", "alt+backspace"}, Hidden: true},
	{Action: DeleteWordRight, Title: "Delete a word to the right", Group: groupEdit, Contexts: inEditor, Keys: []string{"alt+d", "alt+delete"}, Hidden: true},
	{Action: DeleteLine, Title: "Delete the line", Group: groupEdit, Contexts: inEditor, Keys: []string{"ctrl+k"}},
	{Action: DuplicateLine, Title: "Duplicate the line", Group: groupEdit, Contexts: inEditor, Keys: []string{"ctrl+d"}},
	{Action: MoveLineUp, Title: "Move the line up", Group: groupEdit, Contexts: inEditor, Keys: []string{"alt+up"}},
	{Action: MoveLineDown, Title: "Move the line down", Group: groupEdit, Contexts: inEditor, Keys: []string{"alt+down"}},
	{Action: Indent, Title: "Indent the selected lines", Group: groupEdit, Contexts: inEditor, Keys: []string{"tab"}},
	{Action: Outdent, Title: "Outdent the selected lines", Group: groupEdit, Contexts: inEditor, Keys: []string{"shift+tab"}},
	{Action: JoinLines, Title: "Join the lines", Group: groupEdit, Contexts: inEditor, Keys: []string{"alt+J"}},
	{Action: QuickFix, Title: "Fix the problem here", Group: groupEdit, Contexts: inEditor, Keys: []string{"alt+enter", "alt+'"}},
	{Action: Complete, Title: "Complete the tag", Group: groupEdit, Contexts: inEditor, Keys: []string{"ctrl+@", "alt+/"}},

	{Action: Find, Title: "Find…", Group: groupFind, Contexts: everywhere, Keys: []string{"ctrl+f"}},
	{Action: FindNext, Title: "Find next", Group: groupFind, Contexts: everywhere, Keys: []string{"f3", "alt+n"}},
	{Action: FindPrev, Title: "Find previous", Group: groupFind, Contexts: everywhere, Keys: []string{"alt+f3", "alt+N"}},
	{Action: FindNext, Title: "Find next", Group: groupFind, Contexts: inPanes, Keys: []string{"n"}},
	{Action: FindPrev, Title: "Find previous", Group: groupFind, Contexts: inPanes, Keys: []string{"N"}},
	{Action: Replace, Title: "Replace…", Group: groupFind, Contexts: inEditor, Keys: []string{"ctrl+r", "alt+r"}},
	{Action: GoToLine, Title: "Go to line…", Group: groupFind, Contexts: inEditor, Keys: []string{"ctrl+g", "alt+g"}},
	{Action: MatchTag, Title: "Go to the matching [if] or [endif]", Group: groupFind, Contexts: inEditor, Keys: []string{"alt+%", "ctrl+]"}},
	{Action: ToggleFold, Title: "Fold or unfold the block", Group: groupFind, Contexts: inEditor, Keys: []string{"alt+-"}},
	{Action: FoldAll, Title: "Fold all blocks", Group: groupFind, Contexts: inEditor, Keys: []string{"alt++"}},
	{Action: UnfoldAll, Title: "Unfold all blocks", Group: groupFind, Contexts: inEditor, Keys: []string{"alt+="}},
	{Action: Problems, Title: "Problems…", Group: groupFind, Contexts: everywhere, Keys: []string{"f4"}, Also: "duplicate duplicates repeated errors warnings lint"},
	{Action: Messages, Title: "Messages in full…", Group: groupFind, Contexts: everywhere, Keys: []string{"alt+M"}},
	{Action: NextProblem, Title: "Next problem", Group: groupFind, Contexts: everywhere, Keys: []string{"f8", "alt+j"}},
	{Action: PrevProblem, Title: "Previous problem", Group: groupFind, Contexts: everywhere, Keys: []string{"alt+f8", "alt+k"}},
	{Action: Jump, Title: "Jump between template and preview", Group: groupFind, Contexts: everywhere, Keys: []string{"ctrl+o", "f12"}},
	{Action: Jump, Title: "Jump to where this comes from", Group: groupFind, Contexts: inPanes, Keys: []string{"enter"}},
	{Action: JumpBack, Title: "Jump back", Group: groupFind, Contexts: everywhere, Keys: []string{"alt+,"}},
	{Action: ScrollLeft, Title: "Scroll left in long lines", Group: groupMove, Contexts: []Context{Preview}, Keys: []string{"shift+left"}, Hidden: true},
	{Action: ScrollRight, Title: "Scroll right in long lines", Group: groupMove, Contexts: []Context{Preview}, Keys: []string{"shift+right"}, Hidden: true},
	{Action: JumpForward, Title: "Jump forward", Group: groupFind, Contexts: everywhere, Keys: []string{"alt+."}},

	{Action: InsertVariable, Title: "Insert a variable…", Group: groupVars, Contexts: everywhere, Keys: []string{"ctrl+t", "alt+i"}},
	{Action: InsertVariable, Title: "Insert this variable", Group: groupVars, Contexts: inVars, Keys: []string{"i"}},
	{Action: OverrideValue, Title: "Set a value by hand…", Group: groupVars, Contexts: inVars, Keys: []string{"e"}},
	{Action: UnsetValue, Title: "Treat it as missing", Group: groupVars, Contexts: inVars, Keys: []string{"u"}},
	{Action: ClearOverride, Title: "Back to the real value", Group: groupVars, Contexts: inVars, Keys: []string{"x"}},
	{Action: Filter, Title: "Filter…", Group: groupVars, Contexts: inVars, Keys: []string{"/"}},
	{Action: Find, Title: "Find…", Group: groupFind, Contexts: []Context{Preview}, Keys: []string{"/"}},

	{Action: Budgets, Title: "Budgets in full…", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+B"}, Also: "context window cost price limit size"},
	{Action: Conversations, Title: "Conversations and their stored prompts…", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+K"}, Also: "freeze frozen keep kept prompts snapshot forget delete drift"},
	{Action: EditScenario, Title: "Scenario: mode, tools, texts of the session…", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+I"}, Also: "tools mode extra system text"},
	{Action: Compaction, Title: "When the agent compacts the conversation…", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+Z"}, Also: "smaller shorten compact window summary"},
	{Action: VerifyTokens, Title: "Ask the provider to count the tokens…", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+V"}},
	{Action: NextTab, Title: "Next tab of the preview", Group: groupPreview, Contexts: everywhere, Keys: []string{"ctrl+pgdown", "alt+h"}},
	{Action: PrevTab, Title: "Previous tab of the preview", Group: groupPreview, Contexts: everywhere, Keys: []string{"ctrl+pgup", "alt+H"}},
	{Action: NextTab, Title: "Next tab", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"]"}},
	{Action: PrevTab, Title: "Previous tab", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"["}},
	{Action: Rules, Title: "Rules: which files the agent loads or skips, why", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+R"}},
	{Action: Text, Title: "Text: the prompt as it is sent", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+;"}},
	{Action: Blocks, Title: "Blocks: the prompt's parts and their sizes", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+:"}},
	{Action: Request, Title: "The request as a provider receives it", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+Q"}, Also: "tools JSON body API"},
	{Action: Diff, Title: "Compare the prompt with another one…", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+D"}, Also: "compare git revision HEAD commit branch"},
	{Action: CompareProfiles, Title: "Compare: with another profile or revision; two turns or sessions", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"c"}, Also: "compare git revision HEAD commit agents"},
	{Action: SortBlocks, Title: "Sort the blocks by size, or in sent order", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"s"}, Also: "tools smaller largest biggest"},
	{Action: ToggleFit, Title: "Fit the prompt to its limit", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+F"}, Also: "smaller shrink cut trim window"},
	{Action: FitTo, Title: "Fit the prompt to a limit of your own…", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"l"}, Also: "smaller window shrink cut trim max tokens"},
	{Action: NextAgent, Title: "Next agent, provider or comparison; open a block", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"right"}},
	{Action: PrevAgent, Title: "Previous agent, provider or comparison; close a block", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"left"}},
	{Action: ChooseAgent, Title: "Rules: choose the agent…", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"a"}},
	{Action: AllAgents, Title: "Show all: agents side by side, projects, turns", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"v"}},
	{Action: EditRule, Title: "Open the file of this rule or block in $EDITOR", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"e"}},
	{Action: ReadRule, Title: "Rules: read the file, with its hidden text and where it is cut", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"r"}},
	{Action: CopyRequest, Title: "Request: copy the JSON", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"y"}},
	{Action: ShowInText, Title: "Blocks: show the block in the prompt's text", Group: groupPreview, Contexts: []Context{Preview}, Keys: []string{"t"}},
	{Action: ToggleOrigins, Title: "Show where the text comes from", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+o"}},
	{Action: CycleTemplateAs, Title: "Change what the template is sent as", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+s"}},
	{Action: Capture, Title: "Capture the installed agent's prompt, or stop", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+A"}},
	{Action: ChooseProfile, Title: "Agent or profile: choose whose prompt is shown…", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+p"}},
	{Action: ChooseModel, Title: "Model…", Group: groupPreview, Contexts: everywhere, Keys: []string{"alt+l"}, Also: "window context price"},

	{Action: Walk, Title: "Walk: which rules load as the work reaches files", Group: groupFollow, Contexts: everywhere, Keys: []string{"alt+4"}},
	{Action: Subagents, Title: "Sub-agents: what each one is sent", Group: groupFollow, Contexts: everywhere, Keys: []string{"alt+5"}},
	{Action: Survive, Title: "What is left after compaction, clear and resume", Group: groupFollow, Contexts: everywhere, Keys: []string{"alt+6"}, Also: "smaller compact"},
	{Action: Sessions, Title: "Sessions that agents logged, and captured requests", Group: groupFollow, Contexts: everywhere, Keys: []string{"alt+7"}},
	{Action: Transfer, Title: "Transfer: have other agents read a rule file too", Group: groupFollow, Contexts: everywhere, Keys: []string{"alt+8"}, Also: "load not loaded import copy share"},
	{Action: Branch, Title: "What your edits or a branch change in each prompt", Group: groupFollow, Contexts: everywhere, Keys: []string{"alt+9"}, Also: "git revision HEAD commit compare main uncommitted unsaved"},
	{Action: ExportPage, Title: "Write the prompt as a page to share, in HTML…", Group: groupFollow, Contexts: everywhere, Keys: []string{"alt+E"}},
	{Action: Mark, Title: "Transfer: mark or unmark the agent", Group: groupFollow, Contexts: []Context{Preview}, Keys: []string{"m"}},
	{Action: Write, Title: "Transfer: write the changes…", Group: groupFollow, Contexts: []Context{Preview}, Keys: []string{"W"}},
	{Action: TakeBack, Title: "Transfer: undo the last changes", Group: groupFollow, Contexts: []Context{Preview}, Keys: []string{"u"}},
	{Action: AddPath, Title: "Walk, Transfer: choose a file…", Group: groupFollow, Contexts: []Context{Preview}, Keys: []string{"p"}},
	{Action: RemovePath, Title: "Walk: remove this file", Group: groupFollow, Contexts: []Context{Preview}, Keys: []string{"x"}},
	{Action: Back, Title: "Back to the previous list", Group: groupFollow, Contexts: []Context{Preview}, Keys: []string{"backspace"}, Hidden: true},

	{Action: ToggleWrap, Title: "Wrap long lines", Group: groupLooks, Contexts: everywhere, Keys: []string{"alt+w"}},
	{Action: ToggleSpace, Title: "Show spaces and tabs", Group: groupLooks, Contexts: everywhere, Keys: []string{"alt+u"}},
	{Action: Reveal, Title: "Reveal masked values until the next key", Group: groupLooks, Contexts: everywhere, Keys: []string{"alt+U"}},
	{Action: ToggleMouse, Title: "Mouse on or off", Group: groupLooks, Contexts: everywhere, Keys: []string{"alt+m"}},
	{Action: CycleTheme, Title: "Next theme", Group: groupLooks, Contexts: everywhere, Keys: []string{"alt+t"}},
}

// shadows has, for each context, the keys that have a different meaning there than in Global.
// In an editor, for example, Tab accepts a completion or indents selected lines, and only otherwise
// moves to the next pane.
var shadows = map[Context][]string{
	Editor: {"tab", "shift+tab"},
}
