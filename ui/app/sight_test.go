package app

import (
	"strings"
	"testing"
	"time"

	"galley/engine/document"
	"galley/ui/cell"
	"galley/ui/files"
)

// sighted has the searches that the command line switches on, in a project whose rule
// files are in the world and on the disk.
func sighted(agent string, rules map[string]string) setup {
	b := setup{w: 80, h: 24, files: rules}
	b.with = func(o *Options) {
		o.Checkup, o.OpenFirst, o.Request.Profile = true, true, agent
	}
	return b
}

func TestTheFirstScreenTellsFilesAndProblems(t *testing.T) {
	t.Parallel()
	rules := map[string]string{"AGENTS.md": "@missing.md\n", "sub/GEMINI.md": "x\n", "QWEN.md": "y\n"}
	tell(t, sighted("", rules), func(s *story) {
		s.sees("Your files sent: AGENTS.md 12 B", "problem").press("f4").sees("AGENTS.md:1:1", "the import").press("esc")
	})
	tell(t, sighted("gemini-cli", rules), func(s *story) {
		s.sees("Your files sent: none", "not there: GEMINI.md", "not read: AGENTS.md, QWEN.md").press("f4").sees("i AGENTS.md  gemini-cli does not read it").misses("AGENTS.md:settings")
	})
	tell(t, sighted("gemini-cli", map[string]string{"GEMINI.md": "x\n"}), func(s *story) {
		s.sees("Your files sent: GEMINI.md 1 B", "no problems").misses("not there")
	})
	tell(t, sighted("", nil), func(s *story) { s.sees("Your files sent: none   not there: AGENTS.md") })
}

func TestPressOnTheFilesShowsTheRules(t *testing.T) {
	t.Parallel()
	tell(t, sighted("gemini-cli", map[string]string{"GEMINI.md": "x\n"}), func(s *story) {
		s.click("Your files", 1).sees("gemini-cli@0.61.0  1 at launch")
	})
}

// The problems of the file in the editor pane follow each key and are listed once.
func TestProblemsOfTheFileInThePaneFollowTheKeys(t *testing.T) {
	t.Parallel()
	b := sighted("claude-code", map[string]string{"CLAUDE.md": "@missing.md\n"})
	tell(t, b, func(s *story) {
		s.sees("~ 1 problem")
		s.write(t, s.path("CLAUDE.md"), "@missing.md\n")
		s.opens("CLAUDE.md").sees("~ 1 problem").press("ctrl+a").types("fine").sees("no problems")
	})
}

// On a low screen the tabs of lists take the rows of the pane above while they have the focus.
func TestListsTakeTheHeightOfALowScreen(t *testing.T) {
	t.Parallel()
	tell(t, sighted("", map[string]string{"AGENTS.md": "x\n"}), func(s *story) {
		for keys, low := range map[string]bool{"alt+Q": false, "alt+R": true, "alt+6": true} {
			s.press("alt+1", keys, "alt+3")
			if _, y := s.find("PREVIEW"); low != (y == 2) {
				t.Errorf("%s: the preview begins at row %d", keys, y)
			}
		}
		s.press("alt+Q", "[").sees("share")
		if _, y := s.find("PREVIEW"); y != 2 {
			t.Errorf("the blocks begin at row %d", y)
		}
	})
}

