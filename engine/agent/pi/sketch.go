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
		{Name: "read", Bytes: 679},
		{Name: "bash", Bytes: 542},
		{Name: "edit", Bytes: 1208},
		{Name: "write", Bytes: 467},
	},
}
