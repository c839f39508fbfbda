package cline_test

import (
	"testing"

	"galley/engine/agent/agenttest"
)

func TestAllIsAsInThePortrait(t *testing.T) { agenttest.Portrait(t, "cline") }
