package capture

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"galley/engine/capture/start"
	"galley/engine/wire"
)

// Limits of a store. When they are exceeded, captures are removed, the oldest first. An agent's
// captures of its latest captured version are removed last.
const (
	MaxCaptures = 50
	MaxBytes    = 200 << 20
)

const ending = ".capture"

// maxHead is the most bytes of a capture's first line.
const maxHead = 4 << 20

// Store is a directory of captures.
type Store struct {
	Dir string
}

// ErrNone says that no capture has the given id.
var ErrNone = errors.New("no capture has this id")

// head is the first line of a stored capture. After it the file has the attribution of the body's
// bytes as JSON, and the body. Listing captures reads only the first line.
type head struct {
	Capture
	KnownBytes int    `json:"knownBytes"`
	BodyBytes  int    `json:"bodyBytes"`
	SHA256     string `json:"sha256"` // checksum of everything after the first line
}

// Save stores a capture under a new id, and removes old captures to stay within the limits.
func (s Store) Save(c *Capture) error {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return fmt.Errorf("storing the capture: %w", err)
	}
	var tail [2]byte
	rand.Read(tail[:]) // rand.Read never fails
	c.Schema, c.ID = Schema, NewID(c.Agent, c.Created, hex.EncodeToString(tail[:]))
	s.carry(c)
	if err := s.write(c); err != nil {
		return err
	}
	s.prune(c.ID)
	s.clean(c.Created)
	return nil
}

// Complete replaces a stored capture by c, which is of the same run and also has all notes and
// side requests. c gets the id of the stored capture.
func (s Store) Complete(stored, c *Capture) error {
	c.Schema, c.ID, c.Attribution = Schema, stored.ID, stored.Attribution
	return s.write(c)
}

// write writes a capture's file.
func (s Store) write(c *Capture) error {
	known, err := json.Marshal(c.Attribution)
	if err != nil {
		return err
	}
	rest := append(known, c.Body...)
	sum := sha256.Sum256(rest)
	line, err := json.Marshal(head{*c, len(known), len(c.Body), hex.EncodeToString(sum[:])})
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(s.Dir, ".capture-*") // created with mode 0600
	if err != nil {
		return fmt.Errorf("storing the capture: %w", err)
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(append(append(line, '\n'), rest...))
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), s.file(c.ID))
	}
	if err != nil {
		return fmt.Errorf("storing the capture: %w", err)
	}
	return nil
}

func (s Store) file(id string) string { return filepath.Join(s.Dir, id+ending) }

// Damaged is a file of the store that cannot be read.
type Damaged struct {
	ID  string
	Err error
}

// List returns the captures without their bodies, newest first, and the files that cannot be read.
// A store that does not exist has no captures.
func (s Store) List() (all []Capture, damaged []Damaged, err error) {
	entries, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("listing captures: %w", err)
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ending)
		if !ok || !e.Type().IsRegular() {
			continue
		}
		c, err := s.read(id, false)
		if err != nil {
			damaged = append(damaged, Damaged{id, err})
			continue
		}
		all = append(all, *c)
	}
	slices.SortStableFunc(all, func(a, b Capture) int {
		return cmp.Or(b.Created.Compare(a.Created), strings.Compare(b.ID, a.ID))
	})
	return all, damaged, nil
}

// Load returns the capture with an id, a unique prefix of one, or "last".
func (s Store) Load(id string) (*Capture, error) {
	all, damaged, err := s.List()
	if err != nil {
		return nil, err
	}
	if id == "last" {
		if len(all) == 0 {
			return nil, errors.New("no captures yet; `galley capture AGENT` makes one")
		}
		return s.read(all[0].ID, true)
	}
	var fits []string
	for _, c := range all {
		if c.ID == id {
			return s.read(id, true)
		}
		if id != "" && strings.HasPrefix(c.ID, id) {
			fits = append(fits, c.ID)
		}
	}
	for _, d := range damaged {
		if id != "" && strings.HasPrefix(d.ID, id) {
			return nil, d.Err
		}
	}
	switch len(fits) {
	case 0:
		return nil, fmt.Errorf("%q: %w; `galley captures` lists them", id, ErrNone)
	case 1:
		return s.read(fits[0], true)
	}
	return nil, fmt.Errorf("%d captures begin with %q: %s", len(fits), id, strings.Join(fits[:min(len(fits), 5)], ", "))
}

