package gemini

import (
	"context"
	"path"
	"slices"
)

// Folder is one folder of a folder structure, with the part of its content that the structure
// shows.
type Folder struct {
	Path                   string
	Files                  []string
	Folders                []*Folder
	Closed                 bool // its content is not shown
	MoreFiles, MoreFolders bool // some files or folders are not shown
}

// Cut reports whether the structure omits content of this folder or of a folder below it, and marks
// the omission.
func (f *Folder) Cut() bool {
	return f.MoreFiles || f.MoreFolders || f.Closed || slices.ContainsFunc(f.Folders, (*Folder).Cut)
}

// Lines returns the lines of a folder's structure below the line of the folder itself. As in the
// agent, a line "..." may follow a file that is already drawn as the last item.
func (f *Folder) Lines() (lines []string) {
	f.lines(&lines, "")
	return lines
}

func (f *Folder) lines(all *[]string, indent string) {
	const branch, leaf, more = "├───", "└───", "..."
	line := func(last bool, text string) {
		if last {
			text = leaf + text
		} else {
			text = branch + text
		}
		*all = append(*all, indent+text)
	}
	noFolders := len(f.Folders) == 0 && !f.MoreFolders
	for i, name := range f.Files {
		line(i == len(f.Files)-1 && noFolders, name)
	}
	if f.MoreFiles {
		line(noFolders, more)
	}
	for i, sub := range f.Folders {
		name, below := path.Base(sub.Path)+"/", indent+"│   "
		last := i == len(f.Folders)-1 && !f.MoreFolders
		if last {
			below = indent + "    "
		}
		if sub.Closed {
			line(last, name+more)
			continue
		}
		line(last, name)
		sub.lines(all, below)
	}
	if f.MoreFolders {
		line(true, more)
	}
}

// BreadthFirst calls open for root and then, breadth first, for each subfolder that is not closed.
// It ends when open returns false for more or an error, or when ctx ends.
func BreadthFirst(ctx context.Context, root *Folder, open func(f *Folder) (more bool, err error)) error {
	queue := []*Folder{root}
	for len(queue) > 0 && ctx.Err() == nil {
		f := queue[0]
		queue = queue[1:]
		if more, err := open(f); err != nil || !more {
			return err
		}
		for _, sub := range f.Folders {
			if !sub.Closed {
				queue = append(queue, sub)
			}
		}
	}
	return nil
}
