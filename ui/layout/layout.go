// Package layout computes the rectangles of the panes from the size of the screen, and the pane at
// a position on the screen. Its functions depend only on their arguments. Every size has a layout,
// even one of no cells.
package layout

import "slices"

// Rect is a rectangle of cells. A rectangle without width or height is not shown.
type Rect struct{ X, Y, W, H int }

// Empty reports whether the rectangle holds no cell.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether the cell x, y lies in the rectangle.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Pane names a part of the screen.
type Pane uint8

// The parts of the screen. Template, Variables and Preview can have the focus.
const (
	None Pane = iota
	Template
	Variables
	Preview
	Header
	Budget
	Footer
	paneCount
)

var paneNames = [paneCount]string{"none", "template", "variables", "preview", "header", "budget", "footer"}

// String returns the pane's name.
func (p Pane) String() string { return paneNames[min(p, paneCount-1)] }

// focusable lists the panes that can have the focus, in their order.
var focusable = [...]Pane{Template, Variables, Preview}

// Focusable lists the panes that can have the focus, in their order.
func Focusable() []Pane { return slices.Clone(focusable[:]) }

// Next returns the pane that gets the focus after p.
func (p Pane) Next() Pane { return p.step(1) }

// Prev returns the pane that gets the focus before p.
func (p Pane) Prev() Pane { return p.step(len(focusable) - 1) }

func (p Pane) step(n int) Pane {
	for i, q := range focusable {
		if q == p {
			return focusable[(i+n)%len(focusable)]
		}
	}
	return focusable[0]
}

// Mode says how the screen is divided.
type Mode uint8

// The modes, from the widest screen to the smallest.
const (
	Wide   Mode = iota // two columns in a frame
	Stack              // one column in a frame: the template or the variables over the preview
	Single             // one pane without a frame
	Tiny               // too small for panes: one line that says so
)

// The minimum sizes of the modes.
const (
	wideW            = 120
	stackW, stackH   = 40, 10
	singleW, singleH = 20, 5
)

const (
	budgetH = 14 // the least height of a screen on which a stack has room for the budget bar
	filesH  = 20 // the least height on which the budget bar has a second line
	titlesH = 30 // the least height on which a stack shows the titles of all panes
)

// Options are the values besides the size of the screen on which a layout depends.
type Options struct {
	Focus     Pane // the pane with the focus; None counts as Template
	Zoom      bool // the focused pane fills the screen
	Tall      bool // on a low screen, the focused preview leaves only the title of the pane above it visible
	Steady    bool // on a wide screen, the sizes of the panes do not depend on the focus
	Variables int  // the number of rows that the variables pane could use; 0 if unknown
	// Left and Upper are the positions of the lines between the panes, as the user moved them, in
	// thousandths of the width and of the height that the panes share. 0 means the default
	// position.
	Left, Upper int
}

// Layout holds the rectangles of everything on the screen. The title of a pane is on its upper
// border, or without a frame on the line above it.
type Layout struct {
	W, H  int
	Mode  Mode
	Focus Pane

	Header    Rect
	Template  Rect
	Variables Rect
	Preview   Rect
	Budget    Rect
	Footer    Rect
	Message   Rect // where the message is shown in the mode Tiny
	Titles    [paneCount]Rect

	// Between has the lines between panes that the user can move, by [Divider].
	Between [dividerCount]Rect

	Lines  []Line  // the lines of the frame
	Joints []Joint // the cells where the lines meet
	outer  [paneCount]Rect
}

// Compute lays out a screen of w by h cells.
func Compute(w, h int, o Options) Layout {
	l := Layout{W: max(w, 0), H: max(h, 0), Focus: o.Focus}
	if !slices.Contains(focusable[:], l.Focus) {
		l.Focus = Template
	}
	switch {
	case w < singleW || h < singleH:
		l.Mode, l.Message = Tiny, Rect{0, 0, l.W, l.H}
	case w < stackW || h < stackH:
		l.Mode = Single
		l.single()
	case w < wideW:
		l.Mode = Stack
		l.stack(o)
	default:
		l.Mode = Wide
		l.wide(o)
	}
	l.join()
	return l
}

// Body returns the rectangle of a pane's contents, or of a bar.
func (l *Layout) Body(p Pane) Rect {
	if r := l.body(p); r != nil {
		return *r
	}
	return Rect{}
}

func (l *Layout) body(p Pane) *Rect {
	return [paneCount]*Rect{
		Template: &l.Template, Variables: &l.Variables, Preview: &l.Preview,
		Header: &l.Header, Budget: &l.Budget, Footer: &l.Footer,
	}[p]
}

// Hit returns the pane at a position on the screen, and the position within the contents of
// this pane. If the position is on the title of the pane, localY is -1. If it is on a border, p
// is None.
func (l *Layout) Hit(x, y int) (p Pane, localX, localY int) {
	for p := Template; p < paneCount; p++ {
		if r := l.Body(p); r.Contains(x, y) {
			return p, x - r.X, y - r.Y
		}
		if r := l.Titles[p]; r.Contains(x, y) && p != Header {
			return p, x - r.X, -1
		}
	}
	return None, 0, 0
}

// single shows the focused pane under its title, without a frame.
func (l *Layout) single() {
	y, bottom := 0, l.H
	if l.H >= 7 {
		l.Header = Rect{0, 0, l.W, 1}
		y++
	}
	if l.H >= 6 {
		bottom--
		l.Footer = Rect{0, bottom, l.W, 1}
	}
	l.Titles[l.Focus] = Rect{0, y, l.W, 1}
	*l.body(l.Focus) = Rect{0, y + 1, l.W, bottom - y - 1}
}

