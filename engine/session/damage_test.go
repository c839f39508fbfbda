package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

// notices collects the messages of a store.
type notices struct {
	mu  sync.Mutex
	all []string
}

func (n *notices) add(s string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, s)
}

// twenty returns the content of a database file with twenty conversations.
var twenty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "galley-twenty-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s := New(dir)
	for i := range 20 {
		build, _ := drafted(fmt.Sprint(i, strings.Repeat(" prose", 2000)))
		_, _, freezing := s.Prompt(context.Background(), fmt.Sprint("c", i), here, build)
		err = errors.Join(err, freezing)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, fileName))
})

// filled returns a directory with a closed database of twenty conversations.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	data, err := twenty()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, fileName), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func overwrite(t *testing.T, path string, at int64, data string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte(data), at); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestDamagedDatabaseIsRenamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, path string)
	}{
		{"no database at all", func(t *testing.T, path string) { overwrite(t, path, 0, strings.Repeat("not a database ", 1000)) }},
		{"a broken page", func(t *testing.T, path string) { overwrite(t, path, 4096, strings.Repeat("\xA5", 4096)) }},
		{"cut short", func(t *testing.T, path string) {
			if err := os.Truncate(path, 3*4096+100); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := filled(t)
			path := filepath.Join(dir, fileName)
			c.damage(t, path)
			before := filesOf(t, dir)[fileName]
			var said notices
			s := storeIn(t, dir, WithNotices(said.add))
			if all, err := s.List(context.Background()); err != nil || len(all) != 0 {
				t.Fatalf("%d are there, %v", len(all), err)
			}
			if k, reused := freeze(t, s, "c1", here, "again"); reused || k.Text != "again" {
				t.Errorf("the new database cannot be used: %+v", k)
			}
			aside, _ := filepath.Glob(filepath.Join(dir, "*damaged*.db"))
			if len(aside) != 1 || filesOf(t, dir)[filepath.Base(aside[0])] != before {
				t.Errorf("the old database was not kept unchanged: %q", aside)
			}
			if len(said.all) != 1 || !strings.Contains(said.all[0], "galley moved it to "+aside[0]) {
				t.Errorf("said %q", said.all)
			}
		})
	}
}

func TestAPromptThatIsNotWhatWasStoredIsNeverSent(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	path := filepath.Join(dir, fileName)
	at := strings.Index(filesOf(t, dir)[fileName], "7 prose prose")
	overwrite(t, path, int64(at), "7 PROSE")
	var said notices
	s := storeIn(t, dir, WithNotices(said.add))
	if k, reused := freeze(t, s, "c3", here, "x"); !reused || !strings.HasPrefix(k.Text, "3 prose") {
		t.Errorf("a sound one: %.20q, %v", k.Text, reused)
	}
	if k, reused := freeze(t, s, "c7", here, "again"); reused || k.Text != "again" || len(said.all) != 1 {
		t.Errorf("got %.20q, reused %v, message %q", k.Text, reused, said.all)
	}
}

func TestDamagedDatabaseIsRenamedOnce(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	overwrite(t, filepath.Join(dir, fileName), 0, strings.Repeat("x", 8192))
	var said notices
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			s := New(dir, WithNotices(said.add))
			freeze(t, s, fmt.Sprint("d", i), here, fmt.Sprint(i))
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	all, err := storeIn(t, dir).List(context.Background())
	if err != nil || len(all) != 8 || len(said.all) != 1 {
		t.Errorf("%d kept, %v, said %q", len(all), err, said.all)
	}
}

func TestReplacedDatabaseIsReopened(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("this system cannot rename an open file")
	}
	dir := t.TempDir()
	s := storeIn(t, dir)
	freeze(t, s, "c", here, "old")
	if err := os.Rename(filepath.Join(dir, fileName), filepath.Join(dir, "elsewhere.db")); err != nil {
		t.Fatal(err)
	}
	if k, reused := freeze(t, s, "c", here, "new"); reused || k.Text != "new" {
		t.Errorf("got %+v", k)
	}
	if k, err := storeIn(t, dir).Get(context.Background(), "c"); err != nil || k.Text != "new" {
		t.Errorf("the prompt was stored elsewhere: %+v, %v", k, err)
	}
}

func TestAFullDiskLosesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storeIn(t, dir)
	s.pageLimit = 40
	var kept []string
	var err error
	for i := 0; err == nil && i < 100; i++ {
		text := fmt.Sprint(i, strings.Repeat(" prose", 2000))
		build, _ := drafted(text)
		if _, _, err = s.Prompt(context.Background(), fmt.Sprint("c", i), here, build); err == nil {
			kept = append(kept, text)
		}
	}
	if !errors.Is(err, errFull) || !strings.Contains(err.Error(), "prompts stored before are intact") || len(kept) == 0 {
		t.Fatalf("after %d: %v", len(kept), err)
	}
	if k, reused := freeze(t, s, "c0", here, "x"); !reused || k.Text != kept[0] {
		t.Errorf("reuse on the full disk: %.20q", k.Text)
	}
	roomy := storeIn(t, dir)
	for i, text := range kept {
		if k, err := roomy.Get(context.Background(), fmt.Sprint("c", i)); err != nil || k.Text != text {
			t.Errorf("c%d: %v", i, err)
		}
	}
	if all, err := roomy.List(context.Background()); err != nil || len(all) != len(kept) {
		t.Errorf("%d kept, %d listed, %v", len(kept), len(all), err)
	}
	freeze(t, roomy, "more", here, strings.Repeat("room again ", 5000))
}

func TestDatabaseOfANewerGalleyIsUnchanged(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	s := New(dir)
	if _, err := s.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.write.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := filesOf(t, dir)[fileName]
	_, err := storeIn(t, dir).List(context.Background())
	if !errors.Is(err, errNewer) || !strings.Contains(err.Error(), "update galley") {
		t.Errorf("got %v", err)
	}
	if filesOf(t, dir)[fileName] != before {
		t.Error("the database changed")
	}
}

func TestInvalidDatabasePathIsAnError(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := storeIn(t, dir).List(context.Background()); !errors.Is(err, errUnusable) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestDatabaseIsPrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("this system has no file modes")
	}
	dir := filepath.Join(t.TempDir(), "state")
	s := storeIn(t, dir)
	freeze(t, s, "c", here, "x")
	for _, name := range []string{"", fileName, fileName + "-wal", fileName + "-shm"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode()&fs.FileMode(0o077) != 0 {
			t.Errorf("%q: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestNothingIsOpenedBeforeItIsNeeded(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "state")
	s := New(dir)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory was made: %v", err)
	}
	if _, err := s.List(context.Background()); err == nil {
		t.Error("a closed store was used")
	}
}
