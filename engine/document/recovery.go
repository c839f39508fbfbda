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

// KeepUnsaved is how long a text that nobody asked for is kept: 30 days.
const KeepUnsaved = 30 * 24 * time.Hour

const (
	unsavedSuffix = ".unsaved"
	freshSuffix   = ".new" + unsavedSuffix
	recoveryMagic = "galley unsaved text 1"
)

// Recovery keeps texts that are not saved yet, each in a file of its own that
// only the user can read. A program that ends by itself removes its own; what
// a crash, a kill or a power failure leaves is found at the next start.
//
// A text is kept in two files: a fresh one, which outlives the program but not
// surely the machine, and one that is on disk for certain, which takes longer to
// write. Whichever is newer is offered.
type Recovery struct {
	dir   string
	self  program
	fresh slot
	sure  slot
}

// slot is one of the two files of a text. Its lock is held while the file is
// written or removed.
type slot struct {
	suffix string
	sync   bool

	mu    sync.Mutex
	files map[string]written // by path: where its text is kept
}

// written is a file of a slot, and which of the texts it holds: later ones have
// higher numbers.
type written struct {
	name   string
	number uint64
}

// Unsaved is a text that was not saved.
type Unsaved struct {
	unsavedHead
	Text  string
	files []string // all that hold this text
}

// Origin is the file that a text belongs to, as it was when the edit started.
type Origin struct {
	Path   string // absolute
	Digest string // as Document.Digest gives it; "" for a file that did not exist
	BOM    bool
	// From is the directory of the session in which the file was edited beside another
	// one, so that both are offered there; "" for a file that stands for itself.
	From string
	// Instead names what the text was restored from, as Unsaved.Files gives it: while
	// both are there, only this one is offered.
	Instead []string
}

// Origin is what Recovery is to know of the document. It never waits for the disk.
func (d *Document) Origin() Origin {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Origin{Path: d.path, Digest: d.base.digest, BOM: d.bom}
}

// Files names the files that hold the text, within Recovery's directory.
func (u Unsaved) Files() []string {
	var names []string
	for _, name := range u.files {
		names = append(names, filepath.Base(name))
	}
	return names
}

// Elsewhere is the host where the text was typed, "" if that is this one.
func (u Unsaved) Elsewhere() string {
	if u.Program.Host == thisProgram().Host {
		return ""
	}
	return u.Program.Host
}

// unsavedHead stands before the text in its file, as one line of JSON.
type unsavedHead struct {
	Path    string    `json:"path"`            // the file that it was to be saved to
	Raw     []byte    `json:"bytes,omitempty"` // Path where JSON cannot hold it: it is not UTF-8
	Digest  string    `json:"digest"`          // of the file that the edit started from, as Document.Digest gives it
	BOM     bool      `json:"bom"`
	When    time.Time `json:"when"` // when it was kept
	From    string    `json:"from,omitempty"`
	Instead []string  `json:"instead,omitempty"`
	Size    *int      `json:"size"` // bytes of the text; nil in files of earlier versions
	Program program   `json:"program"`
}

// NewRecovery keeps texts in a directory, which is made (0700) when it is
// needed.
func NewRecovery(stateDir string) *Recovery {
	return &Recovery{
		dir: filepath.Join(stateDir, "unsaved"), self: thisProgram(),
		fresh: slot{suffix: freshSuffix, files: map[string]written{}},
		sure:  slot{suffix: unsavedSuffix, sync: true, files: map[string]written{}},
	}
}

// Write keeps a file's unsaved text on disk in place of what was kept of it
// before. After an error (a full disk, no permission), which is to be shown,
// the former text is still kept.
func (r *Recovery) Write(o Origin, text string, when time.Time) error {
	return r.write(&r.sure, kept{origin: o, text: text, when: when}, func(uint64) bool { return true })
}

// write writes a text into a slot, unless it is not wanted any more by the time that
// the slot is free, or a later one is there.
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
		_ = os.Remove(before) // a link on the way leads elsewhere now
	}
	s.files[o.Path] = written{name, t.number}
	return nil
}

func (r *Recovery) failed(path string, err error) error {
	return fmt.Errorf("the unsaved text of %s is not protected: it cannot be kept in %s: %w", path, r.dir, err)
}

// Remove forgets what this program kept of a file: after a save, or when the
// user threw the changes away.
func (r *Recovery) Remove(path string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	return r.remove(abs, ^uint64(0))
}

// remove forgets what was kept of a file up to a text's number.
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

// Discard forgets a text that was found.
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

// Find gives the texts left behind of one file, the newest first; of each program
// that left some, the newest alone. Those of a program that still runs are not
// among them, and those that say what the file says now are forgotten: they were
// saved after all.
func (r *Recovery) Find(path string) ([]Unsaved, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	return r.left(fileKey(abs))
}

// List gives the texts left behind of all files, under the same rules as Find.
// A text that cannot be read is part of the error, and does not hide others.
func (r *Recovery) List() ([]Unsaved, error) { return r.left("") }

// left gives the texts left behind of the file with a key; of all files for "".
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
		// A link may lead elsewhere since the file was named, so that its path is
		// asked too.
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

// merged makes one of the texts that belong together: both files of one program,
// of which the newer counts, a text and what it was restored from, and equal texts of
// several programs.
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

// longestHead is how long the lines before the text may be, in bytes.
const longestHead = 1 << 20

// readUnsaved reads a kept text, of at most MaxSize, if its head is wanted; what is not
// wanted costs the head alone.
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
		return u, false, fmt.Errorf("%s is not a text kept by this version of galley", name)
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

// line reads a line of the head without its end; io.ErrUnexpectedEOF when it has none
// within longestHead.
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

// listing lists a folder of galley's own. One that was never made is empty.
func listing(dir string) ([]os.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return entries, err
}
