package app

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"galley/ui/layout"
)

func TestThePaletteRunsWhatIsChosen(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "one two\n"}, func(s *story) {
		s.press("ctrl+p").sees("Actions", "Save", "Ctrl+S").types("dupl").press("enter").text("one two\none two\n").misses("Actions")
		s.press("f9").types("undo").press("enter").text("one two\n")
		s.press("ctrl+p").types("zzzz").sees("Nothing matches").press("enter").sees("Nothing matches").press("esc").text("one two\n")
		s.press("ctrl+p").types("quit").press("enter").ended()
	})
}

func TestEveryActionOfThePaletteCanBeRunInEveryPane(t *testing.T) {
	t.Parallel()
	for _, pane := range []string{"alt+1", "alt+2", "alt+3"} {
		t.Run(pane, func(t *testing.T) {
			t.Parallel()
			tell(t, setup{file: "p.md", text: "one [file:AGENTS.md]\n", files: someFiles}, func(s *story) {
				for _, e := range s.o.Keys.Palette() {
					s.press(pane, "ctrl+p").pastes(e.Title).press("enter")
					if s.quit {
						s.again()
					}
					s.press("esc", "esc").misses("Actions")
				}
			})
		})
	}
}

func TestDialogsObeyTheKeysOfTheTable(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\nb\n"}, func(s *story) {
		for _, open := range []string{"ctrl+p", "ctrl+t", "f4", "f1", "ctrl+f", "alt+S", "alt+l"} {
			for _, key := range []string{"esc", "ctrl+c", "ctrl+g"} {
				if s.press(open, key); s.bench.screen.Dialog() != nil {
					t.Errorf("%s does not close what %s opens", key, open)
				}
			}
		}
		s.press("ctrl+g").types("2").press("ctrl+j").caretAt("2 |b")
		s.press("ctrl+t", "end", "enter").sees("Insert the text of a file") // the last row is a file and asks for its path
		s.press("esc", "ctrl+t", "end", "home", "ctrl+j").sees("[system:time]b")
	})
}

func TestHelpShowsTheKeysThatWorkHere(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		s.press("f1").sees("Keys", "File", "Ctrl+S", "Save").press("end").sees("Looks").press("esc").misses("Looks")
		s.press("alt+2", "f1").press("end", "pgup").sees("Treat it as missing").press("q")
	})
}

func TestZoomShowsOnePaneAlone(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		s.press("f7").sees("TEMPLATE").misses("PREVIEW", "VARIABLES").press("f7").sees("PREVIEW", "VARIABLES")
		s.press("alt+3", "alt+0").sees("PREVIEW").misses("TEMPLATE", "VARIABLES").press("tab").sees("TEMPLATE").misses("PREVIEW")
	})
}

func TestTheThemeIsSwitched(t *testing.T) {
	t.Parallel()
	tell(t, setup{}, func(s *story) {
		dark := s.frame()
		light := s.press("alt+t").sees("Theme light").frame()
		s.press("alt+t").sees("Theme contrast")
		mono := s.press("alt+t").sees("Theme mono").frame()
		if dark == light || light == mono {
			t.Error("the switch changes nothing")
		}
		if strings.Contains(mono, "38;") || strings.Contains(mono, "48;") {
			t.Error("mono has colours")
		}
		s.press("alt+t").sees("Theme dark").pass(10 * time.Second).misses("Theme dark")
		if s.frame() != dark {
			t.Error("the first theme is not restored exactly")
		}
	})
}

func TestLongLinesWrapOrRunOn(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: strings.Repeat("word ", 60) + "END\nnext\n"}, func(s *story) {
		s.sees("END").press("alt+w").sees("Long lines do not wrap").misses("END").sees("2 next").press("end").sees("END").caretAt("END|")
		s.press("alt+w").sees("Long lines wrap", "END")
	})
}

func TestSpacesAreShownOnRequest(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a b\tc\n"}, func(s *story) {
		s.misses("a·b").press("alt+u").sees("a·b").press("alt+u").misses("a·b")
	})
}

func TestTheOriginBarIsHidden(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		s.sees("▍a").press("alt+o").misses("▍a").press("alt+o").sees("▍a")
	})
}

func TestTheModelIsChosen(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[prompt:model]"}, func(s *story) {
		s.press("alt+l").sees("Model").sees("200k", "$3.00").types("openai/gpt-5").press("enter").prompt("gpt-5").sees("/400k tokens")
		s.press("alt+l", "enter").prompt("gpt-5")
		s.press("alt+l").types("no model").press("enter").prompt("").sees("no model: choose one").misses("openai/gpt-5")
	})
}

