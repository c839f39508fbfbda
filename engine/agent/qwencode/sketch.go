package qwencode

import (
	_ "embed"

	"galley/engine/profile"
	"galley/engine/wire"
)

//go:embed sketch.txt
var sketch string

// Sketch is the prompt of Qwen Code 0.24.4 as measured: headless, in a repository
// with one short rule file, with its default model.
var Sketch = profile.Sketch{
	Form:       wire.Chat,
	Measured:   "0.24.4, headless",
	As:         []string{"system"},
	Compaction: &compactionRule,
}.Holding(sketch)
