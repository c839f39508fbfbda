package opencode_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/conformance"
	"galley/engine/discovery"
	"galley/engine/facts"
)

const (
	opencodeRoot = "/b/root"
	opencodeHome = "/b/home"
	opencodeURL  = "http://127.0.0.1:40404"
)

// opencodeCase is a case in OpenCode's own format.
type opencodeCase struct {
	Order       string
	Git         []opencodeGit
	Cwd         string
	ProviderID  string          `json:"providerID"`
	ModelID     json.RawMessage `json:"modelID"`
	Alias       string          `json:"selected_model_alias"`
	Agent       string
	UserSystem  string `json:"user_system"`
	UserMessage string `json:"user_message"`
	Auth        json.RawMessage
	Env         map[string]string
	Tree, Home  conformance.Tree
	After       conformance.Tree `json:"tree_after_git"`
	HTTP        map[string]opencodeAnswer
	MCP         []struct{ Name, Instructions string } // running servers and the instructions that they give
	Touched     []string                              // files that the agent reads with its read tool
	Table       json.RawMessage
	Expect      map[string]map[string]json.RawMessage
}

type opencodeGit struct {
	Dir      string
	Commit   bool
	Bare     bool // a repository that git accepts but that has no work tree
	Worktree string
}

type opencodeAnswer struct {
	Status   int
	Body     string
	Location string
	DelayMS  int  `json:"delay_ms"`
	Refused  bool // galley refuses to fetch it
}

// opencodeFields lists the fields of an expectation. opencodeWire lists those of a case that
// records a request body, in which "instructions" is a field of the body.
var (
	opencodeFields = conformance.Fields{
		"directory": conformance.Checked, "worktree": conformance.Checked, "vcs": conformance.Checked, "instructions": conformance.Checked, "custom": conformance.Checked,
		"loaded": conformance.Checked, "error": conformance.Checked, "readdir": conformance.Input,
		"tools": conformance.Checked, "refuses": conformance.Checked, "plugins": conformance.Checked, "on_demand": conformance.Checked, "explained": conformance.Checked, "not_fetched": conformance.Checked,
		"header": conformance.Checked, "base_prompt": conformance.Checked, "environment": conformance.Checked, "system": conformance.Checked, "table": conformance.Checked,
	}
	opencodeWire = conformance.Fields{"endpoint": conformance.Checked, "instructions": conformance.Checked, "input": conformance.Checked, "system_messages": conformance.Checked}
)

func TestConformanceOpencode(t *testing.T) {
	for _, name := range conformance.List(t, "opencode") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var c opencodeCase
			conformance.DecodeCase(t, data, &c, "agent")
			for _, version := range slices.Sorted(maps.Keys(c.Expect)) {
				t.Run(version, func(t *testing.T) {
					expect := c.Expect[version]
					if _, wire := expect["endpoint"]; wire {
						opencodeWire.Allow(t, expect)
						judgeOpencodeWire(t, c, expect, version)
						return
					}
					opencodeFields.Allow(t, expect)
					trace := discoverOpencode(t, c, expect, version)
					judgeOpencode(t, c, expect, trace)
					judgeOpencodePrompt(t, c, expect, version, trace)
				})
			}
		})
	}
}

func opencodeMarks(s string) string {
	return strings.NewReplacer("$ROOT", opencodeRoot, "$HOME", opencodeHome, "$URL", opencodeURL).Replace(s)
}

// buildOpencode makes the world of the case.
func buildOpencode(t *testing.T, c opencodeCase, readdir map[string][]string) *facts.Memory {
	t.Helper()
	w := facts.NewMemory().Env("HOME", opencodeHome)
	o := conformance.TreeOptions{Marks: opencodeMarks, MarksInText: true}
	build := func(tr conformance.Tree, root string) {
		if err := tr.Build(w, root, o); err != nil {
			t.Fatal(err)
		}
	}
	build(c.Tree, opencodeRoot)
	build(c.Home, opencodeHome)
	for _, g := range c.Git {
		repository(w, path.Join(opencodeRoot, g.Dir), g)
	}
	build(c.After, opencodeRoot)
	for dir, names := range readdir {
		if dir = opencodeMarks(dir); statIsDir(w, dir) {
			w.ReadDirOrder(dir, names...)
		}
	}
	for key, value := range c.Env {
		w.Env(key, opencodeMarks(value))
	}
	for p, a := range c.HTTP {
		switch {
		case p == "*":
			w.URL("*", facts.Response{Status: a.Status, Body: a.Body})
		case a.Refused:
			w.URLThrow(opencodeURL+p, facts.ErrRefused)
		case a.DelayMS >= 5000:
			w.URLThrow(opencodeURL+p, facts.ErrTimeout)
		case a.Location != "":
			to := c.HTTP[a.Location]
			w.URL(opencodeURL+p, facts.Response{Status: to.Status, Body: to.Body, FinalURL: opencodeURL + a.Location})
		default:
			w.URL(opencodeURL+p, facts.Response{Status: a.Status, Body: a.Body})
		}
	}
	w.URLThrow("http://127.0.0.1:9/refused.md", fmt.Errorf("connection refused"))
	return w.Dir(opencodeCwd(c))
}

