// Package document reads and writes a text file for editing, so that every byte that was not edited
// stays unchanged.
//
// It never normalises line ends, and it preserves a byte order mark, tabs, invalid UTF-8 and a
// missing last line end. Saving follows links to the file, replaces the file in one step if the
// directory allows it, keeps mode, owner and attributes, and does not overwrite changes by another
// program unless the caller asks for it.
//
// [Recovery] keeps unsaved text, and [Presence] detects another galley that has the same file open.
// Both use a state directory that the caller names.
//
// [Merge] merges the edits of two sides line by line; go-udiff finds the lines. No maintained Go
// library does three-way merges.
//
// The package reads and writes files directly and not through a facts.World, because they belong to
// the editor and are not facts of a prompt.
package document

import (
	"crypto/sha256"
	"encoding/hex"
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

	"galley/engine/facts"
)

// MaxSize is the size in bytes of the largest file that is loaded: 256 MiB. It protects the memory
// against a file that was opened by mistake.
const MaxSize = 256 << 20

// MaxCompared is the size in bytes up to which a changed file is read for comparing: 2 MiB. Of a
// larger file only the digest is known.
const MaxCompared = 2 << 20

// ErrUTF16 reports a file that begins with the byte order mark of UTF-16 or UTF-32. galley does not
// open such a file, because an edit would damage it.
var ErrUTF16 = errors.New("the file is UTF-16 or UTF-32, and galley edits UTF-8: convert it first (iconv -t UTF-8)")

// utf8BOM is U+FEFF in UTF-8 at the very beginning of a file.
const utf8BOM = "\xef\xbb\xbf"

// Document is one file and the text that was last read from it or written to it. It
// is safe for concurrent use; Text, Info, Digest and Path never wait for the disk.
type Document struct {
	path string // absolute, links not resolved

	disk sync.Mutex // allows one read or write of the file at a time

	mu   sync.Mutex // never held while waiting for the disk
	text string     // without the byte order mark
	bom  bool
	base snapshot // the file as last read or written, without its bytes
	info Info     // of base and text
}

// snapshot is the state of a file on disk.
type snapshot struct {
	place  resolvedPath
	exists bool
	bytes  string
	large  bool // the file exceeds MaxCompared, so bytes is empty
	digest string
	stat   fs.FileInfo // nil if the file does not exist
}

// Load reads a file. A missing file gives an empty document, which Save creates. It
// returns an error for a file that is not regular, cannot be read, is UTF-16 or
// larger than MaxSize.
func Load(path string) (*Document, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	d := &Document{path: abs}
	if err := d.Reload(); err != nil {
		return nil, err
	}
	return d, nil
}

// Reload reads the file again. After an error the document is unchanged.
func (d *Document) Reload() error {
	d.disk.Lock()
	defer d.disk.Unlock()
	s, err := read(d.path)
	if err != nil {
		return err
	}
	text, bom, err := decode(s.bytes)
	if err != nil {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	d.adopt(s, text, bom)
	return nil
}

// adopt makes a state on disk the one with which later edits are compared.
func (d *Document) adopt(s snapshot, text string, bom bool) {
	i := Info{
		Path: d.path, RealPath: s.place.real, Links: s.place.links,
		Exists: s.exists, BOM: bom, Content: Describe(text),
	}
	if s.exists {
		i.Size, i.Mode, i.Modified, i.Names = s.stat.Size(), s.stat.Mode(), s.stat.ModTime(), hardLinks(s.stat)
		i.ReadOnly = readOnly(s.place.real, s.stat)
	}
	s.bytes = ""
	d.mu.Lock()
	defer d.mu.Unlock()
	d.base, d.text, d.bom, d.info = s, text, bom, i
}

// Path returns the file's absolute path, with links not resolved.
func (d *Document) Path() string { return d.path }

// Text returns the text that was last read or written, without the byte order mark.
func (d *Document) Text() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text
}

// Digest identifies the bytes of the file that were last read or written; it is "" for a file that
// did not exist. Recovery stores it to identify the text from which an edit started.
func (d *Document) Digest() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.base.digest
}

// SetBOM says whether the file is saved with a byte order mark.
func (d *Document) SetBOM(bom bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bom = bom
}

