package report

import (
	"galley/engine/diag"
	"galley/engine/pack"
	"galley/engine/source"
	"galley/engine/tool"
)

// Tools is the shape of `tools`.
type Tools struct {
	Schema   int       `json:"schema"`
	Target   string    `json:"target"`
	Count    int       `json:"count"` // of the declarations that were written
	List     raw       `json:"list"`  // as the target takes it
	Changes  []Change  `json:"changes"`
	Problems []Problem `json:"problems"`
}

// ToolsOf returns the shape of a list of tools that was written for a target.
func ToolsOf(to tool.Target, set tool.Set, written tool.Written) Tools {
	return Tools{Schema, string(to), len(written.Each), raw{written.List}, changes(append(append([]tool.Change{}, set.Changes...), written.Changes...)), Problems(set.Problems)}
}

// Packs is the shape of `pack list`.
type Packs struct {
	Schema   int         `json:"schema"`
	Entries  []PackEntry `json:"entries"`
	Problems []Problem   `json:"problems"`
}

// PackEntry is one entry with what stands for it.
type PackEntry struct {
	Family  string `json:"family"`
	Name    string `json:"name"`
	StandIn bool   `json:"standIn"` // galley's own words
	Path    string `json:"path"`    // the file; "" for a stand-in
	Bytes   int    `json:"bytes"`
}

// PacksOf returns the shape of a pack's entries.
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
