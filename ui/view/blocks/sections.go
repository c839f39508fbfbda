package blocks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine"
	"galley/engine/prompt"
	"galley/engine/report"
	"galley/engine/source"
)

// key identifies a block of a prompt.
func key(message int, b *prompt.Block) string { return fmt.Sprint(message, " ", b.ID, " ", b.Title) }

// order returns the indexes of the result's blocks in the order in which they are shown.
func (v *View) order() []int {
	all := make([]int, len(v.result.Blocks))
	for i := range all {
		all[i] = i
	}
	if v.bySize {
		slices.SortStableFunc(all, func(a, b int) int {
			return cmp.Compare(v.sizeOf(b).Tokens.Tokens, v.sizeOf(a).Tokens.Tokens)
		})
	}
	return all
}

// addSections adds the sections of an open block under their headings. If the blocks are sorted
// by size, the sections are sorted by size too.
func (v *View) addSections(size *engine.BlockSize, b *prompt.Block) {
	if !v.open[key(size.Message, b)] {
		return
	}
	sections := report.Sections(b.Text.String())
	if v.bySize {
		slices.SortStableFunc(sections, func(a, b report.Section) int { return cmp.Compare(b.Span.Len(), a.Span.Len()) })
	}
	for i := range sections {
		v.rows = append(v.rows, row{message: size.Message, size: size, block: b, section: &sections[i]})
	}
}

// unfold shows or hides the sections of the block under the bar.
func (v *View) unfold(open bool) {
	r, ok := v.current()
	if !ok || r.size == nil {
		return
	}
	if open && len(report.Sections(r.block.Text.String())) < 2 {
		v.host.Say("This block has no headings")
		return
	}
	v.open[key(r.message, r.block)] = open
	v.arrange()
}

// edit opens the file of a block's text, at the line of the section under the bar.
func (v *View) edit() tea.Cmd {
	r, ok := v.current()
	if !ok || r.block == nil {
		return nil
	}
	at := 0
	if r.section != nil {
		at = r.section.Span.Start
	}
	pieces := r.block.Text.Pieces()
	for end, i := 0, 0; i < len(pieces); i++ {
		start := end
		end += len(pieces[i].Text)
		o := pieces[i].Origin
		if o.Kind != source.File && o.Kind != source.Import || end <= at {
			continue
		}
		line := max(o.Line, 1)
		if at > start {
			line += strings.Count(pieces[i].Text[:at-start], "\n")
		}
		return v.host.Edit(o.Source, line, 1)
	}
	v.host.Say("This block does not come from a file")
	return nil
}

// leastTwice is the least number of bytes of a text that is marked if the prompt contains it twice.
const leastTwice = 256

// heldTwice counts how many times a prompt contains the text of each file.
func heldTwice(r *engine.Result) map[string]int {
	out := map[string]int{}
	for _, m := range r.Prompt.Messages {
		for i := range m.Blocks {
			if text := fileText(&m.Blocks[i]); len(text) >= leastTwice {
				out[text]++
			}
		}
	}
	return out
}

// fileText returns the longest text in a block that comes from a file.
func fileText(b *prompt.Block) string {
	text := ""
	for _, p := range b.Text.Pieces() {
		if k := p.Origin.Kind; (k == source.File || k == source.Import) && len(p.Text) > len(text) {
			text = p.Text
		}
	}
	return strings.TrimSpace(text)
}

// Details implements [view.Detailer]. It describes the block under the bar: its origin, how often it
// changes, and its cost.
func (v *View) Details() string {
	r, ok := v.current()
	if ok && r.tool != nil {
		return v.toolDetails(r.tool)
	}
	if !ok || r.block == nil {
		return r.note
	}
	text := r.block.Title
	if r.section != nil {
		text += ", under " + r.section.Title
	}
	seen := map[string]bool{}
	var files []string
	for _, p := range r.block.Text.Pieces() {
		if o := p.Origin; (o.Kind == source.File || o.Kind == source.Import) && !seen[o.Source] && len(files) < mostFiles {
			seen[o.Source] = true
			files = append(files, v.host.Short(o.Source))
		}
	}
	if n := r.block.StandInBytes(); n > 0 {
		text += "; " + standIn(r, n)
	}
	if v.twice[fileText(r.block)] > 1 {
		text += "; the prompt contains this text more than once"
	}
	text += "; changes: " + changes(r.block)
	if r.size != nil && r.section == nil && v.result.Model != "" {
		text += "; " + report.PriceLine(v.result.Means, r.size.Tokens.Tokens)
	}
	if files != nil {
		text += "; from " + strings.Join(files, ", ")
	}
	return text + v.afterwards(r)
}

// standIn returns a sentence which says that n bytes of a block are stand-ins and which size
// counts.
func standIn(r row, n int) string {
	text := "stand-ins for the agent's own words"
	if r.size == nil {
		return text
	}
	if sent := r.size.Length.Bytes - (r.block.Text.Len() - n); sent != n {
		return text + fmt.Sprintf(", but their size in the request is known: %d bytes", sent)
	}
	return text + ", whose size is not known"
}

// mostFiles is the most files that are named.
const mostFiles = 6

// changes says how often a block changes. A static block may contain values such as the working
// directory and the date, which stay the same only within a session.
func changes(b *prompt.Block) string {
	if b.Lifetime == prompt.Static && (report.OfEnvironment(b) || slices.ContainsFunc(b.Text.Pieces(), func(p source.Piece) bool { return p.Origin.Kind == source.Variable })) {
		return "with its values, such as the directory and the day, but not within a session"
	}
	return lasts[b.Lifetime]
}

// lasts says in words how often a block changes.
var lasts = map[prompt.Lifetime]string{
	prompt.Static: "never", prompt.Session: "from session to session", prompt.Turn: "in every request", "": "not known",
}
