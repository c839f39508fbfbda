//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"galley/engine/discovery"
)

// agentFolders has the directories in which agents look for files of sub-agents, both in the
// project and in the home. It has only the agents whose list of sub-agents galley predicts.
var agentFolders = map[string]string{"claude-code": ".claude/agents", "gemini-cli": ".gemini/agents", "qwen-code": ".qwen/agents"}

// moreThings has, for each agent that supports more than files of sub-agents and the servers of
// .mcp.json, a function that writes these things.
var moreThings = map[string]func(t *tree){
	"claude-code": (*tree).denials,
	"qwen-code":   func(t *tree) { t.commands(".qwen/commands", filepath.Join(t.home, ".qwen/commands")) },
	"opencode":    (*tree).openCodeThings,
}

// things writes sub-agents, commands, rules about tools, and servers that are switched off or cannot be started. It
// must be called last, so that the rest of a tree is the same without it.
func (t *tree) things() {
	if folder, known := agentFolders[t.agent.Name]; known {
		t.subagents(folder)
	}
	if t.agent.Name == "claude-code" && t.chance(40) {
		t.write(filepath.Join(t.root, ".mcp.json"), `{"mcpServers": {"`+strings.ToLower(pick(t, "One", "Two"))+`": {"command": "/nothing/here"}}}`+"\n")
	}
	if more, known := moreThings[t.agent.Name]; known {
		more(t)
	}
}

// denials writes settings of Claude Code that deny tools.
func (t *tree) denials() {
	for _, name := range []string{filepath.Join(t.home, ".claude/settings.json"), filepath.Join(t.cwd, ".claude/settings.json"), filepath.Join(t.cwd, ".claude/settings.local.json")} {
		if _, err := os.Lstat(name); err == nil || !t.chance(40) {
			continue
		}
		rules := []string{}
		for range 1 + t.rand.IntN(3) {
			rules = append(rules, pick(t, "Read(CLAUDE.md)", "Read(docs/**)", "Read(*.md)", "Read(!CLAUDE.md)", "Read(./a/**)", "Read(/.claude/rules/**)", "Read(~/**)", "Read(**/more)", "Read(one.md)", "Read(/one.md)",
				"Read(/"+t.root+"/*.md)", "Read(../CLAUDE.md)", "Read(.claude)", "Read(two.*)", "Read(b[1]/**)", "Read(größe/)", "Edit(*.md)", "Agent(tester)", "Task(Docs)", "Agent(Plan)", "Skill(alpha)", "Skill"))
		}
		t.json(name, map[string]any{"permissions": map[string]any{"deny": rules}})
	}
}

// subagents writes files of sub-agents into folder, both in the project and in the home.
func (t *tree) subagents(folder string) {
	for range 1 + t.rand.IntN(4) {
		id := pick(t, "reviewer", "tester", "Docs", "a-b", "x_y")
		below := pick(t, "", "", "", "team/")
		name := filepath.Join(pick(t, t.root, t.cwd, t.home), folder, below+id+pick(t, ".md", ".md", ".md", ".txt", ".MD"))
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		said := t.mark(name) + " says when to use it."
		t.write(name, pick(t,
			fmt.Sprintf("---\nname: %s\ndescription: %s\n---\nYou review.\n", id, said),
			fmt.Sprintf("---\nname: %s\ndescription: %s\n---\nYou review.\n", id, said),
			fmt.Sprintf("---\nname: %s\ndescription: |\n  %s\n  In two lines.\n---\nYou review.\n", id, said),
			fmt.Sprintf("---\nname: other\ndescription: \"%s & <b>\"\n---\nYou review.\n", said),
			fmt.Sprintf("---\ndescription: %s\n---\nYou review.\n", said),
			fmt.Sprintf("---\nname: %s\n---\nNothing says when.\n", id),
			"No header.\n"))
	}
}

