// Package blocks is the tab of the preview with the blocks of the prompt: its sections in order,
// each with its role, how often it changes, and its size. From a block the user can go to its file
// and to its place in the prompt.
package blocks

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/agent"
	"galley/engine/facts"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/source"
	"galley/ui/dialog"
	"galley/ui/editor/search"
	"galley/ui/keymap"
	"galley/ui/list"
	"galley/ui/view"
	"galley/ui/words"
)

// View is the tab. It is made by [New].
type View struct {
	host      view.Host
	world     facts.World
	agents    *agent.Registry
	result    *engine.Result
	request   engine.Request
	rows      []row
	open      map[string]bool // the blocks whose sections are shown, by their key
	bySize    bool            // sorted by size instead of in the order sent
	twice     map[string]int  // how many times the prompt contains the text of each file
	shares    []report.Share
	toolBytes int           // the bytes of all declarations of tools
	after     report.Afters // what happens to blocks at compaction and other events
	list      list.List
	at        int // the row of the pane at which the list begins
	width     int
	cancel    context.CancelFunc // cancels the last comparison
}

// row is a row of the list. It shows block or, if block is nil, a tool, a heading or a note. A
// block without a size is built but not sent.
type row struct {
	message int
	size    *engine.BlockSize
	block   *prompt.Block
	section *report.Section // a part of the block; nil for the block itself
	tool    *prompt.Tool    // a declared tool, if the row is not a block
	heading string          // shown above the rows that follow the messages
	note    string
}

// actions has the function that the view calls for each of its keys.
var actions = view.Actions[*View]{
	{keymap.Jump, (*View).openIt},
	{keymap.ShowInText, (*View).jump},
	{keymap.CompareProfiles, view.Now((*View).compare)},
	{keymap.NextAgent, view.Now(func(v *View) { v.unfold(true) })},
	{keymap.PrevAgent, view.Now(func(v *View) { v.unfold(false) })},
	{keymap.SortBlocks, view.Now((*View).sortBlocks)},
	{keymap.EditRule, (*View).edit},
}

// New returns the tab before it has a prompt. The tab uses world and agents to build the
// prompts of other profiles for a comparison.
func New(host view.Host, world facts.World, agents *agent.Registry) *View {
	v := &View{host: host, world: world, agents: agents, open: map[string]bool{}}
	v.list.Skip = func(i int) bool { return i < len(v.rows) && v.rows[i].isHead() }
	return v
}

// isHead reports whether a row is a heading.
func (r *row) isHead() bool { return r.block == nil && r.tool == nil && r.note == "" }

// Title implements [view.View].
func (v *View) Title() string { return "Blocks" }

// Keys implements [view.View].
func (v *View) Keys() []keymap.Action { return actions.Keys() }

// Hints implements [view.View].
func (v *View) Hints() []view.Hint {
	return []view.Hint{
		{Action: keymap.Jump, Word: "open it"}, {Action: keymap.ShowInText, Word: "to its text"}, {Action: keymap.NextAgent, Word: "headings"},
		{Action: keymap.SortBlocks, Word: "sort"}, {Action: keymap.CompareProfiles, Word: "compare"},
	}
}

// Crumb implements [view.View].
func (v *View) Crumb() string { return v.list.Place() }

// Update implements [view.View].
func (v *View) Update(msg tea.Msg) (view.View, tea.Cmd) {
	switch msg := msg.(type) {
	case view.Result:
		v.result, v.request = msg.Result, msg.Request
		v.shares, v.twice, v.after = report.Makeup(msg.Result), heldTwice(msg.Result), report.AftersOf(msg.Result, v.agents)
		v.arrange()
	case view.Click:
		if v.list.Click(msg.Y-v.at) && msg.Count == 2 {
			return v, v.openIt()
		}
	case keymap.Action:
		return v, actions.Do(v, msg)
	case comparedMsg:
		msg.reader.Flow(msg.lines)
	default:
		view.ReadList(&v.list, msg)
	}
	return v, nil
}

