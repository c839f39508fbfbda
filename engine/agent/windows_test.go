package agent_test

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/facts"
)

// windowsTree is a project three directories below the volume root, with files for every agent. The
// case of names varies, because on Windows two spellings name one file.
func windowsTree(root string) *facts.Memory {
	w := facts.NewMemory().SetPlatform("win32").FoldCase()
	w.Env("HOME", strings.ReplaceAll(root+"/Users/u", "/", `\`))
	for _, name := range []string{
		"Users/u/.claude/CLAUDE.md", "Users/u/.codex/AGENTS.md", "Users/u/.gemini/GEMINI.md", "Users/u/.config/opencode/AGENTS.md",
		"Users/u/.config/goose/.goosehints", "Users/u/.pilotdeck/PILOTDECK.md", "Users/u/AppData/Roaming/Zed/AGENTS.md",
		"AGENTS.md", "CLAUDE.md", "GEMINI.md", "work/AGENTS.md", "work/CLAUDE.md", "work/p/.git/HEAD", "work/p/AGENTS.md", "work/p/CLAUDE.md",
		"work/p/GEMINI.md", "work/p/.goosehints", "work/p/PILOTDECK.md", "work/p/docs/one.md", "work/p/docs/two.md", "work/p/.cursor/rules/x.mdc",
		"work/p/src/Agents.md", "work/p/src/CLAUDE.local.md", "work/p/src/.github/copilot-instructions.md", "work/p/src/.rules",
		"work/p/src/.amazonq/rules/a.md", "work/p/src/.junie/guidelines.md", "work/p/src/.roo/rules/r.md", "work/p/src/.clinerules/c.md",
		"work/p/src/.windsurf/rules/w.md", "work/p/src/CRUSH.md", "work/p/src/QWEN.md", "work/p/src/deep/AGENTS.md",
	} {
		w.File(root+"/"+name, "text of "+name+"\n")
	}
	w.File(root+"/proj/p/GEMINI.md", "see @docs/one.md and @./docs/two.md and @../AGENTS.md\n")
	w.File(root+"/proj/p/src/CLAUDE.md", "see @../docs/one.md\n")
	w.File(root+"/proj/p/opencode.json", `{"instructions": ["docs/*.md", "../docs/one.md", "`+root+`/AGENTS.md"]}`)
	return w
}

// patient is a world that fails the test if a discovery asks it too many questions.
type patient struct {
	facts.World
	t    *testing.T
	left *int
}

func (p patient) ask() {
	if *p.left--; *p.left < 0 {
		p.t.Fatal("the discovery does not stop asking the world")
	}
}

func (p patient) Stat(name string) (facts.Info, error) { p.ask(); return p.World.Stat(name) }

func (p patient) Lstat(name string) (facts.Info, error) { p.ask(); return p.World.Lstat(name) }

// outline prints a trace without the volume in its paths.
func outline(t *discovery.Trace, root string) string {
	var b strings.Builder
	without := func(s string) string {
		if root == "" {
			return s
		}
		// A drive root ends in a slash, the root of a share does not.
		s = strings.ReplaceAll(s, root+"/", "/")
		return strings.ReplaceAll(s, root, "/")
	}
	fmt.Fprintln(&b, "cwd", without(t.Cwd), "root", without(t.Root), "marker", without(t.Marker))
	for _, c := range t.Candidates {
		fmt.Fprintf(&b, "%s %s %s %s %d %s %d\n", without(c.Path), c.Tier, c.Verdict, c.Reason, c.Order, without(c.Detail), len(without(c.Text.String())))
		for _, in := range c.Imports {
			fmt.Fprintf(&b, "   %s %s %s\n", in.Ref, without(in.Path), in.Verdict)
		}
	}
	for _, n := range t.Notes {
		fmt.Fprintln(&b, without(n))
	}
	return b.String()
}

func TestAgentsFindTheSameOnDrivesAndShares(t *testing.T) {
	for _, a := range agent.Known().Discoverers() {
		for _, version := range versionsOf(a) {
			look := func(root, cwd string) string {
				left := 20_000
				w := patient{windowsTree(root), t, &left}
				o := discovery.Options{Version: version, Cwd: root + cwd, Touched: []string{"deep/x.go", root + "/proj/p/docs/x.go"}}
				trace, err := a.Discover(context.Background(), w, o)
				if err != nil || trace.Failure != nil {
					t.Fatalf("%s: %v, %+v", a.Name, err, trace)
				}
				return outline(trace, root)
			}
			for _, cwd := range []string{"/proj/p/src", "/proj", "/"} {
				want := look("", cwd)
				for _, root := range []string{"C:", "//server/share"} {
					t.Run(a.Name+"@"+version+" "+root+cwd, func(t *testing.T) {
						if got := look(root, cwd); got != want {
							t.Errorf("got\n%s\nwant\n%s", got, want)
						}
					})
				}
			}
		}
	}
}

func TestDiscoveryEndsInADirectoryOfADriveThatDoesNotExist(t *testing.T) {
	for _, a := range agent.Known().Discoverers() {
		for _, cwd := range []string{"C:/p/q", "C:/", "//server/share", "//server/share/p"} {
			left := 20_000
			w := patient{facts.NewMemory().SetPlatform("win32"), t, &left}
			if _, err := a.Discover(context.Background(), w, discovery.Options{Cwd: cwd}); err != nil {
				t.Errorf("%s in %s: %v", a.Name, cwd, err)
			}
		}
	}
}

func TestLinksAreRefusedOnADriveToo(t *testing.T) {
	for _, root := range []string{"", "C:", "//server/share"} {
		w := facts.NewMemory().SetPlatform("win32").File(root+"/out/AGENTS.md", "x").Dir(root+"/p/q").Link(root+"/p/q/AGENTS.md", root+"/out/AGENTS.md")
		if _, err := facts.NoFollow(w, root+"/p").Stat(root + "/p/q/AGENTS.md"); err == nil {
			t.Errorf("%s: a link was followed", root)
		} else if !facts.LinkRefused(err) && root != "" {
			t.Errorf("%s: %v", root, err)
		}
		if _, err := facts.NoFollow(w, root+"/p").Stat(root + "/p/q"); err != nil {
			t.Errorf("%s: %v", root, fs.ErrNotExist)
		}
	}
}
