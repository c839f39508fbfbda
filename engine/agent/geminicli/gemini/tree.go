package gemini

import (
	"context"
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/source"
)

// DefaultItems is how many files and folders a folder structure shows.
const DefaultItems = 200

// defaultIgnored are the folders that are shown closed, whatever ignore files say.
var defaultIgnored = []string{"node_modules", ".git", "dist", "__pycache__"}

// TreeOptions change what a folder structure shows. The zero value is the
// agent's default without ignore files.
type TreeOptions struct {
	MaxItems       int            // 0: DefaultItems
	IgnoredFolders []string       // names of folders shown closed; nil: the agent's four
	Include        *regexp.Regexp // names of the files to show; nil: all
	Ignore         *ignore.Gemini // nil: no ignore files
	Made           bool           // the agent makes the folder at its start: not there is empty
}

// Tree returns the structure of a folder as the agent shows it: breadth first up
// to a number of items, in each folder files before folders, both in the order
// of a file browser. Ignored files vanish, ignored folders stay closed, symbolic
// links are neither. A folder that was reached when no items were left looks
// empty, and nothing says so: that is the agent's way.
//
// A folder is opened only while items are left, so nothing is listed that cannot
// be shown.
func Tree(ctx context.Context, w facts.World, dir string, o TreeOptions, prose Prose) source.Text {
	if o.MaxItems <= 0 {
		o.MaxItems = DefaultItems
	}
	if o.IgnoredFolders == nil {
		o.IgnoredFolders = defaultIgnored
	}
	root := &folder{path: dir}
	if err := (&walk{ctx: ctx, world: w, options: o, left: o.MaxItems}).all(root); err != nil {
		return value("folder-structure", treeError(dir, err))
	}
	n := strconv.Itoa(o.MaxItems)
	var b source.Builder
	b.Add("Showing up to "+n+" items (files + folders).", structure)
	if root.cut() {
		b.Add(" ", structure)
		b.Append(prose("tree-truncated", value("items", n)))
	}
	var lines strings.Builder
	lines.WriteString("\n\n" + dir + "/\n")
	root.write(&lines, "")
	b.Append(value("folder-structure", strings.TrimSuffix(lines.String(), "\n")+root.lastLine()))
	return b.Text()
}

// lastLine is the line feed that stands behind the heading of an empty folder.
func (f *folder) lastLine() string {
	if len(f.files) == 0 && len(f.folders) == 0 && !f.moreFiles && !f.moreFolders {
		return "\n"
	}
	return ""
}

func treeError(dir string, err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return `Error: Could not read directory "` + dir + `". Check path and permissions.`
	}
	return `Error processing directory "` + dir + `": ` + err.Error()
}

// folder is what is shown of one.
type folder struct {
	name                   string
	path                   string // known when it is opened
	parent                 *folder
	files                  []string
	folders                []*folder
	ignored                bool // shown closed
	moreFiles, moreFolders bool
}

// cut reports whether anything in the folder is marked as left out.
func (f *folder) cut() bool {
	return f.moreFiles || f.moreFolders || f.ignored || slices.ContainsFunc(f.folders, (*folder).cut)
}

const (
	branch   = "├───"
	lastLeaf = "└───"
	more     = "..."
)

func (f *folder) write(b *strings.Builder, indent string) {
	line := func(last bool, text string) {
		b.WriteString(indent)
		if last {
			b.WriteString(lastLeaf)
		} else {
			b.WriteString(branch)
		}
		b.WriteString(text)
		b.WriteByte('\n')
	}
	noFolders := len(f.folders) == 0 && !f.moreFolders
	for i, name := range f.files {
		line(i == len(f.files)-1 && noFolders, name)
	}
	if f.moreFiles {
		line(noFolders, more)
	}
	for i, sub := range f.folders {
		last := i == len(f.folders)-1 && !f.moreFolders
		if sub.ignored {
			line(last, sub.name+"/"+more)
			continue
		}
		line(last, sub.name+"/")
		if last {
			sub.write(b, indent+"    ")
		} else {
			sub.write(b, indent+"│   ")
		}
	}
	if f.moreFolders {
		line(true, more)
	}
}

// walk fills folders breadth first.
type walk struct {
	ctx     context.Context
	world   facts.World
	options TreeOptions
	left    int // items that can still be shown
}

func (w *walk) all(root *folder) error {
	queue := []*folder{root}
	for len(queue) > 0 && w.left > 0 && w.ctx.Err() == nil {
		f := queue[0]
		queue = queue[1:]
		if f.parent != nil {
			f.path = facts.Join(f.parent.path, f.name)
		}
		entries, err := w.world.ReadDir(f.path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && (f != root || w.options.Made), errors.Is(err, fs.ErrPermission):
			continue // shown empty
		case err != nil:
			return err
		}
		w.fill(f, entries)
		for _, sub := range f.folders {
			if !sub.ignored {
				queue = append(queue, sub)
			}
		}
	}
	return nil
}

func (w *walk) fill(f *folder, entries []facts.Entry) {
	var scope *ignore.Scope
	if w.options.Ignore != nil {
		scope = w.options.Ignore.InListed(f.path, slices.ContainsFunc(entries, func(e facts.Entry) bool { return e.Name == ".gitignore" }))
	}
	shown := func(name string) bool {
		return (scope == nil || !scope.Hides(name, false)) &&
			(w.options.Include == nil || w.options.Include.MatchString(name))
	}
	f.files, f.moreFiles = first(entries, fs.FileMode.IsRegular, w.left, shown)
	w.left -= len(f.files)

	var names []string
	names, f.moreFolders = first(entries, fs.FileMode.IsDir, w.left, nil)
	w.left -= len(names)
	for _, name := range names {
		f.folders = append(f.folders, &folder{
			name: name, parent: f,
			ignored: slices.Contains(w.options.IgnoredFolders, name) || scope != nil && scope.Hides(name, true),
		})
	}
}
