package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galley/engine/document"
	"galley/engine/facts"
	"galley/ui/files"
	"galley/ui/term"
)

// twin keeps the story's world and the disk in step, so that agents see what is saved.
type twin struct {
	files.Disk
	world *facts.Memory
}

func (d twin) Save(doc *document.Document, text string, o document.SaveOptions) (document.Saved, error) {
	saved, err := d.Disk.Save(doc, text, o)
	if err == nil {
		d.world.File(filepath.ToSlash(doc.Path()), text)
	}
	return saved, err
}

// rulesOfOpenCode sets up a project whose rule files OpenCode loads.
func rulesOfOpenCode() setup {
	return setup{
		w: 140, h: 40, file: "p.md", text: "x\n",
		files: map[string]string{
			"AGENTS.md": "Be brief.\n@docs/a.md\n", "docs/a.md": "Tabs.\n", "CLAUDE.md": "Unread.\n", "opencode.json": `{"instructions": ["docs/*.md"]}`,
		},
		world: func(w *facts.Memory, cwd string) { w.Dir(cwd + "/.git") },
		with: func(o *Options) {
			o.Request.Profile = "opencode"
			o.Store = twin{world: o.World.(*facts.Memory)}
		},
	}
}

// opens opens a file by its path.
func (s *story) opens(path string) *story {
	s.t.Helper()
	return s.press("ctrl+n").types(path).press("enter").sees("FILE")
}

// sends checks that the prompt contains texts.
func (s *story) sends(texts ...string) *story {
	s.t.Helper()
	for _, text := range texts {
		if !strings.Contains(s.bench.tabs.text.Text(), text) {
			s.t.Errorf("the prompt does not contain %q:\n%s", text, s.bench.tabs.text.Text())
		}
	}
	return s
}

// slowly presses keys with a pause before each, as somebody does who reads a question first.
func (s *story) slowly(names ...string) *story {
	s.t.Helper()
	for _, name := range names {
		s.pass(time.Second).press(name)
	}
	return s
}

func TestTwoUnsavedFilesChangeOnePromptTogether(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.sends("Be brief.", "Tabs.")
		s.opens("AGENTS.md").types("Please: ").sees("AGENTS.md ●", "loaded by opencode").sends("Please: Be brief.", "Tabs.")
		s.opens("docs/a.md").types("Not spaces, ").sees("a.md ●").sends("Please: Be brief.", "Not spaces, Tabs.")
		s.press("alt+T").sees("TEMPLATE").text("x\n").types("y").sends("Please: Be brief.", "Not spaces, Tabs.")
		// Each file has its own undo history and is saved on its own.
		s.press("ctrl+z").text("x\n").click("AGENTS.md ●", 1).press("ctrl+z").sends("Be brief.", "Not spaces, Tabs.").sees("a.md ●").misses("AGENTS.md ●")
		s.types("Now ").opens("docs/a.md").press("ctrl+s").holds("docs/a.md", "Not spaces, Tabs.\n").holds("AGENTS.md", "Be brief.\n@docs/a.md\n").sees("AGENTS.md ●").misses("a.md ●")
		s.sends("Now Be brief.", "Not spaces, Tabs.")
	})
}

func TestEditorSaysIfTheAgentDoesNotLoadTheFile(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.opens("CLAUDE.md").types("x").pass(5*time.Second).sees("not loaded by opencode", "opencode@1.18.33 does not load this file: ")
		s.opens("AGENTS.md").pass(5 * time.Second).sees("AGENTS.md loaded").misses("does not load")
	})
}

func TestEnterOnABlockOpensItsFile(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.press("alt+3", "]").sees("Blocks").click("AGENTS.md", 2).sees("FILE", "1 Be brief.").press("alt+,").sees("PREVIEW")
	})
}

func TestTheFileThatALineNamesOpens(t *testing.T) {
	t.Parallel()
	b := rulesOfOpenCode()
	b.text = "see [file:docs/a.md] here\n"
	tell(t, b, func(s *story) {
		s.press("alt+L").sees("FILE", "1 Tabs.").press("alt+L").sees("This line does not name a file")
		s.press("alt+,").sees("TEMPLATE").opens("AGENTS.md").press("down", "alt+L").sees("1 Tabs.")
	})
}

func TestALineNamesFiles(t *testing.T) {
	for _, c := range []struct {
		line   string
		column int
		want   string
		tag    bool
	}{
		{"@docs/a.md", 0, "docs/a.md", false},
		{"see @./a.md, and @b.md.", 0, "./a.md", false},
		{"see @./a.md, and @b.md.", 20, "b.md", false},
		{`with @my\ rules.md there`, 7, "my rules.md", false},
		{"somebody@example.org", 3, "", false},
		{"`@code` is not one", 3, "", false},
		{"@~/.claude/CLAUDE.md", 3, "~/.claude/CLAUDE.md", false},
		{"[if file:a b.md]x[endif]", 3, "a b.md", true},
		{"plain", 0, "", false},
	} {
		if path, tag := namedAt(c.line, c.column); path != c.want || tag != c.tag {
			t.Errorf("%q at %d names %q, %v", c.line, c.column, path, tag)
		}
	}
}

