// Package starters lists the agents that galley can start for a capture.
package starters

import (
	"regexp"
	"strings"

	"galley/engine/agent/claudecode"
	"galley/engine/agent/clinecli"
	"galley/engine/agent/codex"
	"galley/engine/agent/continuecli"
	"galley/engine/agent/copilotcli"
	"galley/engine/agent/crush"
	"galley/engine/agent/geminicli"
	"galley/engine/agent/kilo"
	"galley/engine/agent/opencode"
	"galley/engine/agent/pi"
	"galley/engine/agent/qwencode"
	"galley/engine/capture/start"
)

// Named is a starter with its agent's name.
type Named struct {
	Agent   string
	Starter start.Starter
}

// All returns the starters in the order in which views list them.
func All() []Named {
	return []Named{
		{"claude-code", claudecode.Start},
		{"codex", codex.Start},
		{"opencode", opencode.Start},
		{"gemini-cli", geminicli.Start},
		{"qwen-code", qwencode.Start},
		{"copilot-cli", copilotcli.Start},
		{"cline-cli", clinecli.Start},
		{"kilo", kilo.Start},
		{"continue", continuecli.Start},
		{"pi", pi.Start},
		{"crush", crush.Start},
	}
}

// aliases are what people call agents.
var aliases = map[string]string{"claude": "claude-code", "gemini": "gemini-cli", "qwen": "qwen-code", "copilot": "copilot-cli", "cn": "continue"}

// Lookup returns the starter of an agent by its name or an alias; ok is false when
// galley cannot start it.
func Lookup(name string) (n Named, ok bool) {
	if real, known := aliases[name]; known {
		name = real
	}
	for _, n := range All() {
		if n.Agent == name {
			return n, true
		}
	}
	return Named{}, false
}

// Guess returns the agent that a request's header User-Agent names, "" when it
// names none that galley knows, and the version that stands behind it.
func Guess(userAgent string) (agent, version string) {
	lower := strings.ToLower(userAgent)
	for _, n := range All() {
		for _, start := range n.Starter.Sent {
			if rest, ok := strings.CutPrefix(lower, start); ok {
				return n.Agent, versioned.FindString(rest)
			}
		}
	}
	return "", ""
}

var versioned = regexp.MustCompile(`\d+\.\d+(\.\d+)?(-[0-9a-z.]+)?`)
