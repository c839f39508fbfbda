package app

import (
	"slices"

	"galley/ui/files"
)

// together is the last replacement in several files, which one undo reverts in all of them.
type together struct {
	at   map[*files.File]uint64 // the revision of each file after the replacement or its undo
	redo bool                   // whether the replacement is undone, so that a redo repeats it
}

// set records the files that were changed together. undone is true if their change was undone.
func (t *together) set(changed []*files.File, undone bool) {
	t.at, t.redo = map[*files.File]uint64{}, undone
	for _, file := range changed {
		t.at[file] = file.Editor.Revision()
	}
}

// others returns the other files in which to undo the replacement when the user undoes it in the
// file here; if redo is set, in which to repeat it. These are the open files that have not
// changed since the replacement. If here itself has changed, others returns none.
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