// Newest returns the newest capture of an agent in a directory of a project, or nil. Of captures of
// the same version it prefers an interactive one to a headless one.
func (s Store) Newest(agent, project, cwd string) *Capture {
	c, _ := s.Choose(agent, project, cwd)
	return c
}

// Choose returns the same capture as [Store.Newest]. It also returns the agent's captures that might
// have been preferred but cannot be read.
func (s Store) Choose(agent, project, cwd string) (*Capture, []Damaged) {
	return s.best(agent, project, cwd, func(have, c *Capture) bool {
		return c.Version == have.Version && c.Mode == start.Interactive && have.Mode != start.Interactive
	}, "")
}

// NewestIn returns the newest capture of an agent in a directory of a project and with a mode, or
// nil.
func (s Store) NewestIn(agent, project, cwd string, mode start.Mode) *Capture {
	c, _ := s.best(agent, project, cwd, func(_, _ *Capture) bool { return false }, mode)
	return c
}

// best returns one capture. It begins with the newest one and goes on to older ones; better reports
// whether an older one (c) should replace the choice so far (have). If mode is "", captures of all
// modes count. Captures that cannot be read are skipped.
func (s Store) best(agent, project, cwd string, better func(have, c *Capture) bool, mode start.Mode) (*Capture, []Damaged) {
	all, damaged, err := s.List()
	if err != nil {
		return nil, nil
	}
	all = slices.DeleteFunc(all, func(c Capture) bool {
		return c.Agent != agent || c.Subagent != "" || c.Project != project || c.Cwd != cwd || mode != "" && c.Mode != mode
	})
	damaged = slices.DeleteFunc(damaged, func(d Damaged) bool { return agentOf(d.ID) != agent })
	for len(all) > 0 {
		best := 0
		for i := range all {
			if better(&all[best], &all[i]) {
				best = i
			}
		}
		c, err := s.read(all[best].ID, true)
		if err == nil {
			return c, slices.DeleteFunc(damaged, func(d Damaged) bool { return d.ID < c.ID })
		}
		damaged = append(damaged, Damaged{all[best].ID, err})
		all = slices.Delete(all, best, best+1)
	}
	return nil, damaged
}

// Delegates returns the newest capture of each sub-agent of an agent in a directory of a project,
// without the bodies. It only returns those whose main request is also stored.
func (s Store) Delegates(agent, project, cwd string) map[string]Capture {
	all, _, err := s.List()
	if err != nil {
		return nil
	}
	newest := map[string]Capture{}
	for _, c := range slices.Backward(all) {
		if c.Agent == agent && c.Subagent != "" && c.Project == project && c.Cwd == cwd && slices.ContainsFunc(all, func(m Capture) bool { return m.ID == c.Main }) {
			newest[c.Subagent] = c
		}
	}
	return newest
}

// agentOf returns the agent with which an id begins; see [NewID].
func agentOf(id string) string {
	parts := strings.Split(id, "-")
	return strings.Join(parts[:max(len(parts)-3, 0)], "-")
}

// Forget deletes captures by their full ids, including damaged ones.
func (s Store) Forget(ids ...string) error {
	var all []error
	for _, id := range ids {
		if id == "" || strings.ContainsAny(id, `/\:`) {
			all = append(all, fmt.Errorf("%q: %w", id, ErrNone))
			continue
		}
		if err := os.Remove(s.file(id)); err != nil {
			all = append(all, fmt.Errorf("deleting %s: %w", id, err))
		}
	}
	return errors.Join(all...)
}

