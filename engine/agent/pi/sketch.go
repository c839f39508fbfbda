package pi

import (
	"galley/engine/profile"
	"galley/engine/prompt"
)

// Sketch is the prompt of pi 0.73.1 as its request was measured: headless, in a repository
// with one short rule file, with the model that it chooses by itself.
var Sketch = profile.Sketch{
	Measured: "0.73.1, headless",
	As:       []string{"system", "append"},
	Messages: []profile.SketchMessage{
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Opening", Bytes: 2245, Base: true},
			{Title: "Rule files", Part: "context", Bytes: 45},
			{Title: "Text", Bytes: 68},
		}},
	},
	Tools: []profile.SketchTool{
		{"read", 679},
		{"bash", 542},
		{"edit", 1208},
		{"write", 467},
	},
}
