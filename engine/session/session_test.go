package session

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var here = Location{Cwd: "/p", Host: "box"}

// drafted returns a function that builds a prompt with a text, and a counter of the function's
// calls.
func drafted(text string) (Build, *atomic.Int32) {
	n := new(atomic.Int32)
	return func(context.Context) (Draft, error) {
		n.Add(1)
		return draft(text), nil
	}, n
}

func draft(text string) Draft {
	d := Draft{Workspace: "w", Profile: "template", Provider: "anthropic", Model: "opus", Text: text,
		Messages: []Message{}, Blocks: []Block{}, Template: digestOf("template of " + text), Facts: "f"}
	if text != "" {
		d.Messages = append(d.Messages, Message{"system", text})
		d.Blocks = append(d.Blocks, Block{ID: "template", Title: "Template", Lifetime: "static", End: len(text)})
	}
	return d
}

func store1(t *testing.T, options ...Option) *Store { return storeIn(t, t.TempDir(), options...) }

func storeIn(t *testing.T, dir string, options ...Option) *Store {
	t.Helper()
	s := New(dir, options...)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func freeze(t *testing.T, s *Store, id string, at Location, text string) (*Kept, bool) {
	t.Helper()
	build, _ := drafted(text)
	kept, reused, err := s.Prompt(context.Background(), id, at, build)
	if err != nil {
		t.Fatal(err)
	}
	return kept, reused
}

func TestAPromptIsBuiltOnceAndSentByteForByte(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storeIn(t, dir)
	text := "é\r\n\x00\xff tail \n"
	first, reused := freeze(t, s, "c", here, text)
	if reused || first.Text != text || first.Version != 1 || first.Reason != First {
		t.Fatalf("first turn: %+v, reused %v", first, reused)
	}
	build, calls := drafted("another template")
	again, reused, err := s.Prompt(context.Background(), "c", here, build)
	if err != nil || !reused || again.Text != text || calls.Load() != 0 {
		t.Errorf("second turn: %+v, reused %v, built %d times, %v", again, reused, calls.Load(), err)
	}
	other, err := storeIn(t, dir).Get(context.Background(), "c")
	if err != nil || !reflect.DeepEqual(other, first) {
		t.Errorf("another program sees\n%+v, %v; want\n%+v", other, err, first)
	}
}

func TestTheEmptyPromptIsKeptToo(t *testing.T) {
	t.Parallel()
	s := store1(t)
	freeze(t, s, "c", here, "")
	if kept, reused := freeze(t, s, "c", here, "something"); !reused || kept.Text != "" || len(kept.Messages) != 0 {
		t.Errorf("got %+v, reused %v", kept, reused)
	}
	kept, err := storeIn(t, t.TempDir()).Get(context.Background(), "c")
	if !errors.Is(err, ErrUnknown) || kept != nil {
		t.Errorf("nothing kept: %+v, %v", kept, err)
	}
}

func TestPromptIsRebuiltWhenRequired(t *testing.T) {
	t.Parallel()
	var clock atomic.Int64
	s := store1(t, WithClock(func() time.Time { return time.UnixMilli(clock.Add(1000)) }))
	freeze(t, s, "c", here, "one")
	if k, reused := freeze(t, s, "c", Location{"/q", "box"}, "two"); reused || k.Text != "two" || k.Reason != Moved || k.Version != 2 {
		t.Errorf("another directory: %+v", k)
	}
	if k, reused := freeze(t, s, "c", Location{"/q", "other"}, "three"); reused || k.Text != "three" || k.Reason != Moved {
		t.Errorf("another host: %+v", k)
	}
	build, _ := drafted("four")
	k, err := s.Compact(context.Background(), "c", here, build)
	if err != nil || k.Text != "four" || k.Reason != Compaction || k.Version != 4 || !k.Created.Before(k.Built) {
		t.Errorf("compaction: %+v, %v", k, err)
	}
	if k, reused := freeze(t, s, "c", here, "five"); !reused || k.Text != "four" {
		t.Errorf("after it: %+v", k)
	}
	versions, err := s.Versions(context.Background(), "c")
	var got []string
	for _, v := range versions {
		kept, err := s.Version(context.Background(), "c", v.Version)
		if err != nil {
			t.Fatal(err)
		}
		if kept.summary() != v {
			t.Errorf("version %d: listed as %+v, stored as %+v", v.Version, v, kept.summary())
		}
		got = append(got, fmt.Sprint(v.Version, " ", v.Reason, " ", v.Cwd, " ", v.Host, " ", kept.Text))
	}
	want := []string{"1 first /p box one", "2 moved /q box two", "3 moved /q other three", "4 compaction /p box four"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("versions: %q, %v", got, err)
	}
	for _, n := range []int{0, -1, 5} {
		if _, err := s.Version(context.Background(), "c", n); !errors.Is(err, ErrUnknown) {
			t.Errorf("version %d: %v", n, err)
		}
	}
}

func TestOnlyAKnownConversationIsCompacted(t *testing.T) {
	t.Parallel()
	build, calls := drafted("x")
	if _, err := store1(t).Compact(context.Background(), "c", here, build); !errors.Is(err, ErrUnknown) || calls.Load() != 0 {
		t.Errorf("got %v, built %d times", err, calls.Load())
	}
}

func TestAFailedBuildKeepsNothing(t *testing.T) {
	t.Parallel()
	s := store1(t)
	boom := errors.New("boom")
	fail := func(context.Context) (Draft, error) { return Draft{}, boom }
	if _, _, err := s.Prompt(context.Background(), "c", here, fail); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if _, err := s.Get(context.Background(), "c"); !errors.Is(err, ErrUnknown) {
		t.Errorf("stored nevertheless: %v", err)
	}
	freeze(t, s, "c", here, "x")
	if _, err := s.Compact(context.Background(), "c", here, fail); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if k, err := s.Get(context.Background(), "c"); err != nil || k.Version != 1 {
		t.Errorf("stored nevertheless: %+v, %v", k, err)
	}
}

func TestEachTextIsStoredOnce(t *testing.T) {
	t.Parallel()
	s := store1(t)
	big := strings.Repeat("the same rules\n", 1000)
	for i := range 50 {
		freeze(t, s, fmt.Sprint("c", i), here, big)
	}
	var n int
	if err := s.db.write.QueryRow("SELECT count(*) FROM texts").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d texts, %v", n, err)
	}
}

