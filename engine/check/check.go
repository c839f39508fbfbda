// Package check tests in CI whether a prompt is as a project requires: which limits it must keep,
// which blocks it must contain, and which problems must not occur. [Transcript] tests a model's
// answer to the prompt.
//
// A broken rule is reported like any other problem, but always as an error, so that it sets the
// exit status even if the underlying problem is less severe.
package check

import (
	"fmt"
	"slices"
	"strings"

	"galley/engine"
	"galley/engine/budget"
	"galley/engine/config"
	"galley/engine/diag"
	"galley/engine/source"
)

// Prompt returns the problems of a result and the problems of broken rules, in the order that
// every view uses. A rule that names something unknown is a problem too. The problem of a rule has
// the rule's place, if at has it.
func Prompt(r *engine.Result, rules config.Check, at config.Places) []diag.Problem {
	all := forbid(r.Problems, rules.Forbid)
	all = append(all, budgets(r, rules.Budgets, at)...)
	all = append(all, blocks(r, rules.Blocks, at)...)
	all = append(all, unknown("check.forbid", "problem code", rules.Forbid, codes(), at)...)
	all = append(all, unknown("check.budgets", "provider with a limit", rules.Budgets, budget.Providers(), at)...)
	diag.Sort(all)
	return all
}

// Fails reports whether a check with these problems has failed. It has failed if one of the
// problems means that text is changed or lost, or that a rule is broken.
func Fails(all []diag.Problem) bool {
	worst, any := diag.Worst(all)
	return any && worst >= diag.Warning
}

// forbid raises the severity of problems with these codes to error.
func forbid(problems []diag.Problem, codes []string) []diag.Problem {
	all := slices.Clone(problems)
	for i := range all {
		if slices.Contains(codes, string(all[i].Code)) {
			all[i].Severity = diag.Error
		}
	}
	return all
}

// budgets reports which limits of these providers the prompt exceeds.
func budgets(r *engine.Result, providers []string, at config.Places) []diag.Problem {
	var all []diag.Problem
	for _, g := range r.Budgets {
		if !slices.Contains(providers, g.Provider) || g.State != budget.Over {
			continue
		}
		about := ""
		if !g.Exact() {
			about = "about "
		}
		all = append(all, at.Put(config.Setting{Table: "check.budgets", Key: g.Provider},
			broken(diag.OverLimit, fmt.Sprintf("the prompt has %s%d %s, %d more than %s accepts", about, g.Used, g.Unit.Words(), g.Used-g.Max, g.Provider),
				"shorten what goes into it; `galley blocks` shows the size of each part")))
	}
	return all
}

// blocks checks that the named blocks are in the prompt and not empty. A name without # and a
// number stands for every block with that name.
func blocks(r *engine.Result, ids []string, at config.Places) []diag.Problem {
	there := map[string]bool{}
	var names []string
	for _, m := range r.Prompt.Messages {
		for _, b := range m.Blocks {
			if b.Text.Len() == 0 {
				continue
			}
			plain, _, _ := strings.Cut(b.ID, "#")
			there[b.ID], there[plain] = true, true
			names = append(names, b.ID)
		}
	}
	var all []diag.Problem
	for _, id := range ids {
		if there[id] {
			continue
		}
		hint := "it has no blocks"
		if len(names) > 0 {
			hint = "its blocks are " + strings.Join(names, ", ")
		}
		all = append(all, at.Put(config.Setting{Table: "check.blocks", Key: id}, broken(diag.MissingBlock, "the prompt has no block "+id, hint)))
	}
	return all
}

// broken returns the problem of a broken rule.
func broken(code diag.Code, message, hint string) diag.Problem {
	p := diag.New(code, source.Span{}, message, hint)
	p.Severity = diag.Error
	return p
}

// unknown reports words in a rule that are not among the known ones.
func unknown(key, what string, words, known []string, at config.Places) []diag.Problem {
	var all []diag.Problem
	for _, word := range words {
		if slices.Contains(known, word) {
			continue
		}
		hint := "known are " + strings.Join(known, ", ")
		if near, ok := diag.Nearest(word, known); ok {
			hint = "did you mean " + near + "?"
		}
		all = append(all, at.Put(config.Setting{Table: key, Key: word}, diag.New(diag.UnknownWord, source.Span{}, fmt.Sprintf("%s: unknown %s %q", key, what, word), hint)))
	}
	return all
}

func codes() []string {
	all := make([]string, len(diag.Registry))
	for i, m := range diag.Registry {
		all[i] = string(m.Code)
	}
	return all
}
