package codebolt_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"galley/engine/agent/codebolt"
	"galley/engine/conformance"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// codeboltRoots maps markers to the directories of the fixtures.
var codeboltRoots = map[string]string{"{{PROJECT}}": "/b/project", "{{PMANY}}": "/b/many", "{{P300}}": "/b/p300"}

// codeboltPipeline is the input of a case of kind "pipeline".
type codeboltPipeline struct {
	Project   *string
	NoProject bool
	Base      *string
	Modifiers []json.RawMessage
	Tools     []json.RawMessage
	Mentioned []json.RawMessage `json:"mentionedTools"`
	History   []codeboltMessage
	Todos     []json.RawMessage
	Request   *codeboltRequest
	Requests  []codeboltRequest
}

type codeboltRequest struct {
	UserMessage      *string
	ActiveFile       string
	OpenedFiles      []string
	MentionedFiles   []string
	MentionedFolders []string
}

type codeboltMessage struct {
	Role       prompt.Role
	Content    string
	ToolCalls  []codeboltCall `json:"tool_calls"`
	ToolCallID string         `json:"tool_call_id"`
}

type codeboltCall struct {
	ID       string
	Type     string
	Function struct{ Name, Arguments string }
}

// codeboltShape is one entry of the field "shape".
type codeboltShape struct {
	Role       prompt.Role
	Form       string
	Markers    []string
	ToolCalls  int
	ToolCallID string
}

func TestConformanceCodebolt(t *testing.T) {
	for _, name := range conformance.List(t, "codebolt") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			kind, input, expect := loadCodebolt(t, name)
			switch kind {
			case "pipeline":
				judgePipeline(t, codeboltWorld(t), input, expect)
			case "compaction":
				judgeCompaction(t, input, expect)
			default:
				t.Errorf("unknown kind %q", kind)
			}
		})
	}
}

// loadCodebolt reads a case and replaces its markers. The field "expect" may also be a list.
func loadCodebolt(t *testing.T, name string) (kind string, input, expect json.RawMessage) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for mark, root := range codeboltRoots {
		text = strings.ReplaceAll(text, mark, root)
	}
	var top map[string]json.RawMessage
	conformance.Decode(t, json.RawMessage(text), &top)
	for key, raw := range top {
		switch key {
		case "kind":
			conformance.Decode(t, raw, &kind)
		case "input":
			input = raw
		case "expect":
			expect = raw
		default:
			if conformance.Common[key] == 0 {
				t.Errorf("unknown field %q", key)
			}
		}
	}
	return kind, input, expect
}

