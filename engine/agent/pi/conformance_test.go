package pi_test

import (
	"testing"

	"galley/engine/conformance"
)

func TestConformancePi(t *testing.T) {
	conformance.RunCaptured(t, "pi", "pi@0.73.1", []string{"--no-skills", "--no-context-files"}, nil)
}
