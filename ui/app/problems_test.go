package app

import "testing"

const faulty = "fine\n[git:brnch]\nfine\n[if prompt:model]\nnever closed\n[note:later] and [endif]\n[endif]\n[text](url) - [ ] [x] a[0]\n"

func TestProblemsAreShownInTheGutterAndAtTheLine(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: faulty, w: 160, h: 40}, func(s *story) {
		s.sees("~ 2 [git:brnch]", "~ 6 [note:later]", "~ 7 [endif]", "~ 3 problems")
		s.misses("~ 8", "i 8", "~ 1 ", "~ 5 ")
	})
}

func TestListOfProblemsJumpsToEach(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: faulty}, func(s *story) {
		s.press("f4").sees("Problems", "2:1", "6:1", "7:1", "1 of 3").press("down", "enter")
		s.caretAt("6 |[note:later]").misses("1 of 3", "selected")
		s.press("f4").types("closes").press("enter").caretAt("7 |[endif]")
		s.press("alt+,").caretAt("6 |[note:later]")
	})
}

func TestChosenProblemIsShownInFullWithItsHint(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[note:later]\n", w: 80, h: 24}, func(s *story) {
		s.press("f4").sees("unknown variable", "type \"note\"", "(note:later)")
	})
}

func TestNextAndPreviousProblemWrapAround(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: faulty}, func(s *story) {
		s.press("f8").caretAt("2 |[git:brnch]").press("f8").caretAt("6 |[note:later]").press("alt+j").caretAt("7 |[endif]")
		s.press("f8").caretAt("2 |[git:brnch]").press("alt+f8").caretAt("7 |[endif]").press("alt+k").caretAt("6 |[note:later]")
	})
}

// A problem that is found while the list is open joins it, and the bar stays on its row.
func TestTheOpenListOfProblemsIsKeptUpToDate(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "fine\n[git:brnch] a\n[note:later] b\n"}, func(s *story) {
		s.press("f4", "down").sees("2 of 2")
		s.write(t, s.path("p.md"), "[nope:x] a\n[git:brnch] a\n[note:later] b\n")
		s.changed("p.md").sees("Problems", "1:1", "3 of 3")
	})
}

func TestFixedProblemDisappears(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[git:brnch]"}, func(s *story) {
		s.sees("1 problem").press("ctrl+a").types("plain").sees("no problems").press("f4").sees("No problems.").press("esc")
		s.press("f8").sees("No problems in the template")
	})
}

func TestProblemsKeepTheirPlaceWhileTextBeforeThemIsTyped(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n[git:brnch]\n"}, func(s *story) {
		s.press("enter", "enter").sees("~ 4 [git:brnch]").press("f4").sees("4:1").press("esc")
	})
}

func TestAlmostTagsAreReportedButMarkdownIsNot(t *testing.T) {
	t.Parallel()
	text := "[If all pass]\n[if](https://x)\n- [x] done\n[file:line]\n[9:00-17:00]\n"
	tell(t, setup{file: "p.md", text: text, w: 160, h: 40}, func(s *story) {
		s.prompt("[If all pass]\n[if](https://x)\n- [x] done\n\n\n")
		s.sees("1 [If all pass]", "~ 4 [file:line]", "~ 5 [9:00-17:00]").misses("~ 2 [if]", "i 2", "~ 3", "i 3")
	})
}

// While the user is still typing a tag, the list of completions is shown instead of the problem.
func TestUnclosedTagIsReportedWhenTheCaretLeaves(t *testing.T) {
	tell(t, setup{file: "p.md", text: "\nend\n"}, func(s *story) {
		s.types("[git:branch").misses("never closed").press("esc").sees("[git:branch is never closed").press("f4").sees("near-tag").press("esc")
		s.press("alt+enter").text("[git:branch]\nend\n").misses("never closed")
	})
}

// What a problem says names files from the directory, as everything on the screen does.
func TestProblemsNameFilesInShort(t *testing.T) {
	t.Parallel()
	b := sighted("claude-code", map[string]string{"CLAUDE.md": "x\n", ".claude/rules/go.md": "---\npaths: \"*.none\"\n---\nx\n"})
	b.w = 160
	tell(t, b, func(s *story) {
		s.sees("~ 1 problem").press("f4").sees("patterns are relative to this").misses("from " + s.cwd).press("enter").sees("patterns are relative to this")
	})
}

