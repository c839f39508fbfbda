package kilo_test

import (
	"testing"

	"galley/engine/conformance"
)

func TestConformanceKilo(t *testing.T) {
	conformance.RunCaptured(t, "kilo", "kilo@7.7.7", nil, nil)
}
