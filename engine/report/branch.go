package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"galley/engine/branch"
	"galley/engine/diag"
	"galley/engine/discovery"
	"galley/engine/secret"
	"galley/engine/textutil"
	"galley/engine/token"
)

// Branch is the JSON shape of `check --against`: how a change affects each agent's prompt.
type Branch struct {
	Schema   int           `json:"schema"`
	Against  string        `json:"against"` // the revision, as the user named it
	Commit   string        `json:"commit"`  // the full id of the commit that was compared with the files on disk
	Base     bool          `json:"base"`    // whether Commit is the merge base of the branch and the revision
	Agents   []BranchAgent `json:"agents"`
	Problems []Problem     `json:"problems"` // broken limits
	problems []diag.Problem
	top      string
}

// BranchAgent says how the change affects one agent's prompt. The two values of a pair are those
// before and after the change.
type BranchAgent struct {
	Agent   string       `json:"agent"` // NAME@VERSION
	Same    bool         `json:"same"`
	Tokens  [2]int       `json:"tokens"`  // of what files add at launch
	Request *[2]int      `json:"request"` // tokens of the whole request; null without a capture
	Basis   string       `json:"basis"`   // exact, assumed or estimate
	Limit   int          `json:"limit"`   // the most tokens that files may add to the prompt; -1 without a limit
	Growth  int          `json:"growth"`  // the most tokens that a change may add to those; -1 without a limit
	Failure [2]string    `json:"failure"` // why the agent would not start, or ""
	Items   []BranchItem `json:"items"`
	Texts   [2]string    `json:"-"` // what files add at launch, with values masked
}

// BranchItem is one difference.
type BranchItem struct {
	Kind   string    `json:"kind"` // rule, skill, command, agent, output style, MCP server, plugin, hook or tool
	Name   string    `json:"name"`
	Path   string    `json:"path"`   // relative to the root for a file of the repository; "" for a tool
	Change string    `json:"change"` // added, removed, changed, now loaded, now on demand or now listed
	When   [2]string `json:"when"`   // loaded, on demand or listed; "" if it is not in the request
	Tokens [2]int    `json:"tokens"`
	Bytes  [2]int    `json:"bytes"`
	Texts  [2]string `json:"-"` // the text that the item adds to the request, with values masked
}

// BranchOf returns the JSON shape of a comparison. top is the repository's root.
func BranchOf(top, against, commit string, base bool, agents []branch.Agent, limits branch.Limits, problems []diag.Problem, count Counter) Branch {
	out := Branch{Schema: Schema, Against: against, Commit: commit, Base: base, Agents: []BranchAgent{}, Problems: Problems(problems), problems: problems, top: top}
	for i := range agents {
		shape := branchAgent(&agents[i], top, count)
		shape.Limit, shape.Growth = limits.Of(agents[i].After.Agent)
		out.Agents = append(out.Agents, shape)
	}
	return out
}

// branchAgent compares one agent's prompt before the change with the one after it.
func branchAgent(a *branch.Agent, top string, count Counter) BranchAgent {
	shape := BranchAgent{Agent: AgentName(a.After), Same: a.Same(), Tokens: a.Tokens, Request: a.Request, Items: []BranchItem{},
		Basis: string(count(a.After.Agent, a.After.Text.String()).Basis), Limit: -1, Growth: -1}
	for side, trace := range []*discovery.Trace{a.Before, a.After} {
		shape.Texts[side] = trace.Text.String()
		if trace.Failure != nil {
			shape.Failure[side] = trace.Failure.Message
		}
	}
	for _, item := range a.Items {
		name := item.Name
		if name == item.Path {
			name = Nearby(name, top)
		}
		shape.Items = append(shape.Items, BranchItem{item.Kind, name, Nearby(item.Path, top), item.Change(),
			[2]string{string(item.When[0]), string(item.When[1])}, item.Tokens, item.Bytes, item.Texts})
	}
	shape = *secret.Copy(a.Before.Secrets, &shape)
	return *secret.Copy(a.After.Secrets, &shape)
}

