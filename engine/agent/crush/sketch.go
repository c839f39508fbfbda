package crush

import (
	"fmt"

	"galley/engine/profile"
	"galley/engine/prompt"
)

// Sketch is the prompt of Crush at commit 37f36e9 as measured: headless, in a
// repository with one short rule file. Only the total sizes of the system text and of
// the tools were measured; the sizes of single sections and tools are assumed, and
// the tools' names were not recorded.
var Sketch = profile.Sketch{
	Measured: "37f36e9, headless",
	Messages: []profile.SketchMessage{
		{Role: prompt.System, Blocks: []profile.SketchBlock{
			{Title: "Opening", Bytes: 22_300},
			{Title: "Skills", Part: "skills", Bytes: 900},
			{Title: "Rule files", Part: "project files", Bytes: 250},
			{Title: "The user's rule files", Part: "global files", Bytes: 250},
		}},
		{Role: prompt.User, Blocks: []profile.SketchBlock{{Title: "Reminder", Bytes: 358}}},
	},
	Tools: tools(29, 24_579),
}

// tools returns count tools without names. bytes is the size of all of them, which is divided
// evenly.
func tools(count, bytes int) (all []profile.SketchTool) {
	for i := range count {
		all = append(all, profile.SketchTool{Name: fmt.Sprintf("unnamed_%d", i+1), Bytes: bytes*(i+1)/count - bytes*i/count})
	}
	return all
}
