package follow

import (
	"strings"
	"testing"

	"galley/engine/report"
)

func TestABranchShowsItsChangesByAgentAndFile(t *testing.T) {
	shape := report.Branch{Against: "main", Commit: "0123456789abcdef", Agents: []report.BranchAgent{
		{Agent: "one@1", Same: true},
		{Agent: "two@2", Tokens: [2]int{10, 16}, Limit: 12, Growth: -1, Basis: "exact", Items: []report.BranchItem{
			{Kind: "rule", Name: "A.md", Path: "A.md", Change: "added", When: [2]string{"", "loaded"}, Tokens: [2]int{0, 6}}}},
	}}
	p := branchPage(&shape, "/p")
	var all []string
	for _, r := range p.rows {
		all = append(all, strings.TrimSpace(r.heading+r.sign+" "+r.name+" "+r.note+" "+r.right))
	}
	want := []string{"• two@2 +6 tokens 10 → 16", "+ A.md added, rule +6", "unchanged", "= 1 agent one@1"}
	if got := strings.Join(all, "|"); got != strings.Join(want, "|") {
		t.Errorf("it shows %s", got)
	}
	if p.rows[1].path != "/p/A.md" || !strings.Contains(p.rows[0].told, "allowed 12") {
		t.Errorf("%+v", p.rows[:2])
	}
}
