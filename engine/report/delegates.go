package report

import (
	"fmt"
	"io"
	"strings"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/secret"
)

// Delegates is the shape of `subagents`: what each sub-agent is sent.
type Delegates struct {
	Schema int        `json:"schema"`
	Cwd    string     `json:"cwd"`
	Agents []Delegate `json:"agents"`
}

// Delegate is one sub-agent of one agent.
type Delegate struct {
	Agent       string         `json:"agent"` // NAME@VERSION
	Name        string         `json:"name"`
	Path        string         `json:"path"`
	Description string         `json:"description"`
	Verdict     string         `json:"verdict"` // listed, not loaded, not known
	Reason      string         `json:"reason"`
	Model       string         `json:"model"` // "" for the main agent's
	Tools       []string       `json:"tools"` // those that it may use; empty for all
	Off         []string       `json:"off"`   // those that it may not use
	Body        string         `json:"body"`  // values that look like keys are masked
	Bytes       int            `json:"bytes"` // of the body
	Tokens      int            `json:"tokens"`
	Basis       string         `json:"basis"`
	Where       string         `json:"where"`    // the body stands; "" where that is not known
	Evidence    string         `json:"evidence"` // how it is known what a sub-agent is sent
	Parts       []DelegatePart `json:"parts"`
}

// DelegatePart is one kind of what files bring into the main prompt.
type DelegatePart struct {
	What      string   `json:"what"`
	Inherited string   `json:"inherited"` // yes, no or not known
	Files     []string `json:"files"`
	Tokens    int      `json:"tokens"` // that it has in the main prompt
}

// DelegatesOf returns the shape for the sub-agents of some traces; of one name with name.
// read gives a file's text.
func DelegatesOf(traces []*discovery.Trace, agents *agent.Registry, name string, read func(string) (string, error), count Counter) Delegates {
	out := Delegates{Schema: Schema, Agents: []Delegate{}}
	for _, t := range traces {
		out.Cwd = t.Cwd
		found, _, _ := agents.Lookup(t.Agent)
		inherits := found.Inherits
		if len(found.Versions) == 0 || found.Versions[0].Name != t.Version {
			inherits = nil // it was measured with the newest
		}
		for i := range t.Candidates {
			c := &t.Candidates[i]
			if c.Kind != discovery.Subagent || name != "" && c.Name != name || !c.There() {
				continue
			}
			text, err := read(c.Path)
			if err != nil || !strings.HasSuffix(c.Path, ".md") {
				continue // defined in settings, which have no body of its own
			}
			d := delegate(t, c, discovery.ReadDelegate(c.Name, c.Path, text), inherits, count)
			out.Agents = append(out.Agents, *secret.Copy(t.Secrets, &d))
		}
	}
	return out
}

func delegate(t *discovery.Trace, c *discovery.Candidate, d discovery.Delegate, inherits *discovery.Inheritance, count Counter) Delegate {
	n := count(t.Agent, d.Body)
	out := Delegate{Agent: AgentName(t), Name: d.Name, Path: c.Shown, Description: secret.MaskKeys(d.Description), Verdict: string(c.Verdict), Reason: string(c.Reason), Model: d.Model,
		Tools: list(d.Tools), Off: list(d.Off), Body: secret.MaskKeys(d.Body), Bytes: len(d.Body), Tokens: n.Tokens, Basis: string(n.Basis),
		Evidence: string(discovery.NoEvidence), Parts: []DelegatePart{}}
	if inherits != nil {
		out.Where, out.Evidence = inherits.Body, string(inherits.Evidence)
		if len(d.Tools) == 0 {
			out.Off = append(out.Off, inherits.Drops...)
		}
	}
	for _, what := range discovery.BroughtKinds {
		part := DelegatePart{What: string(what), Inherited: string(inherits.Has(what, len(d.Tools) > 0)), Files: []string{}}
		for i := range t.Candidates {
			x := &t.Candidates[i]
			if x.BroughtBy() != what {
				continue
			}
			part.Files = append(part.Files, x.Shown)
			if what != discovery.AtStart {
				part.Tokens += count(t.Agent, x.Text.String()).Tokens
			}
		}
		if what == discovery.AtStart {
			part.Tokens = count(t.Agent, t.Text.String()).Tokens
		}
		if len(part.Files) > 0 || what == discovery.AtStart {
			out.Parts = append(out.Parts, part)
		}
	}
	return out
}

// DelegatesText writes it for people; with the body where one was asked for.
func DelegatesText(w io.Writer, shape Delegates, body bool) error {
	var b strings.Builder
	for i, d := range shape.Agents {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s  of %s  %s\n", d.Name, d.Agent, Nearby(d.Path, shape.Cwd))
		if unlisted := d.Unlisted(); unlisted != "" {
			b.WriteString("  " + unlisted + "\n")
		}
		for _, line := range d.Lines() {
			b.WriteString("  " + line + "\n")
		}
		for _, p := range d.Parts {
			how := map[string]string{"yes": "as in the main prompt", "no": "left out, the main prompt has it", "not known": "not known whether it has it"}[p.Inherited]
			fmt.Fprintf(&b, "  %s %-32s %s%d tokens  %s\n", map[string]string{"yes": "+", "no": "-", "not known": "?"}[p.Inherited], p.What, sign(d.Basis), p.Tokens, how)
		}
		if body {
			fmt.Fprintf(&b, "--- body ---\n%s", d.Body)
			if !strings.HasSuffix(d.Body, "\n") {
				b.WriteByte('\n')
			}
		}
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// Unlisted says that the main prompt does not list the sub-agent; "" when it does.
func (d *Delegate) Unlisted() string {
	if d.Verdict == string(discovery.Listed) {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("the main prompt does not list it: %s %s", d.Verdict, discovery.Reason(d.Reason).Text()))
}

// Lines say in a line each the model, the tools and the body.
func (d *Delegate) Lines() []string {
	model := d.Model
	if model == "" {
		model = "the main agent's, unless the agent chooses another"
	}
	tools := "all that sub-agents have"
	if len(d.Tools) > 0 {
		tools = strings.Join(d.Tools, ", ")
	}
	if len(d.Off) > 0 {
		tools += "; without " + strings.Join(d.Off, ", ")
	}
	body := fmt.Sprintf("%s tokens, %s", d.Weight(d.Tokens), Size(d.Bytes))
	if d.Where != "" {
		body += fmt.Sprintf(", %s  [%s]", d.Where, d.Evidence)
	}
	return []string{"model  " + model, "tools  " + tools, "body   " + body}
}

// Weight writes a number of tokens with its certainty.
func (d *Delegate) Weight(n int) string { return sign(d.Basis) + fmt.Sprint(n) }