// sortBlocks switches between the order of sizes and the order in which the blocks are sent.
func (v *View) sortBlocks() {
	v.bySize = !v.bySize
	v.host.Say(words.OnOff("Blocks and tools are sorted by size", "Blocks are in the order in which they are sent", v.bySize))
	if v.result != nil {
		v.arrange()
		if v.bySize {
			v.list.First() // to the heaviest block, which a user who sorts wants to see
		}
	}
}

// arrange makes the rows for the result. The bar stays on the same block.
func (v *View) arrange() {
	bar, _ := v.list.Bar()
	id, message := "", 0
	if r, ok := v.current(); ok && r.block != nil {
		id, message = r.block.ID, r.message
	}
	r := v.result
	v.rows = v.rows[:0]
	last := -1
	tools := v.toolsBySize()
	for _, i := range v.order() {
		size := v.sizeOf(i)
		for v.bySize && len(tools) > 0 && v.toolTokens(tools[0]) > size.Tokens.Tokens {
			v.rows, tools = append(v.rows, row{tool: tools[0]}), tools[1:]
		}
		if size.Message != last && !v.bySize {
			last = size.Message
			v.rows = append(v.rows, row{message: last})
		}
		block := &r.Prompt.Messages[size.Message].Blocks[size.Block]
		if block.ID == id && size.Message == message {
			bar = len(v.rows)
		}
		v.rows = append(v.rows, row{message: size.Message, size: size, block: block})
		v.addSections(size, block)
	}
	v.besides(tools)
	v.list.SetRows(len(v.rows), bar)
}

// sizeOf returns the size of a block as the agent sends it: a stand-in counts with the measured
// length of the words that it replaces.
func (v *View) sizeOf(i int) *engine.BlockSize {
	size := v.result.Blocks[i]
	if whole := v.result.Whole.Blocks; i < len(whole) {
		size.Size = whole[i]
	}
	return &size
}

// share returns a number of tokens as a percentage of the whole request.
func (v *View) share(tokens int) string {
	total := v.result.Whole.All().Tokens.Tokens
	if total == 0 {
		return ""
	}
	return words.Percent(float64(tokens) / float64(total))
}

// current returns the row under the bar. The second result is false if it is not a block.
func (v *View) current() (row, bool) {
	i, ok := v.list.Bar()
	if !ok {
		return row{}, false
	}
	return v.rows[i], true
}

// jump goes to the text of the block under the bar. For a block that is not sent, it shows the text
// in a dialog.
func (v *View) jump() tea.Cmd {
	r, ok := v.current()
	if !ok || r.block == nil {
		return v.openTool()
	}
	if r.size == nil {
		v.host.Open(dialog.NewReader(r.block.Title+", which is not sent", dialog.PlainLines(r.block.Text.String())))
		return nil
	}
	start := v.start(r)
	if r.section != nil {
		start += r.section.Span.Start
	}
	return v.host.GoTo(view.Place{In: view.Prompt, Span: source.Span{Start: start, End: start}})
}

// messageGap separates two messages in the text of the prompt.
const messageGap = "\n\n"

// start returns the offset in the prompt's text at which the block of a row begins.
func (v *View) start(r row) int {
	offset := 0
	for _, m := range v.result.Prompt.Messages[:r.message] {
		offset += m.Read().Len() + len(messageGap)
	}
	return offset + v.result.Prompt.Messages[r.message].ReadSpans()[r.size.Block].Start
}

// Extent implements [view.View].
func (v *View) Extent() view.Extent { return view.ListExtent(&v.list) }

// Selected implements [view.View]. It returns the text of the block under the bar.
func (v *View) Selected() (text, what string) {
	r, ok := v.current()
	if ok && r.tool != nil {
		return r.tool.Declaration.String(), "the declaration of " + r.tool.Name
	}
	if !ok || r.block == nil {
		return "", ""
	}
	return r.block.Text.String(), "the text of " + r.block.Title
}

// Search implements [view.View]. It searches the titles of the blocks, and the other rows.
func (v *View) Search(m *search.Matcher) []view.Match {
	return view.SearchRows(m, len(v.rows), func(i int) string {
		r := v.rows[i]
		if r.section != nil {
			return r.section.Title
		}
		if r.block != nil {
			return r.block.Title
		}
		if r.tool != nil {
			return r.tool.Name
		}
		return r.heading + r.note
	})
}
