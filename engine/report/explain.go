package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"galley/engine/discovery"
)

// ScanAnswer says what an agent does with one file.
type ScanAnswer struct {
	Verdict string `json:"verdict"` // loaded, on demand, listed, read, not loaded or not known
	Why     string `json:"why"`
	Remedy  string `json:"remedy"` // how to make the agent read the file; "" if there is nothing to do
	Meant   string `json:"meant"`  // the path that was probably meant, or ""
}

// verdicts lists the verdicts in the order in which an explanation shows them.
var verdicts = []discovery.Verdict{discovery.Loaded, discovery.Later, discovery.Listed, discovery.ReadAs, discovery.Unknown, discovery.NotLoaded}

// ExplainOf returns the JSON shape of the answers for one file. It has the answer of each agent,
// and only the candidates with the file's path.
func ExplainOf(file string, answers []discovery.Explanation) Scan {
	var traces []*discovery.Trace
	for _, a := range answers {
		if !slices.Contains(traces, a.Trace) {
			traces = append(traces, a.Trace)
		}
	}
	found := ScanOf(traces)
	for i := range found.Agents {
		one := &found.Agents[i]
		one.Candidates = slices.DeleteFunc(one.Candidates, func(c ScanCandidate) bool { return c.Path != file && c.RealPath != file })
		first := answers[slices.IndexFunc(answers, func(a discovery.Explanation) bool { return a.Trace == traces[i] })]
		one.Answer = &ScanAnswer{string(first.Verdict), answerWhy(first), first.Remedy, first.Meant}
	}
	return found
}

// ExplainText writes what agents do with one file. It begins with a summary. A line for each agent
// follows, with the verdict and the reason. The line below it says how to make the agent read the
// file.
func ExplainText(w io.Writer, file string, answers []discovery.Explanation) error {
	answers = slices.Clone(answers)
	slices.SortStableFunc(answers, func(a, b discovery.Explanation) int {
		return cmp.Compare(slices.Index(verdicts, a.Verdict), slices.Index(verdicts, b.Verdict))
	})
	var b strings.Builder
	cwd, wide := "", 0
	for _, a := range answers {
		cwd = a.Trace.Cwd
		wide = max(wide, utf8.RuneCountInString(AgentName(a.Trace)))
	}
	fmt.Fprintf(&b, "%s: %s%s\n\n", Nearby(file, cwd), countVerdicts(answers), suggested(answers, cwd))
	for _, a := range answers {
		fmt.Fprintf(&b, "%-10s  %-*s  %s\n", a.Verdict, wide, AgentName(a.Trace), OneLine(answerWhy(a)))
		if a.Remedy != "" {
			fmt.Fprintf(&b, "%-10s  %-*s  to change that: %s\n", "", wide, "", OneLine(a.Remedy))
		}
	}
	_, err := io.WriteString(w, Safe(b.String()))
	return err
}

// countVerdicts counts the agents by verdict.
func countVerdicts(answers []discovery.Explanation) string {
	counts := map[discovery.Verdict]int{}
	counted := map[*discovery.Trace]bool{}
	for _, a := range answers { // the first answer of an agent has its best verdict
		if !counted[a.Trace] {
			counted[a.Trace] = true
			counts[a.Verdict]++
		}
	}
	var parts []string
	for _, v := range verdicts {
		if n := counts[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s by %d", v, n))
		}
	}
	n := len(counted)
	text := strings.Join(parts, ", ")
	if n == 1 {
		return strings.TrimSuffix(text, " by 1")
	}
	return text + fmt.Sprintf(" of %d agents", n)
}

// suggested returns "did you mean" and another path. It returns "" if an agent uses the file, or
// if no agent suggests another path.
func suggested(answers []discovery.Explanation, cwd string) string {
	var meant []string
	for _, a := range answers {
		if a.Verdict != discovery.NotLoaded && a.Verdict != discovery.Unknown {
			return ""
		}
		if to := Nearby(a.Meant, cwd); to != "" && !slices.Contains(meant, to) {
			meant = append(meant, to)
		}
	}
	if len(meant) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(meant, " or ") + "?"
}

// answerWhy returns the reason for the verdict, and the evidence for that reason.
func answerWhy(a discovery.Explanation) string {
	c := a.Candidate
	if c == nil {
		return a.Why
	}
	called := ""
	if c.Name != "" {
		called = c.Kind.String() + " " + c.Name + ": "
	}
	why := Why(*c)
	for _, said := range []string{"loaded, ", "on demand; ", "not loaded; "} { // the line begins with the verdict already
		why = strings.TrimPrefix(why, said)
	}
	return called + why + "; " + a.Trace.EvidenceText(c)
}
