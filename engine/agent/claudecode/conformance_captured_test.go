package claudecode_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"galley/engine/conformance"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// claudeCodeCase is a recorded run of Claude Code.
type claudeCodeCase struct {
	Tree, Home, Config, Above conformance.Tree
	FilesystemRoot            conformance.Tree `json:"filesystem_root"`
	ManagedTree               conformance.Tree `json:"managed_tree"`
	ManagedPolicyFile         *string          `json:"managed_policy_file"`
	Cwd                       string
	Env                       map[string]string
	Flags                     []string
	Settings                  map[string]json.RawMessage
	Undocumented              []string
	Git                       []struct{ Dir, Run string }
	Readdir                   map[string][]string
	ToolCalls                 []claudeCodeCall `json:"tool_calls"`
	Expect                    claudeCodeExpect
}

type claudeCodeCall struct {
	Name  string
	Input map[string]json.RawMessage
}

type claudeCodeExpect struct {
	AtLaunch   []string `json:"loaded_at_launch"`
	Entries    []claudeCodeEntry
	RulesBlock json.RawMessage `json:"rules_block"` // a text of an entry, or null
	RulesAt    *struct {
		Message, Block int
		Role           string
	} `json:"rules_block_at"`
	Later []struct{ Path, When string } `json:"loads_on_demand"`
	Added []struct {
		Call  int
		Added []struct{ Role, Text string }
	} `json:"on_demand"`
	NotLoaded  []conformance.NotLoaded `json:"not_loaded"`
	Skills     *[]json.RawMessage
	AgentTypes *[]string `json:"agent_types"`
	SkillTool  *bool     `json:"skill_tool"`
	MCP        *struct {
		Tools        []string `json:"deferred_tools"`
		Instructions []string
	}
	OutputStyle *struct{ Heading, Text string } `json:"output_style"`
	HookLines   *[]string                       `json:"hook_lines"`
}

// claudeCodeEntry is one file of the rules block. Text is a string or an object {"sha256",
// "bytes"}.
type claudeCodeEntry struct {
	Path, Heading, Label string
	Text                 json.RawMessage
}

const (
	claudeBase   = "/b"
	claudeConfig = "/b/config"
)

// claudeMarks replaces the markers of a case by their values.
func claudeMarks(s string) string {
	return strings.NewReplacer("{WS}", conformance.Workspace, "{HOME}", conformance.Home, "$ROOT", conformance.Workspace, "$CONFIG", claudeConfig,
		"$SLUG", strings.ReplaceAll(conformance.Workspace, "/", "-"), "$HOME", conformance.Home).Replace(s)
}

// claudePath turns a path of a case into an absolute path.
func claudePath(s string) string {
	s = claudeMarks(s)
	switch {
	case s == "<managed-settings>", strings.HasPrefix(s, "/"):
		return s
	}
	return conformance.Path(s)
}

func claudePaths(list []string) []string {
	out := []string{}
	for _, s := range list {
		out = append(out, claudePath(s))
	}
	return out
}

func (c *claudeCodeCase) world(t *testing.T) (*facts.Memory, string) {
	t.Helper()
	w := facts.NewMemory().Env("HOME", conformance.Home).Dir(conformance.Home).Dir(conformance.Workspace)
	o := conformance.TreeOptions{Marks: claudeMarks}
	home := conformance.Tree{}
	for name, value := range c.Home {
		home[claudeMarks(name)] = value
	}
	c.git(t, w)
	all := []conformance.Rooted{conformance.At(conformance.Workspace, c.Tree), conformance.At(conformance.Home, home), conformance.At(claudeBase, c.Above), conformance.At("/", c.FilesystemRoot), conformance.At("/etc/claude-code", c.ManagedTree)}
	if c.Config != nil {
		w.Env("CLAUDE_CONFIG_DIR", claudeConfig)
		all = append(all, conformance.At(claudeConfig, c.Config))
	}
	conformance.BuildTrees(t, w, o, all...)
	for key, value := range c.Env {
		w.Env(key, claudeMarks(value))
	}
	if c.ManagedPolicyFile != nil {
		w.File("/etc/claude-code/CLAUDE.md", *c.ManagedPolicyFile)
	}
	for name, raw := range c.Settings {
		w.File(claudePath(name), claudeMarks(string(raw)))
	}
	dir := claudePath(c.Cwd)
	if _, err := w.Stat(dir); err != nil {
		w.Dir(dir)
	}
	for name, names := range c.Readdir {
		if full := claudePath(name); existsIn(w, full) {
			w.ReadDirOrder(full, names...)
		}
	}
	return w, dir
}

