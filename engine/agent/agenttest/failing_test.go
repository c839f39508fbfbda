package agenttest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"galley/engine/bounded"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// failing is a test that records its failures instead of reporting them.
type failing struct {
	testing.TB
	said []string
}

func (f *failing) Helper() {}

func (f *failing) Errorf(format string, args ...any) {
	f.said = append(f.said, fmt.Sprintf(format, args...))
}

func (f *failing) Fatal(args ...any) {
	f.said = append(f.said, "fatal: "+fmt.Sprint(args...))
	runtime.Goexit()
}

func (f *failing) Fatalf(format string, args ...any) { f.Fatal(fmt.Sprintf(format, args...)) }

// failures runs a test, which may end early, and returns the failures that it recorded.
func failures(run func(t testing.TB)) []string {
	f := new(failing)
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return f.said
}

func TestAHelperStopsTheTestThatItCannotServe(t *testing.T) {
	notFolder := filepath.Join(t.TempDir(), "file")
	WriteTree(t, filepath.Dir(notFolder), map[string]string{"file": "x", "folder/x": "y"})
	for name, run := range map[string]func(t testing.TB){
		"an agent that nobody knows": func(t testing.TB) { Discover(t, Repository(), "nobody", "/p", discovery.Options{}) },
		"worlds of one":              func(t testing.TB) { Worlds(t, "nobody", nil) },
		"starts of one":              func(t testing.TB) { Starts(t, "nobody", nil) },
		"a version that is not followed": func(t testing.TB) {
			a, _ := known(t, "zed")
			found(t, &a, Repository(), discovery.Options{Version: "0", Cwd: "/p"})
		},
		"a portrait of one":                 func(t testing.TB) { Portrait(t, "nobody") },
		"a portrait without a recorded one": func(t testing.TB) { Portrait(t, "zed") },
		"a tree below a file":               func(t testing.TB) { WriteTree(t, notFolder, map[string]string{"a": "b"}) },
		"a file where a folder is":          func(t testing.TB) { WriteTree(t, filepath.Dir(notFolder), map[string]string{"folder": "b"}) },
	} {
		behind := false
		said := failures(func(t testing.TB) {
			run(t)
			behind = true
		})
		if behind || len(said) != 1 || !strings.HasPrefix(said[0], "fatal: ") {
			t.Errorf("%s: it went on: %v, said %q", name, behind, said)
		}
	}
}

func TestSayFailsForWhatIsNotSaid(t *testing.T) {
	world := func() *facts.Memory { return Repository().File("/p/AGENTS.md", "See @x.md.\n") }
	for want, fails := range map[string]bool{
		"/p/AGENTS.md: loaded": false, "/p/AGENTS.md: 11 of 11 bytes": false, "/p/AGENTS.md: on demand": true,
		"/p/CLAUDE.md: loaded": true, "note: no such note": true, "/p/none: x": true, "/p/AGENTS.md: measured": false,
		"!/p/AGENTS.md: on demand": false, "!/p/AGENTS.md: loaded": true, "!/p/none: ": false, "!/p/AGENTS.md: ": true, "/p/none: ": true,
	} {
		said := failures(func(t testing.TB) { Say(t, world(), "codex", "/p", discovery.Options{}, want) })
		if (len(said) > 0) != fails {
			t.Errorf("%s: said %q", want, said)
		}
		if fails && !strings.Contains(said[0], want[strings.Index(want, ": ")+2:]) {
			t.Errorf("%s: the failure does not name the words: %q", want, said)
		}
	}
	// Say also searches remarks, imports and notes for the words.
	w := Repository().File("/p/CLAUDE.md", "@more.md and @none.md\n").File("/p/more.md", "More.\n")
	Say(t, w, "claude-code", "/p", discovery.Options{}, "/p/CLAUDE.md: @more.md loaded", "/p/CLAUDE.md: @none.md not loaded")
	trace := Say(t, remarked(), "cursor", "/p", discovery.Options{}, "/p/.cursor/rules/a.mdc: remove its quotes", "note: the order of these files in Cursor is not documented")
	if trace == nil || len(trace.Candidates) == 0 {
		t.Error("Say returns no trace")
	}
}

// remarked is a world in which a rule has a remark.
func remarked() *facts.Memory {
	return Repository().File("/p/.cursor/rules/a.mdc", "---\nalwaysApply: \"true\"\n---\nA")
}

