package report

import (
	"strings"
	"testing"

	"galley/engine/discovery"
)

func TestAServerOfABranchHasNoSizeThatNobodyKnows(t *testing.T) {
	listed := [2]string{"", string(discovery.Listed)}
	a := BranchAgent{Agent: "claude-code", Basis: "exact", Limit: -1, Growth: -1, Items: []BranchItem{
		{Change: "added", Kind: "MCP server", Name: "db", When: listed},
		{Change: "added", Kind: "skill", Name: "new", When: listed, Tokens: [2]int{0, 7}, Bytes: [2]int{0, 20}},
	}}
	var text strings.Builder
	a.text(&text)
	for _, want := range []string{"MCP server db  its tools are not known\n", "skill new  +7 tokens\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, text.String())
		}
	}
	if weighs := a.Items[0].Weight(&a); weighs != "not known" {
		t.Errorf("the server weighs %q", weighs)
	}
}
