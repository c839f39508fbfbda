package opencode_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/conformance"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
	"galley/engine/settings"
)

// scenario returns the scenario of a case.
func (c opencodeCase) scenario(t *testing.T, version string) scenario.Scenario {
	t.Helper()
	s := scenario.Scenario{Provider: c.ProviderID, Agent: c.Agent, Model: c.Alias}
	for _, m := range c.MCP {
		s.MCP = append(s.MCP, scenario.Entry{Name: m.Name, Instructions: settings.Text{Given: true, Text: m.Instructions}})
	}
	if s.Model == "" {
		var byVersion map[string]string
		if json.Unmarshal(c.ModelID, &s.Model) != nil {
			conformance.Decode(t, c.ModelID, &byVersion)
			s.Model = byVersion[version]
		}
	}
	if c.UserSystem != "" {
		s.UserSystem = settings.Text{Given: true, Text: c.UserSystem}
	}
	if c.Auth != nil {
		var auth map[string]struct{ Type string }
		conformance.Decode(t, c.Auth, &auth)
		s.Auth = auth[c.ProviderID].Type
	}
	return s
}

// assembleOpencode assembles the prompt with an empty template. Without a trace the profile runs
// the discovery itself.
func assembleOpencode(t *testing.T, version string, s scenario.Scenario, cwd string, w facts.World, trace *discovery.Trace) (prompt.Prompt, []diag.Problem) {
	t.Helper()
	p, problems := agent.Known().Profile("opencode@" + version)
	if len(problems) > 0 || p.Version() != version {
		t.Fatalf("%s: %v", profile.FullName(p), problems)
	}
	return p.Assemble(context.Background(), profile.Input{
		BuiltIn: true, Cwd: cwd, World: w, Scenario: s, Pack: opencodePack.Pack(), Trace: trace, Fetch: true,
	})
}

func judgeOpencodePrompt(t *testing.T, c opencodeCase, expect map[string]json.RawMessage, version string, trace *discovery.Trace) {
	t.Helper()
	var readdir map[string][]string
	conformance.Member(t, expect, "readdir", &readdir)
	w := buildOpencode(t, c, readdir)
	s := c.scenario(t, version)
	var known *discovery.Trace // nil if the order is stable: the profile then runs the discovery itself
	if c.Order != "exact" {
		var loaded []string
		conformance.Member(t, expect, "loaded", &loaded)
		known = reordered(trace, loaded)
	}
	made, problems := assembleOpencode(t, version, s, opencodeCwd(c), w, known)
	var why string
	if conformance.Member(t, expect, "refuses", &why) {
		if len(made.Messages) > 0 || !slices.ContainsFunc(problems, func(p diag.Problem) bool { return p.Code == diag.AgentRefuses && strings.Contains(p.Message, why) }) {
			t.Errorf("%d messages, problems %v; want a refusal because %s", len(made.Messages), problems, why)
		}
		return
	}
	if _, fails := expect["error"]; fails {
		refused := slices.ContainsFunc(problems, func(p diag.Problem) bool {
			return p.Code == diag.AgentRefuses && p.Message == trace.Failure.Problem("").Message
		})
		if len(made.Messages) > 0 || !refused {
			t.Errorf("%d messages, problems %v; want a refusal", len(made.Messages), problems)
		}
		return
	}
	expected := func(s string) string { return opencodeProse(opencodeContents(c, opencodeMarks(s)), w) }
	for field, ids := range map[string][]string{"header": {"header"}, "base_prompt": {"base-prompt", "agent-prompt"}, "environment": {"environment"}} {
		var want []string
		if conformance.Member(t, expect, field, &want) {
			sameTexts(t, field, blockTexts(made, ids), want, expected)
		}
	}
	var want, tools []string
	if conformance.Member(t, expect, "system", &want) {
		sameTexts(t, "system", messageTexts(made, prompt.System), want, expected)
		judgeOpencodeReading(t, c, w, version, strings.Join(want, "\n"))
	}
	if conformance.Member(t, expect, "tools", &tools) {
		var got []string
		for _, one := range made.Tools {
			got = append(got, one.Name)
		}
		conformance.EqualLists(t, "tools", got, tools)
	}
	if raw, there := expect["table"]; there {
		judgeOpencodeTable(t, c, raw, version, expected, w)
	}
}

// reordered returns the trace with its loaded files in the expected order.
func reordered(trace *discovery.Trace, loaded []string) *discovery.Trace {
	out := *trace
	out.Candidates = slices.Clone(trace.Candidates)
	rank := func(c discovery.Candidate) int {
		return slices.Index(loaded, strings.Replace(c.Path, opencodeHome, "$HOME", 1))
	}
	for i := range loaded {
		loaded[i] = strings.Replace(opencodeMarks(loaded[i]), opencodeHome, "$HOME", 1)
	}
	slices.SortStableFunc(out.Candidates, func(a, b discovery.Candidate) int { return rank(a) - rank(b) })
	return &out
}

var promptMark = regexp.MustCompile(`\$PROMPT(_TRIMMED)?:([a-z_-]+\.txt)(\{MODEL_NAME=[^}]*\})?`)

