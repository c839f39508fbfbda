package session

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

// opened returns a store with an open database, and that database.
func opened(t *testing.T, dir string, options ...Option) (*Store, *database) {
	t.Helper()
	s := storeIn(t, dir, options...)
	if _, err := s.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s, s.db
}

// refuse makes a kind of statement on a table of the open database fail.
func refuse(t *testing.T, d *database, statement, table string) {
	t.Helper()
	if _, err := d.write.Exec(fmt.Sprintf("CREATE TRIGGER no BEFORE %s ON %s BEGIN SELECT RAISE(FAIL, 'no %s'); END", statement, table, table)); err != nil {
		t.Fatal(err)
	}
}

func TestAFailedWriteChangesNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	next, _ := drafted("next")
	for _, c := range []struct{ statement, table string }{
		{"INSERT", "texts"}, {"INSERT", "conversations"}, {"INSERT", "versions"}, {"INSERT", "messages"},
		{"UPDATE", "conversations"}, {"DELETE", "conversations"}, {"DELETE", "texts"},
	} {
		s, d := opened(t, t.TempDir())
		first, _ := freeze(t, s, "c", here, "first")
		refuse(t, d, c.statement, c.table)
		wrong := func(what string, err error) {
			if !errors.Is(err, errUnusable) || !strings.Contains(err.Error(), "no "+c.table) {
				t.Errorf("%s %s: %s: %v", c.statement, c.table, what, err)
			}
		}
		if c.statement == "DELETE" {
			wrong("forgetting", s.Forget(ctx, "c"))
		} else {
			_, err := s.Compact(ctx, "c", here, next)
			wrong("compacting", err)
			kept, reused, err := s.Prompt(ctx, "c", Location{Cwd: "/q"}, next)
			wrong("moving", err)
			if kept != nil || reused {
				t.Errorf("%s %s: %+v, reused %v", c.statement, c.table, kept, reused)
			}
		}
		if c.statement == "INSERT" {
			_, _, err := s.Prompt(ctx, "new", here, next)
			wrong("a new one", err)
		}
		all, err := s.List(ctx)
		if kept, getting := s.Get(ctx, "c"); err != nil || getting != nil || len(all) != 1 || !reflect.DeepEqual(kept, first) {
			t.Errorf("%s %s: kept %+v, %v; listed %v, %v", c.statement, c.table, kept, getting, all, err)
		}
	}
}

func TestAFailedReadIsAnError(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, table := range []string{"texts", "messages", "versions", "conversations"} {
		dir := filled(t)
		alter(t, dir, "PRAGMA legacy_alter_table = ON", "ALTER TABLE "+table+" RENAME TO other")
		s := storeIn(t, dir)
		build, calls := drafted("x")
		_, getting := s.Get(ctx, "c1")
		_, version := s.Version(ctx, "c1", 1)
		_, _, freezing := s.Prompt(ctx, "c1", here, build)
		_, compacting := s.Compact(ctx, "c1", here, build)
		failed := map[string]error{"Get": getting, "Version": version, "Prompt": freezing, "Compact": compacting, "Forget": s.Forget(ctx, "c1")}
		for what, err := range failed {
			if !errors.Is(err, errUnusable) || !strings.Contains(err.Error(), "no such table: main."+table) && !strings.Contains(err.Error(), "no such table: "+table) {
				t.Errorf("without %s: %s: %v", table, what, err)
			}
		}
		if calls.Load() != 0 {
			t.Errorf("without %s: built %d times", table, calls.Load())
		}
		if _, err := s.List(ctx); table != "messages" && !errors.Is(err, errUnusable) {
			t.Errorf("without %s: List: %v", table, err)
		}
		if aside, _ := filepath.Glob(filepath.Join(dir, "*damaged*")); len(aside) > 0 {
			t.Errorf("without %s: it was set aside", table)
		}
	}
}

