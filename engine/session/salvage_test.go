package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// clockAt gives a store a clock that always shows the same time.
func clockAt(seconds int64) Option {
	return WithClock(func() time.Time { return time.Unix(seconds, 0) })
}

// breakIndex overwrites an index of a closed database. The tables stay readable.
func breakIndex(t *testing.T, dir, index string) {
	t.Helper()
	s, d := opened(t, dir)
	var page int64
	if err := d.write.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = ?", index).Scan(&page); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	overwrite(t, s.path, (page-1)*4096, strings.Repeat("\xA5", 4096))
}

func TestWhatCanBeReadIsTakenOver(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	s, d := opened(t, dir, clockAt(1))
	for i, at := range []string{"/p", "/q", "/r"} {
		freeze(t, s, "a", Location{Cwd: at}, fmt.Sprint("a", i))
	}
	long, _, err := s.Prompt(ctx, "b", here, built(longDraft()))
	if err != nil {
		t.Fatal(err)
	}
	freeze(t, s, "lost", here, "one")
	freeze(t, s, "lost", Location{Cwd: "/q"}, "two")
	first, err := s.Version(ctx, "a", 1)
	if err != nil {
		t.Fatal(err)
	}
	last, err := s.Get(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a1", "two"} { // an old version of conversation a, and the current version of conversation lost
		if _, err := d.write.Exec("UPDATE texts SET bytes = x'00' WHERE digest = ?", digestOf(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	breakIndex(t, dir, "versions_text")
	damaged := filesOf(t, dir)[fileName]

	var said notices
	again := storeIn(t, dir, WithNotices(said.add), clockAt(2))
	all, err := again.List(ctx)
	if err != nil || len(all) != 2 {
		t.Fatalf("listed %+v, %v", all, err)
	}
	for want, version := range map[*Kept]int{first: 1, last: 3} {
		if k, err := again.Version(ctx, "a", version); err != nil || !reflect.DeepEqual(k, want) {
			t.Errorf("version %d: %+v, %v", version, k, err)
		}
	}
	if k, err := again.Get(ctx, "a"); err != nil || k.Version != 3 {
		t.Errorf("the current version: %+v, %v", k, err)
	}
	if k, err := again.Get(ctx, "b"); err != nil || !reflect.DeepEqual(k, long) {
		t.Errorf("got %+v, %v", k, err)
	}
	if _, err := again.Version(ctx, "a", 2); !errors.Is(err, ErrUnknown) {
		t.Errorf("the damaged version: %v", err)
	}
	name := filepath.Join(dir, "conversations.damaged-19700101T000002Z.db")
	tail := "): galley moved it to " + name + " and started a new one; 2 conversations were recovered, and the rest is lost; " +
		"`sqlite3 conversations.damaged-19700101T000002Z.db .recover` may save more"
	if len(said.all) != 1 || !strings.HasPrefix(said.all[0], "the database of conversations was damaged (") || !strings.HasSuffix(said.all[0], tail) {
		t.Errorf("said %q", said.all)
	}
	left := filesOf(t, dir)
	if left[filepath.Base(name)] != damaged {
		t.Error("the damaged database changed")
	}
	for name := range left {
		if strings.HasPrefix(name, ".salvage") {
			t.Errorf("%s remains", name)
		}
	}
}

func TestAReadableConversationHasAValidID(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s, d := opened(t, t.TempDir())
	for _, id := range []string{"b", "a", "x"} {
		freeze(t, s, id, here, id)
	}
	if _, err := d.write.Exec(`PRAGMA foreign_keys = OFF; UPDATE conversations SET id = 'x' || char(10) WHERE id = 'x'; UPDATE versions SET conversation = 'x' || char(10) WHERE conversation = 'x';
		UPDATE messages SET conversation = 'x' || char(10) WHERE conversation = 'x'`); err != nil {
		t.Fatal(err)
	}
	if ids := readableIDs(ctx, d.write); !slices.Equal(ids, []string{"a", "b", "x\n"}) {
		t.Errorf("got %q", ids)
	}
	for id, want := range map[string]int{"a": 1, "x\n": 0, "unknown": 0} {
		if all := readable(ctx, d.write, id); len(all) != want {
			t.Errorf("%q: %+v", id, all)
		}
	}
	if err := d.adopt(ctx, nil); err != ErrDamaged {
		t.Errorf("nothing to adopt: %v", err)
	}
	k, err := s.Get(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.adopt(ctx, []*Kept{k}); err == nil || !strings.Contains(err.Error(), "UNIQUE constraint failed: conversations.id") {
		t.Errorf("one that exists: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if ids := readableIDs(ctx, d.write); len(ids) != 0 {
		t.Errorf("of a closed database: %q", ids)
	}
}

func TestCopyingAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := os.WriteFile(from, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := copyFile(from, to+"4", 4); !errors.Is(err, os.ErrInvalid) {
		t.Errorf("a file that is too large: %v", err)
	}
	if err := copyFile(from, to, 5); err != nil || filesOf(t, dir)["to"] != "12345" {
		t.Errorf("got %q, %v", filesOf(t, dir)["to"], err)
	}
	if err := copyFile(from, to, 5); !errors.Is(err, fs.ErrExist) {
		t.Errorf("onto a file: %v", err)
	}
	if err := copyFile(to+"2", to+"3", 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := copyFile(dir, to+"5", 5); err == nil {
		t.Error("a folder was copied")
	}
	if mostSalvaged != 1<<30 {
		t.Errorf("at most %d bytes", mostSalvaged)
	}
}

func TestNothingIsSalvagedOfAMissingFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storeIn(t, dir)
	if n := s.salvage(context.Background(), filepath.Join(dir, "missing")); n != 0 || len(filesOf(t, dir)) != 0 {
		t.Errorf("%d of a missing file", n)
	}
	whole := filepath.Join(filled(t), fileName)
	if n := storeIn(t, filepath.Join(dir, "missing")).salvage(context.Background(), whole); n != 0 {
		t.Errorf("%d into a missing folder", n)
	}
	if n := s.salvage(context.Background(), whole); n != 20 {
		t.Errorf("%d of a whole file", n)
	}
}

// If a database is set aside as damaged twice within a second, the second file gets another name.
// The journal of a database gets the same name.
func TestNamesOfDamagedDatabases(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storeIn(t, dir, clockAt(3))
	if _, err := s.rename(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing to rename: %v", err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{"", "-2", "-3"} {
		write(fileName, fmt.Sprint(i))
		write(fileName+"-wal", fmt.Sprint("journal ", i))
		base := "conversations.damaged-19700101T000003Z" + want + ".db"
		name, err := s.rename()
		left := filesOf(t, dir)
		if err != nil || name != filepath.Join(dir, base) || left[base] != fmt.Sprint(i) || left[base+"-wal"] != fmt.Sprint("journal ", i) || left[fileName] != "" {
			t.Errorf("%d: %s, %v, %q", i, name, err, left)
		}
	}
	write(fileName, "x")
	write(fileName+"-shm", "x")
	blocked := filepath.Join(dir, "conversations.damaged-19700101T000003Z-4.db-shm")
	if err := os.MkdirAll(filepath.Join(blocked, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	broken := &damage{err: errors.New("boom")}
	broken.file, _ = os.Stat(s.path)
	err := s.setAside(context.Background(), broken)
	if err == nil || !strings.HasPrefix(err.Error(), "damaged (boom) and could not be moved away: rename ") {
		t.Errorf("a journal that cannot be renamed: %v", err)
	}
}

func TestOnlyOneProgramSetsAside(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	s := New(dir)
	var clock watch
	s.wait = clock.waiting(0)
	clock.woken = func(int) { clock.at = clock.at.Add(time.Second) }
	other := usually.connect(s.path+".lock", "_txlock=exclusive")
	defer func() { _ = other.Close() }()
	tx, err := usually.begin(context.Background(), other)
	if err != nil {
		t.Fatal(err)
	}
	broken := &damage{err: errors.New("boom")}
	broken.file, _ = os.Stat(s.path)
	if err := s.setAside(context.Background(), broken); !busy(err) {
		t.Errorf("while another program does it: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	elsewhere := &damage{err: errors.New("boom")}
	elsewhere.file, _ = os.Stat(os.DevNull)
	if err := s.setAside(context.Background(), elsewhere); err != nil || !exists(s.path) {
		t.Errorf("another file: %v", err)
	}
	err = s.use(context.Background(), func(*database) error {
		// The damage is in this file, but the file cannot be set aside.
		if err := os.RemoveAll(s.path + ".lock"); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(s.path+".lock", "full"), 0o700); err != nil {
			t.Fatal(err)
		}
		return broken
	})
	if !errors.Is(err, errUnusable) || !strings.Contains(err.Error(), "unable to open database file") {
		t.Errorf("no lock: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
