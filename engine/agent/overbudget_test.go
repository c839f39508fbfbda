package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// asking counts the calls that reach a world.
type asking struct {
	facts.World
	stats, reads int
}

func (a *asking) Stat(name string) (facts.Info, error) {
	a.stats++
	return a.World.Stat(name)
}

func (a *asking) ReadFile(name string) (string, error) {
	text, err := a.World.ReadFile(name)
	if err == nil {
		a.reads++
	}
	return text, err
}

func (a *asking) ReadHead(name string, limit int) (string, error) {
	text, err := a.World.ReadHead(name, limit)
	if err == nil {
		a.reads++
	}
	return text, err
}

func surveyAll(w facts.World) error {
	_, _, err := discovery.Survey(context.Background(), w, agent.Known().SurveyAgents(), discovery.Options{Cwd: "/p", Home: "/h"})
	return err
}

// Hostile rule files cause a bounded number of calls, however many there are.
func TestHostileRuleFilesAreRefusedAtABoundedCost(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	for name, c := range map[string]struct {
		file string
		of   func(n int) string
		what string
	}{
		"at signs, Claude":                {"CLAUDE.md", func(n int) string { return strings.Repeat("@a ", 10_000*n) }, "imports"},
		"at signs, Gemini":                {"GEMINI.md", func(n int) string { return strings.Repeat("@a ", 10_000*n) }, "imports"},
		"at signs, Qwen":                  {"QWEN.md", func(n int) string { return strings.Repeat("@a ", 10_000*n) }, "imports"},
		"one file imported often, Gemini": {"GEMINI.md", func(n int) string { return strings.Repeat("@./big.md\n", 500*n) }, "bytes of text"},
		"one file imported often, Qwen":   {"QWEN.md", func(n int) string { return strings.Repeat("@./big.md\n", 500*n) }, "bytes of text"},
		"brackets, OpenCode":              {"opencode.json", func(n int) string { return `{"a":` + strings.Repeat(deep, n) }, "levels of nesting"},
		"brackets, Kilo":                  {"kilo.json", func(n int) string { return `{"a":` + strings.Repeat(deep, n) }, "levels of nesting"},
		"brackets, Continue":              {".continue/config.yaml", func(n int) string { return "a: " + strings.Repeat(deep, n) }, ""},
		"brackets, Gemini":                {".gemini/settings.json", func(n int) string { return `{"a":` + strings.Repeat(deep, n) }, "levels of nesting"},
		"brackets, Claude":                {".claude/settings.json", func(n int) string { return `{"a":` + strings.Repeat(deep, n) }, "levels of nesting"},
		"brackets, Codex":                 {".codex/config.toml", func(n int) string { return "a = " + strings.Repeat(deep, n) }, ""},
		"instructions":                    {"opencode.json", func(n int) string { return `{"instructions":[` + strings.Repeat(`"a",`, 10_000*n) + `"b"]}` }, "imports"},
		"one file in settings":            {"opencode.json", func(n int) string { return `{"instructions":["` + strings.Repeat("{file:big.md}", 1000*n) + `"]}` }, "bytes of text"},
		"braces, VS Code":                 {".github/instructions/a.instructions.md", func(n int) string { return "---\napplyTo: '" + strings.Repeat("{a,b}", 40*n) + "'\n---\n" }, "pattern expansions"},
		"brackets, front matter":          {".cursor/rules/a.mdc", func(n int) string { return "---\na: " + strings.Repeat("[", 10_000*n) + "\n---\n" }, ""},
		"alternatives, OpenCode":          {"opencode.json", func(int) string { return `{"instructions":["{1..1000000000}"]}` }, "pattern expansions"},
		"names that are too long":         {"CLAUDE.md", func(n int) string { return strings.Repeat(`@a\ `, 30_000*n) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			cost := func(n int) int {
				w := &asking{World: agenttest.Repository().File("/p/"+c.file, c.of(n)).File("/p/big.md", strings.Repeat(strings.Repeat("words ", 200)+"\n", 100))}
				err := surveyAll(w)
				switch {
				case c.what == "" && err != nil:
					t.Errorf("at %d: %v", n, err)
				case c.what != "" && (!errors.Is(err, facts.ErrOverBudget) || !strings.Contains(err.Error(), c.what)):
					t.Errorf("at %d: error %v, want one about %s", n, err, c.what)
				}
				return w.stats + w.reads
			}
			if one, four := cost(1), cost(4); four > one+one/4+50 {
				t.Errorf("%d calls, and %d for four times the input", one, four)
			}
		})
	}
}

