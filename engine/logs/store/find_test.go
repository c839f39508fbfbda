package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"galley/engine/facts"
	"galley/engine/logs"
	"galley/engine/logs/store"
)

const openTables = `CREATE TABLE session (id text, parent_id text, directory text, title text, version text, model text, time_updated integer);
	CREATE TABLE message (id text, session_id text, time_created integer, data text); CREATE TABLE part (id text, message_id text, data text);`

func ids(all []logs.Session) string {
	var out []string
	for _, s := range all {
		out = append(out, s.ID)
	}
	return strings.Join(out, " ")
}

func TestSessionsOfOpenCodeAreFound(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir, w := home(t, map[string]string{".claude/projects/-p/ses_x.jsonl": claudeLine, ".claude/projects/-p/alone.jsonl": claudeLine})
	database(t, dir, openTables, `INSERT INTO session VALUES ('ses_1', NULL, '/p', 'one', '1.2', '{"id":"m"}', 1000), ('ses_2', 'ses_1', '/q', 'two', '1', '{"id":7}', 3000), ('ses_3', 'ses_1', '/q', 'three', '1', NULL, 2000),
		('ses_10', '', '/q', 'ten', '1', 'odd', 1000)`)
	for _, c := range []struct {
		agents   []string
		id, want string
	}{
		{nil, "ses_1", "ses_1"}, {nil, "ses_2", "ses_2"}, {nil, "ses_", "ses_x ses_2 ses_3 ses_1 ses_10"}, {[]string{"opencode"}, "ses_", "ses_2 ses_3 ses_1 ses_10"}, {[]string{"claude-code"}, "ses_", "ses_x"},
		{[]string{"opencode"}, "ses_3", "ses_3"}, {nil, "ses_x", "ses_x"}, {nil, "alo", "alone"}, {nil, "none", ""},
	} {
		hits, err := store.Find(ctx, w, c.agents, c.id, "/none")
		if got := ids(hits); got != c.want || err != nil {
			t.Errorf("%q of %v: %q, %v; want %q", c.id, c.agents, got, err, c.want)
		}
	}
	hits, err := store.Find(ctx, w, nil, "ses_1", "")
	want := logs.Session{Agent: "opencode", ID: "ses_1", Path: dir + "/.local/share/opencode/opencode.db", Cwd: "/p", Version: "1.2", Model: "m", Prompt: "one", Updated: time.Unix(1, 0).UTC()}
	if err != nil || len(hits) != 1 || hits[0] != want {
		t.Errorf("got %+v, %v; want %+v", hits, err, want)
	}
	delegates, err := store.Delegates(ctx, w, hits[0])
	if got := ids(delegates); got != "ses_3 ses_2" || err != nil {
		t.Errorf("delegates %q, %v", got, err)
	}
	if listed, err := store.List(ctx, w, []string{"opencode"}, 10); ids(listed.Sessions) != "ses_1 ses_10" || err != nil || len(listed.Notes) > 0 {
		t.Errorf("listed %+v, %v", listed, err)
	}
	// The limit is two of the newest sessions; the others are not read.
	if listed, err := store.List(ctx, w, []string{"opencode"}, 3); ids(listed.Sessions) != "ses_1" || err != nil {
		t.Errorf("listed %+v, %v", listed, err)
	}
	for cwd, want := range map[string]string{"/p": "ses_1", "/q": "ses_10", "/": "ses_1", "/none": ""} {
		if last, ok, err := store.Last(ctx, w, []string{"opencode"}, cwd, 10); last.ID != want || ok != (want != "") || err != nil {
			t.Errorf("the last in %s: %+v, %v", cwd, last, err)
		}
	}
	if last, ok, err := store.Last(ctx, w, nil, "/", 10); !ok || err != nil || last.Agent != "claude-code" || last.Cwd != "/p" {
		t.Errorf("the last of all: %+v, %v", last, err)
	}
	if last, ok, err := store.Last(ctx, w, []string{"codex"}, "/", 10); ok || err != nil {
		t.Errorf("the last of an agent without sessions: %+v, %v", last, err)
	}
}

