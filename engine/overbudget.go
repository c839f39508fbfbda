package engine

import (
	"slices"

	"galley/engine/diag"
	"galley/engine/facts"
	"galley/engine/source"
)

// OverBudgetError says why a request has no result: it needs more than one render may read, import,
// expand or produce. It matches [facts.ErrOverBudget].
type OverBudgetError struct {
	Problem diag.Problem
	// Questions are the questions to the world since the last [Workbench.Refresh]. A watcher can
	// ask them again: if the answers change, the request may stay within its budget.
	Questions []facts.Question
}

// Error says which limit is exceeded, where this happens, and what the user can do.
func (e *OverBudgetError) Error() string {
	text := e.Problem.Message
	if e.Problem.File != "" {
		text = e.Problem.File + ": " + text
	}
	if e.Problem.Hint != "" {
		text += "; " + e.Problem.Hint
	}
	return text
}

// Is implements the interface of errors.Is.
func (e *OverBudgetError) Is(target error) bool { return target == facts.ErrOverBudget }

// overBudget returns an [*OverBudgetError] if b was exceeded or if one of the problems has the
// code OverBudget. Otherwise it returns nil.
func overBudget(b *facts.Budget, problems []diag.Problem) error {
	if i := slices.IndexFunc(problems, func(p diag.Problem) bool { return p.Code == diag.OverBudget }); i >= 0 {
		return &OverBudgetError{Problem: problems[i]}
	}
	over := b.Over()
	if over == nil {
		return nil
	}
	p := diag.New(diag.OverBudget, source.Span{}, over.Error(), over.Hint())
	p.File = over.Place
	return &OverBudgetError{Problem: p}
}
