package claudecode

import (
	_ "embed"

	"galley/engine/profile"
	"galley/engine/wire"
)

//go:embed sketch.txt
var sketch string

// Sketch is the prompt of Claude Code 2.1.332 as measured: headless, in a repository
// with one short rule file, with its default model.
var Sketch = profile.Sketch{
	Form:     wire.Anthropic,
	Measured: "2.1.332, headless",
	Model:    "claude-opus-5-5",
	As:       []string{"system", "append"},
}.Holding(sketch)
