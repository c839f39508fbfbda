package report

import (
	"strings"

	"galley/engine/budget"
	"galley/engine/discovery"
	"galley/engine/secret"
	"galley/engine/token"
)

// mostDelegateFiles is the most file names that are listed for each part of a sub-agent.
const mostDelegateFiles = 20

// mainRequest is the main agent's request, with which the requests of its sub-agents are compared.
// It is made only once.
type mainRequest struct {
	trace    *discovery.Trace
	inherits *discovery.Inheritance // nil if nothing was measured
	count    func(text string) token.Count
	parts    []DelegatePart // the parts of the main prompt, with an empty Inherited
	weighs   int            // size of the main request in tokens; 0 if the agent's own part was not measured
}

func mainOf(t *discovery.Trace, inherits *discovery.Inheritance, count Counter) *mainRequest {
	m := &mainRequest{trace: t, inherits: inherits, count: func(text string) token.Count { return count(t.Agent, text) }}
	byKind := map[discovery.TextKind]*DelegatePart{}
	for _, what := range discovery.TextKinds {
		byKind[what] = &DelegatePart{What: string(what), Files: []string{}}
	}
	for i := range t.Candidates {
		c := &t.Candidates[i]
		part := byKind[c.BroughtBy()]
		if part == nil {
			continue
		}
		if part.Count++; len(part.Files) < mostDelegateFiles {
			part.Files = append(part.Files, c.Shown)
		}
		if c.BroughtBy() != discovery.AtStart {
			part.Tokens += m.count(c.Text.String()).Tokens
		}
	}
	byKind[discovery.AtStart].Tokens = m.count(t.Text.String()).Tokens
	if inherits != nil {
		m.weighs = budget.Guess(inherits.Main.Own, inherits.Main.Tools, m.count)
	}
	for _, what := range discovery.TextKinds {
		part := byKind[what]
		if part.Count > 0 || what == discovery.AtStart {
			m.parts = append(m.parts, *part)
		}
		if atLaunch(part) && m.weighs > 0 {
			m.weighs += part.Tokens
		}
	}
	return m
}

// ByFiles reports whether the part is added only when a tool reaches files to which it applies.
func (p *DelegatePart) ByFiles() bool { return !atLaunch(p) }

// atLaunch reports whether the first request contains a part.
func atLaunch(p *DelegatePart) bool {
	return p.What != string(discovery.Below) && p.What != string(discovery.ForFiles)
}

// delegate returns the JSON shape of a sub-agent that a file defines.
func (m *mainRequest) delegate(c *discovery.Candidate, d discovery.Delegate) Delegate {
	n := m.count(d.Body)
	out := Delegate{Agent: AgentName(m.trace), Name: d.Name, Path: c.Shown, Description: secret.MaskKeys(d.Description), Verdict: string(c.Verdict), Reason: string(c.Reason), Model: d.Model,
		Tools: list(d.Tools), Off: list(d.Off), Body: secret.MaskKeys(d.Body), Bytes: len(d.Body), Tokens: n.Tokens, Basis: string(n.Basis),
		Evidence: string(discovery.NoEvidence)}
	limited := len(d.Tools) > 0
	out.inherit(m, func(what discovery.TextKind) discovery.YesNo { return m.inherits.Has(what, limited) })
	h := m.inherits
	if h == nil {
		return out
	}
	out.Where, out.Evidence = h.Body, string(h.Evidence)
	weight := h.Unlimited
	var lacks []string
	if limited {
		weight = h.Limited
		for _, name := range d.Tools {
			bytes, known := h.ToolBytes[name]
			if weight.Tools += bytes; !known {
				lacks = append(lacks, "the tool "+name)
			}
		}
	} else {
		out.Off = append(out.Off, h.Drops...)
		for _, name := range d.Off {
			lacks = append(lacks, "what "+name+" takes less")
		}
	}
	if weight.Own > 0 {
		out.weigh(m, n.Tokens, weight, lacks)
	}
	return out
}

// builtIn returns the JSON shape of a built-in sub-agent.
func (m *mainRequest) builtIn(b *discovery.BuiltIn) Delegate {
	body := budget.Guess(b.Body, 0, m.count)
	out := Delegate{Agent: AgentName(m.trace), Name: b.Name, Verdict: string(discovery.Listed), Tools: list(b.Tools), Off: []string{}, Bytes: b.Body, Tokens: body, Basis: string(token.Estimate),
		Where: "the agent's own text, at the size that was measured", Evidence: string(m.inherits.Evidence)}
	out.inherit(m, b.Has)
	out.weigh(m, body, b.Weight, nil)
	return out
}

// inherit sets which texts from files a sub-agent gets, of those that the main prompt has.
func (d *Delegate) inherit(m *mainRequest, has func(discovery.TextKind) discovery.YesNo) {
	d.Parts = []DelegatePart{}
	for _, part := range m.parts {
		part.Inherited = string(has(discovery.TextKind(part.What)))
		d.Parts = append(d.Parts, part)
	}
}

// weigh adds up the size of the request.
func (d *Delegate) weigh(m *mainRequest, body int, own discovery.Weight, lacks []string) {
	w := &DelegateWhole{Body: body, Own: budget.Guess(own.Own, 0, m.count), Tools: budget.Guess(0, own.Tools, m.count), Main: m.weighs, Lacks: list(lacks)}
	for i := range d.Parts {
		switch p := &d.Parts[i]; {
		case !atLaunch(p) || p.Count == 0:
		case p.Inherited == string(discovery.Yes):
			w.Files += p.Tokens
		case p.Inherited == string(discovery.NotMeasured):
			w.Lacks = append(w.Lacks, strings.ToLower(p.What))
		}
	}
	w.Tokens = w.Body + w.Files + w.Own + w.Tools
	d.Whole = w
}
