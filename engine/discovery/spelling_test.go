package discovery

import "testing"

// A directory may have tens of thousands of entries, and each entry is compared with all names
// that an agent looks for. These comparisons must allocate nothing.
func TestComparingNamesAllocatesNothing(t *testing.T) {
	rule := spellingOf("AGENTS.md")
	for name, want := range map[string]Reason{
		"file00001.go": "", "README.md": "", "agents.md": WrongCase, "agent.md": NearMiss, "agents.txt": NearMiss, "agents-local.md": NearMiss, ".agents.md": NearMiss,
		"agents": "", "Agents": NearMiss, "agnets.md": NearMiss,
	} {
		if got := rule.near(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { rule.near("file00001.go") }); n > 0 {
		t.Errorf("%.0f allocations for a name unlike any rule file's", n)
	}
}
