package claudecode_test

import (
	"fmt"
	"strings"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// Claude Code 2.1.332 sent this list of the skills. It leaves out the title of a skill if another
// skill or command already has it as its name or title.
func TestSkillWithAUsedTitleIsNotListed(t *testing.T) {
	w := agenttest.Repository()
	skill := func(dir, name, title, more string) {
		w.File(dir+"/.claude/skills/"+name+"/SKILL.md", fmt.Sprintf("---\nname: %s\ndescription: words\n%s---\nB\n", title, more))
	}
	skill("/h", "zz", "other", "")
	skill("/p", "aa", "hidden", "disable-model-invocation: true\n")
	skill("/p", "bb", "hidden", "") // the title of a skill that is not listed
	skill("/p", "cc", "init", "")   // the title of one of the program's own skills
	skill("/p", "dd", "Other", "")  // differs from other only in its case
	skill("/p", "ee", "other", "")  // the title of one of the user's skills
	skill("/p", "ff", "aa", "")     // the name of another skill
	skill("/p", "gg", "cmd", "")    // the name of a command
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
		t.Errorf("the list does not contain\n%s in\n%s", want, text)
	}
}

// The paths of imports are relative to the directory that holds the target of a linked file. Claude
// Code 2.1.332 did so for a linked file and for a file in a linked directory.
func TestImportsOfALinkAreRelativeToItsTarget(t *testing.T) {
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
