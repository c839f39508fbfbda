package codebolt

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"galley/engine/agent/geminicli/gemini"
	"galley/engine/collate"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
)

// maxItems is the greatest number of files and folders that a folder structure shows.
const maxItems = 200

// directory adds the folder structure of the project, or of the workspace's directories. It goes
// breadth first; in each folder, files come before folders, and both are sorted as a file browser
// sorts them. It leaves out hidden, temporary and ignored files, and shows such folders without
// their content.
type directory struct {
	host *Host
	o    options
}

func (d directory) Modify(ctx context.Context, t *Turn) error {
	dirs, _ := d.o.texts("workspaceDirectories")
	if len(dirs) == 0 && d.host.Project != "" {
		dirs = []string{d.host.Project}
	}
	if len(dirs) == 0 {
		return nil
	}
	hidden := readIgnored(d.host, dirs)
	var b source.Builder
	if len(dirs) == 1 {
		b.Add("I'm currently working in the directory: ", structure)
		b.Append(value("workspace", dirs[0]))
	} else {
		b.Add("I'm currently working in the following directories:", structure)
		for _, dir := range dirs {
			b.Add("\n  - ", structure)
			b.Append(value("workspace", dir))
		}
	}
	b.Add("\n", structure)
	b.Append(d.host.Prose("tree-intro"))
	b.Add("\n\n", structure)
	for i, dir := range dirs {
		if i > 0 {
			b.Add("\n", structure)
		}
		dir = resolve(d.host.Dir, dir)
		if pattern := hidden.by(path.Base(dir), dir); pattern != "" {
			t.warn("the pattern "+pattern+" of .gitignore matches the path "+dir+": every file in it is left out of the folder structure", "Codebolt matches a pattern anywhere in the whole path")
		}
		b.Append(d.tree(ctx, dir, hidden))
	}
	t.add(message(prompt.User, block(directoryBlock, "Folder structure", b.Text())))
	return nil
}

func (d directory) tree(ctx context.Context, dir string, hidden ignored) source.Text {
	root := &gemini.Folder{Path: dir}
	w := walk{ctx: ctx, world: d.host.World, hidden: hidden, left: maxItems}
	if err := w.all(root); errors.Is(err, fs.ErrNotExist) && !errors.Is(err, facts.ErrNotDir) {
		return quoted(`Error: Could not read directory "`, dir, `". Check path and permissions.`)
	} else if err != nil {
		return quoted(`Error processing directory "`, dir, `": `+failure("scandir", w.at, err))
	}
	most := strconv.Itoa(maxItems)
	var b source.Builder
	b.Add("Showing up to "+most+" items (files + folders).", structure)
	if root.Cut() {
		b.Add(" ", structure)
		b.Append(d.host.Prose("tree-truncated", value("items", most)))
	}
	b.Add("\n\n", structure)
	b.Append(value("workspace", dir))
	b.Add("/\n", structure)
	b.Append(value("folder-structure", strings.Join(root.Lines(), "\n")))
	return b.Text()
}

func quoted(before, dir, after string) source.Text {
	return source.Of(before, structure).Append(value("workspace", dir), source.Of(after, structure))
}

// walk fills folders breadth first. It opens folders only while the limit of items is
// not reached.
type walk struct {
	ctx    context.Context
	world  facts.World
	hidden ignored
	left   int    // items that can still be shown
	at     string // the folder being read
}

func (w *walk) all(root *gemini.Folder) error {
	return gemini.BreadthFirst(w.ctx, root, func(f *gemini.Folder) (more bool, err error) {
		if w.left == 0 {
			return false, nil
		}
		w.at = f.Path
		entries, err := w.world.ReadDir(f.Path)
		switch {
		case errors.Is(err, fs.ErrPermission), err != nil && f != root && errors.Is(err, fs.ErrNotExist):
			return true, nil // the folder is shown as empty
		case err != nil:
			return false, err
		}
		slices.SortStableFunc(entries, func(a, b facts.Entry) int { return collate.Compare(a.Name, b.Name) })
		w.fill(f, entries)
		return true, nil
	})
}

func (w *walk) fill(f *gemini.Folder, entries []facts.Entry) {
	for _, e := range entries {
		if !isFile(e) {
			continue
		}
		if w.left == 0 { // set MoreFiles even if all further files are hidden
			f.MoreFiles = true
			break
		}
		if !w.hidden.file(e.Name, facts.Join(f.Path, e.Name)) {
			f.Files = append(f.Files, e.Name)
			w.left--
		}
	}
	for _, e := range entries {
		if !isDir(e) {
			continue
		}
		if w.left == 0 {
			f.MoreFolders = true
			break
		}
		full := facts.Join(f.Path, e.Name)
		f.Folders = append(f.Folders, &gemini.Folder{Path: full, Closed: w.hidden.folder(e.Name, full)})
		w.left--
	}
}
