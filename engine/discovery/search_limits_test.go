package discovery

import (
	"os"
	"strings"
	"testing"

	"galley/engine/glob"
)

func TestThePageOfLimitsNamesTheLimitsOfDirectories(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../facts/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	if DefaultLimits != (glob.Limits{Dirs: 50_000, Names: 1_000_000, Time: 5e9}) || OutsideLimits != (glob.Limits{Dirs: 2_000, Names: 100_000}) ||
		BelowDirs != 20_000 || belowNames != 500_000 || belowTime != 3e9 || MaxNames != 200 {
		t.Error("a limit changed: change ../facts/limits.md, then this test")
	}
	for _, row := range []string{"| 50,000 | 1,000,000 | 5 |", "| 2,000 | 100,000 | |", "| 20,000 | 500,000 | 3 |", "to look for | 200 |"} {
		if !strings.Contains(string(page), row) {
			t.Errorf("limits.md lacks %q", row)
		}
	}
}
