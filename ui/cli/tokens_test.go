package cli

import (
	"strings"
	"testing"
)

// A number that counts galley's stand-ins instead of the agent's words says so in every output.
func TestTokensReportStandIns(t *testing.T) {
	const told = "bytes are stand-ins for the agent's own words"
	c := newConsole(t)
	c.world.File("/p/AGENTS.md", "Be brief.\n")
	if _, stderr := c.must(0, "tokens", "--profile", "opencode"); !strings.Contains(stderr, told) {
		t.Errorf("standard error %q", stderr)
	}
	if stdout, _ := c.must(0, "tokens", "--profile", "opencode", "--json"); !strings.Contains(stdout, told) {
		t.Errorf("JSON %s", stdout)
	}
	if stdout, stderr := c.must(0, "tokens", "AGENTS.md", "--json"); strings.Contains(stdout+stderr, told) {
		t.Errorf("a file has no stand-ins: %s %s", stdout, stderr)
	}
}
