package gemini

import (
	"strconv"

	"galley/engine/prompt"
	"galley/engine/source"
)

// When a history is compressed, and how much of it is kept.
const (
	compressionTrigger = 0.5    // a share of the model's token limit
	compressionKeeps   = 0.3    // the share of the history that is kept, at its end
	responseBudget     = 50_000 // tokens of tool results that may be kept
)

// Snapshot lists the names of the parts of the element state_snapshot, in order.
var Snapshot = []string{
	"overall_goal", "active_constraints", "key_knowledge", "artifact_trail", "file_system_state", "recent_actions", "task_state",
}

var compressionLayout = parseLayout(`
{compression/role}

### CRITICAL SECURITY RULE
{compression/security}

### GOAL
{compression/goal}

?approved ### APPROVED PLAN PRESERVATION
?approved {compression/approved $approved-plan}

{compression/form}

<state_snapshot>
{=snapshot}
</state_snapshot>
`)

// Compression makes the system instruction of the call that compresses a history. The answer to
// that call is a state_snapshot of seven parts, which replaces the history.
func Compression(o Options, prose Prose) prompt.Block {
	var b source.Builder
	for i, part := range Snapshot {
		if i > 0 {
			b.Add("\n\n", structure)
		}
		b.Add("    <"+part+">\n        <!-- ", structure)
		b.Append(prose("compression/" + part))
		b.Add(" -->\n    </"+part+">", structure)
	}
	f := filling{prose: prose, on: map[string]bool{"approved": o.ApprovedPlan != ""}, texts: map[string]source.Text{
		"snapshot": b.Text(), "approved-plan": value("approved-plan", o.ApprovedPlan),
	}}
	return block("compression", "Compression prompt", f.fill(compressionLayout))
}

// compressionNote says, for people, when a model's history is compressed.
func compressionNote(model string) string {
	limit := tokenLimit(model)
	return "at " + strconv.Itoa(int(float64(limit)*compressionTrigger)) + " tokens, half of what " + model +
		" takes, the history becomes a state_snapshot and its last 30 % stay"
}

// CompressionRequest is the message that asks for the snapshot.
func CompressionRequest(text source.Text) prompt.Block {
	return block("compressionRequest", "Request for the snapshot", text)
}
