package token

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Store remembers the counts of providers, in memory and in a file of its own. It stores digests of
// the counted texts and never a text. A nil Store remembers nothing.
type Store struct {
	path string

	mu      sync.Mutex
	entries map[string]kept // by the digest of the question; nil until the file was read
}

// kept is one answer, as it is stored in the file.
type kept struct {
	Tokens   int       `json:"tokens"`
	Provider string    `json:"provider"`
	Model    string    `json:"model"`
	Date     time.Time `json:"date"`
}

// storeFile is the name of the file in the state directory. storedCounts is the most answers that
// the file has. The oldest answers are dropped first.
const (
	storeFile    = "verified-counts.json"
	storedCounts = 2000
)

// NewStore returns a store with a file in the directory dir. The directory is created when there
// is something to store. If dir is "", the store uses only memory.
func NewStore(dir string) *Store {
	if dir == "" {
		return &Store{}
	}
	return &Store{path: filepath.Join(dir, storeFile)}
}

// get returns an earlier answer to the same question.
func (s *Store) get(vendor, model string, body []byte) (Verified, bool) {
	if s == nil {
		return Verified{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read()
	k, ok := s.entries[digest(vendor, model, body)]
	return Verified{Tokens: k.Tokens, Provider: k.Provider, Model: k.Model, Date: k.Date, Cached: true}, ok && k.Tokens >= 0
}

// put keeps an answer.
func (s *Store) put(v Verified, body []byte) error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read()
	s.entries[digest(v.Provider, v.Model, body)] = kept{v.Tokens, v.Provider, v.Model, v.Date}
	s.drop()
	return s.write()
}

func digest(vendor, model string, body []byte) string {
	h := sha256.New()
	for _, part := range [][]byte{[]byte(vendor), []byte(model), body} {
		h.Write(part)
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// read reads the file once. An unreadable file counts as empty, because galley can ask for its
// answers again.
func (s *Store) read() {
	if s.entries != nil {
		return
	}
	s.entries = map[string]kept{}
	if s.path == "" {
		return
	}
	data, err := os.ReadFile(s.path)
	if err == nil && json.Unmarshal(data, &s.entries) != nil || s.entries == nil {
		s.entries = map[string]kept{}
	}
}

// drop makes room by dropping the oldest answers.
func (s *Store) drop() {
	if len(s.entries) <= storedCounts {
		return
	}
	keys := make([]string, 0, len(s.entries))
	for key := range s.entries {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(s.entries[a].Date.Compare(s.entries[b].Date), cmp.Compare(a, b))
	})
	for _, key := range keys[:len(keys)-storedCounts] {
		delete(s.entries, key)
	}
}

// write replaces the file by a new one that only its owner can read.
func (s *Store) write() error {
	if s.path == "" {
		return nil
	}
	data, err := json.MarshalIndent(s.entries, "", " ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(s.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, storeFile+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, remove(f.Name()))
	}
	if err := os.Rename(f.Name(), s.path); err != nil {
		return errors.Join(err, remove(f.Name()))
	}
	return nil
}

func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
