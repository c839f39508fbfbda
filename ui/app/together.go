package app

import (
	"slices"

	"galley/ui/files"
)

// together is the last replacement in several files, which one undo reverts in all of them.
type together struct {
	at   map[*files.File]uint64 // the revision of each file after the replacement or its undo
	redo bool                   // whether it is undone, so that redo repeats it
}

// set records the files that were changed together. undone is true if their change was undone.
func (t *together) set(changed []*files.File, undone bool) {
	t.at, t.redo = map[*files.File]uint64{}, undone
	for _, file := range changed {
		t.at[file] = file.Editor.Revision()
	}
}

// others returns the files in which a step is undone or, if redo is set, repeated together with that
// in the file here: those of the open files that have not changed since, if here has not changed
// either.
func (t *together) others(here *files.File, open []*files.File, redo bool) (others []*files.File) {
	same := func(file *files.File) bool {
		at, ok := t.at[file]
		return ok && at == file.Editor.Revision() && slices.Contains(open, file) && !file.Locked()
	}
	if redo != t.redo || !same(here) {
		return nil
	}
	for _, file := range open {
		if file != here && same(file) {
			others = append(others, file)
		}
	}
	return others
}
