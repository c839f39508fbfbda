package engine

import (
	"regexp"
	"strings"
	"testing"

	"galley/engine/agent"
	"galley/engine/facts"
	"galley/engine/profile"
)

func TestProfilesAreTheSameOnDrivesAndShares(t *testing.T) {
	digest := regexp.MustCompile("[0-9a-f]{64}")
	say := func(name, root string) string {
		w := facts.NewMemory().SetPlatform("win32").FoldCase().Env("HOME", strings.ReplaceAll(root+"/h", "/", `\`))
		for _, file := range []string{"CLAUDE.md", "AGENTS.md", "p/.git/HEAD", "p/AGENTS.md", "p/CLAUDE.md", "p/GEMINI.md", "p/q/Claude.md",
			"p/q/main.go", "h/.gemini/GEMINI.md", "h/.config/opencode/AGENTS.md", "h/.claude/CLAUDE.md"} {
			w.File(root+"/"+file, "text of "+file+"\n")
		}
		r := request("In [prompt:cwd]: [file:main.go] [file:" + root + "/AGENTS.md]\n")
		r.Cwd, r.Profile, r.Scenario = root+"/p/q", name, session(t, "")
		var text strings.Builder
		for _, m := range render(t, New(w), r).Prompt.Messages {
			text.WriteString(m.Text().String())
		}
		said := digest.ReplaceAllString(text.String(), "DIGEST") // the digest depends on the path of the directory
		if root == "" {
			return said
		}
		return strings.ReplaceAll(strings.ReplaceAll(said, root+"/", "/"), root, "/")
	}
	for _, p := range agent.Known().Profiles() {
		name := profile.FullName(p)
		for _, root := range []string{"C:", "//server/share"} {
			t.Run(name+" "+root, func(t *testing.T) {
				if got, want := say(name, root), say(name, ""); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}