// commands writes custom commands into two folders: folder is in the working directory or the
// root, and home is in the home.
func (t *tree) commands(folder, home string) {
	for range t.rand.IntN(4) {
		dir := pick(t, filepath.Join(t.cwd, folder), filepath.Join(t.root, folder), home)
		name := filepath.Join(dir, pick(t, "", "", "git/")+pick(t, "go", "Ship it", "x-y")+pick(t, ".md", ".md", ".toml", ".txt"))
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		said := t.mark(name) + " says what it does."
		t.write(name, pick(t,
			fmt.Sprintf("---\ndescription: %s\n---\nDo it.\n", said),
			fmt.Sprintf("---\nname: named\ndescription: \"%s & <b>\"\n---\nDo it.\n", said),
			"---\nmodel: x\n---\nNothing says what it does.\n", said+"\n",
			fmt.Sprintf("description = %q\nprompt = \"Do it.\"\n", said)))
	}
}

// openCodeThings writes agents, modes and commands where OpenCode looks for them, and a server that
// is switched off or cannot be started.
func (t *tree) openCodeThings() {
	for range 1 + t.rand.IntN(4) {
		dir := pick(t, filepath.Join(t.root, ".opencode"), filepath.Join(t.cwd, ".opencode"), filepath.Join(t.home, ".config/opencode"), filepath.Join(t.home, ".opencode"))
		sub := pick(t, "agent", "agents", "agents", "mode", "modes", "Agents")
		id := pick(t, "reviewer", "tester", "Docs", "plan", "general")
		name := filepath.Join(dir, sub, pick(t, "", "", "", "team/")+id+pick(t, ".md", ".md", ".md", ".txt", ".MD"))
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		said := t.mark(name)
		t.write(name, pick(t,
			fmt.Sprintf("---\ndescription: %s says when to use it.\nmode: subagent\n---\nYou review.\n", said),
			fmt.Sprintf("---\ndescription: %s says when to use it.\nmode: all\n---\nYou review.\n", said),
			fmt.Sprintf("---\ndescription: %s says when to use it.\n---\nYou review.\n", said),
			fmt.Sprintf("---\ndescription: %s says when to use it.\nmode: primary\n---\n", said),
			fmt.Sprintf("---\ndescription: \"%s & <b>\"\nmode: subagent\nhidden: true\n---\nYou review.\n", said),
			fmt.Sprintf("---\ndescription: %s says when to use it.\ndisable: true\n---\nYou review.\n", said),
			"---\nmode: subagent\n---\nNothing says when.\n", "No header.\n"))
	}
	if name := filepath.Join(t.root, ".opencode", pick(t, "agent", "agents", "mode"), "build.md"); t.chance(30) {
		t.write(name, "---\n"+pick(t, "temperature: 0.5", "mode: primary")+"\n---\n"+t.mark(name)+" is in the text of the agent with which a session starts.\n")
	}
	t.commands(".opencode/"+pick(t, "command", "commands"), filepath.Join(t.home, ".config/opencode/command"))
	if t.chance(40) {
		t.json(filepath.Join(t.root, ".opencode/opencode.json"), map[string]any{"mcp": map[string]any{
			"one": map[string]any{"type": "local", "command": []string{"/nothing/here"}, "enabled": t.chance(50)}}})
	}
}

// named compares the marks in the request with the files that galley says the request lists by
// name. The differences are the files of which the request has no mark. rest are the marks in
// got without those that the listing explains. If galley knows which text of a listed file the
// request contains, rest lacks the marks in that text; otherwise it lacks all marks of the
// file. Marks that galley expects elsewhere always stay in rest.
func (t *tree) named(got, want []string, trace *discovery.Trace) (rest, differences []string) {
	of := map[string]string{} // the file of each mark
	sent := map[string]bool{} // the files with a mark in the request
	for _, c := range trace.Candidates {
		if c.Verdict != discovery.Listed {
			continue
		}
		text := c.Text.String()
		if text == "" {
			file, err := os.ReadFile(c.Path)
			if err != nil {
				continue
			}
			text = string(file)
		}
		name := t.short(c.Path)
		for _, m := range marksIn(text) {
			of[m], sent[name] = name, sent[name] || slices.Contains(want, m)
		}
	}
	for _, m := range got {
		name, listed := of[m]
		if listed {
			sent[name] = true
		}
		if !listed || slices.Contains(want, m) {
			rest = append(rest, m)
		}
	}
	for name, was := range sent {
		if !was {
			differences = append(differences, "named and not sent: "+name)
		}
	}
	slices.Sort(differences)
	return rest, differences
}
