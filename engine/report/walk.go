package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"galley/engine"
	"galley/engine/discovery"
	"galley/engine/secret"
	"galley/engine/textutil"
	"galley/engine/token"
	"galley/engine/walk"
)

// Walk is the JSON shape of `walk`: which rule files each agent loads when its tools reach files.
type Walk struct {
	Schema int         `json:"schema"`
	Cwd    string      `json:"cwd"`
	Steps  []WalkStep  `json:"steps"`
	Agents []WalkAgent `json:"agents"`
}

// WalkStep is one tool call on a file.
type WalkStep struct {
	Act  string `json:"act"` // read, edit, write or create
	Path string `json:"path"`
}

// WalkAgent is the size of one agent's rule files, at launch and after each step.
type WalkAgent struct {
	Agent    string         `json:"agent"`    // NAME@VERSION
	Failure  string         `json:"failure"`  // why the agent would not start, or ""
	Evidence string         `json:"evidence"` // how galley knows most of the agent's rules
	Calls    []WalkCall     `json:"calls"`
	AtLaunch int            `json:"atLaunch"` // number of rule files at launch
	Tokens   int            `json:"tokens"`   // tokens of these files
	Basis    string         `json:"basis"`    // exact, assumed or estimate
	Method   string         `json:"method"`
	Request  *WalkRequest   `json:"request"` // null if only the agent's rule files are known
	Steps    []WalkArrivals `json:"steps"`   // one for each step of the walk
	May      []WalkMay      `json:"may"`
	Missed   []WalkMissed   `json:"missed"`
	Passed   []WalkPassed   `json:"passed"`
}

// WalkRequest is the size of an agent's whole request at launch.
type WalkRequest struct {
	Tokens int    `json:"tokens"` // of messages and tools at launch; the rule files that a step loads come in addition
	Basis  string `json:"basis"`
	Ground string `json:"ground"` // where the request comes from: captured or predicted, and how long ago, or modelled
}

// WalkRequestOf returns the size of a rendered request.
func WalkRequestOf(r *engine.Result) *WalkRequest {
	all := r.Whole.All().Tokens
	return &WalkRequest{all.Tokens, string(all.Basis), ProvenanceText(r)}
}

// WalkCall says whether a kind of tool call loads the rule files that an agent loads only when a
// tool reaches a path.
type WalkCall struct {
	Act    string `json:"act"`
	Tool   string `json:"tool"`   // the agent's own name of the tool, "" if it is not known
	Brings string `json:"brings"` // yes, no or not known
}

// WalkArrivals is what one step loads.
type WalkArrivals struct {
	Added []WalkArrival `json:"added"`
	// Tokens is the size of the rule files after the step, including those at launch.
	Tokens int `json:"tokens"`
}

// WalkArrival is one text that a step loads.
type WalkArrival struct {
	Path   string `json:"path"`
	Why    string `json:"why"`
	Tokens int    `json:"tokens"`
	Bytes  int    `json:"bytes"`
	Framed bool   `json:"framed"` // Tokens include the agent's frame around the text
	Known  bool   `json:"known"`  // galley knows that this call loads the text and that the pattern matches the file
	// Latest says that an earlier step may have loaded the text already. If it did not, this step
	// loads the text. The text is counted only at the earlier step.
	Latest bool `json:"latest"`
}

// WalkMay is a rule that does not depend on a path: the model chooses it, or a person names it.
type WalkMay struct {
	Path string `json:"path"`
	When string `json:"when"`
}

// WalkMissed is a pattern that almost matches a file.
type WalkMissed struct {
	Path    string `json:"path"`
	Pattern string `json:"pattern"`
	File    string `json:"file"`
	Why     string `json:"why"`
	Mended  string `json:"mended"` // a pattern that matches the file
}

