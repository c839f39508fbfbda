package geminicli_test

import (
	"context"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"galley/engine/agent/geminicli"
	"galley/engine/conformance"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/settings"
)

// geminiProgram is a case of the whole program: what it sent over the wire. The other kinds test
// functions of its library. The trees of these cases also have files beside the project and the
// home.
type geminiProgram struct {
	geminiCase
	Beside  conformance.Tree
	Calls   []struct{ Act, Path string } // the model's calls of tools, one after another
	Servers []struct{ Name, Instructions string }
}

var geminiProgramFields = conformance.Fields{
	"headings": conformance.Checked, "tools": conformance.Checked, "skills": conformance.Checked, "subagents": conformance.Checked, "planTools": conformance.Checked,
	"workspace": conformance.Checked, "memory": conformance.Checked, "starts": conformance.Checked, "calls": conformance.Checked, "gaps": conformance.Checked, "paths": conformance.Checked, "model": conformance.Information,
}

func judgeGeminiProgram(t *testing.T, base string, data []byte) {
	t.Helper()
	c := geminiProgram{geminiCase: geminiCase{file: base}}
	conformance.Decode(t, conformance.Claims(t, data), &c)
	geminiProgramFields.Allow(t, c.Expect)
	w := c.world(t)
	conformance.BuildTrees(t, w, conformance.TreeOptions{Marks: c.marks}, conformance.At(geminiBase, c.Beside))
	i := slices.IndexFunc(geminicli.Profiles, func(p profile.Profile) bool { return strings.HasPrefix(p.Version(), string(c.version())) })
	p := geminicli.Profiles[i]
	var servers []scenario.Entry
	for _, s := range c.Servers {
		servers = append(servers, scenario.Entry{Name: s.Name, Instructions: settings.Text{Given: true, Text: s.Instructions}})
	}
	got, problems := p.Assemble(context.Background(), profile.Input{
		BuiltIn: true, Cwd: c.cwd(), World: w, Pack: geminiMarks.Pack(),
		Scenario: scenario.Scenario{Model: c.Settings.Model, Interactive: c.Settings.Interactive, PermissionMode: c.Settings.ApprovalMode, Platform: "linux", TimeZone: "UTC", Locale: "en-US", MCP: servers},
	})
	refused := slices.ContainsFunc(problems, func(p diag.Problem) bool { return p.Code == diag.AgentRefuses })
	starts := true
	if conformance.Member(t, c.Expect, "starts", &starts); starts == refused {
		t.Fatalf("starts: %v, want %v; %v", !refused, starts, problems)
	}
	if !starts {
		return
	}
	c.judgeReading(t, w)
	c.judgeCalls(t, w)
	system, setup := got.Messages[0].Text().String(), got.Messages[1].Text().String()
	for _, list := range []struct {
		field string
		have  []string
	}{
		{"headings", readSections(system, c.version() == "0.28", false).headings},
		{"tools", toolNames(got)},
		{"skills", elementNames(system, "skill")},
		{"subagents", elementNames(system, "subagent")},
		{"planTools", planTools(system)},
		{"gaps", gaps(system)},
		{"paths", homePaths(system)},
	} {
		var want []string
		if !conformance.Member(t, c.Expect, list.field, &want) {
			continue
		}
		for i := range want {
			want[i] = c.marks(want[i])
		}
		if !slices.Equal(list.have, want) {
			t.Errorf("%s\n got %q\nwant %q", list.field, list.have, want)
		}
	}
	var want string
	if conformance.Member(t, c.Expect, "workspace", &want); !strings.Contains(setup, c.marks(want)) {
		t.Errorf("workspace\n got %q\nwant %q", setup, c.marks(want))
	}
	if conformance.Member(t, c.Expect, "memory", &want) && !strings.Contains(system, c.marks(want)) {
		t.Errorf("memory\n got %q\nwant %q", system, c.marks(want))
	}
}

// judgeReading checks that explain reports as read every file whose text is in the request that the
// real program sent.
func (c geminiProgram) judgeReading(t *testing.T, w facts.World) {
	t.Helper()
	var workspace, memory string
	conformance.Member(t, c.Expect, "workspace", &workspace)
	conformance.Member(t, c.Expect, "memory", &memory)
	o := discovery.Options{Version: string(c.version()), Cwd: c.cwd()}
	for root, tree := range map[string]conformance.Tree{c.root(): c.Tree, geminiHome: c.Home} {
		for name := range tree {
			text, ok := tree.Text(name)
			if body := strings.TrimSpace(text); ok && body != "" && strings.Contains(workspace+memory, " ---\n"+body+"\n---") {
				conformance.JudgeRead(t, w, "gemini-cli@"+string(c.version()), path.Join(root, name), o)
			}
		}
	}
}

// judgeCalls compares what the agent appends to the result of each call.
func (c geminiProgram) judgeCalls(t *testing.T, w facts.World) {
	t.Helper()
	var want []string
	if !conformance.Member(t, c.Expect, "calls", &want) {
		return
	}
	o := discovery.Options{Version: string(c.version()), Cwd: c.cwd()}
	for _, call := range c.Calls {
		o.Touched, o.Acts = append(o.Touched, call.Path), append(o.Acts, discovery.Act(call.Act))
	}
	trace, err := geminicli.Discover(context.Background(), w, o)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, on := range trace.Touched {
		got = append(got, on.Appended.String())
	}
	for i := range want {
		want[i] = c.marks(want[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("after the calls\n got %q\nwant %q", got, want)
	}
}

func toolNames(p prompt.Prompt) (names []string) {
	for _, t := range p.Tools {
		var declaration struct{ Name string }
		if json.Unmarshal([]byte(t.Declaration.String()), &declaration) == nil {
			names = append(names, declaration.Name)
		}
	}
	return names
}

// elementNames lists the names of the elements with the given tag.
func elementNames(text, tag string) []string {
	names := []string{}
	for _, m := range regexp.MustCompile(`<`+tag+`>\s*<name>(.*?)</name>`).FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// gaps lists the headings that are followed by a blank line, and the lengths of lines that consist
// of spaces.
func gaps(text string) []string {
	all := []string{}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case line != "" && strings.Trim(line, " ") == "":
			all = append(all, strconv.Itoa(len(line))+" blanks")
		case headingLine.MatchString(line) && i+1 < len(lines) && lines[i+1] == "":
			all = append(all, line)
		}
	}
	return all
}

// homePaths lists the paths below the home that a prompt contains, each once, in their order. The
// id of a session in a path is replaced by SESSION.
func homePaths(text string) []string {
	all := []string{}
	for _, path := range regexp.MustCompile(regexp.QuoteMeta(geminiHome)+"/[^`\"'\n ]*").FindAllString(text, -1) {
		all = append(all, sessionID.ReplaceAllString(path, "/SESSION/"))
	}
	return discovery.Unique(all)
}

var sessionID = regexp.MustCompile(`/(\[gemini-cli/session-id\]|[0-9a-f-]{36})/`)

func planTools(text string) (names []string) {
	for _, m := range regexp.MustCompile("(?m)^  <tool>`(.*)`</tool>$").FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}
