package ignore

import (
	"strings"
	"testing"

	"galley/engine/facts"
)

func project(files map[string]string) *facts.Memory {
	w := facts.NewMemory()
	for name, text := range files {
		w.File("/r/"+name, text)
	}
	return w
}

func TestLaterIgnoreFilesWin(t *testing.T) {
	w := project(map[string]string{
		".git/HEAD": "x", ".git/info/exclude": "excluded\n",
		".gitignore":     "*.log\n/build/\nsecret/\n# no\n",
		".geminiignore":  "!keep.log\nprivate.txt\n",
		"my.ignore":      "*.bak\n!private.txt\n",
		"sub/.gitignore": "local.txt\n!x.log\n/only\n",
	})
	g := NewGemini(w, "/r", Options{Custom: []string{"my.ignore", "missing"}})
	for name, want := range map[string]bool{
		"a.log": true, "keep.log": false, "private.txt": false, "c.bak": true, "excluded": true,
		"sub/local.txt": true, "sub/deep/local.txt": true, "local.txt": false,
		"sub/x.log": false, "x.log": true, "sub/only": true, "sub/deep/only": false,
		"build/o": true, "sub/build/o": false, "secret/s": true, ".git/HEAD": true, "plain": false,
	} {
		if got := g.Ignored("/r/"+name, false); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if g.Ignored("/r2/a.log", false) || g.Ignored("/r", true) {
		t.Error("a file outside the root is hidden")
	}
}

func TestWithoutARepositoryGitignoreDoesNotCount(t *testing.T) {
	w := project(map[string]string{".gitignore": "*.log\n", ".geminiignore": "*.tmp\n"})
	g := NewGemini(w, "/r", Options{})
	if g.Ignored("/r/a.log", false) || !g.Ignored("/r/a.tmp", false) {
		t.Error("want only .geminiignore")
	}
}

func TestBareDirectoriesHideOnlyTheirContents(t *testing.T) {
	w := project(map[string]string{".git/HEAD": "x", ".gitignore": "gi/\nname\n"})
	for bare, want := range map[bool]bool{true: false, false: true} {
		g := NewGemini(w, "/r", Options{BareDirectories: bare})
		if g.Ignored("/r/gi", true) != want || !g.Ignored("/r/gi/x", false) || !g.Ignored("/r/name", true) {
			t.Errorf("bare %v", bare)
		}
		// Code that lists a directory asks only about the entries of that directory.
		for name, dir := range map[string]bool{"x": false, "sub": true} {
			if bare && (!g.In("/r/gi").Hides(name, dir) || !g.In("/r/gi/sub").Hides(name, dir)) {
				t.Errorf("%s in a directory that is hidden from within", name)
			}
		}
	}
}

func TestIgnoreFilesCanBeSwitchedOff(t *testing.T) {
	w := project(map[string]string{
		".git/HEAD": "x", ".git/info/exclude": "excluded\n", ".gitignore": "git.txt\n", "sub/.gitignore": "deep.txt\n",
		".geminiignore": "gemini.txt\n", "my.ignore": "mine.txt\n",
	})
	for _, c := range []struct {
		o                           Options
		git, deep, excluded, gemini bool
	}{
		{Options{}, true, true, true, true},
		{Options{NoGit: true}, false, false, false, true},
		{Options{NoGemini: true}, true, true, true, false},
		{Options{NoGit: true, NoGemini: true}, false, false, false, false},
	} {
		c.o.Custom = []string{"my.ignore"}
		g := NewGemini(w, "/r", c.o)
		for name, want := range map[string]bool{
			"git.txt": c.git, "sub/deep.txt": c.deep, "excluded": c.excluded, "gemini.txt": c.gemini, "mine.txt": true, "plain": false,
		} {
			if got := g.Ignored("/r/"+name, false); got != want {
				t.Errorf("%+v: %s: %v", c.o, name, got)
			}
		}
	}
}

// Gemini CLI 0.61.0 hid these names according to .geminiignore.
func TestNegatedClassIsNotSupported(t *testing.T) {
	for pattern, hidden := range map[string]string{"[!a]*": "a.txt !x", "[^a]*": "a.txt ^x", "[a-c]*": "a.txt b.txt", `\[!a]*`: "", "[!]*": "", "x[!b]": "xb x!"} {
		g := NewGemini(project(map[string]string{".geminiignore": pattern + "\n"}), "/r", Options{})
		var got []string
		for _, name := range []string{"a.txt", "b.txt", "z.txt", "xb", "!x", "^x", "x!"} {
			if g.Ignored("/r/"+name, false) {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != hidden {
			t.Errorf("%s hides %q, not %q", pattern, got, hidden)
		}
	}
}

func TestSiblingsOfAnIgnoredDirectoryAreShown(t *testing.T) {
	w := project(map[string]string{".git/HEAD": "x", ".gitignore": "gi/\nname\n"})
	for _, bare := range []bool{true, false} {
		g := NewGemini(w, "/r", Options{BareDirectories: bare})
		for dir, want := range map[string]bool{"/r": false, "/r/ok": false, "/r/ok/sub": false, "/r/gi": bare, "/r/gi/sub": bare, "/r/gi/sub/deep": bare, "/r/name": bare, "/outside": false} {
			if got := g.In(dir).closed; got != want && dir != "/r/name" {
				t.Errorf("bare %v: closed(%s) = %v", bare, dir, got)
			}
			if dir == "/r/ok" && g.In(dir).Hides("x", false) {
				t.Errorf("bare %v: a file in a visible directory is hidden", bare)
			}
		}
	}
}
