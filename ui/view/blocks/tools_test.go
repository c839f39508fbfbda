package blocks

import (
	"strings"
	"testing"

	"galley/engine/prompt"
	"galley/engine/source"
	"galley/engine/token"
	"galley/ui/keymap"
	"galley/ui/view"
	"galley/ui/view/viewtest"
)

// Declared tools are rows like blocks: they sort among them by size, Enter shows the declaration,
// and End reaches the last row.
func TestToolsSortAndOpen(t *testing.T) {
	r, host := result([]string{"a", "bbbb"}), &viewtest.Host{}
	tool := func(name string, size int) prompt.Tool {
		return prompt.Tool{Name: name, Declaration: source.Literal(`{"name":"` + strings.Repeat("x", size) + `"}`)}
	}
	r.Prompt.Tools = []prompt.Tool{tool("small", 0), tool("large", 90)}
	r.Whole.System.Tokens.Tokens, r.Whole.Tools.Tokens = 25, token.Count{Tokens: 75, Method: "test"}
	r.Whole.Tools.Length.Bytes = 112
	for i := range r.Blocks {
		r.Blocks[i].Tokens.Tokens = 20
	}
	v := shown(host, r)
	names := func() (all []string) {
		for _, r := range v.rows {
			if r.tool != nil {
				all = append(all, r.tool.Name)
			} else if r.block != nil {
				all = append(all, "block")
			}
		}
		return all
	}
	if got := strings.Join(names(), " "); got != "block block small large" {
		t.Errorf("as they are sent: %s", got)
	}
	v.Update(view.Move{End: 1})
	if now, _ := v.current(); now.tool == nil || now.tool.Name != "large" || !strings.Contains(v.Details(), "a declared tool") {
		t.Errorf("End reaches %+v, %s", now, v.Details())
	}
	if v.Update(keymap.Jump); host.Dialog == nil {
		t.Error("Enter does not show the declaration")
	}
	v.Update(keymap.SortBlocks)
	if got := strings.Join(names(), " "); got != "large block block small" {
		t.Errorf("by size: %s", got)
	}
	r.Whole.Tools.Length.Bytes = 5000 // more is sent, so the declarations are stand-ins
	v.Update(r)
	if got := strings.Join(names(), " "); got != "block block large small" || v.toolTokens(&r.Prompt.Tools[1]) != 0 {
		t.Errorf("sizes that are not known sort as %s", got)
	}
	if host.Said != "Blocks and tools are sorted by size" {
		t.Errorf("it says %q", host.Said)
	}
}