// If a problem names a flag of the command line, it also names the key that does the same in the
// workbench.
func TestAProblemNamesTheKeyForAFlag(t *testing.T) {
	t.Parallel()
	b := sighted("opencode", nil)
	with := b.with
	b.w, b.with = 120, func(o *Options) {
		with(o)
		o.Request.Provider, o.Request.Model = "", ""
	}
	tell(t, b, func(s *story) { s.press("f4").sees("no model is named", "here Alt+L chooses one") })
}

// A letter that does nothing in a pane says where the keys are, and how to quit.
func TestALetterWithoutAnActionSaysSo(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		s.press("alt+3").types("q").sees("q does nothing here: ? lists the keys, ^Q quits").runs().text("a\n").press("alt+1").types("q").text("qa\n")
	})
}

func TestRemarksAreCountedApart(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[git:brnch]\n[If all pass]\n", w: 80, h: 24}, func(s *story) {
		s.sees("~ 1 problem, 1 remark").press("ctrl+a").types("[git:brnch]").press("esc").sees("~ 1 problem ").misses("remark")
	})
}

// A problem with a file's name stays while the file is open, and Alt+Enter says what to do.
func TestAProblemOfAFilesNameStaysWhenTheFileIsOpened(t *testing.T) {
	t.Parallel()
	b := sighted("claude-code", map[string]string{"CLAUDE.md": "x\n", ".claude/rule/style.md": "y\n"})
	b.w = 120
	tell(t, b, func(s *story) {
		s.sees("~ 1 problem", "misnamed: .claude/rule/style.md").opens(".claude/rule/style.md").sees("~ 1 problem", "misnamed: .claude/rule/style.md", "looks for .claude/rules, not .claude/rule")
		s.press("alt+enter").sees("The file's name: move it to .claude/rules/style.md")
		s.press("alt+R").sees("│ misnamed: .claude/rule/style.md;").press("left").misses("│ misnamed")
	})
}

// Misnamed files in subfolders are in the Rules tab and among the problems. The status line names
// only those that cannot be pages about an agent.
func TestMisnamedFilesInSubfoldersAreTold(t *testing.T) {
	t.Parallel()
	b := sighted("claude-code", map[string]string{"CLAUDE.md": "x\n", "sub/Claude.md": "y\n", "docs/claude.md": "z\n"})
	b.w = 120
	tell(t, b, func(s *story) {
		s.sees("~ 1 problem, 1 remark", "misnamed: sub/Claude.md ").press("f4").sees("sub/Claude.md", "docs/claude.md", "if it is meant as a rule file").press("esc")
		s.press("alt+R").sees("existing, but not loaded  2", "✗  docs/claude.md  the agent looks for", "✗  sub/Claude.md   the agent looks for")
		s.press("end", "up", "up", "up").sees("sub/Claude.md: its name differs only in", "What to do:", "rename it to CLAUDE.md")
	})
}

// The fix for a file that the agent does not read is a change of another file. So Alt+Enter names
// the key of Transfer, which writes that change.
func TestTheFixOfAFileThatIsNotReadIsTransfer(t *testing.T) {
	t.Parallel()
	files := map[string]string{"CLAUDE.md": "Be exact.\n", "sub/AGENTS.md": "Be kind.\n"}
	b := sighted("claude-code", files)
	b.w = 120
	tell(t, b, func(s *story) {
		s.sees("not read: sub/AGENTS.md").opens("sub/AGENTS.md").press("alt+enter").sees("Alt+8 makes agents read this file, or import it from CLAUDE.md with @sub/AGENTS.md")
		s.press("alt+8").sees("Transfer sub/AGENTS.md")
	})
}

// At 80 columns the names of the other files give way to the word that says that the agent does not
// load the file in the pane.
func TestTheTitleSaysThatTheFileIsNotLoadedBeforeItNamesOthers(t *testing.T) {
	t.Parallel()
	files := map[string]string{"CLAUDE.md": "Be exact.\n", "AGENTS.md": "Be brief.\n", "sub/AGENTS.md": "Be kind.\n"}
	b := setup{w: 80, h: 24, file: "p.md", text: "x\n", files: files, with: func(o *Options) { o.Request.Profile = "codex" }}
	tell(t, b, func(s *story) {
		s.opens("CLAUDE.md").types("x").opens("sub/AGENTS.md").opens("AGENTS.md").sees("FILE  template │ CLAUDE.md ● │ sub/AGENTS.md │ AGENTS.md loaded")
		s.opens("CLAUDE.md").sees("FILE  CLAUDE.md ● │ +3  CLAUDE.md not loaded by codex")
	})
}
