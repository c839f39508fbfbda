package follow

import (
	"strings"
	"testing"

	"galley/engine/report"
	"galley/ui/view/viewtest"
)

// The number of bytes that the agent sends is shown only for a new rule.
func TestTheBytesOfANewRuleAreTold(t *testing.T) {
	for _, c := range []struct{ kind, change, want string }{
		{"rule", "added", "; two sends 1 byte for it, because each agent adds its own frame to rules"}, {"rule", "changed", ""}, {"rule", "removed", ""}, {"skill", "added", ""},
	} {
		if got := sentAs(&report.BranchAgent{Agent: "two@2"}, &report.BranchItem{Kind: c.kind, Change: c.change, Bytes: [2]int{7, 1}}); got != c.want {
			t.Errorf("%s %s: %q", c.change, c.kind, got)
		}
	}
}

func TestABranchShowsItsChangesByAgentAndFile(t *testing.T) {
	shape := report.Branch{Against: "main", Commit: "0123456789abcdef", Agents: []report.BranchAgent{
		{Agent: "one@1", Same: true},
		{Agent: "two@2", Tokens: [2]int{10, 16}, Limit: 12, Growth: -1, Basis: "exact", Texts: [2]string{"a\n", "a\nb\n"}, Items: []report.BranchItem{
			{Kind: "rule", Name: "A.md", Path: "A.md", Change: "added", When: [2]string{"", "loaded"}, Tokens: [2]int{0, 6}, Texts: [2]string{"", "Be exact.\n"}}}},
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
	for i, want := range []string{"+b", "+Be exact."} {
		v := New(&viewtest.Host{}, Options{})
		if p.rows[i].enter == nil {
			t.Fatalf("Enter does nothing on row %d", i)
		}
		p.rows[i].enter(v)
		if got := v.level().subject.make(v)(t.Context()); !strings.Contains(got.text, want) || !got.diff {
			t.Errorf("row %d opens %q", i, got.text)
		}
	}
	if p.rows[1].path != "/p/A.md" || !strings.Contains(p.rows[0].told, "allowed 12") {
		t.Errorf("%+v", p.rows[:2])
	}
}
