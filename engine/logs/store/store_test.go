package store_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/store"
)

// home makes a home directory with files, and the world of its user.
func home(t *testing.T, files map[string]string) (string, facts.World) {
	t.Helper()
	dir := filepath.ToSlash(t.TempDir())
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, facts.NewMemory().Env("HOME", dir)
}

const claudeLine = `{"type":"user","message":{"role":"user","content":"look"},"cwd":"/p","version":"2.1.332","timestamp":"2026-01-01T10:00:00Z"}` + "\n"

func TestFindSessionsOfEachAgent(t *testing.T) {
	dir, w := home(t, map[string]string{
		".claude/projects/-p/aaaa.jsonl":                   claudeLine,
		".claude/projects/-p/memory/x.md":                  "x",
		".claude/projects/-p/aaaa/subagents/agent-1.jsonl": claudeLine,
		".codex/sessions/2026/01/02/rollout-2026-01-02T10-00-00-01a2216c-248e-7163-bf2e-09bae4580471.jsonl": `{"type":"session_meta","timestamp":"2026-01-02T10:00:00Z","payload":{"cwd":"/q"}}` + "\n",
		".gemini/tmp/p/chats/session-1.jsonl": `{"sessionId":"1","startTime":"2026-01-03T10:00:00Z"}` + "\n", ".gemini/tmp/p/.project_root": "/r\n",
		".qwen/projects/-p/chats/bbbb.jsonl": `{"type":"user","cwd":"/s","timestamp":"2026-01-04T10:00:00Z","message":{"parts":[{"text":"hello"}]}}` + "\n",
	})
	found, err := store.List(context.Background(), w, nil, 10)
	if err != nil || len(found.Notes) > 0 {
		t.Fatal(err, found.Notes)
	}
	got := map[string]string{}
	for _, s := range found.Sessions {
		got[s.Agent+" "+s.ID] = s.Cwd
	}
	want := map[string]string{"claude-code aaaa": "/p", "codex 01a2216c-248e-7163-bf2e-09bae4580471": "/q", "gemini-cli 1": "/r", "qwen-code bbbb": "/s"}
	for key, cwd := range want {
		if got[key] != cwd {
			t.Errorf("%s: %q, want %q", key, got[key], cwd)
		}
	}
	if len(got) != len(want) {
		t.Errorf("found %v", got)
	}
	one, err := store.List(context.Background(), w, []string{"codex"}, 10)
	if err != nil || len(one.Sessions) != 1 {
		t.Errorf("codex alone: %+v, %v", one, err)
	}
	if log, err := store.Open(context.Background(), found.Sessions[0], 1); err != nil || log == nil {
		t.Error(err)
	}
	if _, err := store.Open(context.Background(), logs.Session{Agent: "codex", Path: dir}, 1); err == nil {
		t.Error("a directory was opened as a log")
	}
}

func TestOnlyTheNewestSessionsAreOpened(t *testing.T) {
	files := map[string]string{}
	for _, name := range strings.Split("a b c d e", " ") {
		files[".claude/projects/-p/"+name+".jsonl"] = claudeLine
	}
	_, w := home(t, files)
	found, err := store.List(context.Background(), w, nil, 2)
	if err != nil || len(found.Sessions) != 2 || len(found.Notes) != 1 {
		t.Errorf("%d sessions, notes %q, %v", len(found.Sessions), found.Notes, err)
	}
}