func opencodeCwd(c opencodeCase) string {
	if strings.HasPrefix(c.Cwd, "$HOME") {
		return opencodeMarks(c.Cwd)
	}
	return path.Join(opencodeRoot, opencodeMarks(c.Cwd))
}

func statIsDir(w facts.World, dir string) bool {
	info, err := w.Stat(dir)
	return err == nil && info.IsDir()
}

// repository makes dir look like a repository to git commands.
func repository(w *facts.Memory, dir string, g opencodeGit) {
	if g.Bare {
		w.OnGit(dir, "rev-parse --git-dir", facts.GitAnswer{Stdout: path.Join(dir, ".git") + "\n"})
		return
	}
	w.File(path.Join(dir, ".git/HEAD"), "ref: refs/heads/main\n")
	roots := ""
	if g.Commit {
		roots = "8c5ffe0f0a1d0d4bb6f4a24f33e4f0cbd9e1a000\n"
	}
	answer := func(at string) {
		w.OnGit(at, "rev-list --max-parents=0 --all", facts.GitAnswer{Stdout: roots})
		w.OnGit(at, "rev-parse --show-toplevel", facts.GitAnswer{Stdout: at + "\n"})
	}
	answer(dir)
	if g.Worktree != "" {
		linked := path.Join(opencodeRoot, g.Worktree)
		w.File(path.Join(linked, ".git"), "gitdir: "+path.Join(dir, ".git/worktrees", path.Base(linked))+"\n")
		answer(linked)
	}
}

func discoverOpencode(t *testing.T, c opencodeCase, expect map[string]json.RawMessage, version string) *discovery.Trace {
	t.Helper()
	var readdir map[string][]string
	conformance.Member(t, expect, "readdir", &readdir)
	w := buildOpencode(t, c, readdir)
	agent, known, err := agent.Known().Lookup("opencode@" + version)
	if err != nil || known != version {
		t.Fatalf("version %s: %s, %v", version, known, err)
	}
	o := discovery.Options{Version: version, Cwd: opencodeCwd(c), Fetch: true, Touched: c.Touched}
	trace, err := agent.Discover(context.Background(), w, o)
	if err != nil {
		t.Fatal(err)
	}
	conformance.JudgeAllExplained(t, w, "opencode@"+version, trace, o)
	judgeOpencodeMore(t, w, expect, trace, o)
	return trace
}

