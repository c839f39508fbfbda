package agenttest

import (
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
)

// listed lists the directories of a world, one per line, each with the number of its entries and a
// checksum of their names, texts and targets. The variables of the environment follow.
func listed(t *testing.T, w *facts.Memory) string {
	t.Helper()
	var b strings.Builder
	var list func(dir string)
	list = func(dir string) {
		entries, err := w.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		entries = discovery.SortedEntries(entries)
		sum := crc32.NewIEEE()
		for _, e := range entries {
			full := facts.Join(dir, e.Name)
			text, err := w.ReadFile(full)
			if e.Type&fs.ModeSymlink != 0 {
				text, err = w.Readlink(full)
			}
			fmt.Fprintf(sum, "%s %s %q %v\n", e.Type, e.Name, text, err)
		}
		fmt.Fprintf(&b, "%s %d %08x\n", dir, len(entries), sum.Sum32())
		for _, e := range entries {
			if e.Type.IsDir() {
				list(facts.Join(dir, e.Name))
			}
		}
	}
	list("/")
	for _, name := range []string{"HOME", "KEY", "EXTRA", "PATH"} {
		if v, ok := w.LookupEnv(name); ok {
			fmt.Fprintf(&b, "$%s=%s\n", name, v)
		}
	}
	return b.String()
}

// The worlds in which agents are recorded must not change unnoticed. If a file were missing from
// them, nothing would test the rule about that file, and no test would fail.
func TestWorldsOfThePortraits(t *testing.T) {
	var b strings.Builder
	for _, one := range []struct {
		name string
		w    *facts.Memory
	}{{"bare", Bare()}, {"repository", Repository()}, {"project", Project()}, {"odd", Odd()}, {"busy", busy()}} {
		fmt.Fprintf(&b, "== %s\n%s", one.name, listed(t, one.w))
	}
	Recorded(t, "files.txt", b.String())
}

// The tests of each agent compare its portrait with the recorded one. This test compares some of
// these portraits here too: if Portrait leaves something out, it fails.
func TestPortraitsOfAgentsAreAsRecorded(t *testing.T) {
	for dir, name := range map[string]string{"claudecode": "claude-code", "crush": "crush", "opencode": "opencode", "yume": "yume"} {
		t.Chdir(filepath.Join("..", dir))
		if said := failures(func(t testing.TB) { Portrait(t, name) }); said != nil {
			t.Errorf("%s: %.2000s", name, said)
		}
		t.Chdir("../agenttest")
	}
}

// Worlds records what an agent finds and the texts that it would send, and fails if they change.
func TestWorldsAreRecorded(t *testing.T) {
	t.Chdir(t.TempDir())
	rules := func(text string) []World {
		return []World{
			{Name: "two files", Build: func(w *facts.Memory) { w.File("/p/AGENTS.md", text).File("/p/d/x.go", "package x\n") }},
			{Name: "of another directory", Cwd: "/q", Build: func(w *facts.Memory) { w.File("/q/AGENTS.md", text) }},
		}
	}
	*Update = true
	Worlds(t, "kilo", rules("Be kind.\n"))
	Worlds(t, "qwen-code@0.15.10", rules("Be kind.\n"))
	*Update = false
	Worlds(t, "kilo", rules("Be kind.\n"))
	if said := failures(func(t testing.TB) { Worlds(t, "kilo", rules("Be calm.\n")) }); len(said) != 1 || !strings.Contains(said[0], "Be calm.") {
		t.Errorf("a changed text: said %q", said)
	}
	text, err := os.ReadFile("testdata/worlds.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := `== two files
41 bytes, loaded ["/p/AGENTS.md"], names [], entries [], starts true
rule /p/AGENTS.md local: loaded , 9 of 9, at launch [] ` + `
part rules, system system[0], 42 bytes
part skills, system system[0], 69 bytes
text "Instructions from: /p/AGENTS.md\nBe kind.\n"
part rules "Instructions from: /p/AGENTS.md\nBe kind.\n\n"
  9 bytes of file /p/AGENTS.md, 0-9, line 1
part skills "[skills-intro]\n<available_skills>\n[builtin-skill]\n</available_skills>"
  14 bytes of stand-in skills-intro, 0-14, line 0
  15 bytes of stand-in builtin-skill, 0-15, line 0
root /p by "/p/.git" git, trust "", nested true, unstable false, entries false
== of another directory
41 bytes, loaded ["/q/AGENTS.md"], names [], entries [], starts true
rule /q/AGENTS.md local: loaded , 9 of 9, at launch [] ` + `
part rules, system system[0], 42 bytes
part skills, system system[0], 69 bytes
text "Instructions from: /q/AGENTS.md\nBe kind.\n"
part rules "Instructions from: /q/AGENTS.md\nBe kind.\n\n"
  9 bytes of file /q/AGENTS.md, 0-9, line 1
part skills "[skills-intro]\n<available_skills>\n[builtin-skill]\n</available_skills>"
  14 bytes of stand-in skills-intro, 0-14, line 0
  15 bytes of stand-in builtin-skill, 0-15, line 0
root / by "" , trust "", nested true, unstable false, entries false
== interrupted
context canceled
`
	if string(text) != want {
		t.Errorf("recorded\n%s\nwant\n%s", text, want)
	}
	if _, err := os.Stat("testdata/worlds-0.15.10.txt"); err != nil {
		t.Error(err)
	}
}
