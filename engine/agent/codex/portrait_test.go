package codex_test

import (
	"testing"

	"galley/engine/agent/agenttest"
)

func TestPortrait(t *testing.T) { agenttest.Portrait(t, "codex") }
