package opencode_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/agent/opencode"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/glob"
	"galley/engine/source"
)

const opencodeBoth = "1.1.34 1.18.33"

func TestOpencodeSaysWhyNot(t *testing.T) {
	tests := []struct {
		name     string
		versions string
		build    func(w *facts.Memory)
		path     string
		want     string
	}{
		{"a CLAUDE.md beside an AGENTS.md far up is silenced", opencodeBoth,
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "a").File("/p/d/CLAUDE.md", "c") },
			"/p/d/CLAUDE.md", "not loaded shadowed-by-kind"},
		{"a file above the worktree is not reached", opencodeBoth,
			func(w *facts.Memory) { w.File("/AGENTS.md", "a") }, "/AGENTS.md", "not loaded above-root"},
		{"a lower-case name is not found", opencodeBoth,
			func(w *facts.Memory) { w.File("/p/d/agents.md", "a") }, "/p/d/agents.md", "not loaded wrong-case"},
		{"a name without its plural is not found", opencodeBoth,
			func(w *facts.Memory) { w.File("/p/AGENT.md", "a") }, "/p/AGENT.md", "not loaded near-miss"},
		{"CLAUDE.local.md is not read", opencodeBoth,
			func(w *facts.Memory) { w.File("/p/CLAUDE.local.md", "a") }, "/p/CLAUDE.local.md", "not loaded not-looked-for"},
		{"a dangling link does not count", opencodeBoth,
			func(w *facts.Memory) { w.Link("/p/AGENTS.md", "gone") }, "/p/AGENTS.md", "not loaded dangling-link"},
		{"an empty file still gives its header", "1.1.34",
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "") }, "/p/AGENTS.md", "loaded empty"},
		{"an empty file is dropped", "1.18.33",
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "") }, "/p/AGENTS.md", "not loaded empty"},
		{"an unreadable file is dropped", "1.18.33",
			func(w *facts.Memory) { w.File("/p/AGENTS.md", "x").Mode("/p/AGENTS.md", 0) }, "/p/AGENTS.md", "not loaded unreadable"},
		{"a pipe is never opened", "1.18.33",
			func(w *facts.Memory) { w.Special("/p/AGENTS.md", os.ModeNamedPipe) }, "/p/AGENTS.md", "not loaded not-regular"},
		{"only one global file", opencodeBoth,
			func(w *facts.Memory) { w.File("/h/.config/opencode/AGENTS.md", "g").File("/h/.claude/CLAUDE.md", "c") },
			"/h/.claude/CLAUDE.md", "not loaded shadowed-by-global"},
		{"a switched off CLAUDE.md of the home", opencodeBoth,
			func(w *facts.Memory) { w.Env("OPENCODE_DISABLE_CLAUDE_CODE", "1").File("/h/.claude/CLAUDE.md", "c") },
			"/h/.claude/CLAUDE.md", "not loaded disabled"},
		{"the config directory takes the place of the global file", "1.18.33",
			func(w *facts.Memory) { w.Env("OPENCODE_CONFIG_DIR", "/oc").File("/h/.config/opencode/AGENTS.md", "g") },
			"/h/.config/opencode/AGENTS.md", "not loaded disabled"},
		{"project files switched off", opencodeBoth,
			func(w *facts.Memory) { w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "true").File("/p/AGENTS.md", "a") },
			"/p/AGENTS.md", "not loaded disabled"},
		{"a relative instruction has nowhere to look", "1.1.34",
			func(w *facts.Memory) {
				w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "1").File("/h/.config/opencode/opencode.json", `{"instructions":["x.md"]}`)
			}, "x.md", "not loaded relative-nowhere"},
		{"without the project a relative instruction looks in the config directory", "1.1.34",
			func(w *facts.Memory) {
				w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "1").Env("OPENCODE_CONFIG_DIR", "/oc").File("/oc/x.md", "x").File("/h/x.md", "h").
					File("/h/.config/opencode/opencode.json", `{"instructions":["x.md"]}`)
			}, "/oc/x.md", "loaded"},
		{"without the project a relative instruction looks in the global directory", "1.18.33",
			func(w *facts.Memory) {
				w.Env("OPENCODE_DISABLE_PROJECT_CONFIG", "1").File("/h/.config/opencode/x.md", "x").File("/h/x.md", "h").
					File("/h/.config/opencode/opencode.json", `{"instructions":["x.md"]}`)
			}, "/h/.config/opencode/x.md", "loaded"},
		{"a relative instruction of the global settings looks in the project", opencodeBoth,
			func(w *facts.Memory) {
				w.File("/h/.config/opencode/x.md", "x").File("/h/.config/opencode/opencode.json", `{"instructions":["x.md"]}`)
			}, "x.md", "not loaded no-match"},
		{"a star in the directory of an absolute pattern stands for itself", opencodeBoth,
			func(w *facts.Memory) {
				w.File("/h/r/a/x.md", "x").File("/p/opencode.json", `{"instructions":["~/r/**/*.md"]}`)
			}, "~/r/**/*.md", "not loaded no-match"},
		{"a URL is not fetched unasked", opencodeBoth,
			func(w *facts.Memory) { w.File("/p/opencode.json", `{"instructions":["https://x/y"]}`) },
			"https://x/y", "not known would-fetch"},
		{"a rule file named again is loaded once", opencodeBoth,
			func(w *facts.Memory) {
				w.File("/p/AGENTS.md", "a").File("/p/opencode.json", `{"instructions":["AGENTS.md"]}`)
			},
			"/p/AGENTS.md", "loaded, not loaded already-loaded"},
		{"a directory that cannot be opened ends a search", "1.1.34",
			func(w *facts.Memory) {
				w.File("/p/r/a.md", "a").Dir("/p/r/shut").Mode("/p/r/shut", 0).File("/p/opencode.json", `{"instructions":["r/**/*.md"]}`)
			}, "r/**/*.md", "not loaded scan-failed"},
	}
	for _, tt := range tests {
		for _, version := range strings.Fields(tt.versions) {
			t.Run(tt.name+" "+version, func(t *testing.T) {
				w := agenttest.Repository().Dir("/p/d")
				tt.build(w)
				trace := agenttest.Discover(t, w, "opencode@"+version, "/p/d", discovery.Options{})
				if trace.Failure != nil {
					t.Fatal(trace.Failure)
				}
				if got := agenttest.ReasonOf(trace, tt.path); got != tt.want {
					t.Errorf("%s: %q, want %q; all: %+v", tt.path, got, tt.want, trace.Candidates)
				}
			})
		}
	}
}

