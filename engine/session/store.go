package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// fileName is the database's name in the state directory.
const fileName = "conversations.db"

// Store keeps prompts in one state directory. It is safe for concurrent use.
type Store struct {
	path string
	now  func() time.Time
	note func(string)
	wait waiting
	// pageLimit is the most pages of 4 KiB that the database may have; 0 means no limit.
	pageLimit int

	// mu is held for reading while the database is in use. It is held for writing while the
	// database is opened, closed or set aside.
	mu     sync.RWMutex
	db     *database
	closed bool
}

// Option configures a store.
type Option func(*Store)

// WithClock sets the clock of the store.
func WithClock(now func() time.Time) Option { return func(s *Store) { s.now = now } }

// WithNotices makes the store call f with a sentence for the user about an event that is not an
// error. Such an event is that a damaged database was set aside.
func WithNotices(f func(sentence string)) Option { return func(s *Store) { s.note = f } }

// New returns the store in a directory. It does not open or create anything yet.
func New(dir string, options ...Option) *Store {
	s := &Store{path: filepath.Join(dir, fileName), now: time.Now, note: func(string) {}, wait: usually}
	for _, o := range options {
		o(s)
	}
	return s
}

// Close closes the database. The store cannot be used afterwards.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.shut()
}

// shut closes the open database. The caller holds s.mu.
func (s *Store) shut() error {
	db := s.db
	s.db = nil
	if db == nil {
		return nil
	}
	return db.close()
}

// use calls the function do with the open database. If the database turns out to be damaged, it is
// set aside, and do is called again with a new database.
func (s *Store) use(ctx context.Context, do func(*database) error) error {
	aside, last := false, errReplaced
	for range mostTries {
		if err := ctx.Err(); err != nil {
			return err
		}
		begun := s.wait.now()
		err := s.once(ctx, do)
		var broken *damage
		switch {
		case errors.Is(err, errReplaced):
			continue
		case movedAway(err), busy(err) && s.wait.now().Sub(begun) < s.wait.patience:
			// SQLite does not wait while another program creates its files or sets them aside.
			last = err
			s.wait.sleep(20 * time.Millisecond)
			continue
		case errors.As(err, &broken) && !aside:
			aside = true
			if err := s.setAside(ctx, broken); err != nil {
				return s.explain(err)
			}
			continue
		}
		return s.explain(err)
	}
	return s.explain(last)
}

// mostTries is how often one call tries to use the database, in case other programs lock or
// replace it, before it returns an error.
const mostTries = 5

// errReplaced says that at each try another file had taken the database's name.
var errReplaced = errors.New("the database was replaced by another file several times")

func (s *Store) once(ctx context.Context, do func(*database) error) error {
	if err := s.ready(ctx); err != nil {
		return err
	}
	return s.share(do)
}

// share calls the function do with the open database, unless it was closed or replaced.
func (s *Store) share(do func(*database) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.db == nil || !s.db.current() {
		return errReplaced
	}
	return do(s.db)
}

// ready opens the database, unless it is open and its file still has its name.
func (s *Store) ready(ctx context.Context) error {
	s.mu.RLock()
	good := s.db != nil && s.db.current()
	s.mu.RUnlock()
	if good {
		return nil
	}
	return s.reopen(ctx)
}

// reopen opens the database unless another call has opened it meanwhile.
func (s *Store) reopen(ctx context.Context) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return os.ErrClosed
	}
	if s.db != nil && s.db.current() {
		return nil
	}
	_ = s.shut() // the file with the database's data was replaced, so an error of closing it does not matter
	if s.db, err = s.openDatabase(ctx); err != nil {
		return err
	}
	if s.db.blank && s.db.first {
		s.note("the database of conversations, " + s.path + ", was empty: what it contained is lost, and galley started a new one")
	}
	return nil
}
