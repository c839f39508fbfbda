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

// Prompted is a case of [Prompts]: a scenario in TOML, a template, and what Build adds to a
// repository at /p with a home at /h.
type Prompted struct {
	Name, Scenario, Template string
	Build                    func(w *facts.Memory)
}

// Prompts compares the whole prompts that a profile makes in /p with what testdata/FILE records. If
// an earlier prompt has the same block, the record has only the block's id.
func Prompts(t testing.TB, p profile.Profile, file string, all []Prompted) {
	t.Helper()
	var b strings.Builder
	written := map[string]bool{}
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
		in := profile.Input{Template: source.Of(one.Template, source.Origin{Kind: source.Template, Tag: source.NoSpan}), TemplateText: one.Template, BuiltIn: one.Template == "", Cwd: "/p", Scenario: s, World: w}
		made, problems := p.Assemble(context.Background(), in)
		for _, m := range made.Messages {
			fmt.Fprintf(&b, "%s %s%v\n", m.Role, m.CallID, m.Parts)
			for _, block := range m.Blocks {
				line := fmt.Sprintf("  [%s %s %s %v] %q %q\n", block.ID, block.From, block.Lifetime, block.Changes, block.Before.String(), block.Text.String())
				if written[line] {
					line = "  [" + block.ID + "] as above\n"
				}
				written[line] = true
				b.WriteString(line)
			}
		}
		for _, one := range made.Tools {
			fmt.Fprintf(&b, "tool %s %s\n", one.Name, one.Declaration)
		}
		for _, block := range made.Removed {
			line := fmt.Sprintf("removed %s %q\n", block.ID, block.Text.String())
			if written[line] {
				line = "removed " + block.ID + " as above\n"
			}
			written[line] = true
			b.WriteString(line)
		}
		fmt.Fprintf(&b, "choice %q, notes %q\n", made.ToolChoice, made.Notes)
		for _, p := range problems {
			fmt.Fprintf(&b, "%s %s: %s (%s)\n", p.Severity, p.Code, p.Message, p.Hint)
		}
	}
	Recorded(t, file, b.String())
}
