package conformance

import (
	"path"
	"testing"

	"galley/engine/facts"
)

func TestConformanceCopilotCli(t *testing.T) {
	agent := capturedAgent{name: "copilot-cli@1.0.102", flags: []string{"--allow-all-tools", "--trust-folder"}}
	otherCase(t, "copilot-cli", func(t *testing.T, c capturedCase) { judgeCaptured(t, agent, c) })
}

func TestConformancePi(t *testing.T) {
	runCaptured(t, "pi", "pi@0.73.1", []string{"--no-skills", "--no-context-files"}, nil)
}

func TestConformanceCline(t *testing.T) {
	runCaptured(t, "cline", "cline-cli@3.0.65", nil, nil)
}

func TestConformanceContinue(t *testing.T) {
	runCaptured(t, "continue", "continue@1.5.47", []string{"--rule"}, func(w *facts.Memory, c capturedCase) {
		w.File(path.Join(otherHome, ".continue", "config.yaml"), "name: main\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: main\n    provider: openai\n    model: gpt-5\n"+c.Config)
	})
}

func TestConformanceKilo(t *testing.T) {
	runCaptured(t, "kilo", "kilo@7.7.7", nil, nil)
}
