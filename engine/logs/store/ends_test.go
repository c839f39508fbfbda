package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/logs"
)

const (
	claudeUser  = `{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"look"},"cwd":"/p","timestamp":"2026-01-01T10:00:00Z"}` + "\n"
	openCodeDB  = ".local/share/opencode/opencode.db"
	openCodeAll = `CREATE TABLE session (id text, parent_id text, directory text, title text, version text, model text, time_updated integer);
		CREATE TABLE message (id text, session_id text, time_created integer, data text); CREATE TABLE part (id text, message_id text, data text);`
)

// homeOf makes a home directory with files of the same text. Each file is a minute older than the
// one before it.
func homeOf(t *testing.T, text string, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	at := time.Unix(1_000_000, 0)
	for _, name := range names {
		full := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o600), os.Chtimes(full, at, at)); err != nil {
			t.Fatal(err)
		}
		at = at.Add(-time.Minute)
	}
	return facts.Slash(dir)
}

// run executes statements in the database of OpenCode in a home directory.
func run(t *testing.T, dir string, statements ...string) (path string) {
	t.Helper()
	path = filepath.Join(dir, openCodeDB)
	db, err := sql.Open("sqlite", path)
	if err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755)); err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return facts.Slash(path)
}

// asked is a context with its own answer to the question whether it has ended.
type asked struct {
	context.Context
	err func() error
}

func (a asked) Err() error { return a.err() }

func idsOf(all []logs.Session) string {
	var out []string
	for _, s := range all {
		out = append(out, s.ID)
	}
	return strings.Join(out, " ")
}

// If the context of a search ends at any moment, the search returns the context's error or its
// whole result.
func TestASearchThatIsEndedSaysSo(t *testing.T) {
	t.Parallel()
	dir := homeOf(t, claudeUser, ".claude/projects/-p/one.jsonl", ".claude/projects/-p/two.jsonl", ".claude/projects/-p/one/subagents/agent-1.jsonl", ".codex/sessions/a/rollout-x.jsonl", "copy/log")
	w := facts.NewMemory().Env("HOME", dir)
	for name, c := range map[string]struct {
		search func(ctx context.Context) (string, error)
		want   string
	}{
		"the list": {func(ctx context.Context) (string, error) {
			found, err := List(ctx, w, nil, 10)
			return idsOf(found.Sessions) + fmt.Sprint(found.Notes), err
		}, "one two rollout-x[]"},
		"an id": {func(ctx context.Context) (string, error) {
			found, err := Find(ctx, w, nil, "two", "")
			return idsOf(found), err
		}, "two"},
		"the beginning of an id": {func(ctx context.Context) (string, error) {
			found, err := Find(ctx, w, nil, "tw", "")
			return idsOf(found), err
		}, "two"},
		"a path elsewhere": {func(ctx context.Context) (string, error) {
			found, err := Find(ctx, w, nil, "none", dir+"/copy/log")
			return idsOf(found), err
		}, "log"},
		"the last one": {func(ctx context.Context) (string, error) {
			last, ok, err := Last(ctx, w, nil, "/p", 10)
			return fmt.Sprint(last.ID, ok), err
		}, "onetrue"},
		"the sub-agents": {func(ctx context.Context) (string, error) {
			found, err := Delegates(ctx, w, logs.Session{Agent: "claude-code", ID: "one", Path: dir + "/.claude/projects/-p/one.jsonl"})
			return idsOf(found), err
		}, "agent-1"},
	} {
		for end := 1; ; end++ {
			calls := 0
			got, err := c.search(asked{context.Background(), func() error {
				if calls++; calls >= end {
					return context.Canceled
				}
				return nil
			}})
			if calls < end {
				if got != c.want || err != nil || end < 3 {
					t.Errorf("%s, asked %d times: %s, %v; want %s", name, calls, got, err, c.want)
				}
				break
			}
			if err == nil || !strings.HasSuffix(err.Error(), context.Canceled.Error()) || name == "the last one" && got != "false" {
				t.Errorf("%s, ended at %d: %s, %v", name, end, got, err)
			}
		}
	}
}

