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
	{"render", report.Render{}, "`text` is the messages joined by a blank line. `basis` of a count is `exact`, `assumed` or `estimate`; `state` is `ok`, `warning` or `over`. The outer `basis` says where the prompt comes from: `captured`, `predicted` or `modelled`."},
	{"blocks", report.Blocks{}, ""},
	{"budget", report.Budgets{}, ""},
	{"request", report.Request{}, "`body` is null for an agent that makes no request itself but starts another program. An `action` is `dropped`, `inlined`, `defaulted`, `rewritten` or `kept`. What is `kept` may be refused."},
	{"tools", report.Tools{}, ""},
	{"tools --rules", report.ToolRules{}, ""},
	{"diff, captures diff", report.Diff{}, "`first` is null when both are the same; `kept` is how many bytes of all messages come before it."},
	{"profiles", report.Profiles{}, ""},
	{"profiles compare", report.Comparison{}, "`covered` has two numbers: how many of side `a`'s elements about the session side `b` also has, and how many side `a` has."},
	{"pack list", report.Packs{}, ""},
	{"vars", report.Variables{}, "`state` is `value`, `missing`, `unknown` or `unreadable`. The template does not use a variable without `uses`."},
	{"check, doctor", struct {
		Schema   int              `json:"schema"`
		Problems []report.Problem `json:"problems"`
	}{}, "`file` is empty for the template, and for a problem without a place."},
	{"check --against", report.Branch{}, "Pairs are before and after. `tokens` counts what files bring into the prompt at launch."},
	{"tokens", token.Report{}, "`row` names the provider whose row of the catalogue gave window and price."},
	{"scan, explain", report.Scan{}, "Paths are absolute. A `kind` other than `rule` has a `name`; its verdict is `listed` when the request names it to the model. `evidence` says how the rule was established."},
	{"scan --matrix", report.Matrix{}, ""},
	{"walk", report.Walk{}, "`tokens` of a step is the size of the rule files after it. `known` is false where it is not known whether this call loads the file, or whether the pattern covers it."},
	{"subagents", report.Delegates{}, "`tokens` of a part is its size in the main prompt."},
	{"survive", report.Survive{}, ""},
	{"transfer", report.Transfer{}, "Paths are relative to the project, and `link` is relative to the directory of the link."},
	{"agents", agentList{}, ""},
	{"capture, captures show", report.Capture{}, "`body` is the request as the agent sent it, with temporary paths as in `substitutions` and identifiers masked."},
	{"captures", []capture.Capture{}, ""},
	{"captures follow", capture.Capture{}, "One object for each capture, one after the other."},
	{"captures consent", []capture.Consent{}, "`digest` is one of everything that the agent would run."},
	{"sessions", report.Sessions{}, ""},
	{"sessions show", report.SessionLog{}, "`galley` is galley's own count beside the provider's `usage`."},
	{"sessions diff", report.SessionDiff{}, ""},
	{"verify", report.Verified{}, ""},
	{"keys", keysList{}, ""},
	{"freeze, show, compact", session.Shape{}, "`reason` is `first`, `moved`, `compaction` or `damaged`; `digest` and `template` are SHA-256."},
	{"conversations", conversationList{}, ""},
	{"serve", serving{}, "Printed when the service is listening. Its own shapes are in `GET /openapi.json`."},
	{"compaction", report.Compactions{}, "`limit` is the number of tokens at which the agent compacts, `window` the context window that it assumes; both are 0 if the window is not known. `request` is null if no model is asked, or if its prompt is not known."},
	{"scenario", scenarioList{}, "`value` is written as in the file, and \"\" if the file does not have the key. `read` says whether the profile reads the key; if not, `why` says why, or which profiles do."},
	{"drift", struct {
		Schema        int       `json:"schema"`
		Conversations []drifted `json:"conversations"`
	}{}, ""},
}

// newJSONTopic returns the command `galley help json`.
func newJSONTopic() *cobra.Command {
	c := &cobra.Command{Use: "json", Short: "The shapes that --json prints"}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) { fmt.Fprint(c.OutOrStdout(), shapesPage) })
	return c
}
