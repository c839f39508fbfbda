package document

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// atTheLastMoment makes the next save call do just before it makes its temporary file.
func atTheLastMoment(t *testing.T, do func()) {
	t.Helper()
	before := tempSuffix
	t.Cleanup(func() { tempSuffix = before })
	tempSuffix = func() string {
		do()
		return before()
	}
}

func TestSaveReportsTheConflictOfTheLastMoment(t *testing.T) {
	dir := t.TempDir()
	name := dir + "/a.md"
	for _, c := range []struct {
		what   string
		before func()
		do     func()
		kind   ConflictKind
		text   string
	}{
		{"changed", func() { put(t, name, "base") }, func() { put(t, name, "theirs") }, Changed, "theirs"},
		{"removed", func() { put(t, name, "base") }, func() { must(t, os.Remove(name)) }, Deleted, ""},
		{"created", func() { _ = os.Remove(name) }, func() { put(t, name, "theirs") }, Created, "theirs"},
	} {
		t.Run(c.what, func(t *testing.T) {
			c.before()
			d := load(t, name)
			atTheLastMoment(t, c.do)
			saved, err := d.Save("mine", SaveOptions{})
			var conflict *ConflictError
			if !errors.As(err, &conflict) || conflict.Kind != c.kind || conflict.Text != c.text || saved != (Saved{}) {
				t.Errorf("%+v, %v", saved, err)
			}
			noLeftovers(t, dir)
		})
	}
	t.Run("changed and changed back", func(t *testing.T) {
		put(t, name, "base")
		d := load(t, name)
		atTheLastMoment(t, func() {
			must(t, os.Remove(name))
			put(t, name, "base")
		})
		if _, err := d.Save("mine", SaveOptions{}); err == nil || err.Error() != "saving "+name+": changed at the moment of saving" {
			t.Errorf("got %v", err)
		}
	})
}

func TestTemporaryNamesThatAreTaken(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/.f.galley-taken", "")
	before := tempSuffix
	defer func() { tempSuffix = before }()
	tries := 0
	tempSuffix = func() string { tries++; return "taken" }
	if f, err := openTemp(dir+"/f", 0o600); f != nil || !errors.Is(err, fs.ErrExist) || tries != 100 {
		t.Errorf("%v after %d tries", err, tries)
	}
}
