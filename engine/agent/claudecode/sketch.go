package claudecode

import (
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/wire"
)

// Sketch is the prompt of Claude Code 2.1.332 as its request was measured: headless, in a repository
// with one short rule file, with the model that it chooses by itself.
var Sketch = profile.Sketch{
	Form:     wire.Anthropic,
	Measured: "2.1.332, headless",
	Model:    "claude-opus-5-5",
	As:       []string{"system", "append"},
	Messages: []profile.SketchMessage{
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Billing header", Bytes: 74},
			{Title: "Identity", Bytes: 62},
			{Title: "Main text", Bytes: 561, Base: true},
			{Title: "Harness", Bytes: 1559, Base: true},
			{Title: "Session-specific guidance", Bytes: 167, Base: true},
			{Title: "Memory", Bytes: 2086, Base: true},
			{Title: "Environment", Tells: prompt.Directory, Bytes: 624, Base: true},
			{Title: "Context management", Bytes: 828, Base: true},
		}},
		{Role: prompt.User, Blocks: []profile.SketchBlock{
			{Title: "Rule files", Part: "rules", Bytes: 193},
			{Title: "<system-reminder>", Bytes: 89},
			{Title: "gitStatus", Tells: prompt.Repository, Bytes: 490},
			{Title: "<system-reminder>", Bytes: 583},
		}},
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Environment", Tells: prompt.Directory, Bytes: 9234},
		}},
	},
	Tools: []profile.SketchTool{
		{Name: "Agent", Bytes: 5270},
		{Name: "Bash", Bytes: 3906},
		{Name: "Edit", Bytes: 966},
		{Name: "ListAgents", Bytes: 1973},
		{Name: "Read", Bytes: 1923},
		{Name: "ReportFindings", Bytes: 2422},
		{Name: "ScheduleWakeup", Bytes: 4923},
		{Name: "Skill", Bytes: 1811},
		{Name: "ToolSearch", Bytes: 1435},
		{Name: "Workflow", Bytes: 5716},
		{Name: "DeferredToolPlaceholder", Bytes: 204},
		{Name: "Write", Bytes: 639},
	},
}
