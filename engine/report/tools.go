package report

import (
	"fmt"
	"strings"

	"galley/engine/diag"
	"galley/engine/pack"
	"galley/engine/source"
	"galley/engine/tool"
)

// Tools is the JSON shape of `tools`.
type Tools struct {
	Schema   int       `json:"schema"`
	Target   string    `json:"target"`
	Count    int       `json:"count"` // number of the written declarations
	List     raw       `json:"list"`  // in the target's form
	Changes  []Change  `json:"changes"`
	Problems []Problem `json:"problems"`
}

// ToolsOf returns the JSON shape of a list of tools that were written in the form that a target,
// such as an API, accepts.
func ToolsOf(to tool.Target, set tool.Set, written tool.Written) Tools {
	return Tools{Schema, string(to), len(written.Each), raw{written.List}, changes(append(append([]tool.Change{}, set.Changes...), written.Changes...)), Problems(set.Problems)}
}

// ToolRules is the JSON shape of `tools --rules`.
type ToolRules struct {
	Schema int        `json:"schema"`
	Rules  []ToolRule `json:"rules"`
}

// ToolRule is one rule of a target for declarations of tools.
type ToolRule struct {
	Target    string `json:"target"`
	ID        string `json:"id"`
	Max       int    `json:"max"` // 0 if the rule does not limit a number
	Says      string `json:"says"`
	Source    string `json:"source"`
	Date      string `json:"date"` // year and month
	Confirmed bool   `json:"confirmed"`
}

// RulesOf returns the rules of a target or, if the target is "", those of all targets.
func RulesOf(to tool.Target) ToolRules {
	out := ToolRules{Schema, []ToolRule{}}
	for _, r := range tool.Rules {
		if to == "" || r.Target == to {
			out.Rules = append(out.Rules, ToolRule{string(r.Target), r.ID, r.Max, r.Says, r.Source, r.Date, r.Confirmed})
		}
	}
	return out
}

// RulesText returns rules for people, two lines each.
func RulesText(all ToolRules) string {
	var b strings.Builder
	for _, r := range all.Rules {
		known := r.Source + ", " + r.Date
		if !r.Confirmed {
			known += "; not confirmed"
		}
		fmt.Fprintf(&b, "%-7s %s\n        %s\n", r.Target, r.Says, known)
	}
	return b.String()
}

// Packs is the JSON shape of `pack list`.
type Packs struct {
	Schema   int         `json:"schema"`
	Entries  []PackEntry `json:"entries"`
	Problems []Problem   `json:"problems"`
}

// PackEntry is one entry of a pack, and the text that is used for it.
type PackEntry struct {
	Family  string `json:"family"`
	Name    string `json:"name"`
	StandIn bool   `json:"standIn"` // the text is galley's own
	Path    string `json:"path"`    // the file, or "" for a stand-in
	Bytes   int    `json:"bytes"`
}

// PacksOf returns the JSON shape of a pack's entries.
func PacksOf(rows []pack.Row, wrong []diag.Problem) Packs {
	out := Packs{Schema, make([]PackEntry, len(rows)), Problems(wrong)}
	for i, r := range rows {
		e := PackEntry{Family: r.Family, Name: r.Name, StandIn: r.Kind == source.StandIn, Path: r.Path, Bytes: len(r.Text)}
		if e.StandIn {
			e.Path = ""
		}
		out.Entries[i] = e
	}
	return out
}