func existsIn(w *facts.Memory, name string) bool {
	_, err := w.Stat(name)
	return err == nil
}

// git creates the case's repositories in a temporary directory with the git program and copies them
// into w.
func (c *claudeCodeCase) git(t *testing.T, w *facts.Memory) {
	t.Helper()
	if len(c.Git) == 0 {
		return
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	here := func(s string) string { return strings.ReplaceAll(claudeMarks(s), claudeBase+"/", base+"/") }
	for _, g := range c.Git {
		dir := here(g.Dir)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("sh", "-c", here(g.Run))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+base, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CEILING_DIRECTORIES="+base,
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
			"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", g.Run, err, out)
		}
	}
	err = filepath.WalkDir(base, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := claudeBase + strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(base))
		switch {
		case e.IsDir() && e.Name() == "objects":
			return filepath.SkipDir
		case e.IsDir():
			w.Dir(to)
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			if err != nil {
				return err
			}
			w.Link(to, strings.ReplaceAll(target, base, claudeBase))
		default:
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			w.File(to, strings.ReplaceAll(string(data), base, claudeBase))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The servers and hooks of the cases are small programs whose source contains their answers.
var (
	echoed       = regexp.MustCompile(`^echo (.*)$`)
	instructions = regexp.MustCompile(`'instructions':'([^']*)'`)
	toolNamed    = regexp.MustCompile(`'tools':\[\{'name':'([^']*)'`)
)

// answers stands in for the programs that the agent would start.
func (c *claudeCodeCase) answers(t *testing.T, w *facts.Memory, o *discovery.Options) {
	t.Helper()
	o.Printed, o.Servers = map[string]string{}, map[string]discovery.ServerAnswer{}
	for _, raw := range c.Settings {
		var s struct {
			Hooks map[string][]struct{ Hooks []struct{ Command string } }
		}
		_ = json.Unmarshal(raw, &s)
		for _, groups := range s.Hooks {
			for _, g := range groups {
				for _, h := range g.Hooks {
					if m := echoed.FindStringSubmatch(h.Command); m != nil {
						o.Printed[h.Command] = m[1] + "\n"
					}
				}
			}
		}
	}
	for name := range c.Tree {
		if path.Base(name) != ".mcp.json" {
			continue
		}
		data, _ := w.ReadFile(claudePath(name))
		var file struct {
			Servers map[string]struct {
				Command string
				Args    []string
			} `json:"mcpServers"`
		}
		if err := json.Unmarshal([]byte(data), &file); err != nil {
			t.Fatal(err)
		}
		for server, s := range file.Servers {
			for _, arg := range s.Args {
				program, _ := w.ReadFile(arg)
				answer := discovery.ServerAnswer{}
				if m := instructions.FindStringSubmatch(program); m != nil {
					answer.Instructions = m[1]
				}
				for _, m := range toolNamed.FindAllStringSubmatch(program, -1) {
					answer.Tools = append(answer.Tools, m[1])
				}
				o.Servers[server] = answer
			}
		}
	}
}

func (c *claudeCodeCase) calls(t *testing.T) (out []discovery.Call) {
	t.Helper()
	for _, call := range c.ToolCalls {
		d := discovery.Call{Tool: call.Name}
		conformance.Member(t, call.Input, "file_path", &d.Path)
		conformance.Member(t, call.Input, "path", &d.Path)
		conformance.Member(t, call.Input, "command", &d.Command)
		d.Path, d.Command = claudeMarks(d.Path), claudeMarks(d.Command)
		out = append(out, d)
	}
	return out
}

func TestConformanceClaudeCode(t *testing.T) {
	conformance.Each(t, "claude-code", func(t *testing.T, c claudeCodeCase) {
		w, cwd := c.world(t)
		o := discovery.Options{Cwd: cwd, Calls: c.calls(t)}
		for _, f := range c.Flags {
			o.Args = append(o.Args, claudeMarks(f))
		}
		c.answers(t, w, &o)
		trace := conformance.Trace(t, w, "claude-code", o)
		c.Expect.rules(t, trace)
		c.Expect.demand(t, trace)
		c.Expect.lists(t, trace)
		c.Expect.notLoaded(t, trace)
		o.Calls = nil
		for _, l := range c.Expect.Entries {
			conformance.JudgeExplained(t, w, "claude-code", claudePath(l.Path), o, discovery.Loaded)
		}
		for _, l := range c.Expect.Later {
			conformance.JudgeExplained(t, w, "claude-code", claudePath(l.Path), o, discovery.Later)
		}
	})
}

var claudeHeading = regexp.MustCompile(`^Contents of (.*) \(([^()]*)\):$`)

func (e *claudeCodeExpect) rules(t *testing.T, trace *discovery.Trace) {
	t.Helper()
	got := []string{}
	n := 0
	for _, c := range trace.Candidates {
		if c.Verdict != discovery.Loaded {
			continue
		}
		heading, text, _ := strings.Cut(c.Text.String(), "\n\n")
		m := claudeHeading.FindStringSubmatch(heading)
		if m == nil {
			t.Fatalf("%s has the heading %q", c.Path, heading)
		}
		got = append(got, m[1])
		if n < len(e.Entries) {
			e.Entries[n].judge(t, heading, m[2], text)
		}
		n++
	}
	conformance.EqualLists(t, "loaded at launch", got, claudePaths(e.AtLaunch))
	if n != len(e.Entries) {
		t.Errorf("%d entries, want %d", n, len(e.Entries))
	}
	part, there := partOf(trace, "rules")
	switch {
	case e.RulesBlock == nil: // the case says nothing about the block
	case string(e.RulesBlock) != "null":
		judgeLong(t, "the rules block", part.Text.String(), e.RulesBlock)
	case there:
		t.Errorf("a block of rules, want no block: %q", part.Text.String())
	}
	if at := e.RulesAt; at != nil {
		if where := fmt.Sprintf("message %d, block %d", at.Message, at.Block); part.Where != where || part.Role != at.Role {
			t.Errorf("the rules are in %s (%s), want %s (%s)", part.Where, part.Role, where, at.Role)
		}
	}
}

func (e *claudeCodeEntry) judge(t *testing.T, heading, label, text string) {
	t.Helper()
	if want := claudeMarks(e.Heading); heading != want {
		t.Errorf("heading %q, want %q", heading, want)
	}
	if label != e.Label {
		t.Errorf("label %q, want %q", label, e.Label)
	}
	judgeLong(t, e.Path, text, e.Text)
}

// judgeLong compares a text with an expected one, which is given in full or as a SHA-256 sum. The
// sum is that of the text in which values are replaced by the case's markers.
func judgeLong(t *testing.T, what, got string, raw json.RawMessage) {
	t.Helper()
	var want string
	if json.Unmarshal(raw, &want) == nil {
		if got != claudeMarks(want) {
			t.Errorf("%s: %q, want %q", what, got, claudeMarks(want))
		}
		return
	}
	var long struct {
		SHA256 string
		Bytes  int
	}
	conformance.Decode(t, raw, &long)
	got = strings.ReplaceAll(got, conformance.Workspace, "$ROOT")
	sum := sha256.Sum256([]byte(got))
	if len(got) != long.Bytes || hex.EncodeToString(sum[:]) != long.SHA256 {
		t.Errorf("%s: %d bytes with sum %x, want %d with %s", what, len(got), sum, long.Bytes, long.SHA256)
	}
}

func partOf(trace *discovery.Trace, name string) (discovery.Part, bool) {
	for _, p := range trace.Parts {
		if p.Name == name {
			return p, true
		}
	}
	return discovery.Part{}, false
}

func (e *claudeCodeExpect) demand(t *testing.T, trace *discovery.Trace) {
	t.Helper()
	var got []string
	for _, touch := range trace.Touched {
		got = append(got, touch.New...)
	}
	var want []string
	for _, d := range e.Later {
		want = append(want, claudePath(d.Path))
	}
	conformance.EqualLists(t, "loaded on demand", got, want)
	for _, a := range e.Added {
		var texts, wanted []string
		for _, p := range trace.Touched[a.Call].Added {
			texts = append(texts, p.Role+": "+p.Text.String())
		}
		for _, p := range a.Added {
			wanted = append(wanted, p.Role+": "+claudeMarks(p.Text))
		}
		conformance.EqualLists(t, fmt.Sprintf("call %d adds", a.Call), texts, wanted)
	}
}

func (e *claudeCodeExpect) lists(t *testing.T, trace *discovery.Trace) {
	t.Helper()
	listed := func(kinds ...discovery.Kind) (out []string) {
		for _, c := range trace.Candidates {
			if c.Verdict == discovery.Listed && slices.Contains(kinds, c.Kind) {
				out = append(out, c.Text.String())
			}
		}
		return out
	}
	if e.Skills != nil {
		var got, want []string
		for i, line := range listed(discovery.Skill, discovery.Command) {
			var counted []json.RawMessage
			if i < len(*e.Skills) && json.Unmarshal((*e.Skills)[i], &counted) == nil {
				name, description, _ := strings.Cut(strings.TrimPrefix(line, "- "), ": ")
				line = fmt.Sprintf("%q %d", name, utf8.RuneCountInString(description))
			}
			got = append(got, line)
		}
		for _, raw := range *e.Skills {
			var line string
			if json.Unmarshal(raw, &line) != nil {
				var counted []json.RawMessage
				conformance.Decode(t, raw, &counted)
				line = string(counted[0]) + " " + string(counted[1])
			}
			want = append(want, claudeMarks(line))
		}
		conformance.EqualLists(t, "skills", got, want)
	}
	if e.AgentTypes != nil {
		conformance.EqualLists(t, "agents", listed(discovery.Subagent), *e.AgentTypes)
	}
	if e.SkillTool != nil && *e.SkillTool == slices.Contains(trace.Defined.NoTools, "Skill") {
		t.Errorf("Skill tool declared: %t, want %t", !*e.SkillTool, *e.SkillTool)
	}
	lines := func(name, intro string) (out []string) {
		part, _ := partOf(trace, name)
		for l := range strings.SplitSeq(part.Text.String(), "\n") {
			if l != "" && l != intro && !strings.HasPrefix(l, "{{text:") {
				out = append(out, l)
			}
		}
		return out
	}
	if e.MCP != nil {
		conformance.EqualLists(t, "deferred tools", lines("servers", ""), e.MCP.Tools)
		conformance.EqualLists(t, "instructions of servers", lines("server-instructions", "# MCP Server Instructions"), e.MCP.Instructions)
	}
	if e.OutputStyle != nil {
		part, _ := partOf(trace, "output-style")
		if want := e.OutputStyle.Heading + "\n" + e.OutputStyle.Text; part.Text.String() != want {
			t.Errorf("output style %q, want %q", part.Text.String(), want)
		}
		if _, there := partOf(trace, "output-style-reminder"); !there {
			t.Error("the end of the request does not mention the output style")
		}
	}
	if e.HookLines != nil {
		conformance.EqualLists(t, "lines of hooks", lines("hooks", ""), *e.HookLines)
	}
}

func (e *claudeCodeExpect) notLoaded(t *testing.T, trace *discovery.Trace) {
	t.Helper()
	for _, n := range e.NotLoaded {
		full := claudePath(n.Path)
		if slices.Contains(trace.Loaded, full) {
			t.Errorf("%s is loaded, want it not loaded", full)
		}
		for _, c := range trace.Find(full) {
			if c.Verdict == discovery.Loaded || c.Reason == "" && c.Verdict != discovery.Later {
				t.Errorf("%s: %s %q; want it not loaded", full, c.Verdict, c.Reason)
			}
		}
	}
}

// A case with a field that the runner does not know fails the test.
func TestClaudeCodeCasesHaveNoOtherFields(t *testing.T) {
	var c claudeCodeCase
	if conformance.Strict(json.RawMessage(`{"tree": {}, "expect": {"something": 1}}`), &c) == nil {
		t.Error("an unknown field was accepted")
	}
}