func TestOutsideFileIsReadOnlyUntilConfirmed(t *testing.T) {
	t.Parallel()
	b := rulesOfOpenCode()
	b.world = func(w *facts.Memory, cwd string) {
		w.Dir(cwd+"/.git").File(cwd+"/../../.claude/CLAUDE.md", "mine\n")
	}
	tell(t, b, func(s *story) {
		name := filepath.Join(s.cwd, "..", "..", ".claude", "CLAUDE.md")
		s.write(t, name, "mine\n")
		s.opens("~/.claude/CLAUDE.md").sees("read-only").types("x").sees("A file outside the project").types("yy").text("mine\n").sees("A file outside the project")
		s.pass(time.Second).press("enter").text("mine\n")
		s.types("x").press("esc").text("mine\n").types("x").pass(time.Second).press("y").text("xmine\n").misses("read-only")
		s.types("y").text("xymine\n").press("ctrl+s")
		if data, _ := os.ReadFile(name); string(data) != "xymine\n" {
			t.Errorf("the file contains %q", data)
		}
	})
}

func TestMissingRuleFileIsCreatedOnSave(t *testing.T) {
	t.Parallel()
	b := rulesOfOpenCode()
	tell(t, b, func(s *story) {
		dir := filepath.Join(s.cwd, "sub", "deep")
		s.opens("sub/deep/AGENTS.md").sees("AGENTS.md does not exist yet: saving creates it", "(new)").types("New rules.\n")
		if _, err := os.Stat(dir); err == nil {
			t.Error("a directory was created before a save")
		}
		s.press("ctrl+s").holds("sub/deep/AGENTS.md", "New rules.\n").misses("(new)")
	})
	delete(b.files, "AGENTS.md")
	tell(t, b, func(s *story) {
		s.sends("Unread.").rulesOf("opencode").click("–  AGENTS.md", 2).sees("Create AGENTS.md?").press("m").sees("does not exist yet").types("Rules!").sends("Rules!").sees("loaded by opencode")
		if _, err := os.Stat(s.path("AGENTS.md")); err == nil {
			t.Error("the file was created before it was saved")
		}
		// The tab Rules shows the new size, too.
		s.press("alt+R").pass(time.Second).sees("AGENTS.md", "6 B", "AGENTS.md: loaded")
	})
}

func TestQuittingAsksAboutEachUnsavedFile(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.opens("AGENTS.md").types("A ").opens("docs/a.md").types("D ").press("ctrl+q").sees("Unsaved changes", "AGENTS.md and docs/a.md have changes", "Save and quit", "Keep them for next time", "Discard them").press("e").sees("Save                AGENTS.md", "Save                docs/a.md", "Quit")
		s.press("esc").runs().press("ctrl+q", "e", "d").sees("Discard             AGENTS.md", "Save                docs/a.md").press("enter").ended()
		s.holds("AGENTS.md", "Be brief.\n@docs/a.md\n").holds("docs/a.md", "D Tabs.\n")
		s.again().misses("earlier session")
	})
}

func TestEveryUnsavedFileIsOfferedAfterACrash(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.types("T ").opens("AGENTS.md").types("A ").opens("docs/a.md").types("D ").pass(2 * time.Second).dies().again()
		s.sees("Texts from an earlier session", "Restore          p.md", "Restore          AGENTS.md", "Restore          docs/a.md").pass(time.Second)
		s.press("v").sees("+").press("esc").sees("Texts from an earlier session")
		s.press("enter").sends("A Be brief.", "D Tabs.").text("T x\n").holds("AGENTS.md", "Be brief.\n@docs/a.md\n")
		s.press("ctrl+q").sees("have changes that are not saved", "p.md, ").press("s").ended()
		s.holds("p.md", "T x\n").holds("AGENTS.md", "A Be brief.\n@docs/a.md\n").holds("docs/a.md", "D Tabs.\n").again().misses("earlier session")
	})
}

func TestTextOfACrashMayBeLeftOrDiscarded(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.opens("AGENTS.md").types("A ").opens("docs/a.md").types("D ").pass(2 * time.Second).dies().again().pass(time.Second)
		s.sees("Restore          docs/a.md").press("up", "up", "l").press("up", "up").sends("Be brief.")
		s.press("esc").again().sees("Texts from an earlier session").pass(time.Second)
		s.slowly("x", "x", "enter").sees("Delete the unsaved text?").slowly("n").again().slowly("x", "x", "enter", "y").again().misses("earlier session")
	})
}

