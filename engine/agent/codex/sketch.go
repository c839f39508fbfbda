package codex

import (
	_ "embed"

	"galley/engine/profile"
	"galley/engine/wire"
)

//go:embed sketch.txt
var sketch string

// Sketch is the prompt of Codex 0.171.0 as measured: headless, in a repository with
// one short rule file, with its default model.
var Sketch = profile.Sketch{
	Form:       wire.Responses,
	Measured:   "0.171.0, headless",
	Model:      "gpt-6.2-sol",
	As:         []string{"system"},
	Compaction: &compactionRule,
}.Holding(sketch)
