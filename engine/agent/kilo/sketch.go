package kilo

import (
	_ "embed"

	"galley/engine/profile"
)

//go:embed sketch.txt
var sketch string

// Sketch is the prompt of Kilo CLI 7.7.7 as measured: headless, in a repository with
// one short rule file, with its default model.
var Sketch = profile.Sketch{
	Measured: "7.7.7, headless",
}.Holding(sketch)