// opencodeProse replaces the markers of prompt files by those of the pack, and the date's marker
// by the date.
func opencodeProse(s string, w facts.World) string {
	s = promptMark.ReplaceAllStringFunc(s, func(m string) string {
		part := promptMark.FindStringSubmatch(m)
		end := "\n"
		if part[1] != "" {
			end = ""
		}
		return "$PROMPT:" + part[2] + part[3] + end
	})
	return strings.ReplaceAll(s, "$DATE", w.Now().In(w.Zone()).Format("Mon Jan 02 2006"))
}

func sameTexts(t *testing.T, field string, got, want []string, expected func(string) string) {
	t.Helper()
	for i := range want {
		want[i] = expected(want[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %.1500q\nwant %.1500q", field, got, want)
	}
}

// blockTexts returns the texts of the blocks with these ids.
func blockTexts(p prompt.Prompt, ids []string) (all []string) {
	for _, m := range p.Messages {
		for _, b := range m.Blocks {
			if slices.Contains(ids, b.ID) {
				all = append(all, b.Text.String())
			}
		}
	}
	return all
}

// messageTexts returns the texts of the messages with a role.
func messageTexts(p prompt.Prompt, role prompt.Role) (all []string) {
	for _, m := range p.Messages {
		if m.Role == role {
			all = append(all, m.Text().String())
		}
	}
	return all
}

func judgeOpencodeTable(t *testing.T, c opencodeCase, raw json.RawMessage, version string, expected func(string) string, w facts.World) {
	t.Helper()
	var asked [][2]string
	conformance.Decode(t, c.Table, &asked)
	var rows []struct {
		ProviderID, ModelID      string
		Header, Provider, System []string
		Error                    json.RawMessage
	}
	conformance.Decode(t, raw, &rows)
	if len(rows) != len(asked) {
		t.Errorf("%d rows for %d models", len(rows), len(asked))
	}
	for _, row := range rows {
		if row.Error != nil {
			continue
		}
		made, _ := assembleOpencode(t, version, scenario.Scenario{Provider: row.ProviderID, Model: row.ModelID}, opencodeCwd(c), w, nil)
		name := row.ProviderID + "/" + row.ModelID + ": "
		if row.System != nil {
			sameTexts(t, name+"system", messageTexts(made, prompt.System), row.System, expected)
			continue
		}
		sameTexts(t, name+"header", blockTexts(made, []string{"header"}), row.Header, expected)
		sameTexts(t, name+"provider", blockTexts(made, []string{"base-prompt"}), row.Provider, expected)
	}
}

// judgeOpencodeWire compares the body of the request.
func judgeOpencodeWire(t *testing.T, c opencodeCase, expect map[string]json.RawMessage, version string) {
	t.Helper()
	w := buildOpencode(t, c, nil)
	s := c.scenario(t, version)
	message := c.UserMessage
	if version == "1.1.34" {
		message += "\n" // "opencode run" appends its standard input, which was empty, after a line end
	}
	s.History = []scenario.Message{{Role: "user", Content: settings.Text{Given: true, Text: message}}}
	made, problems := assembleOpencode(t, version, s, opencodeCwd(c), w, nil)
	if len(problems) > 0 {
		t.Errorf("problems %v", problems)
	}
	expected := func(s string) string { return opencodeProse(opencodeMarks(s), w) }

	var endpoint, instructions string
	conformance.Member(t, expect, "endpoint", &endpoint)
	conformance.Member(t, expect, "instructions", &instructions)
	if made.Endpoint != endpoint {
		t.Errorf("endpoint %s, want %s", made.Endpoint, endpoint)
	}
	sameTexts(t, "instructions", messageTexts(made, prompt.Instructions), []string{instructions}, expected)
	var system []string
	conformance.Member(t, expect, "system_messages", &system)
	sameTexts(t, "system_messages", messageTexts(made, prompt.System), system, expected)

	var want []struct {
		Role    string
		Content []string
	}
	conformance.Member(t, expect, "input", &want)
	var sent []prompt.Message
	for _, m := range made.Messages {
		if m.Role != prompt.Instructions && m.Role != prompt.System {
			sent = append(sent, m)
		}
	}
	if len(sent) != len(want) {
		t.Fatalf("%d entries of input, want %d", len(sent), len(want))
	}
	for i, m := range sent {
		var parts []string
		for _, part := range m.Contents() {
			parts = append(parts, part.String())
		}
		if string(m.Role) != want[i].Role {
			t.Errorf("input %d: role %s, want %s", i, m.Role, want[i].Role)
		}
		sameTexts(t, "input", parts, want[i].Content, expected)
	}
}

// opencodePack holds the markers that stand in the cases instead of prose.
var opencodePack = conformance.MarkPack{"opencode": {
	Entries: []string{"environment-intro", "model-line {1} | {2}", "references-intro"},
	Block: func(name string) (string, bool) {
		switch name {
		case "SKILLS_INTRO", "BUILTIN_SKILL":
			return "$" + name, true
		case "meta.txt":
			return "$PROMPT:meta.txt{MODEL_NAME={1}}\n", true
		}
		return "$PROMPT:" + name + "\n", strings.HasSuffix(name, ".txt")
	},
}}
