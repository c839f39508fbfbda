package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"galley/engine/branch"
	"galley/engine/secret"
	"galley/engine/transfer"
)

// Transfer is the JSON shape of `transfer`: the smallest change with which other agents also read a
// rule file.
type Transfer struct {
	Schema  int              `json:"schema"`
	File    string           `json:"file"`
	Already []string         `json:"already"` // agents that already read the file
	Copies  []TransferCopy   `json:"copies"`  // agents that already read a copy of the file
	Changes []TransferChange `json:"changes"`
	Without []TransferNone   `json:"without"` // agents for which galley found no change that works
	Agents  []BranchAgent    `json:"agents"`  // agents whose prompts change
	Written bool             `json:"written"`
}

// TransferCopy is an agent that reads another file with the same text.
type TransferCopy struct {
	Agent string `json:"agent"`
	Path  string `json:"path"` // relative to the project
}

// TransferNone is an agent for which galley found no change.
type TransferNone struct {
	Agent string `json:"agent"`
	Why   string `json:"why"`
}

// TransferChange is one file that is created or changed.
type TransferChange struct {
	Kind   string   `json:"kind"` // import, link, setting, stub or rule
	Path   string   `json:"path"` // relative to the project
	For    []string `json:"for"`
	Made   bool     `json:"made"` // the file does not exist yet
	Link   string   `json:"link"` // the link's target; "" for a file
	Diff   string   `json:"diff"` // unified; "" for a link
	Lost   []string `json:"lost"`
	Others []string `json:"others"` // other agents whose prompts the change affects
}

// TransferOf returns the JSON shape of a plan. changes says how the plan affects each agent.
func TransferOf(project string, plan *transfer.Plan, changes []branch.Agent, count Counter) Transfer {
	out := Transfer{Schema: Schema, File: Nearby(plan.File, project), Already: list(plan.Already), Copies: []TransferCopy{}, Changes: []TransferChange{}, Without: []TransferNone{}, Agents: []BranchAgent{}}
	for _, c := range plan.Copies {
		out.Copies = append(out.Copies, TransferCopy{c.Agent, Nearby(c.Path, project)})
	}
	for _, c := range plan.Changes {
		name := Nearby(c.Path, project)
		shape := TransferChange{Kind: string(c.Kind), Path: name, For: list(c.For), Made: c.Made, Link: c.Link, Lost: list(c.Lost), Others: list(c.Others)}
		if c.Link == "" {
			old := "a/" + name
			if c.Made {
				old = "/dev/null"
			}
			shape.Diff = secret.MaskKeys(udiff.Unified(old, "b/"+name, c.Before, c.After))
		}
		out.Changes = append(out.Changes, shape)
	}
	for _, none := range plan.Without {
		out.Without = append(out.Without, TransferNone{none.Agent, none.Why})
	}
	for i := range changes {
		if !changes[i].Same() {
			out.Agents = append(out.Agents, branchAgent(&changes[i], project, count))
		}
	}
	return out
}

// transferWords describe the kinds of changes.
var transferWords = map[transfer.Kind]string{
	transfer.Import: "an import in a file that is read already", transfer.Link: "a link", transfer.Setting: "a key of the settings",
	transfer.Stub: "a file that imports it", transfer.Rule: "a rule in the agent's own form",
}

// TransferText writes a plan for people. It does not say whether the plan was carried out.
func TransferText(w io.Writer, shape Transfer) error {
	var b strings.Builder
	if len(shape.Already) > 0 {
		fmt.Fprintf(&b, "%s is already read by %s\n", shape.File, strings.Join(shape.Already, ", "))
	}
	for _, c := range shape.Copies {
		fmt.Fprintf(&b, "%s already reads %s, a copy of it\n", c.Agent, c.Path)
	}
	for _, c := range shape.Changes {
		fmt.Fprintf(&b, "\nfor %s: %s\n", strings.Join(c.For, ", "), c.Words())
		if c.Link != "" {
			fmt.Fprintf(&b, "  %s -> %s\n", c.Path, c.Link)
		}
		for line := range strings.Lines(c.Diff) {
			b.WriteString("  " + line)
		}
		for _, lost := range c.Lost {
			fmt.Fprintf(&b, "  lost: %s\n", lost)
		}
		if len(c.Others) > 0 {
			fmt.Fprintf(&b, "  it also changes the prompts of %s\n", strings.Join(c.Others, ", "))
		}
	}
	for _, none := range shape.Without {
		fmt.Fprintf(&b, "\nno way found for %s: %s\n", none.Agent, none.Why)
	}
	if len(shape.Agents) > 0 {
		b.WriteString("\nwhat the prompts then contain:\n")
	}
	for i := range shape.Agents {
		shape.Agents[i].text(&b)
	}
	_, err := io.WriteString(w, Safe(strings.TrimPrefix(b.String(), "\n")))
	return err
}

// Words describes the change in words.
func (c *TransferChange) Words() string { return transferWords[transfer.Kind(c.Kind)] }