// codeboltWorld returns a world with the fixtures.
func codeboltWorld(t *testing.T) *facts.Memory {
	t.Helper()
	w := facts.NewMemory().Clock(time.Date(2026, 2, 5, 12, 0, 0, 0, time.UTC))
	var fixtures map[string]struct{ Tree conformance.Tree }
	conformance.Decode(t, conformance.Fixture(t, "codebolt-fixtures.json"), &fixtures)
	for mark, f := range fixtures {
		if codeboltRoots[mark] == "" {
			t.Fatalf("unknown fixture %s", mark)
		}
		if err := f.Tree.Build(w, codeboltRoots[mark], conformance.TreeOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func judgePipeline(t *testing.T, w *facts.Memory, raw, expect json.RawMessage) {
	var in codeboltPipeline
	conformance.Decode(t, raw, &in)
	host := &codebolt.Host{
		World: w, Prose: codebolt.From(codeboltMarks.Pack()),
		Project: codeboltRoots["{{PROJECT}}"], Dir: "/b", Platform: "linux", Locale: "en-US", Zone: time.UTC,
		Tools: codeboltTools(in.Tools), Mentioned: codeboltTools(in.Mentioned),
		History: codeboltMessages(in.History), Todos: len(in.Todos),
	}
	if in.Project != nil {
		host.Project = *in.Project
	}
	if in.NoProject {
		host.Project = ""
	}
	p := &codebolt.Pipeline{Host: host}
	if in.Base != nil {
		base := source.Literal(*in.Base)
		p.Base = &base
	}
	for _, m := range in.Modifiers {
		p.Modifiers = append(p.Modifiers, codeboltModifier(t, host, m))
	}
	if in.Requests == nil {
		one := codeboltRequest{}
		if in.Request != nil {
			one = *in.Request
		}
		in.Requests, expect = []codeboltRequest{one}, json.RawMessage("["+string(expect)+"]")
	}
	var wants []map[string]json.RawMessage
	conformance.Decode(t, expect, &wants)
	if len(wants) != len(in.Requests) {
		t.Fatalf("%d requests and %d expectations", len(in.Requests), len(wants))
	}
	for i, r := range in.Requests {
		said := "  do it \n"
		if r.UserMessage != nil {
			said = *r.UserMessage
		}
		text := source.Literal(said)
		got, _ := p.Process(context.Background(), codebolt.Request{Text: &text, ActiveFile: r.ActiveFile,
			OpenedFiles: r.OpenedFiles, Files: r.MentionedFiles, Folders: r.MentionedFolders})
		comparePipeline(t, i, got, wants[i])
	}
}

func comparePipeline(t *testing.T, turn int, got prompt.Prompt, want map[string]json.RawMessage) {
	t.Helper()
	names, choice := []string{}, any(nil)
	for _, one := range got.Tools {
		names = append(names, one.Name)
	}
	if got.ToolChoice != "" {
		choice = got.ToolChoice
	}
	for key, raw := range want {
		var ours any
		switch key {
		case "messages":
			ours = wireMessages(got.Messages)
		case "tools":
			ours = names
		case "tool_choice":
			ours = choice
		case "shape":
			compareShape(t, got.Messages, raw)
			continue
		default:
			t.Errorf("unknown field %q", key)
			continue
		}
		compareJSON(t, key+" of turn "+strconv.Itoa(turn+1), ours, raw)
	}
	checkOrigins(t, got.Messages)
}

// checkOrigins reports each piece of a prompt that does not say where it came from.
func checkOrigins(t *testing.T, messages []prompt.Message) {
	t.Helper()
	for _, m := range messages {
		for _, p := range m.Text().Pieces() {
			if p.Origin.Kind != source.Structure && p.Origin.Source == "" {
				t.Errorf("no origin: %q", p.Text)
			}
		}
	}
}

// wireMessages returns messages in the form that encoding/json gives decoded values.
func wireMessages(messages []prompt.Message) []any {
	all := []any{}
	for _, m := range messages {
		one := map[string]any{"role": m.Role}
		if m.Parts == nil {
			one["content"] = m.Text().String()
		} else {
			parts := []any{}
			for _, c := range m.Contents() {
				parts = append(parts, map[string]any{"type": "text", "text": c.String()})
			}
			one["content"] = parts
		}
		if len(m.Calls) > 0 {
			calls := []any{}
			for _, c := range m.Calls {
				calls = append(calls, map[string]any{"id": c.ID, "function": map[string]any{"name": c.Name, "arguments": c.Arguments}})
			}
			one["tool_calls"] = calls
		}
		if m.CallID != "" {
			one["tool_call_id"] = m.CallID
		}
		all = append(all, one)
	}
	return all
}

// compareJSON compares two values as JSON: objects by key, lists in order.
func compareJSON(t *testing.T, what string, got any, want json.RawMessage) {
	t.Helper()
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	conformance.Decode(t, data, &a)
	conformance.Decode(t, want, &b)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s:\ngot  %s\nwant %s", what, data, want)
	}
}

// codeboltMarkers lists the texts that each marker of a case stands for. A message has a marker if
// it contains one of these texts.
var codeboltMarkers = []struct {
	name string
	any  []string
}{
	{"env-intro", []string{"{{text:setup-intro}}"}}, {"env-date", []string{"Today's date is "}},
	{"env-os", []string{"Operating system: "}}, {"env-cwd", []string{"Current working directory: "}},
	{"env-listing", []string{"Files in current directory: "}}, {"env-full-context", []string{"--- Full File Context ---"}},
	{"dir-preamble", []string{"I'm currently working in the directory", "I'm currently working in the following directories"}},
	{"dir-structure", []string{"{{text:tree-intro}}"}}, {"dir-summary", []string{"Showing up to 200 items"}},
	{"dir-truncated", []string{"{{text:tree-truncated "}}, {"ide-full", []string{"{{text:ide-intro}}"}},
	{"ide-delta", []string{"summary of changes in the user's editor context"}}, {"core-default", []string{"{{CORE_DEFAULT}}"}},
	{"tools-inside", []string{"--- Available Tools ---"}}, {"tools-system", []string{"Available Tools:\n"}},
	{"atfile", []string{"--- Content from referenced files ---"}}, {"atfolder", []string{"--- Folder Structures ---"}},
	{"history-end", []string{"--- End of previous conversation history ---"}}, {"tool-not-executed", []string{"was not executed"}},
	{"ack", []string{"{{text:ack}}"}}, {"todo-reminder", []string{"{{text:todo-reminder}}"}}, {"plan", []string{"{{PLAN_MODE_TEXT}}"}},
	{"memory-user", []string{"# User Preferences\n"}}, {"memory-project", []string{"# Project Context\n"}},
	{"compressed-note", []string{"[Previous conversation context has been compressed", "[Conversation compressed"}},
	{"original-request", []string{"[Original user request]: "}},
}

func compareShape(t *testing.T, messages []prompt.Message, want json.RawMessage) {
	t.Helper()
	var wants []codeboltShape
	conformance.Decode(t, want, &wants)
	var got []codeboltShape
	for _, m := range messages {
		s := codeboltShape{Role: m.Role, Form: "text", Markers: []string{}, ToolCalls: len(m.Calls), ToolCallID: m.CallID}
		if m.Parts != nil {
			s.Form = "parts:" + strconv.Itoa(len(m.Parts))
		}
		text := joined(m)
		for _, mark := range codeboltMarkers {
			for _, one := range mark.any {
				if strings.Contains(text, one) {
					s.Markers = append(s.Markers, mark.name)
					break
				}
			}
		}
		got = append(got, s)
	}
	if !reflect.DeepEqual(got, wants) {
		t.Errorf("shape:\ngot  %+v\nwant %+v", got, wants)
	}
}

func joined(m prompt.Message) string {
	var all []string
	for _, c := range m.Contents() {
		all = append(all, c.String())
	}
	return strings.Join(all, "\n")
}

func codeboltTools(raws []json.RawMessage) []tool.Tool {
	var all []tool.Tool
	for _, raw := range raws {
		all = append(all, tool.Read("case", string(raw)).Tools...)
	}
	return all
}

func codeboltMessages(in []codeboltMessage) []prompt.Message {
	var all []prompt.Message
	for _, m := range in {
		out := prompt.Message{Role: m.Role, CallID: m.ToolCallID,
			Blocks: []prompt.Block{{ID: "history", Text: source.Literal(m.Content)}}}
		for _, c := range m.ToolCalls {
			out.Calls = append(out.Calls, prompt.Call{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
		}
		all = append(all, out)
	}
	return all
}

// codeboltThrows is a modifier for tests that always fails.
type codeboltThrows struct{}

func (codeboltThrows) Name() string                                 { return "Throws" }
func (codeboltThrows) Modify(context.Context, *codebolt.Turn) error { return errors.New("thrown") }

// codeboltModifier builds a modifier from "Name" or ["Name", options]. What allowedTools does was
// taken from the cases, which recorded the real system.
func codeboltModifier(t *testing.T, h *codebolt.Host, raw json.RawMessage) codebolt.Modifier {
	t.Helper()
	v, _, err := tool.ParseJSON(string(raw))
	if err != nil {
		t.Fatal(err)
	}
	name, options := v.Text, tool.Table()
	if v.Kind == tool.Array && len(v.Items) == 2 {
		name, options = v.Items[0].Text, v.Items[1]
	}
	switch name {
	case "Throws":
		return codeboltThrows{}
	case "PlanMode":
		options = options.With("isPlanMode", tool.Flag(true))
	}
	if options.Has("allowedTools") {
		options = options.With("ignoreAllowedTools", tool.Flag(true))
	}
	m, problems := codebolt.Build(h, name, options, codebolt.Defaults{})
	if len(problems) > 0 || m == nil {
		t.Fatalf("modifier %s: %v", raw, problems)
	}
	return m
}

// codeboltMarks holds the markers that stand in the cases instead of prose.
var codeboltMarks = conformance.MarkPack{"codebolt": {
	Entries: []string{"setup-intro", "ack", "todo-reminder", "history-note", "not-executed-note", "ide-intro", "ide-close", "tree-intro", "tree-truncated {1}"},
	Block: func(name string) (string, bool) {
		return "{{" + name + "}}", name == "CORE_DEFAULT" || name == "PLAN_MODE_TEXT"
	},
}}
