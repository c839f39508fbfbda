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
	As:       []string{"system", "append"},
	Messages: []profile.SketchMessage{
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Billing header", Bytes: 74},
			{Title: "Identity", Bytes: 62},
			{Title: "Main text", Bytes: 561, Base: true},
			{Title: "Harness", Bytes: 1559, Base: true},
			{Title: "Session-specific guidance", Bytes: 167, Base: true},
			{Title: "Memory", Bytes: 2086, Base: true},
			{Title: "Environment", Bytes: 624, Base: true},
			{Title: "Context management", Bytes: 828, Base: true},
		}},
		{Role: prompt.User, Blocks: []profile.SketchBlock{
			{Title: "Rule files", Part: "rules", Bytes: 193},
			{Title: "<system-reminder>", Bytes: 89},
			{Title: "gitStatus", Bytes: 490},
			{Title: "<system-reminder>", Bytes: 583},
		}},
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Environment", Bytes: 9234},
		}},
	},
	Tools: []profile.SketchTool{
		{"Agent", 5270},
		{"Bash", 3906},
		{"Edit", 966},
		{"ListAgents", 1973},
		{"Read", 1923},
		{"ReportFindings", 2422},
		{"ScheduleWakeup", 4923},
		{"Skill", 1811},
		{"ToolSearch", 1435},
		{"Workflow", 5716},
		{"DeferredToolPlaceholder", 204},
		{"Write", 639},
	},
}
