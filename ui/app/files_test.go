package app

import (
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/facts"
)

func TestSavingWritesTheBytesAndSaysSo(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\r\nb\tc\xff\r\nlast"}, func(s *story) {
		s.sees("CRLF", "1 invalid byte").types("x").sees("p.md ●").press("ctrl+s")
		s.sees("Saved p.md, 14 bytes").misses("p.md ●").holds("p.md", "xa\r\nb\tc\xff\r\nlast")
		s.press("f2").holds("p.md", "xa\r\nb\tc\xff\r\nlast")
	})
}

func TestABuiltInTemplateAsksForItsNameWhenSaved(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		s.types("# mine\n").press("ctrl+s").sees("Save as", "Enter saves, Esc saves nothing", ".galley/system-prompt.md").press("enter")
		s.sees("Saved .galley/system-prompt.md").misses("built-in", "●")
		if got, _ := os.ReadFile(s.path(".galley/system-prompt.md")); !strings.HasPrefix(string(got), "# mine\nYou are") {
			t.Errorf("the file contains %q", got)
		}
		s.types("y").press("ctrl+s").misses("Save as", "●")
	})
}

func TestSaveWithoutANameIsCancelled(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		s.types("x").press("ctrl+s", "esc").sees("built-in template ●").misses("Save as")
		s.press("ctrl+s", "ctrl+u", "enter").sees("built-in template ●")
		if _, err := os.Stat(s.path(".galley")); err == nil {
			t.Error("something was written")
		}
	})
}

func TestSaveAsDoesNotOverwriteAFileUnasked(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "mine\n"}, func(s *story) {
		s.write(t, s.path("other.md"), "theirs\n")
		s.press("alt+S", "ctrl+u").types("other.md").press("enter")
		s.sees("the file exists already").holds("other.md", "theirs\n").press("esc").holds("other.md", "theirs\n").sees("p.md")
		s.press("alt+S", "ctrl+u").types("other.md").press("enter", "d").sees("-theirs", "+mine").press("esc")
		s.sees("the file exists already").press("k").holds("other.md", "mine\n").sees("Saved other.md", "─ other.md ─")
		s.types("x").press("ctrl+s").holds("other.md", "xmine\n").holds("p.md", "mine\n")
	})
}

func TestAFirstSaveDoesNotOverwriteAFileUnasked(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		s.write(t, s.path(".galley/system-prompt.md"), "theirs\n")
		s.types("mine ").press("ctrl+s", "enter").sees("the file exists already").press("t")
		s.text("theirs\n").sees("system-prompt.md").misses("●").press("ctrl+z").sees("mine You are").sees("●")
	})
}

func TestMissingTemplateStartsAsDefaultAndIsCreated(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "new/p.md", fresh: true}, func(s *story) {
		s.sees("new/p.md (new)", "You are a helpful coding assistant.")
		s.press("ctrl+a").types("x\n").press("ctrl+s").holds("new/p.md", "x\n").misses("(new)")
	})
}

func TestASaveNeverOverwritesWhatAnotherProgramWrote(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("mine ")
		s.write(t, s.path("p.md"), "theirs\n")
		s.press("ctrl+s").sees("the file has changed on disk").holds("p.md", "theirs\n")
		s.press("esc").holds("p.md", "theirs\n").sees("p.md ●").text("mine old\n")
		s.press("ctrl+s", "d").sees("-theirs", "+mine old").press("q").sees("changed on disk").press("k").holds("p.md", "mine old\n").misses("●")
	})
}

func TestTakingTheirsIsUndone(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("mine ")
		s.write(t, s.path("p.md"), "theirs\n")
		s.press("ctrl+s", "t").text("theirs\n").prompt("theirs\n").misses("●").press("ctrl+z").text("mine old\n").sees("p.md ●")
		s.press("ctrl+s").holds("p.md", "mine old\n")
	})
}

func TestDeletedFileIsCreatedAgainOnRequest(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x")
		if err := os.Remove(s.path("p.md")); err != nil {
			t.Fatal(err)
		}
		s.press("ctrl+s").sees("the file was deleted").misses("Take theirs").press("k").holds("p.md", "xold\n")
	})
}

func TestAReadOnlyFileIsWrittenOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		if err := os.Chmod(s.path("p.md"), 0o444); err != nil {
			t.Fatal(err)
		}
		s.again().sees("read-only").types("x").press("ctrl+s").sees("the file is read-only").holds("p.md", "old\n")
		s.press("a").sees("Save as").press("ctrl+u").types("copy.md").press("enter").holds("copy.md", "xold\n").holds("p.md", "old\n")
	})
}

func TestQuittingWithUnsavedTextAsks(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").press("ctrl+q").runs().sees("Unsaved changes", "Save and quit", "Discard them and quit")
		s.press("esc").runs().text("xold\n").press("f10", "ctrl+c").runs().text("xold\n")
		s.press("ctrl+q", "enter", " ", "y").runs().press("s").ended().holds("p.md", "xold\n")
	})
}

func TestQuittingKeepsTheTextForNextTime(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").press("ctrl+q", "k").ended().holds("p.md", "old\n").dies().again().sees("earlier session").pass(time.Second).press("r").text("xold\n")
	})
	tell(t, setup{file: "p.md", text: "old\n", with: func(o *Options) { o.StateDir = "" }}, func(s *story) {
		s.types("x").press("ctrl+q").sees("Save and quit").misses("next time").press("k").runs()
	})
	tell(t, setup{file: "p.md", text: "old\n", with: func(o *Options) { o.StateDir = "/proc/none/galley" }}, func(s *story) {
		s.types("x").press("ctrl+q", "k").runs().sees("was not stored").text("xold\n")
	})
	tell(t, rulesOfOpenCode(), func(s *story) {
		s.types("T ").opens("AGENTS.md").types("A ").opens("docs/a.md").types("D ").press("ctrl+q", "e", "k", "d").sees("Keep for next time  p.md", "Discard             AGENTS.md", "Save                docs/a.md").press("enter").ended()
		s.holds("p.md", "x\n").holds("AGENTS.md", "Be brief.\n@docs/a.md\n").holds("docs/a.md", "D Tabs.\n")
		s.dies().again().sees("earlier session", "p.md").misses("AGENTS.md: ").pass(time.Second).press("r").text("T x\n")
	})
}

func TestQuittingDiscardsOnlyWhenToldTo(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x").pass(2*time.Second).press("ctrl+q", "d").ended().holds("p.md", "old\n")
		s.again().misses("earlier session").text("old\n").press("ctrl+q").ended()
	})
}

func TestQuittingByASaveThatFailsStays(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("x")
		s.write(t, s.path("p.md"), "theirs\n")
		s.press("ctrl+q", "s").runs().sees("the file has changed on disk").press("esc").runs().text("xold\n")
		s.press("ctrl+q", "s", "k").ended().holds("p.md", "xold\n")
	})
}

func TestQuittingANewTemplateSavesUnderAName(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		s.types("x").press("ctrl+q", "s").sees("Save as").press("ctrl+u").types("a.md").press("enter").ended()
		if got, _ := os.ReadFile(s.path("a.md")); !strings.HasPrefix(string(got), "xYou are") {
			t.Errorf("the file contains %q", got)
		}
	})
}

// Users of other tools reported that Ctrl+C or Esc discards a long draft.
func TestNeitherControlCNorEscEverDiscards(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "old\n"}, func(s *story) {
		s.types("draft ")
		for _, where := range []string{"alt+1", "alt+2", "alt+3"} {
			s.press(where, "ctrl+c", "ctrl+c", "esc", "esc", "esc", "ctrl+c").runs().text("draft old\n")
		}
		for _, open := range []string{"ctrl+p", "f1", "f4", "ctrl+f", "ctrl+g", "ctrl+t", "alt+S", "alt+l", "ctrl+q"} {
			s.press("alt+1", open, "ctrl+c", "ctrl+c").runs().press(open, "esc", "esc").runs().text("draft old\n").holds("p.md", "old\n")
		}
	})
}

func (s *story) changed(names ...string) *story {
	s.t.Helper()
	var paths []string
	for _, n := range names {
		paths = append(paths, facts.Slash(s.path(n)))
	}
	return s.send(changedMsg{paths})
}

