package follow

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/source"
	"galley/engine/transfer"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/highlight"
	"galley/ui/keymap"
	"galley/ui/list"
	"galley/ui/style"
	"galley/ui/view"
	"galley/ui/viewer"
	"galley/ui/words"
)

// subject defines what a level shows.
type subject struct {
	title   string
	ofAgent bool // whether it depends on the chosen agent
	fixed   bool // whether it does not depend on files that may change
	polls   bool // whether it is refreshed regularly while it is shown
	hints   []view.Hint
	does    map[keymap.Action]func(*View) tea.Cmd
	of      func(*View) any // returns a comparable value; if it changes, the page is made again; may be nil
	// came is called when the page is ready; it may be nil.
	came func(*View, *level)
	// make returns the function that makes the page in the background.
	make func(*View) func(context.Context) page
}

// page is a list, or a text to read if the list is empty.
type page struct {
	head []string // the lines above the rows or the text; the first line names the page
	rows []row
	text string
	diff bool           // whether the text is a diff, whose lines begin with + and -
	plan *transfer.Plan // the plan that can be written; may be nil
	ends bool           // whether new rows are added at the end, so that a bar on the last row moves with them
	err  error
}

// row is an entry of a list, or a heading.
type row struct {
	heading string
	indent  int
	sign    string
	look    dialog.Look // the style of the sign; nil means plain
	name    string
	note    string
	right   string // shown at the right end
	bar     []part // shown instead of the note, in proportion to the largest value in the list
	whole   int    // the size of a full bar
	told    string // the full description, shown at the foot
	path    string // the path of the row's file
	agent   string // the name of an agent that the user can mark
	side    *side  // the row's side in a comparison, or nil
	enter   func(*View) tea.Cmd
}

// part is a share of a bar.
type part struct {
	size int
	fill string
	look dialog.Look
}

// searchText returns the searched text of the row.
func (r *row) searchText() string { return r.heading + r.name + "  " + r.note + "  " + r.right }

// level is one list or text.
type level struct {
	subject subject
	making  view.Making[page]
	page    page
	list    list.List
	text    *viewer.Viewer
	at      int // the row of the pane at which the list or the text begins
	told    int // the rows that the longest description takes, if it is wrapped at width
	width   int
	polling bool // whether the next look for news is scheduled
}

func (v *View) newLevel(s subject) *level {
	l := &level{subject: s}
	l.text = viewer.New(viewer.Options{Cell: v.looks.Cell, Lang: highlight.Markdown, Paint: func(line string, st *style.Styles) (cell.Style, bool) {
		return dialog.DiffLook(line)(st), l.page.diff
	}})
	l.text.SetWrap(v.looks.Wrap)
	l.list.Skip = func(i int) bool { return i < len(l.page.rows) && l.page.rows[i].heading != "" }
	return l
}

// reads reports whether the level shows a text and not a list.
func (l *level) reads() bool { return len(l.page.rows) == 0 && l.page.text != "" }

// current returns the row under the bar.
func (l *level) current() (*row, bool) {
	i, ok := l.list.Bar()
	if !ok || i >= len(l.page.rows) {
		return nil, false
	}
	return &l.page.rows[i], true
}

// took handles the page that was made; see [view.Making.Took] for again and ok. The bar stays
// on the row with the same name.
func (l *level) took(msg tea.Msg) (again, ok bool) {
	p, came, again, ok := l.making.Took(msg)
	if !came {
		return again, ok
	}
	if p.err != nil {
		p = page{head: []string{l.subject.title, words.Reason(p.err)}}
	}
	bar := l.barOn(p)
	l.page, l.width = p, 0
	l.list.SetRows(len(p.rows), bar)
	l.text.SetText(source.Literal(p.text))
	return again, ok
}

// barOn returns the row of a new page on which to put the bar.
func (l *level) barOn(p page) int {
	bar, name := 0, ""
	if r, ok := l.current(); ok {
		bar, _ = l.list.Bar()
		name = r.name
	}
	if n := len(l.page.rows); p.ends && n > 1 && bar == n-1 && len(p.rows) > n {
		return len(p.rows) - 1
	}
	for i, r := range p.rows {
		if r.name == name && name != "" && (bar >= len(p.rows) || p.rows[bar].name != name) {
			bar = i
		}
	}
	return bar
}

// update handles a message that moves in the list or the text.
func (l *level) update(msg tea.Msg) {
	if drag, ok := msg.(view.Drag); ok && l.reads() {
		l.text.Drag(drag.X-1, drag.Y-l.at)
		return
	}
	if l.reads() {
		view.ReadText(l.text, msg)
		return
	}
	view.ReadList(&l.list, msg)
}

// click handles a press. It reports whether the press acts as Enter.
func (l *level) click(msg view.Click) bool {
	if l.reads() {
		l.text.Press(msg.X-1, msg.Y-l.at, msg.Count)
		return false
	}
	return l.list.Click(msg.Y-l.at) && msg.Count == 2
}

// still returns a level whose page does not change.
func still(title string, p page, hints ...view.Hint) subject {
	return subject{title: title, fixed: true, hints: hints, make: func(*View) func(context.Context) page {
		return func(context.Context) page { return p }
	}}
}

// read returns an action that shows a text on a new level.
func read(title, text string) func(*View) tea.Cmd { return reading(title, text, false) }

// readDiff returns an action that shows a diff on a new level.
func readDiff(title, text string) func(*View) tea.Cmd { return reading(title, text, true) }

func reading(title, text string, diff bool) func(*View) tea.Cmd {
	return func(v *View) tea.Cmd {
		if text == "" {
			v.host.Say("There is nothing to read")
			return nil
		}
		v.into(still(title, page{head: []string{title}, text: text, diff: diff}))
		return nil
	}
}
