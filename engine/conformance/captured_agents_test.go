package conformance

import "testing"

func TestConformanceCopilotCli(t *testing.T) {
	agent := capturedAgent{name: "copilot-cli@1.0.102", flags: []string{"--allow-all-tools", "--trust-folder"}}
	otherCase(t, "copilot-cli", func(t *testing.T, c capturedCase) { judgeCaptured(t, agent, c) })
}

func TestConformancePi(t *testing.T) {
	runCaptured(t, "pi", "pi@0.73.1", []string{"--no-skills", "--no-context-files"}, nil)
}
