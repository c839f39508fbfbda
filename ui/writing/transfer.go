// Package writing writes what the user asks galley to write apart from the edited files: the
// changes of a transfer, which can be undone, and pages to share. Its functions may block.
package writing

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"galley/engine/config"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/transfer"
)

// journal records what a transfer did in a project, so that it can be undone.
type journal struct {
	Project string        `json:"project"`
	Steps   []journalStep `json:"steps"`
}

// journalStep is a file that the transfer made or changed.
type journalStep struct {
	Path   string   `json:"path"`
	Made   bool     `json:"made"`
	Before string   `json:"before"`
	After  string   `json:"after"`
	Link   string   `json:"link"`
	Dirs   []string `json:"dirs"` // the directories that were created for it, the innermost first
}

// journalPath returns the path of a project's journal.
func journalPath(w facts.World, project string) (string, error) {
	state := config.StateDir(w)
	if state == "" {
		return "", errors.New("no directory for the record of a transfer: set HOME or XDG_STATE_HOME")
	}
	return facts.Join(state, "transfers", fmt.Sprintf("%x", sha256.Sum256([]byte(project)))[:16]+".json"), nil
}

// Transfer makes the changes of a plan in a project. If a change fails, it undoes the earlier
// ones. It may block.
func Transfer(w facts.World, project string, plan *transfer.Plan) error {
	path, err := journalPath(w, project)
	if err != nil {
		return err
	}
	j := journal{Project: project}
	for _, c := range plan.Changes {
		step := journalStep{Path: c.Path, Made: c.Made, Before: c.Before, After: c.After, Link: c.Link}
		for dir := range facts.Up(facts.Dir(c.Path)) {
			if exists(dir) {
				break
			}
			step.Dirs = append(step.Dirs, dir)
		}
		j.Steps = append(j.Steps, step)
	}
	text, _ := json.MarshalIndent(j, "", "  ") // encoding texts cannot fail
	former, err := journalText(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the record of the last transfer cannot be read: %w; remove it and write again", err)
	}
	if err := errors.Join(os.MkdirAll(filepath.FromSlash(facts.Dir(path)), 0o700), put(filepath.FromSlash(path), string(text), 0o600)); err != nil {
		return err
	}
	for i, step := range j.Steps {
		if err := step.do(); err != nil {
			for _, done := range slices.Backward(j.Steps[:i]) {
				err = errors.Join(err, done.undo())
			}
			if former != "" { // restore the record of the transfer before this one, so that it can still be undone
				return errors.Join(err, put(filepath.FromSlash(path), former, 0o600))
			}
			return errors.Join(err, os.Remove(filepath.FromSlash(path)))
		}
	}
	return nil
}

// mostJournal is the largest number of bytes that galley reads of a journal. A journal contains
// the texts of rule files before and after their change.
const mostJournal = 64 << 20

// journalText returns the text of a journal. It rejects anything that is not a regular file, so it
// never waits.
func journalText(path string) (string, error) {
	return facts.NewLive(facts.WithFileCap(mostJournal)).ReadFile(path)
}

func exists(path string) bool {
	_, err := os.Lstat(filepath.FromSlash(path))
	return err == nil
}

func (j *journalStep) do() error {
	file := filepath.FromSlash(j.Path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	switch {
	case j.Link != "":
		return os.Symlink(filepath.FromSlash(j.Link), file)
	case j.Made:
		out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		_, err = out.WriteString(j.After)
		return errors.Join(err, out.Close())
	}
	return replace(file, j.Before, j.After)
}

// replace writes a new text to a file. It returns an error if the file no longer has the text old.
func replace(file, old, text string) error {
	info, err := os.Lstat(file)
	if err != nil {
		return err
	}
	if now, err := os.ReadFile(file); err != nil || !info.Mode().IsRegular() || string(now) != old {
		return errors.Join(fmt.Errorf("%s has changed meanwhile", file), err)
	}
	return put(file, text, info.Mode().Perm())
}

// unchanged returns an error with the reason why a step cannot be undone, or nil.
func (j *journalStep) unchanged() error {
	file := filepath.FromSlash(j.Path)
	if j.Link != "" {
		if target, err := os.Readlink(file); err != nil || filepath.ToSlash(target) != j.Link {
			return fmt.Errorf("%s is no longer the link that was made", j.Path)
		}
		return nil
	}
	if info, err := os.Lstat(file); err == nil && info.Mode().IsRegular() && info.Size() == int64(len(j.After)) {
		if now, err := os.ReadFile(file); err == nil && string(now) == j.After {
			return nil
		}
	}
	return fmt.Errorf("%s changed since", j.Path)
}

// inside reports whether all paths of a step are in the project, also after links are resolved. The
// journal may be damaged, and a directory may have become a link since.
func (j *journalStep) inside(w facts.World, project string) bool {
	if facts.Clean(j.Path) != j.Path || !facts.Inside(w, project, facts.Dir(j.Path)) {
		return false
	}
	for _, dir := range j.Dirs {
		if facts.Clean(dir) != dir || dir == project || !facts.Inside(w, project, dir) {
			return false
		}
	}
	return true
}

func (j *journalStep) undo() error {
	file := filepath.FromSlash(j.Path)
	if !j.Made {
		return replace(file, j.After, j.Before)
	}
	if err := os.Remove(file); err != nil {
		return err
	}
	for _, dir := range j.Dirs {
		_ = os.Remove(filepath.FromSlash(dir)) // a directory that is no longer empty stays, and so do those above it
	}
	return nil
}

// UndoTransfer undoes the last transfer of a project, completely or not at all, and
// returns the names of the restored files. It may block.
func UndoTransfer(w facts.World, project string) (names []string, err error) {
	path, err := journalPath(w, project)
	if err != nil {
		return nil, err
	}
	text, err := journalText(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no transfer was written in %s", project)
	}
	if err != nil {
		return nil, fmt.Errorf("nothing was undone: %w", err)
	}
	var j journal
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return nil, fmt.Errorf("nothing was undone: %s is damaged: %w; restore the files by hand and remove it", path, err)
	}
	if j.Project != project {
		return nil, fmt.Errorf("nothing was undone: %s belongs to another project", path)
	}
	for i := range j.Steps {
		if !j.Steps[i].inside(w, project) {
			return nil, fmt.Errorf("nothing was undone: %s names a file outside the project", path)
		}
		if err := j.Steps[i].unchanged(); err != nil {
			return nil, fmt.Errorf("nothing was undone: %w; restore the files by hand", err)
		}
	}
	for _, step := range slices.Backward(j.Steps) {
		if err := step.undo(); err != nil {
			return names, err
		}
		names = append(names, report.Nearby(step.Path, project))
	}
	return names, os.Remove(filepath.FromSlash(path))
}
