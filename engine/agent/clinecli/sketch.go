package clinecli

import (
	_ "embed"

	"galley/engine/profile"
)

//go:embed sketch.txt
var sketch string

// Sketch is the prompt of Cline CLI 3.0.65 as measured: headless, in a repository
// with one short rule file, with its default model.
var Sketch = profile.Sketch{
	Measured: "3.0.65, headless",
	As:       []string{"system"},
}.Holding(sketch)