func judgeOpencode(t *testing.T, c opencodeCase, expect map[string]json.RawMessage, trace *discovery.Trace) {
	t.Helper()
	if raw, fails := expect["error"]; fails {
		judgeOpencodeError(t, raw, trace)
		return
	}
	if trace.Failure != nil {
		t.Fatalf("it fails: %v", trace.Failure)
	}
	for key, got := range map[string]string{"directory": trace.Cwd, "worktree": trace.Root, "vcs": trace.VCS} {
		var want *string
		if conformance.Member(t, expect, key, &want) && opencodeMarks(deref(want)) != got {
			t.Errorf("%s %q, want %q", key, got, deref(want))
		}
	}
	if raw, there := expect["instructions"]; there {
		var want []string
		conformance.Decode(t, raw, &want)
		for i := range want {
			want[i] = opencodeMarks(want[i])
		}
		if !slices.Equal(trace.Entries, want) || (trace.Entries == nil) != (want == nil) {
			t.Errorf("instructions\n got %q\nwant %q", trace.Entries, want)
		}
	}
	var want []string
	if !conformance.Member(t, expect, "loaded", &want) {
		return
	}
	for i := range want {
		want[i] = opencodeMarks(want[i])
	}
	blocks := orderOpencode(t, c, trace, want)
	var custom []string
	if conformance.Member(t, expect, "custom", &custom) {
		for i := range custom {
			custom[i] = opencodeContents(c, opencodeMarks(custom[i]))
		}
		if !slices.Equal(blocks, custom) {
			t.Errorf("custom\n got %.400q\nwant %.400q", blocks, custom)
		}
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// orderOpencode compares the loaded list, except for the order that the case leaves open. It
// returns the blocks in the expected order.
func orderOpencode(t *testing.T, c opencodeCase, trace *discovery.Trace, want []string) []string {
	t.Helper()
	if c.Order == "exact" && !slices.Equal(trace.Loaded, want) {
		t.Errorf("loaded\n got %q\nwant %q", trace.Loaded, want)
	}
	if c.Order != "exact" && !strings.HasPrefix(c.Order, "set-within-pattern") {
		t.Fatalf("unknown order %q", c.Order)
	}
	var loaded []discovery.Candidate
	for _, cand := range trace.Candidates {
		if cand.Verdict == discovery.Loaded {
			loaded = append(loaded, cand)
		}
	}
	if len(loaded) != len(want) {
		t.Fatalf("loaded\n got %q\nwant %q", trace.Loaded, want)
	}
	blocks := make([]string, len(want))
	used := make([]bool, len(loaded))
	for i := range want {
		// The entry must belong to the group that is at this place in galley's list.
		k := slices.IndexFunc(loaded, func(cand discovery.Candidate) bool { return cand.Path == want[i] && !used[cand.Order-1] })
		if k < 0 || k != i && (loaded[k].Group == "" || loaded[k].Group != loaded[i].Group) {
			t.Fatalf("loaded\n got %q\nwant %q, apart from the order within a pattern and level", trace.Loaded, want)
		}
		used[k] = true
		blocks[i] = loaded[k].Text.String()
	}
	return blocks
}

var repeatedContent = regexp.MustCompile(`\$REPEATED_CONTENT_OF\(([^)]*)\)`)

// opencodeContents replaces markers by the contents that they stand for.
func opencodeContents(c opencodeCase, s string) string {
	return repeatedContent.ReplaceAllStringFunc(s, func(m string) string {
		name := strings.TrimPrefix(repeatedContent.FindStringSubmatch(m)[1], opencodeRoot+"/")
		if text, ok := c.Tree.Text(name); ok {
			return text
		}
		return m
	})
}

// judgeOpencodeError compares what an error is about, not its wording.
func judgeOpencodeError(t *testing.T, raw json.RawMessage, trace *discovery.Trace) {
	t.Helper()
	f := trace.Failure
	if f == nil {
		t.Fatalf("no failure, loaded %q; want %s", trace.Loaded, raw)
	}
	if len(trace.Loaded)+len(trace.Candidates)+len(trace.Entries) > 0 {
		t.Errorf("an expected failure has lists too: %q", trace.Loaded)
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		judgeOpencodeErrorText(t, text, f)
		return
	}
	var want struct {
		Name, Message string
		Data          struct {
			Path, Message string
			Issues        []struct {
				Code, Expected, Message string
				Path                    []any
				Keys                    []string
			}
		}
	}
	conformance.Decode(t, raw, &want)
	if f.Name != want.Name || f.Path != opencodeMarks(want.Data.Path) {
		t.Errorf("%s in %s; want %s in %s", f.Name, f.Path, want.Name, want.Data.Path)
	}
	message := opencodeMarks(want.Data.Message)
	// The wording is OpenCode's own; the test compares the reference and its target.
	if reference := shownReference.FindString(message); f.Reference != reference || !strings.Contains(message, f.Target) {
		t.Errorf("reference %q to %q; want those of %q", f.Reference, f.Target, message)
	}
	if len(f.Issues) != len(want.Data.Issues) {
		t.Fatalf("issues %v; want %v", f.Issues, want.Data.Issues)
	}
	for i, issue := range want.Data.Issues {
		got := f.Issues[i]
		if got.Code != issue.Code || got.Expected != issue.Expected || fmt.Sprint(got.Path) != fmt.Sprint(issue.Path) || !slices.Equal(got.Keys, issue.Keys) {
			t.Errorf("issue %+v; want %+v", got, issue)
		}
	}
}

var (
	shownPath      = regexp.MustCompile(`\$(?:ROOT|HOME)/[^\s:"]+`)
	shownReference = regexp.MustCompile(`\{file:[^}]*\}`)
	shownVariable  = regexp.MustCompile(`OPENCODE_[A-Z_]+`)
)

func judgeOpencodeErrorText(t *testing.T, text string, f *discovery.Failure) {
	t.Helper()
	facts := []string{f.Path, f.Variable, f.Reference, f.Target}
	var want []string
	want = append(want, shownPath.FindAllString(text, -1)...)
	want = append(want, shownReference.FindAllString(text, -1)...)
	want = append(want, shownVariable.FindAllString(text, -1)...)
	for _, s := range want {
		if !slices.Contains(facts, opencodeMarks(s)) || !strings.Contains(f.Message, opencodeMarks(s)) {
			t.Errorf("the failure %+v does not contain %q", *f, s)
		}
	}
}
