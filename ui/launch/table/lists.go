package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"galley/engine/agent"
	"galley/engine/capture/start"
	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/ui/launch"
)

// listed is the result for one tree: the comparison of galley's list with the request.
type listed struct {
	Agent   string `json:"agent"`
	Version string `json:"version"`
	Tree    int    `json:"tree"`
	Things  int    `json:"things"` // the number of things that were put into the tree
	Sent    int    `json:"sent"`   // the number of things that are in the request
	Unknown int    `json:"unknown"`
	// Missing has the things that are in the request but not in galley's list. Extra has the
	// things that are only in galley's list. Each is written as "kind path".
	Missing []string `json:"missing"`
	Extra   []string `json:"extra"`
	Failed  string   `json:"failed,omitempty"`
}

// thing is a file that an agent may list, such as a skill or a command. word is a word of the
// file that is in no other file, so that a request with the word contains the thing.
type thing struct{ kind, path, word string }

// place is a path at which agents look for a kind of thing, and the text of the file there. In path
// and text, %s stands for the thing's name.
type place struct{ kind, path, text string }

// places lists the places at which agents look. A path is relative to the project or, with a
// leading ~, to the home.
var places = []place{
	{"skill", ".claude/skills/%[1]s/SKILL.md", skillText}, {"skill", ".agents/skills/%[1]s/SKILL.md", skillText}, {"skill", ".opencode/skills/%[1]s/SKILL.md", skillText},
	{"skill", ".gemini/skills/%[1]s/SKILL.md", skillText}, {"skill", ".qwen/skills/%[1]s/SKILL.md", skillText}, {"skill", ".codex/skills/%[1]s/SKILL.md", skillText},
	{"skill", ".github/skills/%[1]s/SKILL.md", skillText}, {"skill", "~/.claude/skills/%[1]s/SKILL.md", skillText}, {"skill", "~/.agents/skills/%[1]s/SKILL.md", skillText},
	{"skill", "~/.config/opencode/skills/%[1]s/SKILL.md", skillText}, {"skill", "~/.gemini/skills/%[1]s/SKILL.md", skillText}, {"skill", "~/.qwen/skills/%[1]s/SKILL.md", skillText},
	{"skill", "~/.codex/skills/%[1]s/SKILL.md", skillText}, {"skill", "~/.copilot/skills/%[1]s/SKILL.md", skillText},
	{"command", ".claude/commands/%[1]s.md", commandText}, {"command", ".opencode/command/%[1]s.md", commandText}, {"command", ".qwen/commands/%[1]s.md", commandText},
	{"command", ".gemini/commands/%[1]s.toml", "description = \"%[2]s it\"\nprompt = \"Do it\"\n"}, {"command", ".github/prompts/%[1]s.prompt.md", commandText},
	{"command", "~/.claude/commands/%[1]s.md", commandText}, {"command", "~/.codex/prompts/%[1]s.md", commandText},
	{"agent", ".claude/agents/%[1]s.md", agentText}, {"agent", ".opencode/agent/%[1]s.md", agentText}, {"agent", ".gemini/agents/%[1]s.md", agentText},
	{"agent", ".qwen/agents/%[1]s.md", agentText}, {"agent", ".github/agents/%[1]s.agent.md", agentText}, {"agent", "~/.claude/agents/%[1]s.md", agentText},
	{"agent", "~/.qwen/agents/%[1]s.md", agentText}, {"agent", "~/.copilot/agents/%[1]s.agent.md", agentText},
	{"rule", "CLAUDE.md", ruleText}, {"rule", "AGENTS.md", ruleText}, {"rule", "GEMINI.md", ruleText}, {"rule", "QWEN.md", ruleText}, {"rule", "CLAUDE.local.md", ruleText},
	{"rule", "AGENTS.override.md", ruleText}, {"rule", ".claude/CLAUDE.md", ruleText}, {"rule", ".claude/rules/%[1]s.md", ruleText}, {"rule", ".github/copilot-instructions.md", ruleText},
	{"rule", ".github/instructions/%[1]s.instructions.md", "---\napplyTo: \"**\"\n---\n" + ruleText}, {"rule", "~/.claude/CLAUDE.md", ruleText}, {"rule", "~/.codex/AGENTS.md", ruleText},
	{"rule", "~/.config/opencode/AGENTS.md", ruleText}, {"rule", "~/.gemini/GEMINI.md", ruleText}, {"rule", "~/.qwen/QWEN.md", ruleText}, {"rule", "~/.copilot/copilot-instructions.md", ruleText},
	{"rule", "part/CLAUDE.md", ruleText}, {"rule", "part/AGENTS.md", ruleText}, {"rule", "part/GEMINI.md", ruleText}, {"rule", "part/QWEN.md", ruleText},
	{"rule", "../CLAUDE.md", ruleText}, {"rule", "../AGENTS.md", ruleText},
}