func TestFindSessionByIDPrefixPathOrLast(t *testing.T) {
	files := map[string]string{".codex/sessions/2026/rollout-2026-01-02T10-00-00-01a2216c-248e-7163-bf2e-09bae4580471.jsonl": `{"type":"session_meta","payload":{"cwd":"/q"}}` + "\n"}
	for _, name := range []string{"ab", "abc", "xyz"} {
		files[".claude/projects/-p/"+name+".jsonl"] = claudeLine
	}
	dir, w := home(t, files)
	for _, tt := range []struct {
		agents   []string
		id, path string
		want     string
	}{
		{nil, "ab", "", "ab"}, {nil, "x", "", "xyz"}, {nil, "a", "", "abc ab"}, {nil, "01a2", "", "01a2216c-248e-7163-bf2e-09bae4580471"},
		{nil, "none", dir + "/.claude/projects/-p/abc.jsonl", "abc"}, {nil, "none", "", ""}, {[]string{"codex"}, "ab", "", ""},
	} {
		hits, err := store.Find(context.Background(), w, tt.agents, tt.id, tt.path)
		var got []string
		for _, s := range hits {
			got = append(got, s.ID)
		}
		if err != nil || len(strings.Fields(tt.want)) != len(got) || len(got) == 1 && (got[0] != tt.want || hits[0].Cwd == "") {
			t.Errorf("%q: %v, want %s (%v)", tt.id, got, tt.want, err)
		}
	}
	if s, ok, err := store.Last(context.Background(), w, nil, "/q", 10); err != nil || !ok || s.Agent != "codex" {
		t.Errorf("the last session in /q: %+v, %v", s, err)
	}
	if s, ok, err := store.Last(context.Background(), w, nil, "/none", 10); err != nil || ok {
		t.Errorf("the last session in /none: %+v, %v", s, err)
	}
}

// TestALogAnywhereIsFoundByItsPath searches for logs outside the directories of their agents, and
// for files that are not logs.
func TestALogAnywhereIsFoundByItsPath(t *testing.T) {
	t.Parallel()
	dir, w := home(t, map[string]string{
		"c/a.jsonl": `{"type":"queue-operation","sessionId":"s1","timestamp":"2026-01-01T10:00:00Z"}` + "\n" + `{"type":"user","sessionId":"s1","uuid":"u","message":{"role":"user","content":"look"},"cwd":"/p","timestamp":"2026-01-01T10:00:00Z"}` + "\n",
		"c/b.jsonl": `{"type":"user","isSidechain":true,"sessionId":"s1","uuid":"u","message":{"role":"user","content":"look"},"cwd":"/p","timestamp":"2026-01-01T10:00:00Z"}` + "\n",
		"c/c.log":   "not JSON\n" + `{"timestamp":"2026-01-02T10:00:00Z","type":"session_meta","payload":{"cwd":"/q"}}` + "\n",
		"c/d":       `{"sessionId":"1","projectHash":"h","startTime":"2026-01-03T10:00:00Z"}` + "\n",
		"c/e.jsonl": `{"uuid":"u","sessionId":"s","type":"user","cwd":"/s","timestamp":"2026-01-04T10:00:00Z","message":{"role":"user","parts":[{"text":"hello"}]}}` + "\n",
		"c/other":   `{"type":"user","text":"hello"}` + "\n[1]\n7\n", "c/empty": "",
	})
	for name, want := range map[string]string{"c/a.jsonl": "claude-code /p ", "c/b.jsonl": "claude-code /p s1", "c/c.log": "codex /q ", "c/d": "gemini-cli  ", "c/e.jsonl": "qwen-code /s "} {
		found, err := store.Find(context.Background(), w, nil, name, dir+"/"+name)
		if err != nil || len(found) != 1 {
			t.Errorf("%s: %v %v", name, found, err)
			continue
		}
		if s := found[0]; s.Agent+" "+s.Cwd+" "+s.Parent != want || s.Path != dir+"/"+name || s.Size == 0 {
			t.Errorf("%s: %+v, want %s", name, s, want)
		}
	}
	for name, want := range map[string]string{"c/other": "does not begin like a log", "c/empty": "does not begin like a log", "c/none": "", "c": ""} {
		found, err := store.Find(context.Background(), w, nil, name, dir+"/"+name)
		if len(found) > 0 || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v", name, found, err)
		}
	}
	if _, err := store.Find(context.Background(), w, []string{"codex"}, "x", dir+"/c/e.jsonl"); err == nil || !strings.Contains(err.Error(), "is a log of qwen-code") {
		t.Errorf("asked for codex alone: %v", err)
	}
}

