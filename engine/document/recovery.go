package document

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"galley/engine/facts"
)

// KeepUnsaved is how long a text is kept that nobody restores or discards: 30 days.
const KeepUnsaved = 30 * 24 * time.Hour

const (
	unsavedSuffix = ".unsaved"
	freshSuffix   = ".new" + unsavedSuffix
	recoveryMagic = "galley unsaved text 1"
)

// Recovery keeps unsaved texts, each in a file that only the user can read. A program that ends
// normally removes its own texts. Those left by a crash, a kill or a power failure are found at the
// next start.
//
// Each text is kept in two files: a fresh one, which survives the end of the program but perhaps
// not that of the machine, and one that is synced to disk, which takes longer. The newer one is
// offered.
type Recovery struct {
	dir   string
	self  program
	fresh slot
	sure  slot
}

// slot is one of the two files of a text. Its lock is held while the file is written or removed.
type slot struct {
	suffix string
	sync   bool

	mu    sync.Mutex
	files map[string]written // recovery files with their texts, by path
}

// written is a file of a slot, and the number of the text in it; later texts have higher numbers.
type written struct {
	name   string
	number uint64
}

// Unsaved is a text that was not saved.
type Unsaved struct {
	unsavedHead
	Text  string
	files []string // all files that contain this text
}

// Origin is the file to which a text belongs, as it was when the edit started.
type Origin struct {
	Path   string // absolute
	Digest string // as from Document.Digest; "" for a file that did not exist
	BOM    bool
	// From is the directory of the session in which the file was edited beside other files, so that
	// their texts are offered together; it is "" for a file that was edited alone.
	From string
	// Instead names the files from which the text was restored, as Unsaved.Files returns them:
	// while both exist, only this text is offered.
	Instead []string
}

// Origin returns what Recovery needs to know about the document. It never waits for
// the disk.
func (d *Document) Origin() Origin {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Origin{Path: d.path, Digest: d.base.digest, BOM: d.bom}
}

// Files returns the files of the text, as paths relative to Recovery's directory.
func (u Unsaved) Files() []string {
	var names []string
	for _, name := range u.files {
		names = append(names, filepath.Base(name))
	}
	return names
}

// Elsewhere returns the name of the host on which the text was typed, or "" if it was this one.
func (u Unsaved) Elsewhere() string {
	if u.Program.Host == thisProgram().Host {
		return ""
	}
	return u.Program.Host
}

// unsavedHead is one line of JSON that precedes the text in its file.
type unsavedHead struct {
	Path    string    `json:"path"`            // the file to which it was to be saved
	Raw     []byte    `json:"bytes,omitempty"` // Path, if it is not valid UTF-8, which JSON cannot represent
	Digest  string    `json:"digest"`          // of the file when the edit started, as Document.Digest returns it
	BOM     bool      `json:"bom"`
	When    time.Time `json:"when"` // the time at which the text was kept
	From    string    `json:"from,omitempty"`
	Instead []string  `json:"instead,omitempty"`
	Size    *int      `json:"size"` // bytes of the text; nil in files of earlier versions
	Program program   `json:"program"`
}

// NewRecovery returns a Recovery that stores its texts in a directory, which is created with mode
// 0700 when needed.
func NewRecovery(stateDir string) *Recovery {
	return &Recovery{
		dir: filepath.Join(stateDir, "unsaved"), self: thisProgram(),
		fresh: slot{suffix: freshSuffix, files: map[string]written{}},
		sure:  slot{suffix: unsavedSuffix, sync: true, files: map[string]written{}},
	}
}

// Write keeps a file's unsaved text in place of the former one. The caller must show an error, such
// as a full disk or a missing permission; the former text is then still kept.
func (r *Recovery) Write(o Origin, text string, when time.Time) error {
	return r.write(&r.sure, kept{origin: o, text: text, when: when}, func(uint64) bool { return true })
}

