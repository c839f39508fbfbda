package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"galley/engine/agent"
	"galley/engine/discovery"
	"galley/engine/secret"
)

// Delegates is the JSON shape of `subagents`: the first request of each sub-agent.
type Delegates struct {
	Schema  int        `json:"schema"`
	Cwd     string     `json:"cwd"`
	Agents  []Delegate `json:"agents"`  // those that Markdown files define
	BuiltIn []Delegate `json:"builtIn"` // built into the agents, as captured
}

// Delegate is one sub-agent of one agent.
type Delegate struct {
	Agent       string         `json:"agent"` // NAME@VERSION
	Name        string         `json:"name"`
	Path        string         `json:"path"`
	Description string         `json:"description"`
	Verdict     string         `json:"verdict"` // listed, not loaded, not known
	Reason      string         `json:"reason"`
	Model       string         `json:"model"` // "" if the file names none
	Tools       []string       `json:"tools"` // the tools that the sub-agent may use; empty means all
	Off         []string       `json:"off"`   // the tools that it may not use
	Body        string         `json:"body"`  // values that look like keys are masked; "" for a built-in sub-agent
	Bytes       int            `json:"bytes"` // size of the body
	Tokens      int            `json:"tokens"`
	Basis       string         `json:"basis"`
	Where       string         `json:"where"`    // the place of the body in the request; "" if not known
	Evidence    string         `json:"evidence"` // how galley knows what a sub-agent gets
	Parts       []DelegatePart `json:"parts"`
	Whole       *DelegateWhole `json:"whole"` // null if the agent's own part was not measured
	// Captured is the sub-agent's request as it was sent. It is null if no capture of it exists
	// here, or if the command did not name a sub-agent.
	Captured *DelegateCapture `json:"captured"`
	// Capturable says that `capture --subagent` can capture the sub-agent's request.
	Capturable bool `json:"capturable"`
}

// DelegateWhole is the size in tokens of a sub-agent's first request, as galley assembles it. The
// agent's own text and tools count with their measured sizes.
type DelegateWhole struct {
	Tokens int      `json:"tokens"`
	Body   int      `json:"body"`
	Files  int      `json:"files"` // inherited texts from files
	Own    int      `json:"own"`   // the agent's own words in the request
	Tools  int      `json:"tools"`
	Main   int      `json:"main"`  // the main agent's request at launch
	Lacks  []string `json:"lacks"` // parts whose size is not known; they are not counted
}

// DelegatePart is one kind of text that files add to the main prompt.
type DelegatePart struct {
	What      string   `json:"what"`
	Inherited string   `json:"inherited"` // yes, no or not known
	Files     []string `json:"files"`     // the first files
	Count     int      `json:"count"`     // number of files
	Tokens    int      `json:"tokens"`    // their tokens in the main prompt
}

// DelegatesOf returns the shape for the sub-agents of some traces. If name is not "", the shape
// has only sub-agents with that name. read returns the text of a file.
func DelegatesOf(traces []*discovery.Trace, agents *agent.Registry, name string, read func(string) (string, error), count Counter) Delegates {
	out := Delegates{Schema: Schema, Agents: []Delegate{}, BuiltIn: []Delegate{}}
	for _, t := range traces {
		out.Cwd = t.Cwd
		found, _, _ := agents.Lookup(t.Agent)
		inherits := found.Inherits
		if len(found.Versions) == 0 || found.Versions[0].Name != t.Version {
			inherits = nil // the measurement applies to the newest version only
		}
		m := mainOf(t, inherits, count)
		for i := range t.Candidates {
			c := &t.Candidates[i]
			if c.Kind != discovery.Subagent || name != "" && c.Name != name || !c.There() {
				continue
			}
			text, err := read(c.Path)
			if err != nil || !strings.HasSuffix(c.Path, ".md") {
				continue // settings or a TOML file define the sub-agent
			}
			d := m.delegate(c, discovery.ReadDelegate(c.Name, c.Path, text))
			d.Capturable = found.Start.Delegates()
			out.Agents = append(out.Agents, *secret.Copy(t.Secrets, &d))
		}
		if inherits == nil {
			continue
		}
		for i := range inherits.BuiltIn {
			if b := &inherits.BuiltIn[i]; name == "" || b.Name == name {
				d := m.builtIn(b)
				d.Capturable = found.Start.Delegates()
				out.BuiltIn = append(out.BuiltIn, d)
			}
		}
	}
	return out
}

