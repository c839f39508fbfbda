package discovery_test

import (
	"context"
	"strings"
	"testing"

	"galley/engine/discovery"
	"galley/engine/facts"
	"galley/engine/report"
	"galley/engine/source"
)

// Things other than rule files are not counted as loaded files, add nothing to their text and come
// after the rule files, sorted by kind.
func TestOtherKindsFollowTheRuleFiles(t *testing.T) {
	w := facts.NewMemory().File("/p/s.md", "skill").File("/p/r.md", "rule").File("/p/mcp.json", "{}")
	discover := discovery.By("x", []discovery.Version{{Name: "1"}}, discovery.Executed, func(_ context.Context, f *discovery.Finder) (*discovery.Trace, error) {
		f.Add(f.Thing(discovery.Server, "alpha", "/p/mcp.json", "project").No(discovery.Disabled, ""))
		f.Add(f.Thing(discovery.Skill, "s", "/p/s.md", "project").List(source.Literal("- s: skill"), ""))
		f.Add(f.At("/p/r.md", "project").Load(source.Literal("rule"), 4))
		return f.Done("\n")
	})
	trace, err := discover(context.Background(), w, discovery.Options{Cwd: "/p"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(trace.Loaded, " "); got != "/p/r.md" || trace.Text.String() != "rule" {
		t.Errorf("loaded %s, text %q", got, trace.Text.String())
	}
	if rows := discovery.NewMatrix([]*discovery.Trace{trace}).Rows; len(rows) != 1 {
		t.Errorf("the table of rule files has %d rows, want 1", len(rows))
	}
	var b strings.Builder
	if err := report.ScanText(&b, []*discovery.Trace{trace}); err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, want := range []string{" 1 r.md", "\n  skills\n", " * s (s.md)", "in the request", "\n  MCP servers\n", " - alpha (mcp.json)"} {
		i := strings.Index(b.String(), want)
		if i <= at {
			t.Errorf("%q is out of order in\n%s", want, b.String())
		}
		at = i
	}
}
