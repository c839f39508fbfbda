package clinecli_test

import (
	"testing"

	"galley/engine/conformance"
)

func TestConformanceCline(t *testing.T) {
	conformance.RunCaptured(t, "cline", "cline-cli@3.0.65", nil, nil)
}
