package gemini

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"galley/engine/facts"
	"galley/engine/ignore"
	"galley/engine/source"
)

// defaultItems is the greatest number of files and folders that a folder structure shows.
const defaultItems = 200

// defaultIgnored are folders that are always shown closed.
var defaultIgnored = []string{"node_modules", ".git", "dist", "__pycache__"}

// TreeOptions change a folder structure. The zero value means the agent's defaults, without ignore
// files.
type TreeOptions struct {
	MaxItems       int            // 0 means defaultItems
	IgnoredFolders []string       // names of folders shown closed; nil means defaultIgnored
	Include        *regexp.Regexp // names of the files to show; nil means all
	Ignore         *ignore.Gemini // nil means no ignore files
	Made           bool           // the agent creates the folder at its start, so a missing folder counts as empty
	// Known identifies the rules in Ignore, so that the structure of a folder can be kept: if two
	// calls have equal options and the same Known, the structure is made only once. If Known is
	// "", it is made each time.
	Known string
}

// Picture returns the lines of [Tree] without the sentence before them, or "" if the
// folder cannot be read.
func Picture(ctx context.Context, w facts.World, dir string, o TreeOptions) string {
	text := Tree(ctx, w, dir, o, func(string, ...source.Text) source.Text { return source.Text{} }).String()
	if i := strings.Index(text, "\n\n"+dir+"/\n"); i >= 0 {
		return text[i+2:]
	}
	return ""
}

// Tree returns the structure of a folder as the agent shows it: breadth first, up to a number of
// items. Each folder shows its files before its folders, both in the order of a file browser.
// Ignored files and symbolic links are left out. Ignored folders are shown closed. As in the agent,
// a folder that is reached after the limit of items looks empty.
//
// Tree stops opening folders at the limit, so it lists no folder that it cannot show.
func Tree(ctx context.Context, w facts.World, dir string, o TreeOptions, prose Prose) source.Text {
	if o.MaxItems <= 0 {
		o.MaxItems = defaultItems
	}
	if o.IgnoredFolders == nil {
		o.IgnoredFolders = defaultIgnored
	}
	made := o.cached(ctx, w, dir)
	if made.err != nil {
		return value("folder-structure", treeError(dir, made.err))
	}
	root := made.root
	n := strconv.Itoa(o.MaxItems)
	var b source.Builder
	b.Add("Showing up to "+n+" items (files + folders).", structure)
	if root.Cut() {
		b.Add(" ", structure)
		b.Append(prose("tree-truncated", value("items", n)))
	}
	b.Append(value("folder-structure", "\n\n"+strings.Join(append([]string{dir + "/"}, root.Lines()...), "\n")+lastLine(root)))
	return b.Text()
}

// tree is a folder structure, or the error that occurred while making it.
type tree struct {
	root *Folder
	err  error
}

// cached returns the structure of a folder. If Known is set, the structure is made once per
// recorded world.
func (o TreeOptions) cached(ctx context.Context, w facts.World, dir string) tree {
	grow := func(w facts.World) (tree, bool) {
		root := &Folder{Path: dir}
		err := (&walk{ctx: ctx, world: w, options: o, left: o.MaxItems}).all(root)
		return tree{root, err}, ctx.Err() == nil
	}
	if o.Known == "" || o.Include != nil {
		t, _ := grow(w)
		return t
	}
	key := fmt.Sprintf("gemini tree %q %d %q %v %q", dir, o.MaxItems, o.IgnoredFolders, o.Made, o.Known)
	return facts.Derived(w, key, grow)
}

// lastLine returns the line feed that follows the heading of an empty folder. For other folders it
// returns "".
func lastLine(f *Folder) string {
	if len(f.Files) == 0 && len(f.Folders) == 0 && !f.MoreFiles && !f.MoreFolders {
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

// walk fills folders breadth first, until the limit of items is reached.
type walk struct {
	ctx     context.Context
	world   facts.World
	options TreeOptions
	left    int // items that can still be shown
}

func (w *walk) all(root *Folder) error {
	return BreadthFirst(w.ctx, root, func(f *Folder) (more bool, err error) {
		if w.left == 0 {
			return false, nil
		}
		entries, err := w.world.ReadDir(f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && (f != root || w.options.Made), errors.Is(err, fs.ErrPermission):
			return true, nil // a folder that cannot be read is shown as empty
		case err != nil:
			return false, err
		}
		w.fill(f, entries)
		return true, nil
	})
}

func (w *walk) fill(f *Folder, entries []facts.Entry) {
	var scope *ignore.Scope
	if w.options.Ignore != nil {
		scope = w.options.Ignore.InListed(f.Path, slices.ContainsFunc(entries, func(e facts.Entry) bool { return e.Name == ".gitignore" }))
	}
	shown := func(name string) bool {
		return (scope == nil || !scope.Hides(name, false)) &&
			(w.options.Include == nil || w.options.Include.MatchString(name))
	}
	f.Files, f.MoreFiles = first(entries, fs.FileMode.IsRegular, w.left, shown)
	w.left -= len(f.Files)

	var names []string
	names, f.MoreFolders = first(entries, fs.FileMode.IsDir, w.left, nil)
	w.left -= len(names)
	for _, name := range names {
		f.Folders = append(f.Folders, &Folder{
			Path:   facts.Join(f.Path, name),
			Closed: slices.Contains(w.options.IgnoredFolders, name) || scope != nil && scope.Hides(name, true),
		})
	}
}