func TestOpencodeRefusesToStart(t *testing.T) {
	tests := []struct {
		name, version, file, text, want string
	}{
		{"comments are fine, a lost comma is not", "1.18.33", "/p/opencode.json", "{\n \"a\": 1\n \"b\": 2 }", "/p/opencode.json"},
		{"white space alone is not a settings file", "1.1.34", "/p/opencode.json", " \n", "not JSON"},
		{"an unknown key", "1.1.34", "/p/opencode.json", `{"instruction": []}`, "unknown key instruction"},
		{"a list with a number", "1.18.33", "/p/opencode.json", `{"instructions": ["a", 1]}`, "entry 2"},
		{"a list", "1.18.33", "/p/opencode.json", `[]`, "must contain an object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := agenttest.Repository().File("/p/AGENTS.md", "a").File(tt.file, tt.text)
			trace := agenttest.Discover(t, w, "opencode@"+tt.version, "/p", discovery.Options{})
			if trace.Failure == nil || !strings.Contains(trace.Failure.Message, tt.want) {
				t.Fatalf("failure %v, want one about %q", trace.Failure, tt.want)
			}
			if trace.Loaded != nil {
				t.Errorf("loaded %q nevertheless", trace.Loaded)
			}
		})
	}
	w := agenttest.Repository().File("/p/opencode.json", `{"instruction": []}`)
	if trace := agenttest.Discover(t, w, "opencode@1.18.33", "/p", discovery.Options{}); trace.Failure != nil {
		t.Errorf("1.18.33 ignores an unknown key: %v", trace.Failure)
	}
}

