package kilo

import (
	"time"

	"galley/engine/agent/opencode"
	"galley/engine/capture/start"
)

var family = opencode.Variant{Variable: "KILO_CONFIG_CONTENT", Name: "kilo", Dirs: []string{".kilo", ".kilocode", ".opencode"}}

// Start says how Kilo is started for a capture, as measured with 7.7.7; it is made
// from OpenCode and reads the same kinds of settings.
var Start = start.Starter{
	Program: "kilo", Packages: []string{"@kilocode/cli"}, Install: "npm install -g @kilocode/cli",
	Worst: 20 * time.Second, Versions: []string{"7.7.7"},
	Headless: family.Headless, Interactive: family.Interactive, Runs: family.Runs,
	Override: func(in start.Input, file, _ string) (start.With, error) {
		return family.Override(in, "code", file, "the text after a fixed identity part of 1,606 bytes", "that identity part, the environment, rule files, and tools")
	},
	Sent:     []string{"kilo/"},
	Leavings: []string{".git/kilo", "**/.kilocode/.gitignore", "**/.kilo/.gitignore"},
	Refs:     []string{"refs/kilo/materialize/**"},
}
