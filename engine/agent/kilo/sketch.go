package kilo

import (
	"galley/engine/profile"
	"galley/engine/prompt"
)

// Sketch is the prompt of Kilo CLI 7.7.7 as its request was measured: headless, in a repository
// with one short rule file, with the model that it chooses by itself.
var Sketch = profile.Sketch{
	Measured: "7.7.7, headless",
	Messages: []profile.SketchMessage{
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Opening", Bytes: 155},
			{Title: "Personality", Bytes: 1212},
			{Title: "Code", Bytes: 1294},
			{Title: "Tone and style", Bytes: 780},
			{Title: "Professional objectivity", Bytes: 654},
			{Title: "Task Management", Bytes: 611},
			{Title: "<example>", Bytes: 680},
			{Title: "<example>", Bytes: 1010},
			{Title: "Doing tasks", Bytes: 571},
			{Title: "Tool usage policy", Bytes: 2087},
			{Title: "<example>", Bytes: 184},
			{Title: "<example>", Bytes: 187},
			{Title: "Code References", Bytes: 184},
			{Title: "<example>", Bytes: 354},
			{Title: "<env>", Bytes: 2594},
			{Title: "Rule files", Part: "rules"},
			{Title: "Text", Bytes: 145},
			{Title: "skills", Part: "skills", Bytes: 553},
		}},
		{Role: prompt.User, Blocks: []profile.SketchBlock{
			{Title: "environment details", Bytes: 155},
		}},
	},
	Tools: []profile.SketchTool{
		{"background_process", 3543},
		{"bash", 6083},
		{"board_post", 2118},
		{"board_read", 1589},
		{"cancel_wakeup", 1002},
		{"edit", 1958},
		{"glob", 1114},
		{"grep", 1990},
		{"kilo_local_recall", 2398},
		{"read", 1734},
		{"schedule_wakeup", 2167},
		{"skill", 676},
		{"task", 4619},
		{"todowrite", 3028},
		{"webfetch", 1293},
		{"write", 1026},
	},
}
