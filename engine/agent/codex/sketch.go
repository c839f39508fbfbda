package codex

import (
	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/wire"
)

// Sketch is the prompt of Codex 0.171.0 as its request was measured: headless, in a repository
// with one short rule file, with the model that it chooses by itself.
var Sketch = profile.Sketch{
	Form:     wire.Responses,
	Measured: "0.171.0, headless",
	Model:    "gpt-6.2-sol",
	As:       []string{"system"},
	Shrinks:  &shrinks,
	Messages: []profile.SketchMessage{
		{Role: prompt.Developer, Blocks: []profile.SketchBlock{
			{Title: "model.base_instructions", Bytes: 167, Base: true},
			{Title: "Personality", Bytes: 295, Base: true},
			{Title: "Writing style", Bytes: 2522, Base: true},
			{Title: "Intermediate commentary", Bytes: 973, Base: true},
			{Title: "Final answer", Bytes: 869, Base: true},
			{Title: "Rules for getting work done", Bytes: 2123, Base: true},
			{Title: "When to ask the user for permission", Bytes: 1489, Base: true},
			{Title: "Autonomy and persistence", Bytes: 2402, Base: true},
			{Title: "Frontend Design Guidance", Bytes: 1749, Base: true},
			{Title: "Coding Style", Bytes: 2140, Base: true},
			{Title: "Working with the user", Bytes: 4667, Base: true},
			{Title: "Other instructions:", Bytes: 2526, Base: true},
			{Title: "Using skills", Tells: prompt.Skills, Bytes: 1197, Base: true},
			{Title: "When to use a skill", Tells: prompt.Skills, Bytes: 669, Base: true},
			{Title: "How to use skills", Tells: prompt.Skills, Bytes: 820, Base: true},
			{Title: "Plugins and Apps", Bytes: 389, Base: true},
			{Title: "Decision Boundary", Bytes: 962, Base: true},
		}},
		{Role: prompt.Developer, Blocks: []profile.SketchBlock{
			{Title: "<skills_instructions>", Tells: prompt.Skills, Bytes: 22},
			{Title: "Skills", Tells: prompt.Skills, Bytes: 288},
			{Title: "skills", Part: "skills", Bytes: 1818},
			{Title: "permissions.instructions", Tells: prompt.Mode, Bytes: 341},
			{Title: "collaboration_mode.instructions", Tells: prompt.Mode, Bytes: 408},
			{Title: "request_user_input availability", Bytes: 648},
		}},
		{Role: prompt.Developer, Blocks: []profile.SketchBlock{
			{Title: "multi_agent.role_instructions", Bytes: 2400},
		}},
		{Role: prompt.Developer, Blocks: []profile.SketchBlock{
			{Title: "multi_agent.mode_instructions", Bytes: 271},
		}},
		{Role: prompt.User, Blocks: []profile.SketchBlock{
			{Title: "Rule files", Part: "rules"},
			{Title: "<environment_context>", Tells: prompt.Directory, Bytes: 413},
		}},
	},
	Tools: []profile.SketchTool{
		{Name: "functions.exec", Bytes: 25211},
		{Name: "functions.wait", Bytes: 1356},
		{Name: "functions.request_user_input", Bytes: 1355},
		{Name: "functions.request_user_input_async", Bytes: 1499},
		{Name: "functions.send_message_to_user_async", Bytes: 894},
		{Name: "clock.sleep", Bytes: 426},
		{Name: "collaboration.followup_task", Bytes: 639},
		{Name: "collaboration.interrupt_agent", Bytes: 417},
		{Name: "collaboration.list_agents", Bytes: 363},
		{Name: "collaboration.send_message", Bytes: 495},
		{Name: "collaboration.spawn_agent", Bytes: 3647},
		{Name: "collaboration.wait_agent", Bytes: 644},
	},
}