// If a log is removed during a search, the search leaves it out and finds the others.
func TestALogThatIsRemovedDuringASearch(t *testing.T) {
	t.Parallel()
	const gone, stays = ".claude/projects/-p/one.jsonl", ".claude/projects/-p/two.jsonl"
	removing := func(dir, file string, after int) context.Context {
		calls := 0
		return asked{context.Background(), func() error {
			if calls++; calls == after {
				_ = os.Remove(filepath.Join(dir, file))
			}
			return nil
		}}
	}
	// The search reads the directory of the logs as the second one, and those below it as the
	// third and later ones.
	home := func() (string, facts.World) {
		dir := homeOf(t, claudeUser, gone, stays, ".claude/projects/-p/one/subagents/agent-1.jsonl", ".claude/projects/-p/one/subagents/agent-2.jsonl", ".claude/projects/-p/one/subagents/below/x")
		return dir, facts.NewMemory().Env("HOME", dir)
	}
	dir, w := home()
	found, err := List(removing(dir, gone, 3), w, []string{"claude-code"}, 10)
	if got := fmt.Sprint(idsOf(found.Sessions), found.Notes, err); got != "two["+dir+"/"+gone+": no such file or directory] <nil>" {
		t.Errorf("listed %s", got)
	}
	dir, w = home()
	if last, ok, err := Last(removing(dir, gone, 3), w, nil, "/p", 10); last.ID != "two" || !ok || err != nil {
		t.Errorf("the last %+v, %v", last, err)
	}
	for _, id := range []string{"one", "on"} {
		dir, w = home()
		if found, err := Find(removing(dir, gone, 3), w, []string{"claude-code"}, id, ""); idsOf(found) != "one" || !errors.Is(err, os.ErrNotExist) {
			t.Errorf("found %s, %v", idsOf(found), err)
		}
	}
	dir, w = home()
	of := logs.Session{Agent: "claude-code", ID: "one", Path: dir + "/" + gone}
	if found, err := Delegates(removing(dir, ".claude/projects/-p/one/subagents/agent-1.jsonl", 2), w, of); idsOf(found) != "agent-2" || err != nil {
		t.Errorf("sub-agents %s, %v", idsOf(found), err)
	}
}

func TestALinkToNothingIsNotALog(t *testing.T) {
	t.Parallel()
	dir := homeOf(t, claudeUser)
	if err := os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "log")); err != nil {
		t.Fatal(err)
	}
	found, err := Find(context.Background(), facts.NewMemory().Env("HOME", dir), nil, "x", dir+"/log")
	if found != nil || err == nil || err.Error() != dir+"/log: no such file or directory" {
		t.Errorf("found %v, %v", found, err)
	}
}

