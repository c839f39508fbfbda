package screen

import (
	"testing"
	"time"

	"galley/ui/layout"
	"galley/ui/style"
)

// fresh returns a screen whose clock shows now.
func fresh(now *time.Time, themes ...string) *Screen {
	theme := "none"
	if len(themes) > 0 {
		theme = themes[len(themes)-1]
	}
	return New(Options{Clock: func() time.Time { return *now }, Themes: themes, Theme: theme, Styles: func(string) *style.Styles { return &style.Styles{} }})
}

// The next theme follows the current one; after the last comes the first.
func TestThemesCycle(t *testing.T) {
	now := time.Time{}
	s := fresh(&now, "a", "b", "c")
	before := s.Styles()
	for _, want := range []string{"a", "b", "c", "a"} {
		if got := s.NextTheme(); got != want {
			t.Errorf("the next theme is %s, want %s", got, want)
		}
	}
	s.SetTheme("b")
	s.SetTheme("d") // unknown
	if got := s.NextTheme(); got != "c" {
		t.Errorf("after b comes %s", got)
	}
	if s.Styles() == before {
		t.Error("the styles still belong to the first theme")
	}
	if got := fresh(&now).NextTheme(); got != "" {
		t.Errorf("without themes the next is %q", got)
	}
}

func TestZoomFocusedPane(t *testing.T) {
	now := time.Time{}
	s := fresh(&now)
	s.Resize(120, 40)
	if w, h := s.Size(); w != 120 || h != 40 || s.Focus() != layout.Template || s.Zoomed() {
		t.Errorf("%d by %d, focus %v, zoomed %v", w, h, s.Focus(), s.Zoomed())
	}
	part := s.Layout().Preview.W
	if s.SetFocus(layout.Template) || !s.SetFocus(layout.Preview) || s.SetFocus(layout.Preview) || s.Focus() != layout.Preview {
		t.Error("SetFocus reports a change incorrectly")
	}
	s.ToggleZoom()
	if whole := s.Layout().Preview.W; whole <= part || !s.Zoomed() {
		t.Errorf("zoomed it has %d columns, otherwise %d", whole, part)
	}
	s.ToggleZoom()
	if again := s.Layout().Preview.W; again >= 120 || s.Zoomed() {
		t.Errorf("unzoomed it has %d columns", again)
	}
}

// News disappears after a while; an error stays twice as long.
func TestNewsStaysForAWhile(t *testing.T) {
	now := time.Unix(1000, 0)
	s := fresh(&now)
	for _, c := range []struct {
		tell func(string)
		stay time.Duration
		bad  bool
	}{{s.Say, newsTime, false}, {s.Warn, 2 * newsTime, true}} {
		c.tell("text")
		now = now.Add(c.stay)
		s.Expire()
		if text, bad := s.News(); text != "text" || bad != c.bad {
			t.Errorf("after %v: %q, bad %v", c.stay, text, bad)
		}
		now = now.Add(1)
		s.Expire()
		if text, _ := s.News(); text != "" {
			t.Errorf("after more than %v the message is still shown", c.stay)
		}
	}
}

// A dragged divider between panes stays where it was dropped.
func TestDragDivider(t *testing.T) {
	now := time.Time{}
	s := fresh(&now)
	s.Resize(160, 48)
	for _, d := range []layout.Divider{layout.Left, layout.Upper} {
		line := s.Layout().Between[d]
		s.Divide(d, line.X+5, line.Y+5)
		moved := s.Layout().Between[d]
		if d == layout.Left && moved.X != line.X+5 || d == layout.Upper && moved.Y != line.Y+5 {
			t.Errorf("the divider is at %+v, was at %+v", moved, line)
		}
	}
	left := s.Layout().Between[layout.Left].X
	if s.SetFocus(layout.Variables); s.Layout().Between[layout.Left].X != left {
		t.Error("focusing another pane moves the divider back")
	}
}

// A note does not replace a message that has just come, but both are kept.
func TestANoteLeavesAFreshMessageOnTheScreen(t *testing.T) {
	now := time.Unix(1000, 0)
	s := fresh(&now)
	s.Say("written")
	now = now.Add(readTime - 1)
	s.Note("reloaded")
	if text, _ := s.News(); text != "written" || len(s.Messages()) != 2 || s.Messages()[1].Text != "reloaded" {
		t.Errorf("%q is shown; messages %v", text, s.Messages())
	}
	now = now.Add(1)
	s.Note("reloaded again")
	if text, _ := s.News(); text != "reloaded again" {
		t.Errorf("%q is shown, although it was there long enough to read", text)
	}
}

// When another view is shown, the news of the previous one disappears, but errors stay.
func TestNewsOfThePreviousViewDisappears(t *testing.T) {
	now := time.Unix(1000, 0)
	s := fresh(&now)
	s.Warn("bad")
	if s.Moved(); true {
		if text, _ := s.News(); text != "bad" {
			t.Error("an error disappeared")
		}
	}
	s.Say("good")
	if s.Moved(); true {
		if text, _ := s.News(); text != "" {
			t.Error("an ordinary message stays")
		}
	}
	s.Say("again")
	if s.ClearNews(); true {
		if text, _ := s.News(); text != "" {
			t.Error("a cleared message stays")
		}
	}
}
