//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// agentFolders are where agents look for the files of sub-agents, in the project and
// in the home: of those whose list of sub-agents galley gives word for word.
var agentFolders = map[string]string{"claude-code": ".claude/agents", "gemini-cli": ".gemini/agents"}

// things writes sub-agents, and servers that are switched off or cannot be started. It
// comes last, so that the rest of a tree is the same without it.
func (t *tree) things() {
	folder, known := agentFolders[t.agent.Name]
	if !known {
		return
	}
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
	if t.chance(40) && t.agent.Name == "claude-code" {
		t.write(filepath.Join(t.root, ".mcp.json"), `{"mcpServers": {"`+strings.ToLower(pick(t, "One", "Two"))+`": {"command": "/nothing/here"}}}`+"\n")
	}
}