func TestAFileChangedOutsideIsReloadedWhenNothingIsUnsaved(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\ntwo\nthree\n"}, func(s *story) {
		s.press("down", "down", "end")
		s.write(t, s.path("p.md"), "zero\none\ntwo\nthree\n")
		s.changed("p.md").text("zero\none\ntwo\nthree\n").prompt("zero\none\ntwo\nthree\n").caretAt("4 three|").sees("Reloaded p.md").misses("●")
		s.press("ctrl+z").text("one\ntwo\nthree\n").sees("p.md ●")
	})
}

func TestAFileChangedOutsideAndHereIsAskedAbout(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		s.types("x").pass(time.Second)
		s.write(t, s.path("p.md"), "two\n")
		s.changed("p.md").sees("The file has changed on disk").text("xone\n").pass(time.Second)
		s.press("d").sees("-two", "+xone").press("esc", "esc").text("xone\n").holds("p.md", "two\n")
		s.press("ctrl+s").sees("changed on disk").press("esc").pass(time.Second)
		s.changed("p.md").pass(time.Second).press("k").text("xone\n").pass(time.Second)
		s.changed("p.md").pass(time.Second).press("t").text("two\n").press("ctrl+z").text("xone\n")
	})
}

// The letters of a word that is being typed must not answer the question.
func TestAQuestionWaitsUntilNobodyTypes(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		s.types("x")
		s.write(t, s.path("p.md"), "two\n")
		s.changed("p.md").types("tkd").changed("p.md").text("xtkdone\n").pass(2 * time.Second).sees("The file has changed on disk").press("k")
		s.pass(3 * time.Second).misses("The file has changed on disk").text("xtkdone\n")
		s.press("ctrl+p").changed("p.md").pass(2 * time.Second).sees("Actions").press("esc").pass(2 * time.Second).sees("The file has changed on disk")
	})
}

func TestTouchedFileHasNotChanged(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		s.types("x")
		s.write(t, s.path("p.md"), "one\n")
		s.changed("p.md").misses("changed on disk").text("xone\n")
		s.write(t, s.path("p.md"), "xone\n")
		s.changed("p.md").misses("changed on disk").text("xone\n").misses("●")
	})
}

func TestDeletedFileKeepsItsTextInTheEditor(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		if err := os.Remove(s.path("p.md")); err != nil {
			t.Fatal(err)
		}
		s.changed("p.md").text("one\n").sees("deleted from the disk", "p.md (gone) ●")
		s.press("ctrl+q").sees("Unsaved changes").press("esc").pass(2 * time.Second).dies()
		s.press("ctrl+s", "k").holds("p.md", "one\n").misses("●")
	})
}

func TestAFileThatATagNamesIsFollowed(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[file:AGENTS.md]", files: map[string]string{"AGENTS.md": "old"}}, func(s *story) {
		s.prompt("old")
		s.world.File(s.path("AGENTS.md"), "new")
		s.types("x").prompt("xold").changed("AGENTS.md").prompt("xnew")
		s.world.Remove(s.path("AGENTS.md"))
		s.press("f5").prompt("x")
	})
}

func TestReloadTakesTheFileWhenNothingIsUnsaved(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		s.write(t, s.path("p.md"), "two\n")
		s.press("f5").text("two\n").sees("Read the files again").misses("unsaved text stays").types("x")
		s.write(t, s.path("p.md"), "three\n")
		s.press("f5").text("xtwo\n").sees("Read the files again; unsaved text stays", "has changed on disk").press("esc").text("xtwo\n")
	})
}

func TestExternalEditorNeedsSavedText(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		s.types("x").press("ctrl+e").sees("Unsaved changes", "Save, then open it").press("esc").holds("p.md", "one\n")
		s.press("alt+e", "s").holds("p.md", "xone\n").misses("p.md ●")
	})
}

func TestMouseCanBeLeftToTheTerminal(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one\n"}, func(s *story) {
		s.press("alt+m").sees("The mouse controls the terminal")
		if len(s.sent) == 0 || s.sent[len(s.sent)-1] != tea.DisableMouse() {
			t.Errorf("commands to the terminal: %v", s.sent)
		}
		s.click("one", 1).press("alt+m").sees("The mouse controls galley")
		if s.sent[len(s.sent)-1] != tea.EnableMouseCellMotion() {
			t.Errorf("commands to the terminal: %v", s.sent)
		}
	})
}

