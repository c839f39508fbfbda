package capture

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/wire"
)

var day = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func made(agent, version string, at time.Time) *Capture {
	return &Capture{Agent: agent, Version: version, Created: at, Form: "anthropic-messages", Body: []byte("{\"a\":\n1}" + agent)}
}

func TestCaptureRoundTrip(t *testing.T) {
	s := Store{filepath.Join(t.TempDir(), "captures")}
	c := made("codex", "1", day)
	if err := s.Save(c); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(c.ID, "codex-20260102-030405-") {
		t.Errorf("id %s", c.ID)
	}
	for _, id := range []string{c.ID, "codex", "last", c.ID[:len(c.ID)-1]} {
		got, err := s.Load(id)
		if err != nil || string(got.Body) != string(c.Body) || got.Agent != "codex" {
			t.Errorf("%s: %v %v", id, got, err)
		}
	}
	info, err := os.Stat(s.file(c.ID))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	if _, err := s.Load("nope"); !errors.Is(err, ErrNone) {
		t.Errorf("an unknown id: %v", err)
	}
	if err := s.Save(made("codex", "2", day.Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load("codex"); err == nil || !strings.Contains(err.Error(), "2 captures begin with") {
		t.Errorf("two captures: %v", err)
	}
	all, _, err := s.List()
	if err != nil || len(all) != 2 || all[0].Version != "2" {
		t.Errorf("list %v %v", all, err)
	}
	if err := s.Forget(c.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"../x", "", "a/b"} {
		if err := s.Forget(id); err == nil {
			t.Errorf("%q was forgotten", id)
		}
	}
	if all, _, _ = s.List(); len(all) != 1 {
		t.Errorf("%d captures remain", len(all))
	}
}

func TestAnEmptyStoreSaysHowToMakeACapture(t *testing.T) {
	if _, err := (Store{filepath.Join(t.TempDir(), "none")}).Load("last"); err == nil || !strings.Contains(err.Error(), "galley capture") {
		t.Errorf("%v", err)
	}
}

func TestDamagedCaptureDoesNotAffectOthers(t *testing.T) {
	s := Store{t.TempDir()}
	whole, broken := made("pi", "1", day), made("codex", "1", day.Add(time.Second))
	for _, c := range []*Capture{whole, broken} {
		if err := s.Save(c); err != nil {
			t.Fatal(err)
		}
	}
	name := s.file(broken.ID)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(text) {
		if err := os.WriteFile(name, text[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		all, damaged, err := s.List()
		if err != nil || len(all) != 1 || len(damaged) != 1 {
			t.Fatalf("cut at %d: %d complete, %d damaged, %v", n, len(all), len(damaged), err)
		}
		if _, err := s.Load(broken.ID); err == nil || !strings.Contains(err.Error(), "forget "+broken.ID) {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if c, err := s.Load("last"); err != nil || c.Agent != "pi" {
			t.Fatalf("cut at %d: the last is %v %v", n, c, err)
		}
	}
	changed := append([]byte{}, text...)
	changed[len(changed)-1]++
	if err := os.WriteFile(name, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(broken.ID); err == nil {
		t.Error("a modified body was accepted")
	}
	newer := strings.Replace(string(text), `"schema":1`, `"schema":2`, 1)
	if err := os.WriteFile(name, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(broken.ID); err == nil || !strings.Contains(err.Error(), "newer galley") {
		t.Errorf("a newer form: %v", err)
	}
}

func TestUnreadableCaptureIsSkippedAndReported(t *testing.T) {
	for what, change := range map[string]func(text []byte) []byte{
		"cut in the head": func(text []byte) []byte { return text[:20] },
		"cut in the body": func(text []byte) []byte { return text[:len(text)-3] },
		"changed":         func(text []byte) []byte { return append(text[:len(text)-1:len(text)-1], '!') },
		"newer":           func(text []byte) []byte { return []byte(strings.Replace(string(text), `"schema":1`, `"schema":2`, 1)) },
	} {
		s := Store{t.TempDir()}
		older, old, other, broken := made("codex", "1", day.Add(-time.Hour)), made("codex", "1", day), made("pi", "1", day.Add(2*time.Second)), made("codex", "1", day.Add(time.Second))
		for _, c := range []*Capture{older, old, other, broken} {
			if err := s.Save(c); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{s.file(older.ID), s.file(other.ID), s.file(broken.ID)} {
			text, err := os.ReadFile(name)
			if err == nil {
				err = os.WriteFile(name, change(text), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		c, unread := s.Choose("codex", old.Project, old.Cwd)
		if c == nil || c.ID != old.ID || len(unread) != 1 || unread[0].ID != broken.ID || !strings.Contains(unread[0].Err.Error(), "forget "+broken.ID) {
			t.Errorf("%s: chosen %v, unreadable %v", what, c, unread)
		}
	}
}

func TestOldCapturesOfSupersededVersionsGoFirst(t *testing.T) {
	s := Store{t.TempDir()}
	only := made("pi", "1", day.Add(-time.Hour)) // the oldest capture, but the newest of its agent
	old := made("codex", "1", day)
	for _, c := range []*Capture{only, old} {
		if err := s.Save(c); err != nil {
			t.Fatal(err)
		}
	}
	for i := range MaxCaptures - 1 {
		if err := s.Save(made("codex", "2", day.Add(time.Duration(i+1)*time.Minute))); err != nil {
			t.Fatal(err)
		}
	}
	all, _, _ := s.List()
	if len(all) != MaxCaptures {
		t.Errorf("%d captures remain", len(all))
	}
	if _, err := s.Load(old.ID); err == nil {
		t.Error("the superseded capture remains")
	}
	if _, err := s.Load(only.ID); err != nil {
		t.Errorf("the only capture of its agent was removed: %v", err)
	}
}

func TestLeftoversOfAnInterruptedSaveAreRemoved(t *testing.T) {
	s := Store{t.TempDir()}
	name := filepath.Join(s.Dir, ".capture-1")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.clean(time.Now())
	if _, err := os.Stat(name); err != nil {
		t.Error("a new temporary file was removed")
	}
	s.clean(time.Now().Add(2 * time.Hour))
	if _, err := os.Stat(name); err == nil {
		t.Error("an old temporary file remains")
	}
}

func TestModelIsInTheBodyOrThePath(t *testing.T) {
	for _, tt := range []struct{ body, path, want string }{
		{"m", "/v1/messages", "m"},
		{"", "/v1beta/models/gemini-x:streamGenerateContent", "gemini-x"},
		{"own", "/v1beta/models/gemini-x:generateContent", "own"},
		{"", "/v1beta/models/a/b:generateContent", ""},
		{"", "/v1/models/x", ""},
		{"", "/v1/messages", ""},
	} {
		if got := ModelOf(&wire.Request{Model: tt.body}, tt.path); got != tt.want {
			t.Errorf("%q at %s: %q, want %q", tt.body, tt.path, got, tt.want)
		}
	}
}

// The oldest captures are removed until the others fit into the store, but the newest one always
// stays.
func TestOldCapturesGoUntilTheRestIsSmallEnough(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		mib  []int // the size of each capture's body, the oldest first, without the head
		want string
	}{
		{"there is room", []int{60, 60, 60}, "012"},
		{"the heads are too much", []int{50, 50, 50, 50}, "123"},
		{"one goes", []int{1, 60, 60, 60, 60}, "234"},
		{"the smallest would suffice", []int{60, 1, 60, 60, 60}, "1234"},
	} {
		s := Store{t.TempDir()}
		var keep string
		for i, mib := range c.mib {
			h := head{*made("pi", "1", day.Add(time.Duration(i)*time.Minute)), 0, mib << 20, ""}
			h.Schema, h.ID = Schema, "pi-"+string(rune('0'+i))
			line, err := json.Marshal(h)
			if err == nil {
				err = os.WriteFile(s.file(h.ID), append(line, '\n'), 0o600)
			}
			if err == nil {
				err = os.Truncate(s.file(h.ID), int64(len(line)+1+mib<<20)) // zeros that take no space on the disk
			}
			if err != nil {
				t.Fatal(err)
			}
			keep = h.ID
		}
		s.prune(keep)
		all, damaged, err := s.List()
		var got []string
		for _, one := range all {
			got = append(got, strings.TrimPrefix(one.ID, "pi-"))
		}
		slices.Sort(got)
		if strings.Join(got, "") != c.want || len(damaged) > 0 || err != nil {
			t.Errorf("%s: %q remain, want %s; %v %v", c.name, got, c.want, damaged, err)
		}
	}
}

func TestOnlyNamesOfCapturesAreForgotten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := Store{filepath.Join(dir, "captures")}
	if err := os.MkdirAll(filepath.Join(s.Dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", "../out", "sub/in", `a\b`, "c:d", "fine"} {
		if err := os.WriteFile(s.file(id), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		err := s.Forget(id)
		_, gone := os.Stat(s.file(id))
		if id == "fine" && (err != nil || gone == nil) || id != "fine" && (!errors.Is(err, ErrNone) || gone != nil) {
			t.Errorf("%q: %v, %v", id, err, gone)
		}
	}
}
