package session

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// alter executes statements on a closed database.
func alter(t *testing.T, dir string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(dir, fileName))+"?_pragma=foreign_keys(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestOneDamagedRowCostsOneConversation(t *testing.T) {
	t.Parallel()
	for name, statement := range map[string]string{
		"its text":                        "UPDATE texts SET bytes = x'00' WHERE id = (SELECT text FROM versions WHERE conversation = 'c7')",
		"its text is gone":                "DELETE FROM texts WHERE id = (SELECT text FROM versions WHERE conversation = 'c7')",
		"its version is gone":             "DELETE FROM versions WHERE conversation = 'c7'",
		"the number of its version":       "UPDATE conversations SET current = 99 WHERE id = 'c7'",
		"its blocks are not valid JSON":   `UPDATE versions SET blocks = '[{"id":' WHERE conversation = 'c7'`,
		"its blocks are not a list":       `UPDATE versions SET blocks = '{"id": 1}' WHERE conversation = 'c7'`,
		"its blocks lie far outside":      `UPDATE versions SET blocks = '[{"message": 0, "start": 5, "end": 99999999}]' WHERE conversation = 'c7'`,
		"its blocks end before the start": `UPDATE versions SET blocks = '[{"message": 0, "start": 5, "end": 1}]' WHERE conversation = 'c7'`,
		"its blocks have no message":      `UPDATE versions SET blocks = '[{"message": 12, "start": 0, "end": 0}]' WHERE conversation = 'c7'`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filled(t)
			alter(t, dir, statement)
			var said notices
			s := storeIn(t, dir, WithNotices(said.add))
			ctx := context.Background()
			if _, err := s.Get(ctx, "c7"); !errors.Is(err, ErrDamaged) {
				t.Fatalf("got %v", err)
			}
			for i := range 20 {
				if k, err := s.Get(ctx, fmt.Sprint("c", i)); i != 7 && (err != nil || !strings.HasPrefix(k.Text, fmt.Sprint(i, " prose"))) {
					t.Errorf("c%d: %v", i, err)
				}
			}
			k, reused := freeze(t, s, "c7", here, "7"+strings.Repeat(" prose", 2000))
			if reused || k.Reason != Damaged || !strings.HasPrefix(k.Text, "7 prose") {
				t.Errorf("built again: %v, %s, %.20q", reused, k.Reason, k.Text)
			}
			if again, reused := freeze(t, s, "c7", here, "other"); !reused || again.Text != k.Text {
				t.Errorf("the new prompt was not stored: %.20q", again.Text)
			}
			if len(said.all) != 1 || !strings.Contains(said.all[0], `"c7"`) {
				t.Errorf("said %q", said.all)
			}
			if aside, _ := filepath.Glob(filepath.Join(dir, "*damaged*")); len(aside) > 0 {
				t.Errorf("all prompts were set aside: %q", aside)
			}
			if err := s.Forget(ctx, "c7"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestADamagedNumberOfTheSchemaCostsNothing(t *testing.T) {
	t.Parallel()
	for _, version := range []int{-5, 0, -1 << 31, 1<<31 - 1, 1 | 1<<20} {
		dir := filled(t)
		alter(t, dir, fmt.Sprintf("PRAGMA user_version = %d", version))
		var said notices
		s := storeIn(t, dir, WithNotices(said.add))
		if k, reused := freeze(t, s, "c3", here, "x"); !reused || !strings.HasPrefix(k.Text, "3 prose") || len(said.all) > 0 {
			t.Errorf("%d: %v, %.20q, said %q", version, reused, k.Text, said.all)
		}
	}
	// A newer galley may have written this number. The database is then reported as newer and not
	// as damaged.
	dir := filled(t)
	alter(t, dir, "PRAGMA user_version = 3")
	if _, err := storeIn(t, dir).Get(context.Background(), "c3"); !errors.Is(err, errNewer) {
		t.Errorf("got %v", err)
	}
	// If galley's tables are missing, an impossible number means that the database is damaged.
	dir = filled(t)
	alter(t, dir, "DROP TABLE messages", "PRAGMA user_version = -5")
	var said notices
	if k, _ := freeze(t, storeIn(t, dir, WithNotices(said.add)), "c3", here, "x"); k.Text != "x" || len(said.all) != 1 {
		t.Errorf("%.20q, said %q", k.Text, said.all)
	}
}

func TestADamagedSchemaIsSetAside(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	alter(t, dir, "PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = 'CREATE TABLE' WHERE name = 'messages'", "PRAGMA user_version = 0")
	var said notices
	if k, _ := freeze(t, storeIn(t, dir, WithNotices(said.add)), "c3", here, "x"); k.Text != "x" || len(said.all) != 1 ||
		!strings.Contains(said.all[0], "nothing of it could be read") {
		t.Errorf("%.20q, said %q", k.Text, said.all)
	}
}

// If any one bit of the file is flipped, each prompt that is still sent equals the stored one, and
// most prompts are still there.
func TestAFlippedBitCostsLittle(t *testing.T) {
	t.Parallel()
	whole := filled(t)
	data := filesOf(t, whole)[fileName]
	saved := 0
	const flips = 60
	for i := range flips {
		dir := t.TempDir()
		at := i * len(data) / flips
		flipped := []byte(data)
		flipped[at] ^= 1 << (i % 8)
		if err := os.WriteFile(filepath.Join(dir, fileName), flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		s := storeIn(t, dir)
		for c := range 20 {
			k, err := s.Get(context.Background(), fmt.Sprint("c", c))
			if err != nil {
				continue
			}
			saved++
			if want := fmt.Sprint(c, strings.Repeat(" prose", 2000)); k.Text != want {
				t.Errorf("byte %d: c%d is %.30q", at, c, k.Text)
			}
		}
		if k, _ := freeze(t, s, "new", here, "n"); k.Text != "n" {
			t.Errorf("byte %d: nothing can be stored", at)
		}
	}
	if saved < flips*20*9/10 {
		t.Errorf("only %d of %d conversations remain", saved, flips*20)
	}
}

func TestAPanicLeavesNoTransactionOpen(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	s := storeIn(t, dir)
	func() {
		defer func() { _ = recover() }()
		_ = s.use(context.Background(), func(d *database) error {
			return d.transact(context.Background(), func(*sql.Tx) error { panic("a fault") })
		})
	}()
	if k, _ := freeze(t, s, "after", here, "x"); k.Text != "x" {
		t.Errorf("got %q", k.Text)
	}
	other := New(dir)
	defer func() { _ = other.Close() }()
	if k, _ := freeze(t, other, "other", here, "y"); k.Text != "y" {
		t.Errorf("got %q", k.Text)
	}
}

func TestEmptyDatabaseIsReported(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	if err := os.Truncate(filepath.Join(dir, fileName), 0); err != nil {
		t.Fatal(err)
	}
	var said notices
	s := storeIn(t, dir, WithNotices(said.add))
	freeze(t, s, "c1", here, "x")
	if len(said.all) != 1 || !strings.Contains(said.all[0], "was empty") {
		t.Errorf("said %q", said.all)
	}
	said = notices{}
	freeze(t, storeIn(t, t.TempDir(), WithNotices(said.add)), "c1", here, "x")
	if len(said.all) > 0 {
		t.Errorf("for a new database: message %q", said.all)
	}
}
