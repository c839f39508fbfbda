package report

import (
	"fmt"
	"io"
	"strings"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/profile"
	"galley/engine/source"
)

// Plain writes everything that the workbench shows as lines to be read one after another, for
// example with a screen reader. It uses no frames and no columns; each line is complete, and each
// part has a heading. rule is the rule file that is shown beside the template, or nil.
func Plain(w io.Writer, r *engine.Result, template string, rule *PlainFile) error {
	r = r.Masked()
	var b strings.Builder
	heading := func(text string) { fmt.Fprintf(&b, "\n%s\n\n", text) }

	fmt.Fprintf(&b, "galley: %s for the profile %s", template, r.Profile)
	if r.Model != "" {
		fmt.Fprintf(&b, ", model %s", r.Model)
	}
	b.WriteByte('\n')
	if r.Profile != profile.Default {
		b.WriteString("The prompt is " + ProvenanceText(r) + "\n")
	}

	if rule != nil {
		heading("Rule file " + rule.Name)
		_, text, _ := FileUseText(r.File)
		b.WriteString(text + "\n")
		plainLines(&b, r.Secrets.Cover(rule.Text))
	}
	if r.Sent == nil {
		heading("Template")
	} else {
		heading("Template, which is not sent")
	}
	plainLines(&b, r.Tree.Text)
	plainRules(&b, r)

	heading("Variables")
	if len(r.Values) == 0 {
		b.WriteString("none\n")
	}
	lines := source.NewLines(r.Tree.Text)
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
		b.WriteString(p.Severity.String())
		if p.Start.Line > 0 {
			fmt.Fprintf(&b, " in line %d", p.Start.Line)
		}
		if p.File != "" {
			b.WriteString(" of " + p.File)
		}
		b.WriteString(": " + p.Message)
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
		fmt.Fprintf(&b, "%s: %s%d of %d %s, %.0f percent, %s\n", g.Provider, about, g.Used, g.Max, g.Unit.Words(), g.Share()*100, g.State)
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// PlainFile is a file that is shown beside the template.
type PlainFile struct{ Name, Text string }

// plainLines writes a text with a number before each line.
func plainLines(b *strings.Builder, text string) {
	lines := source.NewLines(text)
	for n := 1; n <= lines.Count(); n++ {
		end := len(text)
		if n < lines.Count() {
			end = lines.Start(n + 1)
		}
		fmt.Fprintf(b, "line %d: %s\n", n, strings.TrimRight(text[lines.Start(n):end], "\r\n"))
	}
}

// plainRules lists the rule files of the prompt's agent: those in the first request, and those
// that may be added later.
func plainRules(b *strings.Builder, r *engine.Result) {
	if r.Trace == nil {
		return
	}
	b.WriteString("\nRule files of " + r.Trace.Agent + "\n\n")
	none := true
	for _, c := range r.Trace.Candidates {
		if c.Kind == discovery.Rule && (c.Verdict == discovery.Loaded || c.Verdict == discovery.Later) {
			fmt.Fprintf(b, "%s: %s\n", c.Path, c.Verdict)
			none = false
		}
	}
	if none {
		b.WriteString("none\n")
	}
}

// plainValue describes a value in one line. It shows a short value, and the size of a long one.
func plainValue(text string) string {
	if len(text) <= 60 && !strings.ContainsAny(text, "\r\n") {
		return text
	}
	return fmt.Sprintf("%d bytes", len(text))
}