func TestOpencodeMasksSubstitutedValues(t *testing.T) {
	w := agenttest.Repository().Env("TOKEN", "sk-very-secret").File("/p/tok", "file-secret\n").
		File("/p/opencode.json", `{"instructions":["https://x/{env:TOKEN}", "{file:tok}.md", "{file:./{env:TOKEN}}"]}`)
	trace := agenttest.Discover(t, w, "opencode@1.18.33", "/p", discovery.Options{})
	if trace.Failure == nil {
		t.Fatal("a reference to a missing file must fail")
	}
	if strings.Contains(trace.Failure.Message, "sk-very-secret") {
		t.Errorf("the message shows the value: %s", trace.Failure.Message)
	}
	w.File("/p/opencode.json", `{"instructions":["https://x/{env:TOKEN}", "{file:tok}.md"]}`)
	trace = agenttest.Discover(t, w, "opencode@1.18.33", "/p", discovery.Options{})
	for _, c := range trace.Candidates {
		if shown := c.Shown + c.Detail; strings.Contains(shown, "secret") {
			t.Errorf("shown: %q", shown)
		}
	}
	if !slices.Equal(trace.Entries, []string{"https://x/sk-very-secret", "file-secret.md"}) {
		t.Errorf("the entries are not those of the agent: %q", trace.Entries)
	}
}

func TestOpencodeExpandsDollarsAsItsReplaceDoes(t *testing.T) {
	w := agenttest.Repository().File("/p/n", "a$&b$$").File("/p/opencode.json", `{"instructions":["{file:n}"]}`)
	if got := agenttest.Discover(t, w, "opencode@1.1.34", "/p", discovery.Options{}).Entries; !slices.Equal(got, []string{"a{file:n}b$"}) {
		t.Errorf("1.1.34: %q", got)
	}
	if got := agenttest.Discover(t, w, "opencode@1.18.33", "/p", discovery.Options{}).Entries; !slices.Equal(got, []string{"a$&b$$"}) {
		t.Errorf("1.18.33: %q", got)
	}
}

func TestOpencodeKeepsReferencesInComments(t *testing.T) {
	text := "{\n// {file:n} off\n\"instructions\":[\"{file:n}\" // {file:gone}\n]}"
	w := agenttest.Repository().File("/p/n", "a.md").File("/p/opencode.json", text)
	if f := agenttest.Discover(t, w, "opencode@1.18.33", "/p", discovery.Options{}).Failure; f == nil || f.Target != "/p/gone" {
		t.Errorf("a comment after other text does not disable a reference: %v", f)
	}
	w.File("/p/gone", "x")
	for version, want := range map[string]string{"1.1.34": "{file:n}", "1.18.33": "a.md"} {
		trace := agenttest.Discover(t, w, "opencode@"+version, "/p", discovery.Options{})
		if trace.Failure != nil || !slices.Equal(trace.Entries, []string{want}) {
			t.Errorf("%s: %q, %v; want %q", version, trace.Entries, trace.Failure, want)
		}
	}
}

func TestOpencodeReadsUTF16InOneRelease(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "\xff\xfea\x00b\x00")
	for version, want := range map[string]string{"1.1.34": "ab", "1.18.33": "\uFFFD\uFFFDa\x00b\x00"} {
		text := agenttest.Discover(t, w, "opencode@"+version, "/p", discovery.Options{}).Text.String()
		if text != "Instructions from: /p/AGENTS.md\n"+want {
			t.Errorf("%s: %q", version, text)
		}
	}
}

