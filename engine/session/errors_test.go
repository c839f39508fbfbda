package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestKindsOfDatabaseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want string // busy, full, moved (away) or damage; "" for other errors
	}{
		{nil, ""},
		{errors.New("plain"), ""},
		{fault(1), ""},
		{fault(5), "busy"},
		{fault(6), "busy"},
		{fault(5 | 2<<8), "busy"},
		{fmt.Errorf("wrapped: %w", fault(6|1<<8)), "busy"},
		{fault(13), "full"},
		{syscall.ENOSPC, "full"},
		{fault(10), "moved"},
		{fault(10 | 1<<8), "moved"},
		{fault(10 | 19<<8), "full"}, // the shared-memory file found no space
		{fault(11), "damage"},
		{fault(11 | 1<<8), "damage"},
		{fault(26), "damage"},
	} {
		var got []string
		var found *damage
		file, err := os.Stat(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		judged := (&database{file: file}).judge(c.err)
		for _, kind := range []struct {
			is   bool
			name string
		}{{busy(c.err), "busy"}, {full(c.err), "full"}, {movedAway(c.err), "moved"}, {errors.As(judged, &found), "damage"}} {
			if kind.is {
				got = append(got, kind.name)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%v is %q, want %q", c.err, got, c.want)
		}
		switch {
		case found == nil && judged != c.err:
			t.Errorf("%v was turned into %v", c.err, judged)
		case found != nil && (found.err != c.err || found.file != file):
			t.Errorf("%v became the damage %+v", c.err, found)
		}
	}
	known := &damage{err: errors.New("known")}
	d := &database{}
	d.file, _ = os.Stat(os.DevNull)
	if err := d.judge(fmt.Errorf("wrapped: %w", known)); err != error(known) || known.file != d.file {
		t.Errorf("a known damage: %v", err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	t.Parallel()
	s := &Store{path: "/s/conversations.db"}
	const unusable = "the conversations in /s/conversations.db cannot be used: "
	for _, c := range []struct {
		err  error
		kind error
		want string
	}{
		{unknown("c", 0), ErrUnknown, `conversation "c" is not stored`},
		{unknown("c", -1), ErrUnknown, `conversation "c" is not stored`},
		{unknown("c", 1), ErrUnknown, `version 1 of conversation "c" is not stored`},
		{checkID(""), ErrID, `"" is not a conversation's id: it is empty`},
		{checkID("a\nb"), ErrID, `"a\nb" is not a conversation's id: it holds a control character`},
		{checkID("\xff"), ErrID, `"\xff" is not a conversation's id: it is not valid UTF-8`},
		{checkID(strings.Repeat("x", 201)), ErrID, `"` + strings.Repeat("x", 40) + `…" is not a conversation's id: it is longer than 200 bytes`},
		{damagedError("c", "%d parts", 2), ErrDamaged, `the stored prompt of "c" is damaged (2 parts): its next turn builds another`},
		{context.Canceled, context.Canceled, "context canceled"},
		{context.DeadlineExceeded, context.DeadlineExceeded, "context deadline exceeded"},
		{fmt.Errorf("%w: update", errNewer), errNewer, "/s/conversations.db was made by a newer galley: update"},
		{fault(13), errFull, "the disk is full: /s/conversations.db has no room for another prompt; prompts stored before are intact: free some space and try again"},
		{fault(5), errBusy, "/s/conversations.db is locked by another program: try again when it is done"},
		{fault(8), errUnusable, unusable + "you may not write it"},
		{fs.ErrPermission, errUnusable, unusable + "you may not write it"},
		{fault(1), errUnusable, unusable + "fault (1)"},
		{errors.New("other"), errUnusable, unusable + "other"},
	} {
		if got := s.explain(c.err); got == nil || got.Error() != c.want || !errors.Is(got, c.kind) {
			t.Errorf("%v:\ngot  %v\nwant %s", c.err, got, c.want)
		}
	}
	if err := s.explain(nil); err != nil {
		t.Errorf("no error: %v", err)
	}
	if err := checkID(strings.Repeat("x", 200)); err != nil {
		t.Errorf("the longest id: %v", err)
	}
}

func TestReasonHasNoNumber(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"fault":               fault(11),
		"fault: fault":        fmt.Errorf("fault: %w", fault(11)),
		"page 3 (leaf) (11)":  errors.New("page 3 (leaf) (11)"),
		"its schema (from 9)": errors.New("its schema (from 9)"),
	} {
		if got := reason(err); got != want {
			t.Errorf("%v: got %q", err, got)
		}
	}
}
