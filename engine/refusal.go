package engine

import (
	"slices"

	"galley/engine/diag"
)

// Refusal says why a result holds no prompt that may be used: the agent would not
// start here, or what the prompt is made of is hidden by a policy or a bound. An
// empty text is then no prompt, and nothing keeps or sends it.
type Refusal struct {
	Reason   string // a stable word or two: the code of the problem, or "needs --home"
	Problems []diag.Problem
}

// Error implements error.
func (r *Refusal) Error() string {
	text := "no prompt was built: " + r.Reason
	if len(r.Problems) > 0 {
		text = "no prompt was built: " + r.Problems[0].Message
	}
	return text
}

// refusing are the codes of problems that leave no prompt, when they are errors.
var refusing = []diag.Code{diag.AgentRefuses}

// Refusal returns why no prompt was built; nil if one was built, and if it is
// truly empty, as an empty template's.
func (r *Result) Refusal() *Refusal {
	for _, code := range refusing {
		if found := errorsOf(r.Problems, code); len(found) > 0 {
			return &Refusal{string(code), found}
		}
	}
	if !r.Empty() {
		return nil
	}
	if found := problemsOf(r.Problems, diag.Unreadable); len(found) > 0 {
		return &Refusal{string(diag.Unreadable), found}
	}
	return nil
}

// Empty reports whether no message has any text.
func (r *Result) Empty() bool {
	for _, m := range r.Prompt.Messages {
		if m.Text().Len() > 0 {
			return false
		}
	}
	return true
}

func problemsOf(all []diag.Problem, code diag.Code) []diag.Problem {
	return slices.DeleteFunc(slices.Clone(all), func(p diag.Problem) bool { return p.Code != code })
}

func errorsOf(all []diag.Problem, code diag.Code) []diag.Problem {
	return slices.DeleteFunc(problemsOf(all, code), func(p diag.Problem) bool { return p.Severity < diag.Error })
}
