// Package files manages the files that are edited in the workbench: their texts, their documents on
// disk, copies of unsaved text, and the questions when another program has changed a file.
// Everything that reads or writes the disk is a command that returns a message of this package;
// [Files.Update] handles it.
package files

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/document"
	"galley/engine/facts"
	"galley/engine/template"
	"galley/ui/editor"
	"galley/ui/screen"
	"galley/ui/unsaved"
	"galley/ui/words"
)

// Store reads and writes edited files. Its methods may block: only commands call
// them.
type Store interface {
	Load(path string) (*document.Document, error)
	Save(d *document.Document, text string, o document.SaveOptions) (document.Saved, error)
	SaveAs(d *document.Document, path, text string, o document.SaveOptions) (*document.Document, document.Saved, error)
	Outside(d *document.Document) (*document.ConflictError, error)
}

// Disk is the store of real files.
type Disk struct{}

// Load implements [Store].
func (Disk) Load(path string) (*document.Document, error) { return document.Load(path) }

// Save implements [Store].
func (Disk) Save(d *document.Document, text string, o document.SaveOptions) (document.Saved, error) {
	return d.Save(text, o)
}

// SaveAs implements [Store].
func (Disk) SaveAs(d *document.Document, path, text string, o document.SaveOptions) (*document.Document, document.Saved, error) {
	return d.SaveAs(path, text, o)
}

// Outside implements [Store].
func (Disk) Outside(d *document.Document) (*document.ConflictError, error) { return d.Outside() }

// Options are the files to start with, and where they are stored.
type Options struct {
	Document *document.Document // nil if the text is not in a file yet
	Rule     *document.Document // a rule file to open at the start, or nil
	BuiltIn  bool               // whether the document has no text yet, so that the built-in template is shown
	Piped    string             // the text from standard input, used if BuiltIn is false and Document is nil
	SaveAs   string             // the default name for saving a text without a file
	StateDir string             // where unsaved text is kept; if "" it is not kept
	// Leftovers are directories in which interrupted saves may have left temporary files, which are
	// removed.
	Leftovers []string
	Store     Store // nil means [Disk]
	Clock     func() time.Time
	Editor    editor.Options
	Paths     words.Paths
	Screen    *screen.Screen

	// Inside reports whether a path is in the project, also after its links are resolved. The user
	// must agree before a file outside the project is edited. It may block.
	Inside func(path string) bool

	Shown   func(f *File) tea.Cmd // called when another file is shown in the editor pane
	Edited  func(f *File) tea.Cmd // called when a file's text has changed
	Rebuild func() tea.Cmd        // called when something else that the prompt depends on has changed
	Leave   func() tea.Cmd        // ends the program
	// Written is called when a file's content on disk or its name has changed. named is true if
	// the text was not in a file of that name before. The message about the save ends with
	// note, which may be "".
	Written func(f *File, named bool) (note string)
	// External opens a file in the user's own editor.
	External func(path string, line, column int) tea.Cmd
}

// Files are the open files: the template first, then the files opened beside it. [New] makes it.
type Files struct {
	o       Options
	screen  *screen.Screen
	all     []*File
	current int
	differ  []*File // the files changed from outside, about which the user is asked as soon as a dialog can open
}

// File is one open file. Its text is in Editor.
type File struct {
	Editor *editor.Editor

	in       *Files
	doc      *document.Document // nil if the text is not in a file
	gone     bool               // the file no longer exists on disk
	piped    bool               // the text came from standard input and is not in a file yet
	template bool
	locked   bool           // the file is outside of the project, and the user has not agreed to edit it
	builtIn  bool           // the text is the built-in template, unchanged
	withdraw func()         // removes the note for other galleys that the file is open here; may be nil
	unsaved  *unsaved.Guard // stores a copy of unsaved text; nil stores nothing
}

// New returns the files that are open at the start: the template, and the rule file that the user
// named, if any.
func New(o Options) *Files {
	if o.Store == nil {
		o.Store = Disk{}
	}
	fs := &Files{o: o, screen: o.Screen}
	f := fs.file(o.Document)
	f.template, f.builtIn = true, o.BuiltIn
	if o.BuiltIn {
		f.Editor.SetText(template.Default)
	} else if f.doc != nil {
		f.Editor.SetText(f.doc.Text())
	} else {
		f.Editor.SetText(o.Piped)
		f.piped = true
	}
	fs.all = []*File{f}
	if o.Rule != nil {
		rule := fs.file(o.Rule)
		rule.locked = !o.Inside(o.Rule.Path())
		rule.Editor.SetText(o.Rule.Text())
		fs.all, fs.current = append(fs.all, rule), 1
	}
	return fs
}

func (fs *Files) file(doc *document.Document) *File {
	f := &File{in: fs, Editor: editor.New(), doc: doc, unsaved: unsaved.New(fs.o.StateDir)}
	f.Editor.SetOptions(fs.o.Editor)
	return f
}

// Init looks for unsaved text of an earlier run, and tells other running galleys that the file is
// open here.
func (fs *Files) Init() tea.Cmd {
	cmds := []tea.Cmd{fs.findLeft()}
	for _, f := range fs.all {
		cmds = append(cmds, f.announce())
	}
	return tea.Batch(cmds...)
}

