// Package profiletest helps to test profiles. It makes an input from a scenario and files. It also
// writes results in short forms, so that tests state the shape of a prompt instead of its prose.
package profiletest

import (
	"slices"
	"strings"
	"testing"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/scenario"
)

// With returns an input in the directory /p with a scenario in TOML and with files. files lists
// the name of each file, followed by its text.
func With(t testing.TB, toml string, files ...string) profile.Input {
	t.Helper()
	s, problems := scenario.Parse("s.toml", toml)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	w := facts.NewMemory().Dir("/p")
	for file := range slices.Chunk(files, 2) {
		w.File(file[0], file[1])
	}
	return profile.Input{BuiltIn: true, Cwd: "/p", World: w, Scenario: s}
}

func IDs(blocks []prompt.Block) string {
	var all []string
	for _, b := range blocks {
		all = append(all, b.ID)
	}
	return strings.Join(all, " ")
}

func Codes(problems []diag.Problem) string {
	var all []string
	for _, p := range problems {
		all = append(all, string(p.Code))
	}
	return strings.Join(all, " ")
}

func ToolNames(p prompt.Prompt) string {
	var all []string
	for _, t := range p.Tools {
		all = append(all, t.Name)
	}
	return strings.Join(all, " ")
}
