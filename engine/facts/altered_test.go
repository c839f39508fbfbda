package facts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

// names lists a directory of a world, sorted.
func names(t *testing.T, w World, dir string) string {
	t.Helper()
	entries, err := w.ReadDir(dir)
	if err != nil {
		return "error"
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestAlteredWorldReplacesFiles(t *testing.T) {
	below := NewMemory().File("/p/AGENTS.md", "old").File("/p/gone.md", "x").File("/p/kept.md", "kept").
		File("/p/rules/a.md", "a").Link("/p/CLAUDE.md", "AGENTS.md").Link("/q", "/p").File("/p/deep/er/only.md", "x")
	w := Altered(below, map[string]Instead{
		"/p/AGENTS.md": Text("new"), "/p/gone.md": {Gone: true}, "/p/more/b.md": Text("b"), "/p/L.md": {Link: "kept.md"},
		"/p/rules/a.md": {Gone: true}, "/p/deep/er/only.md": {Gone: true}, "/p/linked": {Link: "more"},
	})
	for _, tt := range []struct{ name, want string }{
		{"/p/AGENTS.md", "new"}, {"/p/CLAUDE.md", "new"}, {"/q/AGENTS.md", "new"}, {"/p/kept.md", "kept"}, {"/p/L.md", "kept"},
		{"/p/more/b.md", "b"}, {"/q/more/b.md", "b"}, {"/p/linked/b.md", "b"}, {"/p/gone.md", "missing"}, {"/q/gone.md", "missing"}, {"/p/rules/a.md", "missing"},
	} {
		text, err := w.ReadFile(tt.name)
		if errors.Is(err, fs.ErrNotExist) {
			text = "missing"
		}
		if text != tt.want {
			t.Errorf("%s is %q (%v), want %q", tt.name, text, err, tt.want)
		}
		if info, err := w.Stat(tt.name); (err != nil) != (tt.want == "missing") || err == nil && info.Size != int64(len(tt.want)) {
			t.Errorf("Stat %s: %+v, %v", tt.name, info, err)
		}
	}
	for dir, want := range map[string]string{"/p": "AGENTS.md CLAUDE.md L.md kept.md linked more", "/q": "AGENTS.md CLAUDE.md L.md kept.md linked more",
		"/p/more": "b.md", "/p/linked": "b.md", "/p/rules": "error", "/p/deep": "error"} {
		if got := names(t, w, dir); got != want {
			t.Errorf("%s holds %q, want %q", dir, got, want)
		}
	}
	if info, err := w.Lstat("/p/L.md"); err != nil || !info.IsLink() {
		t.Errorf("Lstat of a link: %+v, %v", info, err)
	}
	if real, err := w.RealPath("/p/CLAUDE.md"); real != "/p/AGENTS.md" || err != nil {
		t.Errorf("RealPath: %s, %v", real, err)
	}
	if head, err := w.ReadHead("/p/AGENTS.md", 2); head != "ne" || err != nil {
		t.Errorf("ReadHead: %q, %v", head, err)
	}
}

func TestCircularLinksInAnAlteredWorld(t *testing.T) {
	w := Altered(NewMemory().Dir("/p"), map[string]Instead{"/p/a": {Link: "b"}, "/p/b": {Link: "a"}, "/p/d": {Link: "d/x"}})
	for _, name := range []string{"/p/a", "/p/b", "/p/d", "/p/d/y"} {
		if _, err := w.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheFilesOfARevision(t *testing.T) {
	blob := func(hash string) string { return strings.Repeat(hash, 40) }
	disk := NewMemory().File("/r/AGENTS.md", "now").File("/r/new.md", "x").File("/r/dirty.md", "typed").File("/r/loose.md", "x").File("/r/same.md", "same").
		OnGit("/r/sub", "rev-parse --show-toplevel", GitAnswer{Stdout: "/r\n"}).
		OnGit("/r", "rev-parse --verify --quiet --end-of-options main^{commit}", GitAnswer{Stdout: blob("c") + "\n"}).
		OnGit("/r", "rev-parse --verify --quiet --end-of-options nope^{commit}", GitAnswer{Exit: 1}).
		OnGit("/r", "merge-base "+blob("c")+" HEAD", GitAnswer{Stdout: blob("b") + "\n"}).
		OnGit("/r", "diff-tree -r -z --raw --no-renames --no-abbrev "+blob("b")+" HEAD", GitAnswer{Stdout: ":100644 100644 " + blob("1") + " " + blob("2") + " M\x00AGENTS.md\x00" +
			":000000 100644 " + blob("0") + " " + blob("3") + " A\x00new.md\x00" + ":100644 000000 " + blob("4") + " " + blob("0") + " D\x00gone.md\x00" +
			":160000 160000 " + blob("5") + " " + blob("6") + " M\x00module\x00"}).
		OnGit("/r", "status --porcelain=v1 -z --no-renames --untracked-files=all", GitAnswer{Stdout: " M dirty.md\x00?? loose.md\x00 M AGENTS.md\x00"}).
		OnGit("/r", "--literal-pathspecs ls-tree -z "+blob("b")+" -- dirty.md", GitAnswer{Stdout: "100644 blob " + blob("7") + "\tdirty.md\x00"}).
		OnGit("/r", "cat-file blob "+blob("1"), GitAnswer{Stdout: "before"}).
		OnGit("/r", "cat-file blob "+blob("4"), GitAnswer{Stdout: "was here"}).
		OnGit("/r", "cat-file blob "+blob("7"), GitAnswer{Stdout: "saved"})
	past, err := PastOf(context.Background(), disk.Dir("/r/sub"), "/r/sub", "main")
	if err != nil {
		t.Fatal(err)
	}
	if !past.Base || past.Commit != blob("b") || past.Top != "/r" {
		t.Errorf("past: %+v", past)
	}
	got := map[string]string{}
	for _, name := range []string{"AGENTS.md", "new.md", "gone.md", "dirty.md", "loose.md", "same.md"} {
		text, err := past.World.ReadFile("/r/" + name)
		if err != nil {
			text = "-"
		}
		got[name] = text
	}
	if want := "map[AGENTS.md:before dirty.md:saved gone.md:was here loose.md:- new.md:- same.md:same]"; fmt.Sprint(got) != want {
		t.Errorf("the files are %v, want %s", got, want)
	}
	for rev, says := range map[string]string{"nope": "no revision nope", "-x": "not a revision", "a:b": "not a revision", "": "not a revision"} {
		if _, err := PastOf(context.Background(), disk, "/r/sub", rev); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", rev, err, says)
		}
	}
}
