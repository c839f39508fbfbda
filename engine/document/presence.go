package document

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine/facts"
)

// Presence lets running programs detect that they have the same file open. It is not a lock, so it
// prevents nothing.
type Presence struct {
	dir  string
	self program
}

// Other is another galley that has a file open.
type Other struct {
	PID   int
	Host  string
	Since time.Time
}

// note is the content of the file by which a program announces that it has a file open.
type note struct {
	Path    string    `json:"path"`
	Since   time.Time `json:"since"`
	Program program   `json:"program"`
}

const noteSuffix = ".open"

// maxNote is the most bytes of a note that are read.
const maxNote = 64 << 10

// NewPresence returns a Presence that writes its notes into a directory, which is created when
// needed.
func NewPresence(stateDir string) *Presence {
	return &Presence{dir: filepath.Join(stateDir, "open"), self: thisProgram()}
}

// Open records that this program has the file open, until leave is called. The file may have been
// opened under any of its names.
func (p *Presence) Open(path string, now time.Time) (leave func(), err error) {
	name, err := p.name(path)
	if err != nil {
		return func() {}, err
	}
	data, err := json.Marshal(note{Path: path, Since: now, Program: p.self})
	if err == nil {
		err = os.MkdirAll(p.dir, 0o700)
	}
	var temp string
	if err == nil {
		temp, err = writeTemp(name, string(data), 0o600, nil)
	}
	if err == nil {
		if err = os.Rename(temp, name); err != nil {
			_ = os.Remove(temp)
		}
	}
	if err != nil {
		return func() {}, fmt.Errorf("other galleys will not know that %s is open: %w", path, err)
	}
	return func() { _ = os.Remove(name) }, nil
}

// Others returns the other programs that have the file open; the one that opened it first comes
// first. It removes notes of programs that have ended.
func (p *Presence) Others(path string) ([]Other, error) {
	own, err := p.name(path)
	if err != nil {
		return nil, err
	}
	key, _, _ := strings.Cut(filepath.Base(own), "-")
	entries, err := listing(p.dir)
	if err != nil {
		return nil, err
	}
	var out []Other
	for _, e := range entries {
		name := filepath.Join(p.dir, e.Name())
		if name == own || !strings.HasPrefix(e.Name(), key+"-") || !strings.HasSuffix(name, noteSuffix) {
			continue
		}
		var n note
		data, err := facts.NewLive(facts.WithFileCap(maxNote)).ReadFile(facts.Slash(name))
		if err != nil || json.Unmarshal([]byte(data), &n) != nil {
			continue
		}
		if !n.Program.runs(n.Since) {
			_ = os.Remove(name)
			continue
		}
		out = append(out, Other{PID: n.Program.PID, Host: n.Program.Host, Since: n.Since})
	}
	slices.SortFunc(out, func(a, b Other) int {
		if c := a.Since.Compare(b.Since); c != 0 {
			return c
		}
		return a.PID - b.PID
	})
	return out, nil
}

func (p *Presence) name(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.Join(p.dir, fileKey(abs)+"-"+p.self.ID+noteSuffix), nil
}

// fileKey returns the name of the file's notes in the state directory. It is the same for every
// path that leads to the file.
func fileKey(path string) string {
	if at, err := resolve(path); err == nil {
		path = at.real
	}
	return digest(path)[:32]
}
