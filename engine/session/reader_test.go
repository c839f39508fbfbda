package session

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// longDraft has messages of several roles, which have several blocks.
func longDraft() Draft {
	d := draft("system prompt")
	d.Messages = append(d.Messages, Message{"user", "the first context"}, Message{"user", "the second context"}, Message{"system", "system prompt"})
	d.Blocks = []Block{
		{ID: "a", Title: "A", Lifetime: "static", End: 6},
		{ID: "b", Title: "B", Lifetime: "session", StandIn: true, Message: 1, Start: 4, End: 9},
		{ID: "c", Title: "C", Lifetime: "turn", Message: 1, Start: 9, End: 17},
	}
	return d
}

func built(d Draft) Build { return func(context.Context) (Draft, error) { return d, nil } }

func TestAPromptOfManyMessagesIsReadAsItWasStored(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	s := storeIn(t, dir)
	stored, _, err := s.Prompt(ctx, "c", here, built(longDraft()))
	if err != nil {
		t.Fatal(err)
	}
	read, err := storeIn(t, dir).Get(ctx, "c")
	want := &Kept{ID: "c", Location: here, Draft: longDraft(), Version: 1, Reason: First,
		Digest: digestOf("system prompt"), Built: stored.Built, Created: stored.Built}
	if err != nil || !reflect.DeepEqual(stored, want) || !reflect.DeepEqual(read, want) {
		t.Errorf("stored %+v\nread %+v, %v\nwant %+v", stored, read, err, want)
	}
	bare := Draft{Text: "bare"}
	if stored, _, err = s.Prompt(ctx, "bare", here, built(bare)); err != nil {
		t.Fatal(err)
	}
	if read, err = s.Get(ctx, "bare"); err != nil || !reflect.DeepEqual(read, stored) || read.Messages == nil || read.Blocks == nil {
		t.Errorf("without messages: stored %+v\nread %+v, %v", stored, read, err)
	}
}

// A damaged message ends the reading of its conversation. The connection must still see what other
// programs store later.
func TestADamagedMessageEndsTheReading(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	s, d := opened(t, dir)
	if _, _, err := s.Prompt(ctx, "c", here, built(longDraft())); err != nil {
		t.Fatal(err)
	}
	if _, err := d.write.Exec("UPDATE texts SET bytes = x'00' WHERE digest = ?", digestOf("the first context")); err != nil {
		t.Fatal(err)
	}
	conn := d.read.conn
	if _, err := s.Get(ctx, "c"); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "(a text is not what was stored)") {
		t.Errorf("got %v", err)
	}
	if d.read.conn != conn {
		t.Error("the connection was closed")
	}
	freeze(t, storeIn(t, dir), "other", here, "other")
	if k, err := s.Get(ctx, "other"); err != nil || k.Text != "other" {
		t.Errorf("a later one: %+v, %v", k, err)
	}
	healed, _, err := s.Prompt(ctx, "c", here, built(longDraft()))
	if err != nil || healed.Version != 2 || healed.Reason != Damaged || healed.Created != healed.Built {
		t.Fatalf("built again: %+v, %v", healed, err)
	}
	if k, err := s.Version(ctx, "c", 1); err != nil || !reflect.DeepEqual(k.Messages, longDraft().Messages) {
		t.Errorf("the text was not restored: %+v, %v", k, err)
	}
}

func TestWhatIsMissing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s, d := opened(t, t.TempDir())
	freeze(t, s, "c", here, "one")
	freeze(t, s, "c", Location{Cwd: "/q"}, "two")
	freeze(t, s, "d", here, "three")
	if _, err := d.write.Exec("PRAGMA foreign_keys = OFF; DELETE FROM texts WHERE digest = ?", digestOf("one")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id      string
		version int
		want    string
	}{
		{"c", 1, `the stored prompt of "c" is damaged (a part of it is gone): its next turn builds another`},
		{"c", 2, "<nil>"},
		{"c", 3, `version 3 of conversation "c" is not stored`},
		{"e", 1, `version 1 of conversation "e" is not stored`},
	} {
		if _, err := s.Version(ctx, c.id, c.version); fmt.Sprint(err) != c.want {
			t.Errorf("version %d of %s: %v", c.version, c.id, err)
		}
	}
	versions, err := s.Versions(ctx, "c")
	if err != nil || len(versions) != 2 || versions[0].Digest != "" || versions[0].Bytes != 0 || versions[1].Bytes != 3 {
		t.Errorf("versions: %+v, %v", versions, err)
	}
	// If the row of a conversation is lost, its old versions do not prevent a new conversation
	// with the same id.
	if _, err := d.write.Exec("DELETE FROM conversations WHERE id = 'd'"); err != nil {
		t.Fatal(err)
	}
	if k, reused := freeze(t, s, "d", here, "again"); reused || k.Version != 2 || k.Reason != First {
		t.Errorf("after the loss of its conversation: %+v", k)
	}
}

