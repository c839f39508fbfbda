package blocks

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"galley/engine/prompt"
	"galley/ui/cell"
	"galley/ui/dialog"
	"galley/ui/style"
)

// toolsBySize returns the declared tools in the order in which they are sent or, if the blocks are
// sorted by size, the largest first.
func (v *View) toolsBySize() (tools []*prompt.Tool) {
	v.toolBytes = 0
	for i := range v.result.Prompt.Tools {
		tools = append(tools, &v.result.Prompt.Tools[i])
		v.toolBytes += v.result.Prompt.Tools[i].Declaration.Len()
	}
	if v.bySize {
		slices.SortStableFunc(tools, func(a, b *prompt.Tool) int { return cmp.Compare(b.Declaration.Len(), a.Declaration.Len()) })
	}
	return tools
}

// toolSizesKnown reports whether the declarations are the agent's own, not stand-ins. For
// stand-ins only the size of all declarations together is known.
func (v *View) toolSizesKnown() bool {
	return v.result.Whole.Tools.Length.Bytes <= v.toolBytes+v.toolBytes/8
}

// toolTokens returns the tokens of a tool's declaration. It computes them from the tokens of
// all declarations in proportion to the bytes. It returns 0 if the sizes are not known.
func (v *View) toolTokens(t *prompt.Tool) int {
	if !v.toolSizesKnown() {
		return 0
	}
	return v.result.Whole.Tools.Tokens.Tokens * t.Declaration.Len() / max(v.toolBytes, 1)
}

// openTool shows the declaration of the tool under the bar.
func (v *View) openTool() tea.Cmd {
	r, ok := v.current()
	if !ok || r.tool == nil {
		return nil
	}
	text := r.tool.Declaration.String()
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") == nil {
		text = out.String()
	}
	v.host.Open(dialog.NewReader("The declaration of "+r.tool.Name, dialog.PlainLines(text)))
	return nil
}

// toolDetails returns a full description of a tool.
func (v *View) toolDetails(t *prompt.Tool) string {
	if !v.toolSizesKnown() {
		return t.Name + ": a declared tool, shown with stand-ins for the agent's own words; only the size of all declarations together is known"
	}
	tokens := v.toolTokens(t)
	return fmt.Sprintf("%s: a declared tool, %d bytes, ≈%d tokens, %s of the request; Enter shows its declaration", t.Name, t.Declaration.Len(), tokens, v.share(tokens))
}

func (v *View) drawTool(a cell.Area, y int, c columns, t *prompt.Tool, st *style.Styles) {
	name := t.Name
	if !v.toolSizesKnown() {
		name += "  (stand-in)"
	}
	a.Put(3, y, cell.Shorten(cell.Visible(name), max(c.name-3, 1)), st.Base)
	if c.lifetime > 0 {
		a.Put(c.lifetime, y, "tool", st.Muted)
	}
	if !v.toolSizesKnown() {
		return
	}
	right(a, c.bytes, y, strconv.Itoa(t.Declaration.Len()), st.Base)
	tokens := v.toolTokens(t)
	right(a, c.tokens, y, "≈"+strconv.Itoa(tokens), st.Base)
	right(a, c.share, y, v.share(tokens), st.Muted)
}