func TestEveryCallChecksTheID(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := New(filepath.Join(t.TempDir(), "state"))
	build, calls := drafted("x")
	_, getting := s.Get(ctx, "")
	_, version := s.Version(ctx, "", 1)
	_, versions := s.Versions(ctx, "")
	_, _, freezing := s.Prompt(ctx, "", here, build)
	_, compacting := s.Compact(ctx, "", here, build)
	for i, err := range []error{getting, version, versions, freezing, compacting, s.Forget(ctx, "")} {
		if !errors.Is(err, ErrID) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if s.db != nil || calls.Load() != 0 {
		t.Errorf("it was opened: %v, built %d times", s.db, calls.Load())
	}
}

func TestAForeignDatabaseIsUnchanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	alter(t, dir, "CREATE TABLE versions (x)")
	before := filesOf(t, dir)[fileName]
	_, err := storeIn(t, dir).List(context.Background())
	if !errors.Is(err, errUnusable) || !strings.Contains(err.Error(), "already exists") || !strings.Contains(filesOf(t, dir)[fileName], before[100:]) {
		t.Errorf("got %v", err)
	}
	if left := filesOf(t, dir); len(left) != 1 {
		t.Errorf("files remain: %d", len(left))
	}
}

func TestNumberOfTheSchema(t *testing.T) {
	t.Parallel()
	for number, want := range map[int]string{-1: "damaged", 0: "as new", 1: "", 2: "newer", 1001: "newer", 1002: "damaged"} {
		for _, known := range []bool{true, false} {
			s, d := opened(t, t.TempDir())
			if !known {
				if _, err := d.write.Exec("DROP TABLE messages; DROP TABLE versions; DROP TABLE conversations; DROP TABLE texts"); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := d.write.Exec(fmt.Sprint("PRAGMA user_version = ", number)); err != nil {
				t.Fatal(err)
			}
			d.first = false
			err := d.migrate(context.Background())
			got := ""
			var broken *damage
			switch {
			case errors.As(err, &broken):
				got = "damaged"
				if err.Error() != fmt.Sprintf("damaged: its schema has the number %d", number) {
					t.Errorf("%d: %v", number, err)
				}
			case errors.Is(err, errNewer):
				got = "newer"
				if err.Error() != fmt.Sprintf("made by a newer galley: its schema is %d and this galley knows 1: update galley", number) {
					t.Errorf("%d: %v", number, err)
				}
			case err != nil:
				t.Errorf("%d: %v", number, err)
			case d.first:
				got = "as new"
			}
			expected := want
			if known && want != "newer" {
				expected = ""
			}
			if got != expected {
				t.Errorf("number %d, with its tables %v: %q, want %q", number, known, got, expected)
			}
			var after int
			if err := d.write.QueryRow("PRAGMA user_version").Scan(&after); err != nil || expected == "" && after != 1 {
				t.Errorf("number %d: it is %d now, %v", number, after, err)
			}
			_ = s.Close()
		}
	}
}

func TestOnlyASmallDatabaseIsCheckedWhole(t *testing.T) {
	t.Parallel()
	_, d := opened(t, t.TempDir())
	if err := d.check(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := d.close(); err != nil {
		t.Fatal(err)
	}
	for size, checked := range map[int64]bool{16 << 20: true, 16<<20 + 1: false} {
		path := filepath.Join(t.TempDir(), "sparse")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		d.file, _ = os.Stat(path)
		if err := d.check(context.Background()); (err != nil) != checked { // a check that runs fails, because the database is closed
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

func TestATransactionEndsWithItsFile(t *testing.T) {
	t.Parallel()
	never := func(*sql.Tx) error { t.Error("it ran"); return nil }
	ctx, cancel := context.WithCancel(context.Background())
	dir := t.TempDir()
	s, d := opened(t, dir)
	err := d.transact(ctx, func(tx *sql.Tx) error {
		cancel()
		_, err := tx.ExecContext(context.WithoutCancel(ctx), "INSERT INTO texts (digest, bytes) VALUES ('d', x'00')")
		return err
	})
	var n int
	if counting := d.write.QueryRow("SELECT count(*) FROM texts").Scan(&n); err != nil || counting != nil || n != 1 {
		t.Errorf("cancelled in the middle: %v, %d texts, %v", err, n, counting)
	}
	if err := d.transact(ctx, never); err != context.Canceled {
		t.Errorf("cancelled before: %v", err)
	}
	if runtime.GOOS != "windows" { // Windows cannot rename an open file
		if err := os.Rename(s.path, s.path+"2"); err != nil {
			t.Fatal(err)
		}
		if err := d.transact(context.Background(), never); err != errReplaced {
			t.Errorf("renamed: %v", err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := d.transact(context.Background(), never); err == nil || err.Error() != "sql: database is closed" {
		t.Errorf("closed: %v", err)
	}
}

func TestCloseClosesBothConnections(t *testing.T) {
	t.Parallel()
	s, d := opened(t, t.TempDir())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, db := range map[string]*sql.DB{"write": d.write, "read": d.read.db} {
		if err := db.Ping(); err == nil || err.Error() != "sql: database is closed" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if d.read.conn != nil || s.db != nil {
		t.Errorf("left: %v, %v", d.read.conn, s.db)
	}
	if err := s.Close(); err != nil {
		t.Errorf("again: %v", err)
	}
	if err := s.setAside(context.Background(), &damage{}); err != os.ErrClosed {
		t.Errorf("setting aside: %v", err)
	}
	if err := s.ready(context.Background()); err != os.ErrClosed {
		t.Errorf("opening: %v", err)
	}
}

func TestADatabaseIsOpenedOnce(t *testing.T) {
	t.Parallel()
	s := storeIn(t, t.TempDir())
	never := func(*database) error { t.Error("it was used"); return nil }
	if err := s.share(never); err != errReplaced {
		t.Errorf("before it is opened: %v", err)
	}
	if _, err := s.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	d := s.db
	for name, open := range map[string]func(context.Context) error{"ready": s.ready, "reopen": s.reopen} {
		if err := open(context.Background()); err != nil || s.db != d {
			t.Errorf("%s opened it again: %v", name, err)
		}
	}
	if d.write.Stats().MaxOpenConnections != 1 || d.blank || !d.first {
		t.Errorf("got %+v", d)
	}
	if runtime.GOOS == "windows" {
		return // Windows cannot rename an open file
	}
	if err := os.Rename(s.path, s.path+"2"); err != nil {
		t.Fatal(err)
	}
	if err := s.share(never); err != errReplaced {
		t.Errorf("after it is renamed: %v", err)
	}
	if err := s.reopen(context.Background()); err != nil || s.db == d || s.db == nil {
		t.Errorf("renamed: %v", err)
	}
	if err := d.write.Ping(); err == nil {
		t.Error("the renamed database is still open")
	}
}

func TestCreatingTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b", fileName)
	if made, err := create(path); !made || err != nil {
		t.Errorf("new: %v, %v", made, err)
	}
	if made, err := create(path); made || err != nil {
		t.Errorf("again: %v, %v", made, err)
	}
	if made, err := create(filepath.Join(path, "below")); made || err == nil {
		t.Errorf("below a file: %v, %v", made, err)
	}
	if made, err := create(filepath.Join(dir, "a\x00b")); made || err == nil {
		t.Errorf("no name: %v, %v", made, err)
	}
}

// The times of a version are those of the store's clock, to the millisecond.
func TestTimesAreTheClocks(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 5, 6, 7, 891_234_567, time.FixedZone("", 3600))
	s := store1(t, WithClock(func() time.Time { return at }))
	kept, _ := freeze(t, s, "c", here, "x")
	want := time.Date(2026, 3, 4, 4, 6, 7, 891_000_000, time.UTC)
	if kept.Built != want || kept.Created != want {
		t.Errorf("built %v, created %v", kept.Built, kept.Created)
	}
	at = at.Add(time.Hour)
	moved, _ := freeze(t, s, "c", Location{Cwd: "/q"}, "y")
	if moved.Built != want.Add(time.Hour) || moved.Created != want {
		t.Errorf("built %v, created %v", moved.Built, moved.Created)
	}
}