func TestBlocksLieInTheirMessages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		blocks []Block
		valid  bool
	}{
		"none":                {nil, true},
		"whole":               {[]Block{{Message: 1, Start: 0, End: 5}}, true},
		"one after the other": {[]Block{{Message: 0, End: 2}, {Message: 0, Start: 2, End: 3}, {Message: 1, Start: 1, End: 1}}, true},
		"overlapping":         {[]Block{{Message: 0, End: 2}, {Message: 0, Start: 1, End: 3}}, false},
		"too long":            {[]Block{{Message: 1, End: 6}}, false},
		"backwards":           {[]Block{{Message: 1, Start: 3, End: 2}}, false},
		"before the text":     {[]Block{{Message: 1, Start: -1, End: 2}}, false},
		"message -1":          {[]Block{{Message: -1}}, false},
		"message 2 of 2":      {[]Block{{Message: 2}}, false},
	} {
		k := &Kept{ID: "c", Draft: Draft{Messages: []Message{{"system", "abc"}, {"user", "abcde"}}, Blocks: c.blocks}}
		if err := k.consistent(); (err == nil) != c.valid || err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPromptsAreCachedUntilTheDatabaseChanges(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	s, d := opened(t, dir)
	freeze(t, s, "c", here, "x")
	get := func() *Kept {
		k, err := s.Get(ctx, "c")
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	first := get()
	if get() != first {
		t.Error("it was read again")
	}
	freeze(t, storeIn(t, dir), "other", here, "y")
	second := get()
	if second == first {
		t.Error("it was not read again")
	}
	for i := range mostKnown - 2 {
		d.read.known[fmt.Sprint(i)] = &Kept{}
	}
	if get() != second {
		t.Error("the cache was cleared before it was full")
	}
	d.read.known["one more"] = &Kept{}
	if get() == second || len(d.read.known) != 1 {
		t.Errorf("a full cache was not cleared: %d", len(d.read.known))
	}
}

func TestTheConnectionIsReplacedAfterAnError(t *testing.T) {
	t.Parallel()
	s, d := opened(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	conn, state := d.read.conn, d.read.state
	for _, err := range []error{nil, unknown("c", 0), damagedError("c", "x")} {
		if got := d.read.look(ctx, func(context.Context) error { return err }); got != err || d.read.conn != conn {
			t.Errorf("%v: got %v", err, got)
		}
	}
	boom := errors.New("boom")
	if got := d.read.look(ctx, func(context.Context) error { return boom }); got != boom || d.read.conn != nil {
		t.Errorf("got %v", got)
	}
	if _, err := state.Query(); err == nil || err.Error() != "sql: statement is closed" {
		t.Errorf("the statement: %v", err)
	}
	if err := d.read.look(ctx, func(ctx context.Context) error { cancel(); return ctx.Err() }); err != nil {
		t.Errorf("cancelled in the middle: %v", err)
	}
	if err := d.read.look(ctx, func(context.Context) error { return boom }); err != context.Canceled {
		t.Errorf("cancelled before: %v", err)
	}
	// A lost connection is an error, and the next call opens a new one.
	_ = d.read.conn.Close()
	if err := d.read.look(context.Background(), func(context.Context) error { return boom }); err == nil || err == boom {
		t.Errorf("a lost connection: %v", err)
	}
	if _, err := s.List(context.Background()); err != nil {
		t.Error(err)
	}
	_ = d.read.close()
	if err := d.read.look(context.Background(), func(context.Context) error { return boom }); err == nil || err.Error() != "sql: database is closed" {
		t.Errorf("a closed reader: %v", err)
	}
}
