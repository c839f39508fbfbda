package continuecli

import (
	"galley/engine/profile"
	"galley/engine/prompt"
)

// Sketch is the prompt of Continue 1.5.47 as its request was measured: headless, in a repository
// with one short rule file, with the model that it chooses by itself.
var Sketch = profile.Sketch{
	Measured: "1.5.47, headless",
	Messages: []profile.SketchMessage{
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Opening", Bytes: 419},
			{Title: "<env>", Bytes: 846},
			{Title: "Rule files", Part: "rules"},
		}},
	},
	Tools: []profile.SketchTool{
		{"Read", 256},
		{"List", 235},
		{"Bash", 687},
		{"Fetch", 289},
		{"Checklist", 615},
		{"CheckBackgroundJob", 456},
		{"AskQuestion", 866},
		{"Exit", 184},
		{"Skills", 455},
	},
}