func TestForgetRemovesEverything(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storeIn(t, dir)
	freeze(t, s, "a", here, "shared")
	freeze(t, s, "b", here, "shared")
	freeze(t, s, "b", Location{"/q", "box"}, "a secret that was in a file")
	if err := s.Forget(context.Background(), "b"); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(context.Background(), "b"); !errors.Is(err, ErrUnknown) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := s.Versions(context.Background(), "b"); !errors.Is(err, ErrUnknown) {
		t.Errorf("its versions: %v", err)
	}
	if k, reused := freeze(t, s, "a", here, "x"); !reused || k.Text != "shared" {
		t.Errorf("the other conversation: %+v", k)
	}
	var n int
	if err := s.db.write.QueryRow("SELECT (SELECT count(*) FROM texts) + (SELECT count(*) FROM messages)").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d rows remain, %v", n, err)
	}
	for name, data := range filesOf(t, dir) {
		if strings.Contains(data, "a secret") {
			t.Errorf("%s still contains it", name)
		}
	}
}

func TestConversationsAreListedTheLatestFirst(t *testing.T) {
	t.Parallel()
	var clock atomic.Int64
	s := store1(t, WithClock(func() time.Time { return time.UnixMilli(clock.Load()) }))
	for _, id := range []string{"b", "a", "c"} {
		freeze(t, s, id, here, id)
	}
	clock.Store(5000)
	freeze(t, s, "b", Location{"/q", "box"}, "b2")
	all, err := s.List(context.Background())
	var got []string
	for _, c := range all {
		got = append(got, fmt.Sprintf("%s %d %d", c.ID, c.Version, c.Bytes))
	}
	if err != nil || !reflect.DeepEqual(got, []string{"b 2 2", "a 1 1", "c 1 1"}) {
		t.Errorf("got %q, %v", got, err)
	}
	if all, err := store1(t).List(context.Background()); err != nil || all == nil || len(all) != 0 {
		t.Errorf("none: %v, %v", all, err)
	}
}

func TestValidIDs(t *testing.T) {
	t.Parallel()
	s := store1(t)
	for _, id := range []string{"", "a\nb", "\xff", strings.Repeat("x", 201), "a\x1b[2J"} {
		if _, err := s.Get(context.Background(), id); !errors.Is(err, ErrID) {
			t.Errorf("%q: %v", id, err)
		}
	}
	for _, id := range []string{"a", "../../etc", "ü/ö?%#", "'; DROP TABLE texts; --", strings.Repeat("x", 200)} {
		if k, _ := freeze(t, s, id, here, id); k.Text != id {
			t.Errorf("%q: %+v", id, k)
		}
	}
}

func TestManyAtOnceInOneProgramEndWithOnePrompt(t *testing.T) {
	t.Parallel()
	s := store1(t)
	var wait sync.WaitGroup
	texts := make([]string, 16)
	for i := range texts {
		wait.Go(func() {
			kept, _ := freeze(t, s, "c", here, fmt.Sprint("by ", i))
			texts[i] = kept.Text
		})
	}
	wait.Wait()
	for _, text := range texts {
		if text != texts[0] {
			t.Fatalf("different prompts were sent: %q", texts)
		}
	}
	if v, err := s.Versions(context.Background(), "c"); err != nil || len(v) != 1 {
		t.Errorf("versions: %+v, %v", v, err)
	}
}

func TestACancelledCallDoesNothing(t *testing.T) {
	t.Parallel()
	s := store1(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	build, calls := drafted("x")
	if _, _, err := s.Prompt(ctx, "c", here, build); !errors.Is(err, context.Canceled) || calls.Load() != 0 {
		t.Errorf("got %v, built %d times", err, calls.Load())
	}
	freeze(t, s, "c", here, "fine")
}

func TestAChangeByAnotherProgramIsSeen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, two := storeIn(t, dir), storeIn(t, dir)
	freeze(t, one, "c", here, "old")
	if k, _ := freeze(t, two, "c", here, "x"); k.Text != "old" {
		t.Fatalf("got %+v", k)
	}
	build, _ := drafted("new")
	if _, err := one.Compact(context.Background(), "c", here, build); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*Store{"the same program": one, "the other": two} {
		if k, reused := freeze(t, s, "c", here, "x"); !reused || k.Text != "new" {
			t.Errorf("%s: %+v", name, k)
		}
	}
}
