package gemini_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"galley/engine/agent/agenttest"
	"galley/engine/agent/geminicli/gemini"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/tool"
)

// marks is prose that shows which entry it is, and its values.
func marks(entry string, values ...source.Text) source.Text {
	text := source.Literal("{{" + entry)
	for _, v := range values {
		text = text.Append(source.Literal(" "), v)
	}
	return text.Append(source.Literal("}}"))
}

func text(s string) source.Text { return source.Literal(s) }

// project is a world with a repository at /r and a home at /h.
func project() *facts.Memory {
	return facts.NewMemory().Clock(time.Date(2026, 2, 5, 12, 0, 0, 0, time.UTC)).Dir("/h").
		File("/r/.git/HEAD", "x").File("/r/.gitignore", "*.log\n").File("/r/a.log", "").File("/r/b.txt", "").File("/r/src/x.go", "").File("/r/src/.gitignore", "y.go\n").File("/r/src/y.go", "").
		File("/s.md", "\n Own ${glob_ToolName} $& ${AgentSkills}\n\n\n\n${SubAgents}\n${AvailableTools} ").Dir("/r/empty").Dir("/lone")
}

// The requests of several sessions, as recorded in testdata/requests.txt. A text that an earlier
// session has too is not recorded again.
func TestRequestsOfSessions(t *testing.T) {
	const v061, v028 = gemini.V061, gemini.V028
	skills := []gemini.Entry{{Name: "s&1", Description: "does <one>", Location: "/k/1"}, {Name: "s2", Prose: text("prose of s2"), Where: text("where "), Location: "s2"}, {Name: "s3", Element: text("  <skill/>")}}
	agents := []gemini.Entry{{Name: "a1", Description: "one"}, {Name: "codebase_investigator", Prose: text("looks")}}
	tiers := gemini.Memory{Global: text(" g \n\n\n\nh"), Extension: text("e"), Project: text("p\n"), Whole: text("w"), Names: []string{"A.md", "B.md", "C.md"}}
	hidden := tiers
	hidden.Private = text("index")
	inSystem := gemini.Memory{InSystem: true, Project: text("p")}
	said := func(role prompt.Role, s string) prompt.Message {
		return prompt.Message{Role: role, Blocks: []prompt.Block{{ID: "history", Text: text(s)}}}
	}
	parts := prompt.Message{Role: prompt.User, Parts: []int{1, 1}, Blocks: []prompt.Block{{ID: "one", Text: text("1")}, {ID: "two", Text: text("2")}}}
	others := []tool.Tool{{Name: tool.Text("mcp_on_look"), Description: tool.Text("looks"), Schema: tool.Table(tool.Member{Name: "type", Value: tool.Text("object")})}, {Name: tool.Text("mcp_off_look")}}
	template := text("Template ${glob_ToolName}")
	b := once{&strings.Builder{}, map[string]bool{}}
	for _, one := range []struct {
		name    string
		o       gemini.Options
		env     []string
		history []prompt.Message
		others  []tool.Tool
	}{
		{"the library of 0.61", gemini.Options{Version: v061}, nil, nil, nil},
		{"the library of 0.28", gemini.Options{Version: v028}, nil, nil, nil},
		{"the program 0.61", gemini.Options{Version: v061, Program: true, Skills: skills, Agents: agents, Memory: tiers, Topic: "a]b"}, nil, []prompt.Message{said(prompt.User, "hi"), said(prompt.Assistant, "ho")}, others},
		{"the program 0.28", gemini.Options{Version: v028, Program: true, Skills: skills, Agents: agents, Memory: tiers}, nil, []prompt.Message{said(prompt.User, "hi")}, others},
		{"0.61 with nobody to ask", gemini.Options{Version: v061, Program: true, Headless: true, Skills: skills, TrustedServers: []string{"on"}, Memory: hidden}, nil, []prompt.Message{parts}, others},
		{"0.28 with nobody to ask", gemini.Options{Version: v028, Program: true, Headless: true, Skills: skills, Allowed: []string{"a1", "write_file"}, Agents: agents}, nil, []prompt.Message{said(prompt.Assistant, "ho")}, others},
		{"0.61 in plan mode, with an older model", gemini.Options{Version: v061, Program: true, Mode: gemini.PlanMode, Model: "gemini-2.5-pro", ApprovedPlan: "/r/plan.md", Tracker: true, Skills: skills, Agents: agents, Memory: hidden, NoTopics: true, PlansDir: "src"}, nil, nil, nil},
		{"0.61 in plan mode, with a newer model", gemini.Options{Version: v061, Program: true, Mode: gemini.PlanMode, ApprovedPlan: "/r/plan.md", Tracker: true, Memory: inSystem}, nil, nil, nil},
		{"0.28 in plan mode", gemini.Options{Version: v028, Program: true, Mode: gemini.PlanMode, Memory: tiers, NoShellEfficiency: true}, nil, nil, nil},
		{"autonomous in the sandbox of macOS", gemini.Options{Version: v061, Program: true, Mode: gemini.Yolo, Sandbox: new("sandbox-exec"), Agents: agents, Tracker: true}, []string{"GEMINI_PROMPT_GIT", "0"}, nil, nil},
		{"edits alone in a container, with an older model", gemini.Options{Version: v061, Program: true, Headless: true, Mode: gemini.AutoEdit, Model: "flash", NoPreview: true, NoTodos: true}, []string{"SANDBOX", "docker"}, nil, others},
		{"0.28 in a sandbox of macOS", gemini.Options{Version: v028, Model: "gemini-3-pro", Headless: true}, []string{"SANDBOX", "sandbox-exec"}, nil, nil},
		{"a file in place of the sections", gemini.Options{Version: v061, Skills: skills, Agents: agents}, []string{"GEMINI_SYSTEM_MD", "/s.md", "GEMINI_WRITE_SYSTEM_MD", "true"}, nil, nil},
		{"the same in 0.28, without tools", gemini.Options{Version: v028, Skills: skills, Agents: agents, CoreTools: &[]string{}, Memory: tiers}, []string{"GEMINI_SYSTEM_MD", "/s.md"}, nil, nil},
		{"a missing file in place of the sections", gemini.Options{Version: v061}, []string{"GEMINI_SYSTEM_MD", "1"}, nil, nil},
		{"a template", gemini.Options{Version: v028, Template: &template, CoreTools: &[]string{"GlobTool", "web_fetch"}}, nil, nil, nil},
		{"several directories, no tree", gemini.Options{Version: v061, Directories: []string{"/r", "/lone"}, NoTree: true, Memory: tiers, Platform: "darwin"}, nil, nil, nil},
		{"an empty directory with memory", gemini.Options{Version: v028, Cwd: "/lone", TempDir: "/t", Memory: tiers, CustomIgnore: []string{"x"}}, nil, nil, nil},
		{"an empty directory", gemini.Options{Version: v028, Cwd: "/lone", TempDir: "/t"}, nil, nil, nil},
		{"a missing directory", gemini.Options{Version: v061, Cwd: "/none", TempDir: "/t"}, nil, nil, nil},
		{"a directory that the agent makes", gemini.Options{Version: v061, Cwd: "/none", Made: "/none", TempDir: "/t"}, nil, nil, nil},
	} {
		w := project()
		for i := 0; i < len(one.env); i += 2 {
			w.Env(one.env[i], one.env[i+1])
		}
		one.o.Home = "/h"
		if one.o.Cwd == "" {
			one.o.Cwd = "/r"
		}
		p, i := gemini.Assemble(t.Context(), w, one.o, one.history, one.others, marks)
		fmt.Fprintf(b, "== %s\nmodel %s, set %q, refused %q, writes %q, no tools %v\n", one.name, i.Model, i.Set, i.Refused, i.Writes, p.NoTools)
		for _, m := range p.Messages {
			fmt.Fprintf(b, "-- %s %v\n", m.Role, m.Parts)
			b.blocks("", m.Blocks)
		}
		b.blocks("removed ", p.Removed)
		for _, one := range p.Tools {
			b.write("tool "+one.Name, fmt.Sprintf(", %s %v %s: %s\n", one.From, one.Changes, one.Documented, one.Declaration))
		}
		for _, note := range p.Notes {
			fmt.Fprintf(b, "note: %s\n", note)
		}
		for _, problem := range i.Problems {
			fmt.Fprintf(b, "problem: %s %s %s: %s (%s)\n", problem.Severity, problem.Code, problem.File, problem.Message, problem.Hint)
		}
	}
	agenttest.Recorded(t, "requests.txt", b.String())
}

// once writes named texts. If it has already written the same text with the same name, it writes
// only the name.
type once struct {
	*strings.Builder
	written map[string]bool
}

func (o once) write(name, text string) {
	if o.written[name+text] {
		text = ": as above\n"
	}
	o.written[name+text] = true
	o.WriteString(name + text)
}

func (o once) blocks(what string, blocks []prompt.Block) {
	for _, one := range blocks {
		o.WriteString(what)
		o.write("["+one.ID+"]", fmt.Sprintf(" %s: %s %s %s %v %s, after %q\n%s\n", one.Title, one.Lifetime, one.From, one.Element, one.Changes, one.Documented, one.Before, one.Text))
	}
}
