// Package screen holds what everything on the screen shares: its size and layout,
// which pane has the focus, the theme, the line of news, and the gate through
// which dialogs open. It knows neither files nor prompts.
package screen

import (
	"slices"
	"time"

	"galley/ui/layout"
	"galley/ui/style"
)

// Options are what a screen begins with.
type Options struct {
	Clock  func() time.Time
	Themes []string // the themes that [Screen.NextTheme] goes through
	Theme  string
	Styles func(theme string) *style.Styles
}

// Screen is the state of the screen. It is made by [New].
type Screen struct {
	Gate
	news
	o      Options
	styles *style.Styles
	theme  int

	width, height int
	layout        layout.Layout
	focus         layout.Pane
	zoom          bool
	steady        bool // the mouse gave the focus: nothing moves away from under it
	left, upper   int  // where the user put the lines between the panes; see layout.Options
}

// New returns a screen without a size.
func New(o Options) *Screen {
	return &Screen{
		Gate: Gate{clock: o.Clock}, news: news{clock: o.Clock}, o: o,
		styles: o.Styles(o.Theme), theme: max(slices.Index(o.Themes, o.Theme), 0), focus: layout.Template,
	}
}

// Styles returns the styles of the theme in force.
func (s *Screen) Styles() *style.Styles { return s.styles }

// NextTheme goes on to the next theme and returns its name, "" if none exists.
func (s *Screen) NextTheme() string {
	if len(s.o.Themes) == 0 {
		return ""
	}
	s.theme = (s.theme + 1) % len(s.o.Themes)
	name := s.o.Themes[s.theme]
	s.styles = s.o.Styles(name)
	return name
}

// Resize gives the screen a size, in cells.
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	s.arrange()
}

// Size returns the screen's size, in cells.
func (s *Screen) Size() (width, height int) { return s.width, s.height }

// arrange computes the layout again.
func (s *Screen) arrange() {
	s.layout = layout.Compute(s.width, s.height, layout.Options{Focus: s.focus, Zoom: s.zoom, Steady: s.steady, Left: s.left, Upper: s.upper})
}

// Layout says where the panes are.
func (s *Screen) Layout() *layout.Layout { return &s.layout }

// Focus returns the pane with the focus.
func (s *Screen) Focus() layout.Pane { return s.focus }

// SetFocus gives a pane the focus. It reports whether another one had it.
func (s *Screen) SetFocus(pane layout.Pane) bool {
	if pane == s.focus {
		return false
	}
	s.focus, s.steady = pane, false
	s.arrange()
	return true
}

// Steady keeps the panes' sizes until the focus changes: after a click, nothing
// moves away from under the mouse.
func (s *Screen) Steady() {
	s.steady = true
	s.arrange()
}

// Zoomed reports whether the focused pane has the whole screen.
func (s *Screen) Zoomed() bool { return s.zoom }

// ToggleZoom gives the focused pane the whole screen, or shows all panes again.
func (s *Screen) ToggleZoom() {
	s.zoom = !s.zoom
	s.arrange()
}

// Divide puts a line between panes at a place on the screen.
func (s *Screen) Divide(d layout.Divider, x, y int) {
	switch at := s.layout.Moved(d, x, y); d {
	case layout.Left:
		s.left = at
	case layout.Upper:
		s.upper = at
	}
	s.arrange()
}
