package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
	"github.com/muesli/termenv"

	"galley/ui/cell"
	"galley/ui/style"
)

// surface returns the rectangle of the dialog on the screen: from the last corner of a
// frame that has a dialog's background to the opposite one.
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

// A dialog is one surface: every cell of it has the background of dialogs, or one
// that marks something.
func TestADialogIsOneSurfaceInEveryTheme(t *testing.T) {
	t.Parallel()
	dialogs := map[string][]string{
		"palette": {"ctrl+p"}, "help": {"f1"}, "legend": {"alt+G"}, "problems": {"f4"}, "insert": {"ctrl+t"}, "model": {"alt+l"}, "budgets": {"alt+B"},
		"whose prompt": {"alt+p"}, "compare": {"alt+D"}, "quit": {"ctrl+q"}, "save as": {"alt+S"}, "line": {"ctrl+g"}, "override": {"alt+2", "e"},
		"filter": {"alt+2", "/"}, "rule": {"alt+R", "r"}, "agent": {"alt+R", "a"}, "messages": {"alt+M"}, "path": {"ctrl+t", "f", "i", "l", "e", "enter"},
		"profiles": {"alt+3", "]", "c"}, "comparison": {"alt+3", "]", "c", "enter"}, "found": {"f1", "/", "a"},
	}
	for _, theme := range style.Names() {
		if theme == "mono" {
			continue // it has no colours
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
		for name, keys := range dialogs {
			t.Run(theme+" "+name, func(t *testing.T) {
				tell(t, picture(theme, 100, 30), func(s *story) {
					s.press("ctrl+a").pastes(sample).press("alt+<")
					for _, key := range keys {
						s.press(key).settle()
					}
					em := s.terminal()
					x0, y0, x1, y1, ok := surface(em, s.w, s.h, over(st.Popup.Bg))
					if !ok {
						t.Fatalf("no dialog is on the screen:\n%s", s)
					}
					for y := y0; y <= y1; y++ {
						for x := x0; x <= x1; x++ {
							if look := lookAt(em, x, y); !anyIn(look, grounds) {
								t.Fatalf("the cell %d,%d is %q:\n%s", x, y, look, s)
							}
						}
					}
				})
			})
		}
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
