package claudecode_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// What Claude Code 2.1.332 listed of these skills, on the loopback.
func TestATitleThatIsTakenIsNotListed(t *testing.T) {
	w := agenttest.Repository()
	skill := func(dir, name, title, more string) {
		w.File(dir+"/.claude/skills/"+name+"/SKILL.md", fmt.Sprintf("---\nname: %s\ndescription: words\n%s---\nB\n", title, more))
	}
	skill("/h", "zz", "other", "")
	skill("/p", "aa", "hidden", "disable-model-invocation: true\n")
	skill("/p", "bb", "hidden", "") // the title of one that is not listed
	skill("/p", "cc", "init", "")   // the program's own
	skill("/p", "dd", "Other", "")  // in another case
	skill("/p", "ee", "other", "")  // the user's skill's title
	skill("/p", "ff", "aa", "")     // another skill's name
	skill("/p", "gg", "cmd", "")    // a command's name
	skill("/p", "hh", "commit", "")
	w.File("/p/.claude/commands/cmd.md", "---\ndescription: words\n---\nB\n")
	text := ""
	for _, p := range agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{}).Parts {
		if p.Name == "skills" {
			text = p.Text.String()
		}
	}
	want := "- zz (other): words\n- bb: words\n- cc: words\n- dd (Other): words\n- ee: words\n- ff: words\n- gg: words\n- hh (commit): words\n- cmd: words\n"
	if !strings.Contains(text+"\n", want) {
		t.Errorf("the list is not\n%s in\n%s", want, text)
	}
}

// The paths of imports begin in the directory of the file that a link leads to: seen with
// Claude Code 2.1.332, for a linked file and for one in a linked directory.
func TestImportsOfALinkBeginWhereItLeads(t *testing.T) {
	w := agenttest.Repository().Link("/p/CLAUDE.md", "/p/docs/inner/rules.md").File("/p/docs/inner/rules.md", "@./x.md\n@../y.md\n").
		File("/p/docs/inner/x.md", "inner").File("/p/docs/y.md", "of docs").File("/p/x.md", "of the root").
		Link("/p/.claude", "/p/dot").File("/p/dot/CLAUDE.md", "@z.md\n").File("/p/dot/z.md", "of dot")
	trace := agenttest.Discover(t, w, "claude-code", "/p", discovery.Options{})
	for path, want := range map[string]string{
		"/p/docs/inner/x.md": "loaded", "/p/docs/y.md": "loaded", "/p/dot/z.md": "loaded", "/p/x.md": "", "/p/CLAUDE.md": "loaded",
	} {
		if got := agenttest.ReasonOf(trace, path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