// Title returns a heading that says what was compared.
func (b *Branch) Title() string {
	short := b.Commit[:min(len(b.Commit), 10)]
	if b.Base {
		return fmt.Sprintf("%s (%s, where the branch began)", b.Against, short)
	}
	return fmt.Sprintf("%s (%s)", b.Against, short)
}

// Unchanged names the agents whose prompts the change does not affect.
func (b *Branch) Unchanged() (names []string) {
	for _, a := range b.Agents {
		if a.Same {
			names = append(names, a.Agent)
		}
	}
	return names
}

// Approx writes a number of tokens after a sign that says how they were counted.
func (a *BranchAgent) Approx(n int) string { return sign(a.Basis) + fmt.Sprint(n) }

// Allowed describes the agent's limits. It returns "" without limits.
func (a *BranchAgent) Allowed() string {
	var parts []string
	if a.Limit >= 0 {
		parts = append(parts, fmt.Sprint(a.Limit))
	}
	if a.Growth >= 0 {
		parts = append(parts, fmt.Sprintf("+%d", a.Growth))
	}
	return strings.Join(parts, ", ")
}

// unknown reports whether the size of an item is not known: galley does not start servers,
// so it does not know the tools that they declare.
func (i *BranchItem) unknown() bool {
	return i.Kind == discovery.Server.String() && i.Bytes == [2]int{}
}

// Weight returns the number of tokens that an item adds or removes or, for a changed item, its
// tokens before and after the change.
func (i *BranchItem) Weight(a *BranchAgent) string {
	switch {
	case i.unknown():
		return "not known"
	case i.When[0] == "":
		return "+" + a.Approx(i.Tokens[1])
	case i.When[1] == "":
		return "-" + a.Approx(i.Tokens[0])
	}
	return fmt.Sprintf("%s → %s", a.Approx(i.Tokens[0]), a.Approx(i.Tokens[1]))
}

// Later says that a request contains an item only later. It returns "" for other items.
func (i *BranchItem) Later() string {
	if slices.Contains(i.When[:], "on demand") {
		return ", on demand"
	}
	return ""
}

