package engine

import (
	"slices"

	"galley/engine/diag"
)

// Refusal says why a result has no usable prompt: the agent would not start here, or a policy or a
// limit hides what the prompt is made from. The empty text must then not be stored or sent.
type Refusal struct {
	Reason   string // a stable word or two: the problem's code, or "needs --home"
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

// refusing are the codes of errors that leave no prompt.
var refusing = []diag.Code{diag.AgentRefuses}

// Refusal returns why no prompt was built, or nil if one was built. A prompt may be empty because
// its template is.
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

// Empty reports whether the prompt has no text in any message.
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