const (
	skillText   = "---\nname: %[1]s\ndescription: %[2]s it%[3]s\n---\n\nDo it well.\n"
	commandText = "---\ndescription: %[2]s it%[3]s\n---\n\nDo it well.\n"
	agentText   = "---\nname: %[1]s\ndescription: %[2]s it%[3]s\n---\n\nDo it well.\n"
	ruleText    = "# Rules\n\nKeep %[2]s in mind.\n"
)

// matters are lines of front matter that change what an agent does with a thing. Most things have
// none of these lines.
var matters = []string{
	"", "", "", "", "\ndisable-model-invocation: true", "\nuser-invocable: false", "\nmodel: inherit", "\ntools: Read, Grep", "\nallowed-tools: Read", "\nmode: subagent", "\nhidden: true", "\nargument-hint: \"[file]\"",
}

// servers are files that configure MCP servers. %[1]s stands for the program and %[2]s for the
// name.
var servers = []place{
	{"MCP server", ".mcp.json", `{"mcpServers":{"%[2]s":{"command":"%[1]s","args":["-mcp","%[2]s"]}}}`},
	{"MCP server", ".gemini/settings.json", `{"mcpServers":{"%[2]s":{"command":"%[1]s","args":["-mcp","%[2]s"]}}}`},
	{"MCP server", ".qwen/settings.json", `{"mcpServers":{"%[2]s":{"command":"%[1]s","args":["-mcp","%[2]s"]}}}`},
	{"MCP server", "opencode.json", `{"mcp":{"%[2]s":{"type":"local","command":["%[1]s","-mcp","%[2]s"]}}}`},
	{"MCP server", "~/.gemini/settings.json", `{"mcpServers":{"%[2]s":{"command":"%[1]s","args":["-mcp","%[2]s"]}}}`},
	{"MCP server", "~/.qwen/settings.json", `{"mcpServers":{"%[2]s":{"command":"%[1]s","args":["-mcp","%[2]s"]}}}`},
	{"MCP server", "~/.codex/config.toml", "[mcp_servers.%[2]s]\ncommand = \"%[1]s\"\nargs = [\"-mcp\", \"%[2]s\"]\n"},
	{"MCP server", "~/.config/opencode/opencode.json", `{"mcp":{"%[2]s":{"type":"local","command":["%[1]s","-mcp","%[2]s"]}}}`},
	{"MCP server", "~/.copilot/mcp-config.json", `{"mcpServers":{"%[2]s":{"type":"local","command":"%[1]s","args":["-mcp","%[2]s"],"tools":["*"]}}}`},
}

// plant writes the files of tree number n. The same number always gives the same tree.
func plant(t *tree, n int) (things []thing, err error) {
	r := rand.New(rand.NewPCG(uint64(n), 14))
	word := func() string {
		b := []byte("zq")
		for range 7 {
			b = append(b, "abcdefghijklmnoprstuvw"[r.IntN(22)])
		}
		return string(b)
	}
	at := func(p string) string {
		if rest, ok := strings.CutPrefix(p, "~/"); ok {
			return filepath.Join(t.home, rest)
		}
		return filepath.Join(t.root, p)
	}
	program, err := os.Executable()
	for _, p := range places {
		if r.IntN(3) == 0 {
			continue
		}
		one := thing{kind: p.kind, word: word()}
		name := p.kind + "-" + word()[2:6]
		one.path = at(strings.ReplaceAll(p.path, "%[1]s", name))
		matter := ""
		if p.kind != "rule" {
			matter = matters[r.IntN(len(matters))]
		}
		text := strings.NewReplacer("%[1]s", name, "%[2]s", one.word, "%[3]s", matter).Replace(p.text)
		err = errors.Join(err, t.write(one.path, text))
		things = append(things, one)
	}
	for _, p := range servers {
		if r.IntN(3) == 0 {
			continue
		}
		one := thing{kind: p.kind, word: word(), path: at(p.path)}
		err = errors.Join(err, t.write(one.path, strings.NewReplacer("%[1]s", program, "%[2]s", one.word).Replace(p.text)))
		things = append(things, one)
	}
	if r.IntN(2) == 0 {
		t.cwd = filepath.Join(t.root, "part")
		err = errors.Join(err, os.MkdirAll(t.cwd, 0o700))
	}
	if err != nil {
		return nil, err
	}
	return things, t.git([]string{"add", "-A"}, []string{"commit", "-q", "-m", "Things"})
}

// list captures an agent in one tree and compares galley's list with the request.
func list(ctx context.Context, dir string, named agent.Agent, n int) listed {
	out := listed{Agent: named.Name, Tree: n, Missing: []string{}, Extra: []string{}}
	t, err := newTree(filepath.Join(dir, "lists", fmt.Sprintf("%s-%d", named.Name, n), "above"), named.Name, "plain")
	var things []thing
	if err == nil {
		things, err = plant(t, n)
	}
	if err != nil {
		out.Failed = err.Error()
		return out
	}
	settle(dir, t.home)
	o := options(dir, named, t, start.Headless)
	made, err := launch.Make(ctx, o)
	if err != nil {
		out.Failed = err.Error()
		return out
	}
	out.Version, out.Things = made.Version, len(things)
	body := string(made.Body)
	out.compare(t, things, launch.Discover(ctx, o, made.Version), body)
	return out
}