// A project can have many patterns and many paths to compare with them. The work grows with both, and
// is refused at the limit.
func TestManyPatternsAndPathsAreRefused(t *testing.T) {
	quoted := func(n int) string { return strings.TrimSuffix(strings.Repeat(`"**/*a*b*c",`, n), ",") }
	for name, c := range map[string]struct {
		agent    string
		patterns func(w *facts.Memory, n int)
		path     string // path of a compared file; %d stands for the file's number
		text     string
		touched  bool
	}{
		"the ignore file of Goose": {"goose", func(w *facts.Memory, n int) {
			w.File("/p/.gooseignore", strings.Repeat("*a*b*c\n", n)).File("/p/.goosehints", "@f/0.md @f/1.md @f/2.md @f/3.md @f/4.md @f/5.md @f/6.md @f/7.md")
		}, "/p/f/%d.md", "x", false},
		"the ignore file of Gemini CLI 0.28": {"gemini-cli@0.28.2", func(w *facts.Memory, n int) { w.File("/p/.geminiignore", strings.Repeat("*a*b*c\n", n)) }, "/p/%d/GEMINI.md", "x", false},
		"the ignore file of pi's skills":     {"pi", func(w *facts.Memory, n int) { w.File("/p/.pi/skills/.ignore", strings.Repeat("*a*b*c\n", n)) }, "/p/.pi/skills/s%d/SKILL.md", "---\nname: a\ndescription: b\n---\n", false},
		"excluded files of Claude Code": {"claude-code", func(w *facts.Memory, n int) {
			w.File("/p/.claude/settings.json", `{"claudeMdExcludes":[`+quoted(n)+`]}`)
		}, "/p/.claude/rules/%d.md", "x", false},
		"denied files of Claude Code": {"claude-code", func(w *facts.Memory, n int) {
			w.File("/p/.claude/settings.json", `{"permissions":{"deny":[`+strings.ReplaceAll(strings.ReplaceAll(quoted(n), `"**`, `"Read(**`), `c"`, `c)"`)+`]}}`)
		}, "/p/.claude/rules/%d.md", "x", false},
		"denied servers of Claude Code": {"claude-code", func(w *facts.Memory, n int) {
			servers := ""
			for i := range 8 {
				servers += fmt.Sprintf(`"s%d":{"url":"https://x.example/%d"},`, i, i)
			}
			w.File("/p/.claude/settings.json", `{"deniedMcpServers":[`+strings.ReplaceAll(strings.ReplaceAll(quoted(n), `"**`, `{"serverUrl":"**`), `c"`, `c"}`)+`]}`).
				File("/p/.mcp.json", `{"mcpServers":{`+strings.TrimSuffix(servers, ",")+`}}`)
		}, "/p/f/%d.go", "x", false},
		"paths of Claude Code's rules": {"claude-code", func(w *facts.Memory, n int) { w.File("/p/.claude/rules/a.md", "---\npaths: ["+quoted(n)+"]\n---\nx") }, "/p/f/%d.go", "x", true},
		"paths of Qwen Code's rules":   {"qwen-code", func(w *facts.Memory, n int) { w.File("/p/.qwen/rules/a.md", "---\npaths: ["+quoted(n)+"]\n---\nx") }, "/p/f/%d.go", "x", true},
		"excluded servers of Qwen Code": {"qwen-code", func(w *facts.Memory, n int) {
			servers := ""
			for i := range 8 {
				servers += fmt.Sprintf(`"s%d":{"command":"x"},`, i)
			}
			w.File("/p/.qwen/settings.json", `{"mcp":{"excluded":[`+quoted(n)+`]},"mcpServers":{`+strings.TrimSuffix(servers, ",")+`}}`)
		}, "/p/f/%d.go", "x", false},
		"paths of Copilot CLI's rules": {"copilot-cli", func(w *facts.Memory, n int) {
			w.File("/p/.github/instructions/a.instructions.md", "---\napplyTo: '"+strings.Trim(strings.ReplaceAll(quoted(n), `"`, ""), ",")+"'\n---\nx")
		}, "/p/f/%d.go", "x", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, _, err := agent.Known().Lookup(c.agent)
			if err != nil {
				t.Fatal(err)
			}
			spent := func(patterns int, limit int64) (int64, *facts.OverBudget) {
				w := agenttest.Repository()
				o := discovery.Options{Cwd: "/p", Home: "/h"}
				c.patterns(w, patterns)
				for i := range 8 {
					w.File(fmt.Sprintf(c.path, i), c.text)
					if c.touched {
						o.Touched = append(o.Touched, fmt.Sprintf(c.path, i))
					}
				}
				limits := facts.DefaultLimits
				limits.Steps = limit
				b := facts.NewBudget(limits)
				_, _ = a.Discover(context.Background(), b.World(w), o)
				return b.Spent().Steps, b.Over()
			}
			one, over := spent(100, facts.DefaultLimits.Steps)
			four, _ := spent(400, facts.DefaultLimits.Steps)
			if over != nil || one < 100*8 || four < 3*one || four > 5*one {
				t.Errorf("%d steps, and %d for four times the patterns; %v", one, four, over)
			}
			if _, over := spent(400, 2*one); over == nil || over.What != "steps of matching patterns" {
				t.Errorf("four times the patterns at twice the steps: %v", over)
			}
		})
	}
}

