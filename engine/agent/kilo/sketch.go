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
			{Title: "<env>", Tells: prompt.Directory, Bytes: 2594},
			{Title: "Rule files", Part: "rules"},
			{Title: "Text", Bytes: 145},
			{Title: "skills", Part: "skills", Bytes: 553},
		}},
		{Role: prompt.User, Blocks: []profile.SketchBlock{
			{Title: "environment details", Tells: prompt.Directory, Bytes: 155},
		}},
	},
	Tools: []profile.SketchTool{
		{Name: "background_process", Bytes: 3543},
		{Name: "bash", Bytes: 6083},
		{Name: "board_post", Bytes: 2118},
		{Name: "board_read", Bytes: 1589},
		{Name: "cancel_wakeup", Bytes: 1002},
		{Name: "edit", Bytes: 1958},
		{Name: "glob", Bytes: 1114},
		{Name: "grep", Bytes: 1990},
		{Name: "kilo_local_recall", Bytes: 2398},
		{Name: "read", Bytes: 1734},
		{Name: "schedule_wakeup", Bytes: 2167},
		{Name: "skill", Bytes: 676},
		{Name: "task", Bytes: 4619},
		{Name: "todowrite", Bytes: 3028},
		{Name: "webfetch", Bytes: 1293},
		{Name: "write", Bytes: 1026},
	},
}