// A name that is not in the list is taken as typed. If galley does not know it, the workbench says
// so.
func TestUnknownModelIsAcceptedAndReported(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "[prompt:model]"}, func(s *story) {
		s.press("alt+l").types("my-zzz-model").sees("window not known").press("enter").prompt("my-zzz-model").sees("not a model that galley knows")
		s.press("alt+l").types("anthropic/claude-sonet-4-5").sees("window assumed, that of claude-sonnet-4-5-20250929")
		s.press("enter").prompt("claude-sonet-4-5").sees("knows; did you mean claude-sonnet-4-5?")
		// The list has other names that contain these letters, but the exact name must win.
		s.press("alt+l").types("claude-opus-5-5").press("enter").prompt("claude-opus-5-5").sees("/~1M tokens")
		s.press("alt+l").types("opus45").press("enter").misses("opus45")
	})
}

// A message is about what was done before. Once the user has had time to read it, the next key
// removes it.
func TestNewsThatWasReadGoesWithTheNextKey(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		s.press("alt+3", "s").sees("s works in the tab").press("down").sees("s works in the tab").pass(2 * time.Second).sees("s works in the tab")
		s.press("down").misses("s works in the tab")
	})
}

func TestNewsGoesAfterAWhile(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "a\n"}, func(s *story) {
		s.press("alt+,").sees("No place to go back to").pass(3 * time.Second).sees("No place to go back to").pass(4 * time.Second)
		s.misses("No place to go back to").sees("^P all actions")
		s.press("alt+,", "esc").misses("No place to go back to")
		s.press("alt+,", "alt+3").misses("No place to go back to").press("alt+,", "]").misses("No place to go back to")
	})
}

func TestTheFocusIsShownInTheFrameNotByColourAlone(t *testing.T) {
	t.Parallel()
	tell(t, setup{theme: "mono"}, func(s *story) {
		frames := map[string]layout.Pane{}
		for _, key := range []string{"alt+1", "alt+2", "alt+3"} {
			frames[s.press(key).frame()] = s.bench.screen.Focus()
		}
		if len(frames) != 3 {
			t.Error("in mono, another pane with the focus looks the same")
		}
	})
}

func TestTheReadersRowIsShownInEveryTheme(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"dark", "light", "mono"} {
		tell(t, setup{file: "p.md", text: "one\ntwo\nthree\n", theme: theme}, func(s *story) {
			s.press("alt+3", "down")
			x, y, _ := s.caret()
			s.onTerminal(func(em *vt.Emulator) {
				if here, above := lookAt(em, x, y), lookAt(em, x, y-1); here == above {
					t.Errorf("%s: the row with the reading position looks like the one above it: %s", theme, here)
				}
			})
		})
	}
}

func TestPreviewKeepsItsPlaceWhenAFileChanges(t *testing.T) {
	t.Parallel()
	file := strings.Repeat("line of prose\n", 200) + "the one that is read\n" + strings.Repeat("more\n", 100)
	tell(t, setup{file: "p.md", text: "[file:AGENTS.md]", files: map[string]string{"AGENTS.md": file}}, func(s *story) {
		s.press("alt+3").wheel(80, 10, 64)
		_, before := s.find("▎the one that is read")
		s.world.File(s.path("AGENTS.md"), "new\nnew\n"+file)
		s.changed("AGENTS.md")
		if _, after := s.find("▎the one that is read"); after != before {
			t.Errorf("the reading position moved from row %d to row %d", before, after)
		}
	})
}

func TestASmallScreenSaysSoAndComesBack(t *testing.T) {
	t.Parallel()
	tell(t, setup{file: "p.md", text: "some text\n"}, func(s *story) {
		s.types("x")
		before := s.frame()
		for _, size := range [][2]int{{10, 3}, {1, 1}, {19, 5}, {20, 4}, {0, 0}, {2, 50}, {300, 1}} {
			s.w, s.h = size[0], size[1]
			s.bench.Update(sizeOf(size[0], size[1]))
			if size[0] > 0 {
				s.frame()
			}
		}
		if s.resize(120, 40).frame() != before {
			t.Error("the screen is not restored exactly")
		}
		s.text("xsome text\n")
	})
}