// DelegatesText writes the sub-agents for people. If body is set, it includes the bodies of
// the sub-agents.
func DelegatesText(w io.Writer, shape Delegates, body bool) error {
	var b strings.Builder
	for i, d := range slices.Concat(shape.Agents, shape.BuiltIn) {
		if i > 0 {
			b.WriteByte('\n')
		}
		place := "built in"
		if d.Path != "" {
			place = Nearby(d.Path, shape.Cwd)
		}
		fmt.Fprintf(&b, "%s  of %s  %s\n", d.Name, d.Agent, place)
		if unlisted := d.Unlisted(); unlisted != "" {
			b.WriteString("  " + unlisted + "\n")
		}
		for _, line := range d.Lines() {
			b.WriteString("  " + line + "\n")
		}
		for _, p := range d.Parts {
			if p.ByFiles() && p.Inherited == string(discovery.Yes) {
				fmt.Fprintf(&b, "  + %-32s with the files that its tools reach\n", p.What)
				continue
			}
			how := map[string]string{"yes": "as in the main prompt", "no": "left out, though in the main prompt", "not known": "not known"}[p.Inherited]
			fmt.Fprintf(&b, "  %s %-32s %s%d tokens  %s\n", map[string]string{"yes": "+", "no": "-", "not known": "?"}[p.Inherited], p.What, sign(d.Basis), p.Tokens, how)
		}
		if body && d.Path != "" {
			heading(&b, "body", d.Body)
		}
		if body {
			d.captured(&b)
		}
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// Unlisted says that the main prompt does not list the sub-agent. It returns "" if the main prompt
// does.
func (d *Delegate) Unlisted() string {
	if d.Path == "" || d.Verdict == string(discovery.Listed) {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("the main prompt does not list it: %s %s", d.Verdict, discovery.Reason(d.Reason).Text()))
}

// Lines describes the model, the tools and the body in lines.
func (d *Delegate) Lines() []string {
	model := d.Model
	if model == "" {
		model = "the main agent's, unless the agent chooses another"
	}
	tools := "all tools of sub-agents"
	if len(d.Tools) > 0 {
		tools = strings.Join(d.Tools, ", ")
	}
	if len(d.Off) > 0 {
		tools += "; without " + strings.Join(d.Off, ", ")
	}
	body := fmt.Sprintf("%s tokens, %s", d.Weight(d.Tokens), Size(d.Bytes))
	if d.Where != "" {
		body += fmt.Sprintf(", %s [%s]", d.Where, d.Evidence)
	}
	return append([]string{"model  " + model, "tools  " + tools, "body   " + body}, d.whole()...)
}

// Sentence returns [Delegate.Lines] in one line.
func (d *Delegate) Sentence() string {
	lines := d.Lines()
	for i, line := range lines {
		label, text, _ := strings.Cut(line, " ")
		lines[i] = label + ": " + strings.TrimSpace(text)
	}
	return strings.Join(lines, ". ")
}

// whole says how large the sub-agent's request is, and how it differs from the main agent's
// request.
func (d *Delegate) whole() []string {
	w := d.Whole
	if w == nil {
		return nil
	}
	text := fmt.Sprintf("whole  about %d tokens: body %d, files %d, the agent's own words %d, tools %d; the main request, counted the same way, has %d, so %+d", w.Tokens, w.Body, w.Files, w.Own, w.Tools, w.Main, w.Tokens-w.Main)
	if len(w.Lacks) > 0 {
		text += "; not counted, because not known: " + strings.Join(w.Lacks, ", ")
	}
	return []string{text}
}

// Weight writes a number of tokens after a sign that says how they were counted.
func (d *Delegate) Weight(n int) string { return sign(d.Basis) + fmt.Sprint(n) }
