package agenttest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"galley/engine/facts"
	"galley/engine/profile"
	"galley/engine/scenario"
	"galley/engine/source"
)

// Prompted is a case of [Prompts]: a scenario as in TOML, a template, and what is added to a
// repository at /p with a home at /h.
type Prompted struct {
	Name, Scenario, Template string
	Build                    func(w *facts.Memory)
}

// Prompts compares the whole prompts that a profile makes in /p with what testdata/FILE records.
func Prompts(t testing.TB, p profile.Profile, file string, all []Prompted) {
	t.Helper()
	var b strings.Builder
	for _, one := range all {
		w := Repository()
		if one.Build != nil {
			one.Build(w)
		}
		s, wrong := scenario.Parse("s.toml", one.Scenario)
		fmt.Fprintf(&b, "== %s\n", one.Name)
		for _, p := range wrong {
			fmt.Fprintf(&b, "wrong: %s\n", p.Message)
		}
		in := profile.Input{Template: source.Literal(one.Template), TemplateText: one.Template, BuiltIn: one.Template == "", Cwd: "/p", Scenario: s, World: w}
		made, problems := p.Assemble(context.Background(), in)
		for _, m := range made.Messages {
			fmt.Fprintf(&b, "%s %s", m.Role, m.CallID)
			for _, block := range m.Blocks {
				fmt.Fprintf(&b, " [%s %s %s %v]", block.ID, block.From, block.Lifetime, block.Changes)
			}
			fmt.Fprintf(&b, "\n  %q\n", m.Text().String())
		}
		for _, one := range made.Tools {
			fmt.Fprintf(&b, "tool %s %s\n", one.Name, one.Declaration)
		}
		for _, block := range made.Removed {
			fmt.Fprintf(&b, "removed %s %q\n", block.ID, block.Text.String())
		}
		fmt.Fprintf(&b, "choice %q, notes %q\n", made.ToolChoice, made.Notes)
		for _, p := range problems {
			fmt.Fprintf(&b, "%s %s: %s (%s)\n", p.Severity, p.Code, p.Message, p.Hint)
		}
	}
	Recorded(t, file, b.String())
}