func TestOpencodeSwitches(t *testing.T) {
	for _, tt := range []struct {
		version, key, value string
		off                 bool
	}{
		{"1.1.34", "OPENCODE_DISABLE_PROJECT_CONFIG", "TRUE", true},
		{"1.18.33", "OPENCODE_DISABLE_PROJECT_CONFIG", "TRUE", true},
		{"1.18.33", "OPENCODE_DISABLE_PROJECT_CONFIG", "yes", false},
		{"1.18.33", "OPENCODE_DISABLE_CLAUDE_CODE", "yes", true},
		{"1.1.34", "OPENCODE_DISABLE_CLAUDE_CODE", "yes", false},
		{"1.1.34", "OPENCODE_DISABLE_CLAUDE_CODE", "1", false}, // this variable affects only the file in the home
	} {
		w := agenttest.Repository().File("/p/CLAUDE.md", "c").Env(tt.key, tt.value)
		trace := agenttest.Discover(t, w, "opencode@"+tt.version, "/p", discovery.Options{})
		if off := len(trace.Loaded) == 0; off != tt.off || trace.Failure != nil {
			t.Errorf("%s %s=%s: off %v, want %v; %v", tt.version, tt.key, tt.value, off, tt.off, trace.Failure)
		}
	}
}

func TestOpencodeReportsDuplicatesAndOutsideLinks(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "same").File("/p/copy.md", "same").File("/out.md", "out").Link("/p/l.md", "/out.md").
		File("/p/opencode.json", `{"instructions":["copy.md","l.md"]}`)
	trace := agenttest.Discover(t, w, "opencode@1.18.33", "/p", discovery.Options{})
	if len(trace.Loaded) != 3 {
		t.Fatalf("loaded %q", trace.Loaded)
	}
	if c := trace.Find("/p/copy.md")[0]; c.DuplicateOf != "/p/AGENTS.md" || c.Verdict != discovery.Loaded {
		t.Errorf("want the copy loaded and reported: %+v", c)
	}
	l := trace.Find("/p/l.md")[0]
	if l.RealPath != "/out.md" || !slices.ContainsFunc(l.Remarks, func(r discovery.Remark) bool { return r.Reason == discovery.LinkOutside }) {
		t.Errorf("want the outside link reported: %+v", l)
	}
}

func TestEveryByteOfALoadedTextHasAnOrigin(t *testing.T) {
	raw := "\ufeffab\r\n\xff\xe2\x82 c\xf0\x9f\x98"
	w := agenttest.Repository().File("/p/AGENTS.md", raw)
	text := agenttest.Discover(t, w, "opencode", "/p", discovery.Options{}).Text
	if want := "Instructions from: /p/AGENTS.md\nab\r\n\uFFFD\uFFFD c\uFFFD"; text.String() != want {
		t.Fatalf("text %q, want %q", text.String(), want)
	}
	at := len("Instructions from: /p/AGENTS.md\n")
	end := 3
	for _, p := range text.Pieces() {
		if p.Origin.Kind == source.Structure {
			continue
		}
		if p.Origin.Kind != source.File || p.Origin.Source != "/p/AGENTS.md" || p.Origin.Span.Start != end {
			t.Errorf("piece %q has the origin %+v, want one that starts at byte %d", p.Text, p.Origin, end)
		}
		end = p.Origin.Span.End
		at += len(p.Text)
	}
	if end != len(raw) {
		t.Errorf("the spans end at %d of %d", end, len(raw))
	}
	if o, _ := text.OriginAt(strings.LastIndex(text.String(), "c")); o.Line != 2 {
		t.Errorf("line %d, want 2", o.Line)
	}
}