func TestChangesFromOutsideAreAskedAboutInOneDialog(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.opens("AGENTS.md").types("A ").opens("docs/a.md").types("D ").pass(time.Second)
		s.write(t, s.path("AGENTS.md"), "theirs\n")
		s.write(t, s.path("docs/a.md"), "theirs too\n")
		s.send(changedMsg{paths: []string{s.cwd + "/AGENTS.md", s.cwd + "/docs/a.md"}}).pass(time.Second)
		s.sees("Files have changed on disk", "Keep mine    AGENTS.md", "Keep mine    docs/a.md").press("v").sees("-theirs", "+A Be brief.").press("esc")
		s.press("t").press("enter").text("D Tabs.\n").press("ctrl+n").types("AGENTS").press("enter").text("theirs\n").press("ctrl+z").text("A Be brief.\n@docs/a.md\n")
	})
}

func TestAFileIsClosed(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.press("alt+W").sees("The template stays open").opens("AGENTS.md").types("A ").press("alt+W").sees("Unsaved changes").press("esc").sees("AGENTS.md ●")
		s.press("alt+W", "d").sees("TEMPLATE").misses("AGENTS.md ●").sends("Be brief.").press("ctrl+q").ended().again().misses("earlier session")
	})
}

func TestALinkToAnOpenFileShowsThatFile(t *testing.T) {
	t.Parallel()
	tell(t, rulesOfOpenCode(), func(s *story) {
		if err := os.Symlink("AGENTS.md", s.path("LINK.md")); err != nil {
			t.Skip(err)
		}
		s.opens("AGENTS.md").types("A ").press("alt+T", "ctrl+n").types("LINK.md").press("enter").sees("LINK.md is a link to AGENTS.md, which is open").text("A Be brief.\n@docs/a.md\n")
	})
}

func TestTheProblemsOfAnOpenRuleFileStandInItsGutter(t *testing.T) {
	t.Parallel()
	b := rulesOfOpenCode()
	b.files = map[string]string{"CLAUDE.md": "Be brief.\nSee @docs/none.md.\nzero\u200bwidth\n"}
	b.with = func(o *Options) { o.Request.Profile = "claude-code" }
	tell(t, b, func(s *story) {
		s.opens("CLAUDE.md").sees("~ 2 See @docs/none.md.", "~ 3 zero").press("f8").caretAt("2 See |@docs/none.md").sees("has no effect")
		s.press("f8").sees("without a width").press("f4").sees("CLAUDE.md:2:5", "dead-import", "hidden-text").press("esc")
		s.press("alt+1", "up", "home", "ctrl+k").misses("dead-import", "has no effect").sees("~ 2 zero")
	})
}

// If the names of the open files do not fit, the pane shows how many more are open and
// whether any of them is unsaved. A click lists them.
func TestFilesWithoutRoomForTheirNamesAreCounted(t *testing.T) {
	t.Parallel()
	o := rulesOfOpenCode()
	o.w, o.h = 100, 30
	tell(t, o, func(s *story) {
		s.opens("AGENTS.md").types("A ").opens("docs/a.md").opens("CLAUDE.md").sees("template │ AGENTS.md ● │ a.md │ CLAUDE.md")
		s.resize(40, 24).sees("CLAUDE.md │ +3 ●").click("+3", 1).sees("Open a file", "docs/a.md")
	})
}

// The unsaved text can be compared with the file at any time.
func TestUnsavedTextIsComparedWithTheDisk(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n", files: map[string]string{"AGENTS.md": "rules\n"}, w: 200, h: 40}, func(s *story) {
		s.misses("^S save").press("alt+Y").sees("Nothing is unsaved").press("esc")
		s.types("new ").sees("^S save").press("alt+Y").sees("p.md on disk (−) and unsaved (+)", "-old", "+new old").press("esc")
		s.opens("AGENTS.md").types("more ").press("ctrl+p").types("unsaved").press("enter").sees("in which file?").press("down", "enter").sees("-rules", "+more rules")
	})
}

// The word after the tabs names the file in the pane if the last tab belongs to another file.
func TestWhatAgentsDoWithAFileNamesItsTab(t *testing.T) {
	t.Parallel()
	files := map[string]string{"AGENTS.md": "a\n", "GEMINI.md": "b\n"}
	tell(t, setup{w: 80, h: 24, files: files, with: func(o *Options) { o.Request.Profile = "gemini-cli" }}, func(s *story) {
		s.opens("GEMINI.md").sees("GEMINI.md loaded by").misses("GEMINI.md GEMINI.md").opens("AGENTS.md").opens("GEMINI.md").sees("AGENTS.md  GEMINI.md loaded by gemini-cli")
	})
}

// Text that was copied in one file or in the preview can be pasted into another file, even if the
// clipboard cannot be read.
func TestACopyIsPastedIntoAnotherFileWithoutAClipboard(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n", files: map[string]string{"AGENTS.md": "rules\n"}}, func(s *story) {
		fails := term.ClipboardFailedMsg{Message: "no graphical session"}
		s.send(fails).text("old\n").sees("no graphical session")
		s.opens("AGENTS.md").press("shift+right", "shift+right", "ctrl+c").press("alt+T").send(fails).text("ruold\n")
		s.press("alt+C").send(fails).text("ruruold\nold\n")
		s.press("ctrl+a", "ctrl+x").opens("AGENTS.md").send(fails).sees("1 ru")
	})
}