// compare counts which things of a tree are in a request and in galley's list.
func (l *listed) compare(t *tree, things []thing, trace *discovery.Trace, body string) {
	for _, one := range things {
		sent := strings.Contains(body, one.word)
		if sent {
			l.Sent++
		}
		has, unknown := inList(trace, one)
		if unknown {
			l.Unknown++
			continue
		}
		short := one.kind + " " + strings.TrimPrefix(strings.Replace(one.path, t.home, "~", 1), t.root+"/")
		switch {
		case sent && !has:
			l.Missing = append(l.Missing, short)
		case has && !sent:
			l.Extra = append(l.Extra, short)
		}
	}
}

// inList reports whether galley's list says that a thing is in the request. unknown is true if the
// list says that galley does not know.
func inList(t *discovery.Trace, one thing) (has, unknown bool) {
	for _, c := range t.Candidates {
		if c.Path != one.path && !(c.Kind == discovery.Server && c.Name == one.word) || one.kind == "MCP server" && c.Name != one.word {
			continue
		}
		switch c.Verdict {
		case discovery.Loaded, discovery.Listed:
			return true, false
		case discovery.Unknown:
			unknown = true
		}
	}
	for _, p := range t.Parts {
		has = has || strings.Contains(p.Text.String(), one.word)
	}
	return has, unknown && !has
}

// lists measures some trees of each agent and prints the results. It reports each tree to errs.
func lists(ctx context.Context, out, errs io.Writer, dir, agents string, trees int) error {
	name := filepath.Join(dir, "lists.jsonl")
	have := read[listed](name)
	for _, named := range agent.Known().Startable() {
		if agents != "" && !slices.Contains(strings.Split(agents, ","), named.Name) {
			continue
		}
		for n := range trees {
			done := func(l listed) bool { return l.Agent == named.Name && l.Tree == n && l.Failed == "" }
			if slices.ContainsFunc(have, done) {
				continue
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			have = slices.DeleteFunc(have, func(l listed) bool { return l.Agent == named.Name && l.Tree == n })
			one := list(ctx, dir, named, n)
			fmt.Fprintf(errs, "%s %d: %d things, %d sent, missing %q, extra %q, %s\n", one.Agent, n, one.Things, one.Sent, one.Missing, one.Extra, one.Failed)
			have = append(have, one)
			if err := write(name, have); err != nil {
				return err
			}
		}
	}
	fmt.Fprint(out, listTable(have))
	return nil
}

// listTable returns the results as Markdown.
func listTable(all []listed) string {
	var b strings.Builder
	b.WriteString("| agent | trees | the same | things | in the request | not known | in the request and not listed | listed and not in the request |\n|---|---|---|---|---|---|---|---|\n")
	for len(all) > 0 {
		first := all[0]
		var same, things, sent, unknown, n int
		kinds := [2]map[string]int{{}, {}}
		for _, l := range all {
			if l.Agent != first.Agent || l.Failed != "" {
				continue
			}
			n++
			things, sent, unknown = things+l.Things, sent+l.Sent, unknown+l.Unknown
			if len(l.Missing)+len(l.Extra) == 0 {
				same++
			}
			for i, side := range [][]string{l.Missing, l.Extra} {
				for _, s := range side {
					kind, _, _ := strings.Cut(s, " ")
					kinds[i][kind]++
				}
			}
		}
		if n > 0 {
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %s | %s |\n", strings.TrimSpace(first.Agent+" "+first.Version), n, same, things, sent, unknown, counts(kinds[0]), counts(kinds[1]))
		}
		all = slices.DeleteFunc(slices.Clone(all), func(l listed) bool { return l.Agent == first.Agent })
	}
	return b.String()
}

func counts(of map[string]int) string {
	var parts []string
	for _, kind := range []string{"skill", "command", "agent", "rule", "MCP"} {
		if of[kind] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", of[kind], kind))
		}
	}
	return strings.Join(parts, ", ")
}

// options returns the options of a capture in a tree.
func options(dir string, named agent.Agent, t *tree, mode start.Mode) launch.Options {
	return launch.Options{
		Agent: named.Name, Agents: agent.Known(), Starter: *named.Start, World: facts.NewLive(), Environ: os.Environ(), Home: t.home, Cwd: t.cwd, Project: t.root,
		State: filepath.Join(dir, "state"), Mode: mode, Timeout: 10 * launch.Timeout(*named.Start),
	}
}

// settle makes a directory the home of this process and of the processes that it starts. All homes
// share the files that Copilot CLI unpacks at its first start, because unpacking takes longer than
// a capture.
func settle(dir, home string) {
	os.Setenv("HOME", home)
	unpacked, cache := filepath.Join(dir, "unpacked"), filepath.Join(home, ".cache", "copilot")
	if os.MkdirAll(unpacked, 0o700) == nil && os.MkdirAll(cache, 0o700) == nil {
		os.Symlink(unpacked, filepath.Join(cache, "pkg"))
	}
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		os.Unsetenv(name)
	}
}
