package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"
)

// fault is an error with a result code of SQLite.
type fault int

func (f fault) Code() int     { return int(f) }
func (f fault) Error() string { return fmt.Sprintf("fault (%d)", int(f)) }

// watch is a clock that moves only while somebody sleeps. It records each sleep, and calls woken
// after it.
type watch struct {
	at    time.Time
	slept []time.Duration
	woken func(n int)
}

func (w *watch) waiting(patience time.Duration) waiting {
	return waiting{
		patience: patience,
		now:      func() time.Time { return w.at },
		sleep: func(d time.Duration) {
			w.at = w.at.Add(d)
			w.slept = append(w.slept, d)
			if w.woken != nil {
				w.woken(len(w.slept))
			}
		},
	}
}

func TestDataSourceOfADatabase(t *testing.T) {
	t.Parallel()
	const usual = "_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"
	for _, c := range []struct {
		path    string
		options []string
		want    string
	}{
		{"/a b/c?.db", nil, "file:/a%20b/c%3F.db?_pragma=busy_timeout(1500)&" + usual},
		{"C:/x.db", []string{"one", "two"}, "file:/C:/x.db?_pragma=busy_timeout(1500)&" + usual + "&one&two"},
	} {
		if got := (waiting{patience: 1500 * time.Millisecond}).source(c.path, c.options); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.path, got, c.want)
		}
	}
	db := usually.connect("/x.db")
	if n := db.Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
	if usually.patience != 5*time.Second {
		t.Errorf("patience: %v", usually.patience)
	}
}

func TestALockedDatabaseIsTriedUntilPatienceIsOver(t *testing.T) {
	t.Parallel()
	const busyCode, ioCode = fault(5), fault(10)
	var clock watch
	tries := 0
	wait := clock.waiting(20 * time.Millisecond)
	err := wait.whileLocked(context.Background(), func() error { tries++; return busyCode })
	if err != busyCode || tries != 6 || !reflect.DeepEqual(clock.slept, slices.Repeat([]time.Duration{5 * time.Millisecond}, 5)) {
		t.Errorf("always locked: %v after %d tries, slept %v", err, tries, clock.slept)
	}
	for name, c := range map[string]struct {
		errs  []error
		want  error
		tries int
	}{
		"at once":       {[]error{nil}, nil, 1},
		"another error": {[]error{ioCode}, ioCode, 1},
		"after a while": {[]error{busyCode, busyCode, nil}, nil, 3},
	} {
		tries = 0
		if err := wait.whileLocked(context.Background(), func() error { tries++; return c.errs[tries-1] }); err != c.want || tries != c.tries {
			t.Errorf("%s: %v after %d tries", name, err, tries)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tries = 0
	if err := wait.whileLocked(ctx, func() error { tries++; return busyCode }); err != context.Canceled || tries != 1 {
		t.Errorf("cancelled: %v after %d tries", err, tries)
	}
}

func TestAnEmptyFileIsBlankAfterAWhile(t *testing.T) {
	t.Parallel()
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Error(err)
		}
	}
	for name, c := range map[string]struct {
		before func(path string)
		woken  func(n int, path string)
		want   bool
		sleeps int
	}{
		"no file":   {want: false},
		"content":   {before: func(path string) { write(path, "x") }, want: false},
		"a journal": {before: func(path string) { write(path, ""); write(path+"-wal", "x") }, want: false},
		"nothing":   {before: func(path string) { write(path, ""); write(path+"-wal", "") }, want: true, sleeps: 25},
		"content after a while": {before: func(path string) { write(path, "") }, woken: func(n int, path string) {
			if n == 3 {
				write(path, "x")
			}
		}, want: false, sleeps: 3},
	} {
		path := filepath.Join(t.TempDir(), fileName)
		if c.before != nil {
			c.before(path)
		}
		clock := watch{woken: func(n int) {
			if c.woken != nil {
				c.woken(n, path)
			}
		}}
		got := clock.waiting(0).staysBlank(path)
		if want := slices.Repeat([]time.Duration{10 * time.Millisecond}, c.sleeps); got != c.want || !slices.Equal(clock.slept, want) {
			t.Errorf("%s: %v, slept %v", name, got, clock.slept)
		}
	}
}

// A call of the store is tried again after an error that another program may have caused.
func TestUseTriesAgain(t *testing.T) {
	t.Parallel()
	const moved, locked = fault(10), fault(5)
	broken := &damage{err: errors.New("boom")}
	late := func(err error) error { return fmt.Errorf("late: %w", err) } // the error comes after SQLite itself has waited
	pause := 20 * time.Millisecond
	path := filepath.Join(t.TempDir(), fileName)
	prefix := "the conversations in " + path + " cannot be used: "
	for name, c := range map[string]struct {
		errs  []error // the errors of the calls; the last one repeats
		calls int
		slept int
		want  string
	}{
		"fine":                      {[]error{nil}, 1, 0, "<nil>"},
		"moved away once":           {[]error{moved, nil}, 2, 1, "<nil>"},
		"always moved away":         {[]error{moved}, 5, 5, prefix + "fault (10)"},
		"locked four times":         {[]error{locked, locked, locked, locked, nil}, 5, 4, "<nil>"},
		"always locked":             {[]error{locked}, 5, 5, path + " is locked by another program: try again when it is done"},
		"locked for a long time":    {[]error{late(locked)}, 1, 0, path + " is locked by another program: try again when it is done"},
		"replaced again and again":  {[]error{errReplaced}, 5, 0, prefix + "the database was replaced by another file several times"},
		"replaced after moved away": {[]error{moved, errReplaced}, 5, 1, prefix + "fault (10)"},
		"damaged, then fine":        {[]error{broken, nil}, 2, 0, "<nil>"},
		"damaged twice":             {[]error{broken}, 2, 0, prefix + "damaged: boom"},
		"another error":             {[]error{errors.New("no")}, 1, 0, prefix + "no"},
	} {
		var clock watch
		s := New(filepath.Dir(path))
		s.wait = clock.waiting(time.Hour)
		calls := 0
		err := s.use(context.Background(), func(d *database) error {
			err := c.errs[min(calls, len(c.errs)-1)]
			calls++
			if errors.Is(err, locked) && err != error(locked) {
				clock.at = clock.at.Add(time.Hour)
			}
			if b, ok := err.(*damage); ok { // the damage is in another file, so nothing is set aside
				b.file, _ = os.Stat(os.DevNull)
			}
			return err
		})
		if fmt.Sprint(err) != c.want || calls != c.calls || !slices.Equal(clock.slept, slices.Repeat([]time.Duration{pause}, c.slept)) {
			t.Errorf("%s: %v\nafter %d calls, slept %v", name, err, calls, clock.slept)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestUseEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := store1(t)
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	err := s.use(ctx, func(*database) error { calls++; cancel(); return errReplaced })
	if err != context.Canceled || calls != 1 {
		t.Errorf("got %v after %d calls", err, calls)
	}
}