// write writes a text into a slot. It waits until the slot is free. It does nothing if by that
// time the text is no longer wanted or a later one was written.
func (r *Recovery) write(s *slot, t kept, wanted func(number uint64) bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := t.origin
	if !wanted(t.number) || s.files[o.Path].number > t.number {
		return nil
	}
	size := len(t.text)
	head := unsavedHead{Path: o.Path, Digest: o.Digest, BOM: o.BOM, When: t.when, From: o.From, Instead: o.Instead, Size: &size, Program: r.self}
	if !utf8.ValidString(o.Path) {
		head.Raw = []byte(o.Path)
	}
	line, err := json.Marshal(head)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return r.failed(o.Path, err)
	}
	name := filepath.Join(r.dir, fileKey(o.Path)+"-"+r.self.ID+s.suffix)
	temp, err := writeNew(name, recoveryMagic+"\n"+string(line)+"\n"+t.text, 0o600, nil, s.sync)
	if err != nil {
		return r.failed(o.Path, err)
	}
	if err := os.Rename(temp, name); err != nil {
		_ = os.Remove(temp)
		return r.failed(o.Path, err)
	}
	if before := s.files[o.Path].name; before != "" && before != name {
		_ = os.Remove(before) // a link on the path has another target now, so the old file would remain
	}
	s.files[o.Path] = written{name, t.number}
	return nil
}

// failed returns the error that the text of a file cannot be stored. Users do not know the files of
// the recovery, so an error of one of them gets the path of the directory.
func (r *Recovery) failed(path string, err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok && strings.HasPrefix(filepath.Clean(at.Path), filepath.Clean(r.dir)+string(filepath.Separator)) {
		err = &fs.PathError{Op: at.Op, Path: r.dir, Err: at.Err}
	}
	return fmt.Errorf("the unsaved text of %s cannot be stored: %w", path, err)
}

// Remove removes what this program kept for a file, because the file was saved or the user
// discarded the changes.
func (r *Recovery) Remove(path string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	return r.remove(abs, ^uint64(0))
}

// remove removes the kept texts of a file whose numbers are at most the given number.
func (r *Recovery) remove(path string, number uint64) error {
	var failures []error
	for _, s := range []*slot{&r.fresh, &r.sure} {
		s.mu.Lock()
		if w, kept := s.files[path]; kept && w.number <= number {
			delete(s.files, path)
			failures = append(failures, removeFile(w.name))
		}
		s.mu.Unlock()
	}
	return errors.Join(failures...)
}

// Discard removes a text that Find returned.
func (r *Recovery) Discard(u Unsaved) error {
	var failures []error
	for _, name := range u.files {
		failures = append(failures, removeFile(name))
	}
	return errors.Join(failures...)
}

func removeFile(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Find returns the texts that ended programs left for one file, newest first; of each program only
// its newest. It removes texts that equal the file, because these were saved after all.
func (r *Recovery) Find(path string) ([]Unsaved, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	return r.left(fileKey(abs))
}

// List returns the texts left for all files, by the rules of Find. If some texts cannot be read,
// List returns the others and an error for each unreadable text.
func (r *Recovery) List() ([]Unsaved, error) { return r.left("") }

// left returns the texts left for one file, which key identifies as [fileKey] does, or for all
// files if key is "".
func (r *Recovery) left(key string) ([]Unsaved, error) {
	entries, err := listing(r.dir)
	if err != nil {
		return nil, err
	}
	var found []Unsaved
	var failures []error
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), unsavedSuffix) || !e.Type().IsRegular() {
			continue
		}
		// A link may have changed since, so compare the path too.
		u, wanted, err := readUnsaved(filepath.Join(r.dir, e.Name()), func(u unsavedHead) bool {
			ofFile := key == "" || strings.HasPrefix(e.Name(), key+"-") || fileKey(u.Path) == key
			return ofFile && u.Program.ID != r.self.ID && !u.Program.mayKeep(u.When)
		})
		if err != nil {
			failures = append(failures, err)
			continue
		}
		if !wanted {
			continue
		}
		found = append(found, u)
	}
	slices.SortStableFunc(found, func(a, b Unsaved) int {
		if c := b.When.Compare(a.When); c != 0 {
			return c
		}
		return strings.Compare(a.files[0], b.files[0])
	})
	found = slices.DeleteFunc(merged(found), func(u Unsaved) bool {
		now, err := look(u.Path)
		saved := err == nil && now.exists && now.digest == digest(encode(u.Text, u.BOM))
		if saved {
			_ = r.Discard(u)
		}
		return saved
	})
	return found, errors.Join(failures...)
}

