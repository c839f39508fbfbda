package claudecode_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"galley/engine/agent/claudecode"
	"galley/engine/conformance"
	"galley/engine/discovery"
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
	RulesBlock json.RawMessage `json:"rules_block"` // a text as in an entry; null if the request has no such block
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
	Language    *string                         // the part about the language, or "" without one
	Fails       string                          // the file because of which Claude Code does not start
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
		if c.Expect.Fails != "" {
			trace, err := claudecode.Discover(t.Context(), w, discovery.Options{Version: "2.1.332", Cwd: cwd})
			if err != nil || trace.Failure == nil || trace.Failure.Path != claudePath(c.Expect.Fails) {
				t.Errorf("Claude Code starts, or refuses for another reason: %+v, %v", trace.Failure, err)
			}
			return
		}
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
	if e.Language != nil {
		part, _ := partOf(trace, "language")
		if part.Text.String() != *e.Language {
			t.Errorf("language %q, want %q", part.Text.String(), *e.Language)
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
