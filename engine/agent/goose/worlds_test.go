package goose_test

import (
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// What Goose finds in small projects, one for each of its rules.
func TestWorlds(t *testing.T) {
	t.Parallel()
	const settings = "/h/.config/goose/config.yaml"
	worlds := []agenttest.World{
		{Name: "files of all directories", Build: func(w *facts.Memory) {
			for _, at := range []string{"/h/.config/goose", "/h/.agents", "/", "/p", "/p/d", "/p/d/e", "/p/x"} {
				w.File(facts.Join(at, "AGENTS.md"), "agents of "+at).File(facts.Join(at, ".goosehints"), "hints of "+at)
			}
			w.File("/p/d/CLAUDE.md", "c").File("/p/GEMINI.md", "g").File("/p/d/agents.md", "case")
		}},
		{Name: "without a repository", Build: func(w *facts.Memory) {
			w.Remove("/p/.git").File("/p/AGENTS.md", "above").File("/.goosehints", "top").File("/p/d/AGENTS.md", "here").File("/p/d/e/AGENTS.md", "below")
		}},
		{Name: "files that do not load", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "").File("/p/.goosehints", "a\xffb").File("/p/d/AGENTS.md", "x").Mode("/p/d/AGENTS.md", 0).Link("/p/d/.goosehints", "/q.md").File("/q.md", "q").Link("/h/.config/goose/AGENTS.md", "/h/out.md").File("/h/out.md", "out").Link("/h/.config/goose/.goosehints", "nowhere")
		}},
		{Name: "names of a variable", Build: func(w *facts.Memory) {
			w.Env("CONTEXT_FILE_NAMES", `["A.md","B.md","A.md"]`).File("/p/A.md", "a").File("/p/B.md", "b").File("/p/AGENTS.md", "x").File("/h/.agents/AGENTS.md", "x").File(settings, "CONTEXT_FILE_NAMES: [C.md]\n")
		}},
		{Name: "a variable without names", Build: func(w *facts.Memory) {
			w.Env("CONTEXT_FILE_NAMES", `[]`).File("/p/C.md", "c").File(settings, "CONTEXT_FILE_NAMES: [C.md, C.md]\n")
		}},
		{Name: "a variable that is not valid", Build: func(w *facts.Memory) { w.Env("CONTEXT_FILE_NAMES", `A.md`).File("/p/AGENTS.md", "a") }},
		{Name: "settings without names", Build: func(w *facts.Memory) { w.File(settings, "CONTEXT_FILE_NAMES: []\n").File("/p/AGENTS.md", "a") }},
		{Name: "settings that are not valid", Build: func(w *facts.Memory) { w.File(settings, "CONTEXT_FILE_NAMES: [\n").File("/p/AGENTS.md", "a") }},
		{Name: "folders elsewhere", Build: func(w *facts.Memory) {
			w.Env("GOOSE_PATH_ROOT", "/goose").File("/goose/config/AGENTS.md", "c").File("/goose/.agents/AGENTS.md", "shared").File("/h/.agents/AGENTS.md", "of the home").File("/goose/config/config.yaml", "CONTEXT_FILE_NAMES: [AGENTS.md]\n")
		}},
		{Name: "below, switched on", Build: func(w *facts.Memory) {
			w.Env("DYNAMIC_SUBDIRECTORY_HINT_LOADING", "True").File("/p/d/e/AGENTS.md", "e").Dir("/p/d/f/AGENTS.md")
		}},
		{Name: "below, by another word", Build: func(w *facts.Memory) { w.Env("DYNAMIC_SUBDIRECTORY_HINT_LOADING", "yes").File("/p/d/e/AGENTS.md", "e") }},
		{Name: "below, for a file", Build: func(w *facts.Memory) {
			w.Env("DYNAMIC_SUBDIRECTORY_HINT_LOADING", "1").File("/p/d/e/AGENTS.md", "e").File("/p/d/f/AGENTS.md", "f")
		}, Options: discovery.Options{File: "/p/d/e/x.go"}},
		{Name: "references", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "see @d/a.md, @d/none.md @NOTHING @/p/d/a.md @.git/HEAD @d/git.md @../out.md @d/out.md @d/dir.d @d/shut.md @d/bad.md @d/self.md x@d/a.md @Name\n@d/a.md.").
				File("/p/d/a.md", "A @b.md").File("/p/d/b.md", "B @../d/a.md @c.md").File("/p/d/c.md", "C @e.md").File("/p/d/e.md", "E").File("/out.md", "x").Link("/p/d/out.md", "/out.md").Link("/p/d/git.md", "/p/.git/HEAD").File("/p/.git/HEAD", "ref").
				Dir("/p/d/dir.d").File("/p/d/shut.md", "x").Mode("/p/d/shut.md", 0).File("/p/d/bad.md", "a\xff").File("/p/d/self.md", "@self.md").File("/p/Name", "named")
		}},
		{Name: "references to ignored files", Build: func(w *facts.Memory) {
			w.File("/p/d/.gooseignore", "secret.md\r\nlogs/\r\n").File("/p/d/.gitignore", "git.md\n").File("/p/d/AGENTS.md", "@secret.md @git.md @logs/a.md @../above.md").File("/p/d/secret.md", "s").File("/p/d/git.md", "g").File("/p/d/logs/a.md", "l").File("/p/above.md", "above")
		}},
		{Name: "references to files that git ignores", Build: func(w *facts.Memory) {
			w.File("/p/d/.gitignore", "git.md\n").File("/p/d/AGENTS.md", "@git.md @other.md").File("/p/d/git.md", "g").File("/p/d/other.md", "o")
		}},
		{Name: "after a reference that does not fit", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", "@big.md @big.md @a.md").File("/p/big.md", strings.Repeat("x", 600_000)).File("/p/a.md", "A")
		}},
		{Name: "after 64 references", Build: func(w *facts.Memory) {
			w.File("/p/AGENTS.md", strings.Repeat("@a.md ", 63)+"@none.md @a.md").File("/p/a.md", "A").File("/p/.goosehints", "@a.md")
		}},
		{Name: "more than the limit together", Build: func(w *facts.Memory) {
			w.File("/p/.goosehints", strings.Repeat("x", 1<<20-2)).File("/p/AGENTS.md", "abc").File("/p/d/.goosehints", "ab").File("/p/d/AGENTS.md", "c")
		}},
	}
	agenttest.Worlds(t, "goose", worlds)
	agenttest.Worlds(t, "goose@0086ae6", worlds)
}

func TestTheLongestFileThatIsSearchedForReferences(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{128 << 10: true, 128<<10 + 1: false} {
		w := agenttest.Repository().File("/p/a.md", "FOUND").File("/p/AGENTS.md", strings.Repeat("x", n-len(" @a.md"))+" @a.md")
		if got := strings.Contains(agenttest.Discover(t, w, "goose", "/p", discovery.Options{}).Text.String(), "FOUND"); got != want {
			t.Errorf("%d bytes: expanded %v", n, got)
		}
	}
}
