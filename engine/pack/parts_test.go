package pack

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"galley/engine/facts"
	"galley/engine/source"
)

func TestNumbersOfValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]int{"9}": {9, 2}, "0}": {0, 2}, "123}x": {123, 4}, "1234}": {123, -1}, "}": {0, -1}, "": {0, -1}, "12": {12, -1}, "a}": {0, -1}, ":}": {0, -1}, "/}": {0, -1}, "1a}": {1, -1}} {
		if n, end := number(text, 0); n != want[0] || end != want[1] {
			t.Errorf("%q: %d, %d, want %v", text, n, end, want)
		}
	}
	values := make([]source.Text, 9)
	for i := range values {
		values[i] = Value("k", string(rune('a'+i)))
	}
	p := Of(fixed{"f/e": "{9}{1} {0} {10} {x"})
	if got := p.Text("f", "e", values...).String(); got != "ia {0} {10} {x" {
		t.Errorf("%q", got)
	}
	if got := p.Text("f", "none", values...); got.Len() != 0 {
		t.Errorf("a missing entry: %q", got)
	}
	if got := (*Pack)(nil).Text("f", "e"); got.Len() != 0 {
		t.Errorf("no pack: %q", got)
	}
	if e, ok := (*Pack)(nil).Find("f", "e"); ok || e != (Entry{}) {
		t.Errorf("no pack: %+v", e)
	}
}

func TestTextsOfADirectoryAreListed(t *testing.T) {
	t.Parallel()
	w := facts.NewMemory().File("/d/a.txt", "").File("/d/b.md", "").Dir("/d/dir.txt").File("/d/in/c.txt", "").File("/d/in/deep/d.txt", "").
		File("/d/.git/e.txt", "").File("/d/node_modules/f.txt", "").File("/d/shut/g.txt", "").Mode("/d/shut", 0)
	if got, want := texts(w, "/d", ""), []string{"a.txt", "in/c.txt"}; !slices.Equal(got, want) {
		t.Errorf("a pack: %q, want %q", got, want)
	}
	if got, want := textsBelow(w, "/d"), []string{"a.txt", "in/c.txt", "in/deep/d.txt"}; !slices.Equal(got, want) {
		t.Errorf("a checkout: %q, want %q", got, want)
	}
	if got := texts(w, "/none", ""); got != nil {
		t.Errorf("a missing directory: %q", got)
	}
	deep := facts.NewMemory()
	for depth := range searchDepth + 2 {
		deep.File("/d/"+strings.Repeat("x/", depth)+"a.txt", "")
	}
	if got := textsBelow(deep, "/d"); len(got) != searchDepth {
		t.Errorf("%d levels are searched, want %d", len(got), searchDepth)
	}
}

func TestAnImportedFileSaysWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	to := t.TempDir()
	w := facts.NewMemory().File("/from/a.txt", "one").File("/from/b.txt", "two")
	i := Import{To: to, Family: "f"}
	take := func(name, from string) string {
		one, err := i.take(w, name, from)
		if err != nil {
			return "error: " + strings.ReplaceAll(err.Error(), to, "TO")
		}
		return one.State
	}
	path := filepath.Join(to, "f", "in", "a.txt")
	for _, c := range []struct {
		from    string
		replace bool
		want    string
	}{
		{"/from/a.txt", false, "new"}, {"/from/a.txt", false, "same"}, {"/from/b.txt", false, "error: in/a: " + filepath.Join("TO", "f", "in", "a.txt") + " exists and differs; use --replace to overwrite it"},
		{"/from/b.txt", true, "replaced"}, {"/from/b.txt", true, "same"},
	} {
		i.Replace = c.replace
		if got := take("in/a", c.from); got != c.want {
			t.Errorf("%s: %s, want %s", c.from, got, c.want)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o133 != 0 || info.Mode().Perm()&0o600 != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if got := take("x", "/from/gone.txt"); !strings.HasPrefix(got, "error: x: ") {
		t.Errorf("a missing file: %s", got)
	}
	if err := os.MkdirAll(filepath.Join(to, "f", "dir.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dir", "in/a.txt/b"} {
		if got := take(name, "/from/a.txt"); !strings.HasPrefix(got, "error: "+name+": ") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestStandInsOfSeveralAgentsAreSortedTogether(t *testing.T) {
	t.Parallel()
	of := func(files ...string) *StandIns {
		all := fstest.MapFS{}
		for _, name := range files {
			all[name] = &fstest.MapFile{Data: []byte("x\n")}
		}
		return &StandIns{all}
	}
	p := Of().Before(of("g/a.txt", "f/b.txt"), of("f/a.txt", "e/z.txt"))
	var got []string
	for _, row := range p.rows() {
		got = append(got, row.Family+"/"+row.Name)
	}
	if want := []string{"e/z", "f/a", "f/b", "g/a"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, name := range []string{"../a", "", "a/../b"} {
		if e, ok := of("f/a.txt").Entry("f", name); ok || e != (Entry{}) {
			t.Errorf("%q: %+v", name, e)
		}
	}
}

// If a file cannot be imported, the import returns an error but imports the other files.
func TestAnImportGoesOnAfterAFault(t *testing.T) {
	t.Parallel()
	to := t.TempDir()
	if err := os.MkdirAll(filepath.Join(to, "yume", "conversation.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	w := facts.NewMemory().File("/from/conversation.txt", "one").File("/from/identity.txt", "two")
	got, err := Import{Pack: (*Pack)(nil).Before(ours), Family: "yume", From: "/from", To: to}.Run(w)
	if len(got) != 1 || got[0].Name != "identity" || got[0].State != "new" || err == nil || !strings.HasPrefix(err.Error(), "conversation: ") {
		t.Errorf("%+v, %v", got, err)
	}
}
