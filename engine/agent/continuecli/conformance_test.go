package continuecli_test

import (
	"path"
	"testing"

	"galley/engine/conformance"
	"galley/engine/facts"
)

func TestConformanceContinue(t *testing.T) {
	conformance.RunCaptured(t, "continue", "continue@1.5.47", []string{"--rule"}, func(w *facts.Memory, c conformance.CapturedCase) {
		w.File(path.Join(conformance.Home, ".continue", "config.yaml"), "name: main\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: main\n    provider: openai\n    model: gpt-5\n"+c.Config)
	})
}
