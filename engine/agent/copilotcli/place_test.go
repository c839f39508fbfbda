package copilotcli_test

import (
	"slices"
	"testing"

	"galley/engine/agent/agenttest"
	"galley/engine/discovery"
)

// The first rule file after a capture goes before the notes on notifications and not beside the
// skills. Measured with Copilot CLI 1.0.102.
func TestFirstRuleFileHasAPlaceOfItsOwn(t *testing.T) {
	t.Parallel()
	parts := agenttest.Discover(t, agenttest.Repository().File("/p/AGENTS.md", "a"), "copilot-cli", "/p", discovery.Options{}).Parts
	i := slices.IndexFunc(parts, func(p discovery.Part) bool { return p.Name == "rules" })
	if i < 0 || parts[i].Before != "\n<system_notifications>" || !parts[i].Separate {
		t.Errorf("%+v", parts)
	}
}