// Info describes a document for people.
type Info struct {
	Path     string
	RealPath string   // the path to which links lead; Path without links
	Links    []string // all links on the path, in order, including links to directories
	Exists   bool
	Size     int64       // bytes on disk
	Mode     fs.FileMode // permission bits; 0 if it does not exist
	Modified time.Time   // zero if it does not exist
	ReadOnly bool        // it exists and may not be written
	Names    int         // number of hard links to the file
	BOM      bool
	Content
}

// Info describes the file as last read or written.
func (d *Document) Info() Info {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := d.info
	i.Links = slices.Clone(i.Links)
	return i
}

// Outside compares the file on disk with its state when last read or written. It returns nil if the
// content is the same, even if the file was touched.
func (d *Document) Outside() (*ConflictError, error) {
	d.mu.Lock()
	base := d.base
	d.mu.Unlock()
	now, err := look(d.path)
	if err != nil {
		return nil, err
	}
	return compare(d.path, base, now), nil
}

// read takes a snapshot of a file.
func read(path string) (snapshot, error) { return take(path, MaxSize) }

// look takes a snapshot of a file of any size. It does not include the bytes of a large file, so it
// needs little more memory than MaxCompared.
func look(path string) (snapshot, error) { return take(path, MaxCompared) }

// take takes a snapshot; most is the largest file whose bytes are included.
func take(path string, most int64) (snapshot, error) {
	p, err := resolve(path)
	if err != nil {
		return snapshot{}, err
	}
	s := snapshot{place: p}
	live := facts.NewLive(facts.WithFileCap(MaxSize))
	// A file that changes while it is read is read again, so that its state and its
	// bytes match.
	for range 3 {
		s.stat, err = os.Stat(p.real)
		if errors.Is(err, fs.ErrNotExist) {
			return snapshot{place: p}, nil
		}
		if err != nil {
			return snapshot{}, err
		}
		if s.large = most < MaxSize && s.stat.Size() > most; s.large {
			s.bytes = ""
			s.digest, err = digestFile(p.real)
		} else if s.bytes, err = live.ReadFile(filepath.ToSlash(p.real)); err == nil {
			s.digest = digest(s.bytes)
		}
		if err != nil {
			return snapshot{}, readError(path, err)
		}
		after, err := os.Stat(p.real)
		if err == nil && unchanged(s.stat, after) {
			break
		}
	}
	s.exists = true
	return s, nil
}

func readError(path string, err error) error {
	switch {
	case errors.Is(err, facts.ErrNotRegular):
		return fmt.Errorf("%s: %w: only ordinary files can be edited", path, facts.ErrNotRegular)
	case errors.Is(err, facts.ErrTooLarge):
		return fmt.Errorf("%s: %w: more than %d MiB", path, facts.ErrTooLarge, MaxSize>>20)
	}
	return err
}

// unchanged reports whether two results of Stat show the same state of the same file.
func unchanged(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) && a.Mode() == b.Mode()
}

// decode removes the byte order mark.
func decode(bytes string) (text string, bom bool, err error) {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff", "\x00\x00\xfe\xff"} {
		if strings.HasPrefix(bytes, mark) {
			return "", false, ErrUTF16
		}
	}
	text, bom = strings.CutPrefix(bytes, utf8BOM)
	return text, bom, nil
}

// Encode returns the bytes that Save would write for a text: a byte order mark if the file has one,
// then the text. It never waits for the disk.
func (d *Document) Encode(text string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return encode(text, d.bom)
}

func encode(text string, bom bool) string {
	if bom {
		return utf8BOM + text
	}
	return text
}

// digestFile returns the digest of a file without holding its bytes in memory.
func digestFile(path string) (string, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = facts.ErrNotRegular
	}
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	n, err := io.Copy(sum, io.LimitReader(f, MaxSize+1))
	if err == nil && n > MaxSize {
		err = facts.ErrTooLarge
	}
	return hex.EncodeToString(sum.Sum(nil)), err
}

func digest(bytes string) string {
	sum := sha256.Sum256([]byte(bytes))
	return hex.EncodeToString(sum[:])
}
