// Package screen holds the shared state of the screen: its size and layout, the focused pane, the
// theme, the current message, and the gate that opens dialogs. It does not depend on files and
// prompts.
package screen

import (
	"slices"
	"time"

	"galley/ui/layout"
	"galley/ui/style"
)

// Options are the options of a screen.
type Options struct {
	Clock  func() time.Time
	Themes []string // the themes between which [Screen.NextTheme] switches
	Theme  string
	Styles func(theme string) *style.Styles
}

// Screen is the state of the screen. [New] makes it.
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
	tall          bool // see layout.Options
	steady        bool // the mouse set the focus, so the panes under the pointer must not move
	left, upper   int  // where the user put the lines between the panes; see layout.Options
}

// New returns a screen without a size.
func New(o Options) *Screen {
	return &Screen{
		Gate: Gate{clock: o.Clock}, news: news{clock: o.Clock}, o: o,
		styles: o.Styles(o.Theme), theme: max(slices.Index(o.Themes, o.Theme), 0), focus: layout.Template,
	}
}

// Styles returns the styles of the current theme.
func (s *Screen) Styles() *style.Styles { return s.styles }

// NextTheme switches to the next theme and returns its name. It returns "" if the list of themes is
// empty.
func (s *Screen) NextTheme() string {
	if len(s.o.Themes) == 0 {
		return ""
	}
	name := s.o.Themes[(s.theme+1)%len(s.o.Themes)]
	s.SetTheme(name)
	return name
}

// Themes returns the names of the themes.
func (s *Screen) Themes() []string { return s.o.Themes }

// SetTheme switches to a theme of [Screen.Themes].
func (s *Screen) SetTheme(name string) {
	if at := slices.Index(s.o.Themes, name); at >= 0 {
		s.theme, s.styles = at, s.o.Styles(name)
	}
}

// Resize sets the screen's size, in cells.
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	s.arrange()
}

// Size returns the screen's size, in cells.
func (s *Screen) Size() (width, height int) { return s.width, s.height }

// arrange computes the layout again.
func (s *Screen) arrange() {
	s.layout = layout.Compute(s.width, s.height, layout.Options{Focus: s.focus, Zoom: s.zoom, Tall: s.tall, Steady: s.steady, Left: s.left, Upper: s.upper})
}

// Layout returns where the panes are.
func (s *Screen) Layout() *layout.Layout { return &s.layout }

// Focus returns the pane with the focus.
func (s *Screen) Focus() layout.Pane { return s.focus }

// SetFocus moves the focus to a pane. It reports whether another pane had the focus.
func (s *Screen) SetFocus(pane layout.Pane) bool {
	if pane == s.focus {
		return false
	}
	s.focus, s.steady = pane, false
	s.arrange()
	return true
}

// SetTall says whether the preview shows something that needs most of the height of a low screen.
func (s *Screen) SetTall(tall bool) {
	if tall != s.tall {
		s.tall = tall
		s.arrange()
	}
}

// Steady keeps the sizes of the panes until the focus changes, so that nothing under the mouse
// moves after a click.
func (s *Screen) Steady() {
	s.steady = true
	s.arrange()
}

// Zoomed reports whether the focused pane fills the screen.
func (s *Screen) Zoomed() bool { return s.zoom }

// ToggleZoom makes the focused pane fill the screen, or shows all panes again.
func (s *Screen) ToggleZoom() {
	s.zoom = !s.zoom
	s.arrange()
}

// Divide moves a divider to a position on the screen.
func (s *Screen) Divide(d layout.Divider, x, y int) {
	switch at := s.layout.Moved(d, x, y); d {
	case layout.Left:
		s.left = at
	case layout.Upper:
		s.upper = at
	}
	s.arrange()
}
