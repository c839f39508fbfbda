package copilotcli_test

import (
	"testing"

	"galley/engine/conformance"
)

func TestConformanceCopilotCli(t *testing.T) {
	agent := conformance.CapturedAgent{Name: "copilot-cli@1.0.102", Flags: []string{"--allow-all-tools", "--trust-folder"}}
	conformance.Each(t, "copilot-cli", func(t *testing.T, c conformance.CapturedCase) { conformance.JudgeCaptured(t, agent, c) })
}