func TestAPortraitFailsWhereItDiffers(t *testing.T) {
	t.Chdir(t.TempDir())
	*Update = true
	Portrait(t, "zed")
	*Update = false
	Portrait(t, "zed")
	text, err := os.ReadFile("testdata/portrait.txt")
	if err != nil || !strings.HasPrefix(string(text), "zed, ") {
		t.Fatalf("%v, %q", err, text)
	}
	lines := strings.Split(string(text), "\n")
	for name, other := range map[string]string{
		"another line":    strings.Replace(string(text), lines[3], "another", 1),
		"a line less":     strings.Join(lines[:len(lines)-2], "\n"),
		"a line more":     string(text) + "more\n",
		"another agent's": "aider" + string(text),
	} {
		if err := os.WriteFile("testdata/portrait.txt", []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		said := failures(func(t testing.TB) { Portrait(t, "zed") })
		if len(said) != 1 || !strings.Contains(said[0], "portrait.txt differs from line ") {
			t.Errorf("%s: said %q", name, said)
		}
		if name == "another line" && !strings.Contains(said[0], `from line 4 on`) {
			t.Errorf("the place is wrong: %q", said)
		}
	}
}

// If the file of expected results cannot be written, the test stops.
func TestAPortraitThatCannotBeRecordedFails(t *testing.T) {
	t.Chdir(t.TempDir())
	*Update = true
	defer func() { *Update = false }()
	WriteTree(t, ".", map[string]string{"testdata": "a file"})
	for _, run := range []func(t testing.TB){func(t testing.TB) { Portrait(t, "template-less") }, func(t testing.TB) { Portrait(t, "zed") }, func(t testing.TB) { Recorded(t, "a.txt", "text") }} {
		if said := failures(run); len(said) != 1 || !strings.HasPrefix(said[0], "fatal: ") {
			t.Errorf("said %q", said)
		}
	}
	if err := os.Remove("testdata"); err != nil {
		t.Fatal(err)
	}
	WriteTree(t, ".", map[string]string{"testdata/a.txt/below": "x", "testdata/portrait.txt/below": "x"})
	for _, run := range []func(t testing.TB){func(t testing.TB) { Portrait(t, "zed") }, func(t testing.TB) { Recorded(t, "a.txt", "text") }} {
		if said := failures(run); len(said) != 1 || !strings.HasPrefix(said[0], "fatal: ") {
			t.Errorf("said %q", said)
		}
	}
}

func TestARecordedTextIsCompared(t *testing.T) {
	t.Chdir(t.TempDir())
	*Update = true
	Recorded(t, "a.txt", "one\ntwo\n")
	*Update = false
	Recorded(t, "a.txt", "one\ntwo\n")
	for text, line := range map[string]string{"one\nTWO\n": "line 2", "one\n": "line 2", "one\ntwo\nthree": "line 3", "": "line 1"} {
		if said := failures(func(t testing.TB) { Recorded(t, "a.txt", text) }); len(said) != 1 || !strings.Contains(said[0], "from "+line+" on") {
			t.Errorf("%q: said %q", text, said)
		}
	}
	if said := failures(func(t testing.TB) { Recorded(t, "b.txt", "x") }); len(said) != 1 {
		t.Errorf("without a recorded text: %q", said)
	}
}

// A portrait records what an agent makes of unusual files, with every reason, and how galley
// starts the agent among these files.
func TestAPortraitHoldsWhatIsOdd(t *testing.T) {
	t.Chdir(t.TempDir())
	*Update = true
	defer func() { *Update = false }()
	Portrait(t, "claude-code")
	for file, all := range map[string][]string{
		"odd.txt":      {`loaded ["`, "\nrule /p/CLAUDE.md", "\nskill /p/.claude/skills/same/SKILL.md", "\n  front-matter ", "  @docs/a.md", "\npart ", "\nat /p/part/x.go: [", "\nsettings ", "-- headless <nil>", "\n-- with a long prompt: "},
		"projects.txt": {"== nothing\n", "== its part, while a file is edited\n", "settings that cannot be read: ", "  note: ", "  settings: "},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range all {
			if !strings.Contains(string(text), words) {
				t.Errorf("%q is not in %s", words, file)
			}
		}
	}
}

// The portrait of every agent says what the agent finds. If galley can start the agent, the
// portrait also says how.
func TestAPortraitHoldsAllThatIsKnown(t *testing.T) {
	t.Chdir(t.TempDir())
	*Update = true
	defer func() { *Update = false }()
	for agent, want := range map[string][]string{
		"claude-code": {"claude-code, vendor \"anthropic\"", "lasts ", "inherits ", "sketch ", "== started", "-- headless", "-- interactive", "runs ", "remark ", "part ", "act ", "  settings ", "copy ", "  at /h/p/d/src/x.go: ["},
		"opencode":    {"profile opencode", "tool ", "with ["},
	} {
		Portrait(t, agent)
		text, err := os.ReadFile("testdata/portrait.txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range want {
			if !strings.Contains(string(text), words) {
				t.Errorf("%s: %q is not in its portrait", agent, words)
			}
		}
	}
}

func TestHoldFailsForAnotherVerdict(t *testing.T) {
	t.Parallel()
	for want, says := range map[string]string{"loaded": "", "not loaded empty": `/p/AGENTS.md: "loaded", want "not loaded empty"; all: [{`} {
		said := strings.Join(failures(func(t testing.TB) {
			hold(t, "codex", "/p/d", RuleTest{Build: File("/p/AGENTS.md", "a"), Path: "/p/AGENTS.md", Want: want})
		}), "")
		if !strings.HasPrefix(said, says) || (says == "") != (said == "") {
			t.Errorf("wanted %q: said %q", want, said)
		}
	}
}

// Exceeds fails unless the given file is the reason why the discovery ends.
func TestExceedsFailsForAnotherEnd(t *testing.T) {
	t.Parallel()
	const config = "/h/.codex/config.toml"
	deep := func() *facts.Memory { return Repository().File(config, "a = "+strings.Repeat("[", facts.MaxDepth+1)) }
	many := Repository().File(config, strings.Repeat("a=1\n", bounded.MaxKeys+1))
	for name, c := range map[string]struct {
		w     *facts.Memory
		file  string
		fails bool
	}{
		"this file":      {deep(), config, false},
		"another file":   {deep(), "/p/AGENTS.md", true},
		"no end":         {Repository(), config, true},
		"another excess": {many, config, true},
	} {
		said := failures(func(t testing.TB) { Exceeds(t, "codex", c.w, c.file) })
		if (len(said) > 0) != c.fails || c.fails && !strings.HasPrefix(said[0], c.file+": the discovery ends with ") {
			t.Errorf("%s: said %q", name, said)
		}
	}
	if trace, over := Limited(t, "codex", Repository().File("/p/AGENTS.md", "a"), facts.DefaultLimits); over != nil || len(trace.Loaded) != 1 {
		t.Errorf("within the limits: %v, %q", over, trace.Loaded)
	}
}
