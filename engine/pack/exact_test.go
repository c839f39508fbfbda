package pack

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"galley/engine/facts"
	"galley/engine/source"
)

// A number in braces is the place of a value. Anything else in braces stays as it is.
func TestPlacesOfValues(t *testing.T) {
	values := []source.Text{source.Literal("one"), source.Literal("two")}
	for text, want := range map[string]string{
		"a": "a", "{1}": "one", "{2}{1}": "twoone", "x {1} y {3} z": "x one y {3} z", "{0} {1": "{0} {1", "{} {a} {1a} {{1}}": "{} {a} {1a} {one}", "{001}": "one", "{0001}": "{0001}", "{1}{": "one{", "{/} {:} {9}": "{/} {:} {9}", "{12}": "{12}", "{10}": "{10}", "end {1}\n": "end one",
	} {
		s := &StandIns{fstest.MapFS{"f/e.txt": {Data: []byte(text)}}}
		if got := (*Pack)(nil).Before(s).Text("f", "e", values...).String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	p := (*Pack)(nil).Before(ours)
	if p.Text("yume", "none").Len() != 0 || p.Text("none", "identity").Len() != 0 {
		t.Error("an entry that is not there has a text")
	}
	for name, want := range map[string]bool{"a": true, "a/b": true, ".": false, "": false, "../a": false, "/a": false, "a/": false} {
		if valid(name) != want {
			t.Errorf("%q is valid: %v", name, valid(name))
		}
	}
	if _, ok := ours.Entry("yume", "../pilotdeck/identity"); ok {
		t.Error("an entry of another family")
	}
	for _, c := range [][3]string{{"a", "x\r\n", "x"}, {"a", "x\n\n", "x\n"}, {"a", "x\r", "x"}, {"prompt/a", "x\n", "x\n"}, {"a", "", ""}} {
		if got := trimmed(c[0], c[1]); got != c[2] {
			t.Errorf("%s %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// The lists of packs: the families, the names of a family with those of its version, and each
// entry with its origin.
func TestWholeListsOfPacks(t *testing.T) {
	s := &StandIns{fstest.MapFS{"b@2/z.txt": {Data: []byte("b2z\n")}, "b/z.txt": {Data: []byte("bz\n")}, "b/a.txt": {Data: []byte("ba\n")}, "a/sub/x.txt": {Data: []byte("ax\n")}}}
	w := facts.NewMemory().File("/all/b/a.txt", "mine\n").File("/one/z.txt", "chosen\n").File("/two/b@2/z.txt", "nested\n")
	// The entries of a family and those of its version are in one sorted list.
	mixed := (*Pack)(nil).Before(&StandIns{fstest.MapFS{"f/b.txt": {}, "f/d.txt": {}, "f@2/a.txt": {}, "f@2/b.txt": {}, "f@2/c.txt": {}}})
	if got := fmt.Sprint(mixed.Names("f@2"), mixed.Names("f")); got != "[a b c d] [b d]" {
		t.Errorf("lists %s", got)
	}
	p := New(w, "/all", map[string]string{"b": "/one", "b@2": "/two"}).Before(s)
	var got []string
	for _, r := range p.List() {
		got = append(got, fmt.Sprintf("%s/%s=%s %s %s", r.Family, r.Name, r.Text, r.Kind, r.Path))
	}
	want := fmt.Sprintf("a/sub/x=ax %[1]s a/sub/x; b/a=mine %[2]s /all/b/a.txt; b/z=chosen %[2]s /one/z.txt; b@2/z=nested %[2]s /two/b@2/z.txt", source.StandIn, source.Pack)
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("%s\nwant\n%s", s, want)
	}
	if got := fmt.Sprint(p.Families(), p.Names("b"), p.Names("b@2"), p.Names("b@3"), p.Names("c")); got != "[a b b@2] [a z] [a z] [a z] []" {
		t.Errorf("lists %s", got)
	}
	if (*Pack)(nil).Check() != nil || (*Pack)(nil).Families() != nil || (*Pack)(nil).List() != nil {
		t.Error("no pack has entries")
	}
	// Files of a pack that are the text of no entry are reported, at each depth.
	w = facts.NewMemory().File("/all/b/zz.txt", "x").File("/all/b/sub/q.txt", "x").File("/all/b/sub/deep/r.txt", "x").File("/all/b/a.txt", "x").File("/all/b/n.md", "x").File("/all/file.txt", "x").File("/all/zzzzz/a.txt", "x").Dir("/all/b/dir.txt").
		File("/one/b/y.txt", "x").File("/one/z.txt", "x").File("/closed/a", "x").Mode("/closed", 0)
	got = nil
	for _, problem := range New(w, "/all", map[string]string{"b": "/one", "a": "/closed"}).Before(s).Check() {
		got = append(got, problem.File+": "+problem.Message+"; "+problem.Hint)
	}
	want = strings.Join([]string{
		"/all/b/sub/q.txt: the pack b has no entry sub/q; known are a, z", "/all/b/zz.txt: the pack b has no entry zz; known are a, z", "/all/zzzzz: no profile has a pack called zzzzz; known are a, b, b@2",
		"/closed: the pack's directory cannot be read: readdir /closed: permission denied; the stand-ins are used in its place", "/one/b/y.txt: the pack b has no entry y; known are a, z",
	}, "\n")
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("problems\n%s\nwant\n%s", s, want)
	}
	got = nil
	for _, problem := range New(facts.NewMemory(), "/gone", nil).Before(s).Check() {
		got = append(got, problem.File+": "+problem.Message)
	}
	if fmt.Sprint(got) != "[/gone: the pack's directory /gone does not exist]" {
		t.Errorf("without a directory: %q", got)
	}
}

// Which file of a source checkout is imported for each entry.
func TestFilesOfACheckout(t *testing.T) {
	s := &StandIns{fstest.MapFS{"f/prompt/x.txt": {Data: []byte("x")}, "f/y.txt": {Data: []byte("y")}, "f/z.txt": {Data: []byte("z")}}}
	i := Import{Pack: (*Pack)(nil).Before(s), Family: "f", From: "/c"}
	for _, c := range []struct{ name, files, want string }{
		{"by its whole name first", "/c/x.txt /c/deep/er/prompt/x.txt /c/other/prompt/x.txt", "prompt/x=/c/other/prompt/x.txt"},
		{"by its name near the top", "/c/x.txt /c/a/y.txt /c/a/b/z.txt", "prompt/x=/c/x.txt y=/c/a/y.txt z=/c/a/b/z.txt"},
		{"near the top only", "/c/a/b/x.txt", ""},
		{"the first one near the top", "/c/x.txt /c/a/x.txt", "prompt/x=/c/x.txt"},
		{"not in hidden folders and modules", "/c/.git/y.txt /c/node_modules/z.txt /c/a/y.md", ""},
		{"ten levels deep", "/c/1/2/3/4/5/6/7/8/9/y.txt", "y=/c/1/2/3/4/5/6/7/8/9/y.txt"},
		{"eleven levels deep", "/c/1/2/3/4/5/6/7/8/9/10/y.txt", ""},
	} {
		w := facts.NewMemory().Dir("/c")
		for _, name := range strings.Fields(c.files) {
			w.File(name, "text")
		}
		found := i.search(w, i.Pack.Names("f"))
		var got []string
		for _, name := range i.Pack.Names("f") {
			if from, ok := found[name]; ok {
				got = append(got, name+"="+from)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
	for _, c := range []struct {
		name   string
		change func(i *Import, to string)
		want   string
	}{
		{"no pack", func(i *Import, _ string) { i.Family = "g" }, "no profile has a pack called g; known are f"},
		{"no entry", func(i *Import, _ string) { i.Name = "w.txt" }, "the pack f has no entry w; `galley pack list f` names them"},
		{"nothing there", func(i *Import, _ string) { i.From = "/empty" }, "/empty holds no file named as an entry of f; `galley pack list f` names them"},
		{"a file that is not there", func(i *Import, _ string) { i.Name, i.From = "y", "/gone" }, "y: open /gone: file does not exist"},
		{"a target that is a folder", func(i *Import, to string) {
			i.Name, i.From = "y", "/c/y.txt"
			os.MkdirAll(filepath.Join(to, "f", "y.txt"), 0o755)
		}, "y: read TO/f/y.txt: is a directory"},
		{"a file in the way", func(i *Import, to string) {
			i.Name, i.From = "y", "/c/y.txt"
			os.WriteFile(filepath.Join(to, "f"), nil, 0o600)
		}, "y: open TO/f/y.txt: not a directory"},
	} {
		to := t.TempDir()
		one := i
		one.To = to
		c.change(&one, to)
		_, err := one.Run(facts.NewMemory().Dir("/empty").File("/c/y.txt", "y"))
		if err == nil || strings.ReplaceAll(err.Error(), to, "TO") != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	to := t.TempDir()
	i.To = to
	got, err := i.Run(facts.NewMemory().File("/c/y.txt", "text y").File("/c/prompt/x.txt", "x\n"))
	if err != nil || len(got) != 2 || got[0] != (Imported{Name: "prompt/x", From: "/c/prompt/x.txt", To: filepath.Join(to, "f", "prompt", "x.txt"), Bytes: 2, State: "new"}) || got[1].Bytes != 6 {
		t.Errorf("imported %+v, %v", got, err)
	}
}
