// Package files holds the files that are edited in the workbench: each one's text,
// its place on the disk, what puts unsaved text in safety, and the questions when
// another program has changed it. Whatever touches the disk is a command that
// answers with a message of this package; [Files.Update] takes it.
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

// Options are what the files begin with.
type Options struct {
	Document *document.Document // nil: the text has no file yet
	Rule     *document.Document // a file that agents read, to begin with; nil for none
	BuiltIn  bool               // the document has no text yet: the built-in template stands in
	Piped    string             // the text from standard input, where there is neither
	SaveAs   string             // where text without a file is saved unless the user says otherwise
	StateDir string             // where unsaved text is kept; "" keeps none
	// Leftovers are directories to clear of what saves that never ended left there.
	Leftovers []string
	Store     Store // nil is [Disk]
	Clock     func() time.Time
	Editor    editor.Options
	Paths     words.Paths
	Screen    *screen.Screen

	// Inside reports whether a path lies in the project, and links lead nowhere else.
	// Files outside are not edited before the user says so. It may block.
	Inside func(path string) bool

	Shown   func(f *File) tea.Cmd // another file is in the editor pane
	Edited  func(f *File) tea.Cmd // a file's text has changed
	Rebuild func() tea.Cmd        // what the prompt is made of has changed besides
	Written func()                // what the disk holds has changed, or a file's name
	Leave   func() tea.Cmd        // ends the program
	// External opens a file in the user's own editor.
	External func(path string, line, column int) tea.Cmd
}

// Files are the files that are open: the template first, then those that were opened
// beside it. It is made by [New].
type Files struct {
	o       Options
	screen  *screen.Screen
	all     []*File
	current int
	differ  []*File // those that are compared again when there is time to ask
}

// File is one open file. Its text is the editor's.
type File struct {
	Editor *editor.Editor

	in       *Files
	doc      *document.Document // nil while it has no file
	gone     bool               // the file is not on the disk any more
	piped    bool               // the text came from standard input, and is in no file yet
	template bool
	locked   bool           // it lies outside the project, and nobody has said that it may be edited
	builtIn  bool           // nobody has written this text yet
	withdraw func()         // takes back that the file is open here; may be nil
	unsaved  *unsaved.Guard // keeps the text in safety; nil keeps nothing
}

// New returns the files of a start: the template, and a rule file if one was named.
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
	f.Editor.MarkSaved()
	fs.all = []*File{f}
	if o.Rule != nil {
		rule := fs.file(o.Rule)
		rule.locked = !o.Inside(o.Rule.Path())
		rule.Editor.SetText(o.Rule.Text())
		rule.Editor.MarkSaved()
		fs.all, fs.current = append(fs.all, rule), 1
	}
	return fs
}

func (fs *Files) file(doc *document.Document) *File {
	f := &File{in: fs, Editor: editor.New(), doc: doc, unsaved: unsaved.New(fs.o.StateDir)}
	f.Editor.SetOptions(fs.o.Editor)
	return f
}

// Init looks for unsaved text of an earlier run, and tells other galleys what is
// open here.
func (fs *Files) Init() tea.Cmd {
	cmds := []tea.Cmd{fs.findLeft()}
	for _, f := range fs.all {
		cmds = append(cmds, f.announce())
	}
	return tea.Batch(cmds...)
}

// Update takes a message of this package; ok is false for any other message.
func (fs *Files) Update(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	switch msg := msg.(type) {
	case savedMsg:
		cmd = msg.file.saved(msg)
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
	default:
		return nil, false
	}
	return cmd, true
}

// Tick tells what became of keeping unsaved text; to be called about once a second.
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

// SetEditorOptions changes the options of every file's editor, and of those that are
// opened later.
func (fs *Files) SetEditorOptions(change func(o *editor.Options)) {
	change(&fs.o.Editor)
	for _, f := range fs.all {
		o := f.Editor.Options()
		change(&o)
		f.Editor.SetOptions(o)
	}
}

// Changed compares the files among some paths, which have changed on the disk,
// with what is here.
func (fs *Files) Changed(paths []string) tea.Cmd {
	var changed []*File
	for _, f := range fs.all {
		if f.named(paths) {
			changed = append(changed, f)
		}
	}
	return fs.compare(changed, nil)
}

// Check compares every file with the disk because the user asks for it.
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

// Withdraw takes back that the files are open here; for the program's end.
func (fs *Files) Withdraw() {
	for _, f := range fs.all {
		f.leave()
	}
}

// Edit runs a change of the text that the user asks for, and reports it if it was
// one. In a file that lies outside the project it asks first.
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

// Dirty reports whether the text differs from what is on disk.
func (f *File) Dirty() bool { return f.gone || f.piped || f.Editor.Modified() }

// IsTemplate reports whether the file is the template. Any other is a file that agents
// read.
func (f *File) IsTemplate() bool { return f.template }

// Path returns the file's path, "" while it has none.
func (f *File) Path() string {
	if f.doc == nil {
		return ""
	}
	return f.doc.Path()
}

// Names are the paths under which the file may change: its own, and that of the
// file that it links to.
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

// BuiltIn reports whether nobody has saved this text yet: it began as the built-in
// template.
func (f *File) BuiltIn() bool { return f.builtIn }

// Title is what the file is called for people, with what is special about it:
// "(new)" or "(gone)".
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

// Form says how the file is written, where it is not the plain form: its line
// ends, a byte order mark, bytes that are not UTF-8.
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

// isNew reports whether the file is made when it is saved.
func (f *File) isNew() bool { return !f.template && f.doc != nil && !f.doc.Info().Exists && !f.gone }

func (f *File) short() string { return f.in.o.Paths.Short(f.doc.Path()) }