func TestTextFromStandardInputIsUnsavedUntilItHasAName(t *testing.T) {
	t.Parallel()
	piped := setup{with: func(o *Options) {
		o.BuiltIn, o.Document = false, nil
		o.Request.Template = engine.Template{Text: "piped [system:os]\n"}
	}}
	tell(t, piped, func(s *story) {
		s.text("piped [system:os]\n").sees("standard input ●").press("ctrl+q").sees("Unsaved changes").press("esc")
		s.press("ctrl+s").sees("Save as").press("ctrl+u").types("p.md").press("enter").sees("Saved p.md")
		s.holds("p.md", "piped [system:os]\n").press("ctrl+q").ended()
	})
	tell(t, piped, func(s *story) {
		s.pass(time.Second).dies().again().sees("earlier session")
	})
}

// A file of the project is opened by some letters of its path.
func TestAFileIsFoundByLettersOfItsPath(t *testing.T) {
	t.Parallel()
	files := map[string]string{"AGENTS.md": "Be brief.\n", "docs/guide/style.md": "Tabs.\n", "docs/other.md": "x\n", "src/main.go": "package main\n"}
	tell(t, setup{file: "p.md", text: "old\n", files: files}, func(s *story) {
		s.press("ctrl+n").sees("Open a file", "p.md", "the template", "AGENTS.md").misses("docs/")
		s.types("gdsty").sees("docs/guide/style.md").misses("other.md").press("enter").text("Tabs.\n").sees("FILE")
		s.types("x").press("ctrl+n").sees("docs/guide/style.md", "● not saved").types("style").sees("1 of 2").press("enter").text("xTabs.\n")
		s.press("ctrl+n").types("new/one.md").sees("as typed: open the file").press("enter").sees("new/one.md does not exist yet")
		s.press("ctrl+n").types("docs/").sees("docs/other.md").press("esc")
	})
}

// A typed text with a slash may also be letters of a path. The row that makes a new file of the
// text is the last one.
func TestAFileIsFoundByLettersWithASlash(t *testing.T) {
	t.Parallel()
	files := map[string]string{"internal/ui/AGENTS.md": "Draw.\n", "AGENTS.md": "Be brief.\n", "unit/agate.md": "x\n"}
	tell(t, setup{file: "p.md", text: "old\n", files: files}, func(s *story) {
		for _, typed := range []string{"ui/AG", "ui/agents"} {
			s.press("ctrl+n").types(typed).sees("internal/ui/AGENTS.md", "which is new").press("enter").text("Draw.\n").press("alt+W")
		}
		s.press("ctrl+n").types("ui/none.md").sees("ui/none.md  as typed: open the file at this path, which is new", "1 of 1").press("esc")
		s.press("ctrl+n").types("ui/AGENTS.md").press("end", "enter").sees("ui/AGENTS.md does not exist yet")
	})
}

// The path that was typed comes before an open file whose path contains it.
func TestTheTypedPathIsFirst(t *testing.T) {
	t.Parallel()
	files := map[string]string{"internal/ui/AGENTS.md": "Draw.\n", "AGENTS.md": "Be brief.\n"}
	tell(t, setup{file: "p.md", text: "old\n", files: files}, func(s *story) {
		s.press("ctrl+n").types("internal/ui/AGENTS.md").misses("as typed").press("enter").text("Draw.\n")
		s.press("ctrl+n").types("AGENTS.md").misses("as typed").press("enter").text("Be brief.\n")
		s.press("ctrl+n").types("internal").misses("as typed").press("esc")
	})
}

// The tab of a file shows as much of its path as is needed to distinguish it from other files of
// the project with the same name.
func TestTheTabTellsFilesOfOneNameApart(t *testing.T) {
	t.Parallel()
	files := map[string]string{"internal/ui/AGENTS.md": "Draw.\n", "AGENTS.md": "Be brief.\n", "docs/one.md": "x\n"}
	tell(t, setup{w: 200, h: 40, file: "p.md", text: "old\n", files: files}, func(s *story) {
		s.press("ctrl+n").types("internal").press("enter").text("Draw.\n").sees(" ui/AGENTS.md ").misses("internal/ui/AGENTS.md │")
		s.press("ctrl+n").types("AGENTS.md").press("enter").text("Be brief.\n").sees("│ ui/AGENTS.md │ AGENTS.md ")
		s.press("ctrl+n").types("one").press("enter").text("x\n").sees("│ one.md ")
	})
}