func TestADamagedDatabaseHidesNothingElse(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir, w := home(t, map[string]string{".claude/projects/-p/aaa.jsonl": claudeLine, ".local/share/opencode/opencode.db": "not a database, but a text that is long enough to be read as one"})
	path := dir + "/.local/share/opencode/opencode.db"
	if hits, err := store.Find(ctx, w, nil, "aa", ""); ids(hits) != "aaa" || err != nil {
		t.Errorf("found %+v, %v", hits, err)
	}
	hits, err := store.Find(ctx, w, nil, "bb", "")
	if hits != nil || err == nil || !strings.HasPrefix(err.Error(), "opencode: "+path+": file is not a database") {
		t.Errorf("found %+v, %v", hits, err)
	}
	if last, ok, err := store.Last(ctx, w, nil, "/p", 10); !ok || err != nil || last.ID != "aaa" {
		t.Errorf("last %+v, %v", last, err)
	}
	s := logs.Session{Agent: "opencode", ID: "x", Path: path}
	if log, err := store.Open(ctx, s, 0); log != nil || err == nil {
		t.Errorf("opened %+v, %v", log, err)
	}
	if all, err := store.Delegates(ctx, w, s); all != nil || err == nil {
		t.Errorf("delegates %+v, %v", all, err)
	}
	s.Path = dir
	if log, err := store.Open(ctx, s, 0); log != nil || err != facts.ErrNotRegular {
		t.Errorf("opened a folder: %+v, %v", log, err)
	}
	empty, w2 := home(t, nil)
	database(t, empty, "CREATE TABLE session (x)", "CREATE TABLE message (id text, session_id text, time_created integer, data text)")
	if found, err := store.List(ctx, w2, []string{"opencode"}, 10); err != nil || len(found.Notes) != 1 || !strings.Contains(found.Notes[0], "no such column") {
		t.Errorf("other columns: %+v, %v", found, err)
	}
	for _, last := range []int{0, 1} {
		if log, err := store.Open(ctx, logs.Session{Agent: "opencode", Path: empty + "/.local/share/opencode/opencode.db"}, last); log != nil || err == nil || !strings.Contains(err.Error(), "no such table: part") {
			t.Errorf("without parts: %+v, %v", log, err)
		}
	}
	other, _ := home(t, nil)
	database(t, other, "CREATE TABLE session (x)")
	if log, err := store.Open(ctx, logs.Session{Agent: "opencode", Path: other + "/.local/share/opencode/opencode.db"}, 1); log != nil || err == nil || !strings.Contains(err.Error(), "no such table: message") {
		t.Errorf("without messages: %+v, %v", log, err)
	}
}

func TestTheLastTurnsOfASessionOfOpenCode(t *testing.T) {
	t.Parallel()
	dir, _ := home(t, nil)
	database(t, dir, openTables, `INSERT INTO session VALUES ('few', NULL, '/p', 't', '1', NULL, 1)`,
		`INSERT INTO message VALUES ('a', 'few', 1, '{"role":"user"}'), ('b', 'few', 2, '{"role":"assistant","modelID":"m"}'), ('c', 'few', 3, '{"role":"user"}'), ('d', 'few', 3, 'odd')`,
		`INSERT INTO part VALUES ('2', 'a', '{"type":"text","text":"second"}'), ('1', 'a', '{"type":"text","text":"first"}'), ('3', 'c', '{"type":"text","text":"more"}')`)
	path := dir + "/.local/share/opencode/opencode.db"
	for last, want := range map[int]string{0: "first\nsecond 1, more 2, whole true", 1: "more 0, whole false", 2: "first\nsecond 1, more 2, whole true", 3: "first\nsecond 1, more 2, whole true"} {
		log, err := store.Open(context.Background(), logs.Session{Agent: "opencode", ID: "few", Path: path}, last)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, turn := range log.Turns {
			got = append(got, fmt.Sprint(turn.Prompt, " ", turn.Number))
		}
		if all := fmt.Sprintf("%s, whole %v", strings.Join(got, ", "), log.Whole); all != want || log.Damages != 1 {
			t.Errorf("last %d: %q, %d damages; want %q", last, all, log.Damages, want)
		}
	}
	if _, err := store.Open(context.Background(), logs.Session{Agent: "opencode", ID: "none", Path: path}, 1); err != nil {
		t.Errorf("an unknown session: %v", err)
	}
}

