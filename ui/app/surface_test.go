package app

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/vt"
	"github.com/muesli/termenv"

	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
)

// surface returns the rectangle of the dialog on the screen. It is found by its frame, whose
// corners have the dialogs' background.
func surface(em *vt.Emulator, w, h int, ground string) (x0, y0, x1, y1 int, ok bool) {
	at := func(x, y int, glyph string) bool {
		c := em.CellAt(x, y)
		return c != nil && c.Content == glyph && strings.Contains(lookAt(em, x, y), ground)
	}
	for y := range h {
		for x := range w {
			switch {
			case !ok && at(x, y, "┌"):
				x0, y0, ok = x, y, true
			case ok && at(x, y, "┘"):
				return x0, y0, x, y, true
			}
		}
	}
	return 0, 0, 0, 0, false
}

func over(c cell.Color) string {
	r, g, b, _ := c.RGB()
	return fmt.Sprintf("over #%02x%02x%02x", r, g, b)
}

// Every cell of a dialog has the dialogs' background or a background that marks something.
func TestADialogIsOneSurfaceInEveryTheme(t *testing.T) {
	t.Parallel()
	dialogs := []struct {
		name string
		keys []string
	}{
		{"palette", []string{"ctrl+p"}}, {"help", []string{"f1"}}, {"legend", []string{"alt+G"}}, {"problems", []string{"f4"}}, {"insert", []string{"ctrl+t"}},
		{"model", []string{"alt+l"}}, {"budgets", []string{"alt+B"}}, {"whose prompt", []string{"alt+p"}}, {"compare", []string{"alt+D"}}, {"quit", []string{"ctrl+q"}},
		{"save as", []string{"alt+S"}}, {"line", []string{"ctrl+g"}}, {"override", []string{"alt+2", "e"}}, {"filter", []string{"alt+2", "/"}},
		{"messages", []string{"alt+M"}}, {"path", []string{"ctrl+t", "f", "i", "l", "e", "enter"}}, {"found", []string{"f1", "/", "a"}},
		// These change the tab.
		{"profiles", []string{"alt+3", "]", "c"}}, {"comparison", []string{"alt+3", "c", "enter"}}, {"rule", []string{"alt+R", "r"}}, {"agent", []string{"alt+R", "a"}},
	}
	for _, theme := range style.Names() {
		if theme == "mono" {
			continue // this theme has no colours
		}
		loaded, err := style.Builtin(theme)
		if err != nil {
			t.Fatal(err)
		}
		st := style.Load(loaded, termenv.TrueColor)
		var grounds []string
		for _, s := range []cell.Style{st.Popup, st.PopupSelected, st.Match, st.MatchCurrent, st.Selection, st.Caret} {
			grounds = append(grounds, over(s.Bg))
		}
		t.Run(theme, func(t *testing.T) {
			t.Parallel()
			tell(t, picture(theme, 100, 30), func(s *story) {
				s.press("ctrl+a").pastes(sample).press("alt+<")
				check := func(name string) {
					s.onTerminal(func(em *vt.Emulator) {
						x0, y0, x1, y1, ok := surface(em, s.w, s.h, over(st.Popup.Bg))
						if !ok {
							t.Fatalf("%s: no dialog is on the screen:\n%s", name, s)
						}
						for y := y0; y <= y1; y++ {
							for x := x0; x <= x1; x++ {
								if before := em.CellAt(x-1, y); before != nil && before.Width == 2 {
									continue // the emulator keeps no style for the second half of a wide character
								}
								if look := lookAt(em, x, y); !anyIn(look, grounds) {
									t.Fatalf("%s: the cell %d,%d is %q:\n%s", name, x, y, look, s)
								}
							}
						}
					})
				}
				for _, d := range dialogs {
					s.press("alt+1").press(d.keys...)
					check(d.name)
					s.press("esc", "esc", "esc")
				}
				ways := []dialog.Way{{Key: "s", Label: "Save"}, {Key: "d", Label: "Discard"}}
				rows := []dialog.Choice{{Label: "a.md", Detail: "changed", Way: "s"}, {Label: "b.md", Way: "d"}}
				s.bench.screen.Input(func() tea.Cmd {
					s.bench.screen.Open(dialog.NewChoices("Unsaved changes", "Two files.", "Apply", ways, rows, nil).Viewing(func(int) {}))
					return nil
				})
				s.press("down")
				check("choices")
				s.press("esc")
				if theme == "contrast" {
					return // the other dialogs are made of the same styles
				}
				for _, e := range s.bench.keys.Palette() { // the dialogs of all other actions, also of actions that are added later
					if leavesTheScreen[e.Action] {
						continue
					}
					s.press("alt+1").chooses(e.Action)
					switch s.bench.screen.Dialog().(type) {
					case nil, *dialog.Find, *dialog.Replace: // bars without a frame
					default:
						check(string(e.Action))
					}
					s.press("esc", "esc", "esc")
				}
			})
		})
	}
}

func anyIn(look string, grounds []string) bool {
	for _, g := range grounds {
		if strings.Contains(look, g) {
			return true
		}
	}
	return false
}
