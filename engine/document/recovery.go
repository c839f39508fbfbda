package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// KeepUnsaved is how long a text that nobody asked for is kept: 30 days.
const KeepUnsaved = 30 * 24 * time.Hour

const (
	unsavedSuffix = ".unsaved"
	recoveryMagic = "galley unsaved text 1"
)

// Recovery keeps texts that are not saved yet, each in a file of its own that
// only the user can read. A program that ends by itself removes its own; what
// a crash, a kill or a power failure leaves is found at the next start.
type Recovery struct {
	dir  string
	self program

	mu    sync.Mutex        // one writing at a time
	files map[string]string // by path: where its text is kept
}

// Unsaved is a text that was not saved.
type Unsaved struct {
	unsavedHead
	Text string
	file string
}

// unsavedHead stands before the text in its file, as one line of JSON.
type unsavedHead struct {
	Path    string    `json:"path"`   // the file that it was to be saved to
	Digest  string    `json:"digest"` // of the file that the edit started from, as Document.Digest gives it
	BOM     bool      `json:"bom"`
	When    time.Time `json:"when"` // when it was kept
	Program program   `json:"program"`
}

// NewRecovery keeps texts in a directory, which is made (0700) when it is
// needed.
func NewRecovery(stateDir string) *Recovery {
	return &Recovery{dir: filepath.Join(stateDir, "unsaved"), self: thisProgram(), files: map[string]string{}}
}

// Write keeps the document's unsaved text in place of what was kept of it
// before. After an error (a full disk, no permission), which is to be shown,
// the former text is still kept.
func (r *Recovery) Write(d *Document, text string, when time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	info := d.Info()
	head, err := json.Marshal(unsavedHead{
		Path: d.Path(), Digest: d.Digest(), BOM: info.BOM, When: when, Program: r.self,
	})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return r.failed(d.Path(), err)
	}
	name := filepath.Join(r.dir, fileKey(d.Path())+"-"+r.self.ID+unsavedSuffix)
	temp, err := writeTemp(name, recoveryMagic+"\n"+string(head)+"\n"+text, 0o600, nil)
	if err != nil {
		return r.failed(d.Path(), err)
	}
	if err := os.Rename(temp, name); err != nil {
		_ = os.Remove(temp)
		return r.failed(d.Path(), err)
	}
	if before := r.files[d.Path()]; before != "" && before != name {
		_ = os.Remove(before) // a link on the way leads elsewhere now
	}
	r.files[d.Path()] = name
	return nil
}

func (r *Recovery) failed(path string, err error) error {
	return fmt.Errorf("the unsaved text of %s is not protected: it cannot be kept in %s: %w", path, r.dir, err)
}

// Remove forgets what this program kept of a file: after a save, or when the
// user threw the changes away.
func (r *Recovery) Remove(path string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	name, kept := r.files[abs]
	if !kept {
		return nil
	}
	delete(r.files, abs)
	return removeFile(name)
}

// Discard forgets a text that was found.
func (r *Recovery) Discard(u Unsaved) error { return removeFile(u.file) }

func removeFile(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Find gives the texts left behind of one file, the newest first. Those of a
// program that still runs are not among them, and those that say what the file
// says now are forgotten: they were saved after all.
func (r *Recovery) Find(path string) ([]Unsaved, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	all, err := r.List()
	key := fileKey(abs)
	return slices.DeleteFunc(all, func(u Unsaved) bool { return fileKey(u.Path) != key }), err
}

// List gives the texts left behind of all files, under the same rules as Find.
// A text that cannot be read is part of the error, and does not hide others.
func (r *Recovery) List() ([]Unsaved, error) {
	entries, err := os.ReadDir(r.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var found []Unsaved
	var failures []error
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), unsavedSuffix) || !e.Type().IsRegular() {
			continue
		}
		u, err := readUnsaved(filepath.Join(r.dir, e.Name()))
		if err != nil {
			failures = append(failures, err)
			continue
		}
		if u.Program.ID == r.self.ID || u.Program.runs(u.When) {
			continue
		}
		if now, err := read(u.Path); err == nil && now.exists && now.bytes == encode(u.Text, u.BOM) {
			_ = removeFile(u.file)
			continue
		}
		found = append(found, u)
	}
	slices.SortFunc(found, func(a, b Unsaved) int {
		if c := b.When.Compare(a.When); c != 0 {
			return c
		}
		return strings.Compare(a.file, b.file)
	})
	return found, errors.Join(failures...)
}

// Clean removes what is older than KeepUnsaved, temporary files of writings
// that never ended included. now is the time to count from.
func (r *Recovery) Clean(now time.Time) error {
	entries, err := os.ReadDir(r.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var failures []error
	for _, e := range entries {
		ours := strings.HasSuffix(e.Name(), unsavedSuffix) || strings.Contains(e.Name(), unsavedSuffix+".galley-")
		if fi, err := e.Info(); ours && err == nil && now.Sub(fi.ModTime()) > KeepUnsaved {
			failures = append(failures, removeFile(filepath.Join(r.dir, e.Name())))
		}
	}
	return errors.Join(failures...)
}

func readUnsaved(name string) (Unsaved, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Unsaved{}, err
	}
	magic, rest, _ := bytes.Cut(data, []byte("\n"))
	head, text, complete := bytes.Cut(rest, []byte("\n"))
	u := Unsaved{Text: string(text), file: name}
	if string(magic) != recoveryMagic || !complete {
		return u, fmt.Errorf("%s is not a text kept by this version of galley", name)
	}
	if err := json.Unmarshal(head, &u.unsavedHead); err != nil {
		return u, fmt.Errorf("%s: its first lines are damaged: %w", name, err)
	}
	return u, nil
}
