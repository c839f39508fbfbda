package pi

import (
	_ "embed"

	"galley/engine/profile"
)

//go:embed sketch.txt
var sketch string

// Sketch is the prompt of pi 0.73.1 as measured: headless, in a repository with one
// short rule file, with its default model.
var Sketch = profile.Sketch{
	Measured: "0.73.1, headless",
	As:       []string{"system", "append"},
}.Holding(sketch)
