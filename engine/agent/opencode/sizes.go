package opencode

import (
	"maps"
	"slices"
	"strings"

	"galley/engine/profile"
	"galley/engine/prompt"
	"galley/engine/source"
)

// The sizes, in bytes, of the texts that OpenCode itself contains, without the values that galley
// inserts. Base prompts that are not listed were not measured. The size of a tool is that of its
// declaration in the form of Chat Completions.
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
		"tool question": 1654, "tool bash": 10619, "tool read": 1573, "tool glob": 1171, "tool grep": 1244, "tool edit": 1960, "tool write": 1055,
		"tool task": 4921, "tool webfetch": 1331, "tool todowrite": 9776, "tool todoread": 236, "tool skill": 397,
	}
)

// patchSize is the size of the declaration of the tool that applies patches. shorterResponses and
// shorterGoogle say by how many bytes each tool's declaration is shorter in the form of Responses
// and in Google's form.
const (
	patchSize11833, patchSize1134   = 1437, 1466
	shorterResponses                = 55
	shorterGoogle, shorterGoogle113 = 102, 130
)

// Sizes implements [profile.Sizer]. Models with the base prompts of GPT-5 and Codex
// get a tool that applies patches instead of edit and write.
func (o opencode) Sizes(p prompt.Prompt) (profile.Sizes, string) {
	sizes, version, patch, google := sizes11833, "1.18.33", patchSize11833, shorterGoogle
	if o.Version() == opencode1134.Version() {
		sizes, version, patch, google = sizes1134, "1.1.34", patchSize1134, shorterGoogle113
	}
	base := baseOf(p)
	if !slices.Contains([]string{"gpt", "codex", "codex_header", "gemini"}, base) {
		return sizes, version
	}
	sizes = maps.Clone(sizes)
	shorter := google
	if base != "gemini" {
		delete(sizes, "tool edit")
		delete(sizes, "tool write")
		sizes["tool apply_patch"], shorter = patch, 0
		if version == "1.18.33" {
			shorter = shorterResponses
		}
	}
	for name := range sizes {
		if strings.HasPrefix(name, "tool ") {
			sizes[name] -= shorter
		}
	}
	return sizes, version
}

// baseOf returns the name of the base prompt that a prompt contains, or "" if a template replaces
// the base prompt.
func baseOf(p prompt.Prompt) string {
	for _, m := range p.Messages {
		for _, b := range m.Blocks {
			for _, piece := range b.Text.Pieces() {
				if base, ok := strings.CutPrefix(piece.Origin.Source, "opencode/prompt/"); ok && (piece.Origin.Kind == source.StandIn || piece.Origin.Kind == source.Pack) {
					return base
				}
			}
		}
	}
	return ""
}