// frame computes the outer border, which contains the header and the footer.
func (l *Layout) frame() {
	l.hline(0, 0, l.W)
	l.hline(0, l.H-1, l.W)
	l.vline(0, 0, l.H)
	l.vline(l.W-1, 0, l.H)
	l.Header = Rect{1, 0, l.W - 2, 1}
	l.Footer = Rect{1, l.H - 1, l.W - 2, 1}
}

// budgetStrip places the budget bar above the footer and returns the row of the border above the
// bar, which is the lower end of the panes.
func (l *Layout) budgetStrip() int {
	rows := 1
	if l.H >= filesH {
		rows = 2
	}
	y := l.H - 1 - rows
	l.Budget = Rect{1, y, l.W - 2, rows}
	l.hline(0, y-1, l.W)
	return y - 1
}

// stack places the template above the preview. While another pane has the focus, it takes the place
// of the template. On a high screen, the title of the hidden pane is between the two shown
// panes.
func (l *Layout) stack(o Options) {
	l.frame()
	bottom := l.H - 1
	if l.H >= budgetH {
		bottom = l.budgetStrip()
	}
	upper := Template
	if l.Focus != Preview {
		upper = l.Focus
	}
	shown := []Pane{upper, Preview}
	switch {
	case o.Zoom:
		shown = []Pane{l.Focus}
	case l.H >= titlesH:
		shown = focusable[:]
	}
	room := bottom - 1 - len(shown)
	var rows [paneCount]int
	switch {
	case o.Zoom:
		rows[l.Focus] = room
	case o.Upper > 0:
		rows[upper] = min(max(room*o.Upper/1000, 1), max(room-1, 1))
		rows[Preview] = room - rows[upper]
	case l.Focus == Preview && o.Tall && l.H < titlesH:
		rows[Preview] = room
	case l.Focus == Preview:
		rows[upper] = room / 3
		rows[Preview] = room - rows[upper]
	default:
		rows[Preview] = room / 2
		rows[upper] = room - rows[Preview]
	}

	y := 1
	for _, p := range shown {
		l.hline(0, y, l.W)
		l.Titles[p] = Rect{1, y, l.W - 2, 1}
		if rows[p] > 0 {
			*l.body(p) = Rect{1, y + 1, l.W - 2, rows[p]}
			l.outer[p] = Rect{0, y, l.W, rows[p] + 2}
		}
		if p == Preview && !o.Zoom {
			l.Between[Upper] = l.Titles[p]
		}
		y += 1 + rows[p]
	}
}

// wide places the template on the left, the variables below it, and the preview on the right.
func (l *Layout) wide(o Options) {
	l.frame()
	bottom := l.budgetStrip()
	if o.Zoom {
		l.column(l.Focus, 0, l.W-1, bottom)
		return
	}
	left := 420
	if o.Left > 0 {
		left = min(max(o.Left, leastLeft), mostLeft)
	}
	split := 1 + (l.W-3)*left/1000
	l.column(Preview, split, l.W-1, bottom)

	room := bottom - 3 // the rows for both panes, without the upper title and the line between them
	rows := room / 3
	if o.Variables > 0 {
		rows = min(rows, max(o.Variables, 3))
	}
	rows = max(rows, 1)
	if l.Focus == Variables && !o.Steady {
		grown := room / 2
		if o.Variables > 0 {
			grown = min(grown, o.Variables)
		}
		rows = max(rows, grown)
	}
	if o.Upper > 0 {
		rows = room - min(max(room*o.Upper/1000, 1), max(room-1, 1))
	}
	middle := bottom - rows - 1
	l.Between[Left] = Rect{split, 1, 1, bottom - 1}
	l.Between[Upper] = Rect{1, middle, split - 1, 1}
	l.column(Template, 0, split, middle)
	l.hline(0, middle, split+1)
	l.Titles[Variables] = Rect{1, middle, split - 1, 1}
	l.Variables = Rect{1, middle + 1, split - 1, rows}
	l.outer[Variables] = Rect{0, middle, split + 1, rows + 2}
	l.vline(split, 0, bottom+1)
}

// The least and the greatest width of the left column, in thousandths.
const (
	leastLeft = 150
	mostLeft  = 850
)

// Divider is a line between panes that the user can move.
type Divider uint8

// The dividers.
const (
	NoDivider Divider = iota
	Left              // between the columns
	Upper             // below the template, in its column
	dividerCount
)

// DividerAt returns the divider at a position on the screen.
func (l *Layout) DividerAt(x, y int) Divider {
	for d := Left; d < dividerCount; d++ {
		if l.Between[d].Contains(x, y) {
			return d
		}
	}
	return NoDivider
}

// Moved returns the value of [Options.Left] or [Options.Upper] that puts a divider at a position.
func (l *Layout) Moved(d Divider, x, y int) int {
	part, whole := x-1, l.W-3
	if d == Upper {
		above, below := l.Template.H, l.Variables.H
		if l.Mode == Stack {
			above, below = l.Template.H+l.Variables.H, l.Preview.H // only one of Template and Variables is shown
		}
		part, whole = y-l.Between[Upper].Y+above, above+below
	}
	if whole <= 0 {
		return 1
	}
	return min(max((part*1000+whole-1)/whole, 1), 999)
}

// column gives a pane the area between the columns left and right, from the first row down to the
// border at row bottom. Its first line is the title.
func (l *Layout) column(p Pane, left, right, bottom int) {
	l.Titles[p] = Rect{left + 1, 1, right - left - 1, 1}
	*l.body(p) = Rect{left + 1, 2, right - left - 1, bottom - 2}
	l.outer[p] = Rect{left, 0, right - left + 1, bottom + 1}
}
