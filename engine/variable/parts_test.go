package variable

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"galley/engine/facts"
)

func TestTheCostOfAKey(t *testing.T) {
	t.Parallel()
	row := Variable{Type: "git", Name: "last_commit"}
	for _, c := range []struct {
		typ, name string
		cost      int
		near      bool
	}{
		{"git", "last_commit", 0, true}, {"Git", "Last-Commit", 0, true}, {"git", "lastcomit", 1, true}, {"git", "lst", 0, false}, {"git", "las", 7, true}, {"git", "la", 0, false},
		{"gti", "last_commit", 1, true}, {"gt", "last_commit", 1, true}, {"gt", "last_comit", 2, true}, {"prompt", "last_commit", 9, true}, {"prompt", "last_comit", 0, false}, {"gt", "other", 0, false},
	} {
		if cost, near := costOf(c.typ, c.name, row); cost != c.cost || near != c.near {
			t.Errorf("%s:%s costs %d, %v; want %d, %v", c.typ, c.name, cost, near, c.cost, c.near)
		}
	}
	long := strings.Repeat("x", maxWord)
	for _, c := range []struct {
		a, b string
		want int
	}{{"a", "a", 0}, {long, long[1:], 1}, {long + "y", long, maxWord + 1}, {long, long + "y", maxWord + 1}, {long + "y", long + "y", 0}, {"", "ab", 2}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("from %.5s to %.5s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// kinds is a world in which every path is a file of the same kind.
type kinds struct {
	facts.World
	mode fs.FileMode
	err  error
}

func (k kinds) Stat(string) (facts.Info, error) { return facts.Info{Mode: k.mode, Size: 7}, k.err }

func TestKindsOfFilesAreNamed(t *testing.T) {
	t.Parallel()
	for want, k := range map[string]kinds{
		"a directory": {mode: fs.ModeDir}, "a pipe": {mode: fs.ModeNamedPipe}, "a socket": {mode: fs.ModeSocket | 1}, "a device": {mode: fs.ModeDevice}, "something else": {mode: fs.ModeIrregular | 0o777},
	} {
		if got := (&resolver{world: k}).sort("/x"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	gone := &resolver{world: kinds{mode: fs.ModeDir, err: errors.New("gone")}}
	if gone.sort("/x") != "something else" || gone.size("/x") != "" {
		t.Errorf("a file that is gone: %s, %s", gone.sort("/x"), gone.size("/x"))
	}
	if got := (&resolver{world: kinds{}}).size("/x"); got != "7 bytes, " {
		t.Errorf("the size: %q", got)
	}
}
