package qwencode

import (
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/wire"
)

// Sketch is the prompt of Qwen Code 0.24.4 as its request was measured: headless, in a repository
// with one short rule file, with the model that it chooses by itself.
var Sketch = profile.Sketch{
	Form:     wire.Chat,
	Measured: "0.24.4, headless",
	As:       []string{"system"},
	Shrinks:  &shrinks,
	Messages: []profile.SketchMessage{
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Opening", Bytes: 263, Base: true},
			{Title: "Core Mandates", Bytes: 3346, Base: true},
			{Title: "Primary Workflows", Bytes: 21, Base: true},
			{Title: "Software Engineering Tasks", Bytes: 3073, Base: true},
			{Title: "New Applications", Bytes: 215, Base: true},
			{Title: "Operational Guidelines", Bytes: 26, Base: true},
			{Title: "Communicating With the User", Bytes: 663, Base: true},
			{Title: "Tone and Style (CLI Interaction)", Bytes: 1066, Base: true},
			{Title: "Security and Safety Rules", Bytes: 564, Base: true},
			{Title: "Using Your Tools", Bytes: 2723, Base: true},
			{Title: "Interaction Details", Bytes: 181, Base: true},
			{Title: "Outside of Sandbox", Bytes: 382, Base: true},
			{Title: "Executing actions with care", Bytes: 3071, Base: true},
			{Title: "Git Repository", Tells: prompt.Repository, Bytes: 1506, Base: true},
			{Title: "Git as Source of Truth", Bytes: 490, Base: true},
			{Title: "Examples (Illustrating Tone and Workflow)", Bytes: 44, Base: true},
			{Title: "<example>", Bytes: 43, Base: true},
			{Title: "<example>", Bytes: 62, Base: true},
			{Title: "<example>", Bytes: 169, Base: true},
			{Title: "<example>", Bytes: 109, Base: true},
			{Title: "<tool_call>", Bytes: 459, Base: true},
			{Title: "Final Reminder", Bytes: 864, Base: true},
			{Title: "Rule files", Part: "rules", Bytes: 840},
			{Title: "Text", Bytes: 1079},
			{Title: "Memory types", Bytes: 835},
			{Title: "Do not save", Bytes: 759},
			{Title: "Accessing memories", Bytes: 551},
			{Title: "How to save memories", Bytes: 1820},
		}},
		{Role: prompt.User, Blocks: []profile.SketchBlock{
			{Title: "<system-reminder>", Bytes: 185},
			{Title: "skills", Part: "skills", Bytes: 4410},
			{Title: "Text", Bytes: 19},
			{Title: "<system-reminder>", Bytes: 385},
			{Title: "<system-reminder>", Bytes: 2508},
			{Title: "<system-reminder>", Bytes: 228},
		}},
	},
	Tools: []profile.SketchTool{
		{Name: "agent", Bytes: 14320},
		{Name: "get_goal", Bytes: 438},
		{Name: "glob", Bytes: 1082},
		{Name: "grep_search", Bytes: 1099},
		{Name: "list_agents", Bytes: 1101},
		{Name: "read_file", Bytes: 2738},
		{Name: "skill", Bytes: 2253},
		{Name: "tool_call", Bytes: 613},
		{Name: "tool_search", Bytes: 1556},
		{Name: "update_goal", Bytes: 1983},
	},
}
