package report

import (
	"fmt"
	"io"
	"strings"

	"galley/engine"
	"galley/engine/source"
)

// Plain writes everything that the workbench shows as lines to read one after
// another, for example with a screen reader: no frames, no columns, each line
// complete, each part under a heading.
func Plain(w io.Writer, r *engine.Result, template string) error {
	r = r.Masked()
	var b strings.Builder
	heading := func(text string) { fmt.Fprintf(&b, "\n%s\n\n", text) }

	fmt.Fprintf(&b, "galley: %s for the profile %s", template, r.Profile)
	if r.Model != "" {
		fmt.Fprintf(&b, ", model %s", r.Model)
	}
	b.WriteByte('\n')

	heading("Template")
	lines := source.NewLines(r.Tree.Text)
	for n := 1; n <= lines.Count(); n++ {
		end := len(r.Tree.Text)
		if n < lines.Count() {
			end = lines.Start(n + 1)
		}
		fmt.Fprintf(&b, "line %d: %s\n", n, strings.TrimRight(r.Tree.Text[lines.Start(n):end], "\r\n"))
	}

	heading("Variables")
	for _, v := range r.Values {
		fmt.Fprintf(&b, "%s: %s", v.Key, v.State)
		if v.Exists() {
			fmt.Fprintf(&b, ", %s", plainValue(v.Text))
		}
		if v.Detail != "" {
			fmt.Fprintf(&b, ", %s", v.Detail)
		}
		if len(v.Uses) == 0 {
			b.WriteString(", unused")
		}
		for i, use := range v.Uses {
			word := ", line"
			if i == 0 {
				word = ", used in line"
			}
			fmt.Fprintf(&b, "%s %d", word, lines.Line(use.Start))
		}
		b.WriteByte('\n')
	}

	heading("Problems")
	if len(r.Problems) == 0 {
		b.WriteString("none\n")
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "%s in line %d: %s", p.Severity, p.Start.Line, p.Message)
		if p.Hint != "" {
			fmt.Fprintf(&b, "; %s", p.Hint)
		}
		b.WriteByte('\n')
	}

	for _, m := range r.Prompt.Messages {
		heading(fmt.Sprintf("Prompt, %s message", m.Role))
		b.WriteString(m.Text().String())
		if !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
	}
	if len(r.Prompt.Messages) == 0 {
		heading("Prompt")
		b.WriteString("no message is sent\n")
	}

	heading("Budgets")
	if !r.Limited {
		b.WriteString(windowText(r) + "\n")
	}
	for _, g := range limits(r) {
		about := ""
		if !g.Exact() {
			about = "about "
		}
		fmt.Fprintf(&b, "%s: %s%d of %d %s, %.0f percent, %s\n", g.Provider, about, g.Used, g.Max, g.Unit, g.Share()*100, g.State)
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// plainValue describes a value in one line: the value itself if it is short, else its
// size.
func plainValue(text string) string {
	if len(text) <= 60 && !strings.ContainsAny(text, "\r\n") {
		return text
	}
	return fmt.Sprintf("%d bytes", len(text))
}
