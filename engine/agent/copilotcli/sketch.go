package copilotcli

import (
	_ "embed"

	"galley/engine/profile"
)

//go:embed sketch.txt
var sketch string

// Sketch is the prompt of Copilot CLI 1.0.102 as measured: headless, in a repository
// with one short rule file, with its default model.
var Sketch = profile.Sketch{
	Measured: "1.0.102, headless",
}.Holding(sketch)
