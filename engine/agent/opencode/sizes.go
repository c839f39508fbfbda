package opencode

import (
	"galley/engine/profile"
	"galley/engine/prompt"
)

// What the agent's own words measure in bytes, without the values that galley writes
// itself. Base prompts that are missing here were not measured.
var (
	sizes11833 = profile.Sizes{
		"opencode/prompt/anthropic": 8190, "opencode/prompt/default": 8487, "opencode/prompt/gpt": 9239, "opencode/prompt/gemini": 15341,
		"opencode/model-line": 100, "opencode/environment-intro": 98, "opencode/SKILLS_INTRO": 146, "opencode/BUILTIN_SKILL": 516,
		"tool bash": 5275, "tool edit": 1958, "tool glob": 1114, "tool grep": 1183, "tool read": 1734, "tool skill": 676,
		"tool task": 3856, "tool todowrite": 2686, "tool webfetch": 1293, "tool write": 1026,
	}
	sizes1134 = profile.Sizes{
		"opencode/prompt/anthropic": 8241, "opencode/prompt/codex_header": 7418, "opencode/prompt/gemini": 15401, "opencode/prompt/qwen": 9729,
		"opencode/prompt/anthropic_spoof": 57, "opencode/environment-intro": 60,
	}
)

// Sizes implements [profile.Sizer].
func (o opencode) Sizes(prompt.Prompt) (profile.Sizes, string) {
	if o.Version() == opencode1134.Version() {
		return sizes1134, "1.1.34"
	}
	return sizes11833, "1.18.33"
}