// Update handles a message of this package; ok is false for other messages.
func (fs *Files) Update(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	switch msg := msg.(type) {
	case savedMsg:
		cmd = msg.file.saved(msg)
	case keptMsg:
		cmd = fs.finishQuit(msg)
	case takenMsg:
		cmd = msg.file.taken(msg)
	case mergedMsg:
		cmd = msg.file.merged(msg)
	case outsideMsg:
		cmd = fs.outside(msg)
	case unsaved.FailedMsg:
		if msg.Err != nil {
			fs.screen.Warn(words.Reason(msg.Err))
		}
	case unsaved.Left:
		if len(msg.Found) > 0 {
			cmd = fs.screen.Ask("", func() tea.Cmd { fs.askLeft(msg.Found); return nil })
		}
	case presenceMsg:
		msg.file.announced(msg)
	case openedMsg:
		cmd = fs.opened(msg)
	case changesMsg:
		cmd = fs.showChanges(msg)
	default:
		return nil, false
	}
	return cmd, true
}

// Tick shows a message if unsaved text cannot be stored. It must be called about once a second.
func (fs *Files) Tick() {
	for _, f := range fs.all {
		if text, bad := f.unsaved.News(); bad {
			fs.screen.Warn(text)
		} else if text != "" {
			fs.screen.Say(text)
		}
	}
}

// Current returns the file in the editor pane.
func (fs *Files) Current() *File { return fs.all[fs.current] }

// Template returns the template's file.
func (fs *Files) Template() *File { return fs.all[0] }

// All returns the open files, the template first. The caller must not change the
// slice.
func (fs *Files) All() []*File { return fs.all }

// SetEditorOptions changes the options of the editors of all open files, and of files that are
// opened later.
func (fs *Files) SetEditorOptions(change func(o *editor.Options)) {
	change(&fs.o.Editor)
	for _, f := range fs.all {
		o := f.Editor.Options()
		change(&o)
		f.Editor.SetOptions(o)
	}
}

// Changed compares open files with the disk. paths are the paths that have changed; only files
// with one of these paths are compared.
func (fs *Files) Changed(paths []string) tea.Cmd {
	var changed []*File
	for _, f := range fs.all {
		if f.named(paths) {
			changed = append(changed, f)
		}
	}
	return fs.compare(changed, nil)
}

// Check compares every file with the disk when the user asks for it.
func (fs *Files) Check() tea.Cmd {
	ticket := fs.screen.Ticket()
	var all []*File
	for _, f := range fs.all {
		if f.doc != nil {
			all = append(all, f)
		}
	}
	return fs.compare(all, &ticket)
}

// Withdraw removes the notes that tell other running galleys which files are open here. It is
// called when the program ends.
func (fs *Files) Withdraw() {
	for _, f := range fs.all {
		f.leave()
	}
}

// Edit runs a change of the text by the user and reports the change if the text is different
// afterwards. It first asks about a file outside of the project.
func (f *File) Edit(change func()) tea.Cmd {
	if f.locked {
		f.askUnlock(change)
		return nil
	}
	return f.edit(change)
}

func (f *File) edit(change func()) tea.Cmd {
	before := f.Editor.Revision()
	f.Editor.SetTime(f.in.o.Clock())
	change()
	if f.Editor.Revision() == before {
		return nil
	}
	return f.in.o.Edited(f)
}

// Locked reports whether the file is outside of the project and the user has not agreed to edit it.
func (f *File) Locked() bool { return f.locked }

// Dirty reports whether the text differs from the file on disk.
func (f *File) Dirty() bool { return f.gone || f.piped || f.Editor.Modified() }

// IsTemplate reports whether the file is the template. Otherwise it is a file that agents read.
func (f *File) IsTemplate() bool { return f.template }

// Path returns the file's path, or "" if it has none.
func (f *File) Path() string {
	if f.doc == nil {
		return ""
	}
	return f.doc.Path()
}

// Names returns the paths for which a watcher may report a change of the file: its own path and,
// if it is a link, the path of the file to which it links.
func (f *File) Names() []string {
	if f.doc == nil {
		return nil
	}
	return []string{facts.Slash(f.doc.Path()), facts.Slash(f.doc.Info().RealPath)}
}

func (f *File) named(paths []string) bool {
	for _, name := range f.Names() {
		for _, p := range paths {
			if p == name {
				return true
			}
		}
	}
	return false
}

// BuiltIn reports whether the text began as the built-in template and has not been saved yet.
func (f *File) BuiltIn() bool { return f.builtIn }

// Title returns the file's name on the screen, and its state: "(new)", "(gone)" or "".
func (f *File) Title() (name, state string) {
	switch {
	case f.piped:
		return "standard input", ""
	case f.doc == nil:
		return "built-in template", ""
	case f.builtIn, f.isNew():
		state = " (new)"
	case f.gone:
		state = " (gone)"
	}
	return f.in.o.Paths.Short(f.doc.Path()), state
}

// Form returns the unusual properties of the file: its line ends, a byte order mark,
// bytes that are not UTF-8.
func (f *File) Form() []string {
	if f.doc == nil {
		return nil
	}
	info := f.doc.Info()
	var parts []string
	if kind := info.LineEnds.Kind(); kind != document.LF && kind != document.None {
		parts = append(parts, kind)
	}
	if info.BOM {
		parts = append(parts, "BOM")
	}
	if info.Invalid > 0 {
		parts = append(parts, words.Plural(info.Invalid, "invalid byte"))
	}
	if info.ReadOnly || f.locked {
		parts = append(parts, "read-only")
	}
	return parts
}

// isNew reports whether saving will create the file.
func (f *File) isNew() bool { return !f.template && f.doc != nil && !f.doc.Info().Exists && !f.gone }

func (f *File) short() string { return f.in.o.Paths.Short(f.doc.Path()) }
