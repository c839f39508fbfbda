package cli

import (
	_ "embed" // for the page of JSON shapes
	"fmt"

	"github.com/spf13/cobra"

	"galley/engine/capture"
	"galley/engine/report"
	"galley/engine/session"
	"galley/engine/token"
)

// shapesPage is JSON.md, which this package's tests generate from the types.
//
//go:embed JSON.md
var shapesPage string

// shape is the form of the JSON that some commands print.
type shape struct {
	commands string
	value    any
	notes    string // what the field names do not say
}

// shapes has the form of the JSON of each command with --json.
var shapes = []shape{
	{"render", report.Render{}, "`text` is the messages joined by a blank line. `basis` of a count is `exact`, `assumed` or `estimate`; `state` is `ok`, `warning` or `over`. `ground` says where the prompt comes from."},
	{"blocks", report.Blocks{}, ""},
	{"budget", report.Budgets{}, ""},
	{"request", report.Request{}, "`body` is null for an agent that makes its own request. An `action` is `dropped`, `inlined`, `defaulted`, `rewritten`, or `kept`: it stays as it was and may be refused."},
	{"tools", report.Tools{}, ""},
	{"tools --rules", report.ToolRules{}, ""},
	{"diff", report.Diff{}, "`first` is null when both are the same; `kept` is how many bytes of all messages come before it."},
	{"profiles", report.Profiles{}, ""},
	{"profiles compare", report.Comparison{}, "`covered` is how many of the first side's elements about the session the second has, and of how many."},
	{"pack list", report.Packs{}, ""},
	{"vars", report.Variables{}, "`state` is `value`, `missing`, `unknown` or `unreadable`; a variable without uses is not named by the template."},
	{"check, doctor", struct {
		Schema   int              `json:"schema"`
		Problems []report.Problem `json:"problems"`
	}{}, "`file` is empty for the template."},
	{"check --against", report.Branch{}, "Pairs are before and after. `tokens` is what files bring into the prompt at launch."},
	{"tokens", token.Report{}, "`row` names the catalogue's row when it belongs to another provider."},
	{"scan, explain", report.Scan{}, "Paths are absolute. A `kind` other than `rule` has a `name`; its verdict is `listed` when the request tells the model of it. `evidence` says how the rule is known."},
	{"scan --matrix", report.Matrix{}, ""},
	{"walk", report.Walk{}, "`tokens` of a step is what the rule files weigh after it; `known` is false where it is not known that this call brings the file in, or that the pattern covers it."},
	{"subagents", report.Delegates{}, "`tokens` of a part is what it has in the main prompt."},
	{"survive", report.Survive{}, ""},
	{"transfer", report.Transfer{}, "Paths are from the project."},
	{"agents", agentList{}, ""},
	{"capture, captures show", report.Capture{}, "`body` is the request as the agent sent it, with scratch paths as in `substitutions` and identifiers masked."},
	{"captures", []capture.Capture{}, ""},
	{"captures follow", capture.Capture{}, "One object for each capture, one after the other."},
	{"sessions", report.Sessions{}, ""},
	{"sessions show", report.SessionLog{}, "`galley` is galley's own count beside the provider's `usage`."},
	{"sessions diff", report.SessionDiff{}, ""},
	{"verify", report.Verified{}, ""},
	{"keys", keysList{}, ""},
	{"freeze, show, compact", session.Shape{}, "`reason` is `first`, `moved`, `compaction` or `damaged`; `digest` and `template` are SHA-256."},
	{"compaction", report.Compactions{}, "`limit` is the number of tokens from which the agent compacts, `window` the context window that it assumes. `request` is null if no model is asked."},
	{"scenario", scenarioList{}, "`value` is as the file writes it; \"\" when it does not contain the key. `read` says whether the profile reads the key, `why` why not, or who does."},
	{"drift", struct {
		Schema        int       `json:"schema"`
		Conversations []drifted `json:"conversations"`
	}{}, ""},
}

// newJSONTopic returns the command `galley help json`.
func newJSONTopic(env Env) *cobra.Command {
	c := &cobra.Command{Use: "json", Short: "The shapes that --json prints"}
	c.SetHelpFunc(func(*cobra.Command, []string) { fmt.Fprint(env.Stdout, shapesPage) })
	return c
}