// merged merges texts that belong together: the two files of one program, of which the newer
// counts; a text and the one that was restored from it; and equal texts of several programs.
func merged(found []Unsaved) []Unsaved {
	var out []Unsaved
	for _, u := range found {
		if i := slices.IndexFunc(out, func(o Unsaved) bool { return slices.Contains(o.Instead, u.Files()[0]) }); i >= 0 {
			out[i].files = append(out[i].files, u.files...)
			continue
		}
		i := slices.IndexFunc(out, func(o Unsaved) bool {
			return o.Path == u.Path && (o.Program.ID == u.Program.ID || o.Text == u.Text && o.BOM == u.BOM)
		})
		if i < 0 {
			out = append(out, u)
			continue
		}
		out[i].files = append(out[i].files, u.files...)
	}
	return out
}

// Clean removes texts older than KeepUnsaved, and temporary files of interrupted writes. Ages are
// measured from now.
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

// longestHead is the most bytes in the head of a file before its text.
const longestHead = 1 << 20

// readUnsaved reads a kept text of at most MaxSize bytes if the function wants accepts its head;
// otherwise it reads only the head.
func readUnsaved(name string, wants func(unsavedHead) bool) (u Unsaved, wanted bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return u, false, err
	}
	defer func() { _ = f.Close() }()
	all := bufio.NewReader(f)
	u.files = []string{name}
	magic, err := line(all)
	if err == nil && magic != recoveryMagic {
		err = io.ErrUnexpectedEOF
	}
	var head string
	if err == nil {
		head, err = line(all)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return u, false, fmt.Errorf("%s is not a text stored by this version of galley", name)
	}
	if err != nil {
		return u, false, err
	}
	if err := json.Unmarshal([]byte(head), &u.unsavedHead); err != nil {
		return u, false, fmt.Errorf("%s: its first lines are damaged: %w", name, err)
	}
	if u.Raw != nil {
		u.Path = string(u.Raw)
	}
	if !wants(u.unsavedHead) {
		return u, false, nil
	}
	text, err := io.ReadAll(io.LimitReader(all, MaxSize+1))
	switch {
	case err != nil:
		return u, false, err
	case len(text) > MaxSize:
		return u, false, fmt.Errorf("%s: %w: more than %d MiB", name, facts.ErrTooLarge, MaxSize>>20)
	case u.Size != nil && *u.Size != len(text):
		return u, false, fmt.Errorf("%s: %d bytes of text should be there, and %d are", name, *u.Size, len(text))
	}
	u.Text = string(text)
	return u, true, nil
}

// line reads a line of the head without its line end. It returns io.ErrUnexpectedEOF if no line
// ends within longestHead bytes.
func line(r *bufio.Reader) (string, error) {
	var b []byte
	for len(b) <= longestHead {
		part, err := r.ReadSlice('\n')
		b = append(b, part...)
		switch {
		case err == nil:
			return string(b[:len(b)-1]), nil
		case errors.Is(err, io.EOF):
			return "", io.ErrUnexpectedEOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
	return "", io.ErrUnexpectedEOF
}

// listing lists a directory of galley's own; a missing directory is empty.
func listing(dir string) ([]os.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, err
}