// Every read of a discovery counts against the budget. The budget has as many reads as the world
// saw, and at least as many look-ups.
func TestEveryReadOfADiscoveryIsCharged(t *testing.T) {
	w := &asking{World: agenttest.Repository()}
	memory := w.World.(*facts.Memory)
	for _, name := range []string{"CLAUDE.md", "GEMINI.md", "QWEN.md", "AGENTS.md", ".goosehints", ".clinerules", ".cursorrules", "opencode.json", "crush.json",
		".gemini/settings.json", ".claude/settings.json", ".codex/config.toml", ".github/copilot-instructions.md", ".cursor/rules/a.mdc", ".aider.conf.yml"} {
		memory.File("/p/"+name, "{}").File("/h/"+name, "{}")
	}
	for _, a := range agent.Known().Discoverers() {
		w.reads, w.stats = 0, 0
		b := facts.NewBudget(facts.DefaultLimits)
		if _, err := a.Discover(context.Background(), b.World(w), discovery.Options{Cwd: "/p", Home: "/h"}); err != nil {
			t.Fatal(err)
		}
		if got := b.Spent(); got.Files != int64(w.reads) || got.Looks < int64(w.stats) {
			t.Errorf("%s: %d reads and %d calls, charged %+v", a.Name, w.reads, w.stats, got)
		}
		// Nothing is read once the budget is used up.
		w.reads, w.stats = 0, 0
		b = facts.NewBudget(facts.DefaultLimits)
		b.Stop(&facts.OverBudget{})
		_, _ = a.Discover(context.Background(), b.World(w), discovery.Options{Cwd: "/p", Home: "/h"})
		if w.reads+w.stats > 0 {
			t.Errorf("%s: %d reads and %d calls after the budget was used up", a.Name, w.reads, w.stats)
		}
	}
}

// Claude Code takes a pattern with more than 1,000 alternatives as literal text. Such a pattern
// must cost as little as a pattern without braces.
func TestPatternsThatClaudeTakesLiterallyAreNotCharged(t *testing.T) {
	rule := func(pattern string) string { return "---\npaths: '" + pattern + "'\n---\nx\n" }
	literal := strings.Repeat("{a,b}", 40)
	spent := func(agentName string, w *facts.Memory, file string) (int64, error) {
		b := facts.NewBudget(facts.DefaultLimits)
		a, _, err := agent.Known().Lookup(agentName)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = a.Discover(context.Background(), b.World(w), discovery.Options{Cwd: "/p", Home: "/h", File: file})
		if over := b.Over(); over != nil {
			return 0, over
		}
		return b.Spent().Expansions, nil
	}
	w := agenttest.Repository()
	for i := range 500 {
		w.File(fmt.Sprintf("/p/.claude/rules/%d.md", i), rule(literal))
	}
	if n, err := spent("claude-code", w, "/p/aaaa"); n != 0 || err != nil {
		t.Errorf("charged %d, %v", n, err)
	}
	if n, _ := spent("claude-code", agenttest.Repository().File("/p/.claude/rules/a.md", rule("{a,b}{c,d}")), ""); n != 4 {
		t.Errorf("four alternatives are charged as %d", n)
	}
}

func TestARepositoryOfManyRuleFilesIsWithinTheBudget(t *testing.T) {
	w := agenttest.Repository()
	for i := range 500 {
		w.File(fmt.Sprintf("/p/.cursor/rules/%d.mdc", i), "---\nglobs: '**/*.{ts,tsx}'\n---\ntext")
		w.File(fmt.Sprintf("/p/pkg%d/AGENTS.md", i), "text @a @b\n")
	}
	if err := surveyAll(w); err != nil {
		t.Error(err)
	}
}

// Settings that list more names than galley looks for end the discovery: each name is looked for in
// each directory up to the root.
func TestNamesInSettingsAreLimited(t *testing.T) {
	t.Parallel()
	list := func(n int) string {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf(`"n%d"`, i)
		}
		return "[" + strings.Join(names, ", ") + "]"
	}
	for _, c := range []struct{ agent, file, format, setting string }{
		{"gemini-cli", "/h/.gemini/settings.json", `{"context": {"fileName": %s}}`, "context.fileName"},
		{"gemini-cli", "/h/.gemini/settings.json", `{"context": {"memoryBoundaryMarkers": %s}}`, "context.memoryBoundaryMarkers"},
		{"qwen-code", "/h/.qwen/settings.json", `{"context": {"fileName": %s}}`, "context.fileName"},
		{"codex", "/h/.codex/config.toml", "project_doc_fallback_filenames = %s\n", "project_doc_fallback_filenames"},
		{"codex", "/h/.codex/config.toml", "project_root_markers = %s\n", "project_root_markers"},
	} {
		for n, refused := range map[int]bool{190: false, 201: true} {
			w := agenttest.Bare().Dir("/p").File(c.file, fmt.Sprintf(c.format, list(n)))
			trace, over := agenttest.Limited(t, c.agent, w, facts.DefaultLimits)
			if trace == nil || (over != nil) != refused || refused && (over.Place != c.setting || over.Limit != discovery.MaxNames) {
				t.Errorf("%s, %d names of %s: %+v", c.agent, n, c.setting, over)
			}
		}
	}
}
