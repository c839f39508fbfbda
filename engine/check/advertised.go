package check

import (
	"fmt"
	"strings"

	"galley/engine"
	"galley/engine/diag"
	"galley/engine/source"
	"galley/engine/tool"
)

// Advertised returns the tools that a prompt offers to the model: those declared in the request, or
// those given as JSON inside <tools> in its text. It returns nil if the prompt does not mention
// tools.
func Advertised(r *engine.Result) []tool.Tool {
	var all []tool.Tool
	for _, t := range r.Prompt.Tools {
		all = append(all, tool.Read("the tool "+t.Name, t.Declaration.String()).Tools...)
	}
	if all != nil {
		return all
	}
	for _, m := range r.Prompt.Messages {
		for _, b := range m.Blocks {
			if b.ID != "tools" {
				continue
			}
			_, rest, ok := strings.Cut(b.Text.String(), "<tools>")
			list, _, closed := strings.Cut(rest, "</tools>")
			if ok && closed {
				return append([]tool.Tool{}, tool.Read("the prompt's tools", list).Tools...)
			}
		}
	}
	return nil
}

// RuleFiles returns the files whose text is in a prompt, without repetition.
func RuleFiles(r *engine.Result) []RuleFile {
	var all []RuleFile
	index := map[string]int{}
	for _, m := range r.Prompt.Messages {
		for _, b := range m.Blocks {
			for _, p := range b.Text.Pieces() {
				if p.Origin.Kind != source.File && p.Origin.Kind != source.Import {
					continue
				}
				i, known := index[p.Origin.Source]
				if !known {
					i = len(all)
					index[p.Origin.Source] = i
					all = append(all, RuleFile{Path: p.Origin.Source})
				}
				all[i].Text += p.Text
			}
		}
	}
	return all
}

// Fits checks a prompt against its agent's limit. fitted is the result of the same request with Fit
// set. If fitted.Fit is nil, the agent has no limit and Fits checks nothing.
func Fits(fitted *engine.Result) []diag.Problem {
	f := fitted.Fit
	if f == nil || f.Before <= f.Limit.Max {
		return nil
	}
	return []diag.Problem{broken(diag.OverLimit,
		fmt.Sprintf("the prompt does not fit %s: it has %d %s, %d too many", f.Limit.Provider, f.Before, f.Limit.Unit.Words(), f.Before-f.Limit.Max),
		"`galley budget --fit` shows what would be removed from it")}
}