// read reads a stored capture. If body is false, it reads only the first line and checks the length
// of the file.
func (s Store) read(id string, body bool) (*Capture, error) {
	name := s.file(id)
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the capture %s: %w", id, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("the capture %s: %w", id, err)
	}
	cut := fmt.Errorf("the capture %s is damaged: %s is cut short or changed; `galley captures forget %s` removes it", id, name, id)
	line, rest, err := firstLine(f)
	if err != nil {
		return nil, cut
	}
	var version struct {
		Schema int `json:"schema"`
	}
	if json.Unmarshal(line, &version) == nil && version.Schema > Schema {
		return nil, fmt.Errorf("the capture %s was made by a newer galley, which can read it (its form is %d, this one reads %d); `galley captures forget %s` removes it", id, version.Schema, Schema, id)
	}
	var h head
	if json.Unmarshal(line, &h) != nil || h.KnownBytes < 0 || h.BodyBytes < 0 ||
		int64(len(line)+1)+int64(h.KnownBytes)+int64(h.BodyBytes) != info.Size() || h.KnownBytes > wire.MaxBody || h.BodyBytes > wire.MaxBody || h.ID != id {
		return nil, cut
	}
	h.fill()
	if !body {
		return &h.Capture, nil
	}
	whole := make([]byte, h.KnownBytes+h.BodyBytes)
	if _, err := io.ReadFull(io.MultiReader(bytes.NewReader(rest), f), whole); err != nil {
		return nil, cut
	}
	if sum := sha256.Sum256(whole); hex.EncodeToString(sum[:]) != h.SHA256 {
		return nil, cut
	}
	if json.Unmarshal(whole[:h.KnownBytes], &h.Attribution) != nil {
		return nil, cut
	}
	h.Body = whole[h.KnownBytes:]
	h.read = new(reading)
	return &h.Capture, nil
}

// firstLine reads up to the first line feed; rest is what was read beyond it.
func firstLine(from io.Reader) (line, rest []byte, err error) {
	var b []byte
	buffer := make([]byte, 8<<10)
	for len(b) <= maxHead {
		n, err := from.Read(buffer)
		if i := bytes.IndexByte(buffer[:n], '\n'); i >= 0 {
			return append(b, buffer[:i]...), buffer[i+1 : n], nil
		}
		b = append(b, buffer[:n]...)
		if err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, errors.New("the first line is too long")
}

// prune removes captures until the store is within its limits. It never removes the capture keep.
func (s Store) prune(keep string) {
	all, _, err := s.List()
	if err != nil {
		return
	}
	size := func(c Capture) int64 {
		info, err := os.Stat(s.file(c.ID))
		if err != nil {
			return 0
		}
		return info.Size()
	}
	newest := map[string]string{} // from an agent to the version of its newest capture
	var total int64
	for _, c := range all {
		total += size(c)
		if _, ok := newest[c.Agent]; !ok {
			newest[c.Agent] = c.Version
		}
	}
	order := slices.Clone(all)
	slices.Reverse(order) // the oldest first
	slices.SortStableFunc(order, func(a, b Capture) int {
		old := func(c Capture) int {
			if c.Version != newest[c.Agent] {
				return 0
			}
			return 1
		}
		return old(a) - old(b)
	})
	count := len(all)
	for _, c := range order {
		if count <= MaxCaptures && total <= MaxBytes {
			return
		}
		if c.ID == keep {
			continue
		}
		n := size(c)
		if os.Remove(s.file(c.ID)) == nil {
			count, total = count-1, total-n
		}
	}
}

// clean removes temporary files that an interrupted Save left behind at least an hour ago.
func (s Store) clean(now time.Time) {
	entries, _ := os.ReadDir(s.Dir)
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), ".capture-") && now.Sub(info.ModTime()) > time.Hour {
			os.Remove(filepath.Join(s.Dir, e.Name()))
		}
	}
}