func TestFilesAreNamedAsFarAsTheyFit(t *testing.T) {
	t.Parallel()
	f := ruleFiles{in: []string{"a.md 1 B", "b.md 2 B", "c.md 3 B"}, names: []string{"a.md", "b.md", "c.md"}, imported: 1, skills: 3, later: 2,
		missing: []string{"x.md"}, misnamed: []string{"agents.md"}, unread: []string{"d.md", "e.md"}}
	const rest = "   not there: x.md   misnamed: agents.md   on demand: 2   skills: 3   not read: "
	for width, want := range map[int]string{
		150: "Your files sent: a.md 1 B, b.md 2 B, c.md 3 B, 1 imported" + rest + "d.md, e.md",
		140: "Your files sent: a.md, b.md, c.md, 1 imported" + rest + "d.md, e.md",
		134: "Your files sent: a.md, b.md, c.md, 1 imported" + rest + "d.md +1",
		128: "Your files sent: a.md, b.md, c.md, 1 imported" + rest + "2",
		120: "Your files sent: a.md, b.md, c.md, 1 imported" + strings.Replace(rest, "agents.md", "1", 1) + "2",
		92:  "Your files sent: a.md, b.md +1, 1 imported   not there: x.md   misnamed: 1   not read: 2",
		84:  "Your files sent: a.md +2, 1 imported   not there: x.md   misnamed: 1   not read: 2",
		80:  "Your files sent: a.md +2, 1 imported   not there: 1   misnamed: 1   not read: 2",
		49:  "Your files sent: 3, 1 imported   not there: 1   …",
	} {
		if got := f.fit(width); got != want || cell.Width(got) > width {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
	f = ruleFiles{in: []string{"a.md 10 B", "b.md 20 B"}, names: []string{"a.md", "b.md"}, unread: []string{"c.md", "d.md"}}
	for width, want := range map[int]string{
		70: "Your files sent: a.md 10 B, b.md 20 B   not read: c.md, d.md",
		52: "Your files sent: a.md, b.md   not read: c.md, d.md", 49: "Your files sent: a.md, b.md   not read: c.md +1",
		45: "Your files sent: a.md, b.md   not read: 2", 40: "Your files sent: a.md +1   not read: 2",
	} {
		if got := f.fit(width); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

// If the line is too long, a long name of a file is replaced by a number before the other kinds of
// files are left out.
func TestNumbersOutlastALongName(t *testing.T) {
	t.Parallel()
	f := ruleFiles{in: []string{"a.md 1 B"}, names: []string{"a.md"}, missing: []string{"a/rather/long/name/of/a/file.md"}, later: 6, unread: []string{"d.md"}}
	if got, want := f.fit(76), "Your files sent: a.md   not there: 1   on demand: 6   not read: 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The line counts imported files and skills. It names imported files that do not exist, and
// misnamed files.
func TestTheFirstScreenTellsImportsSkillsAndMisnamedFiles(t *testing.T) {
	t.Parallel()
	rules := map[string]string{
		"GEMINI.md": "@docs/a.md and @docs/gone.md\n", "docs/a.md": "A.\n", "docs/b.md": "B.\n", "CLAUDE.md": "@docs/a.md @docs/gone.md\n", "docs/Gemini.md": "x\n", "Claude.local.md": "y\n",
		".gemini/skills/s/SKILL.md": "---\nname: s\ndescription: does s\n---\nx\n", ".claude/skills/s/SKILL.md": "---\nname: s\ndescription: does s\n---\nx\n",
	}
	for agent, want := range map[string][]string{
		"gemini-cli":  {"Your files sent: GEMINI.md", ", 1 imported", "not there: docs/gone.md", "skills: 1"},
		"claude-code": {"Your files sent: CLAUDE.md", ", docs/a.md", "not there: docs/gone.md", "misnamed: Claude.local.md", "skills: 1"},
	} {
		b := sighted(agent, rules)
		b.w = 160
		tell(t, b, func(s *story) { s.sees(want...) })
	}
	// If an agent looks for several names, the line has the name that most projects use.
	tell(t, sighted("codex", nil), func(s *story) { s.sees("Your files sent: none   not there: AGENTS.md") })
	tell(t, sighted("crush", nil), func(s *story) { s.sees("Your files sent: none   not there: CLAUDE.md") })
}

// The first screen says what one request costs, as the budgets do.
func TestTheFirstScreenTellsThePrice(t *testing.T) {
	t.Parallel()
	b := sighted("gemini-cli", map[string]string{"GEMINI.md": "x\n"})
	tell(t, b, func(s *story) {
		s.sees("  $0.0").press("alt+B").sees("$0.0", "for each request").press("esc")
	})
	with := b.with
	b.with = func(o *Options) {
		with(o)
		o.Request.Provider, o.Request.Model = "", "some-model"
	}
	tell(t, b, func(s *story) { s.sees("window unknown").misses("$") })
}

// An agent's prompt does not contain the built-in template. So the editor pane shows a rule file
// that changes the prompt instead, and the focus stays where it is.
func TestTheFirstRuleFileOpensByItself(t *testing.T) {
	t.Parallel()
	b := sighted("", nil)
	tell(t, b, func(s *story) {
		s.sees("TEMPLATE")
		for _, name := range []string{"CLAUDE.md", "GEMINI.md"} {
			s.write(t, s.path(name), "Rules of "+name+"\n")
			s.world.File(s.path(name), "Rules of "+name+"\n")
		}
		s.press("ctrl+l", "alt+3")
		agent := func(name string) *story { return s.press("alt+p").types(name).press("enter").settle() }
		agent("claude code").sees("FILE", "CLAUDE.md", "1 Rules of CLAUDE.md", "Your files sent: CLAUDE.md")
		if s.press("down"); s.bench.screen.Focus().String() != "preview" {
			t.Error("the focus moved")
		}
		agent("gemini cli").sees("1 Rules of GEMINI.md").misses("CLAUDE.md loaded")
		agent("template alone").sees("TEMPLATE", "1 You are a helpful").misses("GEMINI.md loaded")
		agent("claude code").press("alt+1").types("My ").sees("1 My Rules")
		if agent("gemini cli").sees("1 My Rules"); !strings.Contains(s.String(), "not loaded") {
			t.Errorf("the edited file does not stay with its fate:\n%s", s)
		}
		agent("template alone").sees("TEMPLATE", "1 You are a helpful")
		if s.bench.files.All()[1].Editor.Text() != "My Rules of CLAUDE.md\n" {
			t.Error("the file with unsaved changes is closed")
		}
	})
}

// The template stays in the editor pane if the user has written one, or edits the built-in one.
func TestAnOwnTemplateStaysInThePane(t *testing.T) {
	t.Parallel()
	b := sighted("claude-code", map[string]string{"CLAUDE.md": "x\n"})
	b.file, b.text = "p.md", "mine\n"
	tell(t, b, func(s *story) { s.sees("TEMPLATE", "1 mine").misses("FILE") })
}

// A rule file that arrives late from a slow disk does not replace what the user is typing by then.
func TestALateFirstFileDoesNotReplaceWhatIsTyped(t *testing.T) {
	t.Parallel()
	b := sighted("", nil)
	with := b.with
	b.with = func(o *Options) {
		with(o)
		o.Store = slowDisk{}
	}
	tell(t, b, func(s *story) {
		s.write(t, s.path("CLAUDE.md"), "Rules.\n")
		s.world.File(s.path("CLAUDE.md"), "Rules.\n")
		s.press("alt+p").types("claude code").press("enter", "alt+1").types("Mine. ").pass(2*loading).sees("TEMPLATE", "1 Mine. You are")
	})
	tell(t, b, func(s *story) {
		s.write(t, s.path("CLAUDE.md"), "Rules.\n")
		s.world.File(s.path("CLAUDE.md"), "Rules.\n")
		s.press("alt+p").types("claude code").press("enter").sees("TEMPLATE").pass(2*loading).sees("FILE", "1 Rules.")
	})
}

const loading = 3 * time.Second

// slowDisk takes a while to read a file.
type slowDisk struct{ files.Disk }

func (d slowDisk) Load(path string) (*document.Document, error) {
	time.Sleep(loading)
	return d.Disk.Load(path)
}

// The rule files are searched for problems again after they change.
func TestProblemsOfRuleFilesFollowTheDisk(t *testing.T) {
	t.Parallel()
	b := sighted("", map[string]string{"AGENTS.md": "fine\n", "sub/x.md": "y\n"})
	tell(t, b, func(s *story) {
		s.sees("no problems")
		s.world.File(s.path("CLAUDE.md"), "@gone.md\n")
		s.changed("CLAUDE.md").pass(2 * time.Second).sees("problem").misses("no problems").press("f4").sees("CLAUDE.md:1:1").press("esc")
		s.world.Remove(s.path("CLAUDE.md"))
		s.changed("CLAUDE.md").pass(2 * time.Second).sees("no problems")
	})
}

// If sizes do not fit, the line still says which file was sent by a tool.
func TestAFileByAToolIsNamedWithoutItsSize(t *testing.T) {
	t.Parallel()
	f := ruleFiles{in: []string{"a.md 10 B", "b.md 20 B by a tool"}, names: []string{"a.md", "b.md by a tool"}}
	if got, want := f.fit(42), "Your files sent: a.md, b.md by a tool"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A file that the template names only in a condition is not in the prompt.
func TestAFileInAConditionAloneIsNotInThePrompt(t *testing.T) {
	t.Parallel()
	b := sighted("", map[string]string{"AGENTS.md": "x\n", "CLAUDE.md": "y\n"})
	b.file, b.text = "p.md", "[if file:CLAUDE.md]Mind the rules.[endif] [file:AGENTS.md]\n"
	tell(t, b, func(s *story) { s.sees("Your files sent: AGENTS.md 2 B").misses("CLAUDE.md 2 B") })
}