// Files are sorted by time and then by path, and a limited number of them is looked at.
func TestTheFilesOfAnAgent(t *testing.T) {
	t.Parallel()
	dir := homeOf(t, claudeUser, "b/3.jsonl", "a/2.jsonl", "a/1.jsonl", "c/4.jsonl", "a/other.txt", "a/deep/er/5.jsonl")
	at := time.Unix(2_000_000, 0)
	for _, name := range []string{"a/1.jsonl", "b/3.jsonl"} {
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	p := sessionDir{"x", dir, 1, func(path string) bool { return strings.HasSuffix(path, ".jsonl") }, nil}
	for _, c := range []struct {
		files, dirs, depth int
		want               string
	}{{20, 20, 1, "1 3 2 4"}, {20, 20, 0, ""}, {20, 20, 3, "1 3 2 4 5"}, {3, 20, 1, "1 3 2"}, {2, 20, 1, "1 2"}, {0, 20, 1, ""}, {20, 3, 1, "1 3 2 4"}, {20, 2, 1, "1 3 2"}, {20, 1, 3, "1 2 5"}, {20, 0, 1, ""}} {
		p.depth = c.depth
		got, err := p.some(context.Background(), c.files, c.dirs)
		if idsOf(got) != c.want || err != nil {
			t.Errorf("%+v: %s, %v", c, idsOf(got), err)
		}
	}
}

// The rows of a damaged database that can be read are listed, with a note about the fault.
func TestFaultsAmongTheRowsOfADatabase(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := homeOf(t, "")
	path := run(t, dir, openCodeAll, `INSERT INTO session VALUES ('late', '', '/p', '', '', NULL, 5), ('timeless', '', '/p', '', '', NULL, NULL)`,
		`INSERT INTO message VALUES ('a', 'late', 1, '{"role":"user"}'), (NULL, 'late', 2, '{}')`)
	w := facts.NewMemory().Env("HOME", dir)
	found, err := List(ctx, w, []string{"opencode"}, 10)
	if idsOf(found.Sessions) != "late" || err != nil || len(found.Notes) != 1 || !strings.HasPrefix(found.Notes[0], "opencode: "+path+": sql: Scan error on column index 6") {
		t.Errorf("listed %+v, %v", found, err)
	}
	if log, err := openRows(ctx, logs.Session{Agent: "opencode", ID: "late", Path: path}, 0); log != nil || err == nil || !strings.HasPrefix(err.Error(), "sql: Scan error on column index 0") {
		t.Errorf("read %+v, %v", log, err)
	}

	dir = homeOf(t, "")
	long := strings.Repeat("x", 20_000)
	path = run(t, dir, openCodeAll, "CREATE INDEX i ON session (time_updated DESC, id)",
		`INSERT INTO session VALUES ('late', '', '/p', '', '', NULL, 5), ('long', '', '/p', '`+long+`', '', NULL, 4)`,
		`INSERT INTO message VALUES ('a', 'late', 1, '{"role":"user"}'), ('b', 'late', 2, '`+long+`')`)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for at := page; at < len(file); at += page { // pages with the rest of a value begin with the number of the next such page
		if bytes.HasPrefix(file[at+4:], []byte("xxxxxxxx")) {
			copy(file[at:], "\xff\xff\xff\xff")
		}
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	found, err = List(ctx, facts.NewMemory().Env("HOME", dir), []string{"opencode"}, 10)
	if idsOf(found.Sessions) != "late" || err != nil || len(found.Notes) != 1 || !strings.Contains(found.Notes[0], "malformed") {
		t.Errorf("listed %+v, %v", found, err)
	}
	if log, err := openRows(ctx, logs.Session{Agent: "opencode", ID: "late", Path: path}, 0); log != nil || err == nil || !strings.Contains(err.Error(), "malformed") {
		t.Errorf("read %+v, %v", log, err)
	}
}

// A session with more messages or bytes than the limits is read from its beginning up to the
// limit. It is not whole.
func TestLimitsOfTheMessagesOfASession(t *testing.T) {
	t.Parallel()
	dir := homeOf(t, "")
	const user = `{"role":"user"}` // 15 bytes
	path := run(t, dir, openCodeAll, `INSERT INTO message VALUES ('a', 's', 1, '`+user+`'), ('b', 's', 2, '`+user+`'), ('c', 's', 3, '`+user+`')`,
		`INSERT INTO part VALUES ('1', 'a', '{"type":"text","text":"1"}'), ('2', 'a', '{"type":"text","text":"2"}'), ('3', 'b', '{"type":"text","text":"3"}'), ('4', 'c', '{"type":"text","text":"4"}')`)
	const part = len(`{"type":"text","text":"1"}`)
	for _, c := range []struct {
		rows, bytes int
		want        string
	}{
		{9, 999, "1\n2 3 4 true"}, {3, 999, "1\n2 3 4 true"}, {2, 999, "1\n2 3 false"}, {1, 999, "1\n2 false"},
		{9, 3*15 + 4*part, "1\n2 3 4 true"}, {9, 3*15 + 4*part - 1, "1\n2 3 false"}, {9, 15 + 2*part, "1\n2 false"}, {9, 15 + 2*part - 1, "1 false"}, {9, 15 + part - 1, " false"},
	} {
		log, err := someRows(context.Background(), logs.Session{Agent: "opencode", ID: "s", Path: path}, 0, c.rows, c.bytes)
		if err != nil {
			t.Fatal(err)
		}
		var turns []string
		for _, turn := range log.Turns {
			turns = append(turns, turn.Prompt)
		}
		if got := strings.Join(turns, " ") + fmt.Sprint(" ", log.Whole); got != c.want {
			t.Errorf("%d messages, %d bytes: %q, want %q", c.rows, c.bytes, got, c.want)
		}
	}
}

// If a message has more parts than are read, the session is not whole.
func TestLimitOfThePartsOfASession(t *testing.T) {
	t.Parallel()
	for _, parts := range []int{20, 21} {
		path := run(t, homeOf(t, ""), openCodeAll, `INSERT INTO message VALUES ('a', 's', 1, '{"role":"user"}')`,
			fmt.Sprintf(`WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO part SELECT i, 'a', '{"type":"text","text":"x"}' FROM n`, parts))
		log, err := someRows(context.Background(), logs.Session{Agent: "opencode", ID: "s", Path: path}, 0, 1, 999)
		if err != nil || len(log.Turns) != 1 {
			t.Fatalf("%v, %+v", err, log)
		}
		if read := strings.Count(log.Turns[0].Prompt, "x"); read != min(parts, 20) || log.Whole != (parts <= 20) {
			t.Errorf("%d parts: %d are read, whole %v", parts, read, log.Whole)
		}
	}
}

// A value of exactly the largest size is read; one with a byte more is skipped.
func TestTheLargestValuesOfASession(t *testing.T) {
	t.Parallel()
	for more, want := range map[int]string{0: "invalid character '\\x00' looking for beginning of value", 1: "a value of 16777217 bytes is skipped: galley reads 16777216 at most"} {
		path := run(t, homeOf(t, ""), openCodeAll, fmt.Sprintf(`INSERT INTO message VALUES ('a', 's', 1, '{"role":"user"}'), ('b', 's', 2, zeroblob(%d))`, logs.MostLine+more),
			fmt.Sprintf(`INSERT INTO part VALUES ('1', 'a', '{"type":"text","text":"x"}'), ('2', 'a', zeroblob(%d))`, logs.MostLine+more))
		log, err := openRows(context.Background(), logs.Session{Agent: "opencode", ID: "s", Path: path}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, both := fmt.Sprint(log.Damaged), "[{0 message a: "+want+"} {1 message b: "+want+"}]"; got != both {
			t.Errorf("%d bytes more: %s, want %s", more, got, both)
		}
	}
}

// The journal beside the database of a program that runs has the newest rows. A database without
// a journal is read without making one, although it is set to have one.
func TestADatabaseWithAJournal(t *testing.T) {
	t.Parallel()
	dir := homeOf(t, "")
	path := run(t, dir, "PRAGMA journal_mode = WAL", openCodeAll, `INSERT INTO session VALUES ('old', '', '/p', '', '', NULL, 1)`)
	list := func(want string) {
		t.Helper()
		found, err := List(context.Background(), facts.NewMemory().Env("HOME", dir), []string{"opencode"}, 10)
		if idsOf(found.Sessions) != want || err != nil || len(found.Notes) > 0 {
			t.Errorf("listed %+v, %v; want %s", found, err, want)
		}
	}
	files := func(want string) {
		t.Helper()
		names, err := filepath.Glob(path + "*")
		if got := fmt.Sprint(len(names)); err != nil || got != want {
			t.Errorf("%s files, want %s: %q, %v", got, want, names, err)
		}
	}
	files("1")
	list("old")
	files("1")
	if err := os.WriteFile(path+"-wal", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	list("old")
	files("2")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO session VALUES ('new', '', '/p', '', '', NULL, 2)`); err != nil {
		t.Fatal(err)
	}
	list("new old")
}

// The newest session comes first, whichever agent it is of.
func TestSessionsOfAllAgentsAreListedByTime(t *testing.T) {
	t.Parallel()
	dir := homeOf(t, claudeUser, ".claude/projects/-p/older.jsonl", ".claude/projects/-p/oldest.jsonl")
	run(t, dir, openCodeAll, `INSERT INTO session VALUES ('newest', '', '/p', '', '', NULL, 1900000000000), ('last', '', '/p', '', '', NULL, 1000)`)
	found, err := List(context.Background(), facts.NewMemory().Env("HOME", dir), nil, 10)
	if idsOf(found.Sessions) != "newest older oldest last" || err != nil || len(found.Notes) > 0 {
		t.Errorf("listed %s, %q, %v", idsOf(found.Sessions), found.Notes, err)
	}
}
