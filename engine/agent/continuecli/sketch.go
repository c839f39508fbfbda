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
			{Title: "<env>", Tells: prompt.Directory, Bytes: 846},
			{Title: "Rule files", Part: "rules"},
		}},
	},
	Tools: []profile.SketchTool{
		{Name: "Read", Bytes: 256},
		{Name: "List", Bytes: 235},
		{Name: "Bash", Bytes: 687},
		{Name: "Fetch", Bytes: 289},
		{Name: "Checklist", Bytes: 615},
		{Name: "CheckBackgroundJob", Bytes: 456},
		{Name: "AskQuestion", Bytes: 866},
		{Name: "Exit", Bytes: 184},
		{Name: "Skills", Bytes: 455},
	},
}