func TestOpenCodesDatabaseIsReadAndNotWritten(t *testing.T) {
	dir, w := home(t, map[string]string{".local/share/opencode/x": ""})
	path := filepath.Join(dir, ".local/share/opencode/opencode.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		`CREATE TABLE session (id text, directory text, title text, version text, model text, time_updated integer)`,
		`CREATE TABLE message (id text, session_id text, time_created integer, data text)`,
		`CREATE TABLE part (id text, message_id text, data text)`,
		`INSERT INTO session VALUES ('ses_1', '/p', 'a title', '1.18.33', '{"id":"m"}', 1000)`,
		`INSERT INTO message VALUES ('1', 'ses_1', 1, '{"role":"user","time":{"created":1}}'), ('2', 'ses_1', 2, '{"role":"assistant","modelID":"m","time":{"created":2}}'),
			('3', 'ses_1', 3, '{"role":"user","time":{"created":3}}')`,
		`INSERT INTO part VALUES ('a', '1', '{"type":"text","text":"first"}'), ('b', '3', '{"type":"text","text":"second"}')`,
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadDir(filepath.Dir(path))
	found, err := store.List(context.Background(), w, []string{"opencode"}, 10)
	if err != nil || len(found.Sessions) != 1 || found.Sessions[0].Cwd != "/p" || found.Sessions[0].Model != "m" {
		t.Fatalf("%+v, %v", found, err)
	}
	for last, want := range map[int]int{1: 1, 2: 2, 0: 2, 9: 2} {
		log, err := store.Open(context.Background(), found.Sessions[0], last)
		if err != nil || len(log.Turns) != want || log.Whole != (want == 2) || log.Turns[len(log.Turns)-1].Prompt != "second" {
			t.Errorf("last %d: %+v, %v", last, log, err)
		}
	}
	after, _ := os.ReadDir(filepath.Dir(path))
	if len(before) != len(after) {
		t.Errorf("reading created files: %v, then %v", before, after)
	}
	if err := os.WriteFile(path, []byte("not a database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if found, err := store.List(context.Background(), w, nil, 10); err != nil || len(found.Notes) != 1 {
		t.Errorf("a damaged database: %+v, %v", found, err)
	}
}

// The tables of a damaged database may contain anything. Reading it must end and must use limited
// memory. One bad session must not hide the others.
func TestAHostileDatabaseIsReadWithinBounds(t *testing.T) {
	session := `CREATE TABLE session (id text, directory text, title text, version text, model text, time_updated integer)`
	for name, c := range map[string]struct {
		queries []string
		found   int
		told    string
	}{
		"a model that is not JSON": {[]string{session, `INSERT INTO session VALUES ('1', '/p', 't', '1', 'm', 1), ('2', '/p', 't', '1', '{"id":"m"}', 2)`}, 2, ""},
		"a long title":             {[]string{session, `INSERT INTO session VALUES ('1', '/p', printf('%.*c', 1000000, 'x'), '1', NULL, 1)`}, 1, ""},
		"a title beyond all":       {[]string{session, `INSERT INTO session VALUES ('1', '/p', zeroblob(70000000), '1', NULL, 1)`}, 1, ""},
		"a view without end": {[]string{`CREATE VIEW session AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r)
			SELECT x AS id, '/p' AS directory, 't' AS title, '1' AS version, NULL AS model, x AS time_updated FROM r`}, 0, "did not answer within"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, w := home(t, map[string]string{".local/share/opencode/x": ""})
			db, err := sql.Open("sqlite", filepath.Join(dir, ".local/share/opencode/opencode.db"))
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range c.queries {
				if _, err := db.Exec(q); err != nil {
					t.Fatal(err)
				}
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			found, err := store.List(context.Background(), w, []string{"opencode"}, 10)
			if notes := strings.Join(found.Notes, "; "); err != nil || len(found.Sessions) != c.found || !strings.Contains(notes, c.told) {
				t.Fatalf("%d sessions, notes %q, %v", len(found.Sessions), notes, err)
			}
			for _, s := range found.Sessions {
				if len(s.Prompt) > 4096 {
					t.Errorf("a title of %d bytes", len(s.Prompt))
				}
			}
		})
	}
}

func TestTooLargeValueIsSkippedAndReported(t *testing.T) {
	dir, w := home(t, map[string]string{".local/share/opencode/x": ""})
	db, err := sql.Open("sqlite", filepath.Join(dir, ".local/share/opencode/opencode.db"))
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		`CREATE TABLE session (id text, directory text, title text, version text, model text, time_updated integer)`,
		`CREATE TABLE message (id text, session_id text, time_created integer, data text)`,
		`CREATE TABLE part (id text, message_id text, data text)`,
		`INSERT INTO session VALUES ('ses_1', '/p', 'a title', '1.18.33', '{"id":"m"}', 1000)`,
		`INSERT INTO message VALUES ('1', 'ses_1', 1, '{"role":"user"}'), ('2', 'ses_1', 2, zeroblob(70000000)), ('3', 'ses_1', 3, '{"role":"assistant","modelID":"m"}')`,
		`INSERT INTO part VALUES ('a', '1', '{"type":"text","text":"look"}'), ('b', '3', zeroblob(70000000)), ('c', '3', '{"type":"text","text":"ok"}')`,
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	found, err := store.List(context.Background(), w, []string{"opencode"}, 10)
	if err != nil || len(found.Sessions) != 1 {
		t.Fatal(err, found)
	}
	for _, last := range []int{0, 1} {
		log, err := store.Open(context.Background(), found.Sessions[0], last)
		if err != nil {
			t.Fatal(err)
		}
		if len(log.Turns) != 1 || len(log.Turns[0].Requests) != 1 || log.Damages != 2 || !strings.Contains(log.Damaged[0].What, "message 2: a value of 70000000 bytes is skipped") {
			t.Errorf("%d turns, damages %d %+v", len(log.Turns), log.Damages, log.Damaged)
		}
	}
}

// database makes a database of OpenCode in a home directory.
func database(t *testing.T, dir string, statements ...string) {
	t.Helper()
	path := filepath.Join(dir, ".local/share/opencode/opencode.db")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
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
}

// The session of a sub-agent is not listed. It is found by its id and by its path, and belongs to
// the session that started it.
func TestTheSessionsOfSubAgents(t *testing.T) {
	side := strings.Replace(claudeLine, "{", `{"isSidechain":true,`, 1)
	dir, w := home(t, map[string]string{
		".claude/projects/-p/aaaa.jsonl":                              claudeLine,
		".claude/projects/-p/aaaa/subagents/agent-1.jsonl":            side,
		".claude/projects/-p/bbbb/subagents/agent-2.jsonl":            side,
		".claude/projects/-p/aaaa/other/agent-3.jsonl":                side,
		".gemini/tmp/q/.project_root":                                 "/q\n",
		".gemini/tmp/q/chats/session-2026-01-01T10-00-0123abcd.jsonl": `{"sessionId":"0123abcd-1","startTime":"2026-01-03T10:00:00Z"}` + "\n",
		".gemini/tmp/q/chats/0123abcd-1/cccc.jsonl":                   `{"id":"1","type":"user","timestamp":"2026-01-03T10:00:00Z","content":[{"text":"look there"}]}` + "\n",
		".gemini/tmp/q/chats/ffffabcd-1/dddd.jsonl":                   `{"sessionId":"dddd"}` + "\n",
		".gemini/tmp/q/chats/session-2026-01-02T10-00-89abcdef.jsonl": `{"sessionId":"89abcdef-1","startTime":"2026-01-02T10:00:00Z"}` + "\n",
		".gemini/tmp/q/chats/89abcdef/eeee.jsonl":                     `{"id":"1","type":"user","timestamp":"2026-01-03T10:00:00Z","content":[{"text":"look there"}]}` + "\n",
		".gemini/tmp/q/chats/89abcde/ffff.jsonl":                      `{"sessionId":"ffff"}` + "\n",
	})
	database(t, dir, `CREATE TABLE session (id text, parent_id text, directory text, title text, version text, model text, time_updated integer)`,
		`INSERT INTO session VALUES ('ses_main', NULL, '/r', 'main', '1', NULL, 1), ('ses_sub', 'ses_main', '/r', 'sub', '1', NULL, 2)`)
	found, err := store.List(context.Background(), w, nil, 10)
	if err != nil || len(found.Notes) > 0 {
		t.Fatal(err, found.Notes)
	}
	subs := map[string]string{"aaaa": "agent-1", "2026-01-01T10-00-0123abcd": "cccc", "2026-01-02T10-00-89abcdef": "eeee", "ses_main": "ses_sub"}
	if len(found.Sessions) != len(subs) {
		t.Errorf("listed %v", found.Sessions)
	}
	for _, main := range found.Sessions {
		all, err := store.Delegates(context.Background(), w, main)
		if err != nil || len(all) != 1 || all[0].ID != subs[main.ID] || all[0].Cwd != main.Cwd || main.Cwd == "" || all[0].Prompt == "" {
			t.Errorf("%s began %+v: %v", main.ID, all, err)
		}
		hits, err := store.Find(context.Background(), w, nil, subs[main.ID], "")
		if err != nil || len(hits) != 1 || hits[0].Parent == "" {
			t.Errorf("%s is found as %+v: %v", subs[main.ID], hits, err)
		}
	}
	// Codex keeps no logs of sub-agents, whatever lies beside a log of its own.
	codex := logs.Session{Agent: "codex", ID: "aaaa", Path: facts.Join(dir, ".claude/projects/-p/aaaa/x.jsonl")}
	if all, err := store.Delegates(context.Background(), w, codex); err != nil || len(all) != 0 {
		t.Errorf("a session of Codex began %+v: %v", all, err)
	}
	path := facts.Join(dir, ".claude/projects/-p/aaaa/subagents/agent-1.jsonl")
	hits, err := store.Find(context.Background(), w, nil, path, path)
	if err != nil || len(hits) != 1 {
		t.Fatal(hits, err)
	}
	log, err := store.Open(context.Background(), hits[0], 0)
	if err != nil || len(log.Turns) != 1 || log.Turns[0].Prompt != "look" {
		t.Errorf("read %+v: %v", log, err)
	}
	if last, ok, err := store.Last(context.Background(), w, []string{"opencode"}, "/r", 10); !ok || err != nil || last.ID != "ses_main" {
		t.Errorf("the last one is %q: %v", last.ID, err)
	}
}

func TestTheSubAgentsOfASessionAreListedFromTheOldest(t *testing.T) {
	t.Parallel()
	side := strings.Replace(claudeLine, "{", `{"isSidechain":true,`, 1)
	const folder = ".claude/projects/-p/aaaa/subagents/"
	dir, w := home(t, map[string]string{".claude/projects/-p/aaaa.jsonl": claudeLine, folder + "agent-1.jsonl": side, folder + "agent-2.jsonl": side, folder + "agent-3.jsonl": side})
	for i, id := range []string{"agent-2", "agent-3", "agent-1"} {
		at := time.Unix(int64(1_000_000_000+i), 0)
		if err := os.Chtimes(filepath.Join(dir, folder, id+".jsonl"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	main := logs.Session{Agent: "claude-code", ID: "aaaa", Path: dir + "/.claude/projects/-p/aaaa.jsonl"}
	if all, err := store.Delegates(context.Background(), w, main); ids(all) != "agent-2 agent-3 agent-1" || err != nil {
		t.Errorf("the sub-agents are %q, %v", ids(all), err)
	}
}
