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
	ofAgent bool // it depends on the chosen agent
	fixed   bool // it does not depend on files that may change
	polls   bool // it is refreshed regularly while it is on screen
	hints   []view.Hint
	does    map[keymap.Action]func(*View) tea.Cmd
	of      func(*View) any // what else the page depends on, comparable; may be nil
	// came is called when a page has come; may be nil.
	came func(*View, *level)
	// make returns the work that makes the page in the background.
	make func(*View) func(context.Context) page
}

// page is a list, or a text to read if the list is empty.
type page struct {
	head []string // lines above it; the first names it
	rows []row
	text string
	diff bool           // the text is a diff, with lines marked + and -
	plan *transfer.Plan // can be written; may be nil
	ends bool           // new rows are added at the end: a bar on the last row stays on the last row
	err  error
}

// row is an entry of a list, or a heading.
type row struct {
	heading string
	indent  int
	sign    string
	look    dialog.Look // of the sign; nil for plain
	name    string
	note    string
	right   string // at the right end
	bar     []part // shown instead of the note: shares of the list's largest value
	whole   int    // the size of a full bar
	told    string // the full description, at the foot
	path    string // of its file
	agent   string // an agent that can be marked
	side    *side  // its side in a comparison, or nil
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
	at      int // the pane's row at which the list or the text begins
	told    int // rows of the longest description, at a width
	width   int
	polling bool // a poll is scheduled
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

// reads reports whether the level is a text to read.
func (l *level) reads() bool { return len(l.page.rows) == 0 && l.page.text != "" }

// current returns the row under the bar.
func (l *level) current() (*row, bool) {
	i, ok := l.list.Bar()
	if !ok || i >= len(l.page.rows) {
		return nil, false
	}
	return &l.page.rows[i], true
}

// took accepts the page that was made: see [view.Making.Took]. The bar stays on the
// row of the same name.
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

// barOn returns the row of a new page on which the bar will be.
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

// update moves in the list or text.
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

// click handles a press and reports whether it acts as Enter.
func (l *level) click(msg view.Click) bool {
	if l.reads() {
		l.text.Press(msg.X-1, msg.Y-l.at, msg.Count)
		return false
	}
	return l.list.Click(msg.Y-l.at) && msg.Count == 2
}

// still is a level whose page does not change.
func still(title string, p page, hints ...view.Hint) subject {
	return subject{title: title, fixed: true, hints: hints, make: func(*View) func(context.Context) page {
		return func(context.Context) page { return p }
	}}
}

// read shows a text one level further in.
func read(title, text string) func(*View) tea.Cmd { return reading(title, text, false) }

// readDiff shows a diff one level further in.
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
