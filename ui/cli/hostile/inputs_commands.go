//go:build unix

package main

import (
	"fmt"
	"strings"
)

// commands returns inputs for commands that do not show the prompt: those that read what agents
// recorded, and those about a file, a session or a change.
func commands() (list []input) {
	for what, of := range map[string]func(n int) string{
		"brackets": times("[", half),
		"lines":    times("{}\n", half),
		"nested":   func(n int) string { return strings.Repeat(`{"a":`, n*20_000) + "1" + strings.Repeat("}", n*20_000) },
		"one line": times("a", half),
		"turns": times(`{"type":"user","sessionId":"a","cwd":"/","timestamp":"2026-01-02T10:00:00Z","uuid":"1","parentUuid":"1","message":{"role":"user","content":"a"}}`+
			"\n"+`{"type":"assistant","sessionId":"a","uuid":"2","parentUuid":"1","message":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"Read","input":{}}],"usage":{"input_tokens":1}}}`+"\n", half),
		"items": times(`{"type":"session_meta","timestamp":"2026-01-02T10:00:00Z","payload":{"cwd":"/"}}`+"\n"+
			`{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]}}`+"\n", half),
		"messages": func(n int) string {
			return `{"sessionId":"a","messages":[` + times(`{"type":"user","content":"a"},`, half)(n) + `{}]}`
		},
		"blanks": times(" \n", half),
	} {
		for agent, name := range map[string]string{
			"claude-code": "~/.claude/projects/-p/a.jsonl",
			"codex":       "~/.codex/sessions/2026/01/02/rollout-2026-01-02T10-00-00-01a2216c-248e-7163-bf2e-09bae4580471.jsonl",
			"gemini-cli":  "~/.gemini/tmp/p/chats/session-a.jsonl",
			"qwen-code":   "~/.qwen/projects/-p/chats/a.jsonl",
		} {
			path := "../home/" + strings.TrimPrefix(name, "~/")
			for _, args := range [][]string{{"sessions", "--everywhere"}, {"sessions", "show", "--all", path}, {"sessions", "diff", path, path}} {
				list = append(list, input{name: "log of " + agent + " of " + what + ", " + args[1], files: file(name, of), args: args})
			}
		}
		list = append(list,
			input{name: "scenario set in " + what, files: file("s.toml", of), args: []string{"--scenario", "s.toml", "scenario", "set", "permission_mode", `"plan"`}},
			input{name: "compaction of " + what, files: file("s.json", of), args: []string{"compaction", "--profile", "claude-code", "--scenario", "s.json"}},
			input{name: "transfer of " + what, files: file("AGENTS.md", of), args: []string{"transfer", "AGENTS.md", "--to", "all"}},
			input{name: "transfer taken back by a journal of " + what, files: file("AGENTS.md", of), args: []string{"transfer", "--undo"}},
			input{name: "page of blocks of " + what, files: file("t.md", of), args: []string{"blocks", "t.md", "--html", "-"}},
		)
	}
	many := func(folder, ending, head string) func(p *project, n int) {
		return several(500, func(i int) (string, string) { return fmt.Sprintf("%s/%d%s", folder, i, ending), head })
	}
	for folder, ending := range map[string]string{".claude/agents": ".md", ".claude/rules": ".md", ".cursor/rules": ".mdc", ".opencode/agent": ".md", ".github/instructions": ".instructions.md"} {
		for _, args := range [][]string{{"subagents"}, {"survive"}, {"walk", "a/b.go"}, {"explain", folder + "/1" + ending}, {"transfer", folder + "/1" + ending, "--to", "all"}} {
			list = append(list, input{name: args[0] + ", many in " + folder, args: args,
				files: many(folder, ending, "---\nname: a\ndescription: b\npaths: \"**/*.go\"\nglobs: \"**/*.go\"\napplyTo: \"**/*.go\"\n---\ntext\n")})
		}
	}
	sortByName(list)
	return append(list, input{name: "many logs of sessions", args: []string{"sessions"},
		files: many("~/.claude/projects/-p", ".jsonl", `{"type":"user","sessionId":"a","cwd":"/","message":{"role":"user","content":"a"}}`+"\n")})
}
