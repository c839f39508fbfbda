package continuecli

import (
	_ "embed"

	"galley/engine/profile"
)

//go:embed sketch.txt
var sketch string

// Sketch is the prompt of Continue 1.5.47 as measured: headless, in a repository with
// one short rule file, with its default model.
var Sketch = profile.Sketch{
	Measured: "1.5.47, headless",
}.Holding(sketch)