func TestOpencodeAttachesNestedFilesWhenAFileIsRead(t *testing.T) {
	w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/d/e/AGENTS.md", "e").File("/p/d/CLAUDE.md", "d").File("/p/d/e/f.go", "")
	trace := agenttest.Discover(t, w, "opencode", "/p", discovery.Options{Touched: []string{"d/e/f.go", "/p/d/e/f.go"}})
	var got []string
	for _, c := range trace.Candidates {
		if c.Verdict == discovery.Later {
			got = append(got, c.Path)
		}
	}
	if want := []string{"/p/d/e/AGENTS.md", "/p/d/CLAUDE.md"}; !slices.Equal(got, want) || len(trace.Loaded) != 1 {
		t.Errorf("on demand %q, want %q; loaded %q", got, want, trace.Loaded)
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"opencode": "1.18.33", "opencode@1.18": "1.18.33", "opencode@1": "1.18.33", "opencode@1.1": "1.1.34", "opencode@1.1.34": "1.1.34",
	} {
		if _, got, err := agent.Known().Lookup(name); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	for _, name := range []string{"opencode@2", "opencode@1.1.3", "nobody", ""} {
		if _, _, err := agent.Known().Lookup(name); err == nil {
			t.Errorf("%q was found", name)
		}
	}
}

func TestReasonsHaveASentenceEach(t *testing.T) {
	seen := map[discovery.Reason]bool{}
	for _, r := range discovery.Reasons {
		if seen[r.Reason] || r.Text == "" || strings.HasSuffix(r.Text, ".") {
			t.Errorf("reason %+v", r)
		}
		seen[r.Reason] = true
	}
}

// This is the only test of OpenCode on a real file system.
func TestOpencodeOnADisk(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(root, "home"))
	for _, key := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "OPENCODE_CONFIG_CONTENT",
		"OPENCODE_DISABLE_CLAUDE_CODE", "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT", "OPENCODE_DISABLE_PROJECT_CONFIG", "OPENCODE_FAKE_VCS"} {
		t.Setenv(key, "")
		os.Unsetenv(key)
	}
	project := filepath.Join(root, "p")
	agenttest.WriteTree(t, root, map[string]string{
		"p/AGENTS.md": "root\n", "p/d/AGENTS.md": "near\n", "p/docs/a.md": "a\n", "p/opencode.json": `{"instructions": ["docs/*.md"]}`,
		"home/.claude/CLAUDE.md": "home\n",
	})
	if out, err := exec.Command("git", "-C", project, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("git: %v %s", err, out)
	}
	for version, want := range map[string][]string{
		"1.1.34":  {"p/d/AGENTS.md", "p/AGENTS.md", "home/.claude/CLAUDE.md", "p/docs/a.md"},
		"1.18.33": {"home/.claude/CLAUDE.md", "p/d/AGENTS.md", "p/AGENTS.md", "p/docs/a.md"},
	} {
		for i := range want {
			want[i] = filepath.Join(root, want[i])
		}
		trace := agenttest.Discover(t, facts.NewLive(), "opencode@"+version, filepath.Join(project, "d"), discovery.Options{})
		if !slices.Equal(trace.Loaded, want) || trace.VCS != "git" || trace.Root != project {
			t.Errorf("%s: loaded %q in %s (%s), want %q; %v", version, trace.Loaded, trace.Root, trace.VCS, want, trace.Failure)
		}
	}
	after, err := os.ReadDir(project)
	if err != nil || len(after) != 5 {
		t.Errorf("something was written to disk: %v, %v", after, err)
	}
}

func FuzzOpencodeSettings(f *testing.F) {
	f.Add(`{"instructions": ["**/*.md", "{env:HOME}/x", "{file:AGENTS.md}", "~/a*", "../x", ""]}`)
	f.Add("// {file:x}\n{,}")
	w := agenttest.Repository().File("/p/AGENTS.md", "a").File("/p/d/b.md", "b").Link("/p/l", ".")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		w.File("/p/opencode.json", text)
		for _, version := range strings.Fields(opencodeBoth) {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			trace, err := opencode.Discover(ctx, w, discovery.Options{Version: version, Cwd: "/p/d", Limits: glob.Limits{Dirs: 200, Names: 2000}})
			cancel()
			if err != nil || trace.Failure != nil && trace.Loaded != nil {
				t.Fatal(err)
			}
		}
	})
}
