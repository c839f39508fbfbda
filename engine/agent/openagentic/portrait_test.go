package openagentic_test

import (
	"testing"

	"galley/engine/agent/agenttest"
)

func TestAllIsAsInThePortrait(t *testing.T) { agenttest.Portrait(t, "openagentic") }