func TestASearchEndsWithItsContext(t *testing.T) {
	t.Parallel()
	dir, w := home(t, map[string]string{".claude/projects/-p/aaa.jsonl": claudeLine, "copy.jsonl": claudeLine})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, listing := store.List(ctx, w, nil, 10)
	_, finding := store.Find(ctx, w, nil, "aaa", "")
	_, _, last := store.Last(ctx, w, nil, "/p", 10)
	_, delegates := store.Delegates(ctx, w, logs.Session{Agent: "claude-code", ID: "aaa", Path: dir + "/.claude/projects/-p/aaa.jsonl"})
	_, opening := store.Open(ctx, logs.Session{Agent: "claude-code", Path: dir + "/copy.jsonl"}, 0)
	for i, err := range []error{listing, finding, last, delegates, opening} {
		if err != context.Canceled {
			t.Errorf("call %d: %v", i, err)
		}
	}
	database(t, dir, openTables)
	path := dir + "/.local/share/opencode/opencode.db"
	if _, err := store.Open(ctx, logs.Session{Agent: "opencode", Path: path}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a database: %v", err)
	}
	if listed, err := store.List(ctx, w, []string{"opencode"}, 10); err != nil || fmt.Sprint(listed.Notes) != "[opencode: "+path+": context canceled]" {
		t.Errorf("the sessions of a database: %+v, %v", listed, err)
	}
	if all, err := store.Delegates(context.Background(), w, logs.Session{Agent: "qwen-code", ID: "x"}); all != nil || err != nil {
		t.Errorf("an agent without sub-agents: %v, %v", all, err)
	}
	if all, err := store.Delegates(context.Background(), w, logs.Session{Agent: "claude-code", ID: "x", Parent: "y"}); all != nil || err != nil {
		t.Errorf("a sub-agent: %v, %v", all, err)
	}
}

func TestAPathThatIsNotALog(t *testing.T) {
	t.Parallel()
	dir, w := home(t, map[string]string{"d/x": ""})
	for link, target := range map[string]string{"folder": "d", "dangling": "none"} {
		if err := os.Symlink(target, dir+"/"+link); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"folder": "not a regular file", "dangling": "no such file or directory"} {
		hits, err := store.Find(context.Background(), w, nil, "x", dir+"/"+name)
		if hits != nil || err == nil || err.Error() != dir+"/"+name+": "+want {
			t.Errorf("%s: %v, %v", name, hits, err)
		}
	}
	// A log may have grown since the search that found it.
	path := dir + "/log.jsonl"
	if err := os.WriteFile(path, []byte(claudeLine), 0o600); err != nil {
		t.Fatal(err)
	}
	if log, err := store.Open(context.Background(), logs.Session{Agent: "claude-code", Path: path, Size: 3}, 0); err != nil || len(log.Turns) != 1 || log.Size != int64(len(claudeLine)) {
		t.Errorf("opened %+v, %v", log, err)
	}
}

func TestTheLastSessionIsTheNewestOfAllAgents(t *testing.T) {
	t.Parallel()
	dir, w := home(t, map[string]string{
		".claude/projects/-p/aaa.jsonl":   claudeLine,
		".codex/sessions/rollout-b.jsonl": `{"type":"session_meta","payload":{"cwd":"/p"}}` + "\n",
	})
	for _, c := range []struct {
		claude, codex int64
		want          string
	}{{5, 9, "codex"}, {9, 5, "claude-code"}} {
		for name, at := range map[string]int64{"/.claude/projects/-p/aaa.jsonl": c.claude, "/.codex/sessions/rollout-b.jsonl": c.codex} {
			if err := os.Chtimes(dir+name, time.Unix(at, 0), time.Unix(at, 0)); err != nil {
				t.Fatal(err)
			}
		}
		if s, ok, err := store.Last(context.Background(), w, nil, "/p", 10); s.Agent != c.want || !ok || err != nil {
			t.Errorf("the last is %+v, %v; want that of %s", s, err, c.want)
		}
	}
}