// BranchText writes a comparison in lines of text.
func BranchText(w io.Writer, shape Branch) error {
	var b strings.Builder
	fmt.Fprintf(&b, "against %s\n", shape.Title())
	for i := range shape.Agents {
		a := &shape.Agents[i]
		if a.Same {
			continue
		}
		a.text(&b)
	}
	if same := shape.Unchanged(); len(same) > 0 {
		fmt.Fprintf(&b, "\nunchanged: %s\n", strings.Join(same, ", "))
	}
	for _, p := range shape.problems {
		fmt.Fprintf(&b, "\n%s: %s\n    %s\n", p.Severity, p.Message, p.Hint)
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// text writes how the change affects the agent's prompt.
func (a *BranchAgent) text(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s  %s → %s tokens from files (%+d)", a.Agent, a.Approx(a.Tokens[0]), a.Approx(a.Tokens[1]), a.Tokens[1]-a.Tokens[0])
	if allowed := a.Allowed(); allowed != "" {
		fmt.Fprintf(b, ", allowed %s", allowed)
	}
	if a.Request != nil {
		fmt.Fprintf(b, "; the whole request %s → %s", a.Approx(a.Request[0]), a.Approx(a.Request[1]))
	}
	b.WriteByte('\n')
	for side, why := range a.Failure {
		if why != "" {
			fmt.Fprintf(b, "  %s it would not start: %s\n", [2]string{"before,", "after,"}[side], why)
		}
	}
	for _, item := range a.Items {
		weighs := item.Weight(a) + " tokens"
		if item.unknown() {
			weighs = "its tools are not known"
		}
		fmt.Fprintf(b, "  %-8s %s %s  %s%s\n", item.Change, item.Kind, item.Name, weighs, item.Later())
	}
}

// BranchMarkdown writes a comparison in Markdown, for posting. The same files always give the same
// output.
func BranchMarkdown(w io.Writer, shape Branch) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### What this branch changes in the agents' prompts\n\nCompared with %s, in tokens that files bring in at launch.\n", inline(shape.Title()))
	for _, p := range shape.problems {
		fmt.Fprintf(&b, "\n> **%s**: %s. %s\n", p.Severity, cell(p.Message), cell(p.Hint))
	}
	changed := len(shape.Agents) - len(shape.Unchanged())
	if changed == 0 {
		b.WriteString("\nNo agent's prompt changes.\n")
	} else {
		b.WriteString("\n| Agent | Before | After | Change | Allowed |\n| --- | ---: | ---: | ---: | --- |\n")
		for i := range shape.Agents {
			if a := &shape.Agents[i]; !a.Same {
				fmt.Fprintf(&b, "| %s | %s | %s | %+d | %s |\n", a.Agent, a.Approx(a.Tokens[0]), a.Approx(a.Tokens[1]), a.Tokens[1]-a.Tokens[0], a.Allowed())
			}
		}
	}
	for i := range shape.Agents {
		a := &shape.Agents[i]
		if a.Same {
			continue
		}
		fmt.Fprintf(&b, "\n<details><summary>%s: %s</summary>\n\n", a.Agent, textutil.Plural(len(a.Items), "change"))
		for side, why := range a.Failure {
			if why != "" {
				fmt.Fprintf(&b, "%s this change it would not start: %s\n\n", [2]string{"Before", "After"}[side], cell(why))
			}
		}
		if a.Request != nil {
			fmt.Fprintf(&b, "The whole request: %s → %s tokens.\n\n", a.Approx(a.Request[0]), a.Approx(a.Request[1]))
		}
		if len(a.Items) > 0 {
			b.WriteString("| | Kind | Name | Tokens |\n| --- | --- | --- | ---: |\n")
		}
		for _, item := range a.Items {
			fmt.Fprintf(&b, "| %s | %s | %s | %s%s |\n", item.Change, item.Kind, inline(item.Name), item.Weight(a), item.Later())
		}
		b.WriteString("\n</details>\n")
	}
	if same := shape.Unchanged(); changed > 0 && len(same) > 0 {
		fmt.Fprintf(&b, "\nUnchanged: %s.\n", strings.Join(same, ", "))
	}
	b.WriteString("\n" + signs(&shape))
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// signs explains the signs that stand before numbers in the output.
func signs(shape *Branch) string {
	var out []string
	for _, s := range []struct{ basis, says string }{
		{string(token.Assumed), "`~` counted with the nearest known vocabulary"},
		{string(token.Estimate), "`≈` an estimate: the vocabulary is not public"},
	} {
		if slices.ContainsFunc(shape.Agents, func(a BranchAgent) bool { return !a.Same && a.Basis == s.basis }) {
			out = append(out, s.says)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, "; ") + ".\n"
}

// cell escapes a text for a cell of a Markdown table.
func cell(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "|", `\|`, "<", "&lt;", ">", "&gt;", "`", "'", "@", "&#64;", "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "!", `\!`).Replace(s)
}

// inline returns a text as inline code of Markdown.
func inline(s string) string {
	return "`" + strings.NewReplacer("\n", " ", "\r", " ", "|", `\|`, "`", "'").Replace(s) + "`"
}

// BranchGitHub writes a comparison as annotations of a GitHub job: an error for each broken limit
// and, for each agent whose prompt changes, a notice at the first file that changes it.
func BranchGitHub(w io.Writer, shape Branch) error {
	var b strings.Builder
	if err := ProblemsGitHub(&b, shape.problems, "", func(p string) string { return Nearby(p, shape.top) }); err != nil {
		return err
	}
	for i := range shape.Agents {
		a := &shape.Agents[i]
		if a.Same {
			continue
		}
		file := ""
		var names []string
		for _, item := range a.Items {
			names = append(names, item.Change+" "+item.Name)
			if file == "" && item.Path != "" && !strings.HasPrefix(item.Path, "/") {
				file = "file=" + property(item.Path) + ","
			}
		}
		fmt.Fprintf(&b, "::notice %stitle=%s::%s\n", file, property("galley: the prompt of "+a.Agent),
			data(fmt.Sprintf("%s → %s tokens from files (%+d)\n%s", a.Approx(a.Tokens[0]), a.Approx(a.Tokens[1]), a.Tokens[1]-a.Tokens[0], strings.Join(names, "\n"))))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