// WalkPassed is a file that people could expect the agent to load during the walk, but that it
// does not load.
type WalkPassed struct {
	Path    string `json:"path"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
	Detail  string `json:"detail"`
}

// WalkOf returns the JSON shape of walks with these steps. evidence says how galley knows the rules
// of an agent, given as NAME@VERSION.
func WalkOf(cwd string, walks []walk.Walk, steps []walk.Step, count Counter, evidence func(agent, version string) string) Walk {
	out := Walk{Schema: Schema, Cwd: cwd, Steps: []WalkStep{}, Agents: []WalkAgent{}}
	for _, s := range steps {
		out.Steps = append(out.Steps, WalkStep{string(s.Act), s.Path})
	}
	counted := map[string]token.Count{}
	for i := range walks {
		w := &walks[i]
		t := w.Trace
		counts := func(text string) token.Count {
			key := t.Agent + "\x00" + text
			n, known := counted[key]
			if !known {
				n = count(t.Agent, text)
				counted[key] = n
			}
			return n
		}
		a := walkAgent(w, counts)
		a.Evidence = evidence(t.Agent, t.Version)
		out.Agents = append(out.Agents, *secret.Copy(t.Secrets, &a))
	}
	return out
}

func walkAgent(w *walk.Walk, count func(string) token.Count) WalkAgent {
	t := w.Trace
	n := count(t.Text.String())
	a := WalkAgent{Agent: AgentName(t), Calls: []WalkCall{}, AtLaunch: len(t.Loaded), Tokens: n.Tokens, Basis: string(n.Basis), Method: n.Method,
		Steps: []WalkArrivals{}, May: []WalkMay{}, Missed: []WalkMissed{}, Passed: []WalkPassed{}}
	if t.Failure != nil {
		a.Failure = t.Failure.Message
	}
	for _, act := range discovery.Acts {
		brings, known := t.Acts[act]
		a.Calls = append(a.Calls, WalkCall{string(act), t.ActTools[act], map[bool]string{true: map[bool]string{true: "yes", false: "no"}[brings], false: "not known"}[known]})
	}
	total := n.Tokens
	for _, came := range w.Loads {
		step := WalkArrivals{Added: []WalkArrival{}}
		for _, c := range came {
			tokens := 0
			if c.Text != "" {
				tokens = count(c.Text).Tokens
			}
			total += tokens
			step.Added = append(step.Added, WalkArrival{Path: c.Path, Why: c.Why, Tokens: tokens, Bytes: len(c.Text), Framed: c.Framed, Known: c.Act && c.Sure, Latest: c.Latest})
		}
		step.Tokens = total
		a.Steps = append(a.Steps, step)
	}
	for _, c := range w.May {
		a.May = append(a.May, WalkMay{c.Shown, c.Detail})
	}
	for _, m := range w.Missed {
		a.Missed = append(a.Missed, WalkMissed{m.Rule.Shown, m.Pattern, m.File, m.Why, m.Mended})
	}
	for _, p := range w.Passed {
		a.Passed = append(a.Passed, WalkPassed{p.Path, string(p.Verdict), string(p.Reason), p.Detail})
	}
	return a
}

// WalkText writes a walk for people: for each agent a line for each step, with what the step loads
// and the size of the rule files after it. Agents for which nothing happens share a line.
func WalkText(w io.Writer, shape Walk) error {
	var b strings.Builder
	near := func(p string) string { return Nearby(p, shape.Cwd) }
	fmt.Fprintf(&b, "%s\n", shape.Cwd)
	width := 0
	for _, s := range shape.Steps {
		width = min(max(width, len(s.Act)+1+len(near(s.Path))), 60)
	}
	var quiet []string
	for _, a := range shape.Agents {
		if len(shape.Agents) > 1 && a.Failure == "" && a.still() {
			quiet = append(quiet, fmt.Sprintf("%s (%s)", a.Agent, a.Weight(a.Tokens)))
			continue
		}
		fmt.Fprintf(&b, "\n%s  %s\n", a.Agent, a.Evidence)
		if a.Failure != "" {
			fmt.Fprintf(&b, "  would not start: %s\n", OneLine(a.Failure))
			continue
		}
		fmt.Fprintf(&b, "  %-*s %s tokens, %s%s\n", width, "at launch", a.Weight(a.Tokens), textutil.Plural(a.AtLaunch, "rule file"), a.Whole())
		steps := a.Steps
		if !a.Grows() {
			steps = nil
			b.WriteString("  no step loads anything\n")
		}
		for i, step := range steps {
			s := shape.Steps[i]
			fmt.Fprintf(&b, "  %-*s %s tokens%s\n", width, s.Act+" "+near(s.Path), a.Weight(step.Tokens), a.Then(step))
			for _, c := range step.Added {
				note := ""
				if !c.Known {
					note = "  (it is not known whether this call loads it)"
				} else if c.Latest {
					note = "  (at the latest here)"
				}
				fmt.Fprintf(&b, "    + %s  %s tokens  %s%s\n", near(c.Path), a.Weight(c.Tokens), OneLine(strings.ReplaceAll(c.Why, shape.Cwd+"/", "")), note)
			}
		}
		if a.Grows() {
			fmt.Fprintf(&b, "  files that wait for a path load at: %s\n", a.CallsText())
		} else if a.Never() {
			b.WriteString("  this agent loads its rule files at launch; tool calls add none\n")
		}
		for _, m := range a.Missed {
			fmt.Fprintf(&b, "  ! %s misses %s: %q: %s; %q matches it\n", near(m.Path), near(m.File), m.Pattern, OneLine(m.Why), m.Mended)
		}
		for _, p := range a.Passed {
			fmt.Fprintf(&b, "  - %s  %s: %s\n", near(p.Path), p.Verdict, OneLine(discovery.Sentence(discovery.Reason(p.Reason).Text(), p.Detail)))
		}
		for _, m := range a.May {
			fmt.Fprintf(&b, "  ? %s  %s\n", near(m.Path), OneLine(m.When))
		}
	}
	if len(quiet) > 0 {
		fmt.Fprintf(&b, "\nno step loads anything in these agents (tokens at launch in brackets): %s\n", strings.Join(quiet, ", "))
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// still reports whether no step loads anything and nothing else is to be said about a step.
func (a *WalkAgent) still() bool {
	return len(a.Missed)+len(a.Passed)+len(a.May) == 0 && !a.Grows()
}

// Grows reports whether any step loads something.
func (a *WalkAgent) Grows() bool {
	return slices.ContainsFunc(a.Steps, func(s WalkArrivals) bool { return len(s.Added) > 0 })
}

// Never reports whether no kind of tool call ever loads a rule file for the agent.
func (a *WalkAgent) Never() bool {
	return !slices.ContainsFunc(a.Calls, func(c WalkCall) bool { return c.Brings != "no" })
}

// Whole describes the size of the whole request at launch, if galley knows it. Otherwise it returns
// "".
func (a *WalkAgent) Whole() string {
	if a.Request == nil {
		return ""
	}
	return fmt.Sprintf("; the whole request %s%d tokens, %s", sign(a.Request.Basis), a.Request.Tokens, a.Request.Ground)
}

// Then describes the size of the whole request after a step, or returns "".
func (a *WalkAgent) Then(step WalkArrivals) string {
	if a.Request == nil {
		return ""
	}
	return fmt.Sprintf("; %s%d in total", sign(a.Request.Basis), a.Request.Tokens+step.Tokens-a.Tokens)
}

// Weight writes a number of tokens after the sign for the way in which they were counted.
func (a *WalkAgent) Weight(n int) string {
	return sign(a.Basis) + fmt.Sprint(n)
}

// sign returns the sign that stands before a number of tokens which is not exact.
func sign(basis string) string {
	return map[string]string{string(token.Estimate): "≈", string(token.Assumed): "~"}[basis]
}

// CallsText says which kinds of calls load files.
func (a *WalkAgent) CallsText() string {
	var parts []string
	for _, c := range a.Calls {
		name := c.Act
		if c.Tool != "" && c.Tool != c.Act {
			name += " (" + c.Tool + ")"
		}
		parts = append(parts, name+" "+c.Brings)
	}
	return strings.Join(parts, ", ")
}
