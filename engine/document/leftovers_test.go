package document

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
)

func TestLeftoversOfEndedProgramsAreRemoved(t *testing.T) {
	const random = "0123456789abcdef"
	parent, _ := startOf(os.Getppid())
	of := func(where string, pid int, start string) string {
		return fmt.Sprintf("%s%08x%s%s", where, pid, digest(start)[:8], random)
	}
	old, fresh := 2*leftoverAge, time.Minute
	dir := t.TempDir()
	stays := map[string]bool{}
	for _, c := range []struct {
		name  string
		age   time.Duration
		stays bool
	}{
		{".a.md.galley-" + of(machine(), 1<<30, "1"), 0, false},
		{".b.md.galley-" + of(machine(), os.Getppid(), parent), old, true}, // its program is still running and may be saving
		{".c.md.galley-" + of(machine(), os.Getpid(), thisProgram().Start), old, true},
		{".d.md.galley-" + of("00000000", 1<<30, "1"), fresh, true}, // from another machine
		{".e.md.galley-" + of("00000000", 1<<30, "1"), old, false},
		{".f.md.galley-" + random, fresh, true}, // its name does not say which program made it
		{".g.md.galley-" + random, old, false},
		{".h.md.galley-notes", old, true},
		{"i.md.galley-" + random, old, true},
		{".j.md.galley-" + random + "0", old, true},
		{".galley-" + random, old, true},
	} {
		put(t, dir+"/"+c.name, "half")
		at := when.Add(-c.age)
		must(t, os.Chtimes(dir+"/"+c.name, at, at))
		if c.stays {
			stays[c.name] = true
		}
	}
	if parent != "" {
		put(t, dir+"/.k.md.galley-"+of(machine(), os.Getppid(), parent+"1"), "number used again")
	}
	must(t, os.Mkdir(dir+"/.l.md.galley-"+random, 0o755))
	must(t, os.Chtimes(dir+"/.l.md.galley-"+random, when.Add(-old), when.Add(-old)))
	stays[".l.md.galley-"+random] = true

	ClearLeftovers(when, dir, dir, dir+"/missing", "")
	entries, err := os.ReadDir(dir)
	must(t, err)
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
		if !stays[e.Name()] {
			t.Errorf("%s is left", e.Name())
		}
	}
	for name := range stays {
		if !slices.Contains(left, name) {
			t.Errorf("%s was removed", name)
		}
	}
}

func TestTemporaryFileNamesItsProgram(t *testing.T) {
	name := t.TempDir() + "/a.md"
	f, err := openTemp(name, 0o600)
	must(t, err)
	must(t, f.Close())
	m := leftoverName().FindStringSubmatch(f.Name()[len(name)-len("a.md"):])
	if m == nil || m[1] != machine() || isLeftover(m[1], m[2], m[3], 2*leftoverAge) {
		t.Errorf("%s: %v", f.Name(), m)
	}
}
